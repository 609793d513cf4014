//! Many items as one call: batches of puts and deletes, and reads of many keys.

mod failures;
mod pace;
mod reads;
mod writes;

use dynamo_model::embedded::Action;
use dynamo_model_tests::{Order, Sent, day, order};
use serde_json::{Value, json};

fn orders(count: usize) -> Vec<Order> {
    (0..count)
        .map(|number| order("c1", day(1), &format!("o{number:03}")))
        .collect()
}

/// The requests of a BatchWriteItem.
fn requests(sent: &Sent) -> &[Value] {
    sent.body["RequestItems"]["shop"]
        .as_array()
        .map_or(&[], Vec::as_slice)
}

/// The answer that leaves these requests.
fn leave(requests: &[Value]) -> Action {
    let unprocessed = match requests {
        [] => json!({}),
        _ => json!({ "shop": requests }),
    };
    Action::Answer {
        status: 200,
        body: json!({ "UnprocessedItems": unprocessed }).to_string(),
    }
}

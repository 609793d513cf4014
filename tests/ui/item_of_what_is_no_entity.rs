//! An item's keys come from its entity: a struct that serializes is not enough.

use dynamo_model::to_item;
use serde::Serialize;

#[derive(Serialize)]
struct Order {
    id: String,
}

fn main() {
    let _ = to_item(&Order { id: "o1".to_owned() });
}

//! Batches of puts: chunks, duplicates, leftovers.

use dynamo_model::embedded::Action;
use dynamo_model_tests::{Order, Sent, Shop, Wire, address, customer, day, open, order};
use serde_json::{Value, json};

fn orders(count: usize) -> Vec<Order> {
    (0..count)
        .map(|number| order("c1", day(1), &format!("o{number:03}")))
        .collect()
}

fn puts(sent: &Sent) -> &[Value] {
    sent.body["RequestItems"]["shop"]
        .as_array()
        .map_or(&[], Vec::as_slice)
}

/// The answer that leaves these requests.
fn leave(requests: &[Value]) -> Action {
    let unprocessed = if requests.is_empty() {
        json!({})
    } else {
        json!({ "shop": requests })
    };
    Action::Answer {
        status: 200,
        body: json!({ "UnprocessedItems": unprocessed }).to_string(),
    }
}

// fault 86
#[tokio::test]
async fn writes_go_in_chunks_of_25_and_none_for_none() {
    for (count, chunks) in [
        (0, vec![]),
        (1, vec![1]),
        (25, vec![25]),
        (26, vec![25, 1]),
        (51, vec![25, 25, 1]),
    ] {
        let (database, shop) = open::<Shop>().await;
        let wire = Wire::record(&database);
        let orders = orders(count);
        let report = shop.batch().put_all(&orders).concurrency(1).await.unwrap();
        assert_eq!((report.written, report.is_complete()), (count, true));
        let sent: Vec<_> = wire.sent().iter().map(|sent| puts(sent).len()).collect();
        assert_eq!(sent, chunks);
        assert_eq!(shop.query(Order::query("c1")).all().await.unwrap(), orders);
    }
}

#[tokio::test]
async fn entities_of_several_types_go_into_one_batch_with_their_index_keys() {
    let (_, shop) = open::<Shop>().await;
    let addresses = [
        address("c1", "home", "London"),
        address("c1", "work", "Paris"),
    ];
    let batch = shop
        .batch()
        .put_all([&customer("c1")])
        .put_all(&addresses)
        .put_all(&orders(2));
    assert_eq!(batch.await.unwrap().written, 5);
    assert_eq!(shop.query(Order::open()).count().await.unwrap(), 2);
    assert_eq!(shop.items(Order::partition("c1")).count().await.unwrap(), 5);
}

// fault 81
#[tokio::test]
async fn two_writes_of_one_key_are_refused_before_anything_is_sent() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::record(&database);
    let mut orders = orders(60);
    orders.push(orders[0].clone());
    let error = shop.batch().put_all(&orders).await.unwrap_err();
    assert!(error.is_invalid_request());
    assert_eq!(error.entity(), Some("Order"));
    assert_eq!(
        error.key(),
        Some("{PK: 'CUST#c1', SK: 'ORDER#2026-10-01#o000'}")
    );
    assert_eq!(wire.count(), 0);
}

#[tokio::test]
async fn an_entity_without_a_key_stops_the_batch_before_anything_is_sent() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::record(&database);
    let mut orders = orders(30);
    orders[29].order_id = String::new();
    assert!(shop.batch().put_all(&orders).await.unwrap_err().is_key());
    assert_eq!(wire.count(), 0);
}

// fault 83
#[tokio::test]
async fn leftovers_are_sent_again_until_nothing_is_left() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::script(&database, |sent, number| match number {
        1 => leave(puts(sent)),
        2 => leave(&puts(sent)[..3]),
        _ => Action::Pass,
    });
    let report = shop.batch().put_all(&orders(25)).await.unwrap();
    assert_eq!((report.written, report.is_complete()), (25, true));
    let sent: Vec<_> = wire.sent().iter().map(|sent| puts(sent).len()).collect();
    assert_eq!(sent, [25, 25, 3]);
}

// fault 83. The waits between the attempts are real: it takes some seconds.
#[tokio::test]
async fn what_the_service_never_takes_is_returned() {
    let (database, shop) = open::<Shop>().await;
    let stubborn = "ORDER#2026-10-01#o007";
    let wire = Wire::script(&database, move |sent, _| {
        let is_left = |put: &&Value| put["PutRequest"]["Item"]["SK"]["S"] == stubborn;
        leave(
            &puts(sent)
                .iter()
                .filter(is_left)
                .cloned()
                .collect::<Vec<_>>(),
        )
    });
    let report = shop.batch().put_all(&orders(30)).await.unwrap();
    assert_eq!((report.written, report.is_complete()), (29, false));
    let [left] = report.unprocessed.as_slice() else {
        panic!("{report:?}")
    };
    assert_eq!(left.sort_key(), Some(stubborn));
    assert_eq!(left.decode::<Order>().unwrap(), orders(8)[7]);
    // The first attempt, eight without progress, and the other chunk.
    assert_eq!(wire.count(), 10);
}

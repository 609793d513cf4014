//! `get_many`: the order of the keys, each asked once, and what the service leaves.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::embedded::Action;
use dynamo_model::{Entity, Key};
use dynamo_model_tests::{Order, Sent, Shop, Wire, day, open, raw_item, repository};
use serde_json::{Value, json};

use super::orders;

fn key(number: usize) -> Key<Order> {
    Order::key("c1", day(1), format!("o{number:03}"))
}

/// The keys of a BatchGetItem.
fn asked(sent: &Sent) -> &[Value] {
    sent.body["RequestItems"]["shop"]["Keys"]
        .as_array()
        .map_or(&[], Vec::as_slice)
}

/// The answer with these items and these keys left.
fn answer(items: &[Value], left: &[Value]) -> Action {
    let unprocessed = match left {
        [] => json!({}),
        _ => json!({ "shop": { "Keys": left } }),
    };
    Action::Answer {
        status: 200,
        body: json!({ "Responses": { "shop": items }, "UnprocessedKeys": unprocessed }).to_string(),
    }
}

/// A stored order as it is on the wire.
fn stored(key: &Value) -> Value {
    let sort_key = key["SK"]["S"].as_str().unwrap_or_default();
    let id = sort_key.rsplit('#').next().unwrap_or_default();
    json!({
        "PK": key["PK"], "SK": key["SK"], "type": {"S": "Order"},
        "customerId": {"S": "c1"}, "orderId": {"S": id}, "placedOn": {"S": "2026-10-01"},
        "status": {"S": "Pending"}, "total": {"N": "10"},
    })
}

// fault 85
#[tokio::test]
async fn items_come_in_the_order_of_the_keys_with_a_gap_for_each_missing_one() {
    let (database, shop) = open::<Shop>().await;
    let all = orders(3);
    let _wire = Wire::script(&database, |sent, _| {
        // The third, then the first; the second is missing.
        let keys = asked(sent);
        answer(&[stored(&keys[2]), stored(&keys[0])], &[])
    });
    let read = shop.get_many([key(0), key(1), key(2)]).await.unwrap();
    assert_eq!(read, [Some(all[0].clone()), None, Some(all[2].clone())]);
}

// fault 81
#[tokio::test]
async fn a_key_that_is_given_twice_is_asked_once_and_answered_twice() {
    let (database, shop) = open::<Shop>().await;
    let all = orders(2);
    let _ = shop.batch().put_all(&all).await.unwrap();
    let wire = Wire::record(&database);
    let keys = [key(1), key(0), key(1), key(9), key(9)];
    let read = shop.get_many(&keys).await.unwrap();
    let (first, second) = (Some(all[0].clone()), Some(all[1].clone()));
    assert_eq!(read, [second.clone(), first, second, None, None]);
    assert_eq!(asked(&wire.last()).len(), 3);
    // Entities name keys too.
    assert_eq!(shop.get_many(&all).await.unwrap().len(), 2);
}

// fault 86
#[tokio::test]
async fn keys_go_in_chunks_of_100_and_none_for_none() {
    let (database, shop) = open::<Shop>().await;
    let all = orders(201);
    let _ = shop.batch().put_all(&all).await.unwrap();
    for (count, mut chunks) in [
        (0, vec![]),
        (100, vec![100]),
        (101, vec![1, 100]),
        (201, vec![1, 100, 100]),
    ] {
        let wire = Wire::record(&database);
        let read = shop.get_many((0..count).map(key)).await.unwrap();
        let read: Vec<Order> = read.into_iter().flatten().collect();
        assert_eq!(read, all[..count]);
        let mut sent: Vec<_> = wire.sent().iter().map(|sent| asked(sent).len()).collect();
        sent.sort_unstable();
        chunks.sort_unstable();
        assert_eq!(sent, chunks);
    }
}

#[tokio::test]
async fn the_requests_are_shown_without_being_sent() {
    let shop = repository::<Shop>().await;
    let request = shop.get_many([key(0), key(1), key(0)]).consistent();
    assert_eq!(
        request.explain(),
        "BatchGetItem shop\n    key:        {PK: 'CUST#c1', SK: 'ORDER#2026-10-01#o000'}\n    \
         key:        {PK: 'CUST#c1', SK: 'ORDER#2026-10-01#o001'}\n    ConsistentRead: true"
    );
    let error = shop.get_many([Order::key("", day(1), "o1")]);
    assert!(error.explain().starts_with("nothing is sent: "));
    assert!(error.await.unwrap_err().is_key());
}

// fault 83
#[tokio::test(start_paused = true)]
async fn what_is_left_is_asked_again() {
    let (database, shop) = open::<Shop>().await;
    let all = orders(10);
    let wire = Wire::script(&database, |sent, number| {
        let keys = asked(sent);
        let items: Vec<_> = keys.iter().map(stored).collect();
        match number {
            1 => answer(&[], keys),
            2 => answer(&items[..4], &keys[4..]),
            _ => answer(&items, &[]),
        }
    });
    let read = shop.get_many(&all).await.unwrap();
    assert_eq!(read.into_iter().flatten().collect::<Vec<_>>(), all);
    let sent: Vec<_> = wire.sent().iter().map(|sent| asked(sent).len()).collect();
    assert_eq!(sent, [10, 10, 6]);
}

// fault 83
#[tokio::test(start_paused = true)]
async fn keys_that_are_left_for_ever_are_reported_with_what_was_read() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::script(&database, |sent, _| {
        let is_stubborn = |key: &&Value| key["SK"]["S"] == "ORDER#2026-10-01#o001";
        let (left, read): (Vec<_>, Vec<_>) = asked(sent).iter().partition(is_stubborn);
        let items: Vec<_> = read.into_iter().map(stored).collect();
        answer(&items, &left.into_iter().cloned().collect::<Vec<_>>())
    });
    let keys = [key(0), key(1), key(2), key(1)];
    let error = shop.get_many(&keys).await.unwrap_err();
    assert!(error.is_throttled() && error.entity() == Some("Order"));
    assert_eq!(
        error.key(),
        Some("{PK: 'CUST#c1', SK: 'ORDER#2026-10-01#o001'}")
    );
    // The first answer makes progress, the eight after it do not.
    assert_eq!(wire.count(), 9);
    let report = shop.get_many(&keys).report().await.unwrap();
    assert!(!report.is_complete());
    assert_eq!(report.unprocessed, [key(1)]);
    let found: Vec<_> = report.items.iter().map(Option::is_some).collect();
    assert_eq!(found, [true, false, true, false]);
}

// fault 83
#[tokio::test(start_paused = true)]
async fn a_request_refused_for_capacity_leaves_its_keys_and_not_those_of_others() {
    let (database, shop) = open::<Shop>().await;
    let all = orders(150);
    let _ = shop.batch().put_all(&all).await.unwrap();
    let _wire = Wire::script(&database, |sent, _| match asked(sent).len() {
        50 => Action::throttle(),
        _ => Action::Pass,
    });
    let report = shop.get_many(&all).report().await.unwrap();
    assert_eq!(report.unprocessed.len(), 50);
    assert_eq!(report.unprocessed[0], all[100].key());
    assert_eq!(report.items.iter().flatten().count(), 100);
}

#[tokio::test]
async fn an_error_of_the_service_is_the_error_of_the_read() {
    let (database, shop) = open::<Shop>().await;
    let _wire = Wire::script(&database, |_, _| {
        Action::error("AccessDeniedException", "no")
    });
    let error = shop.get_many([key(0)]).await.unwrap_err();
    assert_eq!(error.code(), Some("AccessDeniedException"));
}

#[tokio::test]
async fn an_item_of_another_entity_is_an_error() {
    let (database, shop) = open::<Shop>().await;
    let text = |text: &str| AttributeValue::S(text.to_owned());
    let strange = [
        ("PK", text("CUST#c1")),
        ("SK", text("ORDER#2026-10-01#o000")),
        ("type", text("Customer")),
    ];
    raw_item(&database, "shop", &strange).await;
    assert!(shop.get_many([key(0)]).await.unwrap_err().is_decode());
}

#[tokio::test]
async fn the_request_can_be_spawned() {
    let shop = repository::<Shop>().await;
    let request = shop.get_many(&orders(3));
    let read = tokio::spawn(async move { request.await }).await.unwrap();
    assert_eq!(read.unwrap(), [None, None, None]);
}

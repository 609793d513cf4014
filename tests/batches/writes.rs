//! Puts and deletes in one batch: what is sent, and what is refused before.

use dynamo_model::{Entity, Table};
use dynamo_model_tests::{Customer, Order, Shop, Wire, customer, day, open, order};
use serde::{Deserialize, Serialize};

use super::{orders, requests};

#[tokio::test]
async fn puts_and_deletes_go_into_the_same_requests() {
    let (database, shop) = open::<Shop>().await;
    let (old, new) = (orders(20), [customer("c2"), customer("c3")]);
    let _ = shop.batch().put_all(&old).await.unwrap();
    let wire = Wire::record(&database);
    let report = shop
        .batch()
        .put_all(&new)
        .put(&customer("c4"))
        .delete_all(&old[1..])
        .delete(Order::key("c1", day(1), "o000"))
        .await
        .unwrap();
    assert_eq!((report.written, report.deleted), (3, 20));
    assert_eq!(report.complete().unwrap(), 23);
    assert_eq!(wire.count(), 1);
    let sent = wire.last();
    let is_delete = |request: &&serde_json::Value| request.get("DeleteRequest").is_some();
    assert_eq!(requests(&sent).iter().filter(is_delete).count(), 20);
    assert_eq!(shop.query(Order::query("c1")).count().await.unwrap(), 0);
    assert!(shop.get(Customer::key("c4")).await.unwrap().is_some());
}

#[tokio::test]
async fn a_delete_sends_the_key_alone_and_may_find_nothing() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::record(&database);
    let report = shop.batch().delete(&orders(1)[0]).await.unwrap();
    assert_eq!((report.written, report.deleted), (0, 1));
    let sent = wire.last();
    let key = &requests(&sent)[0]["DeleteRequest"]["Key"];
    let key = key.as_object().unwrap();
    assert_eq!(key.keys().collect::<Vec<_>>(), ["PK", "SK"]);
    assert_eq!(key["SK"]["S"], "ORDER#2026-10-01#o000");
}

// fault 81
#[tokio::test]
async fn a_put_and_a_delete_of_one_key_are_refused_with_both_named() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::record(&database);
    let orders = orders(40);
    let batch = || shop.batch().put_all(&orders).delete(&orders[0]);
    assert!(batch().explain().starts_with("nothing is sent: "));
    let error = batch().await.unwrap_err();
    assert!(error.is_invalid_request());
    assert!(error.batch_report::<Shop>().is_none());
    assert_eq!(
        (error.entity(), error.key()),
        (
            Some("Order"),
            Some("{PK: 'CUST#c1', SK: 'ORDER#2026-10-01#o000'}")
        )
    );
    let text = error.to_string();
    assert!(text.contains("puts this key as `Order` and deletes it as `Order`"));
    assert_eq!(wire.count(), 0);
}

#[derive(Debug, Table)]
#[table(name = "pets", sk = none, entities(Cat, Dog))]
struct Pets;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Pets, pk = "PET#{id}", overlap_ok = "ids are unique")]
struct Cat {
    id: String,
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Pets, pk = "PET#{id}")]
struct Dog {
    id: String,
}

// fault 81
#[tokio::test]
async fn two_deletes_of_one_key_are_refused_also_over_two_entities() {
    let (database, pets) = open::<Pets>().await;
    let wire = Wire::record(&database);
    let batch = pets.batch().delete(Dog::key("p1")).delete(Cat::key("p1"));
    let error = batch.await.unwrap_err();
    assert!(error.is_invalid_request());
    let text = error.to_string();
    assert!(text.contains("deletes this key as `Dog` and deletes it as `Cat`"));
    assert_eq!(wire.count(), 0);
}

// fault 86
#[tokio::test]
async fn deletes_count_among_the_25_of_a_request() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::record(&database);
    let others: Vec<_> = (0..30)
        .map(|number| Order::key("c9", day(2), format!("o{number}")))
        .collect();
    let batch = shop.batch().put_all(&orders(21)).delete_all(&others);
    assert_eq!(
        batch.explain(),
        "BatchWriteItem\n    shop: 21 puts, 4 deletes\n\
         BatchWriteItem\n    shop: 0 puts, 25 deletes\n\
         BatchWriteItem\n    shop: 0 puts, 1 deletes"
    );
    assert_eq!(batch.await.unwrap().complete().unwrap(), 51);
    assert_eq!(wire.count(), 3);
    let none: [&Order; 0] = [];
    assert_eq!(
        shop.batch()
            .delete_all(none)
            .await
            .unwrap()
            .complete()
            .unwrap(),
        0
    );
    assert_eq!(wire.count(), 3);
}

// fault 86
#[tokio::test]
async fn a_request_has_at_most_16_mb_whatever_the_number_of_items() {
    // No item is over 400 KB, so that 25 of them are under 16 MB: the number is the limit.
    let (_, shop) = open::<Shop>().await;
    let large: Vec<Order> = (0..26)
        .map(|number| Order {
            note: Some("x".repeat(390 * 1024)),
            ..order("c1", day(1), &format!("o{number:02}"))
        })
        .collect();
    let text = shop.batch().put_all(&large).explain();
    assert_eq!(
        text,
        "BatchWriteItem\n    shop: 25 puts, 0 deletes\nBatchWriteItem\n    shop: 1 puts, 0 deletes"
    );
}

#[tokio::test]
async fn a_key_that_cannot_be_built_stops_the_batch_before_anything_is_sent() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::record(&database);
    let batch = shop.batch().put_all(&orders(3)).delete(Customer::key(""));
    assert!(batch.await.unwrap_err().is_key());
    assert_eq!(wire.count(), 0);
}

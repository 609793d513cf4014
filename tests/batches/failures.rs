//! Batches of which the service takes a part, or that it refuses: nothing is lost silently.

use dynamo_model::embedded::Action;
use dynamo_model_tests::{Customer, Order, Shop, Wire, day, open};
use serde_json::Value;

use super::{leave, orders, requests};

// fault 83
#[tokio::test(start_paused = true)]
async fn what_the_service_never_takes_is_in_the_report_as_items_and_keys() {
    let (database, shop) = open::<Shop>().await;
    let is_stubborn = |request: &&Value| {
        let put = &request["PutRequest"]["Item"]["SK"]["S"];
        let delete = &request["DeleteRequest"]["Key"]["SK"]["S"];
        *put == "ORDER#2026-10-01#o007" || *delete == "ORDER#2026-10-02#gone"
    };
    let wire = Wire::script(&database, move |sent, _| {
        let stubborn = requests(sent).iter().filter(is_stubborn);
        leave(&stubborn.cloned().collect::<Vec<_>>())
    });
    let report = shop
        .batch()
        .put_all(&orders(20))
        .delete(Order::key("c1", day(2), "gone"))
        .await
        .unwrap();
    assert_eq!((report.written, report.deleted), (19, 0));
    assert!(!report.is_complete());
    assert_eq!(
        report.unprocessed[0].decode::<Order>().unwrap(),
        orders(8)[7]
    );
    let key = &report.undeleted[0];
    assert_eq!(key.entity(), "Order");
    assert_eq!(
        key.parse::<Order>().unwrap(),
        Order::key("c1", day(2), "gone")
    );
    assert!(!key.is::<Customer>());
    assert!(key.parse::<Customer>().unwrap_err().is_key());
    assert_eq!((report.unprocessed.len(), report.undeleted.len()), (1, 1));
    assert_eq!(wire.count(), 9);
    assert!(report.complete().unwrap_err().is_throttled());
}

// fault 83
#[tokio::test(start_paused = true)]
async fn a_request_refused_for_capacity_is_sent_again() {
    let (database, shop) = open::<Shop>().await;
    let _wire = Wire::script(&database, |_, number| match number {
        // More often than the SDK retries.
        1..=7 => Action::error("ProvisionedThroughputExceededException", "slow down"),
        _ => Action::Pass,
    });
    let report = shop.batch().put_all(&orders(10)).await.unwrap();
    assert_eq!((report.written, report.is_complete()), (10, true));
}

// fault 83
#[tokio::test(start_paused = true)]
async fn requests_refused_for_capacity_for_ever_give_a_report() {
    let (database, shop) = open::<Shop>().await;
    let _wire = Wire::script(&database, |sent, _| {
        match requests(sent)[0]["PutRequest"]["Item"]["SK"]["S"] == "ORDER#2026-10-01#o025" {
            true => Action::error("ProvisionedThroughputExceededException", "slow down"),
            false => Action::Pass,
        }
    });
    let report = shop.batch().put_all(&orders(60)).await.unwrap();
    assert_eq!((report.written, report.unprocessed.len()), (35, 25));
}

#[tokio::test]
async fn an_error_of_the_service_ends_the_batch_and_tells_what_was_written() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::script(&database, |_, number| match number {
        1 => Action::Pass,
        _ => Action::error("AccessDeniedException", "no"),
    });
    let batch = shop.batch().put_all(&orders(60)).concurrency(1);
    let error = batch.await.unwrap_err();
    assert_eq!(error.code(), Some("AccessDeniedException"));
    assert_eq!(wire.count(), 2);
    let report = error.batch_report::<Shop>().unwrap();
    assert_eq!((report.written, report.unprocessed.len()), (25, 35));
    assert!(report.unknown_puts.is_empty());
    let left = report.unprocessed.iter();
    let left: Vec<Order> = left.map(|item| item.decode().unwrap()).collect();
    assert_eq!(left, orders(60)[25..]);
    database.clear_hook();
    assert_eq!(shop.query(Order::query("c1")).count().await.unwrap(), 25);
}

#[tokio::test]
async fn an_error_after_leftovers_counts_what_the_first_answer_wrote() {
    let (database, shop) = open::<Shop>().await;
    let _wire = Wire::script(&database, |sent, number| match number {
        1 => leave(&requests(sent)[..4]),
        _ => Action::error("AccessDeniedException", "no"),
    });
    let error = shop.batch().put_all(&orders(10)).await.unwrap_err();
    let report = error.batch_report::<Shop>().unwrap();
    assert_eq!((report.written, report.unprocessed.len()), (6, 4));
}

#[tokio::test(start_paused = true)]
async fn writes_without_an_answer_are_neither_written_nor_unwritten() {
    let (database, shop) = open::<Shop>().await;
    let _wire = Wire::script(&database, |sent, _| {
        match requests(sent)[0].get("DeleteRequest").is_some() {
            true => Action::PassThenFail,
            false => Action::Pass,
        }
    });
    let others = (0..3).map(|number| Order::key("c9", day(2), format!("o{number}")));
    let batch = shop.batch().put_all(&orders(25)).delete_all(others);
    let error = batch.put(&orders(26)[25]).await.unwrap_err();
    assert!(error.is_unknown_outcome());
    let report = error.batch_report::<Shop>().unwrap();
    assert_eq!((report.written, report.deleted), (25, 0));
    assert!(report.unprocessed.is_empty() && report.undeleted.is_empty());
    assert_eq!(
        (report.unknown_puts.len(), report.unknown_deletes.len()),
        (1, 3)
    );
}

#[tokio::test]
async fn a_leftover_that_was_not_sent_makes_the_outcome_unknown() {
    let (database, shop) = open::<Shop>().await;
    let _wire = Wire::script(&database, |sent, _| {
        let mut strange = requests(sent)[0].clone();
        strange["PutRequest"]["Item"]["SK"]["S"] = "ORDER#elsewhere".into();
        leave(&[strange])
    });
    let error = shop.batch().put_all(&orders(2)).await.unwrap_err();
    assert!(error.is_unknown_outcome());
    let report = error.batch_report::<Shop>().unwrap();
    assert_eq!((report.written, report.unknown_puts.len()), (0, 2));
}

//! Indexes that were added later are made complete.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::embedded::Embedded;
use dynamo_model_tests::Wire;

use crate::model::{
    Status, assert_indexes_are_complete, change, migrated, order, stored, text, v2,
};

fn writes(wire: &Wire) -> usize {
    let sent = wire.sent();
    sent.iter()
        .filter(|sent| sent.operation == "UpdateItem")
        .count()
}

#[tokio::test]
async fn an_index_that_was_added_later_is_made_complete() {
    for segments in [1, 4] {
        let (_, shop) = migrated(50).await;
        assert!(
            shop.query(v2::Order::open())
                .all()
                .await
                .unwrap()
                .is_empty()
        );
        let backfill = shop
            .admin()
            .backfill::<v2::Order>()
            .segments(segments)
            .page_size(7);
        let report = backfill.await.unwrap();
        assert!(report.is_complete(), "{report:?}");
        assert_eq!(
            (report.rewritten, report.unchanged, report.examined),
            (50, 0, 57)
        );
        assert_eq!(
            (report.finished_segments, report.segments),
            (segments as usize, segments as usize)
        );
        assert!(report.capacity_units > 0.0 && report.write_units >= 50.0);
        assert_eq!(report.samples.len(), 10);
        assert_indexes_are_complete(&shop).await;
    }
}

#[tokio::test]
async fn a_second_run_writes_nothing() {
    let (database, shop) = migrated(20).await;
    shop.admin()
        .backfill::<v2::Order>()
        .await
        .unwrap()
        .complete()
        .unwrap();
    let wire = Wire::record(&database);
    let report = shop.admin().backfill::<v2::Order>().await.unwrap();
    assert_eq!((report.rewritten, report.unchanged), (0, 20));
    assert_eq!(report.complete().unwrap(), 0);
    assert_eq!(writes(&wire), 0);
}

#[tokio::test]
async fn a_dry_run_shows_what_would_be_written_and_writes_nothing() {
    let (database, shop) = migrated(4).await;
    shop.put(&order(3)).await.unwrap();
    let before = stored(&database, 1).await;
    let wire = Wire::record(&database);
    let dry = shop.admin().backfill::<v2::Order>().dry_run().samples(2);
    let report = dry.await.unwrap();
    assert_eq!((report.rewritten, report.unchanged), (3, 1));
    assert_eq!(report.samples.len(), 2);
    assert_eq!(
        report.samples[0],
        "UpdateItem shop
    key:        {PK: 'CUST#c0', SK: 'ORDER#0000'}
    update:     SET GSI1PK = 'STATUS#Closed', GSI1SK = 'c0#0000'
    condition:  (attribute_exists(PK) AND type = 'Order' AND customer = 'c0' AND number = 0 AND status = 'Closed' AND attribute_not_exists(note))"
    );
    assert_eq!(
        wire.sent()
            .iter()
            .filter(|sent| sent.operation != "Scan")
            .count(),
        0
    );
    assert_eq!(stored(&database, 1).await, before);
}

#[tokio::test]
async fn the_request_shows_the_read() {
    let (_, shop) = migrated(0).await;
    assert_eq!(
        shop.admin().backfill::<v2::Order>().segments(8).explain(),
        "Scan shop
    filter:     (attribute_not_exists(type) OR type = 'Order')
    Segment:    0 of 8"
    );
    assert_eq!(
        shop.admin()
            .backfill::<v2::Order>()
            .within(v2::Order::query("c1"))
            .explain(),
        "Query shop
    key:        (PK = 'CUST#c1' AND begins_with(SK, 'ORDER#'))"
    );
}

#[tokio::test]
async fn attributes_that_the_struct_does_not_know_survive() {
    let (database, shop) = migrated(2).await;
    change(&database, 1, |item| {
        item.insert("newer".to_owned(), AttributeValue::Null(true));
        item.insert("Tags".to_owned(), AttributeValue::Ss(vec!["a".into()]));
    })
    .await;
    let before = stored(&database, 1).await;
    shop.admin()
        .backfill::<v2::Order>()
        .await
        .unwrap()
        .complete()
        .unwrap();
    let mut after = stored(&database, 1).await;
    for (name, value) in [
        ("GSI1PK", "STATUS#Open"),
        ("GSI1SK", "c1#0001"),
        ("openPK", "OPEN"),
        ("openSince", "0001"),
    ] {
        assert_eq!(after.remove(name), Some(text(value)), "{name}");
    }
    assert_eq!(after, before);
}

#[tokio::test]
async fn stale_keys_are_set_and_keys_that_should_not_be_there_are_removed() {
    let (database, shop) = migrated(0).await;
    shop.put(&order(1)).await.unwrap();
    // As a writer past the library leaves it: closed, and still in the index of open orders.
    change(&database, 1, |item| {
        item.insert("status".to_owned(), text("Closed"));
    })
    .await;
    assert_eq!(shop.query(v2::Order::open()).count().await.unwrap(), 1);
    let report = shop.admin().backfill::<v2::Order>().await.unwrap();
    assert_eq!(report.rewritten, 1);
    assert!(
        report.samples[0].contains("SET GSI1PK = 'STATUS#Closed' REMOVE openPK, openSince"),
        "{}",
        report.samples[0]
    );
    assert_indexes_are_complete(&shop).await;
}

#[tokio::test]
async fn keys_of_an_index_that_the_entity_is_not_in_are_removed() {
    let (database, shop) = migrated(0).await;
    let customer = v2::Customer {
        customer: "c1".to_owned(),
    };
    dynamo_model_tests::raw_item(
        &database,
        "shop",
        &[
            ("PK", text("CUST#c1")),
            ("SK", text("PROFILE")),
            ("type", text("Customer")),
            ("customer", text("c1")),
            ("GSI1PK", text("STATUS#Open")),
            ("GSI1SK", text("x")),
        ],
    )
    .await;
    let report = shop.admin().backfill::<v2::Customer>().await.unwrap();
    // The six other customers are as they should be.
    assert_eq!((report.rewritten, report.unchanged), (1, 6));
    assert!(
        shop.items(v2::Order::by_status(Status::Open))
            .all()
            .await
            .unwrap()
            .is_empty()
    );
    assert_eq!(
        shop.get(v2::Customer::key("c1")).await.unwrap(),
        Some(customer)
    );
}

#[tokio::test]
async fn only_what_a_path_finds_is_read_and_put_right() {
    let (database, shop) = migrated(50).await;
    let wire = Wire::record(&database);
    let backfill = shop.admin().backfill::<v2::Order>();
    let backfill = backfill
        .within(v2::Order::query("c1"))
        .within(v2::Order::query("c2"));
    let report = backfill.page_size(3).await.unwrap();
    assert_eq!(
        (report.rewritten, report.examined, report.segments),
        (14, 14, 2)
    );
    assert!(wire.sent().iter().all(|sent| sent.operation != "Scan"));
    assert_eq!(shop.query(v2::Order::open()).count().await.unwrap(), 10);
}

#[tokio::test]
async fn a_path_that_is_wrong_is_refused_before_anything_is_sent() {
    let shop = dynamo_model::Repository::<v2::Shop>::new(Embedded::new().client());
    let error = shop
        .admin()
        .backfill::<v2::Order>()
        .within(v2::Order::query(""))
        .await
        .unwrap_err();
    assert!(error.is_key(), "{error}");
    let backfill = shop
        .admin()
        .backfill::<v2::Order>()
        .within(v2::Order::query(""));
    assert!(backfill.explain().starts_with("nothing is sent: "));
    let error = shop
        .admin()
        .backfill::<v2::Order>()
        .write_units_per_second(-1.0)
        .await
        .unwrap_err();
    assert!(error.is_invalid_request(), "{error}");
}

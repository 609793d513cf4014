//! What a scan reads, and what it sends.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::Repository;
use dynamo_model::embedded::{Action, Embedded};
use dynamo_model_tests::{Sent, Wire, client, raw_item};
use futures_util::StreamExt;

use crate::model::{migrated, order, text, v2};

fn numbers(orders: &[v2::Order]) -> BTreeSet<u32> {
    orders.iter().map(|order| order.number).collect()
}

fn scans(wire: &Wire) -> Vec<Sent> {
    let sent = wire.sent().into_iter();
    sent.filter(|sent| sent.operation == "Scan").collect()
}

#[tokio::test]
async fn a_scan_finds_every_item_of_its_type_once_in_any_number_of_segments() {
    let (_, shop) = migrated(40).await;
    for segments in [0, 1, 2, 3, 16] {
        let scan = shop
            .admin()
            .scan::<v2::Order>()
            .segments(segments)
            .page_size(3);
        let orders = scan.all().await.unwrap();
        assert_eq!(orders.len(), 40, "{segments}");
        assert_eq!(numbers(&orders), (0..40).collect(), "{segments}");
        let items = shop
            .admin()
            .scan_items()
            .segments(segments)
            .all()
            .await
            .unwrap();
        assert_eq!(items.len(), 47);
    }
}

#[tokio::test]
async fn the_request_says_segment_filter_and_asks_for_the_capacity() {
    let (database, shop) = migrated(1).await;
    let wire = Wire::record(&database);
    let scan = shop
        .admin()
        .scan::<v2::Order>()
        .segments(2)
        .page_size(5)
        .consistent();
    assert_eq!(
        scan.explain(),
        "Scan shop
    filter:     (attribute_not_exists(type) OR type = 'Order')
    Limit:      5
    ConsistentRead: true
    Segment:    0 of 2"
    );
    scan.all().await.unwrap();
    let sent = wire.last();
    assert_eq!(sent.text("ReturnConsumedCapacity"), "TOTAL");
    assert_eq!(sent.body["TotalSegments"], 2);
    assert_eq!(sent.body["ConsistentRead"], true);
    assert_eq!(
        sent.resolved("FilterExpression"),
        "(attribute_not_exists(type) OR type = Order)"
    );
    assert_eq!(shop.admin().scan_items().explain(), "Scan shop");
}

#[tokio::test]
async fn a_scan_of_one_segment_names_none() {
    let (database, shop) = migrated(1).await;
    let wire = Wire::record(&database);
    shop.admin().scan_items().all().await.unwrap();
    assert!(wire.last().body.get("TotalSegments").is_none());
}

#[tokio::test]
async fn an_item_without_a_type_counts_where_its_key_tells() {
    let (database, shop) = migrated(0).await;
    raw_item(
        &database,
        "shop",
        &[
            ("PK", text("CUST#c9")),
            ("SK", text("ORDER#0009")),
            ("customer", text("c9")),
            ("number", AttributeValue::N("9".into())),
            ("status", text("Open")),
        ],
    )
    .await;
    raw_item(&database, "shop", &[("PK", text("?")), ("SK", text("?"))]).await;
    let orders = shop.admin().scan::<v2::Order>().all().await.unwrap();
    assert_eq!(numbers(&orders), BTreeSet::from([9]));
}

#[tokio::test]
async fn an_item_that_cannot_be_read_is_handed_over_as_its_error_and_the_scan_goes_on() {
    let (database, shop) = migrated(3).await;
    crate::model::change(&database, 1, |item| {
        item.insert("status".to_owned(), AttributeValue::N("7".into()));
    })
    .await;
    let seen = Arc::new(Mutex::new((0, Vec::new())));
    let log = seen.clone();
    let report = shop.admin().scan::<v2::Order>().for_each(move |order| {
        let mut log = log.lock().unwrap();
        match order {
            Ok(_) => log.0 += 1,
            Err(error) => log.1.push(error),
        }
        async { Ok(()) }
    });
    assert_eq!(report.await.unwrap().complete().unwrap(), 3);
    let (read, errors) = std::mem::take(&mut *seen.lock().unwrap());
    assert_eq!((read, errors.len()), (2, 1));
    assert!(errors[0].is_decode());
    assert_eq!(errors[0].attribute(), Some("status"));
    assert!(
        shop.admin()
            .scan::<v2::Order>()
            .all()
            .await
            .unwrap_err()
            .is_decode()
    );
}

#[tokio::test]
async fn an_index_is_scanned_for_what_is_in_it() {
    let (_, shop) = migrated(0).await;
    for number in 0..6 {
        shop.put(&order(number)).await.unwrap();
    }
    for segments in [1, 4, 50] {
        let open = shop
            .admin()
            .scan::<v2::Order>()
            .index("Open")
            .segments(segments);
        assert_eq!(
            numbers(&open.page_size(1).all().await.unwrap()),
            BTreeSet::from([1, 2, 4, 5])
        );
    }
    let items = shop.admin().scan_items().index("Open").all().await.unwrap();
    assert_eq!(items.len(), 4);
}

#[tokio::test]
async fn an_index_has_the_name_that_it_has_in_the_environment() {
    let shop =
        Repository::<v2::Shop>::new(Embedded::new().client()).with_index_name("Open", "open-prod");
    assert_eq!(
        shop.admin().scan_items().index("Open").explain(),
        "Scan shop\n    IndexName:  open-prod"
    );
}

#[tokio::test]
async fn what_cannot_be_right_is_refused_before_anything_is_sent() {
    let (database, shop) = migrated(1).await;
    let wire = Wire::record(&database);
    let refused = [
        shop.admin()
            .scan_items()
            .index("Nope")
            .all()
            .await
            .unwrap_err(),
        shop.admin()
            .scan_items()
            .index("Open")
            .consistent()
            .all()
            .await
            .unwrap_err(),
        shop.admin()
            .scan_items()
            .segments(1_000_001)
            .all()
            .await
            .unwrap_err(),
        shop.admin()
            .scan_items()
            .capacity_units_per_second(0.0)
            .all()
            .await
            .unwrap_err(),
    ];
    for error in refused {
        assert!(error.is_invalid_request(), "{error}");
    }
    let mut stream = shop.admin().scan_items().index("Nope").stream();
    assert!(
        stream
            .next()
            .await
            .unwrap()
            .unwrap_err()
            .is_invalid_request()
    );
    assert!(stream.next().await.is_none());
    let explained = shop.admin().scan_items().index("Nope").explain();
    assert!(explained.contains("GSI1, Open"), "{explained}");
    assert_eq!(wire.count(), 0);
}

#[tokio::test]
async fn a_scan_of_no_items_is_complete() {
    let (_, shop) = migrated(0).await;
    let report = shop
        .admin()
        .scan::<v2::Order>()
        .segments(3)
        .for_each(|_| async { Ok(()) });
    let report = report.await.unwrap();
    assert!(report.is_complete());
    assert_eq!(
        (report.items, report.examined, report.finished_segments),
        (0, 7, 3)
    );
    assert!(report.capacity_units > 0.0);
}

#[tokio::test]
async fn at_most_two_pages_of_a_segment_are_in_memory() {
    let (database, shop) = migrated(60).await;
    let wire = Wire::record(&database);
    let mut stream = shop.admin().scan_items().segments(2).page_size(4).stream();
    let mut taken = 0;
    while let Some(item) = stream.next().await {
        item.unwrap();
        taken += 1;
        // Pages whose items are all taken, at least, and two of each segment.
        let asked = scans(&wire).len();
        assert!(asked <= (taken - 1) / 4 + 4, "{asked} after {taken} items");
    }
    assert_eq!(taken, 67);
}

#[tokio::test]
async fn segments_are_read_side_by_side() {
    let (database, shop) = migrated(20).await;
    let barrier = Arc::new(tokio::sync::Barrier::new(4));
    database.on_request(move |_| {
        let barrier = barrier.clone();
        async move {
            // None is answered before all four are sent.
            barrier.wait().await;
            Action::Pass
        }
    });
    let items = shop.admin().scan_items().segments(4).all().await.unwrap();
    assert_eq!(items.len(), 27);
}

#[tokio::test]
async fn a_request_can_be_spawned() {
    let (database, _) = migrated(5).await;
    let shop = Repository::<v2::Shop>::new(client(&database));
    let spawned = tokio::spawn(async move {
        let report = shop
            .admin()
            .scan::<v2::Order>()
            .for_each(|_| async { Ok(()) })
            .await?;
        let deleted = shop
            .admin()
            .delete_partition(v2::Order::partition("c1"))
            .await?;
        let filled = shop.admin().backfill::<v2::Order>().await?;
        Ok::<_, dynamo_model::Error>((report.items, deleted.deleted, filled.rewritten))
    });
    assert_eq!(spawned.await.unwrap().unwrap(), (5, 2, 4));
}

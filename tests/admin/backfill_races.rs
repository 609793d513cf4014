//! Others write at the same time: they win.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::Repository;
use dynamo_model::embedded::{Action, Embedded};

use crate::model::{
    Status, assert_indexes_are_complete, change, migrated, order, stored, text, v2,
};

/// Runs `other` before the first update reaches the engine, once.
fn before_the_first_update<A>(database: &Embedded, other: impl Fn() -> A + Send + Sync + 'static)
where
    A: Future<Output = ()> + Send + 'static,
{
    let (other, updates) = (Arc::new(other), Arc::new(AtomicU32::new(0)));
    database.on_request(move |request| {
        let is_first = request.operation() == "UpdateItem"
            && request.body().contains("SET")
            && updates.fetch_add(1, Ordering::Relaxed) == 0;
        let other = Arc::clone(&other);
        async move {
            if is_first {
                other().await;
            }
            Action::Pass
        }
    });
}

#[tokio::test]
async fn a_change_behind_the_scan_is_not_overwritten_with_the_stale_value() {
    let (database, shop) = migrated(2).await;
    let writer = shop.clone();
    before_the_first_update(&database, move || {
        let writer = writer.clone();
        async move {
            for number in [0, 1] {
                let key = v2::Order::key(order(number).customer, number);
                let close = |order: &mut v2::Order| {
                    order.status = match order.status {
                        Status::Open => Status::Closed,
                        Status::Closed => Status::Open,
                    };
                };
                writer.modify(key, close).await.unwrap();
            }
        }
    });
    let report = shop
        .admin()
        .backfill::<v2::Order>()
        .concurrency(2)
        .await
        .unwrap();
    database.clear_hook();
    // What the writer put right is found to be right when it is looked at again.
    assert_eq!(
        (report.rewritten, report.unchanged, report.failed),
        (0, 2, 0)
    );
    assert_eq!(stored(&database, 0).await["openPK"], text("OPEN"));
    assert!(!stored(&database, 1).await.contains_key("openPK"));
    assert_indexes_are_complete(&shop).await;
}

#[tokio::test]
async fn a_change_past_the_library_is_derived_again() {
    let (database, shop) = migrated(1).await;
    let other = database.clone();
    before_the_first_update(&database, move || {
        let other = other.clone();
        async move {
            change(&other, 0, |item| {
                item.insert("status".to_owned(), text("Open"));
                item.insert("seen".to_owned(), AttributeValue::Bool(true));
            })
            .await;
        }
    });
    let report = shop.admin().backfill::<v2::Order>().await.unwrap();
    database.clear_hook();
    assert_eq!(report.complete().unwrap(), 1);
    let item = stored(&database, 0).await;
    assert_eq!(item["GSI1PK"], text("STATUS#Open"));
    assert_eq!(item["seen"], AttributeValue::Bool(true));
    assert_indexes_are_complete(&shop).await;
}

#[tokio::test]
async fn an_item_that_is_deleted_behind_the_scan_does_not_come_back() {
    let (database, shop) = migrated(1).await;
    let writer = shop.clone();
    before_the_first_update(&database, move || {
        let writer = writer.clone();
        async move { writer.delete(&order(0)).await.unwrap() }
    });
    let report = shop.admin().backfill::<v2::Order>().await.unwrap();
    database.clear_hook();
    assert_eq!(
        (report.rewritten, report.gone, report.is_complete()),
        (0, 1, true)
    );
    assert!(stored(&database, 0).await.is_empty());
}

#[tokio::test]
async fn an_item_that_becomes_unreadable_behind_the_scan_is_a_failure() {
    let (database, shop) = migrated(1).await;
    let other = database.clone();
    before_the_first_update(&database, move || {
        let other = other.clone();
        async move {
            change(&other, 0, |item| {
                item.remove("status");
            })
            .await;
        }
    });
    let report = shop.admin().backfill::<v2::Order>().await.unwrap();
    assert_eq!((report.rewritten, report.failed), (0, 1));
    assert_eq!(report.failures[0].attribute(), Some("status"));
}

#[tokio::test(start_paused = true)]
async fn an_item_that_others_change_each_time_is_a_failure_and_no_endless_run() {
    let (database, shop) = migrated(2).await;
    let (other, count) = (database.clone(), Arc::new(AtomicU32::new(0)));
    database.on_request(move |request| {
        let is_update =
            request.operation() == "UpdateItem" && request.body().contains("ORDER#0001");
        let (other, count) = (other.clone(), count.clone());
        async move {
            if is_update {
                let number = count.fetch_add(1, Ordering::Relaxed);
                change(&other, 1, |item| {
                    item.insert("note".to_owned(), text(number.to_string()));
                })
                .await;
            }
            Action::Pass
        }
    });
    let report = shop.admin().backfill::<v2::Order>().await.unwrap();
    assert_eq!((report.rewritten, report.failed), (1, 1));
    assert!(report.failures[0].is_condition_failed());
    assert_eq!(
        report.failures[0].key(),
        Some("{PK: 'CUST#c1', SK: 'ORDER#0001'}")
    );
}

/// Four writers change the orders all the time that a backfill needs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_index_is_complete_although_others_write_all_the_time() {
    let (_, shop) = migrated(120).await;
    let writers: Vec<_> = (0..4_u32)
        .map(|writer| tokio::spawn(write(shop.clone(), writer)))
        .collect();
    let backfill = shop
        .admin()
        .backfill::<v2::Order>()
        .segments(3)
        .page_size(10);
    let report = backfill.await.unwrap();
    for writer in writers {
        writer.await.unwrap();
    }
    assert_eq!(report.failed, 0, "{report:?}");
    assert_indexes_are_complete(&shop).await;
}

async fn write(shop: Repository<v2::Shop>, writer: u32) {
    for round in 0..60 {
        let number = (writer * 31 + round * 7) % 130;
        let key = v2::Order::key(order(number).customer, number);
        match round % 3 {
            0 => {
                let changed = shop.modify(key, |order| {
                    order.status = match order.status {
                        Status::Open => Status::Closed,
                        Status::Closed => Status::Open,
                    };
                });
                let changed = changed.await;
                assert!(changed.is_ok() || changed.unwrap_err().is_not_found());
            }
            1 => shop.put(&order(number)).await.unwrap(),
            _ => shop.delete(key).await.unwrap(),
        }
    }
}

//! Read, change, write on the condition that nobody else did.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::embedded::{Action, Embedded};
use dynamo_model::{Entity, Repository, Table};
use dynamo_model_tests::on_path_under_test;
use serde::{Deserialize, Serialize};

use crate::shop::{Order, Status, order, shop, stored};

#[tokio::test]
async fn what_differs_is_written_and_the_entity_returned() {
    let (database, shop) = shop().await;
    shop.create(&order(1)).await.unwrap();
    let bodies = Arc::new(std::sync::Mutex::new(Vec::new()));
    let seen = bodies.clone();
    database.on_request(move |request| {
        seen.lock()
            .unwrap()
            .push((request.operation().to_owned(), request.body().to_owned()));
        async { Action::Pass }
    });
    let changed = shop
        .modify(&order(1), |order| order.status = Status::Closed)
        .await
        .unwrap();
    assert_eq!(
        changed,
        Order {
            status: Status::Closed,
            ..order(1)
        }
    );
    let bodies = bodies.lock().unwrap();
    let operations: Vec<_> = bodies
        .iter()
        .map(|(operation, _)| operation.as_str())
        .collect();
    assert_eq!(operations, ["GetItem", "UpdateItem"]);
    let get: serde_json::Value = serde_json::from_str(&bodies[0].1).unwrap();
    assert_eq!(get["ConsistentRead"], true);
    let update: serde_json::Value = serde_json::from_str(&bodies[1].1).unwrap();
    assert_eq!(
        update["UpdateExpression"],
        "SET #0 = :0, #1 = :1 REMOVE #2, #3"
    );
}

#[tokio::test]
async fn no_difference_is_no_request() {
    let (database, shop) = shop().await;
    shop.create(&order(1)).await.unwrap();
    database.on_request(|request| {
        assert_eq!(request.operation(), "GetItem");
        async { Action::Pass }
    });
    assert_eq!(shop.modify(&order(1), |_| ()).await.unwrap(), order(1));
}

#[tokio::test]
async fn attributes_that_the_struct_does_not_know_survive() {
    let (database, shop) = shop().await;
    shop.create(&order(1)).await.unwrap();
    database
        .client()
        .update_item()
        .table_name("shop")
        .key("PK", AttributeValue::S("CUST#c1".into()))
        .key("SK", AttributeValue::S("ORDER#0001".into()))
        .update_expression("SET newer = :n, openSince = :s")
        .expression_attribute_values(":n", AttributeValue::S("x".into()))
        .expression_attribute_values(":s", AttributeValue::S("stale".into()))
        .send()
        .await
        .unwrap();
    shop.modify(&order(1), |order| order.remark = Some("y".into()))
        .await
        .unwrap();
    let item = stored(&shop, 1).await;
    assert_eq!(item["newer"], "x");
    assert_eq!(item["openSince"], "0001", "a stale index key is put right");
}

#[tokio::test]
async fn the_closure_may_fail_and_then_nothing_is_written() {
    let (_, shop) = shop().await;
    shop.create(&order(1)).await.unwrap();
    let refused = shop
        .modify(&order(1), |order| {
            order.total = 0;
            order.total.checked_sub(1).ok_or("poor").map(|_| ())
        })
        .await
        .unwrap();
    assert_eq!(refused, Err("poor"));
    assert_eq!(stored(&shop, 1).await["sum"], 10);
    let missing = shop.modify(&order(2), |_| ()).await;
    assert!(missing.unwrap_err().is_not_found());
}

// fault 30
#[tokio::test]
async fn the_primary_key_cannot_be_modified() {
    let (_, shop) = shop().await;
    shop.create(&order(1)).await.unwrap();
    let error = shop
        .modify(&order(1), |order| order.number = 2)
        .await
        .unwrap_err();
    assert!(
        error.is_invalid_request() && error.to_string().contains("`rekey`"),
        "{error}"
    );
}

/// 16 tasks, 50 changes each, of one item.
async fn race<T: Table, E>(repository: Repository<T>, entity: E, change: fn(&mut E))
where
    E: Entity<Table = T, KeyFields: Send>
        + Serialize
        + for<'de> Deserialize<'de>
        + Clone
        + Send
        + Sync
        + 'static,
{
    let tasks = (0..16).map(|_| {
        let (repository, entity) = (repository.clone(), entity.clone());
        tokio::spawn(async move {
            for _ in 0..50 {
                repository.modify(&entity, change).await.unwrap();
            }
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sixteen_tasks_lose_no_update_without_a_version() {
    let (_, shop) = shop().await;
    shop.create(&order(1)).await.unwrap();
    race(shop.clone(), order(1), |order| order.total += 1).await;
    assert_eq!(stored(&shop, 1).await["sum"], 10 + 16 * 50);
}

#[derive(Table)]
#[table(name = "counters", entities(Counter))]
struct Counters;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Counters, pk = "COUNTER#{id}", sk = "COUNTER")]
struct Counter {
    id: String,
    count: u64,
    #[entity(version)]
    version: u64,
}

async fn counters() -> (Embedded, Repository<Counters>, Counter) {
    let database = Embedded::new();
    let counters = on_path_under_test(Repository::new(database.client()));
    counters.create_table().await.unwrap();
    let mut counter = Counter {
        id: "c".into(),
        count: 0,
        version: 0,
    };
    counters.create(&mut counter).await.unwrap();
    (database, counters, counter)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sixteen_tasks_lose_no_update_with_a_version() {
    let (_, counters, counter) = counters().await;
    race(counters.clone(), counter, |counter| counter.count += 1).await;
    let counter = counters.get(Counter::key("c")).await.unwrap().unwrap();
    assert_eq!((counter.count, counter.version), (800, 801));
}

/// The first UpdateItem meets this, the others pass; how many were sent.
fn first_update_gets(database: &Embedded, action: Action) -> Arc<AtomicU32> {
    let updates = Arc::new(AtomicU32::new(0));
    let seen = updates.clone();
    database.on_request(move |request| {
        let is_first =
            request.operation() == "UpdateItem" && seen.fetch_add(1, Ordering::Relaxed) == 0;
        let action = if is_first {
            action.clone()
        } else {
            Action::Pass
        };
        async move { action }
    });
    updates
}

// fault 91
#[tokio::test]
async fn a_lost_answer_of_a_modify_is_an_unknown_outcome_and_not_applied_twice() {
    let (database, counters, _) = counters().await;
    first_update_gets(&database, Action::PassThenFail);
    // What the retry meets may be this call's own write, or another's that is equal.
    let error = counters
        .modify(Counter::key("c"), |counter| counter.count += 1)
        .await
        .unwrap_err();
    assert!(error.is_unknown_outcome());
    let stored = counters.get(Counter::key("c")).await.unwrap().unwrap();
    assert_eq!((stored.count, stored.version), (1, 2));
}

// fault 91
#[tokio::test]
async fn an_addition_whose_answer_was_lost_is_not_sent_again() {
    let (database, counters, _) = counters().await;
    let updates = first_update_gets(&database, Action::PassThenFail);
    let error = counters
        .update(Counter::update(Counter::key("c")).add_count(5))
        .await
        .unwrap_err();
    assert!(error.is_unknown_outcome());
    assert_eq!(updates.load(Ordering::Relaxed), 1);
    let stored = counters.get(Counter::key("c")).await.unwrap().unwrap();
    assert_eq!(stored.count, 5);
}

// fault 83
#[tokio::test]
async fn an_addition_that_was_throttled_is_sent_again() {
    let (database, counters, _) = counters().await;
    let updates = first_update_gets(&database, Action::throttle());
    let update = Counter::update(Counter::key("c")).add_count(5);
    counters.update(update).await.unwrap();
    assert_eq!(updates.load(Ordering::Relaxed), 2);
    let stored = counters.get(Counter::key("c")).await.unwrap().unwrap();
    assert_eq!(stored.count, 5);
}

// fault 88
#[tokio::test]
async fn a_modify_goes_on_after_a_conflict_with_a_transaction() {
    let (database, counters, _) = counters().await;
    first_update_gets(
        &database,
        Action::error("TransactionConflictException", "ongoing"),
    );
    let counter = counters
        .modify(Counter::key("c"), |counter| counter.count += 1)
        .await
        .unwrap();
    assert_eq!(counter.count, 1);
}

#[tokio::test]
async fn a_lost_answer_of_a_conditional_update_is_an_unknown_outcome() {
    let (database, counters, counter) = counters().await;
    first_update_gets(&database, Action::PassThenFail);
    let error = counters
        .update(Counter::update(&counter).add_count(1))
        .expect_version(1)
        .await
        .unwrap_err();
    assert!(error.is_unknown_outcome(), "{error}");
    assert_eq!(error.existing::<Counter>().unwrap().unwrap().count, 1);
}

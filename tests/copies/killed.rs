//! A fan-out over 2,500 copies that dies at any of its requests, is resumed, and is overtaken.
//!
//! Each takes a second or two, so only some of the requests are tried; all of them where `DYNAMO_MODEL_EVERY_REQUEST` is set.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use dynamo_model::Repository;
use dynamo_model::embedded::{Action, Embedded};
use tokio::sync::Notify;

use crate::shop::{Customer, Shop, names, shop_with};

const COPIES: usize = 2_500;

/// The requests that are tried, of so many.
fn tried(requests: u64) -> Vec<u64> {
    if std::env::var_os("DYNAMO_MODEL_EVERY_REQUEST").is_some() {
        return (1..=requests).collect();
    }
    vec![2, 5, requests / 2, requests]
}

async fn rename(shop: &Repository<Shop>, name: &str) {
    let rename = Customer::update(Customer::key("c1")).name(name);
    let fan_out = shop.update(rename).fan_out().settle_for(Duration::ZERO);
    let _ = fan_out.await.unwrap();
}

/// Renames, and is gone when request number `at` is about to be sent.
async fn rename_and_die(database: &Embedded, shop: &Repository<Shop>, name: &str, at: u64) {
    let (count, is_due) = (Arc::new(AtomicU64::new(0)), Arc::new(Notify::new()));
    let due = Arc::clone(&is_due);
    database.on_request(move |_| {
        let is_last = count.fetch_add(1, Ordering::SeqCst) + 1 == at;
        let due = Arc::clone(&due);
        async move {
            if is_last {
                due.notify_one();
                pending::<()>().await;
            }
            Action::Pass
        }
    });
    tokio::select! {
        () = rename(shop, name) => panic!("request {at} was not sent"),
        () = is_due.notified() => {}
    }
    database.clear_hook();
}

async fn requests_of_a_rename(database: &Embedded, shop: &Repository<Shop>) -> u64 {
    let count = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&count);
    database.on_request(move |_| {
        counted.fetch_add(1, Ordering::SeqCst);
        async { Action::Pass }
    });
    rename(shop, "counted").await;
    database.clear_hook();
    count.load(Ordering::SeqCst)
}

async fn assert_named(shop: &Repository<Shop>, name: &str, when: &str) {
    assert_eq!(names(shop, "c1").await, [name], "{when}");
    let carol = shop.get(Customer::key("c1")).consistent().await.unwrap();
    assert_eq!(carol.unwrap().name, name, "{when}");
}

// fault 115
#[tokio::test(start_paused = true)]
async fn a_fan_out_that_died_at_any_request_is_resumed() {
    let (database, shop, _) = shop_with(COPIES).await;
    let requests = requests_of_a_rename(&database, &shop).await;
    assert!(requests > 26, "{requests}");
    let mut last = String::from("counted");
    for at in tried(requests) {
        let name = format!("name {at}");
        rename_and_die(&database, &shop, &name, at).await;
        let _ = shop
            .fan_out::<Customer>(Customer::key("c1"))
            .settle_for(Duration::ZERO)
            .await
            .unwrap();
        let stored = shop
            .get(Customer::key("c1"))
            .consistent()
            .await
            .unwrap()
            .unwrap();
        // Before the source was written there is nothing to resume.
        assert!(
            stored.name == name || (at <= 3 && stored.name == last),
            "at {at}: {}",
            stored.name
        );
        assert_named(&shop, &stored.name, &format!("died at {at}")).await;
        last = stored.name;
    }
    assert!(shop.audit_copies::<Customer>().await.unwrap().is_empty());
}

// fault 115
#[tokio::test(start_paused = true)]
async fn a_fan_out_that_is_overtaken_leaves_the_newer_value() {
    let (database, shop, _) = shop_with(COPIES).await;
    let requests = requests_of_a_rename(&database, &shop).await;
    for at in tried(requests) {
        let (count, other) = (Arc::new(AtomicU64::new(0)), shop.clone());
        database.on_request(move |_| {
            let is_due = count.fetch_add(1, Ordering::SeqCst) + 1 == at;
            let other = other.clone();
            async move {
                if is_due {
                    rename(&other, &format!("newer {at}")).await;
                }
                Action::Pass
            }
        });
        // A name of its own each time: copies that have the name already would fit one transaction, which comes later.
        rename(&shop, &format!("older {at}")).await;
        database.clear_hook();
        let stored = shop
            .get(Customer::key("c1"))
            .consistent()
            .await
            .unwrap()
            .unwrap();
        // Whoever wrote the source last; after the first write of the source that is the one who overtook.
        assert!(
            stored.name == format!("newer {at}") || at <= 3,
            "overtaken at {at}: {}",
            stored.name
        );
        assert_named(&shop, &stored.name, &format!("overtaken at {at}")).await;
    }
}

/// It dies half way, a newer rename dies too, and the older one is resumed.
#[tokio::test(start_paused = true)]
async fn a_resumed_older_run_brings_the_newer_value() {
    let (database, shop, _) = shop_with(COPIES).await;
    rename_and_die(&database, &shop, "older", 12).await;
    rename_and_die(&database, &shop, "newer", 7).await;
    let report = shop
        .fan_out::<Customer>(Customer::key("c1"))
        .settle_for(Duration::ZERO)
        .await
        .unwrap();
    assert!(
        report.updated > 2_000 && report.updated < COPIES,
        "{report:?}"
    );
    assert_named(&shop, "newer", "in the end").await;
}

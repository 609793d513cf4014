//! Other writers at every point of a run: before each of its requests, and so after each but the last.
//!
//! A run in chunks takes a while, so each writer comes at every second point of it only; at all where `DYNAMO_MODEL_EVERY_REQUEST` is set.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use dynamo_model::embedded::{Action, Embedded};
use dynamo_model::{Entity as _, Error, RawItem, Repository};

use crate::shop::{Customer, Order, Shop, customer, order, shop_with};

type Task = Pin<Box<dyn Future<Output = ()> + Send>>;
/// A writer who comes in between.
type Intruder = fn(Repository<Shop>) -> Task;
/// What is interrupted.
type Scenario = fn(Repository<Shop>) -> Pin<Box<dyn Future<Output = Result<(), Error>>>>;

const INTRUDERS: &[(&str, Intruder)] = &[
    ("a birth with the old name", |shop| {
        Box::pin(birth(shop, "Carol"))
    }),
    ("a birth with the new name", |shop| {
        Box::pin(birth(shop, "Carol Smith"))
    }),
    ("a put over a copy with the old name", |shop| {
        Box::pin(put_over(shop, "Carol"))
    }),
    ("a put over a copy with the new name", |shop| {
        Box::pin(put_over(shop, "Carol Smith"))
    }),
    ("a rename", |shop| Box::pin(rename(shop, "Caroline"))),
    ("a rename back", |shop| Box::pin(rename(shop, "Carol"))),
    ("a deletion of a copy", |shop| {
        Box::pin(async move {
            shop.delete(Order::key("c1", "o00001")).await.unwrap();
        })
    }),
    ("a change of another input of the copy's index", |shop| {
        Box::pin(async move {
            let changed = shop.modify(Order::key("c1", "o00002"), |order| {
                order.status = "closed".into()
            });
            let _ = changed.await;
        })
    }),
    ("a deletion of the source", |shop| {
        Box::pin(async move {
            shop.delete(Customer::key("c1")).await.unwrap();
        })
    }),
    ("a source that is deleted and made again", |shop| {
        Box::pin(async move {
            shop.delete(Customer::key("c1")).await.unwrap();
            let again = shop.create(&customer("c1", "Cleo")).fan_out();
            let _ = again.settle_for(Duration::ZERO).await.unwrap();
        })
    }),
    (
        "a rename that dies before its fan-out, and is resumed",
        |shop| {
            Box::pin(async move {
                let rename = Customer::update(Customer::key("c1")).name("Cora");
                if shop.update(rename).leave_copies().await.is_ok() {
                    birth(shop.clone(), "Cora").await;
                    let resumed = shop.fan_out(Customer::key("c1")).settle_for(Duration::ZERO);
                    let _ = resumed.await.unwrap();
                }
            })
        },
    ),
];

async fn birth(shop: Repository<Shop>, name: &str) {
    match shop.create(&order(&customer("c1", name), "o-new")).await {
        Err(error)
            if !(error.is_stale_copy() || error.is_not_found() || error.is_already_exists()) =>
        {
            panic!("{error}")
        }
        _ => {}
    }
}

async fn put_over(shop: Repository<Shop>, name: &str) {
    let mut changed = order(&customer("c1", name), "o00003");
    changed.status = "packed".into();
    match shop.put(&changed).await {
        Err(error) if !(error.is_stale_copy() || error.is_not_found()) => panic!("{error}"),
        _ => {}
    }
}

async fn rename(shop: Repository<Shop>, name: &'static str) {
    let rename = shop
        .update(Customer::update(Customer::key("c1")).name(name))
        .fan_out();
    match rename.settle_for(Duration::ZERO).await {
        Err(error) if !error.is_not_found() => panic!("{error}"),
        _ => {}
    }
}

/// Runs the scenario on a fresh shop of so many orders, with a task before its request number `at`; how many requests it sent.
async fn run(
    orders: usize,
    scenario: Scenario,
    intruder: Option<(Intruder, u64)>,
) -> (Embedded, Repository<Shop>, u64) {
    let (database, shop, _) = shop_with(orders).await;
    let count = Arc::new(AtomicU64::new(0));
    let is_inside = Arc::new(AtomicBool::new(false));
    let (counted, other) = (Arc::clone(&count), shop.clone());
    database.on_request(move |_| {
        let is_own = !is_inside.load(Ordering::SeqCst);
        let number = match is_own {
            true => counted.fetch_add(1, Ordering::SeqCst) + 1,
            false => 0,
        };
        let intruder = intruder.filter(|(_, at)| *at == number);
        let (other, is_inside) = (other.clone(), Arc::clone(&is_inside));
        async move {
            if let Some((intruder, _)) = intruder {
                is_inside.store(true, Ordering::SeqCst);
                intruder(other).await;
                is_inside.store(false, Ordering::SeqCst);
            }
            Action::Pass
        }
    });
    match scenario(shop.clone()).await {
        Ok(()) => {}
        Err(error) if error.is_not_found() && !error.is_fan_out_unfinished() => {}
        Err(error) if error.is_already_exists() => {}
        Err(error) => panic!("{error}"),
    }
    database.clear_hook();
    (database, shop, count.load(Ordering::SeqCst))
}

/// No copy disagrees, and each index key is what the stored fields make it.
async fn assert_true(shop: &Repository<Shop>, when: &str) {
    let stale = shop.audit_copies::<Customer>().await.unwrap();
    assert!(stale.is_empty(), "{when}: {stale:?}");
    let items: Vec<RawItem<Shop>> = shop
        .items(Order::partition("c1"))
        .consistent()
        .all()
        .await
        .unwrap();
    for item in items.iter().filter(|item| item.is::<Order>()) {
        let order: Order = item.decode().unwrap();
        let key = |name| item.attribute::<String>(name).unwrap();
        assert_eq!(
            key("GSI1PK"),
            Some(format!("NAME#{}", order.customer_name)),
            "{when}"
        );
        let sort = format!("{}#{}", order.status, order.order_id);
        assert_eq!(key("GSI1SK"), Some(sort), "{when}");
    }
}

async fn at_every_point(orders: usize, scenario: Scenario) {
    let (_, shop, requests) = run(orders, scenario, None).await;
    assert_true(&shop, "alone").await;
    assert!(requests > 2, "{requests} requests");
    let step = match orders {
        0..100 => 1,
        _ if std::env::var_os("DYNAMO_MODEL_EVERY_REQUEST").is_some() => 1,
        _ => 2,
    };
    for (number, (name, intruder)) in INTRUDERS.iter().enumerate() {
        // One more: a run that is interrupted may be longer.
        for at in (1 + number as u64 % step as u64..=requests + 1).step_by(step) {
            let (_, shop, _) = run(orders, scenario, Some((*intruder, at))).await;
            assert_true(&shop, &format!("{name} before request {at}")).await;
        }
    }
}

fn to_carol_smith(shop: Repository<Shop>) -> Pin<Box<dyn Future<Output = Result<(), Error>>>> {
    Box::pin(async move {
        let rename = Customer::update(Customer::key("c1")).name("Carol Smith");
        let fan_out = shop.update(rename).fan_out().settle_for(Duration::ZERO);
        fan_out.await.map(|_| ())
    })
}

#[tokio::test(start_paused = true)]
async fn a_rename_in_one_transaction_is_true_whoever_comes_in_between() {
    at_every_point(3, to_carol_smith).await;
}

#[tokio::test(start_paused = true)]
async fn a_rename_in_chunks_is_true_whoever_comes_in_between() {
    at_every_point(101, to_carol_smith).await;
}

#[tokio::test(start_paused = true)]
async fn a_source_that_is_replaced_is_true_whoever_comes_in_between() {
    at_every_point(3, |shop| {
        Box::pin(async move {
            shop.delete(Customer::key("c1")).await?;
            let again = shop.create(&customer("c1", "Carol Smith")).fan_out();
            again.settle_for(Duration::ZERO).await.map(|_| ())
        })
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_repair_is_true_whoever_comes_in_between() {
    at_every_point(3, |shop| {
        Box::pin(async move {
            let rename = Customer::update(Customer::key("c1")).name("Carol Smith");
            shop.update(rename).leave_copies().await?;
            let fan_out = shop.fan_out(Customer::key("c1")).settle_for(Duration::ZERO);
            fan_out.await.map(|_| ())
        })
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_modified_source_is_true_whoever_comes_in_between() {
    at_every_point(3, |shop| {
        Box::pin(async move {
            let key = customer("c1", "").key();
            let changed = shop.modify_and_fan_out(key, |carol| carol.name = "Carol Smith".into());
            changed.await.map(|_| ())
        })
    })
    .await;
}

//! Eight tasks that rename, create, change, move and delete at once, in an order that a seed decides.

use std::sync::Arc;
use std::sync::Mutex;
use std::time::Duration;

use dynamo_model::embedded::Action;
use dynamo_model::{Error, Repository};
use dynamo_model_tests::open;

use crate::shop::{Customer, Order, Shop, customer, names, order};

const TASKS: u64 = 8;
const STEPS: u32 = 20;

/// A small generator, so that a seed is a run.
#[derive(Clone)]
struct Random(Arc<Mutex<u64>>);

impl Random {
    fn new(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(seed)))
    }

    fn below(&self, limit: u64) -> u64 {
        let mut state = self.0.lock().unwrap();
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state % limit
    }
}

/// What may come of it where others write at the same time.
fn settle(result: Result<(), Error>) {
    if let Err(error) = result {
        let is_expected = error.is_condition_failed() || error.is_conflict();
        assert!(is_expected && !error.is_fan_out_unfinished(), "{error}");
    }
}

async fn step(shop: &Repository<Shop>, random: &Random, task: u64) {
    let id = ["c1", "c2"][random.below(2) as usize];
    let number = format!("o{}", random.below(6));
    let name = format!("name {}", random.below(5));
    match random.below(8) {
        0 | 1 => {
            let rename = Customer::update(Customer::key(id)).name(name);
            let fan_out = shop.update(rename).fan_out().settle_for(Duration::ZERO);
            settle(fan_out.await.map(|_| ()));
        }
        2 | 3 => {
            let Some(source) = shop.get(Customer::key(id)).await.unwrap() else {
                return;
            };
            settle(shop.put(&order(&source, &number)).await);
        }
        4 => settle(shop.create(&order(&customer(id, &name), &number)).await),
        5 => {
            let closed = shop.modify(Order::key(id, number), |order| {
                order.status = format!("by {task}")
            });
            settle(closed.await.map(|_| ()));
        }
        6 => settle(shop.delete(Order::key(id, number)).await),
        _ => {
            shop.delete(Customer::key(id)).await.unwrap();
            let again = shop
                .put(&customer(id, &name))
                .fan_out()
                .settle_for(Duration::ZERO);
            settle(again.await.map(|_| ()));
        }
    }
}

async fn run(seed: u64) {
    let (database, shop) = open::<Shop>().await;
    for id in ["c1", "c2"] {
        shop.create(&customer(id, "first"))
            .leave_copies()
            .await
            .unwrap();
    }
    let random = Random::new(seed);
    let pauses = random.clone();
    database.on_request(move |_| {
        let turns = pauses.below(4);
        async move {
            for _ in 0..turns {
                tokio::task::yield_now().await;
            }
            Action::Pass
        }
    });
    let tasks = (0..TASKS).map(|task| {
        let (shop, random) = (shop.clone(), random.clone());
        tokio::spawn(async move {
            for _ in 0..STEPS {
                step(&shop, &random, task).await;
            }
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.unwrap();
    }
    let stale = shop.audit_copies::<Customer>().await.unwrap();
    assert!(stale.is_empty(), "seed {seed}: {stale:?}");
    for id in ["c1", "c2"] {
        if let Some(source) = shop.get(Customer::key(id)).await.unwrap() {
            let names = names(&shop, id).await;
            assert!(
                names.iter().all(|name| *name == source.name),
                "seed {seed}: {names:?}"
            );
        }
    }
}

#[tokio::test(start_paused = true)]
async fn whatever_eight_tasks_do_no_copy_disagrees_in_the_end() {
    for seed in 1..=8 {
        run(seed * 0x1234_5678_9ABC_DEF1).await;
    }
}

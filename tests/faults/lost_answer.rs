//! A write that was applied and whose answer was lost.

use std::collections::{BTreeMap, HashSet};

use dynamo_model::embedded::Action;
use dynamo_model::{Entity, Table};
use dynamo_model_tests::{Order, Shop, Wire, day, open, order};
use serde::{Deserialize, Serialize};

#[derive(Debug, Table)]
#[table(name = "readings", sk = none, entities(Reading))]
struct Readings;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Readings, pk = "READING#{id}")]
struct Reading {
    id: u8,
    large: f64,
    small: f64,
    tags: HashSet<String>,
    numbers: HashSet<i64>,
    bytes: Vec<u8>,
    map: BTreeMap<String, Vec<Option<f32>>>,
}

// fault 91: the service gives numbers and sets back in its own spelling and order
#[tokio::test]
async fn the_own_item_is_known_whatever_the_spelling_of_its_numbers_and_the_order_of_its_sets() {
    let (database, readings) = open::<Readings>().await;
    let wire = Wire::script(&database, |_, number| {
        if number == 1 {
            Action::PassThenFail
        } else {
            Action::Pass
        }
    });
    let reading = Reading {
        id: 1,
        large: 1.5e40,
        small: 2.5e-20,
        tags: (0..20).map(|number| format!("t{number}")).collect(),
        numbers: (-10..10).collect(),
        bytes: vec![0, 255],
        map: BTreeMap::from([(
            String::from("m"),
            vec![Some(1.0), None, Some(-0.0), Some(45.74)],
        )]),
    };
    readings.create(&reading).await.unwrap();
    assert_eq!(wire.count(), 2);
    assert_eq!(readings.get(&reading).await.unwrap(), Some(reading));
}

// fault 91
#[tokio::test]
async fn a_retried_create_does_not_take_its_own_item_for_a_clash() {
    let (database, shop) = open::<Shop>().await;
    for (number, first) in [Action::PassThenFail, Action::Fail].into_iter().enumerate() {
        let order = order("c1", day(1), &format!("o{number}"));
        let wire = Wire::script(&database, move |_, number| {
            if number == 1 {
                first.clone()
            } else {
                Action::Pass
            }
        });
        shop.create(&order).await.unwrap();
        assert_eq!(wire.count(), 2);
        assert_eq!(shop.get(&order).await.unwrap(), Some(order));
    }
}

// fault 91
#[tokio::test]
async fn a_retried_create_that_meets_another_item_does_not_call_it_a_clash() {
    let (database, shop) = open::<Shop>().await;
    let theirs = order("c1", day(1), "o1");
    shop.create(&theirs).await.unwrap();
    let _wire = Wire::script(&database, |_, number| {
        if number == 1 {
            Action::Fail
        } else {
            Action::Pass
        }
    });
    let mine = Order { total: 5, ..theirs };
    // It may have been stored by the first attempt and replaced since.
    let error = shop.create(&mine).await.unwrap_err();
    assert!(error.is_unknown_outcome() && !error.is_already_exists());
    assert_eq!(error.entity(), Some("Order"));
}

// fault 91
#[tokio::test]
async fn a_first_attempt_that_meets_an_equal_item_clashes() {
    let (_, shop) = open::<Shop>().await;
    let order = order("c1", day(1), "o1");
    shop.create(&order).await.unwrap();
    assert!(shop.create(&order).await.unwrap_err().is_already_exists());
}

// fault 91
#[tokio::test]
async fn without_any_answer_the_outcome_is_unknown() {
    let (database, shop) = open::<Shop>().await;
    let order = order("c1", day(1), "o1");
    let _wire = Wire::script(&database, |_, _| Action::PassThenFail);
    let error = shop.create(&order).await.unwrap_err();
    assert!(
        error.is_unknown_outcome() && !error.is_already_exists() && !error.is_condition_failed()
    );
    database.clear_hook();
    assert_eq!(shop.get(&order).await.unwrap(), Some(order));
}

// fault 91: a refusal is an answer, so the equal item is somebody else's
#[tokio::test]
async fn a_create_that_was_throttled_first_does_not_take_an_equal_item_for_its_own() {
    let (database, shop) = open::<Shop>().await;
    let order = order("c1", day(1), "o1");
    shop.create(&order).await.unwrap();
    let wire = Wire::script(&database, |_, number| {
        if number == 1 {
            Action::throttle()
        } else {
            Action::Pass
        }
    });
    let error = shop.create(&order).await.unwrap_err();
    assert!(error.is_already_exists());
    assert_eq!(wire.count(), 2);
}

// fault 91: a fault of the service is no answer
#[tokio::test]
async fn a_create_that_was_applied_behind_a_server_error_knows_its_own_item() {
    let (database, shop) = open::<Shop>().await;
    let order = order("c1", day(1), "o1");
    // What the first attempt would have stored; its answer is a server error.
    shop.create(&order).await.unwrap();
    let _wire = Wire::script(&database, |_, number| {
        if number == 1 {
            Action::error("InternalServerError", "later")
        } else {
            Action::Pass
        }
    });
    shop.create(&order).await.unwrap();
}

// fault 91: a throttled attempt was not applied
#[tokio::test]
async fn an_outcome_stays_unknown_where_the_last_attempts_were_throttled() {
    let (database, shop) = open::<Shop>().await;
    let order = order("c1", day(1), "o1");
    let _wire = Wire::script(&database, |_, number| {
        if number == 1 {
            Action::PassThenFail
        } else {
            Action::throttle()
        }
    });
    let error = shop.put(&order).await.unwrap_err();
    assert!(error.is_unknown_outcome() && !error.is_throttled());
    database.clear_hook();
    assert_eq!(shop.get(&order).await.unwrap(), Some(order));
}

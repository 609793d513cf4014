//! Lost answers, conflicts, and transactions that are still running.

use std::collections::BTreeSet;

use dynamo_model::embedded::Action;
use dynamo_model_tests::Wire;

use crate::model::{Customer, canceled, customer, order, product, store};

fn conflict() -> Action {
    canceled(
        Some(r#"[{"Code":"None"},{"Code":"TransactionConflict","Message":"in the way"}]"#),
        "cancelled",
    )
}

fn tokens(wire: &Wire) -> BTreeSet<String> {
    let sent = wire.sent();
    sent.iter()
        .map(|sent| sent.text("ClientRequestToken").to_owned())
        .collect()
}

// fault 91
#[tokio::test]
async fn a_transaction_whose_answer_was_lost_is_applied_once() {
    let (database, _, store) = store().await;
    store.create(&customer("c1")).await.unwrap();
    let wire = Wire::script(&database, |_, number| match number {
        1 => Action::PassThenFail,
        _ => Action::Pass,
    });
    store
        .transact()
        .create(&order("o1"))
        .update(Customer::update(Customer::key("c1")).add_orders(1))
        .await
        .unwrap();
    assert_eq!((wire.count(), tokens(&wire).len()), (2, 1));
    let stored = store.get(Customer::key("c1")).await.unwrap();
    assert_eq!(stored.map(|customer| customer.orders), Some(1));
}

// fault 91
#[tokio::test]
async fn each_call_has_a_token_of_its_own() {
    let (database, _, store) = store().await;
    let wire = Wire::record(&database);
    for _ in 0..2 {
        store.transact().put(&product("p1", 1)).await.unwrap();
    }
    assert_eq!(tokens(&wire).len(), 2);
}

// fault 91
#[tokio::test]
async fn a_callers_token_applies_a_repeated_call_once() {
    let (database, _, store) = store().await;
    store.create(&customer("c1")).await.unwrap();
    let add = || Customer::update(Customer::key("c1")).add_orders(1);
    let wire = Wire::record(&database);
    for _ in 0..2 {
        store
            .transact()
            .update(add())
            .token("import-7")
            .await
            .unwrap();
    }
    assert_eq!(tokens(&wire), BTreeSet::from(["import-7".to_owned()]));
    let stored = store.get(Customer::key("c1")).await.unwrap();
    assert_eq!(stored.map(|customer| customer.orders), Some(1));
    let error = store
        .transact()
        .update(add())
        .put(&product("p1", 1))
        .token("import-7")
        .await
        .unwrap_err();
    assert_eq!(error.code(), Some("IdempotentParameterMismatchException"));
}

// fault 91
#[tokio::test]
async fn an_attempt_that_is_still_running_is_waited_for() {
    let (database, _, store) = store().await;
    let running = || Action::error("TransactionInProgressException", "still running");
    let wire = Wire::script(&database, move |_, number| match number {
        // More than the SDK retries by itself.
        1..=4 => running(),
        _ => Action::Pass,
    });
    store.transact().put(&product("p1", 1)).await.unwrap();
    assert_eq!((wire.count(), tokens(&wire).len()), (5, 1));

    let wire = Wire::script(&database, move |_, _| running());
    let error = store.transact().put(&product("p1", 1)).await.unwrap_err();
    assert!(error.is_unknown_outcome(), "{error}");
    assert_eq!((wire.count(), tokens(&wire).len()), (24, 1));
}

// fault 91
#[tokio::test]
async fn no_answer_at_all_is_an_unknown_outcome() {
    let (database, _, store) = store().await;
    for action in [Action::Fail, Action::PassThenFail] {
        let _wire = Wire::script(&database, move |_, _| action.clone());
        let error = store.transact().put(&product("p1", 1)).await.unwrap_err();
        assert!(error.is_unknown_outcome() && !error.is_transaction_canceled());
        assert_eq!(error.entity(), Some("Product"));
    }
}

// fault 91
#[tokio::test]
async fn a_refusal_after_a_lost_attempt_is_certain() {
    let (database, _, store) = store().await;
    store.create(&customer("c1")).await.unwrap();
    let _wire = Wire::script(&database, |_, number| match number {
        1 => Action::Fail,
        _ => Action::Pass,
    });
    let error = store.transact().create(&customer("c1")).await.unwrap_err();
    assert!(
        error.is_already_exists() && !error.is_unknown_outcome(),
        "{error}"
    );
}

#[tokio::test]
async fn a_conflict_is_retried_with_the_same_token() {
    let (database, _, store) = store().await;
    let wire = Wire::script(&database, |_, number| match number {
        1 | 2 => conflict(),
        _ => Action::Pass,
    });
    store
        .transact()
        .put(&product("p1", 1))
        .put(&product("p2", 1))
        .await
        .unwrap();
    assert_eq!((wire.count(), tokens(&wire).len()), (3, 1));
}

#[tokio::test]
async fn a_conflict_for_ever_is_told_in_the_end() {
    let (database, _, store) = store().await;
    let wire = Wire::script(&database, |_, _| conflict());
    let error = store
        .transact()
        .put(&product("p1", 1))
        .put(&product("p2", 1))
        .await
        .unwrap_err();
    assert!(
        error.is_conflict() && error.is_transaction_canceled(),
        "{error}"
    );
    assert_eq!(error.canceled()[0].index(), 1);
    assert_eq!(error.key(), Some("{PK: 'PRODUCT#p2', SK: 'PRODUCT'}"));
    assert_eq!(wire.count(), 8);
}

#[tokio::test]
async fn throttled_actions_are_retried_and_told_in_the_end() {
    let (database, _, store) = store().await;
    let throttled = |code: &str| canceled(Some(&format!(r#"[{{"Code":"{code}"}}]"#)), "cancelled");
    let (first, second) = (
        throttled("ThrottlingError"),
        throttled("ProvisionedThroughputExceeded"),
    );
    let wire = Wire::script(&database, move |_, number| match number {
        1 => first.clone(),
        2 => second.clone(),
        _ => Action::Pass,
    });
    store.transact().put(&product("p1", 1)).await.unwrap();
    assert_eq!(wire.count(), 3);
}

/// The SDK itself tries three times.
#[tokio::test(start_paused = true)]
async fn a_request_that_is_throttled_as_a_whole_is_sent_again_under_its_token() {
    let (database, _, store) = store().await;
    store.create(&customer("c1")).await.unwrap();
    let wire = Wire::script(&database, |_, number| match number {
        1..=7 => Action::throttle(),
        _ => Action::Pass,
    });
    store.transact().put(&product("p1", 1)).await.unwrap();
    assert_eq!((wire.count(), tokens(&wire).len()), (8, 1));
    let wire = Wire::script(&database, |_, number| match number {
        1..=7 => Action::throttle(),
        _ => Action::Pass,
    });
    let read = store.get_all((Customer::key("c1"),)).transactional();
    assert_eq!(read.await.unwrap(), (Some(customer("c1")),));
    assert_eq!(wire.count(), 8);
    let wire = Wire::script(&database, |_, _| Action::throttle());
    let error = store.transact().put(&product("p1", 1)).await.unwrap_err();
    assert!(
        error.is_throttled() && !error.is_transaction_canceled(),
        "{error}"
    );
    assert_eq!(wire.count(), 24);
}

#[tokio::test]
async fn a_failed_condition_beside_a_conflict_is_not_retried() {
    let (database, _, store) = store().await;
    let wire = Wire::script(&database, |_, _| {
        let reasons = r#"[{"Code":"TransactionConflict"},{"Code":"ConditionalCheckFailed"}]"#;
        canceled(Some(reasons), "cancelled")
    });
    let error = store
        .transact()
        .put(&product("p1", 1))
        .create(&product("p2", 1))
        .await
        .unwrap_err();
    assert!(
        error.is_already_exists() && error.canceled().len() == 2,
        "{error}"
    );
    assert!(error.canceled()[0].error().is_conflict());
    assert_eq!(wire.count(), 1);
}

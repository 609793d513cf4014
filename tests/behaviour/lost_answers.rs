//! Answers that get lost, and capacity that runs out.

use dynamo_model::embedded::Action;
use dynamo_model_tests::{Order, Shop, Wire, day, open, order};

// fault 91
#[tokio::test]
async fn a_create_whose_answer_was_lost_succeeds() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::script(&database, |_, number| match number {
        1 => Action::PassThenFail,
        _ => Action::Pass,
    });
    let order = Order {
        note: Some(String::from("gift")),
        ..order("c1", day(1), "o1")
    };
    shop.create(&order).await.unwrap();
    assert_eq!(wire.count(), 2);
    assert_eq!(shop.get(&order).await.unwrap(), Some(order));
}

// fault 91
#[tokio::test]
async fn another_item_met_after_a_lost_answer_is_an_unknown_outcome() {
    let (database, shop) = open::<Shop>().await;
    let first = order("c1", day(1), "o1");
    shop.create(&first).await.unwrap();
    let wire = Wire::script(&database, |_, number| match number {
        1 => Action::PassThenFail,
        _ => Action::Pass,
    });
    let second = Order {
        total: 1,
        ..first.clone()
    };
    let error = shop.create(&second).await.unwrap_err();
    // The own item may have been stored and replaced since: a clash would be no fact.
    assert!(error.is_unknown_outcome() && !error.is_already_exists());
    assert_eq!(wire.count(), 2);
    assert_eq!(shop.get(&first).await.unwrap(), Some(first));
}

// fault 91
#[tokio::test]
async fn a_replace_and_a_put_whose_answers_were_lost_succeed() {
    let (database, shop) = open::<Shop>().await;
    let order = order("c1", day(1), "o1");
    shop.create(&order).await.unwrap();
    let _wire = Wire::script(&database, |_, number| match number % 2 {
        1 => Action::PassThenFail,
        _ => Action::Pass,
    });
    shop.replace(&order).await.unwrap();
    shop.put(&order).await.unwrap();
    shop.delete(&order).await.unwrap();
}

// fault 91
#[tokio::test]
async fn no_answer_at_all_is_an_unknown_outcome_of_a_write() {
    let (database, shop) = open::<Shop>().await;
    let order = order("c1", day(1), "o1");
    for action in [
        Action::Fail,
        Action::PassThenFail,
        Action::error("InternalServerError", "later"),
    ] {
        let always = action.clone();
        let wire = Wire::script(&database, move |_, _| always.clone());
        let errors = [
            shop.put(&order).await.unwrap_err(),
            shop.replace(&order).await.unwrap_err(),
            shop.delete(&order).await.unwrap_err(),
        ];
        for error in errors {
            assert!(error.is_unknown_outcome(), "{action:?}: {error}");
            assert_eq!(error.entity(), Some("Order"));
            assert_eq!(
                error.key(),
                Some("{PK: 'CUST#c1', SK: 'ORDER#2026-10-01#o1'}")
            );
        }
        assert!(
            shop.batch()
                .put_all([&order])
                .await
                .unwrap_err()
                .is_unknown_outcome()
        );
        assert!(wire.count() > 4, "the SDK retries");
        // A read has no outcome.
        let error = shop.get(&order).await.unwrap_err();
        assert!(!error.is_unknown_outcome() && !error.is_not_found());
    }
}

// fault 91
#[tokio::test]
async fn a_create_that_is_never_answered_is_an_unknown_outcome_not_a_clash() {
    let (database, shop) = open::<Shop>().await;
    let order = order("c1", day(1), "o1");
    let _wire = Wire::script(&database, |_, _| Action::PassThenFail);
    let error = shop.create(&order).await.unwrap_err();
    assert!(error.is_unknown_outcome() && !error.is_already_exists());
    assert_eq!(error.entity(), Some("Order"));
}

#[tokio::test]
async fn refusals_for_capacity_are_throttled_after_the_retries() {
    let (database, shop) = open::<Shop>().await;
    let order = order("c1", day(1), "o1");
    let wire = Wire::script(&database, |_, number| match number {
        1 | 2 => Action::throttle(),
        _ => Action::Pass,
    });
    shop.put(&order).await.unwrap();
    assert_eq!(wire.count(), 3);

    let _wire = Wire::script(&database, |_, _| Action::throttle());
    let errors = [
        shop.put(&order).await.unwrap_err(),
        shop.create(&order).await.unwrap_err(),
        shop.get(&order).await.unwrap_err(),
        shop.query(Order::query("c1")).all().await.unwrap_err(),
        shop.delete(&order).await.unwrap_err(),
    ];
    for error in errors {
        assert!(
            error.is_throttled() && !error.is_unknown_outcome(),
            "{error}"
        );
        assert_eq!(error.code(), Some("ProvisionedThroughputExceededException"));
    }
    // A batch says which of its writes were refused.
    let report = shop.batch().put_all([&order]).await.unwrap();
    assert_eq!((report.written, report.unprocessed.len()), (0, 1));
    assert!(report.complete().unwrap_err().is_throttled());
}

#[tokio::test]
async fn other_errors_of_the_service_keep_their_code() {
    let (database, shop) = open::<Shop>().await;
    let _wire = Wire::script(&database, |_, _| {
        Action::error("AccessDeniedException", "not you")
    });
    let error = shop.put(&order("c1", day(1), "o1")).await.unwrap_err();
    assert_eq!(error.code(), Some("AccessDeniedException"));
    assert!(!error.is_unknown_outcome() && !error.is_throttled() && !error.is_condition_failed());
    assert!(error.to_string().contains("not you"), "{error}");
    let source = std::error::Error::source(&error).map(ToString::to_string);
    assert!(source.is_some_and(|source| !error.to_string().contains(&source)));
}

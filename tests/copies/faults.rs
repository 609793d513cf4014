//! Requests of a fan-out that fail: conflicts, throttling, lost answers.

use std::time::Duration;

use dynamo_model::embedded::Action;
use dynamo_model_tests::Wire;

use crate::shop::{Customer, Order, Shop, names, shop_with};

/// A transaction of so many actions, of which one was in the way of somebody.
fn canceled(actions: usize, code: &str) -> Action {
    let mut reasons = vec![serde_json::json!({"Code": "None"}); actions];
    reasons[1] = serde_json::json!({"Code": code, "Message": "busy"});
    let body = serde_json::json!({
        "__type": "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
        "message": "Transaction cancelled",
        "CancellationReasons": reasons,
    });
    Action::Answer {
        status: 400,
        body: body.to_string(),
    }
}

async fn rename(
    shop: &dynamo_model::Repository<Shop>,
) -> Result<dynamo_model::FanOutReport, dynamo_model::Error> {
    let rename = Customer::update(Customer::key("c1")).name("Carol Smith");
    shop.update(rename)
        .fan_out()
        .settle_for(Duration::ZERO)
        .await
}

#[tokio::test(start_paused = true)]
async fn conflicts_and_lost_answers_are_gone_through() {
    for fault in ["conflict", "throttled", "lost"] {
        let (database, shop, _) = shop_with(120).await;
        let transactions = std::sync::atomic::AtomicUsize::new(0);
        let _wire = Wire::script(&database, move |sent, _| {
            if sent.operation != "TransactWriteItems" {
                return Action::Pass;
            }
            let actions = sent.body["TransactItems"].as_array().unwrap().len();
            match transactions.fetch_add(1, std::sync::atomic::Ordering::SeqCst) {
                0 | 1 if fault == "conflict" => canceled(actions, "TransactionConflict"),
                0 | 1 if fault == "throttled" => canceled(actions, "ThrottlingError"),
                // The engine applies it, and knows the token of the next attempt.
                0 if fault == "lost" => Action::PassThenFail,
                _ => Action::Pass,
            }
        });
        let report = rename(&shop).await.unwrap();
        assert_eq!(
            (report.copies, report.updated, report.transactions),
            (120, 120, 2),
            "{fault}"
        );
        assert_eq!(names(&shop, "c1").await, ["Carol Smith"]);
    }
}

// fault 115
#[tokio::test(start_paused = true)]
async fn a_fan_out_that_gives_up_says_so_and_is_resumed() {
    for (code, is_expected) in [
        (
            "ThrottlingError",
            dynamo_model::Error::is_throttled as fn(&_) -> bool,
        ),
        ("TransactionConflict", dynamo_model::Error::is_conflict),
    ] {
        let (database, shop, _) = shop_with(150).await;
        let chunks = std::sync::atomic::AtomicUsize::new(0);
        let wire = Wire::script(&database, move |sent, _| {
            if sent.operation != "TransactWriteItems" {
                return Action::Pass;
            }
            let actions = sent.body["TransactItems"].as_array().unwrap().len();
            match chunks.fetch_add(1, std::sync::atomic::Ordering::SeqCst) {
                0 => Action::Pass,
                _ => canceled(actions, code),
            }
        });
        let error = rename(&shop).await.unwrap_err();
        assert!(
            error.is_fan_out_unfinished() && is_expected(&error),
            "{error}"
        );
        assert!(error.to_string().contains("run `fan_out`"), "{error}");
        assert!(wire.count() < 2_000, "{} requests", wire.count());
        database.clear_hook();
        // Half of the chunks are applied, and the source is.
        let stale = shop
            .audit_copies::<Customer>()
            .of(Customer::key("c1"))
            .await
            .unwrap();
        assert_eq!(stale.len(), 51);
        let report = shop
            .fan_out::<Customer>(Customer::key("c1"))
            .settle_for(Duration::ZERO)
            .await
            .unwrap();
        assert_eq!((report.copies, report.updated), (150, 51));
        assert_eq!(names(&shop, "c1").await, ["Carol Smith"]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_source_whose_write_is_refused_leaves_its_copies() {
    let (database, shop, _) = shop_with(2).await;
    let _wire = Wire::script(&database, |sent, _| match sent.operation.as_str() {
        "TransactWriteItems" => Action::error("ValidationException", "not so"),
        _ => Action::Pass,
    });
    let error = rename(&shop).await.unwrap_err();
    assert!(!error.is_fan_out_unfinished(), "{error}");
    database.clear_hook();
    assert_eq!(names(&shop, "c1").await, ["Carol"]);
}

#[tokio::test]
async fn a_condition_on_the_source_holds_for_all_of_it() {
    let (_, shop, _) = shop_with(2).await;
    let rename = Customer::update(Customer::key("c1")).name("Carol Smith");
    let rename = shop
        .update(rename)
        .only_if(|customer| customer.orders.ge(1));
    let error = rename.fan_out().await.unwrap_err();
    assert!(
        error.is_condition_failed() && !error.is_not_found(),
        "{error}"
    );
    assert_eq!(error.entity(), Some("Customer"));
    assert_eq!(names(&shop, "c1").await, ["Carol"]);
}

#[tokio::test]
async fn a_transaction_returns_no_item() {
    let (database, shop, _) = shop_with(1).await;
    let wire = Wire::record(&database);
    let key = || Order::key("c1", "o00001");
    let update = Order::update(key()).customer_name("Carol").status("closed");
    let error = shop.update(update).returning_new().await.unwrap_err();
    assert!(error.is_invalid_request(), "{error}");
    assert_eq!(wire.count(), 0);
    // What is no copy is returned as ever.
    let city = Order::update(key()).city("Leeds");
    let error = shop.update(city).returning_old().await.unwrap_err();
    assert!(error.is_invalid_request(), "{error}");
}

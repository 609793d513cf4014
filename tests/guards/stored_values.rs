//! Items that others stored, or that are as large as an item can be.

use aws_sdk_dynamodb::types::AttributeValue::S;
use dynamo_model_tests::{Wire, open, raw_item};

use crate::model::{Account, App, guards, order, set};

/// A value that makes no key has no guard, so it is in no write's way.
#[tokio::test]
async fn a_stored_value_without_a_guard_can_be_changed_and_deleted() {
    let (database, app) = open::<App>().await;
    let text = |text: &str| S(text.to_owned());
    let item = [
        ("PK", text("TENANT#t")),
        ("SK", text("ACCOUNT#a")),
        ("type", text("Account")),
        ("tenant", text("t")),
        ("id", text("a")),
        ("name", text("n")),
        ("plan", text("Free")),
        ("email", text("")),
    ];
    let key = || Account::key("t", "a");
    raw_item(&database, "app", &item).await;
    app.update(Account::update(key()).email("a@x.org"))
        .await
        .unwrap();
    assert_eq!(
        guards(&database).await,
        set(["UNIQUE#Account#email#a@x.org"])
    );
    app.delete(key()).await.unwrap();
    raw_item(&database, "app", &item).await;
    app.delete(key()).await.unwrap();
    assert_eq!(guards(&database).await, set([]));
    assert_eq!(app.get(key()).await.unwrap(), None);
}

// fault 57
#[tokio::test]
async fn a_copy_over_the_limit_is_refused_before_sending() {
    let (database, app) = open::<App>().await;
    let wire = Wire::record(&database);
    let mut order = order("c", "o");
    let mut refused = 0;
    for bytes in (409_500..409_600).rev() {
        order.note = Some("x".repeat(bytes));
        let Err(error) = app.create(&order).await else {
            break;
        };
        assert!(error.is_encode(), "{error}");
        refused += usize::from(error.key() == Some("{PK: 'ORDER#o', SK: 'ORDER#o'}"));
    }
    // The last one is within the limit.
    assert!(refused > 0);
    assert_eq!(wire.count(), 1);
}

//! Guards and copies that belong to another item, as stored before there were any: a write leaves them alone.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::embedded::Embedded;
use dynamo_model_tests::{open, raw_item};

use crate::model::{Account, App, Order, account, contents, guards, order, set};

async fn unguarded(database: &Embedded, id: &str, email: &str) {
    let text = |text: &str| AttributeValue::S(text.to_owned());
    let item = [
        ("PK", text("TENANT#t1")),
        ("SK", text(&format!("ACCOUNT#{id}"))),
        ("type", text("Account")),
        ("tenant", text("t1")),
        ("id", text(id)),
        ("name", text("Carol")),
        ("email", text(email)),
        ("plan", text("Free")),
    ];
    raw_item(database, "app", &item).await;
}

#[tokio::test]
async fn an_item_from_before_the_guards_can_be_changed_and_deleted() {
    let (database, app) = open::<App>().await;
    unguarded(&database, "c1", "a@x.org").await;
    app.update(Account::update(Account::key("t1", "c1")).email("b@x.org"))
        .await
        .unwrap();
    assert_eq!(
        guards(&database).await,
        set(["UNIQUE#Account#email#b@x.org"])
    );
    unguarded(&database, "c2", "c@x.org").await;
    app.delete(Account::key("t1", "c2")).await.unwrap();
    assert_eq!(contents(&database, "app").await.len(), 2);
}

#[tokio::test]
async fn the_guard_of_another_item_with_the_same_value_stays() {
    let (database, app) = open::<App>().await;
    app.create(&account("t1", "c1", Some("a@x.org")))
        .await
        .unwrap();
    for id in ["c2", "c3"] {
        unguarded(&database, id, "a@x.org").await;
    }
    app.delete(Account::key("t1", "c2")).await.unwrap();
    app.update(Account::update(Account::key("t1", "c3")).email("b@x.org"))
        .await
        .unwrap();
    let expected = set([
        "UNIQUE#Account#email#a@x.org",
        "UNIQUE#Account#email#b@x.org",
    ]);
    assert_eq!(guards(&database).await, expected);
    let error = app
        .create(&account("t1", "c4", Some("a@x.org")))
        .await
        .unwrap_err();
    assert!(error.is_unique_taken(), "{error}");
}

#[tokio::test]
async fn a_copy_under_a_key_that_does_not_tell_its_owner_is_not_overwritten() {
    let (database, app) = open::<App>().await;
    app.create(&order("c1", "o1")).await.unwrap();
    let before = contents(&database, "app").await;
    for result in [
        app.create(&order("c2", "o1")).await,
        app.put(&order("c2", "o1")).await,
        app.transact().put(&order("c2", "o1")).await,
    ] {
        let error = result.unwrap_err();
        assert!(
            error.is_already_exists() && !error.is_unique_taken(),
            "{error}"
        );
        assert!(
            error
                .key()
                .is_some_and(|key| key.contains("'ORDER#o1', SK: 'ORDER#o1'")),
            "{error}"
        );
    }
    assert_eq!(contents(&database, "app").await, before);
}

#[tokio::test]
async fn the_copy_of_another_item_stays() {
    let (database, app) = open::<App>().await;
    app.create(&order("c1", "o1")).await.unwrap();
    let text = |text: &str| AttributeValue::S(text.to_owned());
    let legacy = [
        ("PK", text("CUST#c2")),
        ("SK", text("ORDER#o1")),
        ("type", text("Order")),
        ("customer", text("c2")),
        ("id", text("o1")),
        ("total", AttributeValue::N(String::from("9"))),
    ];
    raw_item(&database, "app", &legacy).await;
    let error = app
        .update(Order::update(Order::key("c2", "o1")).total(8))
        .await
        .unwrap_err();
    assert!(error.is_condition_failed(), "{error}");
    app.delete(Order::key("c2", "o1")).await.unwrap();
    let found = app.query(Order::by_id("o1")).all().await.unwrap();
    assert_eq!(found, [order("c1", "o1")]);
    assert_eq!(contents(&database, "app").await.len(), 2);
}

#[tokio::test]
async fn an_item_without_its_copy_is_not_updated_but_replaced() {
    let (database, app) = open::<App>().await;
    let text = |text: &str| AttributeValue::S(text.to_owned());
    let legacy = [
        ("PK", text("CUST#c2")),
        ("SK", text("ORDER#o1")),
        ("type", text("Order")),
        ("customer", text("c2")),
        ("id", text("o1")),
        ("total", AttributeValue::N(String::from("9"))),
    ];
    raw_item(&database, "app", &legacy).await;
    let error = app
        .update(Order::update(Order::key("c2", "o1")).total(8))
        .await
        .unwrap_err();
    assert!(
        error.is_not_found()
            && error
                .key()
                .is_some_and(|key| key.contains("PK: 'ORDER#o1'")),
        "{error}"
    );
    app.replace(&order("c2", "o1")).await.unwrap();
    assert_eq!(
        app.query(Order::by_id("o1")).all().await.unwrap(),
        [order("c2", "o1")]
    );
}

#[tokio::test]
async fn a_stored_value_of_another_type_has_no_guard_and_is_in_nobodys_way() {
    let (database, app) = open::<App>().await;
    let text = |text: &str| AttributeValue::S(text.to_owned());
    let item = [
        ("PK", text("TENANT#t1")),
        ("SK", text("ACCOUNT#c1")),
        ("type", text("Account")),
        ("email", AttributeValue::N(String::from("5"))),
        ("plan", text("Free")),
    ];
    raw_item(&database, "app", &item).await;
    let key = || Account::key("t1", "c1");
    app.update(Account::update(key()).nick_name("carol"))
        .await
        .unwrap();
    let error = app
        .update(Account::update(key()).email(""))
        .await
        .unwrap_err();
    assert!(
        error.is_key() && error.attribute() == Some("email"),
        "{error}"
    );
    app.update(Account::update(key()).email("a@x.org"))
        .await
        .unwrap();
    let both = ["email#a@x.org", "nickName#t1#carol"];
    let both = both.map(|end| format!("UNIQUE#Account#{end}"));
    assert_eq!(guards(&database).await, both.into());
    raw_item(&database, "app", &item).await;
    app.delete(key()).await.unwrap();
    assert_eq!(contents(&database, "app").await.len(), 2);
}

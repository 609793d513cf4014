//! Items of several entities by one request.

use std::time::Duration;

use dynamo_model::embedded::Action;
use dynamo_model_tests::Wire;

use crate::model::{
    Cat, Customer, Dog, NOW, Order, Page, Product, Session, canceled, customer, order, page,
    product, session, store, unsent,
};

#[test]
fn reads_are_printed() {
    let keys = || (Customer::key("c1"), Order::key("c1", "o1"));
    assert_eq!(
        unsent().get_all(keys()).consistent().explain(),
        "\
BatchGetItem store
    key:        {PK: 'CUST#c1', SK: 'PROFILE'}
    key:        {PK: 'CUST#c1', SK: 'ORDER#o1'}
    ConsistentRead: true"
    );
    assert_eq!(
        unsent().get_all(keys()).transactional().explain(),
        "\
TransactGetItems
    - Get store
        key:        {PK: 'CUST#c1', SK: 'PROFILE'}
    - Get store
        key:        {PK: 'CUST#c1', SK: 'ORDER#o1'}"
    );
}

#[tokio::test]
async fn entities_in_any_mix_come_as_a_tuple() {
    let (database, _, store) = store().await;
    store.create(&customer("c1")).await.unwrap();
    store.create(&product("p1", 3)).await.unwrap();
    let carol = customer("c1");
    let key = Product::key("p1");
    let wire = Wire::record(&database);
    let keys = || {
        (
            &carol,
            Order::key("c1", "o1"),
            &key,
            Product::key("p2"),
            &carol,
        )
    };
    let expected = (
        Some(customer("c1")),
        None,
        Some(product("p1", 3)),
        None,
        Some(customer("c1")),
    );
    assert_eq!(store.get_all(keys()).await.unwrap(), expected);
    assert_eq!(
        store.get_all(keys()).transactional().await.unwrap(),
        expected
    );
    let sent = wire.sent();
    let operations: Vec<_> = sent.iter().map(|sent| sent.operation.as_str()).collect();
    assert_eq!(operations, ["BatchGetItem", "TransactGetItems"]);
    // The customer is asked for once.
    let keys = &sent[0].body["RequestItems"]["store"]["Keys"];
    assert_eq!(keys.as_array().map(Vec::len), Some(4));
    let gets = &sent[1].body["TransactItems"];
    assert_eq!(gets.as_array().map(Vec::len), Some(4));
}

#[tokio::test]
async fn a_read_owns_what_it_needs() {
    let (_, _, store) = store().await;
    store.create(&customer("c1")).await.unwrap();
    let request = store.get_all((&customer("c1"),)).consistent();
    let (found,) = tokio::spawn(async move { request.await })
        .await
        .unwrap()
        .unwrap();
    assert_eq!(found, Some(customer("c1")));
}

#[tokio::test]
async fn twelve_items_are_read_at_once() {
    let (_, _, store) = store().await;
    store.create(&product("12", 12)).await.unwrap();
    let key = Product::key;
    let keys = (
        key("1"),
        key("2"),
        key("3"),
        key("4"),
        key("5"),
        key("6"),
        key("7"),
        key("8"),
        key("9"),
        key("10"),
        key("11"),
        key("12"),
    );
    let found = store.get_all(keys).await.unwrap();
    assert_eq!((found.0, found.11), (None, Some(product("12", 12))));
}

#[tokio::test]
async fn an_item_of_another_entity_is_told_and_not_guessed() {
    let (_, _, store) = store().await;
    let (id, kind) = ("1".to_owned(), "pug".to_owned());
    store.create(&Dog { id, kind }).await.unwrap();
    let keys = || (Product::key("p1"), Cat::key("1"));
    for error in [
        store.get_all(keys()).await.unwrap_err(),
        store.get_all(keys()).transactional().await.unwrap_err(),
    ] {
        assert!(error.is_decode(), "{error}");
        assert_eq!(error.entity(), Some("Cat"));
        assert_eq!(error.key(), Some("{PK: 'PET#1', SK: 'PET'}"));
    }
}

// fault 104
#[tokio::test]
async fn an_expired_item_is_none() {
    let (_, clock, store) = store().await;
    store.create(&session("s", NOW + 60)).await.unwrap();
    let mut stored = page("a");
    store.create(&mut stored).await.unwrap();
    clock.advance(Duration::from_secs(60));
    let keys = || (Session::key("s"), Page::key("a"));
    assert_eq!(
        store.get_all(keys()).await.unwrap(),
        (None, Some(stored.clone()))
    );
    let found = store.get_all(keys()).transactional().await.unwrap();
    assert_eq!(found, (None, Some(stored)));
}

#[tokio::test]
async fn a_key_that_cannot_be_sends_nothing() {
    let (database, _, store) = store().await;
    let wire = Wire::record(&database);
    let keys = (Customer::key("c1"), Product::key(""));
    let request = store.get_all(keys);
    assert!(request.explain().starts_with("nothing is sent"));
    assert!(request.await.unwrap_err().is_key());
    assert_eq!(wire.count(), 0);
}

/// The service answers for the customer and leaves the product.
fn half() -> Action {
    Action::Answer {
        status: 200,
        body: r#"{
            "Responses": {"store": [{"PK": {"S": "CUST#c1"}, "SK": {"S": "PROFILE"}, "type": {"S": "Customer"},
                "id": {"S": "c1"}, "name": {"S": "Carol"}, "orders": {"N": "0"}}]},
            "UnprocessedKeys": {"store": {"Keys": [{"PK": {"S": "PRODUCT#p1"}, "SK": {"S": "PRODUCT"}}]}}
        }"#
        .to_owned(),
    }
}

// fault 83
#[tokio::test]
async fn keys_that_the_service_left_are_asked_again() {
    let (database, _, store) = store().await;
    store.create(&product("p1", 3)).await.unwrap();
    let wire = Wire::script(&database, |_, number| match number {
        1 => half(),
        _ => Action::Pass,
    });
    let keys = (Customer::key("c1"), Product::key("p1"));
    let found = store.get_all(keys).await.unwrap();
    assert_eq!(found, (Some(customer("c1")), Some(product("p1", 3))));
    let asked = &wire.last().body["RequestItems"]["store"]["Keys"];
    assert_eq!(asked.as_array().map(Vec::len), Some(1));
}

// fault 83
#[tokio::test]
async fn keys_that_the_service_leaves_for_ever_are_an_error_and_not_absent() {
    let (database, _, store) = store().await;
    let wire = Wire::script(&database, |_, number| {
        match number {
        1 => half(),
        _ => Action::Answer {
            status: 200,
            body: r#"{"UnprocessedKeys": {"store": {"Keys": [{"PK": {"S": "PRODUCT#p1"}, "SK": {"S": "PRODUCT"}}]}}}"#.to_owned(),
        },
    }
    });
    let keys = (Customer::key("c1"), Product::key("p1"));
    let error = store.get_all(keys).await.unwrap_err();
    assert!(
        error.is_throttled() && error.entity() == Some("Product"),
        "{error}"
    );
    assert_eq!(error.key(), Some("{PK: 'PRODUCT#p1', SK: 'PRODUCT'}"));
    assert_eq!(wire.count(), 9);
}

// fault 89
#[tokio::test]
async fn a_conflict_of_a_transactional_read_is_retried_and_told_in_the_end() {
    let (database, _, store) = store().await;
    let conflict = || {
        canceled(
            Some(r#"[{"Code":"None"},{"Code":"TransactionConflict"}]"#),
            "cancelled",
        )
    };
    store.create(&order("o1")).await.unwrap();
    let keys = || {
        let carol = || Customer::key("c1");
        (carol(), carol(), Order::key("c1", "o1"))
    };
    let wire = Wire::script(&database, move |_, number| match number {
        1 | 2 => conflict(),
        _ => Action::Pass,
    });
    let found = store.get_all(keys()).transactional().await.unwrap();
    assert_eq!(found, (None, None, Some(order("o1"))));
    assert_eq!(wire.count(), 3);
    let wire = Wire::script(&database, move |_, _| conflict());
    let error = store.get_all(keys()).transactional().await.unwrap_err();
    assert!(
        error.is_conflict() && error.is_transaction_canceled(),
        "{error}"
    );
    assert_eq!(
        (error.canceled()[0].index(), error.entity()),
        (2, Some("Order"))
    );
    assert_eq!(wire.count(), 8);
}

//! What the service would refuse is refused before it is sent.

use dynamo_model_tests::Wire;

use crate::model::{Blob, Customer, Product, customer, product, store};

// fault 93
#[tokio::test]
async fn a_hundred_actions_are_sent_and_one_more_is_not() {
    let (database, _, store) = store().await;
    let fill = |count: u32| {
        (0..count).fold(store.transact(), |transaction, number| {
            transaction.create(&product(&number.to_string(), number))
        })
    };
    fill(100).await.unwrap();
    assert_eq!(
        store.get(Product::key("99")).await.unwrap(),
        Some(product("99", 99))
    );
    let wire = Wire::record(&database);
    let error = fill(101).await.unwrap_err();
    assert!(error.is_invalid_request(), "{error}");
    assert!(error.to_string().contains("101 actions"), "{error}");
    assert_eq!(wire.count(), 0);
    // Checks that join others are no actions.
    let checked = (0..100).fold(
        (0..100).fold(store.transact(), |transaction, number| {
            transaction.replace(&product(&number.to_string(), 0))
        }),
        |transaction, number| {
            transaction.check(Product::key(number.to_string()), |product| {
                product.stock.le(99)
            })
        },
    );
    checked.await.unwrap();
}

// fault 93
#[tokio::test]
async fn more_than_four_megabytes_are_not_sent() {
    let (database, _, store) = store().await;
    let fill = |count: u32| {
        (0..count).fold(store.transact(), |transaction, id| {
            let content = "x".repeat(390 * 1024);
            transaction.put(&Blob { id, content })
        })
    };
    let wire = Wire::record(&database);
    let error = fill(11).await.unwrap_err();
    assert!(
        error.is_invalid_request() && error.to_string().contains("4 MB"),
        "{error}"
    );
    assert_eq!(wire.count(), 0);
    fill(10).await.unwrap();
    let grow = |id| Blob::update(Blob::key(id)).content("x".repeat(390 * 1024));
    let error = (0..11_u32)
        .fold(store.transact(), |transaction, id| {
            transaction.update(grow(id))
        })
        .await
        .unwrap_err();
    assert!(error.is_invalid_request(), "{error}");
}

// fault 87
#[tokio::test]
async fn two_writes_of_one_item_are_refused_with_both_named() {
    let (database, _, store) = store().await;
    let wire = Wire::record(&database);
    let error = store
        .transact()
        .create(&product("p1", 1))
        .put(&customer("c1"))
        .update(Customer::update(Customer::key("c1")).add_orders(1))
        .await
        .unwrap_err();
    assert!(error.is_invalid_request(), "{error}");
    assert_eq!(error.entity(), Some("Customer"));
    assert_eq!(error.key(), Some("{PK: 'CUST#c1', SK: 'PROFILE'}"));
    let text = error.to_string();
    assert!(
        text.contains("action 2 (`put` of Customer) and action 3 (`update` of Customer)"),
        "{text}"
    );
    assert_eq!(wire.count(), 0);
}

#[tokio::test]
async fn a_token_has_1_to_36_characters() {
    let (database, _, store) = store().await;
    let wire = Wire::record(&database);
    for token in [String::new(), "x".repeat(37)] {
        let error = store
            .transact()
            .put(&product("p1", 1))
            .token(token)
            .await
            .unwrap_err();
        assert!(error.is_invalid_request(), "{error}");
    }
    assert_eq!(wire.count(), 0);
}

#[tokio::test]
async fn what_is_wrong_with_an_action_is_the_error_of_the_transaction() {
    let (database, _, store) = store().await;
    let wire = Wire::record(&database);
    let error = store
        .transact()
        .create(&customer("c1"))
        .create(&product("", 1))
        .delete(Product::key("#"))
        .await
        .unwrap_err();
    assert!(
        error.is_key() && error.entity() == Some("Product"),
        "{error}"
    );
    assert_eq!(error.attribute(), Some("id"));
    assert_eq!(wire.count(), 0);
}

//! Canceled transactions: which action, which entity, which item.

use dynamo_model_tests::Wire;

use crate::model::{Customer, Order, Product, canceled, customer, order, page, product, store};

// fault 88
#[tokio::test]
async fn a_failed_action_is_the_error_that_the_single_call_has() {
    let (_, _, store) = store().await;
    store.create(&customer("c1")).await.unwrap();
    let missing = || Product::update(Product::key("p1")).stock(1);
    let many = || Customer::update(Customer::key("c1")).add_orders(1);
    let pairs = [
        (
            store.create(&customer("c1")).await,
            store.transact().create(&customer("c1")).await,
        ),
        (
            store.replace(&product("p1", 1)).await,
            store.transact().replace(&product("p1", 1)).await,
        ),
        (
            store.update(missing()).await,
            store.transact().update(missing()).await,
        ),
        (
            store
                .update(many())
                .only_if(|customer| customer.orders.gt(9))
                .await,
            store
                .transact()
                .update_if(many(), |customer| customer.orders.gt(9))
                .await,
        ),
    ];
    for (single, transacted) in pairs {
        let (single, transacted) = (single.unwrap_err(), transacted.unwrap_err());
        assert!(transacted.is_transaction_canceled() && !single.is_transaction_canceled());
        let action = transacted.canceled()[0].error();
        for error in [&transacted, action] {
            assert_eq!(
                error.is_already_exists(),
                single.is_already_exists(),
                "{error}"
            );
            assert_eq!(error.is_not_found(), single.is_not_found(), "{error}");
            assert_eq!(
                error.is_condition_failed(),
                single.is_condition_failed(),
                "{error}"
            );
            assert_eq!(
                (error.entity(), error.key()),
                (single.entity(), single.key())
            );
            assert_eq!(
                error.existing::<Customer>().unwrap(),
                single.existing::<Customer>().unwrap()
            );
        }
    }
}

// faults 88, 94
#[tokio::test]
async fn a_lost_race_on_a_version_is_told_as_one() {
    let (_, _, store) = store().await;
    let mut stored = page("p");
    store.create(&mut stored).await.unwrap();
    let mut stale = stored.clone();
    store.replace(&mut stored).await.unwrap();
    let error = store.transact().replace(&mut stale).await.unwrap_err();
    assert!(
        error.is_condition_failed() && !error.is_not_found(),
        "{error}"
    );
    assert_eq!(error.existing().unwrap(), Some(stored));
    assert_eq!(stale.version, 1);
}

// fault 89
#[tokio::test]
async fn reasons_name_their_actions_and_nothing_is_applied() {
    let (_, _, store) = store().await;
    store.create(&order("o1")).await.unwrap();
    store.create(&product("p1", 0)).await.unwrap();
    let error = store
        .transact()
        .create(&customer("c1"))
        .create(&order("o1"))
        .check(Product::key("p1"), |product| product.stock.ge(1))
        .update(Product::update(Product::key("p2")).stock(1))
        .await
        .unwrap_err();
    assert!(error.is_transaction_canceled() && error.is_already_exists());
    assert_eq!(error.entity(), Some("Order"));
    assert_eq!(error.code(), Some("TransactionCanceledException"));
    assert!(
        error.to_string().contains("action 2 of the transaction"),
        "{error}"
    );
    let [clash, empty, missing] = error.canceled() else {
        panic!("{:?}", error.canceled());
    };
    assert_eq!((clash.index(), clash.entity()), (1, Some("Order")));
    assert_eq!(clash.key(), Some("{PK: 'CUST#c1', SK: 'ORDER#o1'}"));
    assert_eq!(clash.code(), Some("ConditionalCheckFailed"));
    assert_eq!(clash.error().existing().unwrap(), Some(order("o1")));
    assert_eq!((empty.index(), empty.entity()), (2, Some("Product")));
    assert!(empty.error().is_condition_failed() && !empty.error().is_not_found());
    assert_eq!(empty.error().existing().unwrap(), Some(product("p1", 0)));
    // What is stored there may be of another entity than is asked for.
    assert_eq!(empty.error().existing::<Customer>().unwrap(), None);
    assert_eq!((missing.index(), missing.error().is_not_found()), (3, true));
    assert_eq!(store.get(Customer::key("c1")).await.unwrap(), None);
}

// fault 89
#[tokio::test]
async fn a_short_list_of_reasons_is_read_as_far_as_it_goes() {
    let (database, _, store) = store().await;
    let _wire = Wire::script(&database, |_, _| {
        canceled(Some(r#"[{"Code":"ConditionalCheckFailed"}]"#), "cancelled")
    });
    let error = two(&store).await;
    assert!(error.is_already_exists(), "{error}");
    assert_eq!(error.canceled().len(), 1);
    assert_eq!(error.entity(), Some("Customer"));
}

// fault 89
#[tokio::test]
async fn a_missing_list_of_reasons_is_read_from_the_message() {
    let (database, _, store) = store().await;
    let _wire = Wire::script(&database, |_, _| {
        let message = "Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed]";
        canceled(None, message)
    });
    let error = two(&store).await;
    assert!(
        error.is_not_found() && error.is_transaction_canceled(),
        "{error}"
    );
    assert_eq!(error.canceled()[0].index(), 1);
    assert_eq!(error.entity(), Some("Product"));
}

// fault 89
#[tokio::test]
async fn without_any_reason_it_is_a_canceled_transaction_still() {
    let (database, _, store) = store().await;
    for reasons in [
        None,
        Some("[]"),
        Some(r#"[{"Code":"None"},{"Code":"None"}]"#),
    ] {
        let answer = canceled(reasons, "cancelled");
        let wire = Wire::script(&database, move |_, _| answer.clone());
        let error = two(&store).await;
        assert!(error.is_transaction_canceled() && error.canceled().is_empty());
        assert!(!error.is_condition_failed() && !error.is_conflict());
        assert_eq!(wire.count(), 1);
    }
}

// fault 88
#[tokio::test]
async fn other_reasons_have_their_kinds_too() {
    let (database, _, store) = store().await;
    let answer = |second: &str| {
        canceled(
            Some(&format!(
                r#"[{{"Code":"None"}},{{"Code":"{second}","Message":"too deep"}}]"#
            )),
            "cancelled",
        )
    };
    let full = answer("ItemCollectionSizeLimitExceeded");
    let _wire = Wire::script(&database, move |_, _| full.clone());
    assert!(two(&store).await.is_item_collection_full());
    let invalid = answer("ValidationError");
    let _wire = Wire::script(&database, move |_, _| invalid.clone());
    let error = two(&store).await;
    assert!(
        !error.is_condition_failed() && error.to_string().contains("too deep"),
        "{error}"
    );
    assert_eq!(error.canceled()[0].code(), Some("ValidationError"));
    assert_eq!(error.entity(), Some("Product"));
}

#[tokio::test]
async fn a_change_inside_of_what_is_not_stored_says_what_to_do() {
    let (database, _, store) = store().await;
    let _wire = Wire::script(&database, |_, _| {
        let message = "The document path provided in the update expression is invalid for update";
        let reasons =
            format!(r#"[{{"Code":"None"}},{{"Code":"ValidationError","Message":"{message}"}}]"#);
        canceled(Some(&reasons), "cancelled")
    });
    let error = two(&store).await;
    assert!(
        error.to_string().contains("set it as a whole first"),
        "{error}"
    );
}

async fn two(store: &dynamo_model::Repository<crate::model::Store>) -> dynamo_model::Error {
    store
        .transact()
        .create(&customer("c1"))
        .update(Product::update(Product::key("p1")).stock(1))
        .await
        .unwrap_err()
}

#[tokio::test]
async fn a_move_is_a_transaction_whose_parts_are_told_apart() {
    let (_, _, store) = store().await;
    let (old, new) = (order("o1"), order("o2"));
    let error = store.rekey(&old, &new).await.unwrap_err();
    assert!(
        error.is_not_found() && error.canceled()[0].index() == 0,
        "{error}"
    );
    store.create(&old).await.unwrap();
    store.create(&new).await.unwrap();
    let error = store.rekey(&old, &new).await.unwrap_err();
    assert!(
        error.is_already_exists() && error.canceled()[0].index() == 1,
        "{error}"
    );
    assert_eq!(error.existing::<Order>().unwrap(), Some(new));
}

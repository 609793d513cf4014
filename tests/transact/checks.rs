//! Checks of items that the same transaction writes, and checks that meet each other.

use dynamo_model_tests::Wire;

use crate::model::{Customer, Order, Product, customer, order, product, store, unsent};

// fault 87
#[test]
fn a_check_joins_the_write_of_its_item_before_or_behind_it() {
    let update = || Customer::update(Customer::key("c1")).add_orders(1);
    let few = "\
TransactWriteItems
    - Update store
        key:        {PK: 'CUST#c1', SK: 'PROFILE'}
        update:     ADD orders 1
        condition:  (attribute_exists(PK) AND orders < 5)";
    let behind = unsent()
        .transact()
        .update(update())
        .check(Customer::key("c1"), |customer| customer.orders.lt(5));
    let before = unsent()
        .transact()
        .check(Customer::key("c1"), |customer| customer.orders.lt(5))
        .update(update());
    assert_eq!(behind.explain(), few);
    assert_eq!(before.explain(), few);
}

// fault 87
#[test]
fn a_check_of_presence_makes_a_put_a_replace_and_one_of_absence_a_create() {
    let put = || unsent().transact().put(&product("p1", 1));
    let replace = unsent().transact().replace(&product("p1", 1)).explain();
    let create = unsent().transact().create(&product("p1", 1)).explain();
    assert_eq!(put().check_exists(Product::key("p1")).explain(), replace);
    assert_eq!(put().check_absent(Product::key("p1")).explain(), create);
    let create_anyway = unsent()
        .transact()
        .check_absent(Product::key("p1"))
        .create(&product("p1", 1));
    assert_eq!(create_anyway.explain(), create);
    let delete = unsent()
        .transact()
        .delete(Product::key("p1"))
        .check_exists(Product::key("p1"));
    assert!(
        delete
            .explain()
            .ends_with("condition:  attribute_exists(PK)")
    );
    let upsert = || {
        let update = Customer::update(Customer::key("c1")).name("Bob").orders(1);
        unsent().transact().upsert(update)
    };
    let made = upsert().check_absent(Customer::key("c1")).explain();
    assert!(
        made.ends_with("condition:  attribute_not_exists(PK)"),
        "{made}"
    );
    let changed = upsert().check_exists(Customer::key("c1")).explain();
    assert!(
        changed.ends_with("condition:  attribute_exists(PK)"),
        "{changed}"
    );
}

// fault 87
#[test]
fn checks_of_one_item_are_one_and_equal_ones_count_once() {
    let check = unsent()
        .transact()
        .check(Product::key("p1"), |product| product.stock.ge(1))
        .check(Product::key("p1"), |product| product.stock.ge(1))
        .check_exists(Product::key("p1"));
    assert_eq!(
        check.explain(),
        "\
TransactWriteItems
    - ConditionCheck store
        key:        {PK: 'PRODUCT#p1', SK: 'PRODUCT'}
        condition:  (attribute_exists(PK) AND stock >= 1)"
    );
    let both = check.check(Product::key("p1"), |product| product.stock.le(9));
    assert!(
        both.explain()
            .ends_with("condition:  (attribute_exists(PK) AND stock >= 1 AND stock <= 9)")
    );
}

// fault 87
#[tokio::test]
async fn what_cannot_both_be_is_refused_with_both_actions() {
    let (database, _, store) = store().await;
    let wire = Wire::record(&database);
    let start = || store.transact().put(&product("p0", 1));
    let key = || Product::key("p1");
    let refused = [
        start().create(&product("p1", 1)).check_exists(key()),
        start().replace(&product("p1", 1)).check_absent(key()),
        start().delete(key()).check_absent(key()),
        start().check_absent(key()).check_exists(key()),
        start()
            .check_absent(key())
            .update(Product::update(key()).stock(1)),
    ];
    for transaction in refused {
        let error = transaction.await.unwrap_err();
        assert!(error.is_invalid_request(), "{error}");
        let text = error.to_string();
        assert!(
            text.contains("action 2 (`") && text.contains("action 3 (`"),
            "{text}"
        );
        assert_eq!(error.key(), Some("{PK: 'PRODUCT#p1', SK: 'PRODUCT'}"));
    }
    assert_eq!(wire.count(), 0);
}

#[tokio::test]
async fn a_joined_check_that_fails_is_the_failure_of_the_write() {
    let (_, _, store) = store().await;
    store.create(&customer("c1")).await.unwrap();
    let error = store
        .transact()
        .check(Customer::key("c1"), |customer| customer.orders.ge(5))
        .put(&product("p1", 1))
        .update(Customer::update(Customer::key("c1")).add_orders(1))
        .await
        .unwrap_err();
    assert!(
        error.is_condition_failed() && !error.is_not_found(),
        "{error}"
    );
    assert_eq!(error.canceled()[0].index(), 2);
    assert_eq!(error.existing().unwrap(), Some(customer("c1")));
}

#[tokio::test]
async fn a_condition_that_cannot_hold_fails_without_a_request() {
    let (database, _, store) = store().await;
    let wire = Wire::record(&database);
    let error = store
        .transact()
        .put(&product("p1", 1))
        .check(Order::key("c1", "o1"), |order| {
            order.customer_name.is_in(Vec::<String>::new())
        })
        .await
        .unwrap_err();
    assert!(
        error.is_condition_failed() && error.is_transaction_canceled(),
        "{error}"
    );
    assert_eq!(error.canceled()[0].index(), 1);
    assert_eq!(wire.count(), 0);
}

#[tokio::test]
async fn checks_alone_are_a_transaction() {
    let (_, _, store) = store().await;
    store.create(&order("o1")).await.unwrap();
    let check = || store.transact().check_exists(Order::key("c1", "o1"));
    check().check_absent(Order::key("c1", "o2")).await.unwrap();
    store.create(&order("o2")).await.unwrap();
    let error = check()
        .check_absent(Order::key("c1", "o2"))
        .await
        .unwrap_err();
    assert!(error.is_already_exists(), "{error}");
    assert_eq!(error.existing().unwrap(), Some(order("o2")));
}

//! Requests as text and on the wire.

use dynamo_model_tests::Wire;

use crate::model::{Customer, Order, Product, customer, order, product, store, unsent};

#[test]
fn a_rename_is_printed_as_the_documents_print_it() {
    let rename = |id: &str| Order::update(Order::key("c1", id)).customer_name("Carol Smith");
    let transaction = unsent()
        .transact()
        .update(Customer::update(Customer::key("c1")).name("Carol Smith"))
        .update(rename("o1"))
        .update(rename("o2"));
    assert_eq!(
        transaction.explain(),
        "\
TransactWriteItems
    - Update store
        key:        {PK: 'CUST#c1', SK: 'PROFILE'}
        update:     SET name = 'Carol Smith'
        condition:  attribute_exists(PK)
    - Update store
        key:        {PK: 'CUST#c1', SK: 'ORDER#o1'}
        update:     SET customerName = 'Carol Smith'
        condition:  attribute_exists(PK)
    - Update store
        key:        {PK: 'CUST#c1', SK: 'ORDER#o2'}
        update:     SET customerName = 'Carol Smith'
        condition:  attribute_exists(PK)"
    );
}

#[test]
fn every_kind_of_action_is_printed() {
    let transaction = unsent()
        .transact()
        .create(&product("p1", 1))
        .put(&product("p2", 2))
        .replace(&product("p3", 3))
        .delete(Product::key("p4"))
        .delete_if(Product::key("p5"), |product| product.stock.eq(0))
        .update_if(
            Customer::update(Customer::key("c1")).add_orders(1),
            |customer| customer.orders.lt(9),
        )
        .upsert(
            Customer::update(Customer::key("c2"))
                .name("Bob")
                .set_if_absent_orders(0),
        )
        .check(Product::key("p6"), |product| product.stock.ge(1))
        .check_exists(Product::key("p7"))
        .check_absent(Product::key("p8"));
    assert_eq!(
        transaction.explain(),
        "\
TransactWriteItems
    - Put store
        item:       {PK: 'PRODUCT#p1', SK: 'PRODUCT', type: 'Product', id: 'p1', stock: 1}
        condition:  attribute_not_exists(PK)
    - Put store
        item:       {PK: 'PRODUCT#p2', SK: 'PRODUCT', type: 'Product', id: 'p2', stock: 2}
    - Put store
        item:       {PK: 'PRODUCT#p3', SK: 'PRODUCT', type: 'Product', id: 'p3', stock: 3}
        condition:  attribute_exists(PK)
    - Delete store
        key:        {PK: 'PRODUCT#p4', SK: 'PRODUCT'}
    - Delete store
        key:        {PK: 'PRODUCT#p5', SK: 'PRODUCT'}
        condition:  (attribute_exists(PK) AND stock = 0)
    - Update store
        key:        {PK: 'CUST#c1', SK: 'PROFILE'}
        update:     ADD orders 1
        condition:  (attribute_exists(PK) AND orders < 9)
    - Update store
        key:        {PK: 'CUST#c2', SK: 'PROFILE'}
        update:     SET name = 'Bob', orders = if_not_exists(orders, 0), type = 'Customer', id = 'c2'
    - ConditionCheck store
        key:        {PK: 'PRODUCT#p6', SK: 'PRODUCT'}
        condition:  (attribute_exists(PK) AND stock >= 1)
    - ConditionCheck store
        key:        {PK: 'PRODUCT#p7', SK: 'PRODUCT'}
        condition:  attribute_exists(PK)
    - ConditionCheck store
        key:        {PK: 'PRODUCT#p8', SK: 'PRODUCT'}
        condition:  attribute_not_exists(PK)"
    );
}

#[tokio::test]
async fn all_writes_are_applied_by_one_request() {
    let (database, _, store) = store().await;
    for stored in [customer("c1"), customer("c2")] {
        store.create(&stored).await.unwrap();
    }
    store.create(&order("o0")).await.unwrap();
    store.create(&product("p1", 5)).await.unwrap();
    let wire = Wire::record(&database);
    store
        .transact()
        .create(&order("o1"))
        .update(Customer::update(Customer::key("c1")).add_orders(1))
        .update(Order::update(Order::key("c1", "o0")).is_open(false))
        .delete(&customer("c2"))
        .check(Product::key("p1"), |product| product.stock.ge(5))
        .await
        .unwrap();
    assert_eq!(wire.count(), 1);
    let body = wire.last().body;
    let token = body["ClientRequestToken"].as_str().unwrap();
    assert!((1..=36).contains(&token.len()));
    let actions = body["TransactItems"].as_array().unwrap();
    assert_eq!(actions.len(), 5);
    for action in actions {
        let (_, action) = action.as_object().unwrap().iter().next().unwrap();
        // What has no condition cannot fail one.
        let has_condition = action.get("ConditionExpression").is_some();
        let on_failure = action.get("ReturnValuesOnConditionCheckFailure");
        assert_eq!(on_failure.is_some(), has_condition);
        assert!(on_failure.is_none_or(|on_failure| on_failure == "ALL_OLD"));
    }
    let texts = actions.iter().map(ToString::to_string);
    let has_condition = |action: &String| action.contains("ConditionExpression");
    assert_eq!(texts.filter(has_condition).count(), 4);
    let stored = store.get(Customer::key("c1")).await.unwrap();
    assert_eq!(stored.map(|customer| customer.orders), Some(1));
    assert_eq!(store.get(Customer::key("c2")).await.unwrap(), None);
    // The indexes follow, as with a single update.
    assert_eq!(
        store.query(Order::open()).all().await.unwrap(),
        [order("o1")]
    );
}

#[tokio::test]
async fn a_transaction_without_actions_sends_nothing() {
    let (database, _, store) = store().await;
    let wire = Wire::record(&database);
    store.transact().await.unwrap();
    assert_eq!(wire.count(), 0);
    assert!(store.transact().explain().starts_with("nothing is sent"));
}

#[tokio::test]
async fn an_update_that_changes_nothing_is_a_check() {
    let (database, _, store) = store().await;
    let wire = Wire::record(&database);
    let error = store
        .transact()
        .put(&product("p1", 1))
        .update(Customer::update(Customer::key("c1")))
        .await
        .unwrap_err();
    assert!(error.is_not_found(), "{error}");
    assert!(wire.last().body["TransactItems"][1]["ConditionCheck"].is_object());
    assert_eq!(store.get(Product::key("p1")).await.unwrap(), None);
}

#[tokio::test]
async fn single_calls_stay_single() {
    let (database, _, store) = store().await;
    let wire = Wire::record(&database);
    store.create(&product("p1", 1)).await.unwrap();
    store.put(&product("p1", 2)).await.unwrap();
    store
        .update(Product::update(Product::key("p1")).stock(3))
        .await
        .unwrap();
    store.delete(Product::key("p1")).await.unwrap();
    let operations: Vec<_> = wire.sent().into_iter().map(|sent| sent.operation).collect();
    assert_eq!(
        operations,
        ["PutItem", "PutItem", "UpdateItem", "DeleteItem"]
    );
}

#[tokio::test]
async fn a_transaction_without_mutable_entities_can_be_spawned() {
    let (_, _, store) = store().await;
    let make = || store.transact().create(&product("p1", 1));
    let transaction = make();
    tokio::spawn(async move { transaction.await })
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        store.get(Product::key("p1")).await.unwrap(),
        Some(product("p1", 1))
    );
}

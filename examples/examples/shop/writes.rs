//! `create`, `put`, `replace`, `delete`; unique fields, versions, copies.

use dynamo_model::Repository;
use dynamo_model_examples::{Log, show};
use jiff::civil::date;
use serde_json::json;

use crate::Done;
use crate::model::{Address, Customer, Order, Product, Shop, Status, address, customer, order};

pub(crate) async fn customers(shop: &Repository<Shop>, log: &Log) -> Done {
    // A source of copies says on every write what becomes of them. A new customer has none.
    let mut carol = customer("c1", "Carol", "carol@example.com");
    shop.create(&mut carol).leave_copies().await?;
    log.assert_last(
        "TransactWriteItems
    - Put shop
        item:       {PK: 'CUST#c1', SK: 'PROFILE', type: 'Customer', customerId: 'c1', name: 'Carol', orders: 0, email: 'carol@example.com', version: 1}
        condition:  attribute_not_exists(PK)
    - Put shop
        item:       {PK: 'UNIQUE#Customer#email#carol@example.com', SK: 'UNIQUE#Customer#email#carol@example.com', type: 'UNIQUE#Customer', owner_pk: 'CUST#c1', owner_sk: 'PROFILE'}
        condition:  (attribute_not_exists(PK) OR (owner_pk = 'CUST#c1' AND owner_sk = 'PROFILE'))",
    );
    assert_eq!(carol.version, 1);

    // What exists is not created again, and an e-mail address has one customer.
    let mut again = customer("c1", "Carol", "carol@example.org");
    let error = shop.create(&mut again).leave_copies().await.unwrap_err();
    assert!(error.is_already_exists());
    let mut dora = customer("c2", "Dora", "carol@example.com");
    let error = shop.create(&mut dora).leave_copies().await.unwrap_err();
    assert!(error.is_unique_taken());
    assert_eq!(error.attribute(), Some("email"));
    dora.email = "dora@example.com".into();
    shop.create(&mut dora).leave_copies().await?;

    // A product has none of this: its writes are single requests.
    let lamp = Product {
        product_id: "p1".into(),
        price: 42,
        stock: 2,
    };
    shop.create(&lamp).await?;
    log.assert_last(
        "PutItem shop
    item:       {PK: 'PRODUCT#p1', SK: 'PRODUCT#p1', type: 'Product', productId: 'p1', price: 42, stock: 2}
    condition:  attribute_not_exists(PK)",
    );
    let missing = Product {
        product_id: "p9".into(),
        ..lamp
    };
    let error = shop.replace(&missing).await.unwrap_err();
    assert!(error.is_not_found());
    Ok(())
}

pub(crate) async fn orders(shop: &Repository<Shop>, log: &Log) -> Done {
    // A pending order is in the sparse index. The customer's name is checked: a copy is never born stale.
    let mut first = order("o1", date(2026, 9, 28), Status::Pending, 42);
    shop.put(&first).await?;
    log.assert_last(
        "TransactWriteItems
    - Put shop
        item:       {PK: 'CUST#c1', SK: 'ORDER#2026-09-28#o1', GSI1PK: 'ORDER#o1', GSI1SK: 'ORDER#o1', GSI2PK: 'STATUS#PENDING', GSI2SK: '2026-09-28#o1', openOrdersPK: 'OPEN', openSince: '2026-09-28', type: 'Order', customerId: 'c1', orderId: 'o1', placedOn: '2026-09-28', status: 'PENDING', total: 42, customerName: 'Carol'}
    - ConditionCheck shop
        key:        {PK: 'CUST#c1', SK: 'PROFILE'}
        condition:  name = 'Carol'",
    );
    // Delivered, it leaves the sparse index: a put writes the whole item anew.
    first.status = Status::Delivered;
    shop.replace(&first).await?;
    log.assert_last(
        "TransactWriteItems
    - Put shop
        item:       {PK: 'CUST#c1', SK: 'ORDER#2026-09-28#o1', GSI1PK: 'ORDER#o1', GSI1SK: 'ORDER#o1', GSI2PK: 'STATUS#DELIVERED', GSI2SK: '2026-09-28#o1', type: 'Order', customerId: 'c1', orderId: 'o1', placedOn: '2026-09-28', status: 'DELIVERED', total: 42, customerName: 'Carol'}
        condition:  attribute_exists(PK)
    - ConditionCheck shop
        key:        {PK: 'CUST#c1', SK: 'PROFILE'}
        condition:  name = 'Carol'",
    );

    // Orders of one customer need one check.
    let orders = [
        order("o2", date(2026, 10, 15), Status::Paid, 17),
        order("o3", date(2026, 10, 20), Status::Pending, 250),
        order("o4", date(2026, 10, 20), Status::Shipped, 120),
        Order {
            customer_id: "c2".into(),
            customer_name: "Dora".into(),
            ..order("o5", date(2026, 10, 20), Status::Pending, 99)
        },
    ];
    let placed = orders
        .iter()
        .fold(shop.transact(), |all, order| all.create(order));
    let checks = placed.explain().matches("- ConditionCheck").count();
    show("Checks of four orders of two customers", checks, json!(2));
    placed.await?;

    let addresses = [
        address("c1", "home", "London"),
        address("c1", "work", "Leeds"),
        address("c2", "home", "Paris"),
    ];
    let report = shop.batch().put_all(&addresses).await?;
    log.assert_last("BatchWriteItem\n    shop: 3 puts, 0 deletes");
    assert!(report.is_complete());
    Ok(())
}

pub(crate) async fn delete(shop: &Repository<Shop>, log: &Log) -> Done {
    // Each request can be shown without being sent.
    let key = Order::key("c2", date(2026, 10, 20), "o5");
    let text = "DeleteItem shop
    key:        {PK: 'CUST#c2', SK: 'ORDER#2026-10-20#o5'}";
    assert_eq!(shop.delete(&key).explain(), text);
    shop.delete(&key).await?;
    log.assert_last(text);
    show("A deleted order", shop.get(key).await?, json!(null));
    shop.delete(Address::key("c2", "home")).await?;

    // A value with a version is deleted as it was read, or not at all; a key is deleted whatever it holds.
    let key = Customer::key("c2");
    let read = shop.get(&key).consistent().await?.ok_or("Dora is there")?;
    shop.update(Customer::update(&key).add_orders(1)).await?;
    let error = shop.delete(&read).await.unwrap_err();
    assert!(error.is_condition_failed());
    // The guard of the e-mail address goes with the customer.
    shop.delete(&key).await?;
    log.assert_last(
        "TransactWriteItems
    - Delete shop
        key:        {PK: 'CUST#c2', SK: 'PROFILE'}
        condition:  email = 'dora@example.org'
    - Delete shop
        key:        {PK: 'UNIQUE#Customer#email#dora@example.org', SK: 'UNIQUE#Customer#email#dora@example.org'}
        condition:  (attribute_not_exists(PK) OR (owner_pk = 'CUST#c2' AND owner_sk = 'PROFILE'))",
    );
    Ok(())
}

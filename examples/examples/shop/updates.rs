//! Updates that keep index keys true: `update`, `modify`, `rekey`.

use dynamo_model::Repository;
use dynamo_model_examples::{Log, show};
use jiff::civil::date;
use serde_json::json;

use crate::Done;
use crate::model::{Customer, Order, Product, Shop, Status, ids};

pub(crate) async fn update(shop: &Repository<Shop>, log: &Log) -> Done {
    // The keys of `by_status` follow the status, and a delivered order leaves the sparse index, in the same request.
    let key = Order::key("c1", date(2026, 10, 15), "o2");
    shop.update(Order::update(&key).status(Status::Delivered))
        .await?;
    log.assert_last(
        "UpdateItem shop
    key:        {PK: 'CUST#c1', SK: 'ORDER#2026-10-15#o2'}
    update:     SET status = 'DELIVERED', GSI2PK = 'STATUS#DELIVERED', GSI2SK = '2026-10-15#o2' REMOVE openOrdersPK, openSince
    condition:  attribute_exists(PK)",
    );
    let delivered = shop
        .query(Order::by_status(Status::Delivered))
        .all()
        .await?;
    show("Delivered orders", ids(&delivered), json!(["o1", "o2"]));

    // What is not mentioned is not touched.
    let key = Order::key("c1", date(2026, 10, 20), "o3");
    let gift = || Order::update(&key).add_total(5).note("gift");
    let gifted = shop
        .update(gift())
        .only_if(|order| order.status.eq(Status::Pending))
        .returning_new()
        .await?;
    log.assert_last(
        "UpdateItem shop
    key:        {PK: 'CUST#c1', SK: 'ORDER#2026-10-20#o3'}
    update:     SET note = 'gift' ADD total 5
    condition:  (attribute_exists(PK) AND status = 'PENDING')
    ReturnValues: ALL_NEW",
    );
    assert_eq!(gifted.total, 255);
    // A condition that does not hold brings the item that it met, at no further request.
    let refused = shop
        .update(gift())
        .only_if(|order| order.status.eq(Status::Paid))
        .await;
    let error = refused.err().ok_or("the order is not paid")?;
    assert!(error.is_condition_failed());
    let order = error.existing::<Order>()?;
    show(
        "The order as it is",
        order.map(|order| (order.total, order.note)),
        json!([255, "gift"]),
    );
    // Nor is a stub made of what is not there.
    let missing = Order::update(Order::key("c1", date(2026, 10, 21), "o3")).note("gift");
    assert!(
        shop.update(missing)
            .await
            .is_err_and(|error| error.is_not_found())
    );

    // A customer has no `returning_new`: with a unique field its updates may be transactions, which return no items.
    let lamp = shop
        .update(Product::update(Product::key("p1")).add_stock(1))
        .only_if(|product| product.stock.lt(10))
        .returning_new()
        .await?;
    log.assert_last(
        "UpdateItem shop
    key:        {PK: 'PRODUCT#p1', SK: 'PRODUCT#p1'}
    update:     ADD stock 1
    condition:  (attribute_exists(PK) AND stock < 10)
    ReturnValues: ALL_NEW",
    );
    assert_eq!(lamp.stock, 3);

    // A unique field: the guard of the old value goes, that of the new one comes, in one transaction.
    let moved = Customer::update(Customer::key("c2")).email("dora@example.org");
    shop.update(moved).await?;
    log.assert_last(
        "TransactWriteItems
    - Update shop
        key:        {PK: 'CUST#c2', SK: 'PROFILE'}
        update:     SET email = 'dora@example.org' ADD version 1
        condition:  (attribute_exists(PK) AND email = 'dora@example.com')
    - Put shop
        item:       {PK: 'UNIQUE#Customer#email#dora@example.org', SK: 'UNIQUE#Customer#email#dora@example.org', type: 'UNIQUE#Customer', owner_pk: 'CUST#c2', owner_sk: 'PROFILE'}
        condition:  (attribute_not_exists(PK) OR (owner_pk = 'CUST#c2' AND owner_sk = 'PROFILE'))
    - Delete shop
        key:        {PK: 'UNIQUE#Customer#email#dora@example.com', SK: 'UNIQUE#Customer#email#dora@example.com'}
        condition:  (attribute_not_exists(PK) OR (owner_pk = 'CUST#c2' AND owner_sk = 'PROFILE'))",
    );
    Ok(())
}

pub(crate) async fn modify_and_rekey(shop: &Repository<Shop>, log: &Log) -> Done {
    // Reads, changes, and writes what differs, if nobody else wrote.
    let key = Order::key("c1", date(2026, 10, 20), "o3");
    let paid = shop
        .modify(&key, |order| order.status = Status::Paid)
        .await?;
    log.assert_last(
        "UpdateItem shop
    key:        {PK: 'CUST#c1', SK: 'ORDER#2026-10-20#o3'}
    update:     SET GSI2PK = 'STATUS#PAID', status = 'PAID'
    condition:  (attribute_exists(PK) AND customerId = 'c1' AND orderId = 'o3' AND placedOn = '2026-10-20' AND status = 'PENDING' AND total = 255 AND note = 'gift' AND customerName = 'Carol')",
    );
    assert_eq!(
        (paid.status, paid.note.as_deref()),
        (Status::Paid, Some("gift"))
    );

    // A primary key does not change; the item moves, in one transaction.
    let moved = Order {
        placed_on: date(2026, 10, 22),
        ..paid.clone()
    };
    shop.rekey(&paid, &moved).await?;
    log.assert_last(
        "TransactWriteItems
    - Delete shop
        key:        {PK: 'CUST#c1', SK: 'ORDER#2026-10-20#o3'}
        condition:  attribute_exists(PK)
    - Put shop
        item:       {PK: 'CUST#c1', SK: 'ORDER#2026-10-22#o3', GSI1PK: 'ORDER#o3', GSI1SK: 'ORDER#o3', GSI2PK: 'STATUS#PAID', GSI2SK: '2026-10-22#o3', openOrdersPK: 'OPEN', openSince: '2026-10-22', type: 'Order', customerId: 'c1', orderId: 'o3', placedOn: '2026-10-22', status: 'PAID', total: 255, note: 'gift', customerName: 'Carol'}
        condition:  attribute_not_exists(PK)
    - ConditionCheck shop
        key:        {PK: 'CUST#c1', SK: 'PROFILE'}
        condition:  name = 'Carol'",
    );
    let orders = shop.query(Order::query("c1")).all().await?;
    show(
        "Orders after the move",
        ids(&orders),
        json!(["o1", "o2", "o4", "o3"]),
    );
    Ok(())
}

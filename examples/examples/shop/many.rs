//! Many items at once: transactions, reads of one moment, batches.

use dynamo_model::{Error, Repository};
use dynamo_model_examples::{Log, show};
use jiff::civil::date;
use serde_json::json;

use crate::Done;
use crate::model::{Address, Customer, Order, Product, Shop, Status, address, order};

/// Places an order: it is created, and the customer's orders are counted, if the product is in stock; otherwise nothing is written.
async fn place(shop: &Repository<Shop>, order: &Order, product: &str) -> Result<(), Error> {
    shop.transact()
        .create(order)
        .update(Customer::update(Customer::key(&order.customer_id)).add_orders(1))
        .check(Product::key(product), |product| product.stock.ge(1))
        .await
}

pub(crate) async fn transactions(shop: &Repository<Shop>, log: &Log) -> Done {
    // The check of the copied name is a part of the customer's update.
    let sixth = order("o6", date(2026, 10, 25), Status::Pending, 42);
    place(shop, &sixth, "p1").await?;
    log.assert_last(
        "TransactWriteItems
    - Put shop
        item:       {PK: 'CUST#c1', SK: 'ORDER#2026-10-25#o6', GSI1PK: 'ORDER#o6', GSI1SK: 'ORDER#o6', GSI2PK: 'STATUS#PENDING', GSI2SK: '2026-10-25#o6', openOrdersPK: 'OPEN', openSince: '2026-10-25', type: 'Order', customerId: 'c1', orderId: 'o6', placedOn: '2026-10-25', status: 'PENDING', total: 42, customerName: 'Carol'}
        condition:  attribute_not_exists(PK)
    - Update shop
        key:        {PK: 'CUST#c1', SK: 'PROFILE'}
        update:     ADD orders 1, version 1
        condition:  (attribute_exists(PK) AND name = 'Carol')
    - ConditionCheck shop
        key:        {PK: 'PRODUCT#p1', SK: 'PRODUCT#p1'}
        condition:  (attribute_exists(PK) AND stock >= 1)",
    );

    // Each part that failed is named.
    shop.update(Product::update(Product::key("p1")).stock(0u32))
        .await?;
    let seventh = order("o7", date(2026, 10, 26), Status::Pending, 42);
    let error = place(shop, &seventh, "p1").await.unwrap_err();
    assert!(error.is_transaction_canceled() && error.is_condition_failed());
    let failed = error.canceled().first().ok_or("the check failed")?;
    show(
        "What failed",
        (failed.index(), failed.entity(), failed.key()),
        json!([2, "Product", "{PK: 'PRODUCT#p1', SK: 'PRODUCT#p1'}"]),
    );
    let stock = failed
        .error()
        .existing::<Product>()?
        .map(|product| product.stock);
    show("… for it has a stock of", stock, json!(0));

    let keys = (Customer::key("c1"), Product::key("p1"), &seventh);
    let (carol, lamp, seventh) = shop.get_all(keys).transactional().await?;
    log.assert_last(
        "TransactGetItems
    - Get shop
        key:        {PK: 'CUST#c1', SK: 'PROFILE'}
    - Get shop
        key:        {PK: 'PRODUCT#p1', SK: 'PRODUCT#p1'}
    - Get shop
        key:        {PK: 'CUST#c1', SK: 'ORDER#2026-10-26#o7'}",
    );
    assert_eq!(seventh, None);
    show(
        "A customer and a product, of one moment",
        (carol.map(|carol| carol.orders), lamp.map(|lamp| lamp.stock)),
        json!([1, 0]),
    );
    Ok(())
}

pub(crate) async fn batches(shop: &Repository<Shop>, log: &Log) -> Done {
    // The results have the order of the keys.
    let keys = [
        Order::key("c1", date(2026, 10, 25), "o6"),
        Order::key("c1", date(2026, 10, 25), "o0"),
        Order::key("c2", date(2026, 10, 20), "o5"),
    ];
    let orders = shop.get_many(keys).await?;
    log.assert_last(
        "BatchGetItem shop
    key:        {PK: 'CUST#c1', SK: 'ORDER#2026-10-25#o6'}
    key:        {PK: 'CUST#c1', SK: 'ORDER#2026-10-25#o0'}
    key:        {PK: 'CUST#c2', SK: 'ORDER#2026-10-20#o5'}",
    );
    let totals: Vec<_> = orders
        .iter()
        .map(|order| order.as_ref().map(|order| order.total))
        .collect();
    show(
        "Three orders by their keys, one of them missing",
        totals,
        json!([42, null, 99]),
    );

    let addresses = [address("c1", "home", "York"), address("c2", "work", "Lyon")];
    let moved_out = [Address::key("c1", "work")];
    let report = shop
        .batch()
        .put_all(&addresses)
        .delete_all(moved_out)
        .await?;
    log.assert_last("BatchWriteItem\n    shop: 2 puts, 1 deletes");
    show("Written", report.complete()?, json!(3));
    Ok(())
}

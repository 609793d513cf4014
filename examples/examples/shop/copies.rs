//! Copies: a rename of a customer, and what becomes of the orders that carry the name.

use dynamo_model::Repository;
use dynamo_model_examples::{Log, show};
use jiff::civil::date;
use serde_json::json;

use crate::Done;
use crate::model::{Customer, CustomerPage, Order, Shop, Status, order};

pub(crate) async fn rename(shop: &Repository<Shop>, log: &Log) -> Done {
    let rename = || Customer::update(Customer::key("c1")).name("Carol Smith");
    // Without a word on the copies it is not sent.
    let error = shop.update(rename()).await.unwrap_err();
    assert!(error.is_invalid_request());

    let report = shop.update(rename()).fan_out().await?;
    show(
        "The rename",
        (report.copies, report.updated, report.transactions),
        json!([5, 5, 1]),
    );
    let query = "Query shop\n    key:        (PK = 'CUST#c1' AND begins_with(SK, 'ORDER#'))\n    ConsistentRead: true";
    log.assert_last_of(&[
        query,
        "\
TransactWriteItems
    - Update shop
        key:        {PK: 'CUST#c1', SK: 'PROFILE'}
        update:     SET name = 'Carol Smith' ADD version 1
        condition:  attribute_exists(PK)
    - Update shop
        key:        {PK: 'CUST#c1', SK: 'ORDER#2026-09-28#o1'}
        update:     SET customerName = 'Carol Smith'
        condition:  attribute_exists(PK)
    - Update shop
        key:        {PK: 'CUST#c1', SK: 'ORDER#2026-10-15#o2'}
        update:     SET customerName = 'Carol Smith'
        condition:  attribute_exists(PK)
    - Update shop
        key:        {PK: 'CUST#c1', SK: 'ORDER#2026-10-20#o4'}
        update:     SET customerName = 'Carol Smith'
        condition:  attribute_exists(PK)
    - Update shop
        key:        {PK: 'CUST#c1', SK: 'ORDER#2026-10-22#o3'}
        update:     SET customerName = 'Carol Smith'
        condition:  attribute_exists(PK)
    - Update shop
        key:        {PK: 'CUST#c1', SK: 'ORDER#2026-10-25#o6'}
        update:     SET customerName = 'Carol Smith'
        condition:  attribute_exists(PK)",
        query,
        "GetItem shop\n    key:        {PK: 'CUST#c1', SK: 'PROFILE'}\n    ConsistentRead: true",
    ]);
    let page: CustomerPage = shop.collect(Customer::partition("c1")).await?;
    let name = page.customer.ok_or("Carol is there")?.name;
    assert!(page.orders.iter().all(|order| order.customer_name == name));
    assert!(shop.audit_copies::<Customer>().await?.is_empty());

    // An order made with the old name is refused, with the customer as it is now.
    let late: Order = order("o8", date(2026, 10, 27), Status::Pending, 10);
    let error = shop.create(&late).await.unwrap_err();
    assert!(error.is_stale_copy());
    let now = error.existing::<Customer>()?.map(|now| now.name);
    show("The name is", now, json!("Carol Smith"));
    Ok(())
}

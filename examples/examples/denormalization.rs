//! Pattern 11, denormalization: a customer's name is copied into each of the orders, so that a list of orders with names is one query. A customer's few addresses are
//! embedded in one item.
//!
//! `#[entity(copy_of = Customer::name)]` is all there is to say of a copy. An order is written with a check that the customer has this name now, and a rename says what
//! becomes of the copies: `.fan_out()` updates them, with the customer in one transaction where all of it fits.

use std::collections::BTreeMap;

use dynamo_model::{Document, Entity, Repository, Table};
use dynamo_model_examples::{Log, show};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Table)]
#[table(name = "p11-denormalization", entities(Customer, Order, Addresses))]
struct Shop;

/// The source: the name is here.
#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(table = Shop, pk = "CUST#{customer_id}", sk = "PROFILE")]
struct Customer {
    #[entity(key_only)]
    customer_id: String,
    name: String,
}

/// The name is here too. Its source is the customer whose key the order's fields make.
#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[entity(table = Shop, pk = "CUST#{customer_id}", sk = "ORDER#{order_id}")]
struct Order {
    #[entity(key_only)]
    customer_id: String,
    #[entity(key_only)]
    order_id: String,
    #[entity(copy_of = Customer::name)]
    customer_name: String,
}

/// A bounded collection, embedded as a map.
#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(table = Shop, pk = "CUST#{customer_id}", sk = "ADDRESSES")]
struct Addresses {
    #[entity(key_only)]
    customer_id: String,
    addresses: BTreeMap<String, Address>,
}

#[derive(Document, Serialize, Deserialize, Debug, PartialEq)]
struct Address {
    city: String,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let log = Log::default();
    let shop = Repository::<Shop>::new(dynamo_model::embedded::client());
    shop.create_table().await?;
    let carol = Customer {
        customer_id: "c1".into(),
        name: "Carol".into(),
    };
    // A new customer has no orders yet, so there is nothing to update.
    shop.create(&carol).leave_copies().await?;
    let order = |number: u32, name: &str| Order {
        customer_id: "c1".into(),
        order_id: format!("o{number}"),
        customer_name: name.into(),
    };
    for number in 1..=3 {
        shop.create(&order(number, "Carol")).await?;
    }
    let shop = shop.with_observer(log.clone());

    // The read that it is for: one query, no join.
    let orders = shop.query(Order::query("c1")).all().await?;
    log.assert_last(
        "Query p11-denormalization\n    key:        (PK = 'CUST#c1' AND begins_with(SK, 'ORDER#'))",
    );
    let row = |order: &Order| json!([format!("ORDER#{}", order.order_id), order.customer_name]);
    show(
        "Orders with customer name (1 query, no join)",
        orders.iter().map(row).collect::<Vec<_>>(),
        json!([
            ["ORDER#o1", "Carol"],
            ["ORDER#o2", "Carol"],
            ["ORDER#o3", "Carol"]
        ]),
    );

    // One-to-few: embedded.
    let city = |city: &str| Address { city: city.into() };
    let addresses = Addresses {
        customer_id: "c1".into(),
        addresses: [("home", city("London")), ("work", city("Leeds"))]
            .map(|(label, address)| (label.to_owned(), address))
            .into(),
    };
    shop.put(&addresses).await?;
    let stored = shop.get(Addresses::key("c1")).await?;
    show(
        "Embedded addresses",
        stored.map(|stored| stored.addresses),
        json!({"home": {"city": "London"}, "work": {"city": "Leeds"}}),
    );

    // A rename that says nothing of the copies is not sent.
    let rename = || Customer::update(Customer::key("c1")).name("Carol Smith");
    assert!(
        shop.update(rename())
            .await
            .is_err_and(|error| error.is_invalid_request())
    );

    // One rename, four updates, one transaction. Before it the copies are looked for, and after it once more: an order that was created in between has the old name.
    let report = shop.update(rename()).fan_out().await?;
    assert_eq!(
        (report.copies, report.updated, report.transactions),
        (3, 3, 1)
    );
    let query = "Query p11-denormalization\n    key:        (PK = 'CUST#c1' AND begins_with(SK, 'ORDER#'))\n    ConsistentRead: true";
    log.assert_last_of(&[
        query,
        "\
TransactWriteItems
    - Update p11-denormalization
        key:        {PK: 'CUST#c1', SK: 'PROFILE'}
        update:     SET name = 'Carol Smith'
        condition:  attribute_exists(PK)
    - Update p11-denormalization
        key:        {PK: 'CUST#c1', SK: 'ORDER#o1'}
        update:     SET customerName = 'Carol Smith'
        condition:  attribute_exists(PK)
    - Update p11-denormalization
        key:        {PK: 'CUST#c1', SK: 'ORDER#o2'}
        update:     SET customerName = 'Carol Smith'
        condition:  attribute_exists(PK)
    - Update p11-denormalization
        key:        {PK: 'CUST#c1', SK: 'ORDER#o3'}
        update:     SET customerName = 'Carol Smith'
        condition:  attribute_exists(PK)",
        query,
        "GetItem p11-denormalization\n    key:        {PK: 'CUST#c1', SK: 'PROFILE'}\n    ConsistentRead: true",
    ]);

    let items = shop.items(Customer::partition("c1")).all().await?;
    log.assert_last("Query p11-denormalization\n    key:        PK = 'CUST#c1'");
    let mut rows = Vec::new();
    for item in &items {
        let name = item.attribute::<String>("name")?;
        let copy = item.attribute::<String>("customerName")?;
        rows.push(json!([item.sort_key(), name.or(copy)]));
    }
    show(
        "After rename, all copies updated",
        rows,
        json!([
            ["ADDRESSES", null],
            ["ORDER#o1", "Carol Smith"],
            ["ORDER#o2", "Carol Smith"],
            ["ORDER#o3", "Carol Smith"],
            ["PROFILE", "Carol Smith"],
        ]),
    );

    // An order that was made with the old name is refused, with the customer as it is now.
    let late = order(4, "Carol");
    let error = shop.create(&late).await.unwrap_err();
    assert!(error.is_stale_copy());
    assert_eq!(
        error.existing::<Customer>()?.map(|now| now.name).as_deref(),
        Some("Carol Smith")
    );
    log.assert_last(
        "\
TransactWriteItems
    - Put p11-denormalization
        item:       {PK: 'CUST#c1', SK: 'ORDER#o4', type: 'Order', customerName: 'Carol'}
        condition:  attribute_not_exists(PK)
    - ConditionCheck p11-denormalization
        key:        {PK: 'CUST#c1', SK: 'PROFILE'}
        condition:  name = 'Carol'",
    );
    assert!(shop.audit_copies::<Customer>().await?.is_empty());
    Ok(())
}

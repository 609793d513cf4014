//! The model: one table, four entities, and a page that is read by one Query.

use dynamo_model::{Collection, Entity, KeyPart, Table};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// The shop's single table.
#[derive(Table)]
#[table(
    name = "shop",                                   // the default name; a repository can have another one
    pk = "PK", sk = "SK",                            // these are the defaults
    gsi("GSI1"),                                     // GSI1PK and GSI1SK, projection ALL
    gsi("GSI2"),
    gsi("OpenOrders", pk = "openOrdersPK", sk = "openSince"),
    gsi("Inverted", pk = "SK", sk = "PK"),           // re-uses the table's own keys
    type_attribute = "type",
    entities(Customer, Address, Order, Product),     // everything that may live here
)]
pub(crate) struct Shop;

/// The profile, the source of the name in the orders.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Shop,
    pk = "CUST#{customer_id}",
    sk = "PROFILE",
    constant_sk_ok = "nobody asks the inverted index for profiles, and customers are few",
)]
pub(crate) struct Customer {
    pub(crate) customer_id: String,
    pub(crate) name: String,
    pub(crate) orders: u32,
    /// One customer per address, kept by guard items.
    #[entity(unique)]
    pub(crate) email: String,
    /// Optimistic lock; for its sake a customer is written through `&mut`.
    #[entity(version)]
    pub(crate) version: u64,
}

/// An address of a customer; the inverted index finds the customers that have one of a kind.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Shop,
    pk = "CUST#{customer_id}",
    sk = "ADDRESS#{label}",
    index(name = labelled, on = "Inverted"),
)]
pub(crate) struct Address {
    pub(crate) customer_id: String,
    pub(crate) label: String,
    pub(crate) city: String,
}

/// An order of a customer.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Shop,
    pk = "CUST#{customer_id}",
    sk = "ORDER#{placed_on}#{order_id}",
    index(name = by_id, on = "GSI1", pk = "ORDER#{order_id}", sk = "ORDER#{order_id}"),
    index(name = by_status, on = "GSI2", pk = "STATUS#{status}", sk = "{placed_on}#{order_id}"),
    index(name = open, on = "OpenOrders", pk = "OPEN", sk = "{placed_on}",
          when = |status| matches!(status, Status::Pending | Status::Paid)),
)]
pub(crate) struct Order {
    pub(crate) customer_id: String,
    pub(crate) order_id: String,
    pub(crate) placed_on: Date,
    pub(crate) status: Status,
    pub(crate) total: u64,
    pub(crate) note: Option<String>,
    /// A rename of the customer fans out to it.
    #[entity(copy_of = Customer::name)]
    pub(crate) customer_name: String,
}

/// The spelling in keys is `key_part`'s, the one in attributes serde's.
#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
#[key_part(rename_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum Status {
    Pending,
    Paid,
    Shipped,
    Delivered,
}

/// What is sold.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[entity(table = Shop, pk = "PRODUCT#{product_id}", sk = "PRODUCT#{product_id}")]
pub(crate) struct Product {
    pub(crate) product_id: String,
    pub(crate) price: u64,
    pub(crate) stock: u32,
}

/// One Query, several types.
#[derive(Collection)]
pub(crate) struct CustomerPage {
    pub(crate) customer: Option<Customer>,
    pub(crate) addresses: Vec<Address>,
    pub(crate) orders: Vec<Order>,
}

pub(crate) fn customer(customer_id: &str, name: &str, email: &str) -> Customer {
    Customer {
        customer_id: customer_id.into(),
        name: name.into(),
        orders: 0,
        email: email.into(),
        version: 0,
    }
}

pub(crate) fn address(customer_id: &str, label: &str, city: &str) -> Address {
    Address {
        customer_id: customer_id.into(),
        label: label.into(),
        city: city.into(),
    }
}

/// An order of Carol, `c1`.
pub(crate) fn order(order_id: &str, placed_on: Date, status: Status, total: u64) -> Order {
    Order {
        customer_id: "c1".into(),
        order_id: order_id.into(),
        placed_on,
        status,
        total,
        note: None,
        customer_name: "Carol".into(),
    }
}

pub(crate) fn ids(orders: &[Order]) -> Vec<&str> {
    orders.iter().map(|order| order.order_id.as_str()).collect()
}

//! The shop: customers with addresses, orders and invoices.
//!
//! `Customer` and its collection share partitions. `Order` and `Invoice` share partitions of `GSI1` that their sort
//! keys tell apart, and partitions of `GSI2` that only the type tells apart.

use dynamo_model::{Entity, KeyPart, Table};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// The table.
#[derive(Debug, Table)]
#[table(
    name = "shop",
    gsi("GSI1"),
    gsi("GSI2"),
    gsi("OpenOrders", pk = "openOrdersPK", sk = "openSince"),
    gsi("Inverted", pk = "SK", sk = "PK"),
    entities(Customer, Address, Order, Invoice)
)]
pub struct Shop;

/// The head of an item collection.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Shop,
    pk = "CUST#{customer_id}",
    sk = "PROFILE",
    constant_sk_ok = "nothing reads profiles by the inverted index"
)]
pub struct Customer {
    /// In the key.
    pub customer_id: String,
    /// A reserved word of DynamoDB as an attribute's name.
    pub name: String,
    /// An optional attribute.
    pub email: Option<String>,
}

/// An entity on the overloaded index `GSI1`.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Shop,
    pk = "CUST#{customer_id}",
    sk = "ADDRESS#{label}",
    index(name = by_city, on = "GSI1", pk = "CITY#{city}", sk = "CUST#{customer_id}#{label}")
)]
pub struct Address {
    /// In the key.
    pub customer_id: String,
    /// In the key.
    pub label: String,
    /// The partition of `GSI1`.
    pub city: String,
}

/// An entity on every kind of index.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Shop,
    pk = "CUST#{customer_id}",
    sk = "ORDER#{placed_on}#{order_id}",
    index(name = by_id, on = "GSI1", pk = "ORDER#{order_id}", sk = "ORDER#{order_id}"),
    index(name = by_status, on = "GSI2", pk = "STATUS#{status}", sk = "{placed_on}#{order_id}"),
    index(
        name = open,
        on = "OpenOrders",
        pk = "OPEN",
        sk = "{placed_on}",
        when = |status| matches!(status, Status::Pending | Status::Paid)
    ),
    index(name = inverted, on = "Inverted")
)]
pub struct Order {
    /// In the key.
    pub customer_id: String,
    /// In the key.
    pub order_id: String,
    /// In the key.
    pub placed_on: Date,
    /// Says whether the order is in `OpenOrders`.
    pub status: Status,
    /// A number to filter by.
    pub total: u64,
    /// An optional attribute.
    pub note: Option<String>,
}

/// An entity with an optional part in an index key.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Shop,
    pk = "CUST#{customer_id}",
    sk = "INVOICE#{invoice_id}",
    index(name = of_order, on = "GSI1", pk = "ORDER#{order_id}", sk = "INVOICE#{invoice_id}"),
    index(name = by_status, on = "GSI2", pk = "STATUS#{status}", sk = "{due}#{invoice_id}")
)]
pub struct Invoice {
    /// In the key.
    pub customer_id: String,
    /// In the key.
    pub invoice_id: String,
    /// The order, once it is known.
    pub order_id: Option<String>,
    /// The partition of `GSI2`.
    pub status: Status,
    /// The sort key of `GSI2`.
    pub due: Date,
}

/// Spelt in keys as `PENDING`, in attributes as `Pending`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, KeyPart, Serialize, Deserialize)]
#[key_part(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// Open.
    Pending,
    /// Open.
    Paid,
    /// Closed.
    Shipped,
}

/// A day of October 2026.
///
/// # Panics
/// Where October does not have it.
#[must_use]
pub fn day(day: i8) -> Date {
    jiff::civil::date(2026, 10, day)
}

/// A customer without an e-mail address.
#[must_use]
pub fn customer(customer_id: &str) -> Customer {
    let name = format!("name of {customer_id}");
    Customer {
        customer_id: customer_id.to_owned(),
        name,
        email: None,
    }
}

/// An address.
#[must_use]
pub fn address(customer_id: &str, label: &str, city: &str) -> Address {
    Address {
        customer_id: customer_id.to_owned(),
        label: label.to_owned(),
        city: city.to_owned(),
    }
}

/// A pending order without a note; its total is its day of the month times 10.
#[must_use]
pub fn order(customer_id: &str, placed_on: Date, order_id: &str) -> Order {
    Order {
        customer_id: customer_id.to_owned(),
        order_id: order_id.to_owned(),
        placed_on,
        status: Status::Pending,
        total: u64::from(placed_on.day().unsigned_abs()) * 10,
        note: None,
    }
}

/// A pending invoice.
#[must_use]
pub fn invoice(customer_id: &str, invoice_id: &str, due: Date, order_id: Option<&str>) -> Invoice {
    Invoice {
        customer_id: customer_id.to_owned(),
        invoice_id: invoice_id.to_owned(),
        order_id: order_id.map(str::to_owned),
        status: Status::Pending,
        due,
    }
}

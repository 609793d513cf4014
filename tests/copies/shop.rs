//! Customers and what has copies of their fields: orders in their partition, parcels by an index, reviews that may have no customer.

use dynamo_model::{Entity, Repository, Table};
use dynamo_model_tests::open;
use serde::{Deserialize, Serialize};

#[derive(Debug, Table)]
#[table(
    name = "shop",
    gsi("GSI1"),
    gsi("GSI2"),
    entities(Customer, Order, Parcel, Review)
)]
pub(crate) struct Shop;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(table = Shop, pk = "CUST#{customer_id}", sk = "PROFILE")]
pub(crate) struct Customer {
    pub(crate) customer_id: String,
    pub(crate) name: String,
    pub(crate) city: Option<String>,
    pub(crate) orders: u32,
}

/// Copies in the source's partition, one of them an input of an index.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Shop,
    pk = "CUST#{customer_id}",
    sk = "ORDER#{order_id}",
    index(name = by_name, on = "GSI1", pk = "NAME#{customer_name}", sk = "{status}#{order_id}")
)]
pub(crate) struct Order {
    pub(crate) customer_id: String,
    pub(crate) order_id: String,
    pub(crate) status: String,
    #[entity(copy_of = Customer::name)]
    pub(crate) customer_name: String,
    #[entity(copy_of = Customer::city)]
    pub(crate) city: Option<String>,
}

/// Copies that an index finds, of a source that is named outside of the primary key.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Shop,
    pk = "PARCEL#{parcel_id}",
    sk = "PARCEL",
    index(name = by_recipient, on = "GSI2", pk = "TO#{recipient}", sk = "{parcel_id}")
)]
pub(crate) struct Parcel {
    pub(crate) parcel_id: String,
    pub(crate) recipient: String,
    #[entity(copy_of(Customer::name, customer_id = recipient))]
    pub(crate) recipient_name: String,
    #[entity(version)]
    pub(crate) version: u64,
}

/// A copy without a source is none.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Shop,
    pk = "REVIEW#{review_id}",
    sk = "REVIEW",
    index(name = by_author, on = "GSI2", pk = "BY#{author}", sk = "{review_id}")
)]
pub(crate) struct Review {
    pub(crate) review_id: String,
    pub(crate) author: Option<String>,
    #[entity(copy_of(Customer::name, customer_id = author))]
    pub(crate) author_name: Option<String>,
}

pub(crate) fn customer(id: &str, name: &str) -> Customer {
    Customer {
        customer_id: id.into(),
        name: name.into(),
        city: None,
        orders: 0,
    }
}

pub(crate) fn order(customer: &Customer, id: &str) -> Order {
    Order {
        customer_id: customer.customer_id.clone(),
        order_id: id.into(),
        status: "open".into(),
        customer_name: customer.name.clone(),
        city: customer.city.clone(),
    }
}

pub(crate) fn parcel(customer: &Customer, id: &str) -> Parcel {
    Parcel {
        parcel_id: id.into(),
        recipient: customer.customer_id.clone(),
        recipient_name: customer.name.clone(),
        version: 0,
    }
}

/// A shop with one customer, who has so many orders.
pub(crate) async fn shop_with(
    orders: usize,
) -> (dynamo_model::embedded::Embedded, Repository<Shop>, Customer) {
    let (database, shop) = open::<Shop>().await;
    let carol = customer("c1", "Carol");
    shop.create(&carol).leave_copies().await.unwrap();
    let all: Vec<Order> = (1..=orders)
        .map(|number| order(&carol, &format!("o{number:05}")))
        .collect();
    let report = shop.batch().unchecked().put_all(&all).await.unwrap();
    assert!(report.is_complete());
    (database, shop, carol)
}

/// The names in the customer's orders, each once.
pub(crate) async fn names(shop: &Repository<Shop>, customer_id: &str) -> Vec<String> {
    let orders = shop
        .query(Order::query(customer_id))
        .consistent()
        .all()
        .await
        .unwrap();
    let mut names: Vec<_> = orders
        .into_iter()
        .map(|order| order.customer_name)
        .collect();
    names.sort();
    names.dedup();
    names
}

//! Users in parts, orders with items, and what else is in their partitions.

use dynamo_model::{Collection, Entity, RawItem, Repository, Table};
use dynamo_model_tests::repository;
use serde::{Deserialize, Serialize};

#[derive(Table, Debug)]
#[table(
    name = "collections",
    gsi("GSI1"),
    entities(Profile, Settings, Billing, Session, Order, Item, Payment, Draft)
)]
pub(crate) struct Shop;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Shop, name = "USER", pk = "USER#{user}", sk = "PROFILE")]
pub(crate) struct Profile {
    pub(crate) user: String,
    pub(crate) name: String,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Shop, name = "USER_SETTINGS", pk = "USER#{user}", sk = "SETTINGS")]
pub(crate) struct Settings {
    pub(crate) user: String,
    pub(crate) theme: String,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Shop, name = "USER_BILLING", pk = "USER#{user}", sk = "BILLING")]
pub(crate) struct Billing {
    pub(crate) user: String,
    pub(crate) stripe_id: String,
}

/// Between the settings and what follows them.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Shop, pk = "USER#{user}", sk = "SESSION#{id}")]
pub(crate) struct Session {
    pub(crate) user: String,
    pub(crate) id: String,
    #[entity(ttl)]
    pub(crate) expires: Option<u64>,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Shop,
    name = "ORDER",
    pk = "ORDER#{order}",
    sk = "METADATA",
    index(name = of_day, on = "GSI1", pk = "DAY#{day}", sk = "ORDER#{order}")
)]
pub(crate) struct Order {
    pub(crate) order: String,
    pub(crate) day: String,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Shop, name = "ORDER_ITEM", pk = "ORDER#{order}", sk = "ITEM#{product}")]
pub(crate) struct Item {
    pub(crate) order: String,
    pub(crate) product: String,
    pub(crate) quantity: u32,
}

/// Behind metadata and items.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Shop,
    pk = "ORDER#{order}",
    sk = "PAYMENT#{id}",
    index(name = of_day, on = "GSI1", pk = "DAY#{day}", sk = "PAYMENT#{id}")
)]
pub(crate) struct Payment {
    pub(crate) order: String,
    pub(crate) id: String,
    pub(crate) day: String,
}

/// In the index between orders and payments.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Shop,
    pk = "DRAFT#{id}",
    sk = "DRAFT",
    index(name = of_day, on = "GSI1", pk = "DAY#{day}", sk = "DRAFT#{id}")
)]
pub(crate) struct Draft {
    pub(crate) id: String,
    pub(crate) day: String,
}

#[derive(Collection, Debug, PartialEq)]
pub(crate) struct User {
    pub(crate) profile: Profile,
    pub(crate) settings: Option<Settings>,
    pub(crate) billing: Option<Billing>,
}

#[derive(Collection, Debug, PartialEq)]
pub(crate) struct WholeOrder {
    pub(crate) order: Order,
    pub(crate) items: Vec<Item>,
}

#[derive(Collection, Debug, PartialEq)]
pub(crate) enum Entry {
    Order(Order),
    Item(Item),
}

#[derive(Collection, Debug, PartialEq)]
pub(crate) enum AnyEntry {
    Order(Order),
    Item(Item),
    #[collection(unknown)]
    Other(RawItem<Shop>),
}

pub(crate) fn profile(user: &str) -> Profile {
    Profile {
        user: user.to_owned(),
        name: "Alice".to_owned(),
    }
}

pub(crate) fn settings(user: &str) -> Settings {
    Settings {
        user: user.to_owned(),
        theme: "dark".to_owned(),
    }
}

pub(crate) fn session(user: &str, id: &str, expires: Option<u64>) -> Session {
    Session {
        user: user.to_owned(),
        id: id.to_owned(),
        expires,
    }
}

pub(crate) fn order(order: &str) -> Order {
    Order {
        order: order.to_owned(),
        day: "2026-10-20".to_owned(),
    }
}

pub(crate) fn item(order: &str, product: &str) -> Item {
    Item {
        order: order.to_owned(),
        product: product.to_owned(),
        quantity: 2,
    }
}

pub(crate) fn payment(order: &str, id: &str) -> Payment {
    Payment {
        order: order.to_owned(),
        id: id.to_owned(),
        day: "2026-10-20".to_owned(),
    }
}

/// An order with two items and a payment.
pub(crate) async fn shop() -> Repository<Shop> {
    let shop = repository::<Shop>().await;
    shop.put(&order("o99")).await.unwrap();
    for product in ["prod-2", "prod-1"] {
        shop.put(&item("o99", product)).await.unwrap();
    }
    shop.put(&payment("o99", "p1")).await.unwrap();
    shop
}

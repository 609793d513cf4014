//! The shop of these tests.

use std::collections::{BTreeMap, BTreeSet};

use dynamo_model::embedded::Embedded;
use dynamo_model::{Document, Entity, KeyPart, Repository, Table};
use dynamo_model_tests::on_path_under_test;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(
    name = "shop",
    gsi("GSI1"),
    gsi("GSI2"),
    gsi("Open", pk = "openPK", sk = "openSince"),
    gsi("Keys", keys_only),
    entities(Order)
)]
pub(crate) struct Shop;

#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[key_part(rename_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum Status {
    Open,
    Closed,
}

/// Every field has another name in the item; `counter` and `name` are reserved words.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Shop, pk = "CUST#{customer}", sk = "ORDER#{number:04}",
    index(name = by_number, on = "GSI1", pk = "ORDER#{number}", sk = "ORDER"),
    index(name = by_status, on = "GSI2", pk = "STATUS#{status}", sk = "{number:04}"),
    index(name = open, on = "Open", pk = "OPEN", sk = "{number:04}", when = |status| *status == Status::Open),
    index(name = noted, on = "Keys", pk = "NOTED", sk = "{remark}"),
)]
pub(crate) struct Order {
    #[serde(rename = "cid")]
    pub(crate) customer: String,
    #[serde(rename = "counter")]
    pub(crate) number: u32,
    #[serde(rename = "status")]
    pub(crate) status: Status,
    #[serde(rename = "sum")]
    pub(crate) total: u64,
    #[serde(rename = "name")]
    pub(crate) remark: Option<String>,
    #[serde(rename = "tag.s")]
    pub(crate) tags: BTreeSet<String>,
    #[serde(rename = "lines")]
    pub(crate) lines: Vec<String>,
    #[serde(rename = "to")]
    pub(crate) address: Address,
    #[serde(rename = "old")]
    pub(crate) billing: Option<Address>,
    #[serde(rename = "others")]
    pub(crate) others: BTreeMap<String, Address>,
    #[serde(rename = "stops")]
    pub(crate) stops: Vec<Address>,
    #[serde(rename = "rate")]
    pub(crate) rate: f64,
}

#[derive(Document, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Address {
    pub(crate) city_name: String,
    pub(crate) zip: Option<String>,
    pub(crate) visits: u32,
    pub(crate) marks: BTreeSet<String>,
    pub(crate) log: Vec<String>,
}

pub(crate) fn address(city: &str) -> Address {
    Address {
        city_name: city.to_owned(),
        zip: Some("LS1".to_owned()),
        ..Address::default()
    }
}

pub(crate) fn order(number: u32) -> Order {
    Order {
        customer: "c1".to_owned(),
        number,
        status: Status::Open,
        total: 10,
        remark: None,
        tags: BTreeSet::new(),
        lines: Vec::new(),
        address: address("London"),
        billing: None,
        others: BTreeMap::from([("home".to_owned(), address("London"))]),
        stops: vec![address("York")],
        rate: 0.5,
    }
}

/// A database with a table.
pub(crate) async fn shop() -> (Embedded, Repository<Shop>) {
    let database = Embedded::new();
    let shop = on_path_under_test(Repository::new(database.client()));
    shop.create_table().await.unwrap();
    (database, shop)
}

/// The item of an order as JSON.
pub(crate) async fn stored(shop: &Repository<Shop>, number: u32) -> serde_json::Value {
    let item = shop.get(Order::key("c1", number)).raw().await.unwrap();
    serde_json::to_value(item.unwrap()).unwrap()
}

/// A repository on which nothing is sent.
pub(crate) fn unsent() -> Repository<Shop> {
    Repository::new(Embedded::new().client())
}

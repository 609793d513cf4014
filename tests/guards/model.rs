//! The table of these tests, and what is in it.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::embedded::Embedded;
use dynamo_model::{Entity, KeyPart, Table};
use dynamo_model_tests::client;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(
    name = "app",
    gsi("GSI1"),
    gsi("Roles", pk = "role", sk = "user"),
    gsi("Inverted", pk = "SK", sk = "PK"),
    entities(Account, Membership, Order, Group)
)]
pub(crate) struct App;

/// Unique among all, among those of a tenant, and among those of a plan.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[entity(table = App, pk = "TENANT#{tenant}", sk = "ACCOUNT#{id}",
    index(name = by_name, on = "GSI1", pk = "NAME#{name}", sk = "{id}"))]
pub(crate) struct Account {
    pub(crate) tenant: String,
    pub(crate) id: String,
    pub(crate) name: String,
    #[entity(unique)]
    pub(crate) email: Option<String>,
    #[entity(unique(scope = "{tenant}", format = "lower"))]
    pub(crate) nick_name: Option<String>,
    #[entity(unique(scope = "{plan}"))]
    pub(crate) seat: Option<u32>,
    pub(crate) plan: Plan,
}

#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    Free,
    Paid,
}

/// Both directions of an adjacency list. The copy is in the index of own fields and in the inverted one too.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = App, pk = "USER#{user}", sk = "GROUP#{group}",
    also(name = by_group, pk = "GROUP#{group}", sk = "USER#{user}"),
    index(name = by_joined, on = "GSI1", pk = "JOINED#{joined}", sk = "{user}"),
    index(name = by_role, on = "Roles", pk = "{role}", sk = "{user}"),
    index(name = inverted, on = "Inverted"))]
pub(crate) struct Membership {
    pub(crate) user: String,
    pub(crate) group: String,
    pub(crate) role: String,
    pub(crate) joined: String,
    #[entity(version)]
    pub(crate) version: u64,
    #[entity(updated_at)]
    pub(crate) updated: u64,
}

/// Under its customer and under itself: the second key does not tell the customer.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = App, pk = "CUST#{customer}", sk = "ORDER#{id}",
    also(name = by_id, pk = "ORDER#{id}", sk = "ORDER#{id}"))]
pub(crate) struct Order {
    pub(crate) customer: String,
    pub(crate) id: String,
    pub(crate) total: u32,
    pub(crate) note: Option<String>,
}

/// Shares the partition of its members' copies.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = App, pk = "GROUP#{group}", sk = "DETAILS#{group}")]
pub(crate) struct Group {
    pub(crate) group: String,
    pub(crate) title: String,
}

pub(crate) fn account(tenant: &str, id: &str, email: Option<&str>) -> Account {
    Account {
        tenant: tenant.to_owned(),
        id: id.to_owned(),
        name: String::from("Carol"),
        email: email.map(str::to_owned),
        nick_name: None,
        seat: None,
        plan: Plan::Free,
    }
}

pub(crate) fn membership(user: &str, group: &str) -> Membership {
    Membership {
        user: user.to_owned(),
        group: group.to_owned(),
        role: String::from("member"),
        joined: String::from("2026-01-10"),
        version: 0,
        updated: 0,
    }
}

pub(crate) fn order(customer: &str, id: &str) -> Order {
    Order {
        customer: customer.to_owned(),
        id: id.to_owned(),
        total: 1,
        note: None,
    }
}

pub(crate) type Attributes = BTreeMap<String, String>;

/// All items by their keys, as the service holds them.
pub(crate) async fn contents(database: &Embedded, table: &str) -> BTreeMap<String, Attributes> {
    let scan = client(database).scan().table_name(table).send();
    let items = scan.await.unwrap().items.unwrap_or_default();
    let attributes = items.into_iter().map(|item| {
        let item = item.into_iter().map(|(name, value)| (name, text(value)));
        item.collect::<Attributes>()
    });
    attributes.map(|item| (key(&item), item)).collect()
}

fn key(item: &Attributes) -> String {
    let sk = item
        .get("SK")
        .map(|sk| format!(" {sk}"))
        .unwrap_or_default();
    format!("{}{sk}", item["PK"])
}

fn text(value: AttributeValue) -> String {
    match value {
        AttributeValue::S(text) | AttributeValue::N(text) => text,
        other => format!("{other:?}"),
    }
}

/// The guards' partition keys.
pub(crate) async fn guards(database: &Embedded) -> BTreeSet<String> {
    let contents = contents(database, "app").await;
    let guards = contents.into_values().map(|item| item["PK"].clone());
    guards.filter(|key| key.starts_with("UNIQUE#")).collect()
}

pub(crate) fn set<const N: usize>(keys: [&str; N]) -> BTreeSet<String> {
    keys.map(str::to_owned).into()
}

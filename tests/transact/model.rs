//! The store of these tests, and a second table.

use aws_sdk_dynamodb::config::retry::RetryConfig;
use dynamo_model::embedded::{Action, Embedded, ManualClock};
use dynamo_model::{Entity, Repository, Table};
use dynamo_model_tests::on_path_under_test;
use serde::{Deserialize, Serialize};
use std::time::{Duration, SystemTime};

#[derive(Table)]
#[table(
    name = "store",
    gsi("Open"),
    entities(Customer, Order, Product, Page, Session, Cat, Dog, Blob)
)]
pub(crate) struct Store;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Store, pk = "CUST#{id}", sk = "PROFILE")]
pub(crate) struct Customer {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) orders: u32,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Store, pk = "CUST#{customer}", sk = "ORDER#{id}",
    index(name = open, on = "Open", pk = "OPEN", sk = "{id}", when = |is_open| *is_open)
)]
pub(crate) struct Order {
    pub(crate) customer: String,
    pub(crate) id: String,
    pub(crate) is_open: bool,
    pub(crate) customer_name: String,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Store, pk = "PRODUCT#{id}", sk = "PRODUCT")]
pub(crate) struct Product {
    pub(crate) id: String,
    pub(crate) stock: u32,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Store, pk = "PAGE#{id}", sk = "PAGE")]
pub(crate) struct Page {
    pub(crate) id: String,
    pub(crate) text: String,
    #[entity(version)]
    pub(crate) version: u64,
    #[entity(created_at)]
    pub(crate) created: Option<u64>,
    #[entity(updated_at)]
    pub(crate) updated: Option<u64>,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Store, pk = "SESSION#{id}", sk = "SESSION")]
pub(crate) struct Session {
    pub(crate) id: String,
    pub(crate) hits: u32,
    #[entity(ttl)]
    pub(crate) expires: Option<u64>,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Store, pk = "PET#{id}", sk = "PET", overlap_ok = "ids are unique over both")]
pub(crate) struct Cat {
    pub(crate) id: String,
    pub(crate) kind: String,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Store, pk = "PET#{id}", sk = "PET")]
pub(crate) struct Dog {
    pub(crate) id: String,
    pub(crate) kind: String,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Store, pk = "BLOB#{id}", sk = "BLOB")]
pub(crate) struct Blob {
    pub(crate) id: u32,
    pub(crate) content: String,
}

#[derive(Table)]
#[table(name = "ledger", entities(Entry))]
pub(crate) struct Ledger;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Ledger, pk = "ACCOUNT#{account}", sk = "{number:06}")]
pub(crate) struct Entry {
    pub(crate) account: String,
    pub(crate) number: u32,
}

pub(crate) const NOW: u64 = 1_800_000_000;

/// A database whose time stands still, and the store in it.
pub(crate) async fn store() -> (Embedded, ManualClock, Repository<Store>) {
    let clock = ManualClock::starting_at(SystemTime::UNIX_EPOCH + Duration::from_secs(NOW));
    let database = Embedded::builder().clock(clock.clone()).build().unwrap();
    let store = on_path_under_test(Repository::new(client(&database))).with_clock(clock.clone());
    store.create_table().await.unwrap();
    (database, clock, store)
}

/// A client whose own retries take no time.
pub(crate) fn client(database: &Embedded) -> aws_sdk_dynamodb::Client {
    let retries = RetryConfig::standard().with_initial_backoff(Duration::from_millis(1));
    let config = database.sdk_config().retry_config(retries).build();
    aws_sdk_dynamodb::Client::from_conf(config)
}

/// A repository on which nothing is sent.
pub(crate) fn unsent() -> Repository<Store> {
    Repository::new(Embedded::new().client())
}

pub(crate) fn customer(id: &str) -> Customer {
    Customer {
        id: id.into(),
        name: "Carol".into(),
        orders: 0,
    }
}

pub(crate) fn order(id: &str) -> Order {
    Order {
        customer: "c1".into(),
        id: id.into(),
        is_open: true,
        customer_name: "Carol".into(),
    }
}

pub(crate) fn product(id: &str, stock: u32) -> Product {
    Product {
        id: id.into(),
        stock,
    }
}

pub(crate) fn page(id: &str) -> Page {
    Page {
        id: id.into(),
        text: "a".into(),
        version: 0,
        created: None,
        updated: None,
    }
}

pub(crate) fn session(id: &str, expires: u64) -> Session {
    Session {
        id: id.into(),
        hits: 1,
        expires: Some(expires),
    }
}

/// The service's answer to a canceled transaction: the reasons as JSON, or none.
pub(crate) fn canceled(reasons: Option<&str>, message: &str) -> Action {
    let reasons = reasons.map_or_else(String::new, |reasons| {
        format!(r#","CancellationReasons":{reasons}"#)
    });
    Action::Answer {
        status: 400,
        body: format!(
            r#"{{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","Message":"{message}"{reasons}}}"#
        ),
    }
}

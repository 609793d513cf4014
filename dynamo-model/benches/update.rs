//! Building an update, up to the expressions and maps of the SDK, against the same written by hand.
//!
//! `cargo bench -p dynamo-model --bench update --features embedded`. Time, and allocations by divan's profiler.
#![allow(missing_docs)]

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use divan::AllocProfiler;
use dynamo_model::{Entity, KeyPart, Repository, Table};
use serde::{Deserialize, Serialize};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

#[derive(Table)]
#[table(name = "shop", gsi("GSI2"), gsi("Open"), entities(Order))]
struct Shop;

#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, PartialEq)]
#[key_part(rename_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Status {
    Pending,
    Delivered,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = Shop,
    pk = "CUST#{customer}",
    sk = "ORDER#{number:06}",
    index(name = by_status, on = "GSI2", pk = "STATUS#{status}", sk = "{number:06}"),
    index(name = open, on = "Open", pk = "OPEN", sk = "{number:06}", when = |status| *status == Status::Pending),
)]
struct Order {
    customer: String,
    number: u32,
    status: Status,
    total: u64,
    note: Option<String>,
}

fn main() {
    divan::main();
}

/// What the hand-written code makes: expression, names and values.
struct Parts {
    key: HashMap<String, AttributeValue>,
    update: String,
    condition: String,
    names: HashMap<String, String>,
    values: HashMap<String, AttributeValue>,
}

fn by_hand(customer: &str, number: u32, note: &str) -> Parts {
    let s = |text: String| AttributeValue::S(text);
    let name = |from: &str, to: &str| (from.to_owned(), to.to_owned());
    Parts {
        key: HashMap::from([
            ("PK".to_owned(), s(format!("CUST#{customer}"))),
            ("SK".to_owned(), s(format!("ORDER#{number:06}"))),
        ]),
        update: "SET #0 = :0, #1 = :1, #2 = :2, #3 = :3 REMOVE #4, #5 ADD #6 :4".to_owned(),
        condition: "attribute_exists(#7)".to_owned(),
        names: HashMap::from([
            name("#0", "status"),
            name("#1", "note"),
            name("#2", "GSI2PK"),
            name("#3", "GSI2SK"),
            name("#4", "OpenPK"),
            name("#5", "OpenSK"),
            name("#6", "total"),
            name("#7", "PK"),
        ]),
        values: HashMap::from([
            (":0".to_owned(), s("DELIVERED".to_owned())),
            (":1".to_owned(), s(note.to_owned())),
            (":2".to_owned(), s("STATUS#DELIVERED".to_owned())),
            (":3".to_owned(), s(format!("{number:06}"))),
            (":4".to_owned(), AttributeValue::N("5".to_owned())),
        ]),
    }
}

#[divan::bench]
fn hand_written(bencher: divan::Bencher<'_, '_>) {
    let client = dynamo_model::embedded::client();
    bencher.bench_local(|| {
        let Parts {
            key,
            update,
            condition,
            names,
            values,
        } = by_hand(
            divan::black_box("c1"),
            divan::black_box(42),
            divan::black_box("gift"),
        );
        client
            .update_item()
            .table_name("shop")
            .set_key(Some(key))
            .update_expression(update)
            .condition_expression(condition)
            .set_expression_attribute_names(Some(names))
            .set_expression_attribute_values(Some(values));
    });
}

#[divan::bench]
fn dynamo_model(bencher: divan::Bencher<'_, '_>) {
    let shop = Repository::<Shop>::new(dynamo_model::embedded::client());
    bencher.bench_local(|| {
        let key = Order::key(divan::black_box("c1"), divan::black_box(42_u32));
        let update = Order::update(key)
            .status(Status::Delivered)
            .note(divan::black_box("gift"))
            .add_total(5);
        shop.update(update).into_sdk_request().is_ok()
    });
}

//! A batch of 25 puts and a read of 25 keys, answered by the embedded engine, against the same written by hand over the SDK.
//!
//! `cargo bench -p dynamo-model --bench batch --features embedded`. Time, and allocations by divan's profiler. The `empty` cases have an
//! engine that is replaced by a fixed answer, so that what is left is the two codes and the SDK.
#![allow(missing_docs)]

use std::collections::HashMap;

use aws_sdk_dynamodb::types::{AttributeValue, KeysAndAttributes, PutRequest, WriteRequest};
use divan::AllocProfiler;
use dynamo_model::embedded::{Action, Embedded};
use dynamo_model::{Entity, Repository, Table};
use serde::{Deserialize, Serialize};
use tokio::runtime::Runtime;

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

const ITEMS: u32 = 25;

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = Shop,
    pk = "CUST#{customer}",
    sk = "ORDER#{number:06}",
    index(name = by_status, on = "GSI1", pk = "STATUS#{status}", sk = "{number:06}")
)]
struct Order {
    customer: String,
    number: u32,
    status: String,
    total: u64,
    note: Option<String>,
}

fn main() {
    divan::main();
}

fn orders() -> Vec<Order> {
    let order = |number| Order {
        customer: "c1".to_owned(),
        number,
        status: "PENDING".to_owned(),
        total: 42,
        note: Some("leave it at the door".to_owned()),
    };
    (0..ITEMS).map(order).collect()
}

/// A database with the table; the orders are in it.
struct Bench {
    runtime: Runtime,
    database: Embedded,
    shop: Repository<Shop>,
}

impl Bench {
    fn new() -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime starts");
        let database = Embedded::new();
        let shop = Repository::new(database.client());
        runtime.block_on(async {
            shop.create_table().await.expect("the table is new");
            let stored = shop.batch().put_all(&orders()).await;
            assert!(stored.expect("the engine answers").is_complete());
        });
        Self {
            runtime,
            database,
            shop,
        }
    }

    /// The same without an engine behind the SDK: every batch is taken as a whole.
    fn empty() -> Self {
        let bench = Self::new();
        bench.database.on_request(|_| async {
            Action::Answer {
                status: 200,
                body: r#"{"UnprocessedItems":{}}"#.to_owned(),
            }
        });
        bench
    }
}

fn s(text: impl Into<String>) -> AttributeValue {
    AttributeValue::S(text.into())
}

fn key(customer: &str, number: u32) -> HashMap<String, AttributeValue> {
    HashMap::from([
        ("PK".to_owned(), s(format!("CUST#{customer}"))),
        ("SK".to_owned(), s(format!("ORDER#{number:06}"))),
    ])
}

fn item(order: &Order) -> HashMap<String, AttributeValue> {
    let mut item = key(&order.customer, order.number);
    item.extend([
        ("type".to_owned(), s("Order")),
        ("GSI1PK".to_owned(), s(format!("STATUS#{}", order.status))),
        ("GSI1SK".to_owned(), s(format!("{:06}", order.number))),
        ("customer".to_owned(), s(&order.customer)),
        (
            "number".to_owned(),
            AttributeValue::N(order.number.to_string()),
        ),
        ("status".to_owned(), s(&order.status)),
        (
            "total".to_owned(),
            AttributeValue::N(order.total.to_string()),
        ),
    ]);
    if let Some(note) = &order.note {
        item.insert("note".to_owned(), s(note));
    }
    item
}

async fn write_by_hand(client: &aws_sdk_dynamodb::Client, orders: &[Order]) -> bool {
    let requests = orders.iter().map(|order| {
        let put = PutRequest::builder().set_item(Some(item(order))).build();
        WriteRequest::builder()
            .put_request(put.expect("it has an item"))
            .build()
    });
    let sent = client
        .batch_write_item()
        .request_items("shop", requests.collect())
        .send()
        .await
        .expect("the engine answers");
    sent.unprocessed_items.unwrap_or_default().is_empty()
}

fn order(item: &HashMap<String, AttributeValue>) -> Option<Order> {
    let text = |name| Some(item.get(name)?.as_s().ok()?.clone());
    let number = |name| item.get(name)?.as_n().ok()?.parse::<u64>().ok();
    Some(Order {
        customer: text("customer")?,
        number: u32::try_from(number("number")?).ok()?,
        status: text("status")?,
        total: number("total")?,
        note: text("note"),
    })
}

async fn read_by_hand(client: &aws_sdk_dynamodb::Client) -> Vec<Option<Order>> {
    let keys = (0..ITEMS).map(|number| key("c1", number)).collect();
    let asked = KeysAndAttributes::builder().set_keys(Some(keys)).build();
    let answer = client
        .batch_get_item()
        .request_items("shop", asked.expect("it has keys"))
        .send()
        .await
        .expect("the engine answers");
    let items = answer.responses.unwrap_or_default();
    let items = items.values().flatten();
    let mut found: HashMap<u32, Order> = items
        .filter_map(order)
        .map(|order| (order.number, order))
        .collect();
    (0..ITEMS).map(|number| found.remove(&number)).collect()
}

fn bench_by_hand(bencher: divan::Bencher<'_, '_>, bench: &Bench) {
    let (client, orders) = (bench.database.client(), orders());
    bencher.bench_local(|| bench.runtime.block_on(write_by_hand(&client, &orders)));
}

fn bench_ours(bencher: divan::Bencher<'_, '_>, bench: &Bench) {
    let orders = orders();
    bencher.bench_local(|| {
        let report = bench
            .runtime
            .block_on(async { bench.shop.batch().put_all(&orders).await });
        report.expect("the engine answers").is_complete()
    });
}

#[divan::bench_group]
mod write {
    use super::{Bench, bench_by_hand, bench_ours};

    #[divan::bench]
    fn hand_written(bencher: divan::Bencher<'_, '_>) {
        bench_by_hand(bencher, &Bench::new());
    }

    #[divan::bench]
    fn dynamo_model(bencher: divan::Bencher<'_, '_>) {
        bench_ours(bencher, &Bench::new());
    }
}

#[divan::bench_group]
mod write_without_engine {
    use super::{Bench, bench_by_hand, bench_ours};

    #[divan::bench]
    fn hand_written(bencher: divan::Bencher<'_, '_>) {
        bench_by_hand(bencher, &Bench::empty());
    }

    #[divan::bench]
    fn dynamo_model(bencher: divan::Bencher<'_, '_>) {
        bench_ours(bencher, &Bench::empty());
    }
}

#[divan::bench_group]
mod read {
    use super::{Bench, ITEMS, Order, read_by_hand};

    #[divan::bench]
    fn hand_written(bencher: divan::Bencher<'_, '_>) {
        let bench = Bench::new();
        let client = bench.database.client();
        bencher.bench_local(|| bench.runtime.block_on(read_by_hand(&client)).len());
    }

    #[divan::bench]
    fn dynamo_model(bencher: divan::Bencher<'_, '_>) {
        let bench = Bench::new();
        bencher.bench_local(|| {
            let keys = (0..ITEMS).map(|number| Order::key("c1", number));
            let read = bench.shop.get_many(keys);
            let read = bench.runtime.block_on(async { read.await });
            read.expect("the engine answers").len()
        });
    }
}

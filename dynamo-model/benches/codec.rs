//! What the library costs beside what a person writes by hand, all in one run:
//! `cargo bench -p dynamo-model --features embedded`.
//!
//! - `to_item`: an entity as the SDK's map, with its keys: as the library sends it (the put request's way
//!   over the SDK to an engine that answers at once is in `call`), by serde_dynamo and hand-written keys,
//!   and field by field.
//! - `from_item`: back.
//! - `key`: a key's texts, beside `format!`.
//! - `call`: a whole GetItem in the process, the SDK's serialization and signing included.

#![allow(missing_docs, reason = "a benchmark's types are not for anyone else")]

use std::collections::HashMap;
use std::sync::LazyLock;

use aws_sdk_dynamodb::types::AttributeValue;
use divan::{Bencher, black_box};
use dynamo_model::{Entity, Repository, Table, embedded};
use serde::{Deserialize, Serialize};
use tokio::runtime::Runtime;

type Map = HashMap<String, AttributeValue>;

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
struct Shop;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Shop,
    pk = "CUST#{customer_id}",
    sk = "ORDER#{placed_on}#{order_id}",
    index(name = by_status, on = "GSI1", pk = "STATUS#{status}", sk = "{placed_on}#{order_id}")
)]
struct Order {
    customer_id: String,
    order_id: String,
    placed_on: String,
    status: String,
    total: u64,
    note: Option<String>,
    lines: Vec<Line>,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Line {
    product: String,
    count: u32,
    price: u64,
}

fn order() -> Order {
    let line = |number: u32| Line {
        product: format!("product-{number}"),
        count: number,
        price: 1999,
    };
    Order {
        customer_id: "customer-1".to_owned(),
        order_id: "01H0ORDER".to_owned(),
        placed_on: "2026-10-20".to_owned(),
        status: "PENDING".to_owned(),
        total: 4200,
        note: Some("a gift".to_owned()),
        lines: (1..=5).map(line).collect(),
    }
}

/// The keys as a person writes them.
fn with_keys(order: &Order, mut item: Map) -> Map {
    let text = |text: String| AttributeValue::S(text);
    let sort = format!("{}#{}", order.placed_on, order.order_id);
    item.insert("PK".to_owned(), text(format!("CUST#{}", order.customer_id)));
    item.insert("SK".to_owned(), text(format!("ORDER#{sort}")));
    item.insert(
        "GSI1PK".to_owned(),
        text(format!("STATUS#{}", order.status)),
    );
    item.insert("GSI1SK".to_owned(), text(sort));
    item.insert("type".to_owned(), text("Order".to_owned()));
    item
}

fn by_hand(order: &Order) -> Map {
    let text = |text: &str| AttributeValue::S(text.to_owned());
    let number = |number: u64| AttributeValue::N(number.to_string());
    let line = |line: &Line| {
        AttributeValue::M(HashMap::from([
            ("product".to_owned(), text(&line.product)),
            ("count".to_owned(), number(line.count.into())),
            ("price".to_owned(), number(line.price)),
        ]))
    };
    let mut item = HashMap::from([
        ("customer_id".to_owned(), text(&order.customer_id)),
        ("order_id".to_owned(), text(&order.order_id)),
        ("placed_on".to_owned(), text(&order.placed_on)),
        ("status".to_owned(), text(&order.status)),
        ("total".to_owned(), number(order.total)),
        (
            "lines".to_owned(),
            AttributeValue::L(order.lines.iter().map(line).collect()),
        ),
    ]);
    if let Some(note) = &order.note {
        item.insert("note".to_owned(), text(note));
    }
    with_keys(order, item)
}

fn read_by_hand(mut item: Map) -> Option<Order> {
    fn text(item: &mut Map, name: &str) -> Option<String> {
        match item.remove(name)? {
            AttributeValue::S(text) => Some(text),
            _ => None,
        }
    }
    fn number<T: std::str::FromStr>(item: &mut Map, name: &str) -> Option<T> {
        item.remove(name)?.as_n().ok()?.parse().ok()
    }
    let lines = match item.remove("lines")? {
        AttributeValue::L(lines) => lines,
        _ => return None,
    };
    let line = |line| match line {
        AttributeValue::M(mut line) => Some(Line {
            product: text(&mut line, "product")?,
            count: number(&mut line, "count")?,
            price: number(&mut line, "price")?,
        }),
        _ => None,
    };
    Some(Order {
        customer_id: text(&mut item, "customer_id")?,
        order_id: text(&mut item, "order_id")?,
        placed_on: text(&mut item, "placed_on")?,
        status: text(&mut item, "status")?,
        total: number(&mut item, "total")?,
        note: text(&mut item, "note"),
        lines: lines.into_iter().map(line).collect::<Option<_>>()?,
    })
}

#[divan::bench_group]
mod to_item {
    use super::{Bencher, Map, black_box, by_hand, order, with_keys};

    #[divan::bench]
    fn a_library(bencher: Bencher<'_, '_>) {
        let order = order();
        bencher.bench_local(|| dynamo_model::to_item(black_box(&order)).unwrap());
    }

    #[divan::bench]
    fn b_serde_dynamo_and_keys_by_hand(bencher: Bencher<'_, '_>) {
        let order = order();
        bencher.bench_local(|| {
            let item: Map = serde_dynamo::to_item(black_box(&order)).unwrap();
            with_keys(&order, item)
        });
    }

    #[divan::bench]
    fn c_by_hand(bencher: Bencher<'_, '_>) {
        let order = order();
        bencher.bench_local(|| by_hand(black_box(&order)));
    }
}

#[divan::bench_group]
mod from_item {
    use super::{Bencher, Order, by_hand, order, read_by_hand};

    #[divan::bench]
    fn a_library(bencher: Bencher<'_, '_>) {
        let item = by_hand(&order());
        bencher
            .with_inputs(|| item.clone())
            .bench_local_values(|item| dynamo_model::from_item::<Order>(item).unwrap());
    }

    #[divan::bench]
    fn b_serde_dynamo(bencher: Bencher<'_, '_>) {
        let item = by_hand(&order());
        bencher
            .with_inputs(|| item.clone())
            .bench_local_values(|item| serde_dynamo::from_item::<_, Order>(item).unwrap());
    }

    #[divan::bench]
    fn c_by_hand(bencher: Bencher<'_, '_>) {
        let item = by_hand(&order());
        bencher
            .with_inputs(|| item.clone())
            .bench_local_values(|item| read_by_hand(item).unwrap());
    }
}

#[divan::bench_group]
mod key {
    use super::{Bencher, Entity, black_box, order};

    #[divan::bench]
    fn a_library(bencher: Bencher<'_, '_>) {
        let key = order().key();
        bencher.bench_local(|| black_box(&key).texts().unwrap());
    }

    #[divan::bench]
    fn b_format(bencher: Bencher<'_, '_>) {
        let order = order();
        bencher.bench_local(|| {
            let order = black_box(&order);
            (
                format!("CUST#{}", order.customer_id),
                format!("ORDER#{}#{}", order.placed_on, order.order_id),
            )
        });
    }
}

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());

fn filled() -> (aws_sdk_dynamodb::Client, Repository<Shop>) {
    let client = embedded::client();
    let shop = Repository::<Shop>::new(client.clone());
    RUNTIME.block_on(async {
        shop.create_table().await.unwrap();
        shop.create(&order()).await.unwrap();
    });
    (client, shop)
}

#[divan::bench_group]
mod call {
    use super::{AttributeValue, Bencher, Order, RUNTIME, filled, order};

    #[divan::bench]
    fn a_library(bencher: Bencher<'_, '_>) {
        let (_, shop) = filled();
        let order = order();
        bencher.bench_local(|| RUNTIME.block_on(async { shop.get(&order).await.unwrap() }));
    }

    #[divan::bench]
    fn b_sdk_and_serde_dynamo(bencher: Bencher<'_, '_>) {
        let (client, _) = filled();
        bencher.bench_local(|| {
            RUNTIME.block_on(async {
                let get = client
                    .get_item()
                    .table_name("shop")
                    .key("PK", AttributeValue::S("CUST#customer-1".to_owned()))
                    .key(
                        "SK",
                        AttributeValue::S("ORDER#2026-10-20#01H0ORDER".to_owned()),
                    );
                let item = get.send().await.unwrap().item.unwrap();
                serde_dynamo::from_item::<_, Order>(item).unwrap()
            })
        });
    }
}

fn main() {
    // The three ways agree before they are timed.
    let item = dynamo_model::to_item(&order()).unwrap();
    assert_eq!(item, by_hand(&order()));
    assert_eq!(dynamo_model::from_item::<Order>(item).unwrap(), order());
    divan::main();
}

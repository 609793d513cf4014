//! Building a transaction of 100 puts, up to the SDK's actions, against the same written by hand.
//!
//! `cargo bench -p dynamo-model --bench transact --features embedded`. Time, and allocations by divan's profiler.
#![allow(missing_docs)]

use std::collections::HashMap;

use aws_sdk_dynamodb::types::{
    AttributeValue, Put, ReturnValuesOnConditionCheckFailure, TransactWriteItem,
};
use divan::AllocProfiler;
use dynamo_model::{Entity, Repository, Table};
use serde::{Deserialize, Serialize};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

#[derive(Table)]
#[table(name = "shop", gsi("GSI2"), entities(Order))]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = Shop,
    pk = "CUST#{customer}",
    sk = "ORDER#{number:06}",
    index(name = by_status, on = "GSI2", pk = "STATUS#{status}", sk = "{number:06}"),
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
    (0..100)
        .map(|number| Order {
            customer: "c1".to_owned(),
            number,
            status: "PENDING".to_owned(),
            total: 42,
            note: Some("gift".to_owned()),
        })
        .collect()
}

fn by_hand(order: &Order) -> Option<TransactWriteItem> {
    let s = |text: String| AttributeValue::S(text);
    let n = |number: String| AttributeValue::N(number);
    let mut item = HashMap::from([
        ("PK".to_owned(), s(format!("CUST#{}", order.customer))),
        ("SK".to_owned(), s(format!("ORDER#{:06}", order.number))),
        ("GSI2PK".to_owned(), s(format!("STATUS#{}", order.status))),
        ("GSI2SK".to_owned(), s(format!("{:06}", order.number))),
        ("type".to_owned(), s("Order".to_owned())),
        ("customer".to_owned(), s(order.customer.clone())),
        ("number".to_owned(), n(order.number.to_string())),
        ("status".to_owned(), s(order.status.clone())),
        ("total".to_owned(), n(order.total.to_string())),
    ]);
    if let Some(note) = &order.note {
        item.insert("note".to_owned(), s(note.clone()));
    }
    let put = Put::builder()
        .table_name("shop")
        .set_item(Some(item))
        .condition_expression("attribute_not_exists(#0)")
        .expression_attribute_names("#0", "PK")
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
        .build()
        .ok()?;
    Some(TransactWriteItem::builder().put(put).build())
}

#[divan::bench]
fn hand_written(bencher: divan::Bencher<'_, '_>) {
    let orders = orders();
    bencher.bench_local(|| {
        divan::black_box(&orders)
            .iter()
            .filter_map(by_hand)
            .collect::<Vec<_>>()
    });
}

#[divan::bench]
fn dynamo_model(bencher: divan::Bencher<'_, '_>) {
    let shop = Repository::<Shop>::new(dynamo_model::embedded::client());
    let orders = orders();
    bencher.bench_local(|| {
        divan::black_box(&orders)
            .iter()
            .fold(shop.transact(), |transaction, order| {
                transaction.create(order)
            })
            .into_sdk_actions()
            .map(|actions| actions.len())
    });
}

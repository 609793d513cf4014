//! A collection page of 1,000 mixed items of four types, against the same written by hand with the SDK.
//!
//! `cargo bench -p dynamo-model --bench collection --features embedded`. Both read from the embedded engine, which takes the most of the time; `from_items` is what
//! is left without it: from the SDK's maps to the page. Time, and allocations by divan's profiler.
#![allow(missing_docs)]

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use divan::AllocProfiler;
use dynamo_model::__private::bench::entries;
use dynamo_model::{Collection, Entity, Repository, Table};
use serde::{Deserialize, Serialize};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

const ORDERS: u32 = 400;
const OTHERS: u32 = 300;

#[derive(Table)]
#[table(name = "shop", entities(Customer, Address, Order, Invoice))]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "PROFILE")]
struct Customer {
    customer: String,
    name: String,
    email: Option<String>,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "ADDRESS#{number:05}")]
struct Address {
    customer: String,
    number: u32,
    street: String,
    city: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{number:05}")]
struct Order {
    customer: String,
    number: u32,
    total: u64,
    note: Option<String>,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "INVOICE#{number:05}")]
struct Invoice {
    customer: String,
    number: u32,
    total: u64,
    paid: bool,
}

#[derive(Collection)]
struct CustomerPage {
    customer: Customer,
    addresses: Vec<Address>,
    orders: Vec<Order>,
    invoices: Vec<Invoice>,
}

/// The same, filled by hand.
#[derive(Default)]
struct ByHand {
    customer: Option<Customer>,
    addresses: Vec<Address>,
    orders: Vec<Order>,
    invoices: Vec<Invoice>,
}

type Item = HashMap<String, AttributeValue>;

impl CustomerPage {
    fn len(&self) -> usize {
        let name = usize::from(!self.customer.name.is_empty());
        name + self.addresses.len() + self.orders.len() + self.invoices.len()
    }
}

impl ByHand {
    fn len(&self) -> usize {
        let customer = usize::from(self.customer.is_some());
        customer + self.addresses.len() + self.orders.len() + self.invoices.len()
    }

    fn take(&mut self, mut item: Item) -> Option<()> {
        let is_of = |item: &Item, name: &str| matches!(item.get("type"), Some(AttributeValue::S(of)) if of == name);
        if is_of(&item, "Customer") {
            self.customer = Some(Customer {
                customer: text(&mut item, "customer")?,
                name: text(&mut item, "name")?,
                email: text(&mut item, "email"),
            });
        } else if is_of(&item, "Address") {
            self.addresses.push(Address {
                customer: text(&mut item, "customer")?,
                number: number(&item, "number")?,
                street: text(&mut item, "street")?,
                city: text(&mut item, "city")?,
            });
        } else if is_of(&item, "Order") {
            self.orders.push(Order {
                customer: text(&mut item, "customer")?,
                number: number(&item, "number")?,
                total: number(&item, "total")?,
                note: text(&mut item, "note"),
            });
        } else if is_of(&item, "Invoice") {
            self.invoices.push(Invoice {
                customer: text(&mut item, "customer")?,
                number: number(&item, "number")?,
                total: number(&item, "total")?,
                paid: *item.get("paid")?.as_bool().ok()?,
            });
        }
        Some(())
    }
}

fn text(item: &mut Item, name: &str) -> Option<String> {
    match item.remove(name) {
        Some(AttributeValue::S(text)) => Some(text),
        _ => None,
    }
}

fn number<N: std::str::FromStr>(item: &Item, name: &str) -> Option<N> {
    item.get(name)?.as_n().ok()?.parse().ok()
}

fn main() {
    divan::main();
}

fn customer() -> String {
    "c1".to_owned()
}

async fn filled(client: &aws_sdk_dynamodb::Client) -> Repository<Shop> {
    let shop = Repository::<Shop>::new(client.clone());
    shop.create_table().await.expect("a new table");
    let profile = Customer {
        customer: customer(),
        name: "Carol".to_owned(),
        email: Some("carol@example.org".to_owned()),
    };
    let addresses = (1..OTHERS).map(|number| Address {
        customer: customer(),
        number,
        street: format!("{number} High Street"),
        city: "Leeds".to_owned(),
    });
    let orders = (0..ORDERS).map(|number| Order {
        customer: customer(),
        number,
        total: 4_200,
        note: (number % 2 == 0).then(|| "gift".to_owned()),
    });
    let invoices = (0..OTHERS).map(|number| Invoice {
        customer: customer(),
        number,
        total: 4_200,
        paid: number % 3 == 0,
    });
    let (addresses, orders, invoices): (Vec<_>, Vec<_>, Vec<_>) =
        (addresses.collect(), orders.collect(), invoices.collect());
    let batch = shop.batch().put_all([&profile]).put_all(&addresses);
    let written = batch.put_all(&orders).put_all(&invoices).await;
    assert!(written.expect("a new table takes them").is_complete());
    shop
}

fn runtime() -> tokio::runtime::Runtime {
    let runtime = tokio::runtime::Builder::new_current_thread();
    { runtime }.enable_all().build().expect("a runtime")
}

async fn items(client: &aws_sdk_dynamodb::Client) -> Vec<Item> {
    let query = client
        .query()
        .table_name("shop")
        .key_condition_expression("PK = :pk")
        .expression_attribute_values(":pk", AttributeValue::S("CUST#c1".to_owned()));
    let pages = query.into_paginator().items().send();
    pages.try_collect().await.expect("the engine answers")
}

#[divan::bench_group(sample_count = 20, sample_size = 1)]
mod query {
    use super::{ByHand, Customer, CustomerPage, filled, items, runtime};

    #[divan::bench]
    fn hand_written(bencher: divan::Bencher<'_, '_>) {
        let (runtime, client) = (runtime(), dynamo_model::embedded::client());
        let _shop = runtime.block_on(filled(&client));
        bencher.bench_local(|| {
            let mut page = ByHand::default();
            for item in runtime.block_on(items(&client)) {
                page.take(item);
            }
            assert_eq!(page.len(), 1_000);
        });
    }

    #[divan::bench]
    fn dynamo_model(bencher: divan::Bencher<'_, '_>) {
        let (runtime, client) = (runtime(), dynamo_model::embedded::client());
        let shop = runtime.block_on(filled(&client));
        bencher.bench_local(|| {
            let page = shop.collect::<CustomerPage, _>(Customer::partition("c1"));
            let page = runtime.block_on(page.into_future()).expect("a page");
            assert_eq!(page.len(), 1_000);
        });
    }
}

#[divan::bench_group]
mod from_items {
    use super::{ByHand, CustomerPage, entries, filled, items, runtime};

    #[divan::bench]
    fn hand_written(bencher: divan::Bencher<'_, '_>) {
        let (runtime, client) = (runtime(), dynamo_model::embedded::client());
        runtime.block_on(filled(&client));
        let items = runtime.block_on(items(&client));
        bencher
            .with_inputs(|| items.clone())
            .bench_local_values(|items| {
                let mut page = ByHand::default();
                for item in items {
                    page.take(item);
                }
                assert_eq!(page.len(), 1_000);
                page
            });
    }

    #[divan::bench]
    fn dynamo_model(bencher: divan::Bencher<'_, '_>) {
        let (runtime, client) = (runtime(), dynamo_model::embedded::client());
        runtime.block_on(filled(&client));
        let items = runtime.block_on(items(&client));
        bencher
            .with_inputs(|| items.clone())
            .bench_local_values(|items| {
                let page: CustomerPage = entries(items).expect("a page");
                assert_eq!(page.len(), 1_000);
                page
            });
    }
}

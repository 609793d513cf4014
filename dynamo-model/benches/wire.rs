//! A page of a Query through the SDK's client, from the bytes of the answer to the entities:
//! `cargo bench -p dynamo-model --bench wire`.
//!
//! The HTTP client answers from memory, with about 1 MB: items of 1 KB with 15 attributes beside their keys. Signing, endpoints and
//! all else of the SDK is in each of them.
//!
//! - `page`: the library as it is, the library over the SDK's types, SDK and serde_dynamo, SDK and conversions by hand.
//! - `codec`: the answer's bytes alone: as entities, as `serde_json::Value` (a parse and nothing else), and an item on its way out.

#![allow(missing_docs, reason = "a benchmark's types are not for anyone else")]

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use aws_sdk_dynamodb::config::{
    BehaviorVersion, Credentials, IdentityCache, Region, SharedCredentialsProvider,
    StalledStreamProtectionConfig, retry::RetryConfig, timeout::TimeoutConfig,
};
use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;
use bytes::Bytes;
use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use dynamo_model::{Entity, Repository, Table};
use serde::{Deserialize, Serialize};
use tokio::runtime::Runtime;

#[global_allocator]
static ALLOCATIONS: divan::AllocProfiler = divan::AllocProfiler::system();

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
    discount: f64,
    is_gift: bool,
    note: Option<String>,
    street: String,
    city: String,
    country: String,
    tags: Vec<String>,
    lines: Vec<Line>,
    history: String,
    revision: u32,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Line {
    product: String,
    count: u32,
}

const ORDERS: usize = 900;

fn order(number: usize) -> Order {
    Order {
        customer_id: "customer-1".to_owned(),
        order_id: format!("01H0ORDER{number:05}"),
        placed_on: "2026-10-20".to_owned(),
        status: "PENDING".to_owned(),
        total: 4200 + number as u64,
        discount: 12.5,
        is_gift: number.is_multiple_of(2),
        note: Some("left at the door of the neighbour".to_owned()),
        street: "8896 Johnson Alley Suite 499".to_owned(),
        city: "Phillipsberg".to_owned(),
        country: "United States".to_owned(),
        tags: vec!["gift".to_owned(), "express".to_owned()],
        lines: (1..=2)
            .map(|count| Line {
                product: format!("product-{count}"),
                count,
            })
            .collect(),
        history: "placed by phone, changed twice, ".repeat(10),
        revision: 3,
    }
}

fn wire(value: &AttributeValue) -> serde_json::Value {
    use serde_json::json;
    match value {
        AttributeValue::S(text) => json!({ "S": text }),
        AttributeValue::N(number) => json!({ "N": number }),
        AttributeValue::Bool(value) => json!({ "BOOL": value }),
        AttributeValue::L(list) => json!({ "L": list.iter().map(wire).collect::<Vec<_>>() }),
        AttributeValue::M(map) => json!({ "M": object(map) }),
        other => panic!("{other:?} is not in an order"),
    }
}

fn object(map: &Map) -> serde_json::Value {
    let members = map.iter().map(|(name, value)| (name.clone(), wire(value)));
    serde_json::Value::Object(members.collect())
}

/// The answer, with the attributes in the order of their names, as good as any.
static ANSWER: LazyLock<Bytes> = LazyLock::new(|| {
    let items: Vec<_> = (0..ORDERS)
        .map(|number| dynamo_model::to_item(&order(number)).unwrap())
        .map(|item| object(&item))
        .collect();
    let answer = serde_json::json!({ "Count": ORDERS, "Items": items, "ScannedCount": ORDERS });
    answer.to_string().into()
});

/// Answers each request with the page.
#[derive(Clone, Debug)]
struct FromMemory(Arc<Bytes>);

impl HttpClient for FromMemory {
    fn http_connector(
        &self,
        _: &HttpConnectorSettings,
        _: &RuntimeComponents,
    ) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl HttpConnector for FromMemory {
    fn call(&self, _: HttpRequest) -> HttpConnectorFuture {
        let body = SdkBody::from(Bytes::clone(&self.0));
        let status = StatusCode::try_from(200).unwrap();
        HttpConnectorFuture::ready(Ok(HttpResponse::new(status, body)))
    }
}

static CLIENT: LazyLock<aws_sdk_dynamodb::Client> = LazyLock::new(|| {
    let credentials = Credentials::new("memory", "memory", None, None, "memory");
    let config = aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::v2026_01_12())
        .region(Region::from_static("us-east-1"))
        .credentials_provider(SharedCredentialsProvider::new(credentials))
        .endpoint_url("http://memory.invalid")
        .retry_config(RetryConfig::disabled())
        .timeout_config(TimeoutConfig::disabled())
        .identity_cache(IdentityCache::no_cache())
        .stalled_stream_protection(StalledStreamProtectionConfig::disabled())
        .http_client(FromMemory(Arc::new(ANSWER.clone())));
    aws_sdk_dynamodb::Client::from_conf(config.build())
});

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
});

fn by_library(shop: &Repository<Shop>) -> Vec<Order> {
    RUNTIME
        .block_on(async { shop.query(Order::query("customer-1")).all().await })
        .unwrap()
}

fn by_sdk<T>(read: impl Fn(Map) -> T) -> Vec<T> {
    let output = RUNTIME.block_on(async {
        CLIENT
            .query()
            .table_name("shop")
            .key_condition_expression("PK = :pk")
            .expression_attribute_values(":pk", AttributeValue::S("CUST#customer-1".to_owned()))
            .send()
            .await
    });
    let items = output.unwrap().items.unwrap();
    items.into_iter().map(read).collect()
}

fn by_hand(mut item: Map) -> Order {
    fn text(item: &mut Map, name: &str) -> String {
        match item.remove(name) {
            Some(AttributeValue::S(text)) => text,
            other => panic!("{other:?}"),
        }
    }
    fn number<T: std::str::FromStr>(item: &mut Map, name: &str) -> T {
        let value = item.remove(name).unwrap();
        value.as_n().unwrap().parse().ok().unwrap()
    }
    fn list(item: &mut Map, name: &str) -> Vec<AttributeValue> {
        match item.remove(name) {
            Some(AttributeValue::L(list)) => list,
            other => panic!("{other:?}"),
        }
    }
    Order {
        customer_id: text(&mut item, "customer_id"),
        order_id: text(&mut item, "order_id"),
        placed_on: text(&mut item, "placed_on"),
        status: text(&mut item, "status"),
        total: number(&mut item, "total"),
        discount: number(&mut item, "discount"),
        is_gift: *item.remove("is_gift").unwrap().as_bool().unwrap(),
        note: Some(text(&mut item, "note")),
        street: text(&mut item, "street"),
        city: text(&mut item, "city"),
        country: text(&mut item, "country"),
        tags: list(&mut item, "tags")
            .into_iter()
            .map(|tag| match tag {
                AttributeValue::S(tag) => tag,
                other => panic!("{other:?}"),
            })
            .collect(),
        lines: list(&mut item, "lines")
            .into_iter()
            .map(|line| match line {
                AttributeValue::M(mut line) => Line {
                    product: text(&mut line, "product"),
                    count: number(&mut line, "count"),
                },
                other => panic!("{other:?}"),
            })
            .collect(),
        history: text(&mut item, "history"),
        revision: number(&mut item, "revision"),
    }
}

#[divan::bench_group]
mod page {
    use super::{ANSWER, Bencher, BytesCount, CLIENT, Repository, by_hand, by_library, by_sdk};

    #[divan::bench]
    fn a_library(bencher: Bencher<'_, '_>) {
        let shop = Repository::new(CLIENT.clone());
        let bytes = BytesCount::new(ANSWER.len());
        bencher.counter(bytes).bench_local(|| by_library(&shop));
    }

    #[divan::bench]
    fn b_library_over_the_sdks_types(bencher: Bencher<'_, '_>) {
        let shop = Repository::new(CLIENT.clone()).without_wire_codec();
        let bytes = BytesCount::new(ANSWER.len());
        bencher.counter(bytes).bench_local(|| by_library(&shop));
    }

    #[divan::bench]
    fn c_sdk_and_serde_dynamo(bencher: Bencher<'_, '_>) {
        let bytes = BytesCount::new(ANSWER.len());
        bencher.counter(bytes).bench_local(|| {
            by_sdk(|item| serde_dynamo::from_item::<_, super::Order>(item).unwrap())
        });
    }

    #[divan::bench]
    fn d_sdk_and_by_hand(bencher: Bencher<'_, '_>) {
        let bytes = BytesCount::new(ANSWER.len());
        bencher.counter(bytes).bench_local(|| by_sdk(by_hand));
    }
}

#[divan::bench_group]
mod codec {
    use super::{ANSWER, Bencher, BytesCount, Order, black_box, order};

    #[divan::bench]
    fn a_library(bencher: Bencher<'_, '_>) {
        bencher
            .counter(BytesCount::new(ANSWER.len()))
            .with_inputs(|| ANSWER.to_vec())
            .bench_local_values(|answer| {
                dynamo_model::__private::bench::from_wire::<Order>(answer).unwrap()
            });
    }

    #[divan::bench]
    fn b_json_values(bencher: Bencher<'_, '_>) {
        bencher
            .counter(BytesCount::new(ANSWER.len()))
            .bench_local(|| serde_json::from_slice::<serde_json::Value>(&ANSWER).unwrap());
    }

    #[divan::bench]
    fn c_item_to_wire(bencher: Bencher<'_, '_>) {
        let order = order(1);
        bencher.bench_local(|| dynamo_model::__private::bench::to_wire(black_box(&order)).unwrap());
    }

    #[divan::bench]
    fn d_item_to_the_sdks_map(bencher: Bencher<'_, '_>) {
        let order = order(1);
        bencher.bench_local(|| dynamo_model::to_item(black_box(&order)).unwrap());
    }

    #[divan::bench]
    fn e_clone_of_the_result(bencher: Bencher<'_, '_>) {
        let orders: Vec<_> = (0..super::ORDERS).map(order).collect();
        bencher.bench_local(|| black_box(&orders).clone());
    }
}

fn main() {
    // All ways agree before they are timed.
    let shop = Repository::<Shop>::new(CLIENT.clone());
    let orders = by_library(&shop);
    assert_eq!(orders.len(), ORDERS);
    assert_eq!(by_library(&shop.without_wire_codec()), orders);
    assert_eq!(by_sdk(by_hand), orders);
    assert_eq!(
        by_sdk(|item| serde_dynamo::from_item::<_, Order>(item).unwrap()),
        orders
    );
    println!("the answer has {} bytes", ANSWER.len());
    divan::main();
}

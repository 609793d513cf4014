//! Keys of several attributes, on built requests: the embedded engine knows one attribute a key.

use std::sync::{Arc, Mutex};

use dynamo_model::embedded::{Action, Embedded};
use dynamo_model::{Entity, KeyPart, Repository, Table, embedded};
use jiff::civil::{Date, date};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(
    name = "shop",
    gsi("ByTenant", pk = ["tenant", "status"], sk = ["placed_on", "priority", "hash"]),
    number = ["priority"],
    binary = ["hash"],
    entities(Order, Customer)
)]
struct Shop;

#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
enum Status {
    Open,
    Closed,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Shop,
    pk = "ORDER#{id}",
    sk = "ORDER",
    index(name = by_tenant, on = "ByTenant", pk = [tenant, status], sk = [placed_on, priority, hash])
)]
struct Order {
    id: String,
    tenant: String,
    status: Option<Status>,
    placed_on: Date,
    priority: u8,
    hash: Vec<u8>,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Shop, pk = "CUST#{id}", sk = "PROFILE")]
struct Customer {
    id: String,
}

fn shop() -> Repository<Shop> {
    Repository::new(embedded::client())
}

fn condition(
    path: impl dynamo_model::IntoQuery<Index: dynamo_model::QueryIndex<Entity = Order>>,
) -> String {
    let request = shop().query(path).explain();
    let line = request.lines().find(|line| line.contains("key:")).unwrap();
    line.trim_start()
        .trim_start_matches("key:")
        .trim()
        .to_owned()
}

#[test]
fn partition_attributes_are_equal_and_sort_attributes_go_left_to_right() {
    let of = || Order::by_tenant("t1", Status::Open);
    let day = date(2026, 10, 20);
    assert_eq!(condition(of()), "(tenant = 't1' AND status = 'Open')");
    assert_eq!(
        condition(of().placed_on(day)),
        "(tenant = 't1' AND status = 'Open' AND placed_on = '2026-10-20')"
    );
    assert_eq!(
        condition(of().placed_on_in(day..)),
        "(tenant = 't1' AND status = 'Open' AND placed_on >= '2026-10-20')"
    );
    assert_eq!(
        condition(of().placed_on(day).priority_in(2..5)),
        "(tenant = 't1' AND status = 'Open' AND placed_on = '2026-10-20' AND priority BETWEEN 2 AND 4)"
    );
    assert_eq!(
        condition(of().placed_on(day).priority_in(..)),
        "(tenant = 't1' AND status = 'Open' AND placed_on = '2026-10-20')"
    );
    assert_eq!(
        condition(of().placed_on(day).priority(3).hash(vec![1, 255])),
        "(tenant = 't1' AND status = 'Open' AND placed_on = '2026-10-20' AND priority = 3 AND hash = b'Af8=')"
    );
    assert_eq!(
        condition(of().placed_on(day).priority(3).hash_starts_with("01")),
        "(tenant = 't1' AND status = 'Open' AND placed_on = '2026-10-20' AND priority = 3 AND begins_with(hash, b'AQ=='))"
    );
}

#[test]
fn no_filter_is_sent_where_no_other_entity_is_in_the_index() {
    let request = shop().query(Order::by_tenant("t1", Status::Open)).explain();
    assert!(!request.contains("filter"), "{request}");
}

#[test]
fn the_items_of_a_partition_are_named_by_all_its_attributes() {
    let request = shop().items(Order::by_tenant("t1", Status::Open)).explain();
    assert!(
        request.contains("(tenant = 't1' AND status = 'Open')"),
        "{request}"
    );
}

#[test]
fn a_table_is_created_with_all_attributes_in_order() {
    let request = shop().explain_create_table();
    let index = "index:      ByTenant ([tenant, status], [placed_on, priority N, hash B])";
    assert!(request.contains(index), "{request}");
}

/// The bodies of the requests; the answers are scripted.
fn scripted(answer: &'static str) -> (Repository<Shop>, Arc<Mutex<Vec<serde_json::Value>>>) {
    let embedded = Embedded::new();
    let bodies = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&bodies);
    embedded.on_request(move |request| {
        heard
            .lock()
            .unwrap()
            .push(serde_json::from_str(request.body()).unwrap());
        std::future::ready(Action::Answer {
            status: 200,
            body: answer.to_owned(),
        })
    });
    (Repository::new(embedded.client()), bodies)
}

#[tokio::test]
async fn the_key_schema_repeats_its_roles() {
    let (shop, bodies) = scripted(r#"{"Table":{"TableStatus":"ACTIVE"}}"#);
    shop.create_table().await.unwrap();
    let body = &bodies.lock().unwrap()[0];
    let schema: Vec<_> = body["GlobalSecondaryIndexes"][0]["KeySchema"]
        .as_array()
        .unwrap()
        .iter()
        .map(|element| {
            format!("{} {}", element["AttributeName"], element["KeyType"]).replace('"', "")
        })
        .collect();
    assert_eq!(
        schema,
        [
            "tenant HASH",
            "status HASH",
            "placed_on RANGE",
            "priority RANGE",
            "hash RANGE"
        ]
    );
    let types: Vec<_> = body["AttributeDefinitions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|element| {
            format!("{} {}", element["AttributeName"], element["AttributeType"]).replace('"', "")
        })
        .collect();
    assert_eq!(
        types,
        [
            "PK S",
            "SK S",
            "tenant S",
            "status S",
            "placed_on S",
            "priority N",
            "hash B"
        ]
    );
}

#[tokio::test]
async fn a_cursor_carries_all_attributes() {
    let (shop, bodies) = scripted(
        r#"{"Count":1,"ScannedCount":1,
            "Items":[{"PK":{"S":"ORDER#1"},"SK":{"S":"ORDER"},"type":{"S":"Order"},"id":{"S":"1"},"tenant":{"S":"t1"},"status":{"S":"Open"},"placed_on":{"S":"2026-10-20"},"priority":{"N":"3"},"hash":{"B":"Af8="}}],
            "LastEvaluatedKey":{"PK":{"S":"ORDER#1"},"SK":{"S":"ORDER"},"tenant":{"S":"t1"},"status":{"S":"Open"},"placed_on":{"S":"2026-10-20"},"priority":{"N":"3"},"hash":{"B":"Af8="}}}"#,
    );
    let path = || Order::by_tenant("t1", Status::Open);
    let page = shop.query(path()).page(None).await.unwrap();
    assert_eq!(page.items[0].hash, [1, 255]);
    shop.query(path()).page(page.next).await.unwrap();
    let start = &bodies.lock().unwrap()[1]["ExclusiveStartKey"];
    assert_eq!(
        *start,
        serde_json::json!({
            "PK": {"S": "ORDER#1"}, "SK": {"S": "ORDER"}, "tenant": {"S": "t1"}, "status": {"S": "Open"},
            "placed_on": {"S": "2026-10-20"}, "priority": {"N": "3"}, "hash": {"B": "Af8="}
        })
    );
}

#[test]
fn an_item_that_lacks_an_attribute_is_stored_without_it() {
    let order = Order {
        id: "1".to_owned(),
        tenant: "t1".to_owned(),
        status: None,
        placed_on: date(2026, 10, 20),
        priority: 3,
        hash: vec![1],
    };
    let request = shop().put(&order).explain();
    assert!(!request.contains("status"), "{request}");
    assert!(request.contains("tenant: 't1'"), "{request}");
}

//! The embedded engine through the SDK's real client, as a user's tests see it.

mod errors;
mod hook;
mod operations;
mod storage;
mod time;

use std::collections::HashMap;
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, GlobalSecondaryIndex, KeySchemaElement,
    KeyType, Projection, ProjectionType, ScalarAttributeType, StreamSpecification, StreamViewType,
};

use super::Embedded;

const TABLE: &str = "shop";

type Item = HashMap<String, AttributeValue>;

fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

fn n(number: u64) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

fn item(attributes: &[(&str, AttributeValue)]) -> Item {
    let owned = |(name, value): &(&str, AttributeValue)| ((*name).to_owned(), value.clone());
    attributes.iter().map(owned).collect()
}

fn key(pk: &str, sk: &str) -> Item {
    item(&[("pk", s(pk)), ("sk", s(sk))])
}

fn key_schema(pk: &str, sk: &str) -> Vec<KeySchemaElement> {
    [(pk, KeyType::Hash), (sk, KeyType::Range)]
        .into_iter()
        .map(|(name, kind)| {
            let element = KeySchemaElement::builder()
                .attribute_name(name)
                .key_type(kind);
            element.build().unwrap()
        })
        .collect()
}

/// A table with keys `pk`, `sk`, an index `gsi1` over `gsi1pk`, `gsi1sk`, and a stream.
async fn create_table(client: &Client) {
    let string = |name: &str| {
        let definition = AttributeDefinition::builder().attribute_name(name);
        definition
            .attribute_type(ScalarAttributeType::S)
            .build()
            .unwrap()
    };
    let all = Projection::builder()
        .projection_type(ProjectionType::All)
        .build();
    let gsi1 = GlobalSecondaryIndex::builder()
        .index_name("gsi1")
        .set_key_schema(Some(key_schema("gsi1pk", "gsi1sk")))
        .projection(all)
        .build()
        .unwrap();
    let stream = StreamSpecification::builder()
        .stream_enabled(true)
        .stream_view_type(StreamViewType::NewAndOldImages)
        .build()
        .unwrap();
    client
        .create_table()
        .table_name(TABLE)
        .billing_mode(BillingMode::PayPerRequest)
        .set_key_schema(Some(key_schema("pk", "sk")))
        .set_attribute_definitions(Some(["pk", "sk", "gsi1pk", "gsi1sk"].map(string).to_vec()))
        .global_secondary_indexes(gsi1)
        .stream_specification(stream)
        .send()
        .await
        .unwrap();
}

async fn put(client: &Client, item: Item) {
    let request = client.put_item().table_name(TABLE).set_item(Some(item));
    request.send().await.unwrap();
}

async fn get(client: &Client, pk: &str, sk: &str) -> Option<Item> {
    let request = client
        .get_item()
        .table_name(TABLE)
        .set_key(Some(key(pk, sk)));
    request.send().await.unwrap().item
}

/// A database with the table, and a client whose retries do not wait.
async fn shop() -> (Embedded, Client) {
    let embedded = Embedded::new();
    let client = impatient(&embedded);
    create_table(&client).await;
    (embedded, client)
}

fn impatient(embedded: &Embedded) -> Client {
    let retries = RetryConfig::standard().with_initial_backoff(Duration::from_millis(1));
    Client::from_conf(embedded.sdk_config().retry_config(retries).build())
}

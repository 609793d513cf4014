//! The same model on a table of the service, or of a server that speaks its protocol (DynamoDB Local, ScyllaDB Alternator).
//!
//! | variable | meaning |
//! |---|---|
//! | `AWS_REGION`, `AWS_ACCESS_KEY_ID`, … | as for every AWS SDK: read by `aws-config` |
//! | `DYNAMO_MODEL_ENDPOINT` | another endpoint; region and credentials may then be missing |
//! | `DYNAMO_MODEL_TABLE` | the table's name, by default `dynamo-model-example` |
//!
//! Run it with `cargo run --example real_dynamodb --features real`. It creates the table where there is none, billed by request, compares it with the model, writes
//! three items and reads them: less than twenty request units. It does not delete the table.

use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_sdk_dynamodb::config::{Credentials, ProvideCredentials};
use dynamo_model::{Entity, Repository, Table};
use dynamo_model_examples::{Log, show};
use jiff::civil::{Date, date};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Table)]
#[table(name = "dynamo-model-example", gsi("GSI1"), entities(Customer, Order))]
struct Shop;

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[entity(table = Shop, pk = "CUST#{customer_id}", sk = "PROFILE")]
struct Customer {
    customer_id: String,
    name: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Shop,
    pk = "CUST#{customer_id}",
    sk = "ORDER#{placed_on}#{order_id}",
    index(name = by_id, on = "GSI1", pk = "ORDER#{order_id}", sk = "ORDER#{order_id}"),
)]
struct Order {
    customer_id: String,
    order_id: String,
    placed_on: Date,
}

/// `None` where neither credentials nor an endpoint are set.
async fn config() -> Option<SdkConfig> {
    let loader = aws_config::defaults(BehaviorVersion::latest());
    let Some(endpoint) = variable("DYNAMO_MODEL_ENDPOINT") else {
        let config = loader.load().await;
        let credentials = config.credentials_provider()?.provide_credentials().await;
        return (credentials.is_ok() && config.region().is_some()).then_some(config);
    };
    let mut loader = loader.endpoint_url(endpoint);
    if variable("AWS_REGION")
        .or_else(|| variable("AWS_DEFAULT_REGION"))
        .is_none()
    {
        loader = loader.region(Region::new("us-east-1"));
    }
    if variable("AWS_ACCESS_KEY_ID")
        .or_else(|| variable("AWS_PROFILE"))
        .is_none()
    {
        // A local server wants a signature and takes any.
        loader =
            loader.credentials_provider(Credentials::new("local", "local", None, None, "local"));
    }
    Some(loader.load().await)
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Some(config) = config().await else {
        println!(
            "set AWS_REGION and credentials (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE) for DynamoDB,"
        );
        println!(
            "or DYNAMO_MODEL_ENDPOINT for another server, as http://localhost:8000; DYNAMO_MODEL_TABLE names the table"
        );
        return Ok(());
    };
    let mut shop = Repository::<Shop>::new(aws_sdk_dynamodb::Client::new(&config))
        .with_observer(Log::default());
    if let Some(name) = variable("DYNAMO_MODEL_TABLE") {
        shop = shop.with_table_name(name);
    }
    shop.ensure_table().await?;
    show(
        "Differences between the table and the model",
        shop.verify_table().await?,
        json!([]),
    );

    let carol = Customer {
        customer_id: "c1".into(),
        name: "Carol".into(),
    };
    shop.put(&carol).await?;
    let orders =
        [("o1", date(2026, 10, 1)), ("o2", date(2026, 10, 20))].map(|(order_id, placed_on)| {
            Order {
                customer_id: "c1".into(),
                order_id: order_id.into(),
                placed_on,
            }
        });
    assert!(shop.batch().put_all(&orders).await?.is_complete());

    assert_eq!(
        shop.get(Customer::key("c1")).consistent().await?,
        Some(carol)
    );
    let newest = shop
        .query(Order::query("c1"))
        .consistent()
        .newest_first()
        .all()
        .await?;
    let ids: Vec<_> = newest.iter().map(|order| &order.order_id).collect();
    show("Orders, newest first", ids, json!(["o2", "o1"]));

    // An index follows its table in milliseconds to seconds, so this may be empty just after the write.
    let found = shop.query(Order::by_id("o2")).first().await?;
    println!("\nby the index: {:?}", found.map(|order| order.placed_on));
    Ok(())
}

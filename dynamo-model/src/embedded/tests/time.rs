//! Expiry by a clock that the test moves, and what a sweep leaves in the stream.

use std::time::{Duration, SystemTime};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{TimeToLiveSpecification, TimeToLiveStatus};
use serde_json::{Value, json};

use super::super::ManualClock;
use super::storage::Folder;
use super::{Embedded, TABLE, create_table, get, item, n, put, s};

const START: u64 = 1_700_000_000;

fn clock() -> ManualClock {
    ManualClock::starting_at(SystemTime::UNIX_EPOCH + Duration::from_secs(START))
}

async fn enable_ttl(client: &Client) {
    let ttl = TimeToLiveSpecification::builder()
        .enabled(true)
        .attribute_name("expires");
    let ttl = ttl.build().unwrap();
    let request = client.update_time_to_live().table_name(TABLE);
    request
        .time_to_live_specification(ttl)
        .send()
        .await
        .unwrap();
}

async fn put_expiring(client: &Client, sk: &str, expires: u64) {
    put(
        client,
        item(&[("pk", s("p")), ("sk", s(sk)), ("expires", n(expires))]),
    )
    .await;
}

#[test]
fn a_manual_clock_moves_only_when_told_to_and_is_shared_by_clones() {
    let clock = clock();
    let start = clock.now();
    let other = clock.clone();
    other.advance(Duration::from_secs(60));
    assert_eq!(clock.now(), start + Duration::from_secs(60));
    other.advance(Duration::MAX);
    assert_eq!(clock.now(), start + Duration::from_secs(60));
    clock.set(start);
    assert_eq!(other.now(), start);
}

#[tokio::test]
async fn time_to_live_is_described_as_enabled() {
    let embedded = Embedded::new();
    let client = embedded.client();
    create_table(&client).await;
    enable_ttl(&client).await;
    let answer = client
        .describe_time_to_live()
        .table_name(TABLE)
        .send()
        .await
        .unwrap();
    let ttl = answer.time_to_live_description.unwrap();
    assert_eq!(ttl.time_to_live_status, Some(TimeToLiveStatus::Enabled));
    assert_eq!(ttl.attribute_name(), Some("expires"));
}

// fault 104
#[tokio::test]
async fn expired_items_stay_readable_until_they_are_swept() {
    let clock = clock();
    let embedded = Embedded::builder().clock(clock.clone()).build().unwrap();
    sweep_deletes_what_is_expired(&embedded, &clock).await;
}

#[tokio::test]
async fn a_file_is_swept_by_the_manual_clock_too() {
    let folder = Folder::new("swept");
    let clock = clock();
    let builder = Embedded::builder().path(folder.file()).clock(clock.clone());
    sweep_deletes_what_is_expired(&builder.build().unwrap(), &clock).await;
}

async fn sweep_deletes_what_is_expired(embedded: &Embedded, clock: &ManualClock) {
    let client = embedded.client();
    create_table(&client).await;
    enable_ttl(&client).await;
    put_expiring(&client, "soon", START + 10).await;
    put_expiring(&client, "later", START + 1000).await;
    put(&client, item(&[("pk", s("p")), ("sk", s("never"))])).await;
    assert_eq!(embedded.sweep_ttl(), 0);

    clock.advance(Duration::from_secs(60));
    assert!(get(&client, "p", "soon").await.is_some());
    assert_eq!(embedded.sweep_ttl(), 1);
    assert!(get(&client, "p", "soon").await.is_none());
    assert!(get(&client, "p", "later").await.is_some());
    assert!(get(&client, "p", "never").await.is_some());
    assert_eq!(embedded.sweep_ttl(), 0);
    assert_stream(embedded);
}

#[tokio::test]
async fn without_a_manual_clock_the_sweep_reads_the_system_clock() {
    let embedded = Embedded::new();
    let client = embedded.client();
    create_table(&client).await;
    enable_ttl(&client).await;
    put_expiring(&client, "past", START).await;
    put_expiring(&client, "far", 32_503_680_000).await;
    assert_eq!(embedded.sweep_ttl(), 1);
    assert!(get(&client, "p", "far").await.is_some());
}

#[tokio::test]
async fn a_sweep_takes_the_items_out_of_the_indexes() {
    let clock = clock();
    let embedded = Embedded::builder().clock(clock.clone()).build().unwrap();
    let client = embedded.client();
    create_table(&client).await;
    enable_ttl(&client).await;
    let keys = [
        ("pk", s("p")),
        ("sk", s("s")),
        ("gsi1pk", s("g")),
        ("gsi1sk", s("1")),
    ];
    let mut expiring = item(&keys);
    expiring.insert("expires".into(), n(START));
    put(&client, expiring).await;
    clock.advance(Duration::from_secs(1));
    assert_eq!(embedded.sweep_ttl(), 1);
    let scan = client
        .scan()
        .table_name(TABLE)
        .index_name("gsi1")
        .send()
        .await
        .unwrap();
    assert_eq!(scan.count, 0);
}

/// Three inserts and the sweep's removal, in the Streams API's spelling. Its SDK is a crate of its own, so the JSON is read here.
fn assert_stream(embedded: &Embedded) {
    let ask = |operation: &str, request: Value| -> Value {
        let answer = embedded.shared.answer(operation, &request.to_string());
        assert_eq!(answer.status, 200, "{}", answer.body);
        serde_json::from_str(&answer.body).unwrap()
    };
    let streams = ask("ListStreams", json!({ "TableName": TABLE }));
    let arn = &streams["Streams"][0]["StreamArn"];
    let stream = ask("DescribeStream", json!({ "StreamArn": arn }));
    let shard = &stream["StreamDescription"]["Shards"][0]["ShardId"];
    let iterator = ask(
        "GetShardIterator",
        json!({ "StreamArn": arn, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON" }),
    );
    let records = ask(
        "GetRecords",
        json!({ "ShardIterator": iterator["ShardIterator"] }),
    );
    let records = records["Records"].as_array().unwrap();
    let names: Vec<_> = records.iter().map(|record| &record["eventName"]).collect();
    assert_eq!(names, ["INSERT", "INSERT", "INSERT", "REMOVE"]);
    assert!(records[0].get("userIdentity").is_none());
    let removal = &records[3];
    assert_eq!(
        removal["userIdentity"],
        json!({ "Type": "Service", "PrincipalId": "dynamodb.amazonaws.com" })
    );
    assert_eq!(removal["dynamodb"]["OldImage"]["sk"]["S"], "soon");
    let time = removal["dynamodb"]["ApproximateCreationDateTime"]
        .as_f64()
        .unwrap();
    assert!((time - (START + 60) as f64).abs() < 1.0, "{time}");
}

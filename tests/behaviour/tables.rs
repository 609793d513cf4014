//! The table itself: created, ensured, compared with the model, under another name.

use dynamo_model::embedded::Embedded;
use dynamo_model::{Entity, Repository, Table};
use dynamo_model_tests::{Order, Shop, Wire, client, day, open, order};
use serde::{Deserialize, Serialize};

#[tokio::test]
async fn create_table_succeeds_once_and_ensure_table_always() {
    let database = Embedded::new();
    let shop = Repository::<Shop>::new(client(&database));
    shop.ensure_table().await.unwrap();
    shop.ensure_table().await.unwrap();
    let error = shop.create_table().await.unwrap_err();
    assert!(error.is_already_exists());
    assert_eq!(shop.verify_table().await.unwrap(), [""; 0]);
}

#[tokio::test]
async fn calls_on_a_table_that_is_not_there_say_so() {
    let database = Embedded::new();
    let shop = Repository::<Shop>::new(client(&database));
    let order = order("c1", day(1), "o1");
    assert!(shop.put(&order).await.unwrap_err().is_table_not_found());
    assert!(shop.get(&order).await.unwrap_err().is_table_not_found());
    assert!(shop.delete(&order).await.unwrap_err().is_table_not_found());
    assert!(
        shop.query(Order::query("c1"))
            .all()
            .await
            .unwrap_err()
            .is_table_not_found()
    );
    assert!(
        shop.batch()
            .put_all([&order])
            .await
            .unwrap_err()
            .is_table_not_found()
    );
    let error = shop.verify_table().await.unwrap_err();
    assert!(error.is_table_not_found());
    assert_eq!(error.code(), Some("ResourceNotFoundException"));
    assert!(error.into_sdk_error().is_ok());
}

#[tokio::test]
async fn a_repository_can_use_another_table_name() {
    let (database, shop) = open::<Shop>().await;
    let staging = shop.clone().with_table_name("shop-staging");
    assert_eq!(
        (shop.table_name(), staging.table_name()),
        ("shop", "shop-staging")
    );
    staging.create_table().await.unwrap();
    let order = order("c1", day(1), "o1");
    let wire = Wire::record(&database);
    staging.create(&order).await.unwrap();
    staging.query(Order::query("c1")).all().await.unwrap();
    staging.get(&order).await.unwrap();
    staging.delete(&order).await.unwrap();
    assert!(
        wire.sent()
            .iter()
            .all(|sent| sent.text("TableName") == "shop-staging")
    );
    assert!(
        staging
            .batch()
            .put_all([&order])
            .await
            .unwrap()
            .is_complete()
    );
    assert!(wire.last().body["RequestItems"]["shop-staging"].is_array());
    assert_eq!(shop.get(&order).await.unwrap(), None);
    assert!(
        staging
            .query(Order::query("c1"))
            .explain()
            .starts_with("Query shop-staging\n")
    );
}

#[derive(Debug, Table)]
#[table(
    name = "shop",
    gsi("GSI1", keys_only),
    gsi("GSI2", pk = "SK", sk = "PK"),
    gsi("Fresh", include("total")),
    entities(Other)
)]
struct OtherShop;

#[derive(Debug, Entity, Serialize, Deserialize)]
#[entity(table = OtherShop, pk = "OTHER#{id}", sk = "OTHER#{id}")]
struct Other {
    id: String,
}

#[tokio::test]
async fn verify_table_finds_each_difference() {
    let (database, _) = open::<Shop>().await;
    let other = Repository::<OtherShop>::new(client(&database));
    let differences = other.verify_table().await.unwrap();
    let has = |parts: &[&str]| {
        let found = differences
            .iter()
            .any(|text| parts.iter().all(|part| text.contains(part)));
        assert!(found, "{parts:?} in {differences:#?}");
    };
    has(&["`GSI1`", "ALL", "KEYS_ONLY"]);
    has(&["`GSI2`", "GSI2PK", "SK, PK"]);
    has(&["no index `Fresh`"]);
    has(&["`OpenOrders`", "does not have"]);
    has(&["`Inverted`", "does not have"]);
    assert_eq!(differences.len(), 5);
}

#[derive(Debug, Table)]
#[table(
    name = "sessions",
    number = ["expires_at"],
    gsi("ByExpiry", pk = "user", sk = "expires_at", include("note", "SK")),
    entities(Session)
)]
struct Sessions;

#[derive(Debug, Entity, Serialize, Deserialize)]
#[entity(table = Sessions, pk = "SESSION#{id}", sk = "SESSION",
    index(name = by_expiry, on = "ByExpiry", pk = "{user}", sk = "{expires_at}"))]
struct Session {
    id: String,
    user: String,
    note: Option<String>,
    #[entity(ttl)]
    expires_at: u64,
}

#[tokio::test]
async fn a_projection_does_not_name_the_keys_that_it_has_anyway() {
    let (database, _) = open::<Shop>().await;
    let wire = Wire::record(&database);
    let sessions = Repository::<Sessions>::new(client(&database));
    sessions.create_table().await.unwrap();
    let sent = wire.sent();
    let create = sent
        .iter()
        .find(|sent| sent.body["GlobalSecondaryIndexes"].is_array())
        .unwrap();
    assert_eq!(
        create.body["GlobalSecondaryIndexes"][0]["Projection"],
        serde_json::json!({"ProjectionType": "INCLUDE", "NonKeyAttributes": ["note", "type"]})
    );
    assert_eq!(sessions.verify_table().await.unwrap(), [""; 0]);
}

#[derive(Debug, Table)]
#[table(name = "shop", pk = "id", sk = none, entities(Thing))]
struct HashOnly;

#[derive(Debug, Entity, Serialize, Deserialize)]
#[entity(table = HashOnly, pk = "{id}")]
struct Thing {
    id: String,
}

#[tokio::test]
async fn verify_table_finds_other_keys_and_key_types() {
    use aws_sdk_dynamodb::types::{
        AttributeDefinition, BillingMode, KeySchemaElement, KeyType, ScalarAttributeType,
    };
    let (database, _) = open::<Shop>().await;
    let differences = Repository::<HashOnly>::new(client(&database))
        .verify_table()
        .await
        .unwrap();
    assert!(
        differences[0].contains("PK, SK") && differences[0].contains("are id"),
        "{differences:#?}"
    );

    let database = Embedded::new();
    let attribute = AttributeDefinition::builder()
        .attribute_name("id")
        .attribute_type(ScalarAttributeType::N);
    let key = KeySchemaElement::builder()
        .attribute_name("id")
        .key_type(KeyType::Hash);
    let create = client(&database)
        .create_table()
        .table_name("shop")
        .billing_mode(BillingMode::PayPerRequest);
    let create = create
        .attribute_definitions(attribute.build().unwrap())
        .key_schema(key.build().unwrap());
    create.send().await.unwrap();
    let differences = Repository::<HashOnly>::new(client(&database))
        .verify_table()
        .await
        .unwrap();
    assert_eq!(
        differences,
        ["the key attribute `id` is of type N, the model's is S"]
    );
}

#[tokio::test]
async fn an_include_index_is_created_with_the_type() {
    let (database, other) = {
        let database = Embedded::new();
        let other = Repository::<OtherShop>::new(client(&database));
        (database, other)
    };
    let wire = Wire::record(&database);
    other.create_table().await.unwrap();
    let created = wire
        .sent()
        .into_iter()
        .find(|sent| sent.operation == "CreateTable")
        .unwrap();
    let indexes = created.body["GlobalSecondaryIndexes"].as_array().unwrap();
    let fresh = indexes
        .iter()
        .find(|index| index["IndexName"] == "Fresh")
        .unwrap();
    assert_eq!(
        fresh["Projection"]["NonKeyAttributes"],
        serde_json::json!(["total", "type"])
    );
    assert_eq!(created.body["BillingMode"], "PAY_PER_REQUEST");
    assert_eq!(other.verify_table().await.unwrap(), [""; 0]);
}

//! Which entity an item is of where no type says it: by what the templates can render.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::{Entity, Key, Table};
use dynamo_model_tests::{Wire, open, raw_item, repository};
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};

#[derive(Debug, Table)]
#[table(
    name = "tasks",
    gsi("Keys", keys_only),
    gsi("ByEmail", pk = "email", sk = none),
    entities(Task, Part, Customer, Supplier)
)]
struct Tasks;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Tasks,
    pk = "TASK#{id}",
    sk = "TASK#{id}",
    index(name = keys, on = "Keys", pk = "KEYS", sk = "{id}")
)]
struct Task {
    id: String,
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Tasks,
    pk = "TASK#{id}",
    sk = "TASK#{id}#PART#{part}",
    index(name = keys, on = "Keys", pk = "KEYS", sk = "{id}")
)]
struct Part {
    id: String,
    part: String,
    size: u32,
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Tasks,
    pk = "C#{id}",
    sk = "C",
    index(name = by_email, on = "ByEmail", pk = "{email}")
)]
struct Customer {
    id: String,
    email: String,
}

/// In `ByEmail` too, by the name of its field alone.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Tasks, pk = "S#{id}", sk = "S")]
struct Supplier {
    id: String,
    email: String,
}

fn text(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

fn task(id: &str) -> Task {
    Task { id: id.to_owned() }
}

fn part(id: &str, part: &str) -> Part {
    Part {
        id: id.to_owned(),
        part: part.to_owned(),
        size: 1,
    }
}

// fault 123
#[tokio::test]
async fn an_untagged_item_is_of_the_entity_whose_templates_render_its_key() {
    let (database, tasks) = open::<Tasks>().await;
    let head = [
        ("PK", text("TASK#1")),
        ("SK", text("TASK#1")),
        ("id", text("1")),
    ];
    let below = [
        ("PK", text("TASK#1")),
        ("SK", text("TASK#1#PART#a")),
        ("id", text("1")),
        ("part", text("a")),
        ("size", AttributeValue::N(String::from("1"))),
    ];
    raw_item(&database, "tasks", &head).await;
    raw_item(&database, "tasks", &below).await;
    assert_eq!(tasks.get(Task::key("1")).await.unwrap(), Some(task("1")));
    let found = tasks.get(Part::key("1", "a")).await.unwrap();
    assert_eq!(found, Some(part("1", "a")));
    let found = tasks.query(Task::query("1")).all().await.unwrap();
    assert_eq!(found, [task("1")]);
    let found = tasks.query(Part::query("1")).all().await.unwrap();
    assert_eq!(found, [part("1", "a")]);
}

#[tokio::test]
async fn a_keys_only_index_tells_a_key_from_a_longer_one() {
    let tasks = repository::<Tasks>().await;
    tasks.put(&task("1")).await.unwrap();
    tasks.put(&task("2")).await.unwrap();
    for name in ["a", "b", "c"] {
        tasks.put(&part("1", name)).await.unwrap();
    }
    let keys: Vec<Key<Task>> = tasks.query(Task::keys()).all().await.unwrap();
    assert_eq!(keys, [Task::key("1"), Task::key("2")]);
    let keys: Vec<Key<Part>> = tasks.query(Part::keys().id("1")).all().await.unwrap();
    assert_eq!(keys.len(), 3);
    assert!(keys.contains(&Part::key("1", "b")));
    assert_eq!(tasks.query(Task::keys()).count().await.unwrap(), 2);
    assert_eq!(tasks.query(Task::keys().id("1")).count().await.unwrap(), 1);
    assert_eq!(tasks.query(Part::keys()).count().await.unwrap(), 3);
    let one = tasks.query(Task::keys()).newest_first().limit(1);
    assert_eq!(one.all().await.unwrap(), [Task::key("2")]);
}

#[tokio::test]
async fn an_index_of_a_plain_attribute_holds_every_entity_that_has_it() {
    let (database, tasks) = open::<Tasks>().await;
    let email = || String::from("a@b");
    let customer = Customer {
        id: String::from("1"),
        email: email(),
    };
    let supplier = Supplier {
        id: String::from("1"),
        email: email(),
    };
    tasks.put(&customer).await.unwrap();
    tasks.put(&supplier).await.unwrap();
    let wire = Wire::record(&database);
    let query = || tasks.query(Customer::by_email("a@b"));
    assert_eq!(query().all().await.unwrap(), [customer]);
    assert_eq!(wire.last().resolved("FilterExpression"), "type = Customer");
    assert_eq!(query().count().await.unwrap(), 1);
    assert_eq!(query().limit(1).all().await.unwrap().len(), 1);
    assert_eq!(
        tasks
            .items(Customer::by_email("a@b"))
            .count()
            .await
            .unwrap(),
        2
    );
}

#[tokio::test]
async fn one_item_that_cannot_be_read_takes_no_other_from_a_stream() {
    let (database, tasks) = open::<Tasks>().await;
    let broken = BTreeMap::from([
        ("PK", text("TASK#1")),
        ("SK", text("TASK#1#PART#a")),
        ("type", text("Part")),
        ("id", text("1")),
        ("part", text("a")),
        ("size", text("large")),
    ]);
    let broken: Vec<_> = broken.into_iter().collect();
    raw_item(&database, "tasks", &broken).await;
    tasks.put(&part("1", "b")).await.unwrap();
    let results: Vec<_> = tasks.query(Part::query("1")).stream().collect().await;
    let (found, errors): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    assert_eq!((found.len(), errors.len()), (1, 1));
    // The service counts what cannot be read too, and so does a count that reads.
    let query = || tasks.query(Part::query("1"));
    assert_eq!(query().count().await.unwrap(), 2);
    assert_eq!(query().limit(5).count().await.unwrap(), 2);
    let error = query().first().await.unwrap_err();
    assert_eq!((error.is_decode(), error.attribute()), (true, Some("size")));
}

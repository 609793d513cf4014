//! Sparse indexes and index upkeep, the side of put.

use dynamo_model::{Entity, Table};
use dynamo_model_tests::{Wire, open};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Debug, Table)]
#[table(
    name = "tasks",
    gsi("ByCode"),
    gsi("ByOwner", pk = "owner", sk = "due"),
    entities(Task)
)]
struct Tasks;

#[derive(Clone, Debug, Default, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Tasks,
    pk = "TASK#{entity_id}",
    sk = "TASK#{entity_id}",
    index(name = by_code, on = "ByCode", pk = "CODE#{code}", sk = "TASK#{task_name}"),
    index(name = by_owner, on = "ByOwner", pk = "{owner}", sk = "{due}")
)]
struct Task {
    #[serde(rename = "eid")]
    entity_id: String,
    #[serde(rename = "c")]
    code: Option<String>,
    #[serde(rename = "tn")]
    task_name: Option<String>,
    owner: Option<String>,
    due: Option<String>,
    #[serde(rename = "p")]
    priority: u8,
}

fn task(code: Option<&str>, name: Option<&str>) -> Task {
    let text = |text: Option<&str>| text.map(str::to_owned);
    Task {
        entity_id: String::from("t1"),
        code: text(code),
        task_name: text(name),
        ..Task::default()
    }
}

fn names(item: &Value) -> Vec<&str> {
    let mut names: Vec<_> = item
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    names.sort_unstable();
    names
}

// fault 19
#[tokio::test]
async fn none_is_absent_from_index_keys_and_never_null() {
    let (database, tasks) = open::<Tasks>().await;
    let wire = Wire::record(&database);
    tasks.put(&task(None, None)).await.unwrap();
    let item = &wire.last().body["Item"];
    assert_eq!(names(item), ["PK", "SK", "eid", "p", "type"]);
    assert_eq!(
        tasks.get(Task::key("t1")).await.unwrap(),
        Some(task(None, None))
    );
}

// fault 19
#[tokio::test]
async fn none_is_absent_from_an_index_of_own_fields_too() {
    let (database, tasks) = open::<Tasks>().await;
    let wire = Wire::record(&database);
    let owned = Task {
        owner: Some(String::from("ann")),
        ..task(None, None)
    };
    tasks.put(&owned).await.unwrap();
    // The field is the entity's own and stays; without the other key the item is in no index.
    assert_eq!(
        names(&wire.last().body["Item"]),
        ["PK", "SK", "eid", "owner", "p", "type"]
    );
    assert_eq!(tasks.query(Task::by_owner("ann")).count().await.unwrap(), 0);
    let due = Task {
        due: Some(String::from("2026")),
        ..owned
    };
    tasks.put(&due).await.unwrap();
    assert_eq!(
        tasks.query(Task::by_owner("ann")).all().await.unwrap(),
        [due]
    );
}

// fault 20
#[tokio::test]
async fn a_missing_part_leaves_out_both_keys_of_the_index() {
    let (database, tasks) = open::<Tasks>().await;
    let wire = Wire::record(&database);
    for missing in [task(None, Some("n")), task(Some("c"), None)] {
        tasks.put(&missing).await.unwrap();
        let sent = wire.last();
        let found = names(&sent.body["Item"]);
        assert!(
            !found.contains(&"ByCodePK") && !found.contains(&"ByCodeSK"),
            "{found:?}"
        );
    }
    tasks.put(&task(Some("c"), Some("n"))).await.unwrap();
    assert_eq!(tasks.query(Task::by_code("c")).count().await.unwrap(), 1);
    tasks.put(&task(Some("c"), None)).await.unwrap();
    assert_eq!(tasks.query(Task::by_code("c")).count().await.unwrap(), 0);
}

// fault 20
#[tokio::test]
async fn an_explicitly_empty_part_is_an_error() {
    let (database, tasks) = open::<Tasks>().await;
    let wire = Wire::record(&database);
    for (task, field) in [
        (task(Some(""), Some("n")), "code"),
        (task(Some("c"), Some("")), "task_name"),
    ] {
        let error = tasks.put(&task).await.unwrap_err();
        assert_eq!((error.is_key(), error.attribute()), (true, Some(field)));
    }
    let owner = Task {
        owner: Some(String::new()),
        due: Some(String::from("d")),
        ..task(None, None)
    };
    assert!(tasks.put(&owner).await.unwrap_err().is_key());
    assert_eq!(wire.count(), 0);
}

// fault 20
#[tokio::test]
async fn an_empty_own_field_is_an_error_even_where_the_other_key_is_missing() {
    // The attribute is a key of the index by its name alone: the service refuses it empty, other keys or not.
    let (database, tasks) = open::<Tasks>().await;
    let wire = Wire::record(&database);
    for (owner, due) in [(Some(""), None), (None, Some(""))] {
        let text = |text: Option<&str>| text.map(str::to_owned);
        let task = Task {
            owner: text(owner),
            due: text(due),
            ..task(None, None)
        };
        let error = tasks.put(&task).await.unwrap_err();
        let name = if owner.is_some() { "owner" } else { "due" };
        assert_eq!((error.is_encode(), error.attribute()), (true, Some(name)));
    }
    assert_eq!(wire.count(), 0);
}

// fault 33
#[tokio::test]
async fn every_path_uses_the_stored_name() {
    let (database, tasks) = open::<Tasks>().await;
    let wire = Wire::record(&database);
    let task = task(Some("c"), Some("n"));
    tasks.create(&task).await.unwrap();
    tasks.replace(&task).await.unwrap();
    assert!(tasks.batch().put_all([&task]).await.unwrap().is_complete());
    let query = tasks.query(Task::by_code("c")).filter(|task| {
        task.priority.eq(0) & task.code.eq("c") & task.task_name.eq("n") & task.entity_id.eq("t1")
    });
    assert_eq!(query.all().await.unwrap(), std::slice::from_ref(&task));
    tasks.get(&task).await.unwrap();
    tasks.delete(&task).await.unwrap();
    for sent in wire.sent() {
        let body = sent.body.to_string();
        for name in ["entity_id", "task_name", "priority", "\"code\""] {
            assert!(!body.contains(name), "{name} in {body}");
        }
    }
}

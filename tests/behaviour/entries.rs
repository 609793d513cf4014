//! Several entries of one entity in one partition of an index: a query of one never returns another's items.

use dynamo_model::{Entity, Table};
use dynamo_model_tests::{Wire, open, repository};
use serde::{Deserialize, Serialize};

#[derive(Debug, Table)]
#[table(
    name = "work",
    gsi("GSI1"),
    gsi("GSI2"),
    gsi("GSI3"),
    entities(Task, Other)
)]
struct Work;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Work,
    pk = "TASK#{id}",
    sk = "TASK",
    index(name = open, on = "GSI1", pk = "TASKS", sk = "OPEN#{id}", when = |done| !*done),
    index(name = closed, on = "GSI1", pk = "TASKS", sk = "CLOSED#{id}", when = |done| *done),
    index(name = current, on = "GSI2", pk = "TASKS", sk = "{id}", when = |done| !*done),
    index(name = past, on = "GSI2", pk = "TASKS", sk = "PAST#{id}", when = |done| *done),
    index(name = short, on = "GSI3", pk = "TASKS", sk = "T#{id}", when = |done| !*done),
    index(name = long, on = "GSI3", pk = "TASKS", sk = "T#{id}#DONE", when = |done| *done)
)]
struct Task {
    id: String,
    done: bool,
}

/// Alone in its partition of `GSI1`.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Work,
    pk = "OTHER#{id}",
    sk = "OTHER",
    index(name = all, on = "GSI1", pk = "OTHERS", sk = "OPEN#{id}")
)]
struct Other {
    id: String,
}

fn task(id: &str, done: bool) -> Task {
    Task {
        id: id.to_owned(),
        done,
    }
}

#[tokio::test]
async fn a_literal_tells_the_entries_of_one_partition_apart() {
    let (database, work) = open::<Work>().await;
    work.put(&task("1", false)).await.unwrap();
    work.put(&task("2", true)).await.unwrap();
    let wire = Wire::record(&database);
    let found = work.query(Task::open()).all().await.unwrap();
    assert_eq!(found, [task("1", false)]);
    assert_eq!(
        wire.last().resolved("KeyConditionExpression"),
        "(GSI1PK = TASKS AND begins_with(GSI1SK, OPEN#))"
    );
    // Proven by the literal, so nothing is filtered, and the service counts and limits.
    assert_eq!(wire.last().text("FilterExpression"), "");
    let found = work.query(Task::closed()).limit(1).all().await.unwrap();
    assert_eq!(found, [task("2", true)]);
    assert_eq!(wire.last().body["Limit"], 1);
    assert_eq!(work.query(Task::closed()).count().await.unwrap(), 1);
    assert_eq!(wire.last().text("Select"), "COUNT");
    // An entity whose one entry fills its partition alone asks for the partition.
    work.query(Other::all()).all().await.unwrap();
    assert_eq!(
        wire.last().resolved("KeyConditionExpression"),
        "GSI1PK = OTHERS"
    );
}

/// Every reader yields the two tasks and nothing else.
macro_rules! only {
    ($work:ident, $query:expr, $expected:expr) => {{
        let expected: [Task; 2] = $expected;
        let request = || $work.query($query);
        // Boxed: without optimization each future has a place of its own in the test's.
        assert_eq!(Box::pin(request().all()).await.unwrap(), expected);
        assert_eq!(Box::pin(request().count()).await.unwrap(), 2);
        let first = Box::pin(request().first()).await.unwrap();
        assert_eq!(first.as_ref(), Some(&expected[0]));
        let limited = Box::pin(request().limit(2).all()).await.unwrap();
        assert_eq!(limited, expected);
        let newest = Box::pin(request().newest_first().limit(1).all()).await;
        assert_eq!(newest.unwrap(), expected[1..]);
        let page = Box::pin(request().page(None)).await.unwrap();
        assert_eq!((page.items.len(), page.errors.len()), (2, 0));
        let raw = Box::pin(request().raw().all()).await.unwrap();
        assert_eq!(raw.len(), 2);
    }};
}

#[tokio::test]
async fn where_no_literal_does_the_shape_of_the_sort_key_tells_them_apart() {
    let work = repository::<Work>().await;
    for (id, done) in [("1", false), ("2", true), ("3", false), ("4", true)] {
        work.put(&task(id, done)).await.unwrap();
    }
    let current = || [task("1", false), task("3", false)];
    let past = || [task("2", true), task("4", true)];
    only!(work, Task::current(), current());
    only!(work, Task::current().id_in("1"..), current());
    only!(work, Task::past(), past());
    only!(work, Task::past().id_in("2"..="4"), past());
    only!(work, Task::short(), current());
    only!(work, Task::short().id_in("1"..="9"), current());
    only!(work, Task::long(), past());
    let found = work.query(Task::current().id_starts_with("P"));
    assert_eq!(found.count().await.unwrap(), 0);
}

#[tokio::test]
async fn an_entry_that_the_sort_key_names_is_counted_by_the_service() {
    let (database, work) = open::<Work>().await;
    work.put(&task("1", false)).await.unwrap();
    let wire = Wire::record(&database);
    let query = work.query(Task::current().id("1"));
    assert_eq!(query.count().await.unwrap(), 1);
    assert_eq!(wire.last().text("Select"), "COUNT");
}

#[tokio::test]
async fn a_cursor_goes_on_over_another_entry_s_items() {
    let work = repository::<Work>().await;
    for number in 0..9 {
        work.put(&task(&number.to_string(), number % 3 != 0))
            .await
            .unwrap();
    }
    let mut found = Vec::new();
    let mut cursor = None;
    loop {
        let query = work.query(Task::short()).page_size(2);
        let page = query.page(cursor).await.unwrap();
        found.extend(page.items.into_iter().map(|task| task.id));
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(found, ["0", "3", "6"]);
}

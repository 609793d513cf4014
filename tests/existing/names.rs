//! Names given at run time, and names that need an alias in every expression.

use dynamo_model::{Entity, Repository, Table};
use dynamo_model_tests::{client_under_test, table_name};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(
    name = "log",
    pk = "size#",
    sk = "State#Date",
    gsi("GSI-1", pk = "GSI1-PK", sk = "timestamp"),
    lsi("By.Name", sk = "name", collection_limit_10gb = "few entries"),
    type_attribute = "type#",
    entities(Entry)
)]
struct Log;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Log,
    pk = "E#{id}",
    sk = "{state}#{date}",
    index(name = by_kind, on = "GSI-1", pk = "K#{kind}", sk = "{date}"),
    index(name = by_name, on = "By.Name", sk = "{name}")
)]
struct Entry {
    id: String,
    state: String,
    #[serde(rename = "values")]
    date: String,
    #[serde(rename = "comment")]
    kind: String,
    name: String,
    #[serde(rename = "follower#")]
    followers: u32,
}

fn entry() -> Entry {
    let text = str::to_owned;
    Entry {
        id: text("1"),
        state: text("OK"),
        date: text("2026-10-20"),
        kind: text("k"),
        name: text("n"),
        followers: 3,
    }
}

#[tokio::test]
async fn any_name_and_any_reserved_word_can_be_an_attribute() {
    let log = Repository::<Log>::new(client_under_test()).with_table_name(table_name("log"));
    log.create_table().await.unwrap();
    log.create(&entry()).await.unwrap();
    assert!(log.create(&entry()).await.unwrap_err().is_already_exists());
    log.replace(&entry()).await.unwrap();
    let found = log
        .query(Entry::query("1").state("OK"))
        .filter(|e| e.followers.ge(3_u32) & e.kind.eq("k"));
    assert_eq!(found.all().await.unwrap(), [entry()]);
    assert_eq!(
        log.query(Entry::by_kind("k").date("2026-10-20"))
            .all()
            .await
            .unwrap(),
        [entry()]
    );
    assert_eq!(
        log.query(Entry::by_name("1").name("n"))
            .consistent()
            .all()
            .await
            .unwrap(),
        [entry()]
    );
}

#[tokio::test]
async fn indexes_can_have_other_names_in_an_environment() {
    let name = table_name("log");
    let client = client_under_test();
    let log = Repository::<Log>::new(client.clone())
        .with_table_name(&name)
        .with_index_name("GSI-1", "log-prod-1")
        .with_index_name("no such index", "x");
    log.create_table().await.unwrap();
    log.create(&entry()).await.unwrap();
    assert_eq!(log.verify_table().await.unwrap(), [""; 0]);
    let query = log.query(Entry::by_kind("k"));
    assert!(
        query.explain().contains("IndexName:  log-prod-1"),
        "{}",
        query.explain()
    );
    assert_eq!(query.all().await.unwrap(), [entry()]);
    assert_eq!(log.items(Entry::by_kind("k")).count().await.unwrap(), 1);

    // Under the model's own names the index is missing, and there is one too many.
    let plain = Repository::<Log>::new(client).with_table_name(&name);
    assert_eq!(plain.verify_table().await.unwrap().len(), 2);
}

#[tokio::test]
async fn one_model_can_be_several_tables_at_once() {
    let client = client_under_test();
    let [live, archive] = ["live", "archive"]
        .map(|prefix| Repository::<Log>::new(client.clone()).with_table_name(table_name(prefix)));
    live.create_table().await.unwrap();
    archive.create_table().await.unwrap();
    live.create(&entry()).await.unwrap();
    let moved = live.get(&entry()).await.unwrap().unwrap();
    archive.create(&moved).await.unwrap();
    live.delete(&moved).await.unwrap();
    assert_eq!(live.get(&moved).await.unwrap(), None);
    assert_eq!(archive.get(&moved).await.unwrap(), Some(moved));
}

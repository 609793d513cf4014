//! Collections on a local index, and of entities that are named as the derive's own types are.

use dynamo_model::{Collection, Entity, Table};
use dynamo_model_tests::repository;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(
    name = "journal",
    lsi(
        "ByTime",
        sk = "time",
        collection_limit_10gb = "a journal has few entries"
    ),
    entities(Entry, On)
)]
struct Journal;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Journal,
    pk = "JOURNAL#{journal}",
    sk = "ENTRY#{id}",
    index(name = by_time, on = "ByTime", sk = "{at:05}#ENTRY#{id}")
)]
struct Entry {
    journal: String,
    id: String,
    at: u32,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Journal,
    pk = "JOURNAL#{journal}",
    sk = "ON#{id}",
    index(name = by_time, on = "ByTime", sk = "{at:05}#ON#{id}")
)]
struct On {
    journal: String,
    id: String,
    at: u32,
}

/// The variants are named as the trait's own types are.
#[derive(Collection, Debug, PartialEq)]
#[collection(on = "ByTime")]
enum InTime {
    Entry(Entry),
    On(On),
}

#[tokio::test]
async fn a_local_index_is_read_consistently_in_its_own_order() {
    let journals = repository::<Journal>().await;
    let entry = Entry {
        journal: "j1".into(),
        id: "a".into(),
        at: 3,
    };
    let on = On {
        journal: "j1".into(),
        id: "b".into(),
        at: 2,
    };
    journals.put(&entry).await.unwrap();
    journals.put(&on).await.unwrap();
    let request = journals.collect::<InTime, _>(Entry::by_time("j1"));
    let request = request.consistent();
    assert_eq!(
        request.explain(),
        "Query journal
    key:        PK = 'JOURNAL#j1'
    IndexName:  ByTime
    ConsistentRead: true"
    );
    let all = request.all().await.unwrap();
    assert_eq!(all, [InTime::On(on), InTime::Entry(entry)]);
}

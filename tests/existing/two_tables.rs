//! One type in two tables of different layouts: the entity is generic over its table.

use std::marker::PhantomData;

use dynamo_model::{Entity, Repository, Table};
use serde::{Deserialize, Serialize};

use crate::table;

#[derive(Table, Debug, PartialEq)]
#[table(name = "hot", gsi("ByKind"), entities(Event<Hot>))]
struct Hot;

#[derive(Table, Debug, PartialEq)]
#[table(
    name = "archive",
    pk = "id",
    sk = "at",
    gsi("ByKind", pk = "kind", sk = "at"),
    type_attribute = none,
    entities(Event<Archive>)
)]
struct Archive;

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(
    table = T,
    pk = "{id}",
    sk = "{at}",
    index(name = by_kind, on = "ByKind", pk = "{kind}", sk = "{at}")
)]
struct Event<T: Table> {
    id: String,
    at: String,
    kind: String,
    #[serde(skip)]
    table: PhantomData<T>,
}

impl<T: Table> Event<T> {
    /// The same event for another table.
    fn moved<U: Table>(self) -> Event<U> {
        Event {
            id: self.id,
            at: self.at,
            kind: self.kind,
            table: PhantomData,
        }
    }
}

async fn of_kind<T: Table>(repository: &Repository<T>) -> usize {
    let path = Event::<T>::by_kind("k").at("2026");
    repository.query(path).all().await.unwrap().len()
}

#[tokio::test]
async fn one_type_lives_in_two_tables() {
    let (hot, archive) = (table::<Hot>().await, table::<Archive>().await);
    let event = Event::<Hot> {
        id: "1".to_owned(),
        at: "2026".to_owned(),
        kind: "k".to_owned(),
        table: PhantomData,
    };
    hot.create(&event).await.unwrap();
    let event = hot
        .get(Event::<Hot>::key("1", "2026"))
        .await
        .unwrap()
        .unwrap();
    hot.delete(&event).await.unwrap();
    let event: Event<Archive> = event.moved();
    archive.create(&event).await.unwrap();
    assert_eq!((of_kind(&hot).await, of_kind(&archive).await), (0, 1));

    // Each as its own table has it.
    let raw = archive.get(&event).raw().await.unwrap().unwrap();
    let stored = serde_json::to_value(&raw).unwrap();
    assert_eq!(
        stored,
        serde_json::json!({"id": "1", "at": "2026", "kind": "k"})
    );
}

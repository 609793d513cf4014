//! Derives: generics, lifetimes, and types under other spellings.

use std::collections::{BTreeSet, HashSet};

use dynamo_model::{Entity, Table};
use dynamo_model_tests::{Wire, open, repository};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

#[derive(Debug, Table)]
#[table(name = "generics", gsi("GSI1"), entities(Borrowed<'static>, Event<Payload>, Sized4<'static, 4>))]
struct Generics;

/// Written from borrowed text; reading it back needs an owned twin.
#[derive(Clone, Debug, PartialEq, Entity, Serialize)]
#[entity(table = Generics, pk = "BORROWED#{m}", sk = "{n}", index(name = by_n, on = "GSI1", pk = "N#{n}", sk = "{m}"))]
struct Borrowed<'a> {
    m: &'a str,
    n: &'a str,
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[serde(bound(deserialize = "T: DeserializeOwned"))]
#[entity(table = Generics, pk = "EVENT#{id}", sk = "EVENT", index(name = by_tag, on = "GSI1", pk = "TAG#{tag}", sk = "{id}"))]
struct Event<T: Clone = Payload>
where
    T: Serialize + DeserializeOwned + 'static,
{
    id: String,
    tag: Option<String>,
    payload: T,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Payload {
    n: u8,
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize)]
#[entity(table = Generics, pk = "SIZED#{m}", sk = "SIZED")]
struct Sized4<'a, const N: usize> {
    m: &'a str,
    #[serde(skip)]
    bytes: [u8; N],
}

// fault 131
#[tokio::test]
async fn lifetimes_generics_and_constants_are_carried_through() {
    let (database, generics) = open::<Generics>().await;
    let wire = Wire::record(&database);
    let text = String::from("local");
    generics.put(&Borrowed { m: &text, n: "n" }).await.unwrap();
    assert_eq!(wire.last().body["Item"]["PK"]["S"], "BORROWED#local");
    let item = generics
        .get(Borrowed::key("local", "n"))
        .raw()
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        item.attribute::<String>("m").unwrap().as_deref(),
        Some("local")
    );
    let event = Event {
        id: String::from("e"),
        tag: Some(String::from("t")),
        payload: Payload { n: 1 },
    };
    generics.create(&event).await.unwrap();
    assert_eq!(
        generics.get(Event::<Payload>::key("e")).await.unwrap(),
        Some(event.clone())
    );
    assert_eq!(
        generics
            .query(Event::<Payload>::by_tag("t"))
            .all()
            .await
            .unwrap(),
        [event]
    );
    generics
        .put(&Sized4 {
            m: &text,
            bytes: [0; 4],
        })
        .await
        .unwrap();
    generics.delete(Sized4::<4>::key("local")).await.unwrap();
}

type Maybe<T> = Option<T>;
type Raw = Vec<u8>;
type Tags = HashSet<String>;

#[derive(Debug, Table)]
#[table(
    name = "spellings",
    gsi("GSI1"),
    gsi("GSI2"),
    gsi("GSI3"),
    gsi("GSI4"),
    entities(Spelt)
)]
struct Spellings;

#[derive(Clone, Debug, Default, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Spellings,
    pk = "S#{id}",
    sk = "S#{id}",
    index(name = one, on = "GSI1", pk = "A#{a}", sk = "{id}"),
    index(name = two, on = "GSI2", pk = "B#{b}", sk = "{id}"),
    index(name = three, on = "GSI3", pk = "C#{c}", sk = "{id}"),
    index(name = four, on = "GSI4", pk = "D#{d}", sk = "{id}")
)]
struct Spelt {
    id: std::string::String,
    a: Option<String>,
    b: std::option::Option<String>,
    c: core::option::Option<String>,
    d: Maybe<std::string::String>,
    bytes: Vec<u8>,
    raw: Raw,
    path: std::vec::Vec<u8>,
    tags: std::collections::HashSet<String>,
    alias: Tags,
    sorted: Maybe<BTreeSet<u8>>,
    fake: HashSetOfMine,
}

/// Called like a set, and none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct HashSetOfMine(Vec<String>);

// fault 134
#[tokio::test]
async fn types_are_what_they_are_under_every_spelling() {
    let (database, spellings) = open::<Spellings>().await;
    let wire = Wire::record(&database);
    let none = Spelt {
        id: String::from("none"),
        ..Spelt::default()
    };
    spellings.put(&none).await.unwrap();
    let item = wire.last().body["Item"].clone();
    let mut names: Vec<_> = item
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    names.sort_unstable();
    assert_eq!(
        names,
        ["PK", "SK", "bytes", "fake", "id", "path", "raw", "type"]
    );
    assert_eq!(spellings.get(&none).await.unwrap(), Some(none));

    let some = || Some(String::from("x"));
    let tags = || HashSet::from([String::from("t")]);
    let full = Spelt {
        id: String::from("full"),
        a: some(),
        b: some(),
        c: some(),
        d: some(),
        bytes: vec![1],
        raw: vec![1],
        path: vec![1],
        tags: tags(),
        alias: tags(),
        sorted: Some([1].into()),
        fake: HashSetOfMine(vec![String::from("t")]),
    };
    spellings.put(&full).await.unwrap();
    let item = wire.last().body["Item"].clone();
    for index in ["GSI1", "GSI2", "GSI3", "GSI4"] {
        assert_eq!(item[format!("{index}SK")]["S"], "full");
    }
    for bytes in ["bytes", "raw", "path"] {
        assert_eq!(item[bytes], serde_json::json!({"B": "AQ=="}));
    }
    for tags in ["tags", "alias"] {
        assert_eq!(item[tags], serde_json::json!({"SS": ["t"]}));
    }
    assert_eq!(item["sorted"], serde_json::json!({"NS": ["1"]}));
    assert_eq!(item["fake"], serde_json::json!({"L": [{"S": "t"}]}));
    assert_eq!(spellings.get(&full).await.unwrap(), Some(full.clone()));
    let found = [
        spellings.query(Spelt::one("x")).all().await.unwrap(),
        spellings.query(Spelt::two("x")).all().await.unwrap(),
        spellings.query(Spelt::three("x")).all().await.unwrap(),
        spellings.query(Spelt::four("x")).all().await.unwrap(),
    ];
    assert!(
        found
            .iter()
            .all(|found| found.as_slice() == std::slice::from_ref(&full))
    );
    assert_eq!(
        repository::<Spellings>()
            .await
            .query(Spelt::one("x"))
            .count()
            .await
            .unwrap(),
        0
    );
}

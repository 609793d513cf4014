//! Marshalling: sets and bytes.

use std::collections::{BTreeSet, HashSet};

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::{Entity, Table};
use dynamo_model_tests::{Wire, open, raw_item};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::marshalling::stored;

#[derive(Debug, Table)]
#[table(name = "sets", sk = none, entities(Sets, Bytes))]
struct SetTable;

#[derive(Clone, Debug, Default, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = SetTable, pk = "SETS#{id}")]
struct Sets {
    id: u8,
    tags: HashSet<String>,
    numbers: BTreeSet<i64>,
    maybe: Option<HashSet<String>>,
    blobs: BTreeSet<Raw>,
    #[serde(default, with = "dynamo_model::set")]
    listed: Vec<String>,
}

/// Bytes as serde's own bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(from = "Vec<u8>")]
struct Raw(Vec<u8>);

impl From<Vec<u8>> for Raw {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

impl Serialize for Raw {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

fn set(members: &[&str]) -> HashSet<String> {
    members.iter().map(|&member| member.to_owned()).collect()
}

// fault 39, fault 40
#[tokio::test]
async fn an_empty_set_and_an_absent_one_are_not_written() {
    let sets = open::<SetTable>().await;
    assert_eq!(stored(&sets, &Sets::default()).await, json!({}));
    let (database, sets) = sets;
    let wire = Wire::record(&database);
    sets.put(&Sets {
        maybe: Some(HashSet::new()),
        ..Sets::default()
    })
    .await
    .unwrap();
    assert!(wire.last().body["Item"].get("maybe").is_none());
}

// fault 40
#[tokio::test]
async fn null_in_place_of_a_set_reads_as_none_or_empty() {
    let (database, sets) = open::<SetTable>().await;
    let null = || AttributeValue::Null(true);
    let attributes = [
        ("PK", AttributeValue::S(String::from("SETS#0"))),
        ("id", AttributeValue::N(String::from("0"))),
        ("tags", null()),
        ("maybe", null()),
    ];
    raw_item(&database, "sets", &attributes).await;
    assert_eq!(sets.get(Sets::key(0)).await.unwrap(), Some(Sets::default()));
}

// fault 43
#[tokio::test]
async fn a_set_is_ss_ns_or_bs() {
    let sets = open::<SetTable>().await;
    let full = Sets {
        id: 1,
        tags: set(&["a"]),
        numbers: [-1].into(),
        maybe: Some(set(&["m"])),
        blobs: [Raw(vec![1, 2])].into(),
        listed: vec![String::from("l")],
    };
    let item = stored(&sets, &full).await;
    let expected = json!({
        "tags": {"SS": ["a"]}, "numbers": {"NS": ["-1"]}, "maybe": {"SS": ["m"]},
        "blobs": {"BS": ["AQI="]}, "listed": {"SS": ["l"]}
    });
    assert_eq!(item, expected);
    let many = Sets {
        tags: set(&["b", "a", "c"]),
        numbers: (0..20).collect(),
        ..full
    };
    stored(&sets, &many).await;
}

// fault 43
#[tokio::test]
async fn a_set_is_read_from_a_list_as_older_tools_wrote_it() {
    let (database, sets) = open::<SetTable>().await;
    let text = |text: &str| AttributeValue::S(text.to_owned());
    let attributes = [
        ("PK", text("SETS#0")),
        ("id", AttributeValue::N(String::from("0"))),
        ("tags", AttributeValue::L(vec![text("b"), text("a")])),
        ("maybe", AttributeValue::L(Vec::new())),
    ];
    raw_item(&database, "sets", &attributes).await;
    let read = sets.get(Sets::key(0)).await.unwrap().unwrap();
    assert_eq!(read.tags, set(&["a", "b"]));
    assert!(read.maybe.unwrap_or_default().is_empty());
}

#[derive(Clone, Debug, Default, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = SetTable, pk = "BYTES#{id}")]
struct Bytes {
    id: u8,
    vec: Vec<u8>,
    array: [u8; 4],
    maybe: Option<Vec<u8>>,
    boxed: Box<[u8]>,
    #[entity(list)]
    numbers: Vec<u8>,
    nested: Holder,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Holder {
    #[serde(with = "dynamo_model::bytes")]
    digest: [u8; 2],
}

// fault 44
#[tokio::test]
async fn bytes_are_binary_unless_they_are_said_to_be_numbers() {
    let bytes = open::<SetTable>().await;
    let full = Bytes {
        id: 1,
        vec: vec![1, 2],
        array: [0, 255, 1, 2],
        maybe: Some(vec![]),
        boxed: Box::from([7]),
        numbers: vec![1, 2],
        nested: Holder { digest: [1, 2] },
    };
    let item = stored(&bytes, &full).await;
    let expected = json!({
        "vec": {"B": "AQI="}, "array": {"B": "AP8BAg=="}, "maybe": {"B": ""}, "boxed": {"B": "Bw=="},
        "numbers": {"L": [{"N": "1"}, {"N": "2"}]}, "nested": {"M": {"digest": {"B": "AQI="}}}
    });
    assert_eq!(item, expected);
    let item = stored(&bytes, &Bytes::default()).await;
    assert_eq!((&item["vec"], item.get("maybe")), (&json!({"B": ""}), None));
}

// fault 44
#[tokio::test]
async fn bytes_are_read_from_a_list_of_numbers_too() {
    let (database, bytes) = open::<SetTable>().await;
    let number = |number: u8| AttributeValue::N(number.to_string());
    let list = |numbers: &[u8]| AttributeValue::L(numbers.iter().map(|&n| number(n)).collect());
    let holder = [(String::from("digest"), list(&[1, 2]))].into();
    let attributes = [
        ("PK", AttributeValue::S(String::from("BYTES#0"))),
        ("id", number(0)),
        ("vec", list(&[1, 2])),
        ("array", AttributeValue::B(Blob::new([0, 0, 0, 0]))),
        ("boxed", list(&[])),
        ("numbers", AttributeValue::B(Blob::new([9]))),
        ("nested", AttributeValue::M(holder)),
    ];
    raw_item(&database, "sets", &attributes).await;
    let read = bytes.get(Bytes::key(0)).await;
    let expected = Bytes {
        vec: vec![1, 2],
        nested: Holder { digest: [1, 2] },
        ..Bytes::default()
    };
    match read {
        // A list that is said to be one may refuse binary, but must not read something else.
        Err(error) => assert_eq!(
            (error.is_decode(), error.attribute()),
            (true, Some("numbers"))
        ),
        Ok(read) => assert_eq!(
            read,
            Some(Bytes {
                numbers: vec![9],
                ..expected
            })
        ),
    }
}

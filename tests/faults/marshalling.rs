//! Marshalling: absence, NULL, text, sizes.

use std::collections::{BTreeMap, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::embedded::Embedded;
use dynamo_model::{Entity, Repository, Table, WrittenByRef};
use dynamo_model_tests::{Wire, open, raw_item};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Debug, Table)]
#[table(name = "values", sk = none, entities(Nested, Old, Note))]
struct Values;

/// The item as it goes over the wire, without its keys and type, after it was put and read back equal.
pub(crate) async fn stored<T, E>(open: &(Embedded, Repository<T>), entity: &E) -> Value
where
    T: Table,
    E: Entity<Table = T>
        + WrittenByRef
        + Serialize
        + for<'de> Deserialize<'de>
        + PartialEq
        + std::fmt::Debug
        + Clone
        + 'static,
{
    let (database, repository) = open;
    let wire = Wire::record(database);
    repository.put(entity).await.unwrap();
    let mut item = wire.last().body["Item"].clone();
    let read = repository.get(entity).consistent().await.unwrap();
    assert_eq!(read.as_ref(), Some(entity));
    for own in ["PK", "SK", "type", "id"] {
        item.as_object_mut().unwrap().remove(own);
    }
    item
}

#[derive(Clone, Debug, Default, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Values, pk = "NESTED#{id}")]
struct Nested {
    id: u8,
    x: Option<u8>,
    b: Inner,
    map: BTreeMap<String, Option<u8>>,
    list: Vec<Option<i32>>,
    inners: Vec<Inner>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Inner {
    y: Option<u8>,
}

// fault 46
#[tokio::test]
async fn none_is_absent_in_struct_fields_at_every_depth() {
    let values = open::<Values>().await;
    let nested = Nested {
        inners: vec![Inner { y: None }],
        ..Nested::default()
    };
    let item = stored(&values, &nested).await;
    assert_eq!(
        item,
        json!({"b": {"M": {}}, "map": {"M": {}}, "list": {"L": []}, "inners": {"L": [{"M": {}}]}})
    );
}

// fault 53
#[tokio::test]
async fn none_in_lists_and_maps_is_null_and_keeps_its_place() {
    let values = open::<Values>().await;
    let map = BTreeMap::from([(String::from("a"), None), (String::from("b"), Some(1))]);
    let nested = Nested {
        map,
        list: vec![Some(1), None, Some(3)],
        ..Nested::default()
    };
    let item = stored(&values, &nested).await;
    assert_eq!(
        item["map"],
        json!({"M": {"a": {"NULL": true}, "b": {"N": "1"}}})
    );
    assert_eq!(
        item["list"],
        json!({"L": [{"N": "1"}, {"NULL": true}, {"N": "3"}]})
    );
}

// fault 40, fault 46
#[tokio::test]
async fn null_written_by_others_reads_as_none() {
    let (database, values) = open::<Values>().await;
    let null = || AttributeValue::Null(true);
    let empty = || AttributeValue::M(HashMap::new());
    let attributes = [
        ("PK", AttributeValue::S(String::from("NESTED#0"))),
        ("id", AttributeValue::N(String::from("0"))),
        ("x", null()),
        (
            "b",
            AttributeValue::M(HashMap::from([(String::from("y"), null())])),
        ),
        ("map", empty()),
        ("list", AttributeValue::L(vec![null()])),
        ("inners", AttributeValue::L(Vec::new())),
    ];
    raw_item(&database, "values", &attributes).await;
    let expected = Nested {
        list: vec![None],
        ..Nested::default()
    };
    assert_eq!(values.get(Nested::key(0)).await.unwrap(), Some(expected));
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Values, pk = "OLD#{id}")]
struct Old {
    id: u8,
    status: Option<String>,
    #[serde(default)]
    retries: u32,
    #[serde(default = "ten")]
    weight: u32,
    required: String,
}

fn ten() -> u32 {
    10
}

// fault 55
#[tokio::test]
async fn a_missing_attribute_is_none_or_the_default_and_else_an_error() {
    let (database, values) = open::<Values>().await;
    let text = |text: &str| AttributeValue::S(text.to_owned());
    let id = AttributeValue::N(String::from("1"));
    let attributes = [
        ("PK", text("OLD#1")),
        ("id", id.clone()),
        ("required", text("r")),
        ("unknown", text("u")),
    ];
    raw_item(&database, "values", &attributes).await;
    let expected = Old {
        id: 1,
        status: None,
        retries: 0,
        weight: 10,
        required: String::from("r"),
    };
    assert_eq!(values.get(Old::key(1)).await.unwrap(), Some(expected));
    raw_item(&database, "values", &[("PK", text("OLD#2")), ("id", id)]).await;
    let error = values.get(Old::key(2)).await.unwrap_err();
    assert!(error.is_decode());
    assert_eq!(
        (error.entity(), error.key()),
        (Some("Old"), Some("{PK: 'OLD#2'}"))
    );
    assert_eq!(error.attribute(), Some("required"));
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Values, pk = "NOTE#{id}")]
struct Note {
    id: u8,
    text: String,
    more: Option<String>,
    parts: BTreeMap<String, String>,
}

fn note(text: &str) -> Note {
    Note {
        id: 1,
        text: text.to_owned(),
        more: Some(text.to_owned()),
        parts: BTreeMap::new(),
    }
}

// fault 56
#[tokio::test]
async fn empty_and_blank_text_is_text() {
    let values = open::<Values>().await;
    for text in ["", "   ", "\n", "\0"] {
        let item = stored(&values, &note(text)).await;
        assert_eq!(item["text"], json!({ "S": text }));
        assert_eq!(item["more"], json!({ "S": text }));
    }
}

// fault 57
#[tokio::test]
async fn an_item_s_size_is_that_of_all_names_and_values_in_bytes() {
    let (database, values) = open::<Values>().await;
    // Many small members with long names of multi-byte text: 40 names of 2 × 2,000 bytes, 40 values of 2 × 2,000.
    let parts = |count: usize, length: usize| {
        (0..count)
            .map(|number| {
                (
                    format!("{}{number:03}", "ä".repeat(length)),
                    "ö".repeat(length),
                )
            })
            .collect()
    };
    let fits = Note {
        parts: parts(40, 2000),
        ..note("")
    };
    values.put(&fits).await.unwrap();
    let wire = Wire::record(&database);
    let error = values
        .put(&Note {
            parts: parts(52, 2000),
            ..note("")
        })
        .await
        .unwrap_err();
    assert!(error.is_encode());
    assert_eq!(
        (error.entity(), error.key()),
        (Some("Note"), Some("{PK: 'NOTE#1'}"))
    );
    assert!(error.to_string().contains("409600"), "{error}");
    assert_eq!(wire.count(), 0);
}

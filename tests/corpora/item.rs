//! Items in DynamoDB's JSON, read as an entity with a field of every kind.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_types::base64;

use dynamo_model::{Entity, Table, from_item, to_item};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Table)]
#[table(name = "everything", sk = none, entities(Everything))]
struct Everythings;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Everythings, pk = "E#{id}")]
#[serde(default)]
struct Everything {
    id: u8,
    signed: i16,
    large: u64,
    wide: u128,
    signed_wide: i128,
    single: f32,
    double: f64,
    text: String,
    letter: char,
    flag: bool,
    unit: (),
    maybe: Option<String>,
    bytes: Vec<u8>,
    array: [u8; 3],
    list: Vec<Option<String>>,
    tuple: (u8, String, Option<i8>),
    texts: BTreeSet<String>,
    numbers: BTreeSet<i64>,
    map: BTreeMap<String, Option<i32>>,
    by_number: BTreeMap<u32, bool>,
    kind: Kind,
    tagged: Option<Tagged>,
    untagged: Option<Untagged>,
    nested: Option<Box<Nested>>,
    any: Option<serde_json::Value>,
    #[serde(flatten)]
    flat: Flat,
}

impl Default for Everything {
    fn default() -> Self {
        Everything {
            id: 1,
            signed: 0,
            large: 0,
            wide: 0,
            signed_wide: 0,
            single: 0.0,
            double: 0.0,
            text: String::new(),
            letter: 'a',
            flag: false,
            unit: (),
            maybe: None,
            bytes: Vec::new(),
            array: [0; 3],
            list: Vec::new(),
            tuple: (0, String::new(), None),
            texts: BTreeSet::new(),
            numbers: BTreeSet::new(),
            map: BTreeMap::new(),
            by_number: BTreeMap::new(),
            kind: Kind::Unit,
            tagged: None,
            untagged: None,
            nested: None,
            any: None,
            flat: Flat::default(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Kind {
    Unit,
    New(String),
    Pair(i32, Option<u8>),
    Named { x: Option<f64>, y: Vec<u8> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Tagged {
    Empty,
    Number { n: i64 },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Number(i32),
    Text(String),
    List(Vec<Untagged>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Nested {
    inner: Option<Box<Nested>>,
    label: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Flat {
    flat_text: Option<String>,
    flat_number: Option<i64>,
}

/// Whether it is an item that can be read. One that is read and can be written comes back the same.
pub(crate) fn run(data: &[u8]) -> bool {
    let Some(item) = serde_json::from_slice(data).ok().and_then(item) else {
        return false;
    };
    let Ok(read) = from_item::<Everything>(item) else {
        return false;
    };
    // Some of what other programs store cannot be written: a number that became infinite, an empty name.
    if let Ok(written) = to_item(&read) {
        let again: Everything = from_item(written).expect("what was written can be read");
        assert_eq!(again, read);
    }
    true
}

fn item(json: Value) -> Option<HashMap<String, AttributeValue>> {
    let Value::Object(attributes) = json else {
        return None;
    };
    let attributes = attributes.into_iter();
    attributes
        .map(|(name, json)| Some((name, value(json)?)))
        .collect()
}

/// `{"S": "a"}`.
fn value(json: Value) -> Option<AttributeValue> {
    let Value::Object(member) = json else {
        return None;
    };
    let (name, content) = member.into_iter().next()?;
    Some(match (name.as_str(), content) {
        ("S", Value::String(text)) => AttributeValue::S(text),
        ("N", Value::String(text)) => AttributeValue::N(text),
        ("B", Value::String(text)) => AttributeValue::B(blob(&text)?),
        ("BOOL", Value::Bool(value)) => AttributeValue::Bool(value),
        ("NULL", Value::Bool(value)) => AttributeValue::Null(value),
        ("L", Value::Array(elements)) => {
            AttributeValue::L(elements.into_iter().map(value).collect::<Option<_>>()?)
        }
        ("M", map) => AttributeValue::M(item(map)?),
        ("SS", Value::Array(texts)) => AttributeValue::Ss(strings(texts)?),
        ("NS", Value::Array(texts)) => AttributeValue::Ns(strings(texts)?),
        ("BS", Value::Array(texts)) => {
            let texts = strings(texts)?;
            AttributeValue::Bs(texts.iter().map(|text| blob(text)).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

fn blob(text: &str) -> Option<Blob> {
    base64::decode(text).ok().map(Blob::new)
}

fn strings(texts: Vec<Value>) -> Option<Vec<String>> {
    let text = |text| match text {
        Value::String(text) => Some(text),
        _ => None,
    };
    texts.into_iter().map(text).collect()
}

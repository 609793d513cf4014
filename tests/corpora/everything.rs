//! Entities with a field of every kind.

use std::collections::{BTreeMap, BTreeSet};

use arbitrary::Arbitrary;
use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "everything", sk = none, entities(Everything, Plain))]
pub(crate) struct Everythings;

#[derive(Clone, Debug, PartialEq, Arbitrary, Entity, Serialize, Deserialize)]
#[entity(table = Everythings, pk = "E#{id}")]
#[serde(default)]
pub(crate) struct Everything {
    pub(crate) id: u8,
    pub(crate) signed: i16,
    pub(crate) large: u64,
    pub(crate) wide: u128,
    pub(crate) signed_wide: i128,
    pub(crate) single: f32,
    pub(crate) double: f64,
    pub(crate) text: String,
    pub(crate) letter: char,
    pub(crate) flag: bool,
    pub(crate) unit: (),
    pub(crate) maybe: Option<String>,
    pub(crate) bytes: Vec<u8>,
    pub(crate) array: [u8; 3],
    pub(crate) list: Vec<Option<String>>,
    pub(crate) tuple: (u8, String, Option<i8>),
    pub(crate) texts: BTreeSet<String>,
    pub(crate) numbers: BTreeSet<i64>,
    pub(crate) map: BTreeMap<String, Option<i32>>,
    pub(crate) by_number: BTreeMap<u32, bool>,
    pub(crate) kind: Kind,
    pub(crate) tagged: Option<Tagged>,
    pub(crate) untagged: Option<Untagged>,
    pub(crate) nested: Option<Box<Nested>>,
    #[arbitrary(default)]
    pub(crate) any: Option<serde_json::Value>,
    #[serde(flatten)]
    pub(crate) flat: Flat,
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

#[derive(Clone, Debug, PartialEq, Arbitrary, Serialize, Deserialize)]
pub(crate) enum Kind {
    Unit,
    New(String),
    Pair(i32, Option<u8>),
    Named { x: Option<f64>, y: Vec<u8> },
}

#[derive(Clone, Debug, PartialEq, Arbitrary, Serialize, Deserialize)]
#[serde(tag = "type")]
pub(crate) enum Tagged {
    Empty,
    Number { n: i64 },
}

#[derive(Clone, Debug, PartialEq, Arbitrary, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Untagged {
    Number(i32),
    Text(String),
    List(Vec<Untagged>),
}

#[derive(Clone, Debug, PartialEq, Arbitrary, Serialize, Deserialize)]
pub(crate) struct Nested {
    inner: Option<Box<Nested>>,
    label: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Arbitrary, Serialize, Deserialize)]
pub(crate) struct Flat {
    flat_text: Option<String>,
    flat_number: Option<i64>,
}

/// Without what serde buffers: reading it takes another way through the decoder.
#[derive(Clone, Debug, PartialEq, Arbitrary, Entity, Serialize, Deserialize)]
#[entity(table = Everythings, pk = "P#{id}")]
pub(crate) struct Plain {
    pub(crate) id: u8,
    pub(crate) signed: i16,
    pub(crate) large: u64,
    pub(crate) wide: u128,
    pub(crate) signed_wide: i128,
    pub(crate) single: f32,
    pub(crate) double: f64,
    pub(crate) text: String,
    pub(crate) letter: char,
    pub(crate) flag: bool,
    pub(crate) unit: (),
    pub(crate) maybe: Option<String>,
    pub(crate) bytes: Vec<u8>,
    pub(crate) array: [u8; 3],
    pub(crate) list: Vec<Option<String>>,
    pub(crate) tuple: (u8, String, Option<i8>),
    pub(crate) texts: BTreeSet<String>,
    pub(crate) numbers: BTreeSet<i64>,
    pub(crate) map: BTreeMap<String, Option<i32>>,
    pub(crate) by_number: BTreeMap<u32, bool>,
    pub(crate) kind: Kind,
    pub(crate) tagged: Option<Tagged>,
    pub(crate) untagged: Option<Untagged>,
    pub(crate) nested: Option<Box<Nested>>,
    pub(crate) flat: Flat,
}

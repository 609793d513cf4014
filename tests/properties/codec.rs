//! An entity with a field of every kind comes back from the engine as it was put.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use dynamo_model::{Entity, Table};
use dynamo_model_tests::repository;
use jiff::Timestamp;
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{block_on, config};

#[derive(Debug, Table)]
#[table(name = "everything", sk = none, entities(Everything))]
struct Table1;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(table = Table1, pk = "E#{id}")]
struct Everything {
    id: u8,
    numbers: Numbers,
    text: String,
    letter: char,
    flag: bool,
    unit: (),
    maybe_text: Option<String>,
    maybe_flag: Option<bool>,
    bytes: Vec<u8>,
    array: [u8; 3],
    maybe_bytes: Option<Vec<u8>>,
    list: Vec<Option<String>>,
    tuple: (u8, String, Option<i8>),
    texts: HashSet<String>,
    sorted: BTreeSet<i64>,
    map: BTreeMap<String, Option<i32>>,
    by_number: HashMap<u32, Vec<u8>>,
    kind: Kind,
    kinds: Vec<Kind>,
    nested: Option<Box<Nested>>,
    #[serde(flatten)]
    flat: Flat,
    at: Timestamp,
    uuid: uuid::Uuid,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Numbers {
    a: u8,
    b: i16,
    c: u32,
    d: i64,
    e: u64,
    f: f32,
    g: f64,
    h: Option<u16>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Kind {
    Unit,
    New(String),
    Pair(i32, Option<u8>),
    Named { x: Option<f64>, y: Vec<u8> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Nested {
    wide: u128,
    signed: i128,
    inner: Option<Box<Nested>>,
    label: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Flat {
    flat_text: Option<String>,
    flat_number: i64,
}

/// Numbers of the magnitudes that DynamoDB holds.
fn double() -> impl Strategy<Value = f64> {
    let any = (any::<i64>(), -100_i32..100)
        .prop_map(|(digits, power)| digits as f64 * 10_f64.powi(power));
    prop_oneof![any, -1000.0..1000.0, Just(0.0), Just(-0.0)]
}

fn single() -> impl Strategy<Value = f32> {
    prop_oneof![
        proptest::num::f32::NORMAL,
        proptest::num::f32::SUBNORMAL,
        -10_f32..10.0,
        Just(0.0)
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), Just(String::new()), "[a-z ]{0,3}"]
}

/// A map's keys are attribute names: not empty.
fn name() -> impl Strategy<Value = String> {
    text().prop_filter("an empty name", |name| !name.is_empty())
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        Just(Kind::Unit),
        text().prop_map(Kind::New),
        (any::<i32>(), any::<Option<u8>>()).prop_map(|(a, b)| Kind::Pair(a, b)),
        (proptest::option::of(double()), any::<Vec<u8>>()).prop_map(|(x, y)| Kind::Named { x, y }),
    ]
}

fn nested() -> impl Strategy<Value = Nested> {
    const LARGEST: u128 = 99_999_999_999_999_999_999_999_999_999_999_999_999;
    let leaf = (
        0..=LARGEST,
        0..=LARGEST,
        any::<bool>(),
        proptest::option::of(text()),
    );
    let leaf = leaf.prop_map(|(wide, signed, negative, label)| {
        // At most 38 digits, so it is below `i128::MAX`.
        let signed = i128::try_from(signed).unwrap_or_default();
        Nested {
            wide,
            signed: if negative { -signed } else { signed },
            inner: None,
            label,
        }
    });
    proptest::collection::vec(leaf, 1..4).prop_map(|list| {
        let chain = |inner: Option<Nested>, outer: Nested| {
            Some(Nested {
                inner: inner.map(Box::new),
                ..outer
            })
        };
        list.into_iter().fold(None, chain).expect("there is one")
    })
}

prop_compose! {
    fn numbers()(
        (a, b, c, d) in any::<(u8, i16, u32, i64)>(), (e, h) in any::<(u64, Option<u16>)>(), f in single(), g in double(),
    ) -> Numbers {
        Numbers { a, b, c, d, e, f, g, h }
    }
}

prop_compose! {
    fn everything()(
        numbers in numbers(),
        (text, letter, flag, maybe_text, maybe_flag) in
            (text(), any::<char>(), any::<bool>(), proptest::option::of(text()), any::<Option<bool>>()),
        (bytes, array, maybe_bytes) in any::<(Vec<u8>, [u8; 3], Option<Vec<u8>>)>(),
        (list, tuple) in (proptest::collection::vec(proptest::option::of(text()), 0..4), (any::<u8>(), text(), any::<Option<i8>>())),
        (texts, sorted) in (proptest::collection::hash_set(text(), 0..5), any::<BTreeSet<i64>>()),
        (map, by_number) in (
            proptest::collection::btree_map(name(), any::<Option<i32>>(), 0..4),
            proptest::collection::hash_map(any::<u32>(), any::<Vec<u8>>(), 0..3),
        ),
        (kind, kinds, nested) in (kind(), proptest::collection::vec(kind(), 0..4), proptest::option::of(nested())),
        (flat_text, flat_number) in (proptest::option::of(text()), any::<i64>()),
        (at, uuid) in (-62_135_596_800_000_i64..253_370_764_800_000, any::<u128>()),
    ) -> Everything {
        Everything {
            id: 1, numbers, text, letter, flag, unit: (), maybe_text, maybe_flag, bytes, array, maybe_bytes, list, tuple,
            texts, sorted, map, by_number, kind, kinds,
            nested: nested.map(Box::new),
            flat: Flat { flat_text, flat_number },
            at: Timestamp::from_millisecond(at).expect("the year is in range"),
            uuid: uuid::Uuid::from_u128(uuid),
        }
    }
}

#[test]
fn every_kind_of_field_comes_back() {
    proptest!(config(), |(entities in proptest::collection::vec(everything(), 3))| {
        block_on(async {
            let table = repository::<Table1>().await;
            for entity in entities {
                table.put(&entity).await.map_err(|error| TestCaseError::fail(format!("{error}: {entity:?}")))?;
                let read = table.get(Everything::key(1)).await;
                let read = read.map_err(|error| TestCaseError::fail(format!("{error}: {entity:?}")))?;
                prop_assert_eq!(read, Some(entity));
            }
            Ok::<(), TestCaseError>(())
        })?;
    });
}

//! Round trips of generated values, through what the service does to them.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use proptest::prelude::*;
use serde::{Deserialize, Serialize};

use super::*;
use crate::item::number;

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
pub(in crate::item) struct Record {
    text: String,
    letter: char,
    flag: bool,
    small: i8,
    wide: i128,
    float: f64,
    single: f32,
    maybe: Option<Box<Record>>,
    list: Vec<Option<i64>>,
    by_number: BTreeMap<i32, Option<String>>,
    by_flag: BTreeMap<bool, (u16, String)>,
    external: External,
    internal: Internal,
    adjacent: Adjacent,
    untagged: Untagged,
    #[serde(default, with = "crate::item::set")]
    texts: HashSet<String>,
    #[serde(default, with = "crate::item::set")]
    numbers: BTreeSet<u64>,
    #[serde(default, with = "crate::item::set")]
    blobs: BTreeSet<Vec<u8>>,
    #[serde(with = "crate::item::bytes")]
    raw: Vec<u8>,
    listed: Vec<u8>,
    #[serde(flatten)]
    more: More,
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct More {
    more_text: Option<String>,
    more_float: f64,
    more_number: i64,
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
enum External {
    Unit,
    Newtype(Option<u32>),
    Tuple(String, f64),
    Struct { a: Option<u8>, b: Vec<String> },
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Internal {
    Unit,
    Struct { a: Option<u8>, f: f64, n: i64 },
    Newtype(More),
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Unit,
    Newtype(Option<i64>),
    Struct { a: Option<u8>, f: f32 },
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
#[serde(untagged)]
enum Untagged {
    Struct { a: i64, b: Option<String> },
    Flag(bool),
    Text(String),
    Pair(u64, String),
}

/// Every float that DynamoDB can store.
fn float() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<f64>(),
        -1e6..1e6,
        any::<i64>().prop_map(|value| value as f64)
    ]
    .prop_filter("in range", |value| {
        number::float(String::new, format!("{value:E}")).is_ok()
    })
}

fn wide() -> impl Strategy<Value = i128> {
    const MOST: i128 = 10_i128.pow(38) - 1;
    prop_oneof![
        -MOST..=MOST,
        any::<i64>().prop_map(i128::from),
        Just(MOST),
        Just(-MOST),
        Just(0)
    ]
}

fn external() -> impl Strategy<Value = External> {
    prop_oneof![
        Just(External::Unit),
        any::<Option<u32>>().prop_map(External::Newtype),
        (any::<String>(), float()).prop_map(|(text, float)| External::Tuple(text, float)),
        (any::<Option<u8>>(), any::<Vec<String>>()).prop_map(|(a, b)| External::Struct { a, b }),
    ]
}

fn more() -> impl Strategy<Value = More> {
    (any::<Option<String>>(), float(), any::<i64>()).prop_map(
        |(more_text, more_float, more_number)| More {
            more_text,
            more_float,
            more_number,
        },
    )
}

fn internal() -> impl Strategy<Value = Internal> {
    prop_oneof![
        Just(Internal::Unit),
        (any::<Option<u8>>(), float(), any::<i64>()).prop_map(|(a, f, n)| Internal::Struct {
            a,
            f,
            n
        }),
        more().prop_map(Internal::Newtype),
    ]
}

fn adjacent() -> impl Strategy<Value = Adjacent> {
    prop_oneof![
        Just(Adjacent::Unit),
        any::<Option<i64>>().prop_map(Adjacent::Newtype),
        (any::<Option<u8>>(), -1e30_f32..1e30).prop_map(|(a, f)| Adjacent::Struct { a, f }),
    ]
}

fn untagged() -> impl Strategy<Value = Untagged> {
    prop_oneof![
        (any::<i64>(), any::<Option<String>>()).prop_map(|(a, b)| Untagged::Struct { a, b }),
        any::<bool>().prop_map(Untagged::Flag),
        any::<String>().prop_map(Untagged::Text),
        (any::<u64>(), any::<String>()).prop_map(|(a, b)| Untagged::Pair(a, b)),
    ]
}

pub(in crate::item) fn record() -> impl Strategy<Value = Record> {
    let scalars = (
        any::<(String, char, bool, i8)>(),
        wide(),
        float(),
        -1e38_f32..1e38,
    );
    let containers = any::<(
        Vec<Option<i64>>,
        BTreeMap<i32, Option<String>>,
        BTreeMap<bool, (u16, String)>,
    )>();
    let enums = (external(), internal(), adjacent(), untagged());
    let sets = any::<(
        HashSet<String>,
        BTreeSet<u64>,
        BTreeSet<Vec<u8>>,
        Vec<u8>,
        Vec<u8>,
    )>();
    (scalars, containers, enums, sets, more()).prop_map(
        |(scalars, containers, enums, sets, more)| {
            let ((text, letter, flag, small), wide, float, single) = scalars;
            let (list, by_number, by_flag) = containers;
            let (external, internal, adjacent, untagged) = enums;
            let (texts, numbers, blobs, raw, listed) = sets;
            Record {
                text,
                letter,
                flag,
                small,
                wide,
                float,
                single,
                maybe: None,
                list,
                by_number,
                by_flag,
                external,
                internal,
                adjacent,
                untagged,
                texts,
                numbers,
                blobs,
                raw,
                listed,
                more,
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    // faults 35, 36, 37, 39, 43, 44, 46, 49, 50, 52, 53
    #[test]
    fn records_of_every_shape_round_trip(outer in record(), inner in record()) {
        let record = Record { maybe: Some(Box::new(inner)), ..outer };
        let item = encode(&record, &[]).unwrap();
        prop_assert!(item.size() > 0);
        prop_assert!(!item.explain().to_string().is_empty());
        prop_assert_eq!(decode::<Record>(stored(item), &[]).unwrap(), record);
    }

    #[test]
    fn shaped_fields_round_trip(
        texts: HashSet<String>, numbers: BTreeSet<i64>, flags: HashSet<bool>, blobs: HashSet<Vec<u8>>, raw: Vec<u8>,
    ) {
        prop_assert_eq!(round_trip(&texts, Shape::Set).unwrap(), texts);
        prop_assert_eq!(round_trip(&numbers, Shape::Set).unwrap(), numbers);
        prop_assert_eq!(round_trip(&flags, Shape::Set).unwrap(), flags);
        prop_assert_eq!(round_trip(&blobs, Shape::Set).unwrap(), blobs);
        prop_assert_eq!(round_trip(&raw, Shape::Bytes).unwrap(), &raw[..]);
        prop_assert_eq!(round_trip(&raw, Shape::List).unwrap(), raw);
    }

    // fault 35
    #[test]
    fn integers_are_stored_whole_or_refused(value: u128, signed: i128) {
        match plain(&value) {
            Ok(encoded) => prop_assert_eq!(read::<u128>(stored_value(encoded)).unwrap(), value),
            Err(_) => prop_assert!(value.to_string().trim_end_matches('0').len() > 38),
        }
        match plain(&signed) {
            Ok(encoded) => prop_assert_eq!(read::<i128>(stored_value(encoded)).unwrap(), signed),
            Err(_) => prop_assert!(signed.unsigned_abs().to_string().trim_end_matches('0').len() > 38),
        }
    }

    // fault 36, fault 37
    #[test]
    fn floats_come_back_bit_for_bit_or_are_refused(double: f64, single: f32) {
        if let Ok(encoded) = plain(&double) {
            prop_assert_eq!(read::<f64>(stored_value(encoded)).unwrap(), double);
        }
        if let Ok(encoded) = plain(&single) {
            prop_assert_eq!(read::<f32>(stored_value(encoded)).unwrap(), single);
        }
    }

    // fault 49
    #[test]
    fn any_json_can_be_written_and_what_is_written_can_be_read(mut texts: BTreeMap<String, Vec<Option<bool>>>, n: i64) {
        // An attribute name is not empty: see `an_empty_key_is_an_error`.
        texts.remove("");
        let json = serde_json::json!({ "texts": texts, "n": n, "deep": [[{ "a": null }], []] });
        let item = stored(encode(&json, &[]).unwrap());
        prop_assert_eq!(decode::<serde_json::Value>(item, &[]).unwrap(), json);
    }

    #[test]
    fn decimal_text_is_parsed_or_refused_without_panic(text in "[-+0-9.eE]{0,12}") {
        let _ = number::parse_any(&text);
        let _ = number::parse_integer::<i64>(&text);
        let _ = number::parse_float::<f64>(&text);
    }

    #[test]
    fn equal_maps_have_equal_text(mut entries: HashMap<String, i32>) {
        entries.remove("");
        let first = encode_value(&entries, Shape::Plain).unwrap().unwrap();
        let again: BTreeMap<_, _> = entries.into_iter().collect();
        let second = encode_value(&again, Shape::Plain).unwrap().unwrap();
        prop_assert_eq!(first.explain().to_string(), second.explain().to_string());
        prop_assert_eq!(first, second);
    }
}

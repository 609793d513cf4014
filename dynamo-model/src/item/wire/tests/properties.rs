//! Generated values: whatever is stored, and whatever is asked for, both codecs agree.

use std::collections::{BTreeMap, HashMap};

use proptest::prelude::*;
use serde::{Deserialize, Serialize};

use super::*;
use crate::item::tests::properties::{Record, record};

/// Text that has escapes in JSON, and characters of all lengths.
fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(any::<char>(), 0..8).prop_map(String::from_iter)
}

/// Values of every type, nested to a few levels.
pub(super) fn stored() -> impl Strategy<Value = AttributeValue> {
    let number = prop_oneof![
        any::<i64>().prop_map(|number| number.to_string()),
        any::<u128>().prop_map(|number| number.to_string()),
        any::<f32>().prop_map(|number| number.to_string()),
        Just("1E2".to_owned()),
        "[-+0-9.eE]{0,6}",
    ];
    let blob =
        prop::collection::vec(any::<u8>(), 0..5).prop_map(aws_sdk_dynamodb::primitives::Blob::new);
    let leaf = prop_oneof![
        text().prop_map(AttributeValue::S),
        number.clone().prop_map(AttributeValue::N),
        blob.clone().prop_map(AttributeValue::B),
        any::<bool>().prop_map(AttributeValue::Bool),
        Just(AttributeValue::Null(true)),
        prop::collection::vec(text(), 0..4).prop_map(AttributeValue::Ss),
        prop::collection::vec(number, 0..4).prop_map(AttributeValue::Ns),
        prop::collection::vec(blob, 0..4).prop_map(AttributeValue::Bs),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let name = prop_oneof![Just("a".to_owned()), Just("b".to_owned()), text()];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(AttributeValue::L),
            prop::collection::hash_map(name, inner, 0..4).prop_map(AttributeValue::M),
        ]
    })
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(untagged)]
enum Any {
    Flag(bool),
    Whole(i64),
    Float(f64),
    Text(String),
    List(Vec<Any>),
    Map(BTreeMap<String, Option<Any>>),
}

#[derive(Deserialize, Debug, PartialEq)]
enum Variant {
    A,
    B(Option<u8>),
    C {
        b: Box<Option<Variant>>,
    },
    #[serde(untagged)]
    Other(BTreeMap<String, Box<Variant>>),
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Flat {
    a: Option<i8>,
    #[serde(flatten)]
    more: HashMap<String, serde_json::Value>,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct Strict {
    a: Option<String>,
    #[serde(default, with = "crate::item::bytes")]
    b: Vec<u8>,
}

macro_rules! agree {
    ($value:expr; $($type:ty),* $(,)?) => {$({
        let item = HashMap::from([("v".to_owned(), $value.clone())]);
        #[derive(Deserialize, Debug, PartialEq)]
        struct Holder { #[allow(dead_code)] v: $type }
        let _ = decode_equal::<Holder>(item.clone(), &[]);
        let _ = decode_equal::<Holder>(item.clone(), &[Attribute::new("v", Shape::Set)]);
        let _ = decode_equal::<Holder>(item, &[Attribute::new("v", Shape::Bytes)]);
    })*};
}

/// The same JSON with each character of each string as `\uXXXX`.
fn all_escaped(json: &serde_json::Value) -> String {
    let text = |text: &str| {
        let units = text.encode_utf16();
        let escapes: String = units.map(|unit| format!("\\u{unit:04X}")).collect();
        format!("\"{escapes}\"")
    };
    match json {
        serde_json::Value::String(content) => text(content),
        serde_json::Value::Array(elements) => {
            let elements: Vec<_> = elements.iter().map(all_escaped).collect();
            format!(" [ {} ] ", elements.join(" ,\n"))
        }
        serde_json::Value::Object(members) => {
            // The names of types stay: nobody escapes these.
            let is_type = members.len() == 1 && members.keys().all(|name| is_type(name));
            let member = |(name, value): (&String, &serde_json::Value)| {
                let name = if is_type {
                    format!("\"{name}\"")
                } else {
                    text(name)
                };
                format!("{name}\t: {}", all_escaped(value))
            };
            let members: Vec<_> = members.iter().map(member).collect();
            format!("{{ {} }}", members.join(" , "))
        }
        other => other.to_string(),
    }
}

fn is_type(name: &str) -> bool {
    ["S", "N", "B", "BOOL", "NULL", "L", "M", "SS", "NS", "BS"].contains(&name)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_is_stored_reads_the_same_into_whatever_is_asked_for(value in stored()) {
        agree!(value;
            String, char, bool, (), u8, i8, i32, u64, i64, u128, i128, f32, f64, Option<String>, Option<bool>,
            Vec<u8>, [u8; 3], Vec<String>, Vec<i64>, Vec<Option<f64>>, (String, u64), Box<Option<Strict>>,
            BTreeMap<String, String>, BTreeMap<i32, u8>, BTreeMap<bool, Any>, Option<Any>, Vec<Any>, serde_json::Value,
            Variant, Vec<Variant>, Flat, Strict, serde::de::IgnoredAny,
        );
    }

    #[test]
    fn items_read_the_same_as_what_is_lent_one_by_one(
        item in prop::collection::hash_map(text(), stored(), 0..6)
    ) {
        let body = Body::of_item(wire_item(&item)).unwrap();
        prop_assert_eq!(body.attribute_count(0), item.len());
        let attributes: HashMap<_, _> = body.attributes(0).collect();
        prop_assert_eq!(&attributes, &item);
        for (name, value) in &item {
            prop_assert!(body.contains(0, name));
            let found = body.value(0, name).unwrap();
            prop_assert_eq!(found.as_ref(), Some(value));
            let text = body.text(0, name);
            match value {
                AttributeValue::S(stored) => {
                    if let Ok(text) = text {
                        prop_assert_eq!(text, Some(stored.as_str()));
                    }
                }
                _ => prop_assert_eq!(text.unwrap(), None),
            }
        }
        let _ = decode_equal::<HashMap<String, serde_json::Value>>(item.clone(), &[]);
        let _ = decode_equal::<HashMap<String, Option<Any>>>(item.clone(), &[]);
        let _ = decode_equal::<Flat>(item, &[]);
    }

    #[test]
    fn records_read_the_same_with_every_character_escaped(record in record()) {
        let item = encode(&record, &[]).unwrap().into_map();
        let json: serde_json::Value = serde_json::from_str(&wire_item(&item)).unwrap();
        let body = Body::of_item(all_escaped(&json)).unwrap();
        prop_assert_eq!(body.decode::<Record>(0, &[], &Hidden::new(HiddenNames::NONE, Vec::new())).unwrap(), record);
        let attributes: HashMap<_, _> = body.attributes(0).collect();
        prop_assert_eq!(attributes, item);
    }

    #[test]
    fn values_of_the_sdk_are_written_as_they_are(
        item in prop::collection::hash_map("[a-z]{1,3}", stored(), 0..6)
    ) {
        let mut written = Item::new();
        for (name, value) in &item {
            written.push(name.clone(), Value::from_sdk(value.clone()));
        }
        let mut json = String::new();
        written.write_json(&mut json);
        assert_same_item(&item, &json);
    }

    #[test]
    fn any_text_is_refused_or_read_without_panic(text in r#"[\{\}\[\]",:\\SNBLMautrfls0-9 ]{0,40}"#) {
        if let Ok(body) = Body::of_item(text.clone()) {
            body.attributes(0).for_each(drop);
            let _ = body.decode::<Flat>(0, &[], &Hidden::new(HiddenNames::NONE, Vec::new()));
        }
        for member in ["", "S"] {
            let _ = Body::of_answer(text.clone().into(), member);
        }
    }
}

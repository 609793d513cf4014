//! The wire's codec beside the one over the SDK's values.
//!
//! The rules' own tests, in `item/tests`, go through [`decode`] and [`encode`] of this module: each of them holds both codecs to its
//! rule, and to one another.

mod answers;
mod broken;
mod models;
mod properties;
mod usual;
mod wrong;

use std::collections::HashMap;
use std::fmt::Debug;

use aws_sdk_dynamodb::types::AttributeValue;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use super::{Body, Hidden, HiddenNames, ItemWriter};
use crate::item::{Attribute, CodecError, Item, Shape, Value};

/// An item as the service would send it.
pub(in crate::item) fn wire_item(item: &HashMap<String, AttributeValue>) -> String {
    let members = item.iter().map(|(name, value)| (name.clone(), wire(value)));
    serde_json::Value::Object(members.collect()).to_string()
}

/// A value as the service would send it, by a way that has nothing in common with the encoder's.
fn wire(value: &AttributeValue) -> serde_json::Value {
    let base64 = |blob: &aws_sdk_dynamodb::primitives::Blob| STANDARD.encode(blob);
    match value {
        AttributeValue::S(text) => json!({ "S": text }),
        AttributeValue::N(number) => json!({ "N": number }),
        AttributeValue::B(blob) => json!({ "B": base64(blob) }),
        AttributeValue::Bool(value) => json!({ "BOOL": value }),
        AttributeValue::Null(value) => json!({ "NULL": value }),
        AttributeValue::Ss(texts) => json!({ "SS": texts }),
        AttributeValue::Ns(numbers) => json!({ "NS": numbers }),
        AttributeValue::Bs(blobs) => {
            json!({ "BS": blobs.iter().map(base64).collect::<Vec<_>>() })
        }
        AttributeValue::L(list) => json!({ "L": list.iter().map(wire).collect::<Vec<_>>() }),
        AttributeValue::M(map) => {
            let members: serde_json::Map<_, _> = map
                .iter()
                .map(|(name, value)| (name.clone(), wire(value)))
                .collect();
            json!({ "M": members })
        }
        other => panic!("{other:?} is no value"),
    }
}

/// Decodes by both codecs, which have to agree; the result is the wire's.
#[track_caller]
pub(in crate::item) fn decode<T: DeserializeOwned>(
    item: HashMap<String, AttributeValue>,
    attributes: &[Attribute],
) -> Result<T, CodecError> {
    let text = wire_item(&item);
    let sdk = crate::item::decode::<T>(item.clone(), attributes);
    let wire = Body::of_item(text).and_then(|body| {
        body.decode::<T>(0, attributes, &Hidden::new(HiddenNames::NONE, Vec::new()))
    });
    match (&sdk, &wire) {
        (Ok(_), Ok(_)) => {}
        // Which of several wrong attributes is found first depends on the order of a map.
        (Err(_), Err(_)) if !has_one_order(&item) => {}
        (Err(sdk), Err(wire)) => {
            assert_eq!(sdk.reason(), wire.reason());
            // What the scan finds has the attribute alone.
            assert!(sdk.attribute().starts_with(wire.attribute()));
        }
        (sdk, wire) => panic!(
            "{item:?}: {:?}, {:?}",
            sdk.as_ref().err(),
            wire.as_ref().err()
        ),
    }
    wire
}

fn has_one_order(item: &HashMap<String, AttributeValue>) -> bool {
    item.len() <= 1 && item.values().all(value_has_one_order)
}

fn value_has_one_order(value: &AttributeValue) -> bool {
    match value {
        AttributeValue::L(list) => list.iter().all(value_has_one_order),
        AttributeValue::M(map) => has_one_order(map),
        _ => true,
    }
}

/// As [`decode`], and the values are equal.
#[track_caller]
fn decode_equal<T: DeserializeOwned + PartialEq + Debug>(
    item: HashMap<String, AttributeValue>,
    attributes: &[Attribute],
) -> Result<T, CodecError> {
    let sdk = crate::item::decode::<T>(item.clone(), attributes);
    let wire = decode(item, attributes);
    if let (Ok(sdk), Ok(wire)) = (&sdk, &wire) {
        assert_eq!(sdk, wire);
    }
    wire
}

/// Encodes by both codecs, which have to agree.
#[track_caller]
pub(in crate::item) fn encode<T: Serialize + ?Sized>(
    value: &T,
    attributes: &[Attribute],
) -> Result<Item, CodecError> {
    let sdk = crate::item::encode(value, attributes);
    let mut writer = ItemWriter::begin();
    let wire = writer
        .fields(value, attributes, &[])
        .and_then(|()| writer.end());
    match (&sdk, &wire) {
        (Ok(item), Ok(wire)) => {
            assert_eq!((wire.len(), wire.size()), (item.len(), item.size()));
            assert_eq!(wire.clone().into_map(), item.clone().into_map());
            assert_same_item(&item.clone().into_map(), wire.json().unwrap());
            let mut text = "[".to_owned();
            item.write_json(&mut text);
            assert_same_item(&item.clone().into_map(), text.strip_prefix('[').unwrap());
        }
        (sdk, wire) => assert_eq!(sdk.as_ref().err(), wire.as_ref().err()),
    }
    sdk
}

#[track_caller]
fn assert_same_item(item: &HashMap<String, AttributeValue>, written: &str) {
    let written: serde_json::Value = serde_json::from_str(written).unwrap();
    let expected: serde_json::Value = serde_json::from_str(&wire_item(item)).unwrap();
    assert_eq!(written, expected);
}

/// Encodes one value by both codecs, which have to agree.
#[track_caller]
pub(in crate::item) fn encode_value<T: Serialize + ?Sized>(
    value: &T,
    shape: Shape,
) -> Result<Option<Value>, CodecError> {
    let sdk = crate::item::encode_value(value, shape);
    let wire = super::encode_value(value, shape);
    match (&sdk, &wire) {
        (Ok(Some(sdk)), Ok(Some(written))) => {
            let written: serde_json::Value = serde_json::from_str(written).unwrap();
            assert_eq!(written, self::wire(sdk.as_sdk()));
        }
        (Ok(sdk), Ok(written)) => assert_eq!(sdk.is_some(), written.is_some()),
        (sdk, wire) => assert_eq!(sdk.as_ref().err(), wire.as_ref().err()),
    }
    sdk
}

//! Items in DynamoDB's JSON, read as an entity with a field of every kind.

use std::collections::HashMap;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_types::base64;
use dynamo_model::{from_item, to_item};
use serde_json::Value;

use crate::everything::Everything;

/// Whether it is an item that can be read. One that is read and can be written comes back the same, numbers of no type
/// apart, which may be rounded once.
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
        // A number whose type nobody asks for is a float where it has too many digits, and that may be whole: it stays what it is then.
        let settled = to_item(&again).expect("what was written can be written again");
        let settled: Everything = from_item(settled).expect("what was written can be read");
        assert_eq!(settled, again);
        let typed = |read| Everything { any: None, ..read };
        assert_eq!(typed(again), typed(read));
    }
    true
}

pub(crate) fn item(json: Value) -> Option<HashMap<String, AttributeValue>> {
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
    let mut members = member.into_iter();
    let ((name, content), None) = (members.next()?, members.next()) else {
        return None;
    };
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

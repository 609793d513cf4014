//! Items of the SDK's types as the text of an answer, for readers that borrow from it.
//!
//! What the SDK brings is thrown apart over many values, of which none can be lent for longer than it is moved from. Written out once
//! it is an answer like any other, so that there is one decoder that lends.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use super::{Body, write_text, write_value};
use crate::item::error::CodecError;

/// What an attribute takes up: rarely more, so that room is made once.
const BYTES_FOR_AN_ATTRIBUTE: usize = 48;

impl Body {
    /// A text with this item alone, which nobody else sees: errors name no byte of it. Reading an attribute of a type that this version
    /// does not know is an error.
    pub(crate) fn of_map(map: &HashMap<String, AttributeValue>) -> Result<Self, CodecError> {
        let mut json = String::with_capacity(BYTES_FOR_AN_ATTRIBUTE * map.len());
        write_map(map, &mut json);
        Self::of_own_item(json).map(Self::unseen)
    }
}

fn write_map(map: &HashMap<String, AttributeValue>, json: &mut String) {
    json.push('{');
    for (position, (name, value)) in map.iter().enumerate() {
        if position > 0 {
            json.push(',');
        }
        write_text(name, json);
        json.push(':');
        write_whatever(value, json);
    }
    json.push('}');
}

/// A value, with one of an unknown type in the place of each that is of one.
fn write_whatever(value: &AttributeValue, json: &mut String) {
    match value {
        AttributeValue::L(list) => {
            json.push_str("{\"L\":[");
            for (position, element) in list.iter().enumerate() {
                if position > 0 {
                    json.push(',');
                }
                write_whatever(element, json);
            }
            json.push_str("]}");
        }
        AttributeValue::M(map) => {
            json.push_str("{\"M\":");
            write_map(map, json);
            json.push('}');
        }
        AttributeValue::S(_)
        | AttributeValue::N(_)
        | AttributeValue::B(_)
        | AttributeValue::Bool(_)
        | AttributeValue::Null(_)
        | AttributeValue::Ss(_)
        | AttributeValue::Ns(_)
        | AttributeValue::Bs(_) => write_value(value, json),
        _ => json.push_str("{\"?\":true}"),
    }
}

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
    /// An answer with these items.
    ///
    /// # Errors
    /// Where a value has a type that this version does not know.
    pub(crate) fn of_maps<'m>(
        maps: impl IntoIterator<Item = &'m HashMap<String, AttributeValue>>,
    ) -> Result<Self, CodecError> {
        let mut json = "{\"Items\":[".to_owned();
        for (number, map) in maps.into_iter().enumerate() {
            json.push_str(if number == 0 { "{" } else { ",{" });
            for (position, (name, value)) in map.iter().enumerate() {
                if !is_known(value) {
                    return Err(CodecError::new(
                        "the value has a type that this version does not know",
                    )
                    .in_field(name));
                }
                if position > 0 {
                    json.push(',');
                }
                write_text(name, &mut json);
                json.push(':');
                write_value(value, &mut json);
            }
            json.push('}');
        }
        json.push_str("]}");
        let items = Self::of_answer(json.into(), "Items")?;
        items
            .map(Self::unseen)
            .ok_or_else(|| CodecError::new("the items are missing"))
    }

    /// A text with this item alone, which nobody else sees: errors name no byte of it. Reading an attribute of a type that this version
    /// does not know is an error.
    pub(crate) fn of_map(map: &HashMap<String, AttributeValue>) -> Result<Self, CodecError> {
        let mut json = String::with_capacity(BYTES_FOR_AN_ATTRIBUTE * map.len());
        json.push('{');
        for (position, (name, value)) in map.iter().enumerate() {
            if position > 0 {
                json.push(',');
            }
            write_text(name, &mut json);
            json.push(':');
            write_whatever(value, &mut json);
        }
        json.push('}');
        Self::of_own_item(json).map(Self::unseen)
    }
}

/// A value, with one of an unknown type in the place of each that is of one.
fn write_whatever(value: &AttributeValue, json: &mut String) {
    match value {
        value if is_known(value) => write_value(value, json),
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
            json.push_str("{\"M\":{");
            for (position, (name, element)) in map.iter().enumerate() {
                if position > 0 {
                    json.push(',');
                }
                write_text(name, json);
                json.push(':');
                write_whatever(element, json);
            }
            json.push_str("}}");
        }
        _ => json.push_str("{\"?\":true}"),
    }
}

/// Whether it is of a type that can be written, as is all that is in it.
fn is_known(value: &AttributeValue) -> bool {
    match value {
        AttributeValue::L(list) => list.iter().all(is_known),
        AttributeValue::M(map) => map.values().all(is_known),
        AttributeValue::S(_)
        | AttributeValue::N(_)
        | AttributeValue::B(_)
        | AttributeValue::Bool(_)
        | AttributeValue::Null(_)
        | AttributeValue::Ss(_)
        | AttributeValue::Ns(_)
        | AttributeValue::Bs(_) => true,
        _ => false,
    }
}

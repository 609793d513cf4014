//! Items of the SDK's types as the text of an answer, for readers that borrow from it.
//!
//! What the SDK brings is thrown apart over many values, of which none can be lent for longer than it is moved from. Written out once
//! it is an answer like any other, so that there is one decoder that lends.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use super::Body;
use super::output::Output;
use crate::item::error::CodecError;

impl Body {
    /// An answer with these items.
    ///
    /// # Errors
    /// Where a value has a type that this version does not know.
    pub(crate) fn of_maps<'m>(
        maps: impl IntoIterator<Item = &'m HashMap<String, AttributeValue>>,
    ) -> Result<Self, CodecError> {
        let mut out = Output::default();
        out.json.push_str("{\"Items\":[");
        for map in maps {
            out.separate();
            out.json.push('{');
            for (name, value) in map {
                if !is_known(value) {
                    return Err(CodecError::new(
                        "the value has a type that this version does not know",
                    )
                    .in_field(name));
                }
                out.begin_entry(name);
                out.value(value);
            }
            out.json.push('}');
        }
        out.json.push_str("]}");
        let items = Self::of_answer(out.json.into(), "Items")?;
        items.ok_or_else(|| CodecError::new("the items are missing"))
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

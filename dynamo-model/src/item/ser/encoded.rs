//! What encoding a value gave, before it is known where it goes.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;

use crate::item::error::CodecError;
use crate::item::number::{self, Decimal};
use crate::item::{Item, Value};

/// Names and values, in the order of serialization.
pub(super) type Entries = Vec<(Cow<'static, str>, AttributeValue)>;

/// So many names are compared with one another sooner than hashed.
#[cfg_attr(not(test), allow(dead_code, reason = "what tests compare with"))]
const FEW: usize = 32;

/// The result of an [`Encoder`](super::Encoder).
pub(in crate::item) enum Encoded {
    /// `None`.
    None,
    /// A set without elements, which DynamoDB cannot store.
    EmptySet,
    /// A `u8`: a number, or a part of binary.
    Byte(u8),
    /// A map that still has its order, since it may be the item.
    Map(Entries),
    /// Anything else.
    Value(AttributeValue),
}

impl Encoded {
    /// The map that stands for an enum variant with content.
    pub(super) fn variant(name: &'static str, content: AttributeValue) -> Self {
        Encoded::Map(vec![(Cow::Borrowed(name), content)])
    }

    /// As a struct's field, which may be absent.
    pub(in crate::item) fn into_field(self) -> Result<Option<Value>, CodecError> {
        Ok(match self {
            Encoded::None | Encoded::EmptySet => None,
            other => Some(Value::from_sdk(other.into_element()?)),
        })
    }

    /// As an element of a list or map, which has to be something.
    pub(super) fn into_element(self) -> Result<AttributeValue, CodecError> {
        Ok(match self {
            Encoded::None => AttributeValue::Null(true),
            Encoded::EmptySet => AttributeValue::L(Vec::new()),
            Encoded::Byte(byte) => AttributeValue::N(byte.to_string()),
            Encoded::Map(entries) => AttributeValue::M(into_map(entries)?),
            Encoded::Value(value) => value,
        })
    }

    /// As the item.
    #[cfg_attr(not(test), allow(dead_code, reason = "what tests compare with"))]
    pub(in crate::item) fn into_item(self) -> Result<Item, CodecError> {
        let Encoded::Map(entries) = self else {
            return Err(CodecError::new("only a struct or a map can be an item"));
        };
        if let Some(name) = repeated(&entries) {
            return Err(twice(name));
        }
        let mut item = Item::with_capacity(entries.len());
        for (name, value) in entries {
            check_name(&name)?;
            item.push(name, Value::from_sdk(value));
        }
        Ok(item)
    }
}

/// The first name that an earlier entry has too.
#[cfg_attr(not(test), allow(dead_code, reason = "what tests compare with"))]
fn repeated(entries: &Entries) -> Option<&str> {
    let mut names = entries.iter().map(|(name, _)| name.as_ref());
    if entries.len() <= FEW {
        let mut numbered = names.enumerate();
        return numbered
            .find(|(number, name)| entries.iter().take(*number).any(|(other, _)| other == name))
            .map(|(_, name)| name);
    }
    let mut seen = HashSet::with_capacity(entries.len());
    names.find(|name| !seen.insert(*name))
}

fn into_map(entries: Entries) -> Result<HashMap<String, AttributeValue>, CodecError> {
    let mut map = HashMap::with_capacity(entries.len());
    for (key, value) in entries {
        check_name(&key)?;
        if map.contains_key(key.as_ref()) {
            return Err(twice(&key));
        }
        map.insert(key.into_owned(), value);
    }
    Ok(map)
}

/// A map's keys are attribute names, and the service has no empty ones.
pub(in crate::item) fn check_name(name: &str) -> Result<(), CodecError> {
    match name {
        "" => Err(CodecError::new(
            "a map has an empty key, and an attribute name has at least one character",
        )),
        _ => Ok(()),
    }
}

pub(in crate::item) fn twice(name: &str) -> CodecError {
    CodecError::new("two entries have this name").in_field(name)
}

/// The set that `elements` make: SS, NS or BS, sorted (a `HashSet` has another order in each process) and without repetitions.
/// Gives them back if they are of several types, or of one that sets do not hold.
pub(super) fn into_set(
    elements: Vec<AttributeValue>,
) -> Result<AttributeValue, Vec<AttributeValue>> {
    if elements.iter().all(AttributeValue::is_s) {
        let mut texts: Vec<String> = elements.into_iter().filter_map(element_text).collect();
        texts.sort_unstable();
        texts.dedup();
        Ok(AttributeValue::Ss(texts))
    } else if elements.iter().all(AttributeValue::is_n) {
        let mut numbers: Vec<String> = elements.into_iter().filter_map(element_text).collect();
        numbers.sort_by_cached_key(|number| Decimal::parse(number));
        numbers.dedup_by(|left, right| number::compare(left, right).is_eq());
        Ok(AttributeValue::Ns(numbers))
    } else if elements.iter().all(AttributeValue::is_b) {
        let mut blobs: Vec<Vec<u8>> = elements
            .into_iter()
            .filter_map(|element| match element {
                AttributeValue::B(blob) => Some(blob.into_inner()),
                _ => None,
            })
            .collect();
        blobs.sort_unstable();
        blobs.dedup();
        Ok(AttributeValue::Bs(
            blobs.into_iter().map(Blob::new).collect(),
        ))
    } else {
        Err(elements)
    }
}

fn element_text(element: AttributeValue) -> Option<String> {
    match element {
        AttributeValue::S(text) | AttributeValue::N(text) => Some(text),
        _ => None,
    }
}

//! Values and items for those above: decoding one value, comparing with what is stored, and serializing
//! a value whose type nobody knows.

use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::DeserializeOwned;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::contents::Item;
use super::de::Decoder;
use super::stored::Stored;
use super::{CodecError, Value};
use crate::key::value::{KeyType, KeyValue};

impl From<&KeyValue> for Value {
    fn from(value: &KeyValue) -> Self {
        Self::from_sdk(match value {
            KeyValue::Text(text) => AttributeValue::S(text.clone()),
            KeyValue::Number(digits) => AttributeValue::N(digits.clone()),
            KeyValue::Binary(bytes) => AttributeValue::B(bytes.clone().into()),
        })
    }
}

impl Value {
    /// The value of a key attribute; `None` for what no key can be. Numbers that are not whole are none.
    pub(crate) fn into_key(self) -> Option<KeyValue> {
        match self.into_sdk() {
            AttributeValue::S(text) => Some(KeyValue::Text(text)),
            AttributeValue::N(digits) => KeyValue::from_text(KeyType::Number, digits).ok(),
            AttributeValue::B(bytes) => Some(KeyValue::Binary(bytes.into_inner())),
            _ => None,
        }
    }

    /// NULL.
    pub(crate) fn null() -> Self {
        Self::from_sdk(AttributeValue::Null(true))
    }

    /// A list without elements.
    pub(crate) fn empty_list() -> Self {
        Self::from_sdk(AttributeValue::L(Vec::new()))
    }

    /// A whole number (N).
    pub(crate) fn number(number: impl ToString) -> Self {
        Self::from_sdk(AttributeValue::N(number.to_string()))
    }

    /// The number (N), if it is a whole one that fits.
    pub(crate) fn is_number(&self) -> bool {
        matches!(self.as_sdk(), AttributeValue::N(_))
    }

    pub(crate) fn as_integer(&self) -> Option<i128> {
        match self.as_sdk() {
            AttributeValue::N(text) => super::number::parse_integer(text).ok(),
            _ => None,
        }
    }

    pub(crate) fn decode<T: DeserializeOwned>(self) -> Result<T, CodecError> {
        T::deserialize(Decoder::value(self.into_sdk()))
    }
}

impl Item {
    pub(crate) fn into_stored(self) -> Stored {
        Stored::from_sdk(self.into_map())
    }

    /// Whether this item is what is stored: the same attributes with equal values, numbers by value.
    pub(crate) fn is_same_as(&self, stored: &Stored) -> bool {
        stored.len() == self.len()
            && self
                .iter()
                .all(|(name, value)| stored.value(name).is_some_and(|stored| stored == *value))
    }
}

/// Numbers as the integer or float that they are, sets as sequences, binary as bytes.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Plain(self.as_sdk()).serialize(serializer)
    }
}

struct Plain<'v>(&'v AttributeValue);

struct PlainNumber<'v>(&'v str);

impl Serialize for PlainNumber<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Ok(number) = self.0.parse::<u64>() {
            serializer.serialize_u64(number)
        } else if let Ok(number) = self.0.parse::<i64>() {
            serializer.serialize_i64(number)
        } else if let Ok(number) = self.0.parse::<i128>() {
            serializer.serialize_i128(number)
        } else if let Ok(number) = self.0.parse::<f64>() {
            serializer.serialize_f64(number)
        } else {
            serializer.serialize_str(self.0)
        }
    }
}

impl Serialize for Plain<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            AttributeValue::S(text) => serializer.serialize_str(text),
            AttributeValue::N(number) => PlainNumber(number).serialize(serializer),
            AttributeValue::B(bytes) => serializer.serialize_bytes(bytes.as_ref()),
            AttributeValue::Bool(value) => serializer.serialize_bool(*value),
            AttributeValue::L(list) => sequence(list.iter().map(Plain), serializer),
            AttributeValue::Ss(set) => sequence(set.iter(), serializer),
            AttributeValue::Ns(set) => {
                sequence(set.iter().map(|number| PlainNumber(number)), serializer)
            }
            AttributeValue::Bs(set) => sequence(set.iter().map(|bytes| bytes.as_ref()), serializer),
            AttributeValue::M(map) => {
                let mut names: Vec<_> = map.keys().collect();
                names.sort();
                let mut entries = serializer.serialize_map(Some(map.len()))?;
                for name in names {
                    entries.serialize_entry(name, &map.get(name).map(Plain))?;
                }
                entries.end()
            }
            _ => serializer.serialize_unit(),
        }
    }
}

fn sequence<S: Serializer, T: Serialize>(
    elements: impl ExactSizeIterator<Item = T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut sequence = serializer.serialize_seq(Some(elements.len()))?;
    for element in elements {
        sequence.serialize_element(&element)?;
    }
    sequence.end()
}

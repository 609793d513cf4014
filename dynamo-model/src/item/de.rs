//! The decoder: a serde `Deserializer` that owns an attribute's value.
//!
//! What is stored decides little, what is asked for decides most: an N becomes the number type asked for, a B a sequence or bytes,
//! any set or list a sequence. Only a reader that does not say what it wants gets the type that is stored.

mod access;
mod key;

use std::collections::HashMap;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::value::SeqDeserializer;
use serde::de::{Deserializer, Error, Unexpected, Visitor};

use self::access::{Elements, Entries, EnumDecoder};
pub(super) use self::key::KeyDecoder;
use super::error::CodecError;
use super::number::{self, Number};
use super::shape::{Attribute, Shape};
use super::{MAX_LEVEL, MAX_STEPS};

/// Decodes one value.
pub(super) struct Decoder<'a> {
    value: AttributeValue,
    /// The shapes of the item's attributes; empty below the item.
    attributes: &'a [Attribute],
    /// The level of the value: the item is 0, its attributes are 1.
    level: usize,
    /// How many decoders this one is inside of.
    steps: usize,
}

impl<'a> Decoder<'a> {
    pub(super) fn item(item: HashMap<String, AttributeValue>, attributes: &'a [Attribute]) -> Self {
        Decoder {
            value: AttributeValue::M(item),
            attributes,
            level: 0,
            steps: 0,
        }
    }

    /// One attribute's value.
    pub(super) fn value(value: AttributeValue) -> Self {
        Decoder {
            value,
            attributes: &[],
            level: 1,
            steps: 0,
        }
    }

    /// The same value, one serde call further in.
    fn step(self) -> Result<Self, CodecError> {
        if self.steps >= MAX_STEPS {
            return Err(CodecError::too_many_steps());
        }
        Ok(Decoder {
            steps: self.steps + 1,
            ..self
        })
    }

    /// Where the values that this one contains are.
    fn inside(&self) -> Result<Inside, CodecError> {
        if self.level > MAX_LEVEL {
            return Err(CodecError::too_deep());
        }
        if self.steps >= MAX_STEPS {
            return Err(CodecError::too_many_steps());
        }
        Ok(Inside {
            level: self.level + 1,
            steps: self.steps + 1,
        })
    }

    fn visit<'de, V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, CodecError> {
        match std::mem::replace(&mut self.value, AttributeValue::Null(true)) {
            AttributeValue::S(text) => visitor.visit_string(text),
            AttributeValue::N(text) => match number::parse_any(&text)? {
                Number::Unsigned(number) => visitor.visit_u64(number),
                Number::Signed(number) => visitor.visit_i64(number),
                Number::WideUnsigned(number) => visitor.visit_u128(number),
                Number::WideSigned(number) => visitor.visit_i128(number),
                Number::Float(number) => visitor.visit_f64(number),
            },
            AttributeValue::B(blob) => visitor.visit_byte_buf(blob.into_inner()),
            AttributeValue::Bool(value) => visitor.visit_bool(value),
            AttributeValue::Null(_) => visitor.visit_unit(),
            AttributeValue::L(list) => self.visit_list(list, visitor),
            AttributeValue::Ss(texts) => {
                self.visit_list(texts.into_iter().map(AttributeValue::S).collect(), visitor)
            }
            AttributeValue::Ns(texts) => {
                self.visit_list(texts.into_iter().map(AttributeValue::N).collect(), visitor)
            }
            AttributeValue::Bs(blobs) => {
                self.visit_list(blobs.into_iter().map(AttributeValue::B).collect(), visitor)
            }
            AttributeValue::M(map) => self.visit_map(map, visitor),
            _ => Err(CodecError::new(
                "the value has a type that this version does not know",
            )),
        }
    }

    fn visit_list<'de, V: Visitor<'de>>(
        self,
        list: Vec<AttributeValue>,
        visitor: V,
    ) -> Result<V::Value, CodecError> {
        let mut elements = Elements::new(list, self.inside()?);
        let value = visitor.visit_seq(&mut elements)?;
        elements.end()?;
        Ok(value)
    }

    fn visit_map<'de, V: Visitor<'de>>(
        self,
        mut map: HashMap<String, AttributeValue>,
        visitor: V,
    ) -> Result<V::Value, CodecError> {
        fill_sets(&mut map, self.attributes, self.level);
        let mut entries = Entries::new(map, self.inside()?);
        let value = visitor.visit_map(&mut entries)?;
        entries.end()?;
        Ok(value)
    }
}

/// The place of the values inside of a list or map.
#[derive(Clone, Copy)]
struct Inside {
    level: usize,
    steps: usize,
}

impl Inside {
    fn decoder(self, value: AttributeValue) -> Decoder<'static> {
        Decoder {
            value,
            attributes: &[],
            level: self.level,
            steps: self.steps,
        }
    }
}

/// What is stored, as serde's errors name it.
fn unexpected(value: &AttributeValue) -> Unexpected<'static> {
    match value {
        AttributeValue::S(_) => Unexpected::Str(""),
        AttributeValue::N(_) => Unexpected::Unsigned(0),
        AttributeValue::B(_) => Unexpected::Bytes(&[]),
        AttributeValue::Bool(value) => Unexpected::Bool(*value),
        AttributeValue::Null(_) => Unexpected::Unit,
        AttributeValue::M(_) => Unexpected::Map,
        AttributeValue::L(_)
        | AttributeValue::Ss(_)
        | AttributeValue::Ns(_)
        | AttributeValue::Bs(_) => Unexpected::Seq,
        _ => Unexpected::Other("an unknown type"),
    }
}

/// The bytes that a list of numbers stands for, if it is one.
fn list_bytes(list: &[AttributeValue]) -> Option<Vec<u8>> {
    list.iter()
        .map(|element| number::parse_integer(element.as_n().ok()?).ok())
        .collect()
}

macro_rules! numbers {
    ($($method:ident, $visit:ident, $parse:ident;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
            match &self.value {
                AttributeValue::N(text) => visitor.$visit(number::$parse(text)?),
                _ => self.visit(visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Decoder<'_> {
    type Error = CodecError;

    serde::forward_to_deserialize_any! {
        bool char unit unit_struct map struct identifier
    }

    numbers! {
        deserialize_i8, visit_i8, parse_integer;
        deserialize_i16, visit_i16, parse_integer;
        deserialize_i32, visit_i32, parse_integer;
        deserialize_i64, visit_i64, parse_integer;
        deserialize_i128, visit_i128, parse_integer;
        deserialize_u8, visit_u8, parse_integer;
        deserialize_u16, visit_u16, parse_integer;
        deserialize_u32, visit_u32, parse_integer;
        deserialize_u64, visit_u64, parse_integer;
        deserialize_u128, visit_u128, parse_integer;
        deserialize_f32, visit_f32, parse_float;
        deserialize_f64, visit_f64, parse_float;
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        self.visit(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        self.deserialize_string(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        match self.value {
            // `String` would take bytes that are UTF-8, and the next write would make an S of the B.
            AttributeValue::B(_) => Err(CodecError::invalid_type(Unexpected::Bytes(&[]), &visitor)),
            _ => self.visit(visitor),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        self.deserialize_byte_buf(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        // Other tools, and a type that was not marked as bytes at first, store a list of numbers.
        if let AttributeValue::L(list) = &self.value
            && let Some(bytes) = list_bytes(list)
        {
            return visitor.visit_byte_buf(bytes);
        }
        self.visit(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        match self.value {
            AttributeValue::Null(_) => visitor.visit_none(),
            _ => visitor.visit_some(self.step()?),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, CodecError> {
        visitor.visit_newtype_struct(self.step()?)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        match self.value {
            AttributeValue::B(blob) => visit_bytes_as_list(blob, visitor),
            _ => self.visit(visitor),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, CodecError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, CodecError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, CodecError> {
        let inside = self.inside()?;
        match self.value {
            AttributeValue::S(variant) => visitor.visit_enum(EnumDecoder::unit(variant)),
            AttributeValue::M(map) if map.len() == 1 => match map.into_iter().next() {
                Some((variant, content)) => {
                    visitor.visit_enum(EnumDecoder::new(variant, inside.decoder(content)))
                }
                None => Err(CodecError::new("the map of an enum is empty")),
            },
            AttributeValue::M(map) => Err(CodecError::new(format!(
                "expected an enum, found a map (M) of {} entries; one entry names the variant",
                map.len()
            ))),
            other => Err(CodecError::invalid_type(
                unexpected(&other),
                &"an enum (text, or a map of one entry)",
            )),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        visitor.visit_unit()
    }
}

fn visit_bytes_as_list<'de, V: Visitor<'de>>(
    blob: Blob,
    visitor: V,
) -> Result<V::Value, CodecError> {
    let mut elements = SeqDeserializer::new(blob.into_inner().into_iter());
    let value = visitor.visit_seq(&mut elements)?;
    elements.end()?;
    Ok(value)
}

/// Gives the sets that are absent a value: a reader of a required field asks for one. In nested structs
/// too.
fn fill_sets(map: &mut HashMap<String, AttributeValue>, attributes: &[Attribute], level: usize) {
    if level > MAX_LEVEL {
        return;
    }
    for attribute in attributes {
        match (attribute.shape, map.get_mut(attribute.name)) {
            (Shape::Set, None | Some(AttributeValue::Null(_))) => {
                map.insert(attribute.name.to_owned(), AttributeValue::L(Vec::new()));
            }
            (Shape::Document(nested), Some(AttributeValue::M(inside))) => {
                fill_sets(inside, nested.attributes(), level + 1);
            }
            (Shape::Documents(nested), Some(AttributeValue::M(entries))) => {
                fill_elements(entries.values_mut(), nested.attributes(), level + 2);
            }
            (Shape::Documents(nested), Some(AttributeValue::L(elements))) => {
                fill_elements(elements.iter_mut(), nested.attributes(), level + 2);
            }
            _ => {}
        }
    }
}

fn fill_elements<'v>(
    elements: impl Iterator<Item = &'v mut AttributeValue>,
    attributes: &[Attribute],
    level: usize,
) {
    for element in elements {
        if let AttributeValue::M(inside) = element {
            fill_sets(inside, attributes, level);
        }
    }
}

//! The encoders of sequences and of maps, which put the values of their elements together.

use std::borrow::Cow;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};

use super::encoded::{self, Encoded, Entries};
use super::key::KeyEncoder;
use super::{Encoder, Place};
use crate::item::error::CodecError;
use crate::item::shape::{Shape, shape_of};

/// The most elements for which room is made ahead: a wrong length given by a `Serialize` impl must not cost memory.
pub(in crate::item) const MAX_RESERVED: usize = 1_024;

/// Encodes a sequence: a list, a set or binary.
pub(in crate::item) struct SeqEncoder<'a> {
    encoder: Encoder<'a>,
    variant: Option<&'static str>,
    elements: Elements,
    count: usize,
    /// How many elements there will be, as far as room is made for them.
    expected: usize,
}

/// Elements so far. Bytes are kept as such as long as there is nothing else.
enum Elements {
    Bytes(Vec<u8>),
    Values(Vec<AttributeValue>),
}

impl<'a> SeqEncoder<'a> {
    pub(super) fn new(
        encoder: Encoder<'a>,
        variant: Option<&'static str>,
        len: usize,
    ) -> Result<Self, CodecError> {
        if let Place::Item(_)
        | Place::Value(Shape::Plain | Shape::List | Shape::Document(_) | Shape::Documents(_)) =
            encoder.place
        {
            encoder.check_level()?;
        }
        Ok(SeqEncoder {
            encoder,
            variant,
            elements: Elements::Bytes(Vec::new()),
            count: 0,
            expected: len.min(MAX_RESERVED),
        })
    }

    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), CodecError> {
        let place = match self.encoder.place {
            Place::Value(Shape::Set | Shape::OptionalSet) => Place::SetElement,
            Place::Value(Shape::Documents(nested)) => Place::Value(Shape::Document(nested)),
            _ => Place::Value(Shape::Plain),
        };
        let element = self
            .encoder
            .inner(place)
            .and_then(|encoder| value.serialize(encoder))
            .and_then(|encoded| self.elements.push(encoded, self.expected))
            .map_err(|error| error.in_element(self.count));
        self.count += 1;
        element
    }

    fn finish(self) -> Result<Encoded, CodecError> {
        let encoded = match (self.encoder.place, self.elements) {
            (Place::Value(Shape::Set | Shape::OptionalSet), elements) if elements.is_empty() => {
                Encoded::EmptySet
            }
            (Place::Value(Shape::Set | Shape::OptionalSet), elements) => {
                match encoded::into_set(elements.into_values()) {
                    Ok(set) => Encoded::Value(set),
                    Err(elements) => list(self.encoder, elements)?,
                }
            }
            (Place::Value(Shape::Bytes) | Place::SetElement, Elements::Bytes(bytes)) => {
                Encoded::Value(AttributeValue::B(Blob::new(bytes)))
            }
            (Place::Value(Shape::Bytes), Elements::Values(_)) => {
                return Err(CodecError::new(
                    "a field stored as bytes has elements that are not `u8`",
                ));
            }
            (_, elements) => list(self.encoder, elements.into_values())?,
        };
        match self.variant {
            Some(variant) => Ok(Encoded::variant(variant, encoded.into_element()?)),
            None => Ok(encoded),
        }
    }
}

fn list(encoder: Encoder<'_>, elements: Vec<AttributeValue>) -> Result<Encoded, CodecError> {
    encoder.check_level()?;
    if !elements.is_empty() {
        encoder.check_level_inside()?;
    }
    Ok(Encoded::Value(AttributeValue::L(elements)))
}

impl Elements {
    /// Adds one of so many `expected` elements.
    fn push(&mut self, encoded: Encoded, expected: usize) -> Result<(), CodecError> {
        match (&mut *self, encoded) {
            (Elements::Bytes(bytes), Encoded::Byte(byte)) => {
                // Only now is it likely that all are bytes.
                bytes.reserve(expected.saturating_sub(bytes.len()));
                bytes.push(byte);
            }
            (Elements::Values(values), encoded) => values.push(encoded.into_element()?),
            (Elements::Bytes(bytes), encoded) => {
                let mut values = Vec::with_capacity(expected);
                values.extend(byte_values(std::mem::take(bytes)));
                values.push(encoded.into_element()?);
                *self = Elements::Values(values);
            }
        }
        Ok(())
    }

    fn is_empty(&self) -> bool {
        match self {
            Elements::Bytes(bytes) => bytes.is_empty(),
            Elements::Values(values) => values.is_empty(),
        }
    }

    fn into_values(self) -> Vec<AttributeValue> {
        match self {
            Elements::Bytes(bytes) => byte_values(bytes),
            Elements::Values(values) => values,
        }
    }
}

fn byte_values(bytes: Vec<u8>) -> Vec<AttributeValue> {
    bytes
        .into_iter()
        .map(|byte| AttributeValue::N(byte.to_string()))
        .collect()
}

/// Encodes a map or a struct.
pub(in crate::item) struct MapEncoder<'a> {
    encoder: Encoder<'a>,
    variant: Option<&'static str>,
    entries: Entries,
    /// Whether `None` is absent (fields), or NULL (entries of a map).
    none_is_absent: bool,
    key: Option<Cow<'static, str>>,
}

impl<'a> MapEncoder<'a> {
    /// The encoder of a struct's fields.
    pub(super) fn fields(
        encoder: Encoder<'a>,
        variant: Option<&'static str>,
        len: usize,
    ) -> Result<Self, CodecError> {
        MapEncoder::new(encoder, variant, len, true)
    }

    /// The encoder of a map's entries. Those of the item are attributes, and there `None` is absent too.
    pub(super) fn map(encoder: Encoder<'a>, len: usize) -> Result<Self, CodecError> {
        MapEncoder::new(encoder, None, len, matches!(encoder.place, Place::Item(_)))
    }

    fn new(
        encoder: Encoder<'a>,
        variant: Option<&'static str>,
        len: usize,
        none_is_absent: bool,
    ) -> Result<Self, CodecError> {
        encoder.check_level()?;
        let entries = Vec::with_capacity(len.min(MAX_RESERVED));
        Ok(MapEncoder {
            encoder,
            variant,
            entries,
            none_is_absent,
            key: None,
        })
    }

    fn push<T: Serialize + ?Sized>(
        &mut self,
        name: Cow<'static, str>,
        value: &T,
    ) -> Result<(), CodecError> {
        let shape = match self.encoder.place {
            Place::Item(attributes) => shape_of(attributes, &name),
            Place::Value(Shape::Document(nested)) => shape_of(nested.attributes(), &name),
            Place::Value(Shape::Documents(nested)) => Shape::Document(nested),
            _ => Shape::Plain,
        };
        let value = self
            .encoder
            .inner(Place::Value(shape))
            .and_then(|encoder| value.serialize(encoder))
            .and_then(|encoded| match encoded {
                Encoded::None | Encoded::EmptySet if self.none_is_absent => Ok(None),
                encoded => encoded.into_element().map(Some),
            })
            .map_err(|error| error.in_field(&name))?;
        if let Some(value) = value {
            self.entries.push((name, value));
        }
        Ok(())
    }

    fn finish(self) -> Result<Encoded, CodecError> {
        if !self.entries.is_empty() {
            self.encoder.check_level_inside()?;
        }
        let encoded = Encoded::Map(self.entries);
        match self.variant {
            Some(variant) => Ok(Encoded::variant(variant, encoded.into_element()?)),
            None => Ok(encoded),
        }
    }
}

macro_rules! sequences {
    ($($trait:ident::$method:ident;)*) => {$(
        impl $trait for SeqEncoder<'_> {
            type Ok = Encoded;
            type Error = CodecError;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), CodecError> {
                self.push(value)
            }

            fn end(self) -> Result<Encoded, CodecError> {
                self.finish()
            }
        }
    )*};
}

sequences! {
    SerializeSeq::serialize_element;
    SerializeTuple::serialize_element;
    SerializeTupleStruct::serialize_field;
    SerializeTupleVariant::serialize_field;
}

macro_rules! structs {
    ($($trait:ident)*) => {$(
        impl $trait for MapEncoder<'_> {
            type Ok = Encoded;
            type Error = CodecError;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), CodecError> {
                self.push(Cow::Borrowed(name), value)
            }

            fn end(self) -> Result<Encoded, CodecError> {
                self.finish()
            }
        }
    )*};
}

structs! { SerializeStruct SerializeStructVariant }

impl SerializeMap for MapEncoder<'_> {
    type Ok = Encoded;
    type Error = CodecError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), CodecError> {
        self.key = Some(key.serialize(KeyEncoder)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), CodecError> {
        let key = self
            .key
            .take()
            .ok_or_else(|| CodecError::new("a map serialized a value before its key"))?;
        self.push(key, value)
    }

    fn end(self) -> Result<Encoded, CodecError> {
        self.finish()
    }
}

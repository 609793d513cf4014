//! The encoder: a serde `Serializer` whose result is an attribute's value, or that there is none.
//!
//! Whether `None` is absent or NULL, and whether a sequence is a list, a set or binary, is decided by who holds the value. So an
//! encoder gives back an [`Encoded`] and the container makes of it what it needs.

mod containers;
mod encoded;
mod key;

use std::fmt::Display;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use serde::ser::{Serialize, Serializer};

pub(super) use self::containers::MAX_RESERVED;
use self::containers::{MapEncoder, SeqEncoder};
use self::encoded::Encoded;
pub(super) use self::encoded::{check_name, twice};
pub(super) use self::key::KeyEncoder;
use super::error::CodecError;
use super::lenient::{BYTES, SET};
use super::number;
use super::shape::{Attribute, Shape};
use super::{MAX_LEVEL, MAX_STEPS};

/// Encodes one value.
#[derive(Clone, Copy)]
pub(super) struct Encoder<'a> {
    place: Place<'a>,
    /// The level of the value: the item is 0, its attributes are 1.
    level: usize,
    /// How many encoders this one is inside of.
    steps: usize,
}

/// What the value is to become.
#[derive(Clone, Copy)]
enum Place<'a> {
    /// The item itself, with the shapes of its attributes.
    #[cfg_attr(not(test), allow(dead_code, reason = "what tests compare with"))]
    Item(&'a [Attribute]),
    /// An attribute, or something inside of one.
    Value(Shape),
    /// An element of what may become a set: a sequence of `u8` is binary here, since sets hold no lists.
    SetElement,
}

impl<'a> Encoder<'a> {
    #[cfg_attr(not(test), allow(dead_code, reason = "what tests compare with"))]
    pub(super) fn item(attributes: &'a [Attribute]) -> Self {
        Encoder {
            place: Place::Item(attributes),
            level: 0,
            steps: 0,
        }
    }

    pub(super) fn value(shape: Shape) -> Self {
        Encoder {
            place: Place::Value(shape),
            level: 1,
            steps: 0,
        }
    }

    /// The same value, one serde call further in.
    fn step(self) -> Result<Self, CodecError> {
        if self.steps >= MAX_STEPS {
            return Err(CodecError::too_many_steps());
        }
        Ok(Encoder {
            steps: self.steps + 1,
            ..self
        })
    }

    /// The encoder of a value that this one contains.
    fn inner(self, place: Place<'a>) -> Result<Self, CodecError> {
        Ok(Encoder {
            place,
            level: self.level + 1,
            ..self.step()?
        })
    }

    /// The encoder of an enum variant's content, which is the only entry of a map.
    fn variant_content(self) -> Result<Self, CodecError> {
        self.inner(Place::Value(Shape::Plain))
    }

    /// Whether a list or map may be here.
    fn check_level(self) -> Result<(), CodecError> {
        if self.level > MAX_LEVEL {
            return Err(CodecError::too_deep());
        }
        Ok(())
    }

    /// Whether something may be inside of a list or map that is here.
    fn check_level_inside(self) -> Result<(), CodecError> {
        if self.level >= MAX_LEVEL {
            return Err(CodecError::too_deep());
        }
        Ok(())
    }
}

fn number(text: impl ToString) -> Result<Encoded, CodecError> {
    Ok(Encoded::Value(AttributeValue::N(text.to_string())))
}

fn string(text: impl Into<String>) -> Result<Encoded, CodecError> {
    Ok(Encoded::Value(AttributeValue::S(text.into())))
}

macro_rules! integers {
    ($($method:ident($type:ty);)*) => {$(
        fn $method(self, value: $type) -> Result<Encoded, CodecError> {
            number(value)
        }
    )*};
}

impl<'a> Serializer for Encoder<'a> {
    type Ok = Encoded;
    type Error = CodecError;
    type SerializeSeq = SeqEncoder<'a>;
    type SerializeTuple = SeqEncoder<'a>;
    type SerializeTupleStruct = SeqEncoder<'a>;
    type SerializeTupleVariant = SeqEncoder<'a>;
    type SerializeMap = MapEncoder<'a>;
    type SerializeStruct = MapEncoder<'a>;
    type SerializeStructVariant = MapEncoder<'a>;

    integers! {
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
    }

    fn serialize_u8(self, value: u8) -> Result<Encoded, CodecError> {
        Ok(Encoded::Byte(value))
    }

    fn serialize_i128(self, value: i128) -> Result<Encoded, CodecError> {
        number(number::wide_integer(value.to_string())?)
    }

    fn serialize_u128(self, value: u128) -> Result<Encoded, CodecError> {
        number(number::wide_integer(value.to_string())?)
    }

    fn serialize_f32(self, value: f32) -> Result<Encoded, CodecError> {
        number(number::float(|| value.to_string(), format!("{value:E}"))?)
    }

    fn serialize_f64(self, value: f64) -> Result<Encoded, CodecError> {
        number(number::float(|| value.to_string(), format!("{value:E}"))?)
    }

    fn serialize_bool(self, value: bool) -> Result<Encoded, CodecError> {
        Ok(Encoded::Value(AttributeValue::Bool(value)))
    }

    fn serialize_char(self, value: char) -> Result<Encoded, CodecError> {
        string(value)
    }

    fn serialize_str(self, value: &str) -> Result<Encoded, CodecError> {
        string(value)
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<Encoded, CodecError> {
        string(value.to_string())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Encoded, CodecError> {
        Ok(Encoded::Value(AttributeValue::B(Blob::new(value))))
    }

    fn serialize_none(self) -> Result<Encoded, CodecError> {
        Ok(Encoded::None)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Encoded, CodecError> {
        value.serialize(self.step()?)
    }

    fn serialize_unit(self) -> Result<Encoded, CodecError> {
        Ok(Encoded::Value(AttributeValue::Null(true)))
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<Encoded, CodecError> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<Encoded, CodecError> {
        string(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<Encoded, CodecError> {
        let place = match name {
            SET => Place::Value(Shape::Set),
            BYTES => Place::Value(Shape::Bytes),
            _ => self.place,
        };
        value.serialize(Encoder {
            place,
            ..self.step()?
        })
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Encoded, CodecError> {
        self.check_level_inside()?;
        let content = value
            .serialize(self.variant_content()?)
            .and_then(Encoded::into_element)
            .map_err(|error| error.in_field(variant))?;
        Ok(Encoded::variant(variant, content))
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<SeqEncoder<'a>, CodecError> {
        SeqEncoder::new(self, None, len.unwrap_or(0))
    }

    fn serialize_tuple(self, len: usize) -> Result<SeqEncoder<'a>, CodecError> {
        SeqEncoder::new(self, None, len)
    }

    fn serialize_tuple_struct(
        self,
        _name: &'static str,
        len: usize,
    ) -> Result<SeqEncoder<'a>, CodecError> {
        SeqEncoder::new(self, None, len)
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<SeqEncoder<'a>, CodecError> {
        self.check_level_inside()?;
        SeqEncoder::new(self.variant_content()?, Some(variant), len)
    }

    fn serialize_map(self, len: Option<usize>) -> Result<MapEncoder<'a>, CodecError> {
        match len {
            Some(len) => MapEncoder::map(self, len),
            // A struct with `#[serde(flatten)]`.
            None => MapEncoder::fields(self, None, 0),
        }
    }

    fn serialize_struct(
        self,
        _name: &'static str,
        len: usize,
    ) -> Result<MapEncoder<'a>, CodecError> {
        MapEncoder::fields(self, None, len)
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<MapEncoder<'a>, CodecError> {
        self.check_level_inside()?;
        MapEncoder::fields(self.variant_content()?, Some(variant), len)
    }
}

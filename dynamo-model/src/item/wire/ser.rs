//! The encoder: a serde `Serializer` that writes an entity into the text of a request.
//!
//! It follows the rules of the encoder over the SDK's values; see [`crate::item::ser`]. There, whoever holds a value decides whether
//! `None` is absent or NULL, and whether a sequence is a list, a set or binary. Here the value is in the text by then: what turns
//! out to be absent is cut off again, and a list that turns out to be a set is written anew.

mod containers;

use std::fmt::{Display, UpperExp};

use serde::ser::{Serialize, Serializer};

use self::containers::{MapEncoder, SeqEncoder};
use super::output::Output;
use super::scan::Kind;
use crate::item::error::CodecError;
use crate::item::lenient::{BYTES, SET};
use crate::item::number;
use crate::item::shape::{Attribute, Shape};
use crate::item::{MAX_LEVEL, MAX_STEPS};

/// Encodes one value.
pub(super) struct Encoder<'a, 'o> {
    out: &'o mut Output,
    place: Place<'a>,
    /// The level of the value: the item is 0, its attributes are 1.
    level: u16,
    /// How many encoders this one is inside of.
    steps: u16,
}

/// The fields of an item: the shapes of its attributes, and the names to leave out.
pub(super) struct ItemFields<'a> {
    pub(super) attributes: &'a [Attribute],
    pub(super) left_out: &'a [&'a str],
}

/// What the value is to become.
#[derive(Clone, Copy)]
enum Place<'a> {
    /// The item itself, which is begun already.
    Item(&'a ItemFields<'a>),
    /// An attribute, or something inside of one.
    Value(Shape),
    /// An element of what may become a set: a sequence of `u8` is binary here, since sets hold no lists.
    SetElement,
}

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// Nothing, for `None`.
    None,
    /// Nothing, for a set without elements.
    EmptySet,
    /// Nothing yet: a `u8`, which is a number or a part of binary.
    Byte(u8),
    /// A value of this type.
    Value(Kind),
    /// The attributes of the item.
    Item,
}

impl Written {
    /// Writes what an element of a list or map has to be, if it is not there yet.
    #[inline]
    fn into_element(self, out: &mut Output) -> Kind {
        match self {
            Written::Value(kind) => kind,
            other => other.write_element(out),
        }
    }

    fn write_element(self, out: &mut Output) -> Kind {
        match self {
            Written::None => {
                out.null();
                Kind::Null
            }
            Written::EmptySet => {
                out.empty_list();
                Kind::L
            }
            Written::Byte(byte) => {
                out.integer(byte);
                Kind::N
            }
            Written::Value(kind) => kind,
            Written::Item => Kind::M,
        }
    }

    /// Writes what a struct's field has to be; whether it is anything.
    #[cfg(test)]
    pub(super) fn into_field(self, out: &mut Output) -> bool {
        let is_present = !matches!(self, Written::None | Written::EmptySet);
        if is_present {
            self.into_element(out);
        }
        is_present
    }
}

impl<'a, 'o> Encoder<'a, 'o> {
    /// The encoder of an item's attributes.
    pub(super) fn item(out: &'o mut Output, fields: &'a ItemFields<'a>) -> Self {
        Encoder {
            out,
            place: Place::Item(fields),
            level: 0,
            steps: 0,
        }
    }

    /// The encoder of one attribute's value.
    #[cfg(test)]
    pub(super) fn value(out: &'o mut Output, shape: Shape) -> Self {
        Encoder {
            out,
            place: Place::Value(shape),
            level: 1,
            steps: 0,
        }
    }

    /// The same value, one serde call further in.
    #[inline]
    fn step(self) -> Result<Self, CodecError> {
        self.check_steps()?;
        Ok(Encoder {
            steps: self.steps + 1,
            ..self
        })
    }

    /// Whether an encoder may be inside of this one.
    #[inline]
    fn check_steps(&self) -> Result<(), CodecError> {
        if usize::from(self.steps) >= MAX_STEPS {
            return Err(CodecError::too_many_steps());
        }
        Ok(())
    }

    /// Encodes a value that this one contains.
    #[inline]
    fn encode<T: Serialize + ?Sized>(
        &mut self,
        value: &T,
        place: Place<'a>,
    ) -> Result<Written, CodecError> {
        self.check_steps()?;
        value.serialize(Encoder {
            out: self.out,
            place,
            level: self.level + 1,
            steps: self.steps + 1,
        })
    }

    /// Whether a list or map may be here.
    fn check_level(&self) -> Result<(), CodecError> {
        if usize::from(self.level) > MAX_LEVEL {
            return Err(CodecError::too_deep());
        }
        Ok(())
    }

    /// Whether something may be inside of a list or map that is here.
    fn check_level_inside(&self) -> Result<(), CodecError> {
        if usize::from(self.level) >= MAX_LEVEL {
            return Err(CodecError::too_deep());
        }
        Ok(())
    }

    fn number(self, number: &str) -> Result<Written, CodecError> {
        self.out.number(number);
        Ok(Written::Value(Kind::N))
    }

    fn integer(self, number: impl itoa::Integer) -> Result<Written, CodecError> {
        self.out.integer(number);
        Ok(Written::Value(Kind::N))
    }

    fn float<F>(self, number: F, digits: u32) -> Result<Written, CodecError>
    where
        F: zmij::Float + Copy + Into<f64> + Display + UpperExp,
    {
        match number::plain_float(number, digits, &mut zmij::Buffer::new()) {
            Some(plain) => self.number(&plain),
            None => self.number(&number::float(
                || number.to_string(),
                format!("{number:E}"),
            )?),
        }
    }

    /// Begins the map that stands for an enum variant with content.
    fn begin_variant(mut self, variant: &'static str) -> Result<Variant<'a, 'o>, CodecError> {
        self.check_level_inside()?;
        let is_item = matches!(self.place, Place::Item(_));
        if !is_item {
            self.out.open_map();
        }
        let mut names = self.out.open_names(is_item);
        let entry = self.out.begin_entry(&names, variant);
        self.out.end_entry(&mut names, entry, variant)?;
        self.out.close_names(names, is_item)?;
        self.place = Place::Value(Shape::Plain);
        let level = self.level + 1;
        Ok(Variant {
            content: Encoder {
                level,
                ..self.step()?
            },
            name: variant,
            is_item,
        })
    }
}

/// An enum variant whose content comes next.
struct Variant<'a, 'o> {
    content: Encoder<'a, 'o>,
    name: &'static str,
    is_item: bool,
}

/// What ends a container that is a variant's content.
#[derive(Clone, Copy)]
struct VariantEnd {
    is_item: bool,
}

impl VariantEnd {
    fn finish(self, out: &mut Output, content: Written) -> Written {
        content.into_element(out);
        if self.is_item {
            return Written::Item;
        }
        out.json.push_str("}}");
        Written::Value(Kind::M)
    }
}

macro_rules! integers {
    ($($method:ident($type:ty);)*) => {$(
        #[inline]
        fn $method(self, value: $type) -> Result<Written, CodecError> {
            self.integer(value)
        }
    )*};
}

impl<'a, 'o> Serializer for Encoder<'a, 'o> {
    type Ok = Written;
    type Error = CodecError;
    type SerializeSeq = SeqEncoder<'a, 'o>;
    type SerializeTuple = SeqEncoder<'a, 'o>;
    type SerializeTupleStruct = SeqEncoder<'a, 'o>;
    type SerializeTupleVariant = SeqEncoder<'a, 'o>;
    type SerializeMap = MapEncoder<'a, 'o>;
    type SerializeStruct = MapEncoder<'a, 'o>;
    type SerializeStructVariant = MapEncoder<'a, 'o>;

    integers! {
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
    }

    #[inline]
    fn serialize_u8(self, value: u8) -> Result<Written, CodecError> {
        Ok(Written::Byte(value))
    }

    fn serialize_i128(self, value: i128) -> Result<Written, CodecError> {
        self.number(&number::wide_integer(value.to_string())?)
    }

    fn serialize_u128(self, value: u128) -> Result<Written, CodecError> {
        self.number(&number::wide_integer(value.to_string())?)
    }

    fn serialize_f32(self, value: f32) -> Result<Written, CodecError> {
        self.float(value, f32::DIGITS)
    }

    fn serialize_f64(self, value: f64) -> Result<Written, CodecError> {
        self.float(value, f64::DIGITS)
    }

    #[inline]
    fn serialize_bool(self, value: bool) -> Result<Written, CodecError> {
        self.out.boolean(value);
        Ok(Written::Value(Kind::Bool))
    }

    fn serialize_char(self, value: char) -> Result<Written, CodecError> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<Written, CodecError> {
        self.out.string(value);
        Ok(Written::Value(Kind::S))
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<Written, CodecError> {
        self.out
            .displayed(value)
            .map_err(|_| CodecError::new("its `Display` gives an error"))?;
        Ok(Written::Value(Kind::S))
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Written, CodecError> {
        self.out.binary(value);
        Ok(Written::Value(Kind::B))
    }

    #[inline]
    fn serialize_none(self) -> Result<Written, CodecError> {
        Ok(Written::None)
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Written, CodecError> {
        value.serialize(self.step()?)
    }

    fn serialize_unit(self) -> Result<Written, CodecError> {
        self.out.null();
        Ok(Written::Value(Kind::Null))
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<Written, CodecError> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<Written, CodecError> {
        self.serialize_str(variant)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<Written, CodecError> {
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
    ) -> Result<Written, CodecError> {
        let mut variant = self.begin_variant(variant)?;
        let end = variant.end();
        let content = value
            .serialize(variant.content.again())
            .map_err(|error| error.in_field(variant.name))?;
        Ok(end.finish(variant.content.out, content))
    }

    #[inline]
    fn serialize_seq(self, len: Option<usize>) -> Result<SeqEncoder<'a, 'o>, CodecError> {
        SeqEncoder::new(self, None, len.unwrap_or(0))
    }

    fn serialize_tuple(self, len: usize) -> Result<SeqEncoder<'a, 'o>, CodecError> {
        SeqEncoder::new(self, None, len)
    }

    fn serialize_tuple_struct(
        self,
        _name: &'static str,
        len: usize,
    ) -> Result<SeqEncoder<'a, 'o>, CodecError> {
        SeqEncoder::new(self, None, len)
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<SeqEncoder<'a, 'o>, CodecError> {
        let variant = self.begin_variant(variant)?;
        let end = variant.end();
        SeqEncoder::new(variant.content, Some(end), len)
    }

    fn serialize_map(self, len: Option<usize>) -> Result<MapEncoder<'a, 'o>, CodecError> {
        // Without a length it is a struct with `#[serde(flatten)]`. The entries of the item are attributes.
        let is_fields = len.is_none() || matches!(self.place, Place::Item(_));
        MapEncoder::new(self, None, is_fields)
    }

    #[inline]
    fn serialize_struct(
        self,
        _name: &'static str,
        _len: usize,
    ) -> Result<MapEncoder<'a, 'o>, CodecError> {
        MapEncoder::new(self, None, true)
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<MapEncoder<'a, 'o>, CodecError> {
        let variant = self.begin_variant(variant)?;
        let end = variant.end();
        MapEncoder::new(variant.content, Some(end), true)
    }
}

impl Variant<'_, '_> {
    fn end(&self) -> VariantEnd {
        VariantEnd {
            is_item: self.is_item,
        }
    }
}

impl<'a> Encoder<'a, '_> {
    /// The same encoder for the same value.
    fn again(&mut self) -> Encoder<'a, '_> {
        Encoder {
            out: self.out,
            place: self.place,
            level: self.level,
            steps: self.steps,
        }
    }
}

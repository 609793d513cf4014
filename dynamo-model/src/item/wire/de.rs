//! The decoder: a serde `Deserializer` over a value that the scan has found.
//!
//! It follows the rules of the decoder over the SDK's values, message for message; see [`crate::item::de`]. Text without escapes is
//! lent, numbers are parsed into the type asked for, binary is decoded into the bytes asked for; there is no value in between.
//!
//! The scan has found where each value ends. So a reader that reads an element in part, or not at all, or fails and goes on, cannot
//! lose the place of the next one.

mod access;
mod entries;
mod key;
mod place;

use std::borrow::Cow;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::de::value::SeqDeserializer;
use serde::de::{Deserializer, Error, Unexpected, Visitor};

use self::access::{Elements, EnumDecoder};
use self::entries::Entries;
pub(crate) use self::entries::{Hidden, HiddenNames};
use self::place::Place;
pub(super) use self::place::Source;
use super::entry::Entry;
use super::scan::{Kind, Span};
use super::text;
use crate::item::error::CodecError;
use crate::item::number::{self, Number};
use crate::item::shape::{Attribute, Shape};

/// Decodes one value.
#[derive(Clone, Copy)]
pub(super) struct Decoder<'a, 'de> {
    source: &'a Source<'a, 'de>,
    entry: &'a Entry,
    shape: Shape,
    place: Place,
}

/// Decodes an item whose attributes were found before.
pub(super) struct ItemDecoder<'a, 'de> {
    pub(super) source: &'a Source<'a, 'de>,
    pub(super) entries: &'a [Entry],
    /// The shapes of its attributes.
    pub(super) attributes: &'a [Attribute],
    /// What the reader is not to see, and what it is to see instead.
    pub(super) hidden: &'a Hidden<'a>,
}

impl<'de> ItemDecoder<'_, 'de> {
    #[inline]
    fn visit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        let place = Place::ITEM;
        visit_entries(
            Entries::new(
                self.source,
                self.entries,
                Some(self.hidden),
                self.attributes,
                Shape::Plain,
                place,
            )?,
            visitor,
        )
    }
}

impl<'de> Deserializer<'de> for ItemDecoder<'_, 'de> {
    type Error = CodecError;

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        self.visit(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, CodecError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, CodecError> {
        let entries = Entries::new(
            self.source,
            self.entries,
            Some(self.hidden),
            &[],
            Shape::Plain,
            Place::ITEM,
        )?;
        visit_variant(entries, self.entries.len(), visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        visitor.visit_unit()
    }
}

impl<'a, 'de> Decoder<'a, 'de> {
    /// One attribute's value.
    pub(super) fn value(source: &'a Source<'a, 'de>, entry: &'a Entry) -> Self {
        Decoder {
            source,
            entry,
            shape: Shape::Plain,
            place: Place::ATTRIBUTE,
        }
    }

    #[inline]
    fn step(self) -> Result<Self, CodecError> {
        Ok(Decoder {
            place: self.place.step()?,
            ..self
        })
    }

    #[inline]
    fn inside(&self) -> &'a [Entry] {
        self.entry.inside(self.source.inner)
    }

    #[inline]
    fn span(&self) -> Span {
        self.entry.span()
    }

    /// The type; a set that is NULL is one without elements.
    #[inline]
    fn kind(&self) -> Kind {
        match (self.entry.kind(), self.shape) {
            (Kind::Null, Shape::Set) => Kind::L,
            (kind, _) => kind,
        }
    }

    #[inline]
    fn content(&self) -> Result<Cow<'de, str>, CodecError> {
        text::content(self.source.text, self.span())
    }

    #[inline]
    fn boolean(&self) -> bool {
        self.span().of(self.source.text) == "true"
    }

    /// What binary holds.
    fn bytes(&self) -> Result<Vec<u8>, CodecError> {
        bytes(self.source.text, self.span())
    }

    fn visit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        match self.kind() {
            Kind::S => match self.content()? {
                Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
                Cow::Owned(text) => visitor.visit_string(text),
            },
            Kind::N => match number::parse_any(&self.content()?)? {
                Number::Unsigned(number) => visitor.visit_u64(number),
                Number::Signed(number) => visitor.visit_i64(number),
                Number::WideUnsigned(number) => visitor.visit_u128(number),
                Number::WideSigned(number) => visitor.visit_i128(number),
                Number::Float(number) => visitor.visit_f64(number),
            },
            Kind::B => visitor.visit_byte_buf(self.bytes()?),
            Kind::Bool => visitor.visit_bool(self.boolean()),
            Kind::Null => visitor.visit_unit(),
            Kind::L | Kind::Ss | Kind::Ns | Kind::Bs => self.visit_list(visitor),
            Kind::M => self.visit_map(visitor),
            Kind::Other => Err(CodecError::new(
                "the value has a type that this version does not know",
            )),
        }
    }

    #[inline]
    fn visit_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        let (attributes, element) = match self.shape {
            Shape::Document(nested) => (nested.attributes(), Shape::Plain),
            shape => (&[][..], shape.element()),
        };
        visit_entries(self.entries(attributes, element)?, visitor)
    }

    #[inline]
    fn entries(
        &self,
        attributes: &'a [Attribute],
        element: Shape,
    ) -> Result<Entries<'a, 'de>, CodecError> {
        Entries::new(
            self.source,
            self.inside(),
            None,
            attributes,
            element,
            self.place,
        )
    }

    #[inline]
    fn elements(&self) -> Result<Elements<'a, 'de>, CodecError> {
        let place = self.place.inside()?;
        Ok(Elements::new(
            self.source,
            self.inside(),
            self.shape.element(),
            place,
        ))
    }

    #[inline]
    fn visit_list<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        let mut elements = self.elements()?;
        let value = visitor.visit_seq(&mut elements)?;
        elements.end()?;
        Ok(value)
    }

    /// What is stored, as serde's errors name it.
    fn unexpected(&self) -> Unexpected<'static> {
        match self.kind() {
            Kind::S => Unexpected::Str(""),
            Kind::N => Unexpected::Unsigned(0),
            Kind::B => Unexpected::Bytes(&[]),
            Kind::Bool => Unexpected::Bool(self.boolean()),
            Kind::Null => Unexpected::Unit,
            Kind::M => Unexpected::Map,
            Kind::L | Kind::Ss | Kind::Ns | Kind::Bs => Unexpected::Seq,
            Kind::Other => Unexpected::Other("an unknown type"),
        }
    }

    /// The bytes that a list of numbers stands for, if it is one.
    fn list_bytes(&self) -> Result<Option<Vec<u8>>, CodecError> {
        let mut elements = self.elements()?;
        let mut bytes = Vec::new();
        while let Some(element) = elements.advance() {
            let byte = match element.entry.kind() {
                Kind::N => number::parse_integer(&element.content()?).ok(),
                _ => None,
            };
            match byte {
                Some(byte) => bytes.push(byte),
                None => return Ok(None),
            }
        }
        Ok(Some(bytes))
    }
}

/// What the base64 text of a binary value holds.
pub(super) fn bytes(text: &str, span: Span) -> Result<Vec<u8>, CodecError> {
    decoded(&text::content(text, span)?)
}

pub(super) fn decoded(base64: &str) -> Result<Vec<u8>, CodecError> {
    STANDARD
        .decode(base64.as_bytes())
        .map_err(|_| CodecError::new("the B is not base64"))
}

#[inline]
fn visit_entries<'de, V: Visitor<'de>>(
    mut entries: Entries<'_, 'de>,
    visitor: V,
) -> Result<V::Value, CodecError> {
    let read = visitor.visit_map(&mut entries);
    // The value is not moved out of its result and into another one.
    match entries.end() {
        Err(error) if read.is_ok() => Err(error),
        _ => read,
    }
}

/// An enum in its map form: one entry, which names the variant.
fn visit_variant<'de, V: Visitor<'de>>(
    mut entries: Entries<'_, 'de>,
    count: usize,
    visitor: V,
) -> Result<V::Value, CodecError> {
    if count != 1 {
        return Err(CodecError::new(format!(
            "expected an enum, found a map (M) of {count} entries; one entry names the variant"
        )));
    }
    match entries.variant()? {
        Some((name, content)) => visitor.visit_enum(EnumDecoder::new(name, content)),
        None => Err(CodecError::new("the map of an enum is empty")),
    }
}

macro_rules! numbers {
    ($($method:ident, $visit:ident, $parse:ident;)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
            match self.entry.kind() {
                Kind::N => visitor.$visit(number::$parse(&self.content()?)?),
                _ => self.visit(visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Decoder<'_, 'de> {
    type Error = CodecError;

    serde::forward_to_deserialize_any! {
        char unit unit_struct identifier
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

    #[inline]
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        match self.entry.kind() {
            Kind::Bool => visitor.visit_bool(self.boolean()),
            _ => self.visit(visitor),
        }
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        match self.entry.kind() {
            Kind::M => self.visit_map(visitor),
            _ => self.visit(visitor),
        }
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, CodecError> {
        self.deserialize_map(visitor)
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        match self.entry.kind() {
            Kind::S if !self.span().is_escaped => {
                visitor.visit_borrowed_str(self.span().of(self.source.text))
            }
            // `String` would take bytes that are UTF-8, and the next write would make an S of the B.
            Kind::B => Err(CodecError::invalid_type(Unexpected::Bytes(&[]), &visitor)),
            _ => self.visit(visitor),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        self.deserialize_byte_buf(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        // Other tools, and a type that was not marked as bytes at first, store a list of numbers.
        if self.kind() == Kind::L
            && let Some(bytes) = self.list_bytes()?
        {
            return visitor.visit_byte_buf(bytes);
        }
        self.visit(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        match self.kind() {
            Kind::Null => visitor.visit_none(),
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
        match self.entry.kind() {
            Kind::L | Kind::Ss | Kind::Ns | Kind::Bs => return self.visit_list(visitor),
            Kind::B => {}
            _ => return self.visit(visitor),
        }
        let mut elements = SeqDeserializer::new(self.bytes()?.into_iter());
        let value = visitor.visit_seq(&mut elements)?;
        elements.end()?;
        Ok(value)
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
        match self.kind() {
            Kind::S => {
                self.place.inside()?;
                visitor.visit_enum(EnumDecoder::unit(self.content()?))
            }
            Kind::M => {
                let count = self.inside().len();
                visit_variant(self.entries(&[], Shape::Plain)?, count, visitor)
            }
            _ => Err(CodecError::invalid_type(
                self.unexpected(),
                &"an enum (text, or a map of one entry)",
            )),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        visitor.visit_unit()
    }
}

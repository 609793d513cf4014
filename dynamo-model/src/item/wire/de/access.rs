//! What the decoder shows of lists and enums.

use std::borrow::Cow;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, SeqAccess, Unexpected, VariantAccess, Visitor,
};

use super::entries::Nested;
use super::key::NameDecoder;
use super::{Decoder, Place, inside};
use crate::item::error::CodecError;
use crate::item::shape::Shape;
use crate::item::wire::scan::{Found, Kind, Scan};

/// serde's "expected", for a container that has too much in it.
struct Fewer(usize);

impl serde::de::Expected for Fewer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// An error if the reader wanted fewer elements than there are.
pub(super) fn check_end(read: usize, left: usize) -> Result<(), CodecError> {
    match left {
        0 => Ok(()),
        left => Err(CodecError::invalid_length(read + left, &Fewer(read))),
    }
}

/// The elements of a list or set.
pub(super) struct Elements<'de> {
    text: &'de str,
    scan: Scan<'de>,
    kind: Kind,
    shape: Shape,
    place: Place,
    count: usize,
    is_finished: bool,
}

impl<'de> Elements<'de> {
    pub(super) fn new(
        text: &'de str,
        list: Found,
        shape: Shape,
        place: Place,
    ) -> Result<Self, CodecError> {
        Ok(Elements {
            text,
            scan: inside(text, list.span),
            kind: list.kind,
            shape,
            place,
            count: 0,
            // A set that is NULL.
            is_finished: list.kind == Kind::Null,
        })
    }

    /// The next element.
    #[inline]
    pub(super) fn advance(&mut self) -> Result<Option<Decoder<'de>>, CodecError> {
        if self.is_finished || !self.scan.next_element(b']', self.count)? {
            self.is_finished = true;
            return Ok(None);
        }
        let mut text = |kind| self.scan.string().map(|span| Found { kind, span });
        let value = match self.kind {
            Kind::Ss => text(Kind::S),
            Kind::Ns => text(Kind::N),
            Kind::Bs => text(Kind::B),
            _ => self.scan.value(),
        };
        let value = value.map_err(|error| error.in_element(self.count))?;
        self.count += 1;
        Ok(Some(Decoder {
            text: self.text,
            value,
            shape: self.shape,
            place: self.place,
        }))
    }

    pub(super) fn end(mut self) -> Result<(), CodecError> {
        let read = self.count;
        while self.advance()?.is_some() {}
        check_end(read, self.count - read)
    }
}

impl<'de> SeqAccess<'de> for Elements<'de> {
    type Error = CodecError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, CodecError> {
        let index = self.count;
        let Some(element) = self.advance()? else {
            return Ok(None);
        };
        let at = element.value.span.start;
        seed.deserialize(element)
            .map(Some)
            .map_err(|error| error.at_byte(at).in_element(index))
    }
}

/// An enum: the variant's name, and its content if it has one.
pub(super) struct EnumDecoder<'de> {
    variant: Cow<'de, str>,
    content: Option<Decoder<'de>>,
}

impl<'de> EnumDecoder<'de> {
    /// The text form.
    pub(super) fn unit(variant: Cow<'de, str>) -> Self {
        EnumDecoder {
            variant,
            content: None,
        }
    }

    /// The map form.
    pub(super) fn new(variant: Cow<'de, str>, content: Decoder<'de>) -> Self {
        EnumDecoder {
            variant,
            content: Some(content),
        }
    }

    fn with_content<T>(
        self,
        expected: &'static str,
        read: impl FnOnce(Decoder<'de>) -> Result<T, CodecError>,
    ) -> Result<T, CodecError> {
        match self.content {
            Some(content) => read(content).map_err(|error| error.in_field(&self.variant)),
            None => Err(CodecError::invalid_type(Unexpected::UnitVariant, &expected)),
        }
    }
}

impl<'de> EnumAccess<'de> for EnumDecoder<'de> {
    type Error = CodecError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self), CodecError> {
        let variant = seed.deserialize(NameDecoder(&self.variant))?;
        Ok((variant, self))
    }
}

impl<'de> VariantAccess<'de> for EnumDecoder<'de> {
    type Error = CodecError;

    fn unit_variant(self) -> Result<(), CodecError> {
        let Some(content) = self.content else {
            return Ok(());
        };
        match content.kind() {
            // A flattened variant is stored as a field that is NULL.
            Kind::Null => Ok(()),
            Kind::M if Nested::new(content.text, content.value.span).count()? == 0 => Ok(()),
            _ => {
                let expected = &"a variant without content";
                Err(CodecError::invalid_type(content.unexpected(), expected)
                    .in_field(&self.variant))
            }
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<T::Value, CodecError> {
        self.with_content("a variant with a value", |content| {
            seed.deserialize(content)
        })
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, CodecError> {
        self.with_content("a variant with a list", |content| {
            content.deserialize_tuple(len, visitor)
        })
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, CodecError> {
        self.with_content("a variant with fields", |content| {
            content.deserialize_struct("", fields, visitor)
        })
    }
}

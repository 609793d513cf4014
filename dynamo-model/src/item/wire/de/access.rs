//! What the decoder shows of lists and enums.

use std::borrow::Cow;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, SeqAccess, Unexpected, VariantAccess, Visitor,
};

use super::key::NameDecoder;
use super::{Decoder, Place, Source};
use crate::item::error::CodecError;
use crate::item::shape::Shape;
use crate::item::wire::entry::Entry;
use crate::item::wire::scan::Kind;

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
pub(super) struct Elements<'a, 'de> {
    source: &'a Source<'a, 'de>,
    left: std::slice::Iter<'a, Entry>,
    shape: Shape,
    place: Place,
    count: usize,
}

impl<'a, 'de> Elements<'a, 'de> {
    #[inline]
    pub(super) fn new(
        source: &'a Source<'a, 'de>,
        elements: &'a [Entry],
        shape: Shape,
        place: Place,
    ) -> Self {
        Elements {
            source,
            left: elements.iter(),
            shape,
            place,
            count: 0,
        }
    }

    /// The next element.
    #[inline]
    pub(super) fn advance(&mut self) -> Option<Decoder<'a, 'de>> {
        let entry = self.left.next()?;
        self.count += 1;
        Some(Decoder {
            source: self.source,
            entry,
            shape: self.shape,
            place: self.place,
        })
    }

    #[inline]
    pub(super) fn end(self) -> Result<(), CodecError> {
        check_end(self.count, self.left.len())
    }
}

impl<'de> SeqAccess<'de> for Elements<'_, 'de> {
    type Error = CodecError;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, CodecError> {
        let index = self.count;
        let Some(element) = self.advance() else {
            return Ok(None);
        };
        let entry = element.entry;
        seed.deserialize(element)
            .map(Some)
            .map_err(|error| error.at_byte(entry.place()).in_element(index))
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}

/// An enum: the variant's name, and its content if it has one.
pub(super) struct EnumDecoder<'a, 'de> {
    variant: Cow<'de, str>,
    content: Option<Decoder<'a, 'de>>,
}

impl<'a, 'de> EnumDecoder<'a, 'de> {
    /// The text form.
    pub(super) fn unit(variant: Cow<'de, str>) -> Self {
        EnumDecoder {
            variant,
            content: None,
        }
    }

    /// The map form.
    pub(super) fn new(variant: Cow<'de, str>, content: Decoder<'a, 'de>) -> Self {
        EnumDecoder {
            variant,
            content: Some(content),
        }
    }

    fn with_content<T>(
        self,
        expected: &'static str,
        read: impl FnOnce(Decoder<'a, 'de>) -> Result<T, CodecError>,
    ) -> Result<T, CodecError> {
        match self.content {
            Some(content) => read(content).map_err(|error| error.in_field(&self.variant)),
            None => Err(CodecError::invalid_type(Unexpected::UnitVariant, &expected)),
        }
    }
}

impl<'de> EnumAccess<'de> for EnumDecoder<'_, 'de> {
    type Error = CodecError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self), CodecError> {
        let variant = seed.deserialize(NameDecoder::of(&self.variant))?;
        Ok((variant, self))
    }
}

impl<'de> VariantAccess<'de> for EnumDecoder<'_, 'de> {
    type Error = CodecError;

    fn unit_variant(self) -> Result<(), CodecError> {
        let Some(content) = self.content else {
            return Ok(());
        };
        match content.kind() {
            // A flattened variant is stored as a field that is NULL.
            Kind::Null => Ok(()),
            Kind::M if content.inside().is_empty() => Ok(()),
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

//! What the decoder shows of lists, maps and enums.

use std::collections::{HashMap, hash_map};

use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};

use super::{Decoder, Inside, KeyDecoder, unexpected};
use crate::item::error::CodecError;

/// The elements of a list or set.
pub(super) struct Elements {
    elements: std::vec::IntoIter<AttributeValue>,
    inside: Inside,
    count: usize,
}

impl Elements {
    pub(super) fn new(list: Vec<AttributeValue>, inside: Inside) -> Self {
        Elements {
            elements: list.into_iter(),
            inside,
            count: 0,
        }
    }

    /// An error if the reader wanted fewer elements than there are.
    pub(super) fn end(self) -> Result<(), CodecError> {
        match self.elements.len() {
            0 => Ok(()),
            left => Err(CodecError::invalid_length(
                self.count + left,
                &Fewer(self.count),
            )),
        }
    }
}

/// serde's "expected", for a container that has too much in it.
struct Fewer(usize);

impl serde::de::Expected for Fewer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl<'de> SeqAccess<'de> for Elements {
    type Error = CodecError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, CodecError> {
        let Some(element) = self.elements.next() else {
            return Ok(None);
        };
        let index = self.count;
        self.count += 1;
        seed.deserialize(self.inside.decoder(element))
            .map(Some)
            .map_err(|error| error.in_element(index))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.elements.len())
    }
}

/// The entries of a map.
pub(super) struct Entries {
    entries: hash_map::IntoIter<String, AttributeValue>,
    inside: Inside,
    count: usize,
    /// The entry whose key was read, and whose value was not.
    current: Option<(String, AttributeValue)>,
}

impl Entries {
    pub(super) fn new(map: HashMap<String, AttributeValue>, inside: Inside) -> Self {
        Entries {
            entries: map.into_iter(),
            inside,
            count: 0,
            current: None,
        }
    }

    /// An error if the reader wanted fewer entries than there are.
    pub(super) fn end(self) -> Result<(), CodecError> {
        match self.entries.len() {
            0 => Ok(()),
            left => Err(CodecError::invalid_length(
                self.count + left,
                &Fewer(self.count),
            )),
        }
    }
}

impl<'de> MapAccess<'de> for Entries {
    type Error = CodecError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, CodecError> {
        let Some((key, value)) = self.entries.next() else {
            return Ok(None);
        };
        self.count += 1;
        let read = seed
            .deserialize(KeyDecoder::new(&key))
            .map_err(|error| error.in_field(&key))?;
        self.current = Some((key, value));
        Ok(Some(read))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, CodecError> {
        let (key, value) = self
            .current
            .take()
            .ok_or_else(|| CodecError::new("a value was asked for before its key"))?;
        seed.deserialize(self.inside.decoder(value))
            .map_err(|error| error.in_field(&key))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// An enum: the variant's name, and its content if it has one.
pub(super) struct EnumDecoder {
    variant: String,
    content: Option<Decoder<'static>>,
}

impl EnumDecoder {
    /// The text form.
    pub(super) fn unit(variant: String) -> Self {
        EnumDecoder {
            variant,
            content: None,
        }
    }

    /// The map form.
    pub(super) fn new(variant: String, content: Decoder<'static>) -> Self {
        EnumDecoder {
            variant,
            content: Some(content),
        }
    }

    fn with_content<T>(
        self,
        expected: &'static str,
        read: impl FnOnce(Decoder<'static>) -> Result<T, CodecError>,
    ) -> Result<T, CodecError> {
        match self.content {
            Some(content) => read(content).map_err(|error| error.in_field(&self.variant)),
            None => Err(CodecError::invalid_type(Unexpected::UnitVariant, &expected)),
        }
    }
}

impl<'de> EnumAccess<'de> for EnumDecoder {
    type Error = CodecError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self), CodecError> {
        let variant = seed.deserialize(KeyDecoder::new(&self.variant))?;
        Ok((variant, self))
    }
}

impl<'de> VariantAccess<'de> for EnumDecoder {
    type Error = CodecError;

    fn unit_variant(self) -> Result<(), CodecError> {
        match self.content.map(|content| content.value) {
            // A flattened variant is stored as a field that is NULL.
            None | Some(AttributeValue::Null(_)) => Ok(()),
            Some(AttributeValue::M(map)) if map.is_empty() => Ok(()),
            Some(other) => Err(CodecError::invalid_type(
                unexpected(&other),
                &"a variant without content",
            )
            .in_field(&self.variant)),
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

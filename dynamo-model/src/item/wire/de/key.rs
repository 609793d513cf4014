//! The names of attributes and variants and the keys of maps: lent where they stand in the answer as they are.

use std::borrow::Cow;

use serde::de::{Deserializer, Visitor};

use crate::item::de::KeyDecoder;
use crate::item::error::CodecError;

/// Decodes a name. What is asked for as text is lent; the rest is read as from any other map's key.
pub(super) enum NameDecoder<'n, 'de> {
    Lent(&'de str),
    /// It had escapes.
    Resolved(&'n str),
}

impl<'n, 'de: 'n> NameDecoder<'n, 'de> {
    pub(super) fn of(name: &'n Cow<'de, str>) -> Self {
        match name {
            Cow::Borrowed(name) => Self::Lent(name),
            Cow::Owned(name) => Self::Resolved(name),
        }
    }

    fn key(self) -> KeyDecoder<'n> {
        KeyDecoder::new(match self {
            Self::Lent(name) => name,
            Self::Resolved(name) => name,
        })
    }
}

macro_rules! lent {
    ($($method:ident)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
            match self {
                Self::Lent(name) => visitor.visit_borrowed_str(name),
                Self::Resolved(name) => visitor.visit_str(name),
            }
        }
    )*};
}

macro_rules! as_key {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
            self.key().$method(visitor)
        }
    )*};
}

impl<'n, 'de: 'n> Deserializer<'de> for NameDecoder<'n, 'de> {
    type Error = CodecError;

    serde::forward_to_deserialize_any! {
        f32 f64 char bytes byte_buf unit unit_struct seq tuple tuple_struct map struct ignored_any
    }

    lent! {
        deserialize_any
        deserialize_str
        deserialize_string
        deserialize_identifier
    }

    as_key! {
        deserialize_bool
        deserialize_i8
        deserialize_i16
        deserialize_i32
        deserialize_i64
        deserialize_i128
        deserialize_u8
        deserialize_u16
        deserialize_u32
        deserialize_u64
        deserialize_u128
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
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, CodecError> {
        self.key().deserialize_enum(name, variants, visitor)
    }
}

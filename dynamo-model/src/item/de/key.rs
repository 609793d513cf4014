//! The keys of maps, read back from their text.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::{DeserializeSeed, value::StrDeserializer};
use serde::de::{
    Deserializer, EnumAccess, Error, IntoDeserializer, Unexpected, VariantAccess, Visitor,
};

use crate::item::error::CodecError;

/// Decodes a map's key, a field's name or a variant's name.
pub(in crate::item) struct KeyDecoder<'a> {
    key: &'a str,
}

impl<'a> KeyDecoder<'a> {
    pub(in crate::item) fn new(key: &'a str) -> Self {
        KeyDecoder { key }
    }

    /// Only the spelling that is written counts: with `01` for 1, two keys could be one.
    fn parse<T: FromStr + Display>(&self) -> Result<T, CodecError> {
        self.key
            .parse()
            .ok()
            .filter(|value: &T| value.to_string() == self.key)
            .ok_or_else(|| {
                CodecError::new(format!(
                    "the map's key is not the text of a `{}`",
                    std::any::type_name::<T>()
                ))
            })
    }
}

macro_rules! parsed {
    ($($method:ident, $visit:ident;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
            visitor.$visit(self.parse()?)
        }
    )*};
}

impl<'de> Deserializer<'de> for KeyDecoder<'_> {
    type Error = CodecError;

    serde::forward_to_deserialize_any! {
        f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }

    parsed! {
        deserialize_bool, visit_bool;
        deserialize_i8, visit_i8;
        deserialize_i16, visit_i16;
        deserialize_i32, visit_i32;
        deserialize_i64, visit_i64;
        deserialize_i128, visit_i128;
        deserialize_u8, visit_u8;
        deserialize_u16, visit_u16;
        deserialize_u32, visit_u32;
        deserialize_u64, visit_u64;
        deserialize_u128, visit_u128;
    }

    // Not `visit_string`: the key is still needed for the path of an error in the value.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        visitor.visit_str(self.key)
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
        visitor.visit_enum(self)
    }
}

impl<'de> EnumAccess<'de> for KeyDecoder<'_> {
    type Error = CodecError;
    type Variant = NoContent;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, NoContent), CodecError> {
        let name: StrDeserializer<'_, CodecError> = self.key.into_deserializer();
        Ok((seed.deserialize(name)?, NoContent))
    }
}

/// The content of a variant that is a key: there is none.
pub(in crate::item) struct NoContent;

impl NoContent {
    fn refuse<T>() -> Result<T, CodecError> {
        Err(CodecError::invalid_type(
            Unexpected::UnitVariant,
            &"a variant with content, which no map's key has",
        ))
    }
}

impl<'de> VariantAccess<'de> for NoContent {
    type Error = CodecError;

    fn unit_variant(self) -> Result<(), CodecError> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(
        self,
        _seed: T,
    ) -> Result<T::Value, CodecError> {
        NoContent::refuse()
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        _len: usize,
        _visitor: V,
    ) -> Result<V::Value, CodecError> {
        NoContent::refuse()
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value, CodecError> {
        NoContent::refuse()
    }
}

//! The keys of maps, which DynamoDB has as text only.
//!
//! Everything with one obvious spelling is accepted: text, integers in decimal, `true` and `false`, variants by name. Floats are
//! not: `1` and `1.0` would be two keys for one value. The [`KeyDecoder`](crate::item::de::KeyDecoder) reads the same spelling.

use std::borrow::Cow;
use std::fmt::Display;

use serde::ser::{Impossible, Serialize, Serializer};

use crate::item::error::CodecError;

/// Encodes a map's key.
pub(in crate::item) struct KeyEncoder;

type Key = Cow<'static, str>;

fn refused<T>(what: &str) -> Result<T, CodecError> {
    Err(CodecError::new(format!(
        "{what} cannot be the key of a map; strings, integers, booleans and variants without content can"
    )))
}

macro_rules! displayed {
    ($($method:ident($type:ty);)*) => {$(
        fn $method(self, value: $type) -> Result<Key, CodecError> {
            Ok(Cow::Owned(value.to_string()))
        }
    )*};
}

impl Serializer for KeyEncoder {
    type Ok = Key;
    type Error = CodecError;
    type SerializeSeq = Impossible<Key, CodecError>;
    type SerializeTuple = Impossible<Key, CodecError>;
    type SerializeTupleStruct = Impossible<Key, CodecError>;
    type SerializeTupleVariant = Impossible<Key, CodecError>;
    type SerializeMap = Impossible<Key, CodecError>;
    type SerializeStruct = Impossible<Key, CodecError>;
    type SerializeStructVariant = Impossible<Key, CodecError>;

    displayed! {
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_i128(i128);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_u128(u128);
        serialize_bool(bool);
        serialize_char(char);
        serialize_str(&str);
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<Key, CodecError> {
        Ok(Cow::Owned(value.to_string()))
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<Key, CodecError> {
        Ok(Cow::Borrowed(variant))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<Key, CodecError> {
        value.serialize(self)
    }

    fn serialize_f32(self, _value: f32) -> Result<Key, CodecError> {
        refused("a float")
    }

    fn serialize_f64(self, _value: f64) -> Result<Key, CodecError> {
        refused("a float")
    }

    fn serialize_bytes(self, _value: &[u8]) -> Result<Key, CodecError> {
        refused("binary")
    }

    fn serialize_none(self) -> Result<Key, CodecError> {
        refused("an option")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _value: &T) -> Result<Key, CodecError> {
        refused("an option")
    }

    fn serialize_unit(self) -> Result<Key, CodecError> {
        refused("a unit")
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<Key, CodecError> {
        refused("a unit")
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _value: &T,
    ) -> Result<Key, CodecError> {
        refused("a variant with content")
    }

    fn serialize_seq(self, _len: Option<usize>) -> Result<Self::SerializeSeq, CodecError> {
        refused("a sequence")
    }

    fn serialize_tuple(self, _len: usize) -> Result<Self::SerializeTuple, CodecError> {
        refused("a tuple")
    }

    fn serialize_tuple_struct(
        self,
        _name: &'static str,
        _len: usize,
    ) -> Result<Self::SerializeTupleStruct, CodecError> {
        refused("a tuple")
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _len: usize,
    ) -> Result<Self::SerializeTupleVariant, CodecError> {
        refused("a variant with content")
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<Self::SerializeMap, CodecError> {
        refused("a map")
    }

    fn serialize_struct(
        self,
        _name: &'static str,
        _len: usize,
    ) -> Result<Self::SerializeStruct, CodecError> {
        refused("a struct")
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _len: usize,
    ) -> Result<Self::SerializeStructVariant, CodecError> {
        refused("a variant with content")
    }
}

//! What `set` and `bytes` share: the names by which the encoder recognises them, and a reader that takes binary for a sequence.
//!
//! The [`Decoder`](super::de::Decoder) gives binary to whoever asks for a sequence. serde's own buffer, which stands between in
//! untagged and internally tagged enums and flattened structs, does not. So the reader asks for any value where a sequence is
//! wanted, and turns bytes into elements. Formats that cannot tell what they hold are asked as usual.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::SeqDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};

/// The newtype name that marks a set. No type of a user has a name with these characters.
pub(super) const SET: &str = "$dynamo_model::set";
/// The newtype name that marks bytes.
pub(super) const BYTES: &str = "$dynamo_model::bytes";

pub(super) fn deserialize<'de, T, D>(name: &'static str, deserializer: D) -> Result<T, D::Error>
where
    T: serde::Deserialize<'de>,
    D: Deserializer<'de>,
{
    deserializer.deserialize_newtype_struct(name, Marked(PhantomData))
}

/// The counterpart of the marking newtype.
struct Marked<T>(PhantomData<T>);

impl<'de, T: serde::Deserialize<'de>> Visitor<'de> for Marked<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a set, a list or binary")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::deserialize(Lenient(deserializer))
    }
}

/// A deserializer, or the elements of one, whose binary also counts as a sequence.
struct Lenient<D>(D);

macro_rules! forward {
    ($($method:ident($($name:ident: $type:ty),*);)*) => {$(
        fn $method<V: Visitor<'de>>(self, $($name: $type,)* visitor: V) -> Result<V::Value, D::Error> {
            self.0.$method($($name,)* visitor)
        }
    )*};
}

macro_rules! forward_sequence {
    ($($method:ident($($name:ident: $type:ty),*);)*) => {$(
        fn $method<V: Visitor<'de>>(self, $($name: $type,)* visitor: V) -> Result<V::Value, D::Error> {
            if self.0.is_human_readable() {
                self.0.deserialize_any(Lenient(visitor))
            } else {
                self.0.$method($($name,)* visitor)
            }
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Lenient<D> {
    type Error = D::Error;

    forward! {
        deserialize_any(); deserialize_bool();
        deserialize_i8(); deserialize_i16(); deserialize_i32(); deserialize_i64(); deserialize_i128();
        deserialize_u8(); deserialize_u16(); deserialize_u32(); deserialize_u64(); deserialize_u128();
        deserialize_f32(); deserialize_f64(); deserialize_char(); deserialize_str(); deserialize_string();
        deserialize_bytes(); deserialize_byte_buf(); deserialize_unit(); deserialize_unit_struct(name: &'static str);
        deserialize_map(); deserialize_struct(name: &'static str, fields: &'static [&'static str]);
        deserialize_enum(name: &'static str, variants: &'static [&'static str]);
        deserialize_identifier(); deserialize_ignored_any();
    }

    forward_sequence! {
        deserialize_seq(); deserialize_tuple(len: usize); deserialize_tuple_struct(name: &'static str, len: usize);
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_option(Lenient(visitor))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_newtype_struct(name, Lenient(visitor))
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Lenient<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<V::Value, E> {
        let mut elements = SeqDeserializer::new(bytes.iter().copied());
        let value = self.0.visit_seq(&mut elements)?;
        elements.end()?;
        Ok(value)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, elements: A) -> Result<V::Value, A::Error> {
        self.0.visit_seq(Lenient(elements))
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.0.visit_unit()
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.0.visit_none()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.0.visit_some(Lenient(deserializer))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<V::Value, D::Error> {
        self.0.visit_newtype_struct(Lenient(deserializer))
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Lenient<A> {
    type Error = A::Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, A::Error> {
        self.0.next_element_seed(Lenient(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, T: DeserializeSeed<'de>> DeserializeSeed<'de> for Lenient<T> {
    type Value = T::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T::Value, D::Error> {
        self.0.deserialize(Lenient(deserializer))
    }
}

//! `#[serde(with = "dynamo_model::set")]`: a field that is stored as a set (SS, NS or BS).
//!
//! Fields of an entity need it only where the type does not say it: a `Vec<String>`, a type parameter.
//! In other structs it is the only way, since serde shows a `HashSet` as a sequence. It works for a set,
//! and for an `Option` of one.
//!
//! An empty set is absent, and a plain struct cannot tell absence from an error. So the field needs a
//! default, too:
//!
//! ```
//! # use std::collections::HashSet;
//! #[derive(serde::Serialize, serde::Deserialize)]
//! struct Article {
//!     #[serde(default, with = "dynamo_model::set")]
//!     tags: HashSet<String>,
//! }
//! ```
//!
//! Elements that are not all text, all numbers or all bytes stay a list. Other serializers see the plain
//! value.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::lenient::{self, SET};

/// Serializes `value` as a set.
///
/// # Errors
///
/// Those of `serializer`.
pub fn serialize<T: Serialize + ?Sized, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_newtype_struct(SET, value)
}

/// Reads a set from a set or a list.
///
/// # Errors
///
/// Those of `deserializer`, and of `T`.
pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    lenient::deserialize(SET, deserializer)
}

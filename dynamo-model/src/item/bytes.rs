//! `#[serde(with = "dynamo_model::bytes")]`: a field that is stored as binary (B).
//!
//! Fields of an entity need it only where the type does not say it. In other structs it is the way to
//! store a `Vec<u8>` or a `[u8; N]` as B, since serde shows both as sequences. It works for an `Option`
//! of these, too; give that field a `default`.
//!
//! ```
//! #[derive(serde::Serialize, serde::Deserialize)]
//! struct Document {
//!     #[serde(with = "dynamo_model::bytes")]
//!     digest: [u8; 32],
//! }
//! ```
//!
//! Other serializers see the plain value.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::lenient::{self, BYTES};

/// Serializes `value` as binary.
///
/// # Errors
///
/// Those of `serializer`; with this crate's, also if `value` is a sequence whose elements are not `u8`.
pub fn serialize<T: Serialize + ?Sized, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_newtype_struct(BYTES, value)
}

/// Reads bytes from binary, or from a list of numbers as other tools write it.
///
/// # Errors
///
/// Those of `deserializer`, and of `T`.
pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    lenient::deserialize(BYTES, deserializer)
}

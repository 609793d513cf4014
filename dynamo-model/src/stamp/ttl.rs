//! `#[serde(with = "dynamo_model::ttl")]`: an instant that is stored as whole Unix seconds (N), as
//! DynamoDB's time to live needs it.
//!
//! A `ttl` field of type `u32`, `u64`, `i64` or an `Option` of these does not need it. An instant of
//! `jiff`, `chrono`, `time` or the standard library does, since serde would write it as text. Give an
//! `Option` a `default` too.
//!
//! ```
//! use std::time::SystemTime;
//!
//! #[derive(serde::Serialize, serde::Deserialize)]
//! struct Session {
//!     #[serde(with = "dynamo_model::ttl")]
//!     expires_at: SystemTime,
//! }
//! ```

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{TtlValue, checked_ttl};

/// Serializes the instant as whole seconds; a part of a second is dropped.
///
/// # Errors
///
/// For a time before 1970 or past the year 5138, and those of `serializer`.
pub fn serialize<T: TtlValue, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    checked_ttl(value.unix_seconds())
        .map_err(S::Error::custom)?
        .serialize(serializer)
}

/// Reads whole seconds.
///
/// # Errors
///
/// Where the type has no such time, and those of `deserializer`.
pub fn deserialize<'de, T: TtlValue, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::from_unix_seconds(Option::deserialize(deserializer)?)
        .ok_or_else(|| D::Error::custom("the type holds no such time"))
}

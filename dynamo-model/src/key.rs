//! How fields become key text and back.
//!
//! One way only: a template's parts (const data from the derive) are rendered by `template`, whether
//! the values come from an entity, from the arguments of a key or from a query's path. So the partition
//! key of a get, of every query operator and of every write is the same text, byte for byte.

pub(crate) mod arg;
mod begin;
pub(crate) mod bounds;
pub(crate) mod format;
mod impls_bytes;
mod impls_std;
pub(crate) mod name;
mod number;
pub(crate) mod ops;
pub(crate) mod part;
pub(crate) mod shard;
pub(crate) mod strftime;
pub(crate) mod template;
pub(crate) mod text;
#[cfg(any(feature = "jiff", feature = "chrono", feature = "time"))]
mod time;
pub(crate) mod value;
pub(crate) mod width;

#[cfg(feature = "chrono")]
mod impls_chrono;
#[cfg(any(feature = "uuid", feature = "ulid"))]
mod impls_id;
#[cfg(feature = "jiff")]
mod impls_jiff;
#[cfg(feature = "time")]
mod impls_time;

#[cfg(test)]
mod tests_arg;
#[cfg(test)]
mod tests_format;
#[cfg(test)]
mod tests_number;
#[cfg(test)]
mod tests_text;
#[cfg(all(test, feature = "jiff", feature = "chrono", feature = "time"))]
mod tests_time;
#[cfg(all(test, feature = "jiff", feature = "chrono", feature = "time"))]
mod tests_time_order;

pub use arg::Arg;
pub use format::{Format, PartKind};
pub use part::{IndexKeyPart, KeyPart, PartError};
pub use shard::shard_of;
pub use width::{FixedWidth, UnorderedText, VaryingWidth};

/// What there is of for each attribute of a key: one, but for indexes whose keys have several.
pub(crate) type Few<T> = smallvec::SmallVec<[T; 1]>;

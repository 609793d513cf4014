//! Rust values and the attributes of an item: the one place that knows how a value is represented.
//!
//! A serde format of our own, because the rules are DynamoDB's and not JSON's: a `None` field is absent,
//! a set is `SS`/`NS`/`BS` and never empty, a number has at most 38 significant digits, bytes are `B`.
//! Everything above speaks [`Item`] and [`Value`]; the SDK's `AttributeValue` does not leave this module
//! except towards the client.
//!
//! # What becomes what
//!
//! | Rust | DynamoDB |
//! |---|---|
//! | strings, `char`, unit variants | S, unchanged; empty text is legal |
//! | integers (to 128 bits), `f32`, `f64` | N |
//! | `bool` | BOOL |
//! | `()`, unit structs | NULL |
//! | sequences, tuples | L |
//! | maps, structs | M |
//! | a sequence with the shape [`Set`](Shape::Set) | SS, NS or BS if all its elements are text, numbers or bytes; else L |
//! | a sequence of `u8` with the shape [`Bytes`](Shape::Bytes), `serialize_bytes` | B |
//! | enums | as `serde_json` writes them, in all four forms |
//!
//! # `None` and empty sets
//!
//! - In a struct's fields `None` is absent, at every depth. In lists and in the values of maps it is
//!   NULL, so that positions and keys stay. At the top level it is always absent. NULL and absence both
//!   read as `None`.
//! - A struct with `#[serde(flatten)]` reaches a serializer as a map of unknown length. So the entries
//!   of a map of unknown length follow the rule for fields, and those of a map with a known length
//!   (every map of the standard library) the rule for maps. What is flattened follows the rule for
//!   fields too: a flattened `HashMap<String, Option<T>>` loses its `None` entries, and a flattened
//!   newtype variant cannot hold `None`.
//! - An empty set is absent where `None` would be, and an empty L in lists and maps. A field of shape
//!   [`Set`](Shape::Set) that is absent (or NULL) reads as the empty set, before any `#[serde(default =
//!   …)]`. [`OptionalSet`](Shape::OptionalSet): `Some` of an empty set is absent, and so reads as
//!   `None`.
//!
//! # Limits
//!
//! - What serde buffers (fields of flattened structs, untagged and internally tagged enums) holds no
//!   128-bit integers, and no integer keys of maps: reading these there is an error, never another
//!   number. This is serde's limit, in every format.
//! - A set field with `#[serde(alias)]` or with two names (`rename(serialize = …, deserialize = …)`) is
//!   looked for under the name it is written with only.
//! - A map's keys are attribute names, and an empty one is an error: the service refuses it at every depth.
//! - Values nest to 32 levels, the attribute itself being the first: DynamoDB's limit, checked when
//!   writing and when reading.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub mod bytes;
mod contents;
mod de;
mod error;
mod explain;
mod interop;
mod lenient;
mod number;
mod ser;
pub mod set;
mod shape;
mod size;
mod stored;
#[cfg(test)]
mod tests;
mod value;
mod wire;

pub(crate) use contents::Item;
pub(crate) use error::CodecError;
pub use shape::{Attribute, AttributeShape, DocumentShape, Nested, PlainShape, Probe, Shape};
pub(crate) use size::ITEM_LIMIT;
pub(crate) use stored::{Seen, Stored};
pub(crate) use value::Value;
pub(crate) use wire::{Answer, Body, HiddenNames, ItemWriter, Way, write_key, write_text};

/// The deepest level a value may be on; an attribute's own value is on level 1.
///
/// The service's quota for nested attributes. A list or map on level 32 has to be empty.
const MAX_LEVEL: usize = 32;

/// How many serde calls may be nested inside one another. Newtypes and options nest without a level of
/// their own, so a type that contains itself through these would otherwise end in a stack overflow.
const MAX_STEPS: usize = 256;

/// Encodes an entity: the attributes of an item, in the order in which `value` serializes them.
///
/// `attributes` gives the shapes of fields by their stored names; a field that is not listed is
/// [`Shape::Plain`].
///
/// # Errors
///
/// If `value` is not a struct, map or enum in map form; if a name occurs twice; if a number, map key or
/// nesting is beyond what DynamoDB holds; if a `Serialize` impl fails.
#[cfg_attr(not(test), allow(dead_code, reason = "what tests compare with"))]
pub(crate) fn encode<T: Serialize + ?Sized>(
    value: &T,
    attributes: &[Attribute],
) -> Result<Item, CodecError> {
    value.serialize(ser::Encoder::item(attributes))?.into_item()
}

/// Encodes one value, as the attribute of an item. `None`: there is nothing to store, since it
/// serialized as `None` or as an empty set.
///
/// # Errors
///
/// As [`encode`], for the value alone.
pub(crate) fn encode_value<T: Serialize + ?Sized>(
    value: &T,
    shape: Shape,
) -> Result<Option<Value>, CodecError> {
    value.serialize(ser::Encoder::value(shape))?.into_field()
}

/// Decodes an item of the SDK's types without text in between: what tests compare with. It is taken by value,
/// so that text and bytes are moved into the result and not copied.
///
/// Attributes that `T` does not know are ignored, as serde does by default.
///
/// # Errors
///
/// If a field without default is absent, or an attribute does not hold what the field asks for.
#[cfg_attr(not(test), allow(dead_code, reason = "what tests compare with"))]
pub(crate) fn decode<T: DeserializeOwned>(
    item: HashMap<String, AttributeValue>,
    attributes: &[Attribute],
) -> Result<T, CodecError> {
    T::deserialize(de::Decoder::item(item, attributes))
}

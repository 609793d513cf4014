//! Items as they go over the wire: read without the SDK's types in between.
//!
//! An answer is JSON, `{"Items":[{"PK":{"S":"…"},"n":{"N":"5"}}]}`. Parsing it into maps of `AttributeValue` costs many times what
//! reading the entities from it costs, since each name and value becomes a value of its own that is thrown away right after. Here an
//! answer stays the text that it is. One [scan](scan) finds items and attributes, and a serde [decoder](de) reads the entity from
//! there; the [`Encoder`](ser) writes an entity straight into the text of a request.
//!
//! What becomes what is the same as in the codec over the SDK's values, which stays for everything else; tests hold the two together.
//!
//! # What is checked, and when
//!
//! - UTF-8, the form of items, the strings and brackets of everything, control characters in strings: by the scan. What the scan
//!   refuses, nobody reads; brackets are limited, so that nesting costs no memory.
//! - Escapes, numbers, base64, the inside of lists and maps: when they are read. An attribute that nobody asks for is not.
//! - Of two attributes of one name (the service sends none) the later one counts in a map, and in a struct they are an error.

mod body;
mod de;
mod index;
mod lend;
mod output;
mod scan;
mod sdk;
mod ser;
#[cfg(test)]
pub(super) mod tests;
mod text;
mod writer;

pub(crate) use body::Body;
pub(crate) use de::Hidden;
pub(crate) use writer::ItemWriter;

/// Encodes one value as the text of the wire. `None`: there is nothing to store.
///
/// # Errors
/// As [`encode_value`](super::encode_value).
#[cfg(test)]
fn encode_value<T: serde::Serialize + ?Sized>(
    value: &T,
    shape: super::Shape,
) -> Result<Option<String>, super::CodecError> {
    let mut out = output::Output::default();
    let written = value.serialize(ser::Encoder::value(&mut out, shape))?;
    Ok(written.into_field(&mut out).then_some(out.json))
}

//! Items as they go over the wire: read without the SDK's types in between.
//!
//! An answer is JSON, `{"Items":[{"PK":{"S":"…"},"n":{"N":"5"}}]}`. Parsing it into maps of `AttributeValue` costs many times what
//! reading the entities from it costs, since each name and value becomes a value of its own that is thrown away right after. Here an
//! answer stays the text that it is. The ends of its strings are [marked](marks) first, many bytes at a time. One [scan](scan) then finds
//! items and attributes, most of them where the [service writes](usual) them, and a serde [decoder](de) reads the entity from there; the
//! [`Encoder`](ser) writes an entity straight into the text of a request.
//!
//! What becomes what is the same as in the codec over the SDK's values, which stays for everything else; tests hold the two together.
//!
//! # What is checked, and when
//!
//! - UTF-8, the form of items, the strings and brackets of everything, control characters in strings: by the scan. What the scan
//!   refuses, nobody reads; brackets are limited, so that nesting costs no memory.
//! - Escapes, numbers, base64, the inside of lists and maps: when they are read. An attribute that nobody asks for is not. What cannot
//!   be read counts as absent where an item becomes a map; `Stored::check` says whether all of it can.
//! - Of two attributes of one name (the service sends none) the later one counts in a map, and in a struct they are an error.

mod answer;
mod body;
mod de;
mod entry;
pub(super) mod escape;
mod index;
mod lend;
mod marks;
mod output;
mod scan;
mod sdk;
mod ser;
mod sheet;
#[cfg(test)]
pub(super) mod tests;
mod text;
mod usual;
mod writer;

use std::borrow::Cow;

use aws_sdk_dynamodb::types::AttributeValue;

use self::index::Index;
use self::scan::Scan;
use super::Value;
use crate::key::value::KeyValue;

pub(crate) use answer::{Answer, Way};
pub(crate) use body::Body;
pub(crate) use de::{Hidden, HiddenNames};
pub(crate) use writer::ItemWriter;

impl Value {
    /// Appends the value as the wire has it, `{"S":"…"}`.
    pub(crate) fn write_json(&self, out: &mut String) {
        write_value(self.as_sdk(), out);
    }
}

fn write_value(value: &AttributeValue, out: &mut String) {
    match value {
        AttributeValue::S(text) => scalar("S", text, out),
        AttributeValue::N(digits) => scalar("N", digits, out),
        value => output::on(out, |out| out.value(value)),
    }
}

impl super::Item {
    /// Appends the item as the wire has it, a JSON object.
    pub(crate) fn write_json(&self, out: &mut String) {
        if let Some(json) = self.json() {
            return out.push_str(json);
        }
        out.push('{');
        for (number, (name, value)) in self.iter().enumerate() {
            out.push_str(if number == 0 { "\"" } else { ",\"" });
            escape::push(out, name);
            out.push_str("\":");
            value.write_json(out);
        }
        out.push('}');
    }

    /// About how many bytes [`write_json`](Self::write_json) appends.
    pub(crate) fn json_room(&self) -> usize {
        if let Some(json) = self.json() {
            return json.len();
        }
        // A name has quotes and a colon, a value braces and its type.
        self.size() + 16 * self.len()
    }
}

/// Appends text as a JSON string.
pub(crate) fn write_text(text: &str, out: &mut String) {
    out.push('"');
    escape::push(out, text);
    out.push('"');
}

/// Appends the value of a key attribute as the wire has it.
pub(crate) fn write_key(value: &KeyValue, out: &mut String) {
    match value {
        KeyValue::Text(text) => scalar("S", text, out),
        KeyValue::Number(digits) => scalar("N", digits, out),
        KeyValue::Binary(bytes) => output::on(out, |out| out.binary(bytes)),
    }
}

/// A value that is one string of JSON.
fn scalar(kind: &str, text: &str, out: &mut String) {
    out.push_str("{\"");
    out.push_str(kind);
    out.push_str("\":");
    write_text(text, out);
    out.push('}');
}

/// The attributes of an item that this library wrote, in their order.
pub(super) fn attributes(json: &str) -> impl Iterator<Item = (Cow<'static, str>, Value)> {
    let mut index = Index::default();
    // What was written here is well-formed.
    let _ = index.item(&mut Scan::new(json));
    let attribute = |node: entry::Node<'_>| {
        let name = text::content(json, node.entry.name()).ok()?;
        let value = sdk::value(json, node, 1).ok()?;
        Some((Cow::Owned(name.into_owned()), Value::from_sdk(value)))
    };
    let attributes: Vec<_> = index.nodes(0..index.len()).filter_map(attribute).collect();
    attributes.into_iter()
}

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

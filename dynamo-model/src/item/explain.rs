//! The text of values and items in request logs and documents.
//!
//! `{PK: 'CUST#c1', n: 1, home: {city: 'London'}, tags: <<'a', 'b'>>, raw: b'AQI='}`. A quote inside
//! text is doubled; the keys of maps and the elements of sets, which have no order of their own, are
//! sorted, so that equal values give equal text.

use std::fmt;

use aws_sdk_dynamodb::types::AttributeValue;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::contents::Item;
use super::number;
use super::value::Value;

/// Displays a value or an item as text; see [`Value::explain`] and [`Item::explain`].
#[must_use = "it is text only once it is displayed"]
pub(crate) struct Explain<'a>(Subject<'a>);

enum Subject<'a> {
    Value(&'a AttributeValue),
    Item(&'a Item),
}

impl Value {
    /// The value's text, contents included.
    pub(crate) fn explain(&self) -> Explain<'_> {
        Explain(Subject::Value(self.as_sdk()))
    }
}

impl Item {
    /// The item's text, contents included, in the item's order.
    pub(crate) fn explain(&self) -> Explain<'_> {
        Explain(Subject::Item(self))
    }
}

impl fmt::Display for Explain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Subject::Value(value) => write_value(value, f),
            Subject::Item(item) => {
                write_map(item.iter().map(|(name, value)| (name, value.as_sdk())), f)
            }
        }
    }
}

impl fmt::Debug for Explain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Subject::Value(_) => f.write_str("Explain(value)"),
            Subject::Item(_) => f.write_str("Explain(item)"),
        }
    }
}

fn write_value(value: &AttributeValue, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match value {
        AttributeValue::S(text) => write_text(text, f),
        AttributeValue::N(number) => f.write_str(number),
        AttributeValue::B(blob) => write_binary(blob.as_ref(), f),
        AttributeValue::Bool(true) => f.write_str("true"),
        AttributeValue::Bool(false) => f.write_str("false"),
        AttributeValue::Null(_) => f.write_str("null"),
        AttributeValue::L(list) => {
            f.write_str("[")?;
            write_all(list.iter(), write_value, f)?;
            f.write_str("]")
        }
        AttributeValue::M(map) => {
            let mut entries: Vec<_> = map
                .iter()
                .map(|(key, value)| (key.as_str(), value))
                .collect();
            entries.sort_unstable_by_key(|entry| entry.0);
            write_map(entries.into_iter(), f)
        }
        AttributeValue::Ss(texts) => {
            let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            texts.sort_unstable();
            write_set(texts, write_text, f)
        }
        AttributeValue::Ns(numbers) => {
            let mut numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
            numbers.sort_unstable_by(|left, right| number::compare(left, right));
            write_set(numbers, |number, f| f.write_str(number), f)
        }
        AttributeValue::Bs(blobs) => {
            let mut blobs: Vec<&[u8]> = blobs.iter().map(AsRef::as_ref).collect();
            blobs.sort_unstable();
            write_set(blobs, write_binary, f)
        }
        _ => f.write_str("?"),
    }
}

fn write_text(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "'{}'", text.replace('\'', "''"))
}

fn write_binary(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "b'{}'", STANDARD.encode(bytes))
}

fn write_map<'a>(
    entries: impl Iterator<Item = (&'a str, &'a AttributeValue)>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    f.write_str("{")?;
    write_all(entries, write_entry, f)?;
    f.write_str("}")
}

fn write_entry((key, value): (&str, &AttributeValue), f: &mut fmt::Formatter<'_>) -> fmt::Result {
    // A name that could be taken for punctuation is quoted.
    if !key.is_empty()
        && key
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
    {
        f.write_str(key)?;
    } else {
        write_text(key, f)?;
    }
    f.write_str(": ")?;
    write_value(value, f)
}

fn write_set<T>(
    elements: Vec<T>,
    write: impl FnMut(T, &mut fmt::Formatter<'_>) -> fmt::Result,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    f.write_str("<<")?;
    write_all(elements.into_iter(), write, f)?;
    f.write_str(">>")
}

fn write_all<T>(
    elements: impl Iterator<Item = T>,
    mut write: impl FnMut(T, &mut fmt::Formatter<'_>) -> fmt::Result,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    for (index, element) in elements.enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        write(element, f)?;
    }
    Ok(())
}

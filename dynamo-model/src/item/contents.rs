//! An item that is to be written: attributes by name, in the order of writing.
//!
//! The service has no order of attributes; a request that is read by people, or compared in a test,
//! needs one.
//!
//! An entity's item is the text of a request from the start, and only what asks for an attribute of it has it read. An item that is
//! made attribute by attribute is a list of these.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

use aws_sdk_dynamodb::types::AttributeValue;
use bytes_utils::Str;

use super::value::Value;
use super::wire;

/// The attributes of an item, in the order in which they were added. `Debug` shows names and types only.
#[derive(Clone, Default)]
pub(crate) struct Item {
    /// All of it, where it is there.
    text: Option<Text>,
    made: Entries,
}

type Entries = Vec<(Cow<'static, str>, Value)>;

/// An item as the wire has it. Clones share it.
#[derive(Clone)]
struct Text {
    json: Str,
    count: usize,
    size: usize,
    /// The same as a list, once something was asked for.
    entries: OnceLock<Box<Entries>>,
}

impl Text {
    fn entries(&self) -> &Entries {
        self.entries
            .get_or_init(|| Box::new(wire::attributes(&self.json).collect()))
    }
}

impl Item {
    /// An item without attributes.
    #[must_use]
    pub(crate) fn new() -> Self {
        Item::default()
    }

    /// An item without attributes, with room for some.
    #[must_use]
    pub(crate) fn with_capacity(attributes: usize) -> Self {
        Item {
            text: None,
            made: Vec::with_capacity(attributes),
        }
    }

    /// An item whose text is written, with the number of its attributes and its size by DynamoDB's count.
    pub(super) fn written(json: Str, count: usize, size: usize) -> Self {
        Item {
            text: Some(Text {
                json,
                count,
                size,
                entries: OnceLock::new(),
            }),
            made: Entries::new(),
        }
    }

    /// The text, where the item is one.
    pub(crate) fn json(&self) -> Option<&str> {
        self.text.as_ref().map(|text| &*text.json)
    }

    /// The bytes of the text, where the item is one.
    pub(crate) fn text_length(&self) -> usize {
        self.json().map_or(0, str::len)
    }

    /// The size by DynamoDB's count, where it was counted already.
    pub(super) fn counted_size(&self) -> Option<usize> {
        self.text.as_ref().map(|text| text.size)
    }

    fn entries(&self) -> &Entries {
        self.text.as_ref().map_or(&self.made, |text| text.entries())
    }

    /// The attributes, for who changes them: they are no text any more.
    fn entries_mut(&mut self) -> &mut Entries {
        if let Some(text) = self.text.take() {
            self.made.clone_from(text.entries());
        }
        &mut self.made
    }

    /// Adds an attribute whose name the item does not have yet. It is not looked for: with two of one
    /// name, the later one counts when the item is sent. [`Item::insert`] replaces.
    pub(crate) fn push(&mut self, name: impl Into<Cow<'static, str>>, value: Value) {
        self.entries_mut().push((name.into(), value));
    }

    /// Adds an attribute, or replaces the value of the one that has this name, at its place.
    pub(crate) fn insert(&mut self, name: impl Into<Cow<'static, str>>, value: Value) {
        let name = name.into();
        let entries = self.entries_mut();
        match entries.iter_mut().find(|entry| entry.0 == name) {
            Some(entry) => entry.1 = value,
            None => entries.push((name, value)),
        }
    }

    /// The value of the attribute `name`.
    #[must_use]
    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        let mut entries = self.entries().iter();
        entries.find(|entry| entry.0 == name).map(|entry| &entry.1)
    }

    /// Names and values, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        let entries = self.entries().iter();
        entries.map(|(name, value)| (name.as_ref(), value))
    }

    /// How many attributes there are.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.text
            .as_ref()
            .map_or(self.made.len(), |text| text.count)
    }

    /// The SDK's form.
    pub(crate) fn into_map(self) -> HashMap<String, AttributeValue> {
        let mut map = HashMap::with_capacity(self.len());
        let sdk = |(name, value): (Cow<'static, str>, Value)| (name.into_owned(), value.into_sdk());
        match self.text {
            Some(text) => map.extend(wire::attributes(&text.json).map(sdk)),
            None => map.extend(self.made.into_iter().map(sdk)),
        }
        map
    }
}

impl fmt::Debug for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Item ")?;
        f.debug_map().entries(self.iter()).finish()
    }
}

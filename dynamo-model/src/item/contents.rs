//! An item that is to be written: attributes by name, in the order of writing.
//!
//! The service has no order of attributes; a request that is read by people, or compared in a test,
//! needs one.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use aws_sdk_dynamodb::types::AttributeValue;

use super::value::Value;

/// The attributes of an item, in the order in which they were added. `Debug` shows names and types only.
#[derive(Clone, Default)]
pub(crate) struct Item {
    entries: Vec<(Cow<'static, str>, Value)>,
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
            entries: Vec::with_capacity(attributes),
        }
    }

    /// Adds an attribute whose name the item does not have yet. It is not looked for: with two of one
    /// name, the later one counts when the item is sent. [`Item::insert`] replaces.
    pub(crate) fn push(&mut self, name: impl Into<Cow<'static, str>>, value: Value) {
        self.entries.push((name.into(), value));
    }

    /// Adds an attribute, or replaces the value of the one that has this name, at its place.
    pub(crate) fn insert(&mut self, name: impl Into<Cow<'static, str>>, value: Value) {
        let name = name.into();
        match self.entries.iter_mut().find(|entry| entry.0 == name) {
            Some(entry) => entry.1 = value,
            None => self.entries.push((name, value)),
        }
    }

    /// Adds attributes whose names differ among themselves; one whose name is here already replaces the value at
    /// its place.
    pub(crate) fn extend(&mut self, attributes: Item) {
        let present = self.entries.len();
        for (name, value) in attributes.entries {
            let mut earlier = self.entries.iter_mut().take(present);
            match earlier.find(|entry| entry.0 == name) {
                Some(entry) => entry.1 = value,
                None => self.entries.push((name, value)),
            }
        }
    }

    /// Takes an attribute out, wherever it is.
    pub(crate) fn remove(&mut self, name: &str) -> Option<Value> {
        let position = self.entries.iter().position(|entry| entry.0 == name)?;
        Some(self.entries.remove(position).1)
    }

    /// The value of the attribute `name`.
    #[must_use]
    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        self.entries
            .iter()
            .find(|entry| entry.0 == name)
            .map(|entry| &entry.1)
    }

    /// Names and values, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.entries
            .iter()
            .map(|(name, value)| (name.as_ref(), value))
    }

    /// How many attributes there are.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The SDK's form.
    pub(crate) fn into_map(self) -> HashMap<String, AttributeValue> {
        self.entries
            .into_iter()
            .map(|(name, value)| (name.into_owned(), value.into_sdk()))
            .collect()
    }
}

impl fmt::Debug for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Item ")?;
        f.debug_map().entries(self.iter()).finish()
    }
}

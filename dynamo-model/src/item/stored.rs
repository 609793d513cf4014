//! An item as it came: the only form in which the layers above hold what the service answered.

use std::collections::HashMap;
use std::fmt;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::DeserializeOwned;

use super::{Attribute, CodecError, Value};

/// A stored item's attributes.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct Stored(HashMap<String, AttributeValue>);

impl Stored {
    pub(crate) fn from_sdk(attributes: HashMap<String, AttributeValue>) -> Self {
        Self(attributes)
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_s().ok().map(String::as_str)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn contains(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub(crate) fn value(&self, name: &str) -> Option<Value> {
        self.0.get(name).cloned().map(Value::from_sdk)
    }

    pub(crate) fn insert(&mut self, name: &str, value: Value) {
        self.0.insert(name.to_owned(), value.into_sdk());
    }

    pub(crate) fn remove(&mut self, name: &str) {
        self.0.remove(name);
    }

    pub(crate) fn retain(&mut self, keeps: impl Fn(&str) -> bool) {
        self.0.retain(|name, _| keeps(name));
    }

    /// The attributes in the order of their names.
    pub(crate) fn sorted(&self) -> Vec<(&str, Value)> {
        let mut sorted: Vec<_> = self
            .0
            .iter()
            .map(|(name, value)| (name.as_str(), Value::from_sdk(value.clone())))
            .collect();
        sorted.sort_by_key(|(name, _)| *name);
        sorted
    }

    pub(crate) fn decode<T: DeserializeOwned>(
        self,
        attributes: &[Attribute],
    ) -> Result<T, CodecError> {
        super::decode(self.0, attributes)
    }
}

impl fmt::Debug for Stored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stored({} attributes)", self.0.len())
    }
}

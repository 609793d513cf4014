//! The only place where placeholders are made.

use std::fmt::Write;

use crate::item::Value;
use crate::key::value::KeyValue;

/// How names and values stand in an expression.
pub(crate) trait Render {
    fn name(&mut self, name: &str, out: &mut String);
    fn value(&mut self, value: &Value, out: &mut String);
    fn key(&mut self, value: &KeyValue, out: &mut String) {
        self.value(&Value::from(value), out);
    }
}

/// Names and values behind placeholders: `#0`, `:0`, counted over all expressions of one request. A name
/// has one placeholder however often it occurs.
#[derive(Debug, Default)]
pub(crate) struct Placeholders {
    names: Vec<String>,
    values: Vec<Value>,
}

impl Placeholders {
    /// The placeholder of a name outside of an expression's text.
    pub(crate) fn placeholder(&mut self, name: &str) -> String {
        let mut placeholder = String::new();
        self.name(name, &mut placeholder);
        placeholder
    }

    /// A projection expression of these attributes.
    pub(crate) fn projection(&mut self, attributes: &[impl AsRef<str>]) -> String {
        let names = attributes.iter();
        let names: Vec<_> = names.map(|name| self.placeholder(name.as_ref())).collect();
        names.join(", ")
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = (String, String)> {
        self.names
            .iter()
            .enumerate()
            .map(|(number, name)| (format!("#{number}"), name.clone()))
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = (String, Value)> {
        self.values
            .iter()
            .enumerate()
            .map(|(number, value)| (format!(":{number}"), value.clone()))
    }

    /// Names and values by value.
    pub(crate) fn into_entries(
        self,
    ) -> (
        impl Iterator<Item = (String, String)>,
        impl Iterator<Item = (String, Value)>,
    ) {
        let names = self.names.into_iter().enumerate();
        let values = self.values.into_iter().enumerate();
        (
            names.map(|(number, name)| (format!("#{number}"), name)),
            values.map(|(number, value)| (format!(":{number}"), value)),
        )
    }

    pub(crate) fn has_names(&self) -> bool {
        !self.names.is_empty()
    }

    pub(crate) fn has_values(&self) -> bool {
        !self.values.is_empty()
    }
}

impl Render for Placeholders {
    fn name(&mut self, name: &str, out: &mut String) {
        let number = self
            .names
            .iter()
            .position(|known| known == name)
            .unwrap_or_else(|| {
                self.names.push(name.to_owned());
                self.names.len() - 1
            });
        let _ = write!(out, "#{number}");
    }

    fn value(&mut self, value: &Value, out: &mut String) {
        let _ = write!(out, ":{}", self.values.len());
        self.values.push(value.clone());
    }
}

/// Names and values as they are.
#[derive(Debug)]
pub(crate) struct Plain;

impl Render for Plain {
    fn name(&mut self, name: &str, out: &mut String) {
        out.push_str(name);
    }

    fn value(&mut self, value: &Value, out: &mut String) {
        let _ = write!(out, "{}", value.explain());
    }
}

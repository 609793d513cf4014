//! An item on its way into a request: keys and type first, then what serde writes.

use serde::Serialize;

use super::output::Output;
use super::ser::{Encoder, Written};
use crate::item::error::CodecError;
use crate::item::shape::Attribute;
use crate::item::value::Value;

/// Writes one item as the text of a JSON object.
pub(crate) struct ItemWriter {
    out: Output,
}

impl ItemWriter {
    /// Begins an item in a text of its own.
    pub(crate) fn begin() -> Self {
        let mut out = Output::default();
        out.json.push('{');
        ItemWriter { out }
    }

    /// Writes an attribute.
    ///
    /// # Errors
    /// Where the name is empty.
    pub(crate) fn attribute(&mut self, name: &str, value: &Value) -> Result<(), CodecError> {
        let mut names = self.out.open_names(true);
        let place = self.out.begin_entry(name);
        self.out.value(value.as_sdk());
        self.out.end_entry(&mut names, place)?;
        self.out.close_names(names, true)
    }

    /// Writes what `value` serializes, but for the attributes of the names in `left_out`.
    ///
    /// # Errors
    /// As [`encode`](crate::item::encode).
    pub(crate) fn fields<T: Serialize + ?Sized>(
        &mut self,
        value: &T,
        attributes: &[Attribute],
        left_out: &[&str],
    ) -> Result<(), CodecError> {
        match value.serialize(Encoder::item(&mut self.out, attributes, left_out))? {
            Written::Item => Ok(()),
            _ => Err(CodecError::new("only a struct or a map can be an item")),
        }
    }

    /// The item.
    ///
    /// # Errors
    /// Where two attributes have one name.
    pub(crate) fn end(mut self) -> Result<String, CodecError> {
        self.out.close_item()?;
        self.out.json.push('}');
        Ok(self.out.json)
    }
}

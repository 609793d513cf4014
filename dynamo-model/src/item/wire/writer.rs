//! An item on its way into a request: keys and type first, then what serde writes.

use serde::Serialize;

use super::output::{Mark, Output};
use super::ser::{Encoder, ItemFields, Written};
use super::sheet;
use crate::item::contents::Item;
use crate::item::error::CodecError;
use crate::item::shape::Attribute;
use crate::item::value::Value;
use crate::key::value::KeyValue;

/// Writes one item as the text of a JSON object.
pub(crate) struct ItemWriter {
    out: Output,
}

impl ItemWriter {
    /// Begins an item.
    pub(crate) fn begin() -> Self {
        ItemWriter { out: sheet::item() }
    }

    /// Writes a text.
    ///
    /// # Errors
    /// Where the name is empty.
    pub(crate) fn text(&mut self, name: &str, text: &str) -> Result<(), CodecError> {
        self.attribute(name, |out| out.string(text))
    }

    /// Writes a key attribute.
    ///
    /// # Errors
    /// Where the name is empty.
    pub(crate) fn key(&mut self, name: &str, key: &KeyValue) -> Result<(), CodecError> {
        self.attribute(name, |out| match key {
            KeyValue::Text(text) => out.string(text),
            KeyValue::Number(digits) => out.number(digits),
            KeyValue::Binary(bytes) => out.binary(bytes),
        })
    }

    fn attribute(&mut self, name: &str, write: impl FnOnce(&mut Output)) -> Result<(), CodecError> {
        let mut names = self.out.open_names(true);
        let entry = self.out.begin_entry(&names, name);
        write(&mut self.out);
        self.out.end_entry(&mut names, entry, name)?;
        self.out.close_names(names, true)
    }

    /// Writes what `value` serializes, but for what is written already and the attributes of the names in `left_out`: these are
    /// [taken](Self::taken) out.
    ///
    /// # Errors
    /// As [`encode`](crate::item::encode).
    pub(crate) fn fields<T: Serialize + ?Sized>(
        &mut self,
        value: &T,
        attributes: &[Attribute],
        left_out: &[&str],
    ) -> Result<(), CodecError> {
        self.out.reserve(left_out);
        let fields = ItemFields {
            attributes,
            left_out,
        };
        match value.serialize(Encoder::item(&mut self.out, &fields))? {
            Written::Item => Ok(()),
            _ => Err(CodecError::new("only a struct or a map can be an item")),
        }
    }

    /// The values that the fields had under the names of others, in their order.
    pub(crate) fn taken(&self) -> &[(String, Value)] {
        &self.out.taken
    }

    /// The value that the fields had under a name, taken out or not.
    ///
    /// # Errors
    /// Where it cannot be read, which is not expected of what was written here.
    pub(crate) fn field(&self, name: &str) -> Result<Option<Value>, CodecError> {
        self.out.field(name)
    }

    /// Whether [`field`](Self::field) may find a value, so that most need not ask.
    pub(crate) fn may_have_field(&self, name: &str) -> bool {
        self.out.may_have_field(name)
    }

    /// Whether an attribute is written, before the fields are.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.out.has(name)
    }

    /// Whether an attribute is written that is none of the fields, once these are.
    pub(crate) fn has_beside_fields(&self, name: &str) -> bool {
        self.out.has_reserved(name)
    }

    /// The value of an attribute that is none of the fields, once these are written.
    ///
    /// # Errors
    /// As [`ItemWriter::field`].
    pub(crate) fn beside_fields(&self, name: &str) -> Result<Option<Value>, CodecError> {
        self.out.reserved(name)
    }

    /// How far it is written.
    pub(crate) fn mark(&self) -> Mark {
        self.out.mark()
    }

    /// Takes the attributes out that were written since.
    pub(crate) fn back_to(&mut self, mark: Mark) {
        self.out.back_to_mark(mark);
    }

    /// The item; nothing is left here.
    ///
    /// # Errors
    /// Where two attributes have one name.
    pub(crate) fn end(&mut self) -> Result<Item, CodecError> {
        let count = self.out.close_item()?;
        let size = self.out.size;
        Ok(Item::written(sheet::keep(&mut self.out), count, size))
    }
}

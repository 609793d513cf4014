//! An entity's way to its item: keys, type and index attributes, and then what serde writes, as one text.

use serde::Serialize;

use super::copies::WriteField;
use super::key::{KeyTexts, check_length, key_error, key_value, primary_key};
use super::kind::synthetic_attributes;
use super::restore::sources;
use super::{Entity, Table};
use crate::error::{Error, Kind, Result};
use crate::item::{CodecError, ITEM_LIMIT, Item, ItemWriter, Value};
use crate::key::template::{KeyFault, PARTITION_KEY_LIMIT, SORT_KEY_LIMIT, Template};
use crate::key::value::{KeyType, KeyValue};
use crate::schema::{EntityKeys, IndexEntry, IndexLayout, TableLayout, is_own_field};
use crate::stamp::checked_ttl;

/// The whole item of an entity: primary key, index keys, type, then its own attributes.
pub(crate) fn encode_entity<E: Entity + Serialize>(entity: &E) -> Result<(KeyTexts, Item)> {
    let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
    let write = |field, format, out: &mut String| entity.write_part(field, format, out);
    let key = primary_key(layout, keys, &write)?;
    let mut item = EntityWriter::begin(layout, keys, &key);
    // What is wrong with the keys of indexes is said after what is wrong with the fields.
    let written = item.keys(&write, &|entry| entity.holds(entry));
    let left_out: Vec<&str> = keys.key_only.iter().map(|field| field.stored).collect();
    let fields = item.writer.fields(entity, keys.attributes, &left_out);
    let item = item.end(fields, written)?;
    Ok((key, item))
}

struct EntityWriter<'k> {
    layout: &'static TableLayout,
    keys: &'static EntityKeys,
    key: &'k KeyTexts,
    writer: ItemWriter,
    /// A key's text while it is made.
    text: String,
}

impl<'k> EntityWriter<'k> {
    fn begin(layout: &'static TableLayout, keys: &'static EntityKeys, key: &'k KeyTexts) -> Self {
        Self {
            layout,
            keys,
            key,
            writer: ItemWriter::begin(),
            text: String::new(),
        }
    }

    fn keys(&mut self, write: WriteField<'_>, holds: &dyn Fn(usize) -> bool) -> Result<()> {
        for (name, value) in self.key.attributes() {
            self.key_attribute(name, value)?;
        }
        let mut held = Vec::new();
        for (number, entry) in self.keys.indexes.iter().enumerate() {
            let (Some(index), Some(_), true) =
                (self.layout.index(entry.on), &entry.pk, holds(number))
            else {
                continue;
            };
            if !self.index_keys(index, entry, write)? {
                continue;
            }
            if held.contains(&index.name) {
                let fault = KeyFault::without_field(format!(
                    "two of its entries on the index `{}` hold at once",
                    index.name
                ));
                return Err(key_error(self.keys.entity, index.pk, fault));
            }
            held.push(index.name);
        }
        match self.layout.type_attribute {
            Some(name) => {
                let written = self.writer.text(name, self.keys.type_name);
                written.map_err(|error| self.error(&error))
            }
            None => Ok(()),
        }
    }

    /// Writes a key attribute. One that is the entity's own field is stored once: serde has to write the same value.
    fn key_attribute(&mut self, name: &'static str, key: &KeyValue) -> Result<()> {
        // An inverted index sorts by the table's partition key, which then has less room.
        check_length(key, key_limit(self.layout, name))
            .map_err(|fault| key_error(self.keys.entity, name, fault))?;
        let written = self.writer.key(name, key);
        written.map_err(|error| self.error(&error))
    }

    /// Writes an index's key attributes but for those of the table; `false` where a field is absent: then none of
    /// them is written.
    fn index_keys(
        &mut self,
        index: &IndexLayout,
        entry: &'static IndexEntry,
        write: WriteField<'_>,
    ) -> Result<bool> {
        let partition_length = 1 + index.more_pk.len();
        let mark = self.writer.mark();
        let mut written = Ok(true);
        for (position, (name, template)) in self.keys.entry_attributes(entry, index).enumerate() {
            let limit = match position < partition_length {
                true => PARTITION_KEY_LIMIT,
                false => SORT_KEY_LIMIT,
            };
            match self.index_key(name, template, limit, write) {
                Ok(true) => {}
                // Where one key is absent the item is not in the index, whatever is wrong with the others.
                Ok(false) => {
                    self.writer.back_to(mark);
                    return Ok(false);
                }
                Err(error) => written = written.and(Err(error)),
            }
        }
        written
    }

    fn index_key(
        &mut self,
        name: &'static str,
        template: &'static Template,
        limit: usize,
        write: WriteField<'_>,
    ) -> Result<bool> {
        let entity = self.keys.entity;
        self.text.clear();
        let rendered = template.render_into(&mut self.text, self.layout.delimiter, write);
        if !rendered.map_err(|fault| key_error(entity, name, fault))? {
            return Ok(false);
        }
        let text = std::mem::take(&mut self.text);
        let value = key_value(self.layout.key_type(name), text, template, limit)
            .map_err(|fault| key_error(entity, name, fault))?;
        // Of two indexes that share an attribute the first wrote it: it has one template.
        if !self.layout.is_key(name) && !self.writer.has(name) {
            self.key_attribute(name, &value)?;
        }
        if let KeyValue::Text(text) = value {
            self.text = text;
        }
        Ok(true)
    }

    /// The item, if nothing is wrong with it.
    fn end(&mut self, fields: Result<(), CodecError>, written: Result<()>) -> Result<Item> {
        fields.map_err(|error| self.error(&error))?;
        self.check_ttl()?;
        self.check_own_keys()?;
        written?;
        self.check_key_only()?;
        self.check_own_attributes()?;
        let (keys, key) = (self.keys, self.key);
        let item = self.writer.end();
        let item = item.map_err(|error| encode_error(keys, key, &error))?;
        let size = item.size();
        if size > ITEM_LIMIT {
            let detail =
                format!("it has {size} bytes, and an item has at most {ITEM_LIMIT} (400 KB)");
            return Err(encode_fault(keys, key).with_detail(detail));
        }
        Ok(item)
    }

    /// An expiry is whole seconds within reason: milliseconds would never come [fault 103].
    fn check_ttl(&self) -> Result<()> {
        let Some(name) = self.keys.roles.ttl else {
            return Ok(());
        };
        let Some(value) = self.field(name)? else {
            return Ok(());
        };
        let seconds = value
            .as_integer()
            .and_then(|seconds| i64::try_from(seconds).ok())
            .ok_or("an expiry is stored as whole Unix seconds");
        match seconds.and_then(|seconds| checked_ttl(Some(seconds))) {
            Ok(_) => Ok(()),
            Err(reason) => Err(encode_fault(self.keys, self.key)
                .with_field(name)
                .with_detail(reason)),
        }
    }

    /// A key attribute that is the entity's own field is the same value by its template and by serde.
    fn check_own_keys(&self) -> Result<()> {
        for (name, own) in self.writer.taken() {
            let Some(template) = self.own_template(name) else {
                continue;
            };
            let key = self.writer.beside_fields(name);
            let key = key.map_err(|error| self.error(&error))?;
            if let Some(key) = key.filter(|key| key != own).and_then(Value::into_key) {
                let fault = differs_from_template(template, &key);
                return Err(key_error(self.keys.entity, name, fault));
            }
        }
        Ok(())
    }

    /// The template of a key attribute that is one of the entity's own fields.
    fn own_template(&self, name: &str) -> Option<&'static Template> {
        let (layout, keys) = (self.layout, self.keys);
        let table = [Some((layout.pk, &keys.pk)), layout.sk.zip(keys.sk.as_ref())];
        let indexes = keys.indexes.iter().filter_map(|entry| {
            let index = layout.index(entry.on)?;
            Some(keys.entry_attributes(entry, index))
        });
        let mut all = table.into_iter().flatten().chain(indexes.flatten());
        let own = all.find(|(own, template)| *own == name && is_own_field(template, name));
        own.map(|(_, template)| template)
    }

    /// Each field that is stored in keys only and has a value is in one of the keys written.
    fn check_key_only(&self) -> Result<()> {
        let (layout, keys) = (self.layout, self.keys);
        for field in keys.key_only {
            let mut sources = sources(layout, keys, field.field);
            if self.is_taken(field.stored)
                && !sources.any(|(name, ..)| self.writer.has_beside_fields(name))
            {
                let fault = KeyFault {
                    field: Some(field.name),
                    value: None,
                    reason: "the field is stored in index keys only, and the item is in none of these indexes".to_owned(),
                };
                return Err(key_error(keys.entity, layout.pk, fault));
            }
        }
        Ok(())
    }

    /// What serde wrote under the names of key and type attributes.
    fn check_own_attributes(&self) -> Result<()> {
        let (layout, keys) = (self.layout, self.keys);
        for name in synthetic_attributes(layout) {
            if !self.writer.may_have_field(name)
                || keys.key_only.iter().any(|field| field.stored == name)
            {
                continue;
            }
            if let Some(value) = self.field(name)? {
                check_own_attribute(layout, keys, self.key, name, &value)?;
            }
        }
        Ok(())
    }

    fn is_taken(&self, name: &str) -> bool {
        self.writer.taken().iter().any(|(taken, _)| taken == name)
    }

    fn field(&self, name: &str) -> Result<Option<Value>> {
        self.writer.field(name).map_err(|error| self.error(&error))
    }

    fn error(&self, error: &CodecError) -> Error {
        encode_error(self.keys, self.key, error)
    }
}

/// A field is a key attribute by itself, and serde stores another value than queries look for.
pub(crate) fn differs_from_template(template: &Template, key: &KeyValue) -> KeyFault {
    let reason = format!(
        "it is stored under the key attribute's own name, but serde writes another value than the template, which gives {key}"
    );
    KeyFault {
        field: template.bare().map(|field| field.name),
        value: None,
        reason,
    }
}

/// An attribute that serde wrote under the name of a key or type attribute.
pub(crate) fn check_own_attribute(
    layout: &'static TableLayout,
    keys: &EntityKeys,
    key: &KeyTexts,
    name: &str,
    value: &Value,
) -> Result<()> {
    if !synthetic_attributes(layout).any(|synthetic| synthetic == name) {
        return Ok(());
    }
    let is_flattened = !keys
        .attributes
        .iter()
        .any(|attribute| attribute.name == name);
    let of = layout.key_type(name);
    let is_key = |value: &KeyValue| value.key_type() == of && value.size() > 0;
    let reason = match value.clone().into_key().filter(is_key) {
        _ if is_flattened => {
            "a flattened field brings the name of a key or type attribute".to_owned()
        }
        None => {
            let what = match of {
                KeyType::Text => "text that is not empty",
                KeyType::Number => "a whole number",
                KeyType::Binary => "bytes that are not empty",
            };
            format!("an index has this attribute as a key, so only {what} can be stored in it")
        }
        // The service checks each key attribute, whether the item has the index's other one or not.
        Some(value) => match check_length(&value, key_limit(layout, name)) {
            Ok(()) => return Ok(()),
            Err(KeyFault { reason, .. }) => {
                format!("an index has this attribute as a key: {reason}")
            }
        },
    };
    let error = encode_fault(keys, key);
    Err(error.with_field(name.to_owned()).with_detail(reason))
}

/// The bytes that a key attribute has room for: fewer where some index has it as its sort key.
fn key_limit(layout: &TableLayout, name: &str) -> usize {
    let is_sort_key = |index: &IndexLayout| index.sort().any(|sort| sort == name);
    if layout.sk == Some(name) || layout.indexes.iter().any(is_sort_key) {
        SORT_KEY_LIMIT
    } else {
        PARTITION_KEY_LIMIT
    }
}

pub(crate) fn encode_error(keys: &EntityKeys, key: &KeyTexts, error: &CodecError) -> Error {
    encode_fault(keys, key)
        .with_field(error.attribute().to_owned())
        .with_detail(error.reason().to_owned())
}

fn encode_fault(keys: &EntityKeys, key: &KeyTexts) -> Error {
    Error::new(Kind::Encode)
        .for_entity(keys.entity)
        .with_key(key.to_string())
}

#[cfg(test)]
mod tests;

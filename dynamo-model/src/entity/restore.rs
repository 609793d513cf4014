//! Fields that are stored in keys only: taken out of what serde wrote, and put back from the key's text
//! before serde reads.

use std::fmt;

use serde::Serialize;

use super::key::key_value_at;
use super::{Entity, Table};
use crate::error::{Error, Kind, Result};
use crate::item::{self, Shape, Stored, Value};
use crate::key::format::Format;
use crate::key::part::{IndexKeyPart, KeyPart};
use crate::key::template::{FieldPart, Template};
use crate::schema::{EntityKeys, KeyOnly, TableLayout};

/// A field's value for serde, or why its text in a key is none.
pub struct Restored(Result<Option<Value>, String>);

impl Restored {
    /// The entity has no such field.
    #[must_use]
    pub fn none() -> Self {
        Self(Ok(None))
    }
}

impl fmt::Debug for Restored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Restored")
    }
}

/// Reads a field of the primary key.
#[must_use]
pub fn restore<T: KeyPart + Serialize>(text: &str, format: Format) -> Restored {
    let value = T::read_part(text, format).map_err(|error| error.reason().to_owned());
    Restored(value.and_then(|value| {
        item::encode_value(&value, Shape::Plain).map_err(|error| error.reason().to_owned())
    }))
}

/// Reads a field of index keys only, which may be optional.
#[must_use]
pub fn restore_index<F: IndexKeyPart>(text: &str, format: Format) -> Restored
where
    F::Inner: Serialize,
{
    restore::<F::Inner>(text, format)
}

/// The attributes that can hold a field without loss: the table's keys first, then those of indexes.
pub(super) fn sources(
    layout: &'static TableLayout,
    keys: &'static EntityKeys,
    field: usize,
) -> impl Iterator<Item = (&'static str, &'static Template, &'static FieldPart)> {
    let primary = [Some((layout.pk, &keys.pk)), layout.sk.zip(keys.sk.as_ref())];
    let entries = keys.indexes.iter().filter_map(|entry| {
        let index = layout.index(entry.on)?;
        Some(keys.entry_attributes(entry, index))
    });
    let all = primary.into_iter().flatten().chain(entries.flatten());
    all.filter_map(move |(name, template)| {
        let part = template.fields().find(|part| part.field == field)?;
        part.format
            .is_lossless(part.kind)
            .then_some((name, template, part))
    })
}

/// The values of the fields that are stored in keys only, by their names for serde: of those that are read.
pub(super) fn restored<E: Entity>(
    item: &Stored,
    is_read: &dyn Fn(&KeyOnly) -> bool,
) -> Result<Vec<(&'static str, Value)>> {
    match E::KEYS.key_only {
        [] => Ok(Vec::new()),
        _ => restored_by(E::Table::LAYOUT, E::KEYS, E::restore, item, is_read),
    }
}

/// How an entity reads a field: [`Entity::restore`].
type RestoreField = fn(usize, &str, Format) -> Restored;

fn restored_by(
    layout: &'static TableLayout,
    keys: &'static EntityKeys,
    restore: RestoreField,
    item: &Stored,
    is_read: &dyn Fn(&KeyOnly) -> bool,
) -> Result<Vec<(&'static str, Value)>> {
    let mut values = Vec::with_capacity(keys.key_only.len());
    for field in keys.key_only.iter().filter(|field| is_read(field)) {
        if let Some(value) = restore_field(layout, keys, restore, field, item)? {
            values.push((field.stored, value));
        }
    }
    Ok(values)
}

fn restore_field(
    layout: &'static TableLayout,
    keys: &'static EntityKeys,
    restore: RestoreField,
    field: &KeyOnly,
    item: &Stored,
) -> Result<Option<Value>> {
    let present = sources(layout, keys, field.field).find(|(name, ..)| item.contains(name));
    // Absent as a whole: an optional field of an index that the item is not in; serde says if it is none.
    let Some((name, template, part)) = present else {
        return Ok(None);
    };
    let broken = |reason: String| {
        Error::new(Kind::Decode)
            .for_entity(keys.entity)
            .with_key(super::record::key_of(layout, item))
            .with_field(name)
            .with_detail(format!("`{}` cannot be read from it: {reason}", field.name))
    };
    let value = key_value_at(layout, item, name).ok_or_else(|| {
        broken(format!(
            "it is not of type {}",
            layout.key_type(name).name()
        ))
    })?;
    let text = value.text_for(template.bare());
    let parts = template
        .split(&text)
        .map_err(|fault| broken(fault.reason))?;
    let found = parts.iter().find(|(found, _)| found.field == field.field);
    let text = found.map_or("", |(_, text)| *text);
    restore(field.field, text, part.format).0.map_err(broken)
}

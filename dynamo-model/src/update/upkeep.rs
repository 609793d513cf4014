//! The attributes of the indexes that an update touches: set or removed in the same request.
//!
//! The templates are the ones that a put renders, over the primary key and the values that the update
//! sets. What the update does not know, it does not guess: an index that is touched and not known is an
//! error before anything is sent.

use super::parts::{Purpose, set};
use crate::entity::{Table, UpdateEntity, differs_from_template, key_error, key_text};
use crate::error::{Error, Kind, Result};
use crate::expr::Action;
use crate::item::Value;
use crate::key::template::{FieldPart, KeyFault, PARTITION_KEY_LIMIT, SORT_KEY_LIMIT, Template};
use crate::key::value::KeyValue;
use crate::schema::{EntityKeys, IndexEntry, IndexLayout, TableLayout, is_own_field};

/// SET and REMOVE of the index attributes.
pub(super) fn actions<E: UpdateEntity>(
    key: &E::KeyFields,
    inputs: &E::Inputs,
    leaves: &[usize],
    changes: &[Action],
    purpose: Purpose,
) -> Result<Vec<Action>> {
    let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
    if keys.indexes.is_empty() {
        return Ok(Vec::new());
    }
    let upkeep = Upkeep::<E> {
        layout,
        keys,
        key,
        inputs,
        leaves,
    };
    upkeep.check_own_fields(changes)?;
    upkeep.actions(purpose)
}

struct Upkeep<'u, E: UpdateEntity> {
    layout: &'static TableLayout,
    keys: &'static EntityKeys,
    key: &'u E::KeyFields,
    inputs: &'u E::Inputs,
    leaves: &'u [usize],
}

/// The values of an index's attributes; none where the item is not in it.
type Values = Vec<(&'static str, KeyValue)>;

impl<E: UpdateEntity> Upkeep<'_, E> {
    fn actions(&self, purpose: Purpose) -> Result<Vec<Action>> {
        let mut present: Values = Vec::new();
        let mut absent: Vec<&'static str> = Vec::new();
        let mut untouched: Vec<&'static IndexLayout> = Vec::new();
        for index in self.layout.indexes {
            if self.attributes(index).next().is_none() {
                continue;
            }
            if purpose == Purpose::Update && !self.is_touched(index) {
                untouched.push(index);
                continue;
            }
            if let Some(missing) = self.missing(index) {
                return Err(self.unknown(index, missing, purpose));
            }
            let values = self.values(index)?;
            absent.extend(self.attributes(index).filter(|name| !has(&values, name)));
            for (name, text) in values {
                if !has(&present, name) {
                    present.push((name, text));
                }
            }
        }
        absent.retain(|name| !has(&present, name));
        let mut removed: Vec<&'static str> = Vec::new();
        for name in absent {
            if !removed.contains(&name) && !self.is_needed(name, &untouched)? {
                removed.push(name);
            }
        }
        let sets = present
            .into_iter()
            .map(|(name, value)| set(name, Value::from(value)));
        let removes = removed.into_iter().map(|name| Action::Remove(name.into()));
        Ok(sets.chain(removes).collect())
    }

    /// The entity's entries in the index, with their numbers.
    fn entries(
        &self,
        index: &'static IndexLayout,
    ) -> impl Iterator<Item = (usize, &'static IndexEntry)> {
        self.keys
            .indexes
            .iter()
            .enumerate()
            .filter(|(_, entry)| entry.on == index.name && entry.pk.is_some())
    }

    /// The attributes that the entity's entries in the index write, apart from fields and table keys.
    /// A field that is stored in keys only has no attribute but these.
    fn attributes(&self, index: &'static IndexLayout) -> impl Iterator<Item = &'static str> {
        let (layout, keys) = (self.layout, self.keys);
        let is_field = move |name: &str| keys.attributes.iter().any(|own| own.name == name);
        self.entries(index)
            .flat_map(move |(_, entry)| keys.entry_attributes(entry, index))
            .filter(move |(name, template)| {
                !(layout.is_key(name) || is_own_field(template, name) && is_field(name))
            })
            .map(|(name, _)| name)
    }

    fn is_touched(&self, index: &'static IndexLayout) -> bool {
        self.entries(index).any(|(_, entry)| {
            entry
                .inputs
                .iter()
                .any(|field| E::is_given(self.inputs, *field))
        })
    }

    /// A field that the index reads and the update does not know.
    fn missing(&self, index: &'static IndexLayout) -> Option<&'static str> {
        self.entries(index).find_map(|(number, entry)| {
            // To leave an index its condition is enough.
            let leaves = self.leaves.contains(&number);
            let mut inputs = match leaves {
                true => entry.when_inputs.iter(),
                false => entry.inputs.iter(),
            };
            let not_given = inputs.find(|field| !E::is_given(self.inputs, **field));
            let of_when = entry
                .key_inputs
                .iter()
                .find(|field| !self.is_in_key_whole(**field));
            not_given
                .or(of_when)
                .and_then(|field| self.keys.field_names.get(*field).copied())
                .or_else(|| self.lossy_part(entry).filter(|_| !leaves))
        })
    }

    /// A field of the primary key that a template reads in a form that the key does not hold: a key of the
    /// same month can be made from any of its days.
    fn lossy_part(&self, entry: &'static IndexEntry) -> Option<&'static str> {
        let keys = entry.pk.iter().chain(entry.more_pk);
        let templates = keys.chain(&entry.sk).chain(entry.more_sk);
        templates
            .flat_map(Template::inputs)
            .find(|part| {
                let is_known = |own: &&FieldPart| own.is_same_text(part);
                self.is_key_field(part.field)
                    && !self.is_in_key_whole(part.field)
                    && !self.key_parts().any(|own| is_known(&own))
            })
            .map(|part| part.name)
    }

    fn key_parts(&self) -> impl Iterator<Item = &'static FieldPart> {
        std::iter::once(&self.keys.pk)
            .chain(&self.keys.sk)
            .flat_map(Template::fields)
    }

    fn is_key_field(&self, field: usize) -> bool {
        self.key_parts().any(|part| part.field == field)
    }

    /// The key holds the field without loss.
    fn is_in_key_whole(&self, field: usize) -> bool {
        self.key_parts()
            .any(|part| part.field == field && part.format.is_lossless(part.kind))
    }

    /// The texts of the entry that holds; none holds for an item outside the index.
    fn values(&self, index: &'static IndexLayout) -> Result<Values> {
        let mut found: Option<Values> = None;
        for (number, entry) in self.entries(index) {
            if !E::holds_with(self.key, self.inputs, number) {
                continue;
            }
            if self.leaves.contains(&number) {
                let error = Error::new(Kind::Request).for_entity(self.keys.entity);
                return Err(error.with_detail(format!(
                    "the update says that the item leaves the index `{}`, and with what it sets its `when` holds",
                    entry.name
                )));
            }
            let Some(values) = self.entry_values(index, entry)? else {
                continue;
            };
            if found.replace(values).is_some() {
                let fault = KeyFault::without_field(format!(
                    "two of its entries on the index `{}` hold at once",
                    index.name
                ));
                return Err(key_error(self.keys.entity, index.pk, fault));
            }
        }
        let mut values = found.unwrap_or_default();
        values.retain(|(name, _)| self.attributes(index).any(|own| own == *name));
        Ok(values)
    }

    fn entry_values(
        &self,
        index: &'static IndexLayout,
        entry: &'static IndexEntry,
    ) -> Result<Option<Values>> {
        let partition_length = index.partition().count();
        let mut values = Ok(Vec::with_capacity(2));
        for (position, (name, template)) in self.keys.entry_attributes(entry, index).enumerate() {
            let limit = match position < partition_length {
                true => PARTITION_KEY_LIMIT,
                false => SORT_KEY_LIMIT,
            };
            match (self.value(name, template, limit), &mut values) {
                // Where one key is absent the item is not in the index, whatever is wrong with the others.
                (Ok(None), _) => return Ok(None),
                (Ok(Some(value)), Ok(values)) => values.push((name, value)),
                (Err(error), Ok(_)) => values = Err(error),
                (_, Err(_)) => {}
            }
        }
        values.map(Some)
    }

    fn value(
        &self,
        name: &'static str,
        template: &'static Template,
        limit: usize,
    ) -> Result<Option<KeyValue>> {
        key_text(self.layout, name, template, limit, &|field, format, out| {
            E::write_known(self.key, self.inputs, field, format, out)
        })
        .map_err(|fault| key_error(self.keys.entity, name, fault))
    }

    /// A field that is an index's key by itself has to be one, in the index or not: the service refuses the
    /// write otherwise. It is stored as serde writes it, so that has to be what the template gives.
    fn check_own_fields(&self, changes: &[Action]) -> Result<()> {
        for index in self.layout.indexes {
            for (_, entry) in self.entries(index) {
                for (name, template) in self.keys.entry_attributes(entry, index) {
                    let is_given = template
                        .bare()
                        .is_some_and(|part| E::is_given(self.inputs, part.field));
                    let is_sort = index.sort().any(|sort| sort == name);
                    let limit = match is_sort {
                        true => SORT_KEY_LIMIT,
                        false => PARTITION_KEY_LIMIT,
                    };
                    if !is_given || !is_own_field(template, name) {
                        continue;
                    }
                    let mut stored = changes.iter().filter_map(Action::stored);
                    let stored = stored.find(|(own, _)| *own == name);
                    if let (Some(key), Some((_, stored))) =
                        (self.value(name, template, limit)?, stored)
                        && *stored != Value::from(&key)
                    {
                        let fault = differs_from_template(template, &key);
                        return Err(key_error(self.keys.entity, name, fault));
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether an index that the update does not touch has this attribute too, and the item is in it.
    fn is_needed(&self, name: &str, untouched: &[&'static IndexLayout]) -> Result<bool> {
        for index in untouched {
            if !self.attributes(index).any(|own| own == name) {
                continue;
            }
            if let Some(missing) = self.missing(index) {
                return Err(self.unknown(index, missing, Purpose::Update));
            }
            if has(&self.values(index)?, name) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn unknown(&self, index: &IndexLayout, missing: &'static str, purpose: Purpose) -> Error {
        let name = index.name;
        let is_key = self.key_parts().any(|part| part.name == missing);
        let detail = match (purpose, is_key) {
            (_, true) => format!(
                "the index `{name}` reads it in a form that the key does not hold: use `modify`, which reads the item first"
            ),
            (Purpose::Update, false) => format!(
                "the index `{name}` reads it together with what the update sets: set it too, or use `modify`, which reads the item first"
            ),
            (Purpose::Upsert, false) => format!(
                "the index `{name}` reads it, and an upsert writes all keys: set it, or use `create` and `modify`"
            ),
        };
        Error::new(Kind::Request)
            .for_entity(self.keys.entity)
            .with_field(missing)
            .with_detail(detail)
    }
}

fn has(values: &[(&'static str, KeyValue)], name: &str) -> bool {
    values.iter().any(|(own, _)| *own == name)
}

//! Copies as requests: the check of a source, and the update of a copy that its source does not agree with.
//!
//! The update of a copy is conditioned on what it was made from: the item is there, it names this source, and all else that the keys of a
//! recomputed index are made of is as it was read. So whatever another writer does in between, an index key is never made of values that were
//! not stored together.

use super::check::{Check, Equal, Expected};
use super::transact::Write;
use super::update::{Returns, Update};
use crate::entity::{CopySource, KeyTexts, SourceState, SourceValues, check_whole};
use crate::error::{Error, Kind, Result};
use crate::expr::{Action, DocumentPath, Expr, NewValue};
use crate::item::{Item, Stored, Value};
use crate::schema::copies::stored_name;
use crate::schema::{EntityKeys, IndexEntry, TableLayout};
use crate::stamp::Now;
use crate::update::Purpose;

/// The source has these values, in the moment in which the transaction is applied.
pub(crate) fn source_check(table: &str, source: SourceState) -> Check {
    let values = source.values.into_iter();
    Check {
        table: table.into(),
        entity: source.keys.entity,
        key: source.key,
        expects: Expected::Any,
        live: None,
        only_if: None,
        equal: values
            .map(|(attribute, value)| Equal { attribute, value })
            .collect(),
    }
}

/// Whether an attribute has a value. NULL, which others write for what is not there, counts as absent.
pub(crate) fn is_stored_as(item: &Stored, attribute: &str, value: Option<&Value>) -> bool {
    let stored = item.value(attribute);
    stored.filter(|stored| *stored != Value::null()).as_ref() == value
}

/// The update that gives a copy the values of its source, as far as these are known, with the bytes that its item has then; `None` where
/// it has them.
pub(crate) fn update_of_copy(
    table: &str,
    copy: &'static CopySource,
    key: KeyTexts,
    stored: &Stored,
    values: &SourceValues,
    now: Now,
) -> Result<Option<(Update, usize)>> {
    let wanted = copy.attributes().filter_map(|(name, own)| {
        let (_, value) = values.iter().find(|(known, _)| *known == name)?;
        Some((own, value.as_ref()))
    });
    let stale: Vec<_> = wanted
        .filter(|(own, value)| !is_stored_as(stored, own, *value))
        .collect();
    if stale.is_empty() {
        return Ok(None);
    }
    check_whole(copy.layout(), copy.of.copy, stored)?;
    let mut changed = stored.clone();
    for (own, value) in &stale {
        match value {
            Some(value) => changed.insert(own, (*value).clone()),
            None => changed.remove(own),
        }
    }
    let keys = copy.of.copy;
    let after = copy.image(changed, now)?.ok_or_else(|| {
        Error::new(Kind::Decode)
            .for_entity(keys.entity)
            .with_key(key.to_string())
            .with_detail("the item is of another entity")
    })?;
    let change = CopyChange {
        copy,
        layout: copy.layout(),
        keys,
        stored,
        after: &after,
        stale: &stale,
    };
    let update = Update {
        table: table.into(),
        entity: keys.entity,
        actions: change.actions(),
        purpose: Purpose::Update,
        only_if: change.condition(&key),
        key,
        version: None,
        live: None,
        returns: Returns::Nothing,
    };
    Ok(Some((update, after.size())))
}

/// The values of these attributes after a write, as far as it says; `None` where it makes one that only the service knows.
pub(crate) fn values_after(write: &Write, attributes: &[&'static str]) -> Option<SourceValues> {
    let mut values = SourceValues::new();
    match write {
        Write::Put(put) => {
            values.extend(
                attributes
                    .iter()
                    .map(|name| (*name, put.item.get(name).cloned())),
            );
        }
        Write::Update(update) => {
            for name in attributes {
                let change = update
                    .actions
                    .iter()
                    .find(|action| action.path().head() == *name);
                match change {
                    None => {}
                    Some(Action::Set {
                        path,
                        to: NewValue::Is(value),
                    }) if path.is_attribute() => values.push((name, Some(value.clone()))),
                    Some(Action::Remove(path)) if path.is_attribute() => values.push((name, None)),
                    Some(_) => return None,
                }
            }
        }
        Write::Delete(_) | Write::Check(_) => {}
    }
    Some(values)
}

struct CopyChange<'c> {
    copy: &'static CopySource,
    layout: &'static TableLayout,
    keys: &'static EntityKeys,
    stored: &'c Stored,
    /// The item as it is to be.
    after: &'c Item,
    /// The copies that change, with their new values.
    stale: &'c [(&'static str, Option<&'c Value>)],
}

impl CopyChange<'_> {
    /// The copies, the time of the write, the keys of indexes that read one of these, and the version. What others wrote in the
    /// meantime is not touched, so the version is added to and not set.
    fn actions(&self) -> Vec<Action> {
        let copies = self
            .stale
            .iter()
            .map(|(own, value)| action(own, value.cloned()));
        let time = self.keys.roles.updated_at.into_iter();
        let time = time.map(|name| action(name, self.after.get(name).cloned()));
        // Also those that are as they are to be: another fan-out may have changed them since they were read, and the
        // source back.
        let keys = self.index_attributes().into_iter();
        let keys = keys.map(|name| action(name, self.after.get(name).cloned()));
        let version = self.keys.roles.version.map(|name| Action::Add {
            path: name.into(),
            value: Value::number(1),
        });
        copies.chain(time).chain(keys).chain(version).collect()
    }

    /// It names this source, and the other inputs of the recomputed indexes are what they were.
    fn condition(&self, key: &KeyTexts) -> Option<Expr> {
        let of_source = self.copy.of.keys.iter();
        let of_source = of_source.filter(|key| !self.keys.is_in_key(key.number));
        let mut names: Vec<&str> = of_source.map(|key| key.stored).collect();
        for entry in self.recomputed() {
            for number in entry.inputs {
                match self.input(*number) {
                    Some(name) if !self.is_changed(name) => names.push(name),
                    Some(_) => {}
                    // Stored in keys only: these are as they were.
                    None => names.extend(self.attributes_of(entry)),
                }
            }
        }
        names.sort_unstable();
        names.dedup();
        let as_read = names.into_iter().map(|name| match self.stored.value(name) {
            Some(value) => Expr::equals(name.to_owned(), value),
            None => Expr::not_exists(name.to_owned()),
        });
        let is_own = self.copy.type_of_copy(key);
        let is_own = is_own.map(|(attribute, name)| Expr::equals(attribute, Value::string(name)));
        is_own.into_iter().chain(as_read).reduce(Expr::and)
    }

    /// The key attributes that recomputed indexes write, apart from fields and the table's keys.
    fn index_attributes(&self) -> Vec<&'static str> {
        let mut names: Vec<&'static str> = Vec::new();
        for name in self
            .recomputed()
            .into_iter()
            .flat_map(|entry| self.attributes_of(entry))
        {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    fn attributes_of(&self, entry: &'static IndexEntry) -> impl Iterator<Item = &'static str> {
        let (layout, keys) = (self.layout, self.keys);
        let index = layout.index(entry.on).into_iter();
        index
            .flat_map(move |index| keys.entry_attributes(entry, index))
            .map(|(name, _)| name)
            .filter(move |name| {
                !layout.is_key(name) && !keys.attributes.iter().any(|own| own.name == *name)
            })
    }

    /// The entries that read what changes, and those that share an attribute with one of them.
    fn recomputed(&self) -> Vec<&'static IndexEntry> {
        let entries = || self.keys.indexes.iter();
        let reads_change = |entry: &&'static IndexEntry| {
            let mut inputs = entry.inputs.iter().filter_map(|number| self.input(*number));
            inputs.any(|name| self.is_changed(name))
        };
        let reading: Vec<_> = entries().filter(reads_change).collect();
        let written: Vec<_> = reading
            .iter()
            .flat_map(|entry| self.attributes_of(entry))
            .collect();
        entries()
            .filter(|entry| {
                reading.iter().any(|one| std::ptr::eq(*one, *entry))
                    || self
                        .attributes_of(entry)
                        .any(|name| written.contains(&name))
            })
            .collect()
    }

    /// The attribute of a field; none where it is stored in keys only.
    fn input(&self, number: usize) -> Option<&'static str> {
        stored_name(self.keys, self.keys.field_names.get(number)?)
    }

    fn is_changed(&self, name: &str) -> bool {
        self.stale.iter().any(|(own, _)| *own == name) || self.keys.roles.updated_at == Some(name)
    }
}

fn action(name: &'static str, value: Option<Value>) -> Action {
    let path = DocumentPath::attribute(name);
    match value {
        Some(value) => Action::Set {
            path,
            to: NewValue::Is(value),
        },
        None => Action::Remove(path),
    }
}

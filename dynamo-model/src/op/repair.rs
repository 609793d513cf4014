//! A stored item whose index attributes are not what the model derives, as an update that puts them right:
//! for `backfill`.

use super::Returns;
use super::TableName;
use super::difference::Change;
use super::update::Update;
use crate::entity::KeyTexts;
use crate::expr::{Action, DocumentPath, Expr, NewValue};
use crate::item::{Item, Stored, Value};
use crate::schema::{EntityKeys, TableLayout};
use crate::update::Purpose;

/// An item as it is stored and as the model derives it from the item's own attributes.
#[derive(Debug)]
pub(crate) struct Repair<'r> {
    pub(crate) layout: &'static TableLayout,
    pub(crate) keys: &'static EntityKeys,
    pub(crate) stored: &'r Stored,
    pub(crate) derived: &'r Item,
    /// A missing type attribute is set.
    pub(crate) sets_type: bool,
}

impl Repair<'_> {
    /// The item has no type, where the table has them.
    pub(crate) fn is_untagged(&self) -> bool {
        self.layout
            .type_attribute
            .is_some_and(|name| !self.stored.contains(name))
    }

    /// The update, if something is to be put right. Attributes that are neither the type nor keys of the
    /// table's indexes are not touched.
    pub(crate) fn update(&self, table: TableName, key: KeyTexts) -> Option<Update> {
        let of_type = self
            .layout
            .type_attribute
            .filter(|_| self.sets_type && self.is_untagged());
        let of_type = of_type.and_then(|name| self.set(name));
        let actions: Vec<_> = of_type
            .into_iter()
            .chain(self.index_attributes().filter_map(|name| self.action(name)))
            .collect();
        if actions.is_empty() {
            return None;
        }
        Some(Update {
            table,
            entity: self.keys.entity,
            key,
            actions,
            purpose: Purpose::Update,
            only_if: Some(self.inputs_unchanged()),
            version: None,
            live: None,
            returns: Returns::Nothing,
        })
    }

    /// Everything that [`moved`](Self::moved) takes from the stored item is still as it was read. What was added since
    /// under a name that neither the model nor the stored item has cannot be told by a condition.
    pub(crate) fn unchanged(&self) -> Expr {
        self.unknown()
            .map(|(name, value)| Expr::equals(path(name), value))
            .fold(self.inputs_unchanged(), Expr::and)
    }

    /// What the update derived its values from is still as it was read, whatever else was written since.
    fn inputs_unchanged(&self) -> Expr {
        let change = Change {
            layout: self.layout,
            keys: self.keys,
            stored: self.stored,
            before: self.derived,
            after: self.derived,
        };
        let of_type = self
            .layout
            .type_attribute
            .map(|name| match self.stored.value(name) {
                Some(value) => Expr::equals(name, value),
                None => Expr::not_exists(name),
            });
        match of_type {
            Some(of_type) => of_type.and(change.unchanged()),
            None => change.unchanged(),
        }
    }

    /// What the model does not know of the item is as it was read, where a copy of all of it is made.
    pub(crate) fn others_unchanged(&self) -> Option<Expr> {
        if self.keys.companions.also.is_empty() {
            return None;
        }
        self.unknown()
            .map(|(name, value)| Expr::equals(path(name), value))
            .reduce(Expr::and)
    }

    /// The item as it is stored, with the type where it is set.
    pub(crate) fn as_stored(&self) -> Item {
        let mut item = Item::new();
        for (name, value) in self.stored.sorted() {
            item.push(name.to_owned(), value);
        }
        if let Some(name) = self.layout.type_attribute.filter(|_| self.sets_type)
            && let Some(value) = self.derived.get(name)
        {
            item.insert(name, value.clone());
        }
        item
    }

    /// The item under the key that the model derives, with what only the stored one has.
    pub(crate) fn moved(&self) -> Item {
        let mut item = self.derived.clone();
        for (name, value) in self.unknown() {
            item.insert(name.to_owned(), value);
        }
        item
    }

    /// The stored attributes that are none of the entity's fields and that the model does not derive.
    fn unknown(&self) -> impl Iterator<Item = (&str, Value)> {
        let stored = self.stored.sorted().into_iter();
        stored.filter(|(name, _)| self.is_of_others(name))
    }

    fn action(&self, name: &'static str) -> Option<Action> {
        let stored = self.stored.value(name);
        match self.derived.get(name) {
            // Left over, or NULL in the place of a field that is none.
            None => stored.map(|_| Action::Remove(path(name))),
            // The field itself, which is the entity's own affair.
            Some(_) if self.is_own(name) => None,
            Some(derived) if stored.as_ref() == Some(derived) => None,
            Some(_) => self.set(name),
        }
    }

    fn set(&self, name: &'static str) -> Option<Action> {
        Some(Action::Set {
            path: path(name),
            to: NewValue::Is(self.derived.get(name)?.clone()),
        })
    }

    /// The key attributes of all indexes of the table, those without an entry of this entity too, but for
    /// the table's own keys.
    fn index_attributes(&self) -> impl Iterator<Item = &'static str> {
        let mut names = Vec::new();
        for index in self.layout.indexes {
            for name in index.partition().chain(index.sort()) {
                if !self.layout.is_key(name) && !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names.into_iter()
    }

    /// Neither the entity's nor this library's.
    fn is_of_others(&self, name: &str) -> bool {
        !(self.layout.is_key(name)
            || self.layout.type_attribute == Some(name)
            || self.is_own(name)
            || self.derived.get(name).is_some()
            || self.index_attributes().any(|index| index == name))
    }

    fn is_own(&self, name: &str) -> bool {
        self.keys
            .attributes
            .iter()
            .any(|attribute| attribute.name == name)
    }
}

fn path(name: &str) -> DocumentPath {
    DocumentPath::from(name.to_owned())
}

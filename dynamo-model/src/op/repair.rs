//! A stored item whose index attributes are not what the model derives, as an update that puts them right:
//! for `backfill`.

use super::Returns;
use super::difference::Change;
use super::update::Update;
use crate::entity::KeyTexts;
use crate::expr::{Action, DocumentPath, Expr, NewValue};
use crate::item::{Item, Stored};
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
    pub(crate) fn update(&self, table: String, key: KeyTexts) -> Option<Update> {
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
            only_if: Some(self.unchanged()),
            version: None,
            live: None,
            returns: Returns::Nothing,
        })
    }

    /// What the update derived its values from is still as it was read, whatever else was written since.
    pub(crate) fn unchanged(&self) -> Expr {
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

    /// The item under the key that the model derives, with what only the stored one has.
    pub(crate) fn moved(&self) -> Item {
        let mut item = self.derived.clone();
        for (name, value) in self.stored.sorted() {
            let is_derived = self.layout.is_key(name)
                || self.layout.type_attribute == Some(name)
                || self.is_own(name)
                || self.index_attributes().any(|index| index == name);
            if !is_derived {
                item.insert(name.to_owned(), value);
            }
        }
        item
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

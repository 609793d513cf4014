//! A changed entity as an update: what differs between its images, on the condition that the item is
//! still the one that was read.

use super::TableName;
use super::live::ExpectedVersion;
use super::update::{Returns, Update};
use crate::entity::KeyTexts;
use crate::error::Result;
use crate::expr::{Action, DocumentPath, Expr, NewValue};
use crate::item::{Item, Stored, Value};
use crate::schema::{EntityKeys, TableLayout};
use crate::update::Purpose;

/// An entity as read and as changed.
#[derive(Debug)]
pub(crate) struct Change<'c> {
    pub(crate) layout: &'static TableLayout,
    pub(crate) keys: &'static EntityKeys,
    /// The item as the service returned it.
    pub(crate) stored: &'c Stored,
    /// The entity's image before the change, and after it.
    pub(crate) before: &'c Item,
    pub(crate) after: &'c Item,
}

impl Change<'_> {
    /// The change touches something: the images differ. A stored item that the model would write in
    /// another way is no change by itself.
    pub(crate) fn is_any(&self) -> bool {
        self.before.len() != self.after.len()
            || self
                .after
                .iter()
                .any(|(name, value)| self.before.get(name) != Some(value))
    }

    /// The update. Attributes that the entity does not know are neither changed nor looked at.
    pub(crate) fn update(
        &self,
        table: TableName,
        key: KeyTexts,
        version: Option<ExpectedVersion>,
    ) -> Result<Update> {
        let mut actions = Vec::new();
        for (name, value) in self.after.iter() {
            let is_new = match self.is_synthetic(name) {
                // An index key that others left stale is put right along with the change.
                true => self.stored.value(name).as_ref() != Some(value),
                false => self.before.get(name) != Some(value),
            };
            if is_new && !self.layout.is_key(name) {
                actions.push(Action::Set {
                    path: path(name),
                    to: NewValue::Is(value.clone()),
                });
            }
        }
        for name in self.gone() {
            actions.push(Action::Remove(path(name)));
        }
        let only_if = match version {
            Some(_) => None,
            None => Some(self.unchanged()),
        };
        Ok(Update {
            table,
            entity: self.keys.entity,
            key,
            actions,
            purpose: Purpose::Update,
            only_if,
            version,
            live: None,
            returns: Returns::Nothing,
        })
    }

    /// Attributes that the image had, or an index left behind, and that are no more.
    fn gone(&self) -> Vec<&str> {
        let own = self.before.iter().map(|(name, _)| name);
        let synthetic = self.index_attributes().filter(|name| {
            self.is_synthetic(name) && self.before.get(name).is_none() && self.stored.contains(name)
        });
        let synthetic = synthetic.map(|name| -> &str { name });
        own.chain(synthetic)
            .filter(|name| self.after.get(name).is_none() && !self.layout.is_key(name))
            .collect()
    }

    /// Each attribute of the entity is stored as it was read.
    pub(super) fn unchanged(&self) -> Expr {
        let known = self.keys.attributes.iter();
        let known = known.map(|attribute| -> &str { attribute.name });
        let images = self.before.iter().chain(self.after.iter());
        let flattened = images
            .map(|(name, _)| name)
            .filter(|name| !self.is_synthetic(name) && Some(*name) != self.layout.type_attribute);
        // A field that is stored in keys only is looked at there.
        let in_keys = self
            .index_attributes()
            .filter(|_| !self.keys.key_only.is_empty())
            .map(|name| -> &str { name });
        let mut names: Vec<&str> = Vec::new();
        for name in known.chain(flattened).chain(in_keys) {
            if !names.contains(&name) && !self.layout.is_key(name) {
                names.push(name);
            }
        }
        names
            .into_iter()
            .map(|name| match self.stored.value(name) {
                Some(value) => as_read(name, value),
                None => Expr::not_exists(path(name)),
            })
            .fold(Expr::Constant(true), Expr::and)
    }

    fn index_attributes(&self) -> impl Iterator<Item = &'static str> {
        self.keys
            .indexes
            .iter()
            .filter_map(|entry| self.layout.index(entry.on))
            .flat_map(|index| index.partition().chain(index.sort()))
    }

    /// An index attribute that is no field.
    fn is_synthetic(&self, name: &str) -> bool {
        self.index_attributes().any(|own| own == name)
            && !self.keys.attributes.iter().any(|own| own.name == name)
    }
}

fn path(name: &str) -> DocumentPath {
    DocumentPath::from(name.to_owned())
}

fn as_read(name: &str, value: Value) -> Expr {
    Expr::equals(path(name), value)
}

//! What a query reads: the table or an index, and the templates that fill its keys, those of the other
//! entities too.

use super::key::key_error;
use super::{Entity, Table};
use crate::error::Error;
use crate::key::template::{KeyFault, Template};
use crate::schema::{EntityKeys, TableLayout};

/// The table or index that a query reads, and the templates that fill its keys.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) layout: &'static TableLayout,
    pub(crate) keys: &'static EntityKeys,
    pub(crate) index: Option<&'static str>,
    pub(crate) pk_name: &'static str,
    pub(crate) sk_name: Option<&'static str>,
    pub(super) pk: &'static Template,
    pub(super) sk: Option<&'static Template>,
}

impl Target {
    pub(super) fn new<E: Entity>(entry: Option<usize>) -> Self {
        let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
        let (pk, sk) = keys.templates(entry);
        let index = entry.and_then(|entry| layout.index(keys.indexes[entry].on));
        match index {
            Some(index) => Self {
                layout,
                keys,
                index: Some(index.name),
                pk_name: index.pk,
                sk_name: index.sk,
                pk,
                sk,
            },
            None => Self {
                layout,
                keys,
                index: None,
                pk_name: layout.pk,
                sk_name: layout.sk,
                pk,
                sk,
            },
        }
    }

    pub(super) fn error(&self, attribute: &str, fault: KeyFault) -> Error {
        key_error(self.keys.entity, attribute, fault)
    }

    /// The templates with which the other entities fill the keys that this query reads.
    pub(super) fn others(
        self,
        entities: &'static [&'static EntityKeys],
    ) -> impl Iterator<Item = (&'static Template, Option<&'static Template>)> {
        let Self { keys, index, .. } = self;
        entities
            .iter()
            .filter(move |other| other.type_name != keys.type_name)
            .flat_map(move |other| {
                let primary = index.is_none().then(|| other.templates(None));
                let entries = (0..other.indexes.len())
                    .filter(move |&entry| index == Some(other.indexes[entry].on))
                    .map(move |entry| other.templates(Some(entry)));
                let implied = self.inverted_keys(other);
                primary.into_iter().chain(entries).chain(implied)
            })
    }

    /// Every item with both keys is in an inverted index, whether its entity has an entry there or not.
    fn inverted_keys(
        self,
        other: &'static EntityKeys,
    ) -> Option<(&'static Template, Option<&'static Template>)> {
        let index = self.layout.index(self.index?)?;
        let sk = other.sk.as_ref()?;
        self.layout
            .is_inverted(index)
            .then_some((sk, Some(&other.pk)))
    }
}

//! What a query reads: the table or an index, and the templates that fill its keys, those of the other
//! entities too.

use super::key::key_error;
use super::{Entity, Table};
use crate::error::Error;
use crate::key::template::{KeyFault, Template};
use crate::schema::{EntityKeys, IndexEntry, IndexLayout, Pattern, TableLayout, can_be_equal};

/// The table or index that a query reads, and the templates that fill its keys.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) layout: &'static TableLayout,
    pub(crate) keys: &'static EntityKeys,
    pub(crate) entry: Option<usize>,
    pub(crate) index: Option<&'static str>,
    /// The attributes of both keys: one each, but for an index whose keys have several.
    pub(crate) pk_names: Vec<&'static str>,
    pub(crate) sk_names: Vec<&'static str>,
    pub(super) pk: Vec<&'static Template>,
    pub(super) sk: Vec<&'static Template>,
}

/// What fills the attributes of a key: a template each, or nobody knows what.
pub(super) type Fillers = Vec<Option<&'static Template>>;

impl Target {
    pub(super) fn new<E: Entity>(entry: Option<usize>) -> Self {
        let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
        let (pk, sk) = keys.templates(entry);
        let index = entry.and_then(|entry| layout.index(keys.indexes[entry].on));
        let (pk_names, sk_names) = match index {
            Some(index) => (index.partition().collect(), index.sort().collect()),
            None => (vec![layout.pk], layout.sk.into_iter().collect()),
        };
        Self {
            layout,
            keys,
            entry,
            index: index.map(|index| index.name),
            pk_names,
            sk_names,
            pk,
            sk,
        }
    }

    pub(super) fn error(&self, attribute: &str, fault: KeyFault) -> Error {
        key_error(self.keys.entity, attribute, fault)
    }

    /// Whether templates of the partition key can render what this query's do.
    pub(super) fn can_share_partition(&self, others: &[Option<&'static Template>]) -> bool {
        self.pk.iter().zip(others).all(|(own, other)| match other {
            Some(other) => can_be_equal(
                Pattern::whole(own),
                Pattern::whole(other),
                self.layout.delimiter,
            ),
            None => true,
        })
    }

    /// What fills the keys that this query reads in the items of the other entities.
    pub(super) fn others(
        &self,
        entities: &'static [&'static EntityKeys],
    ) -> Vec<(Fillers, Fillers)> {
        let others = entities
            .iter()
            .filter(|other| other.type_name != self.keys.type_name);
        others.flat_map(|other| self.fillers(other)).collect()
    }

    /// What fills these keys in this entity's items by its other entries on the same index.
    pub(super) fn own_others(&self) -> Vec<(Fillers, Fillers)> {
        let Some(on) = self.index else {
            return Vec::new();
        };
        let indexes = self.keys.indexes.iter().enumerate();
        indexes
            .filter(|(number, entry)| entry.on == on && Some(*number) != self.entry)
            .map(|(number, _)| known(self.keys.templates(Some(number))))
            .collect()
    }

    fn fillers(&self, other: &'static EntityKeys) -> Vec<(Fillers, Fillers)> {
        let Some(index) = self.index.and_then(|index| self.layout.index(index)) else {
            return vec![known(other.templates(None))];
        };
        let entries = other.indexes.iter().enumerate();
        let mut found: Vec<_> = entries
            .filter(|(_, entry): &(usize, &IndexEntry)| entry.on == index.name)
            .map(|(number, _)| known(other.templates(Some(number))))
            .collect();
        if found.is_empty() {
            found.extend(self.implied(other, index));
        }
        found
    }

    /// An item is in an index if it has its key attributes, whether its entity has an entry there or not:
    /// the table's own keys, or attributes that it has anyway.
    fn implied(
        &self,
        other: &'static EntityKeys,
        index: &IndexLayout,
    ) -> Option<(Fillers, Fillers)> {
        let filler = |attribute: &str| {
            if attribute == self.layout.pk {
                return Some(Some(&other.pk));
            }
            if Some(attribute) == self.layout.sk {
                return other.sk.as_ref().map(Some);
            }
            let is_stored = other.attributes.iter().any(|own| own.name == attribute);
            is_stored.then_some(None)
        };
        let pk = index.partition().map(filler).collect::<Option<Vec<_>>>()?;
        let sk = index.sort().map(filler).collect::<Option<Vec<_>>>()?;
        Some((pk, sk))
    }
}

fn known((pk, sk): (Vec<&'static Template>, Vec<&'static Template>)) -> (Fillers, Fillers) {
    (
        pk.into_iter().map(Some).collect(),
        sk.into_iter().map(Some).collect(),
    )
}

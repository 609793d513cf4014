//! What a query reads: the table or an index, and the templates that fill its keys, those of the other
//! entities too.

use super::key::key_error;
use super::{Entity, Table};
use crate::error::Error;
use crate::key::format::{Format, PartKind};
use crate::key::template::{FieldPart, KeyFault, Part, Template};
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
        let on = entry.map(|entry| keys.indexes[entry].on);
        let (pk_name, sk_name) = match on.and_then(|on| layout.index(on)) {
            Some(index) => (index.pk, index.sk),
            None => (layout.pk, layout.sk),
        };
        Self {
            layout,
            keys,
            index: on,
            pk_name,
            sk_name,
            pk,
            sk,
        }
    }

    pub(super) fn error(&self, attribute: &str, fault: KeyFault) -> Error {
        key_error(self.keys.entity, attribute, fault)
    }

    /// The templates with which the other entities fill the keys that this query reads.
    pub(super) fn others(
        self,
        entities: &'static [&'static EntityKeys],
    ) -> impl Iterator<Item = Filling> {
        let is_other = move |other: &&&EntityKeys| other.type_name != self.keys.type_name;
        entities
            .iter()
            .filter(is_other)
            .flat_map(move |other| self.fillings(other))
    }

    /// The templates with which the same entity fills these keys by its other entries on the index.
    pub(super) fn own_others(self, entry: Option<usize>) -> impl Iterator<Item = Filling> {
        let Self { keys, index, .. } = self;
        (0..keys.indexes.len())
            .filter(move |&other| Some(other) != entry && index == Some(keys.indexes[other].on))
            .map(move |other| keys.templates(Some(other)))
    }

    /// An item is in an index if it has the key attributes, by whatever they were written: so each way
    /// of one attribute is paired with each way of the other.
    fn fillings(self, other: &'static EntityKeys) -> Vec<Filling> {
        if self.index.is_none() {
            return vec![other.templates(None)];
        }
        let sort_keys: Vec<_> = match self.sk_name {
            Some(name) => self.writers(other, name).map(Some).collect(),
            None => vec![None],
        };
        let partition_keys = self.writers(other, self.pk_name);
        partition_keys
            .flat_map(|pk| {
                sort_keys
                    .iter()
                    .map(move |sk| (pk, *sk))
                    .collect::<Vec<_>>()
            })
            .collect()
    }

    /// The templates with which an entity writes an attribute: its primary key, its index entries, a
    /// field of that name.
    fn writers(
        self,
        other: &'static EntityKeys,
        attribute: &'static str,
    ) -> impl Iterator<Item = &'static Template> {
        let layout = self.layout;
        let pk = (layout.pk == attribute).then_some(&other.pk);
        let sk = other.sk.as_ref().filter(|_| layout.sk == Some(attribute));
        let entries = other.indexes.iter().flat_map(move |entry| {
            let index = layout.index(entry.on);
            let pk = entry
                .pk
                .as_ref()
                .filter(|_| index.is_some_and(|index| index.pk == attribute));
            let sk = entry.sk.as_ref();
            let sk = sk.filter(|_| index.is_some_and(|index| index.sk == Some(attribute)));
            pk.into_iter().chain(sk)
        });
        let field = other
            .attributes
            .iter()
            .any(|field| field.name == attribute)
            .then_some(&ANY);
        pk.into_iter().chain(sk).chain(entries).chain(field)
    }
}

/// Templates of a partition key and a sort key.
pub(super) type Filling = (&'static Template, Option<&'static Template>);

/// A field of whatever text.
static ANY: Template = Template::new(
    "",
    &[Part::Field(FieldPart::new(
        0,
        "",
        "",
        Format::Raw,
        PartKind::Text,
    ))],
);

//! What a query reads: the table or an index, and the templates that fill its keys, those of the other
//! entities too.

use smallvec::smallvec;

use super::key::key_error;
use super::{Entity, Table};
use crate::error::Error;
use crate::key::Few;
use crate::key::format::{Format, PartKind};
use crate::key::shard::ShardPart;
use crate::key::template::{FieldPart, KeyFault, Part, Template};
use crate::schema::{EntityKeys, IndexLayout, Pattern, TableLayout, can_be_equal};

/// The table or index that a query reads, and the templates that fill its keys.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) layout: &'static TableLayout,
    pub(crate) keys: &'static EntityKeys,
    pub(crate) entry: Option<usize>,
    /// The place of `also` whose keys are read.
    pub(crate) place: Option<usize>,
    pub(crate) index: Option<&'static str>,
    /// The attributes of both keys: one each, but for an index whose keys have several.
    pub(crate) pk_names: Few<&'static str>,
    pub(crate) sk_names: Few<&'static str>,
    pub(super) pk: Few<&'static Template>,
    pub(super) sk: Few<&'static Template>,
}

/// Templates of the attributes of a partition key and of a sort key.
pub(super) type Filling = (Few<&'static Template>, Few<&'static Template>);

impl Target {
    pub(super) fn new<E: Entity>(entry: Option<usize>) -> Self {
        Self::of(E::Table::LAYOUT, E::KEYS, entry)
    }

    fn of(layout: &'static TableLayout, keys: &'static EntityKeys, entry: Option<usize>) -> Self {
        let (pk, sk) = keys.templates(entry);
        let index = entry.and_then(|entry| layout.index(keys.indexes[entry].on));
        let (pk_names, sk_names) = key_names(layout, index);
        Self {
            layout,
            keys,
            entry,
            place: None,
            index: index.map(|index| index.name),
            pk_names,
            sk_names,
            pk,
            sk,
        }
    }

    /// The table's own keys or those of an index, as a collection reads them: without templates of its own.
    pub(super) fn of_collection(
        layout: &'static TableLayout,
        keys: &'static EntityKeys,
        on: Option<&str>,
    ) -> Self {
        let index = on.and_then(|on| layout.index(on));
        let (pk_names, sk_names) = key_names(layout, index);
        Self {
            layout,
            keys,
            entry: None,
            place: None,
            index: index.map(|index| index.name),
            pk_names,
            sk_names,
            pk: Few::new(),
            sk: Few::new(),
        }
    }

    /// The table under the keys of an `also`.
    pub(super) fn also<E: Entity>(place: usize) -> Self {
        let target = Self::new::<E>(None);
        let Some(also) = E::KEYS.companions.also.get(place) else {
            return target;
        };
        Self {
            place: Some(place),
            pk: smallvec![&also.pk],
            sk: also.sk.iter().collect(),
            ..target
        }
    }

    pub(super) fn error(&self, attribute: &str, fault: KeyFault) -> Error {
        key_error(self.keys.entity, attribute, fault)
    }

    /// The shard of the partition key, where it has one.
    pub(super) fn shard(&self) -> Option<&'static ShardPart> {
        match self.pk.as_slice() {
            [pk] => pk.shard(),
            _ => None,
        }
    }

    /// Whether the texts of the partition key's fields are needed apart from it: for sort keys that begin with one, for shards, and for
    /// time buckets among other fields.
    pub(super) fn asks_what_is_known(&self) -> bool {
        let mut fields = self.pk.iter().flat_map(|pk| pk.fields());
        let (Some(field), None) = (fields.next(), fields.next()) else {
            return true;
        };
        let mut told = self.sk.iter().flat_map(|sk| sk.fields());
        self.pk.iter().any(|pk| pk.shard().is_some()) || told.any(|told| field.is_same_text(told))
    }

    /// Whether templates of the partition key can render what this query's do.
    pub(super) fn can_share_partition(&self, others: &[&'static Template]) -> bool {
        self.pk.iter().zip(others).all(|(own, other)| {
            can_be_equal(
                Pattern::whole(own),
                Pattern::whole(other),
                self.layout.delimiter,
            )
        })
    }

    /// The templates with which the other entities fill the keys that this query reads.
    pub(super) fn others(
        &self,
        entities: &'static [&'static EntityKeys],
    ) -> impl Iterator<Item = Filling> {
        let others = entities
            .iter()
            .filter(|other| other.type_name != self.keys.type_name);
        let others = others.flat_map(|other| self.fillings(other));
        others.chain(self.guards())
    }

    /// The templates with which the items that belong to the entity's fill what is read: its copies and guards.
    pub(super) fn companions(&self) -> Vec<Filling> {
        let copies = self.copies().into_iter();
        copies.chain(self.guards()).collect()
    }

    /// The templates of the entity's own guards, where they can be in what is read.
    fn guards(&self) -> Vec<Filling> {
        let templates = self.keys.companion_templates(self.layout);
        let guards = templates.skip(self.keys.companions.also.len());
        match self.index {
            None => guards.map(filling).collect(),
            Some(_) => self.filled(|name| {
                let keys = self.keys.companion_templates(self.layout);
                let keys = keys.skip(self.keys.companions.also.len());
                self.of_keys(keys, name).collect()
            }),
        }
    }

    /// The templates with which the entity's items under its other keys fill the keys that are read: those
    /// of its copies or, where a copy is read, of the item itself and of the other copies.
    pub(super) fn copies(&self) -> Vec<Filling> {
        let (layout, keys) = (self.layout, self.keys);
        let also = keys.companions.also;
        if also.is_empty() {
            return Vec::new();
        }
        let copies = || keys.companion_templates(layout).take(also.len());
        if self.index.is_none() {
            let copies = copies().map(filling).enumerate();
            let copies = copies.filter(|(place, _)| Some(*place) != self.place);
            let own = self.place.map(|_| keys.templates(None));
            return copies.map(|(_, copy)| copy).chain(own).collect();
        }
        // A copy has the table's keys and the entity's own attributes.
        self.filled(|name| {
            let is_field =
                !layout.is_key(name) && keys.attributes.iter().any(|own| own.name == name);
            let of_keys = self.of_keys(copies(), name);
            of_keys.chain(is_field.then_some(&ANY)).collect()
        })
    }

    /// The templates of keys that fill one of the table's key attributes.
    fn of_keys(
        &self,
        keys: impl Iterator<Item = (&'static Template, Option<&'static Template>)>,
        attribute: &str,
    ) -> impl Iterator<Item = &'static Template> {
        let is_pk = self.layout.pk == attribute;
        let is_sk = self.layout.sk == Some(attribute);
        keys.flat_map(move |(pk, sk)| is_pk.then_some(pk).into_iter().chain(sk.filter(|_| is_sk)))
    }

    /// The templates with which the same entity fills these keys by its other entries on the index.
    pub(super) fn own_others(&self) -> Vec<Filling> {
        let indexes = self.keys.indexes.iter().enumerate();
        indexes
            .filter(|(number, entry)| Some(entry.on) == self.index && Some(*number) != self.entry)
            .map(|(number, _)| self.keys.templates(Some(number)))
            .collect()
    }

    /// An item is in an index if it has the key attributes, by whatever they were written: so each way
    /// of one attribute is paired with each way of the others.
    pub(super) fn fillings(&self, other: &'static EntityKeys) -> Few<Filling> {
        if self.index.is_none() {
            let companions = other.companion_templates(self.layout).map(filling);
            return std::iter::once(other.templates(None))
                .chain(companions)
                .collect();
        }
        self.filled(|name| self.writers(other, name)).into()
    }

    fn filled(&self, writers: impl Fn(&str) -> Vec<&'static Template>) -> Vec<Filling> {
        let mut fillings: Vec<Filling> = vec![Filling::default()];
        for (number, name) in self.pk_names.iter().chain(&self.sk_names).enumerate() {
            let writers = writers(name);
            let with = |(pk, sk): &Filling, writer: &'static Template| {
                let (mut pk, mut sk) = (pk.clone(), sk.clone());
                if number < self.pk_names.len() {
                    pk.push(writer);
                } else {
                    sk.push(writer);
                }
                (pk, sk)
            };
            fillings = fillings
                .iter()
                .flat_map(|filling| {
                    writers
                        .iter()
                        .map(|writer| with(filling, writer))
                        .collect::<Vec<_>>()
                })
                .collect();
        }
        fillings
    }

    /// The templates with which an entity writes an attribute: its primary key, its index entries, a
    /// field of that name.
    fn writers(&self, other: &'static EntityKeys, attribute: &str) -> Vec<&'static Template> {
        let layout = self.layout;
        let pk = (layout.pk == attribute).then_some(&other.pk);
        let sk = other.sk.as_ref().filter(|_| layout.sk == Some(attribute));
        let entries = other.indexes.iter().flat_map(|entry| {
            let index = layout.index(entry.on);
            let attributes = index.map(|index| other.entry_attributes(entry, index));
            attributes
                .into_iter()
                .flatten()
                .filter(|(name, _)| *name == attribute && !layout.is_key(name))
                .map(|(_, template)| template)
        });
        let companions = self.of_keys(other.companion_templates(layout), attribute);
        let mut writers: Vec<_> = (pk.into_iter().chain(sk))
            .chain(entries)
            .chain(companions)
            .collect();
        let is_field = |field: &crate::item::Attribute| field.name == attribute;
        if !layout.is_key(attribute) && other.attributes.iter().any(is_field) {
            writers.push(&ANY);
        }
        writers
    }
}

/// The attributes of the partition key and of the sort key.
fn key_names(
    layout: &TableLayout,
    index: Option<&IndexLayout>,
) -> (Few<&'static str>, Few<&'static str>) {
    match index {
        Some(index) => (index.partition().collect(), index.sort().collect()),
        None => (smallvec![layout.pk], layout.sk.into_iter().collect()),
    }
}

fn filling((pk, sk): (&'static Template, Option<&'static Template>)) -> Filling {
    (smallvec![pk], sk.into_iter().collect())
}

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

//! The attributes of keys: of what type each is, which of them an index re-uses, and which fields are
//! stored in keys only.

use super::message::equal;
use super::{EntityKeys, IndexEntry, IndexLayout, TableLayout};
use crate::key::template::Template;
use crate::key::value::KeyType;

/// A field that is stored in key attributes only.
#[derive(Debug)]
pub struct KeyOnly {
    /// The field's number.
    pub(crate) field: usize,
    pub(crate) name: &'static str,
    /// The name under which serde knows it.
    pub(crate) stored: &'static str,
}

impl KeyOnly {
    /// A field: number, name in Rust, and name for serde.
    #[must_use]
    pub const fn new(field: usize, name: &'static str, stored: &'static str) -> Self {
        Self {
            field,
            name,
            stored,
        }
    }
}

impl TableLayout {
    /// Key attributes of type N.
    #[must_use]
    pub const fn number(mut self, names: &'static [&'static str]) -> Self {
        self.number = names;
        self
    }

    /// Key attributes of type B.
    #[must_use]
    pub const fn binary(mut self, names: &'static [&'static str]) -> Self {
        self.binary = names;
        self
    }

    pub(crate) const fn key_type(&self, attribute: &str) -> KeyType {
        if contains(self.number, attribute) {
            KeyType::Number
        } else if contains(self.binary, attribute) {
            KeyType::Binary
        } else {
            KeyType::Text
        }
    }

    /// Whether the attribute is one of the table's own key: no index writes or removes it.
    pub(crate) const fn is_key(&self, attribute: &str) -> bool {
        if equal(self.pk, attribute) {
            return true;
        }
        match self.sk {
            Some(sk) => equal(sk, attribute),
            None => false,
        }
    }

    /// Whether the table has a local index, which limits its item collections to 10 GB.
    pub(crate) const fn has_local_index(&self) -> bool {
        let mut i = 0;
        while i < self.indexes.len() {
            if self.indexes[i].is_local {
                return true;
            }
            i += 1;
        }
        false
    }
}

impl IndexLayout {
    /// The attributes after the first, where a key has several.
    #[must_use]
    pub const fn further(
        mut self,
        pk: &'static [&'static str],
        sk: &'static [&'static str],
    ) -> Self {
        self.more_pk = pk;
        self.more_sk = sk;
        self
    }

    /// A local index: another sort key under the table's partition key.
    #[must_use]
    pub const fn local(mut self) -> Self {
        self.is_local = true;
        self
    }

    /// The attributes of the partition key.
    pub(crate) fn partition(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.pk).chain(self.more_pk.iter().copied())
    }

    /// The attributes of the sort key.
    pub(crate) fn sort(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.sk.into_iter().chain(self.more_sk.iter().copied())
    }
}

impl IndexEntry {
    /// The templates of the attributes after the first, where a key has several.
    #[must_use]
    pub const fn further(mut self, pk: &'static [Template], sk: &'static [Template]) -> Self {
        self.more_pk = pk;
        self.more_sk = sk;
        self
    }
}

impl EntityKeys {
    /// Fields that are stored in keys only.
    #[must_use]
    pub const fn key_only(mut self, fields: &'static [KeyOnly]) -> Self {
        self.key_only = fields;
        self
    }

    /// Attributes and templates of an index entry, the partition key's first; none for an inverted
    /// index, whose keys are the table's.
    pub(crate) fn entry_attributes(
        &'static self,
        entry: &'static IndexEntry,
        index: &IndexLayout,
    ) -> impl Iterator<Item = (&'static str, &'static Template)> {
        let partition = index.partition().zip(entry.pk.iter().chain(entry.more_pk));
        let sort = index.sort().zip(entry.sk.iter().chain(entry.more_sk));
        partition.chain(sort)
    }

    /// The template of an attribute of a key: of the table (`None`) or of an index entry.
    pub(crate) const fn template_at(
        &self,
        entry: Option<usize>,
        is_sort: bool,
        position: usize,
    ) -> Option<&Template> {
        let (first, further) = match entry {
            None if is_sort => (self.sk.as_ref(), &[] as &[Template]),
            None => (Some(&self.pk), &[] as &[Template]),
            Some(entry) if is_sort => {
                let entry = &self.indexes[entry];
                (entry.sk.as_ref(), entry.more_sk)
            }
            Some(entry) => {
                let entry = &self.indexes[entry];
                (entry.pk.as_ref(), entry.more_pk)
            }
        };
        if position == 0 {
            first
        } else if position - 1 < further.len() {
            Some(&further[position - 1])
        } else {
            None
        }
    }
}

impl TableLayout {
    /// The name of an attribute of a key: of the table (`None`) or of an index.
    pub(crate) const fn attribute_at(
        &self,
        index: Option<&str>,
        is_sort: bool,
        position: usize,
    ) -> Option<&'static str> {
        let (first, further): (Option<&'static str>, &[&'static str]) = match index {
            None if is_sort => (self.sk, &[]),
            None => (Some(self.pk), &[]),
            Some(index) => match self.index(index) {
                None => return None,
                Some(index) if is_sort => (index.sk, index.more_sk),
                Some(index) => (Some(index.pk), index.more_pk),
            },
        };
        if position == 0 {
            first
        } else if position - 1 < further.len() {
            Some(further[position - 1])
        } else {
            None
        }
    }
}

pub(super) const fn contains(names: &[&str], name: &str) -> bool {
    let mut i = 0;
    while i < names.len() {
        if equal(names[i], name) {
            return true;
        }
        i += 1;
    }
    false
}

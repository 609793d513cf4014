//! The model as const data: what the derives emit and everything else reads.
//!
//! Three kinds of constant that do not know each other, so that const evaluation has no cycle:
//! [`TableLayout`] (attributes and indexes, no entities), [`EntityKeys`] (an entity's templates), and
//! the list of a table's entities apart.

pub(crate) mod check;
pub(crate) mod check_keys;
pub(crate) mod collection;
pub(crate) mod companions;
pub(crate) mod copies;
pub(crate) mod creation;
mod key_attributes;
mod message;
mod overlap;
mod projects;
mod roles;

pub use companions::{Also, Companions, Unique};
pub use copies::{CopiedField, SourceKey};
pub(crate) use copies::{CopyOf, Found};
pub use key_attributes::KeyOnly;
pub(crate) use message::equal;
pub(crate) use overlap::{Pattern, can_be_equal, can_render};
pub use roles::Roles;
pub(crate) use roles::ttl_attribute;

use smallvec::smallvec;

use crate::item::Attribute;
use crate::key::Few;
use crate::key::template::{FieldPart, Template};

/// A table's attributes and indexes.
#[derive(Debug)]
pub struct TableLayout {
    pub(crate) name: &'static str,
    pub(crate) pk: &'static str,
    pub(crate) sk: Option<&'static str>,
    pub(crate) indexes: &'static [IndexLayout],
    /// `None` where items carry no type.
    pub(crate) type_attribute: Option<&'static str>,
    pub(crate) delimiter: &'static str,
    /// Key attributes of type N and B; the others are S.
    pub(crate) number: &'static [&'static str],
    pub(crate) binary: &'static [&'static str],
}

/// A secondary index.
#[derive(Debug)]
pub struct IndexLayout {
    pub(crate) name: &'static str,
    pub(crate) pk: &'static str,
    pub(crate) sk: Option<&'static str>,
    /// The attributes after the first, where a key has several.
    pub(crate) more_pk: &'static [&'static str],
    pub(crate) more_sk: &'static [&'static str],
    pub(crate) is_local: bool,
    pub(crate) projection: Projection,
}

/// The attributes that an index holds beside the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Projection {
    /// All of the item's.
    All,
    /// None.
    KeysOnly,
    /// The named ones; the type attribute is added to them.
    Include(&'static [&'static str]),
}

/// An entity's keys and attributes.
#[derive(Debug)]
pub struct EntityKeys {
    pub(crate) entity: &'static str,
    pub(crate) type_name: &'static str,
    pub(crate) pk: Template,
    pub(crate) sk: Option<Template>,
    pub(crate) indexes: &'static [IndexEntry],
    pub(crate) attributes: &'static [Attribute],
    pub(crate) overlap_ok: Option<&'static str>,
    pub(crate) constant_sk_ok: Option<&'static str>,
    pub(crate) is_checked_by_table: bool,
    pub(crate) key_only: &'static [KeyOnly],
    /// The names of the fields that indexes read, by their numbers.
    pub(crate) field_names: &'static [&'static str],
    /// The names of the fields that are attributes, in the order of `attributes`.
    pub(crate) attribute_names: &'static [&'static str],
    pub(crate) roles: Roles,
    pub(crate) companions: Companions,
}

/// An entity's place in an index.
#[derive(Debug)]
pub struct IndexEntry {
    pub(crate) name: &'static str,
    pub(crate) on: &'static str,
    pub(crate) pk: Option<Template>,
    pub(crate) sk: Option<Template>,
    pub(crate) more_pk: &'static [Template],
    pub(crate) more_sk: &'static [Template],
    pub(crate) is_sparse: bool,
    /// The numbers of the fields outside the primary key that its templates and its `when` read.
    pub(crate) inputs: &'static [usize],
    /// Those of them that its `when` reads.
    pub(crate) when_inputs: &'static [usize],
    /// The numbers of the primary key's fields that its `when` reads.
    pub(crate) key_inputs: &'static [usize],
}

impl TableLayout {
    /// A table's layout.
    #[must_use]
    pub const fn new(
        name: &'static str,
        pk: &'static str,
        sk: Option<&'static str>,
        indexes: &'static [IndexLayout],
        type_attribute: Option<&'static str>,
        delimiter: &'static str,
    ) -> Self {
        Self {
            name,
            pk,
            sk,
            indexes,
            type_attribute,
            delimiter,
            number: &[],
            binary: &[],
        }
    }

    /// Stands in for a table whose derive found a mistake: every check passes over it.
    #[must_use]
    pub const fn unknown() -> Self {
        Self::new("", "", None, &[], None, "")
    }

    pub(crate) const fn is_unknown(&self) -> bool {
        self.name.is_empty()
    }

    /// The table's default name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    pub(crate) const fn index(&self, name: &str) -> Option<&IndexLayout> {
        let mut i = 0;
        while i < self.indexes.len() {
            if message::equal(self.indexes[i].name, name) {
                return Some(&self.indexes[i]);
            }
            i += 1;
        }
        None
    }

    /// Whether the index is the table's own keys the other way round.
    pub(crate) const fn is_inverted(&self, index: &IndexLayout) -> bool {
        match (self.sk, index.sk) {
            (Some(table_sk), Some(index_sk)) => {
                message::equal(index.pk, table_sk) && message::equal(index_sk, self.pk)
            }
            _ => false,
        }
    }
}

impl IndexLayout {
    /// An index and its key attributes.
    #[must_use]
    pub const fn new(
        name: &'static str,
        pk: &'static str,
        sk: Option<&'static str>,
        projection: Projection,
    ) -> Self {
        Self {
            name,
            pk,
            sk,
            more_pk: &[],
            more_sk: &[],
            is_local: false,
            projection,
        }
    }
}

impl EntityKeys {
    /// An entity's templates, indexes and attributes.
    #[must_use]
    pub const fn new(
        entity: &'static str,
        type_name: &'static str,
        pk: Template,
        sk: Option<Template>,
        indexes: &'static [IndexEntry],
        attributes: &'static [Attribute],
    ) -> Self {
        Self {
            entity,
            type_name,
            pk,
            sk,
            indexes,
            attributes,
            overlap_ok: None,
            constant_sk_ok: None,
            is_checked_by_table: false,
            key_only: &[],
            field_names: &[],
            attribute_names: &[],
            roles: Roles::none(),
            companions: Companions::NONE,
        }
    }

    /// The names of the fields that indexes read, by their numbers.
    #[must_use]
    pub const fn field_names(mut self, names: &'static [&'static str]) -> Self {
        self.field_names = names;
        self
    }

    /// The names of the fields that are attributes, in the order of the attributes.
    #[must_use]
    pub const fn attribute_names(mut self, names: &'static [&'static str]) -> Self {
        self.attribute_names = names;
        self
    }

    /// The attributes that the library keeps.
    #[must_use]
    pub const fn roles(mut self, roles: Roles) -> Self {
        self.roles = roles;
        self
    }

    /// Stands in for an entity whose derive found a mistake: every check passes over it.
    #[must_use]
    pub const fn unknown(entity: &'static str) -> Self {
        Self::new(entity, "", Template::new("", &[]), None, &[], &[])
    }

    pub(crate) const fn is_unknown(&self) -> bool {
        self.type_name.is_empty()
    }

    /// The reason why its keys may equal another entity's.
    #[must_use]
    pub const fn overlap_ok(mut self, reason: &'static str) -> Self {
        self.overlap_ok = Some(reason);
        self
    }

    /// The reason why its constant sort key may gather in one partition of an inverted index.
    #[must_use]
    pub const fn constant_sk_ok(mut self, reason: &'static str) -> Self {
        self.constant_sk_ok = Some(reason);
        self
    }

    /// An entity with type parameters, which cannot check itself: its table does.
    #[must_use]
    pub const fn checked_by_table(mut self) -> Self {
        self.is_checked_by_table = true;
        self
    }

    /// Whether the field of this number is one of the primary key.
    pub(crate) fn is_in_key(&self, number: usize) -> bool {
        let templates = std::iter::once(&self.pk).chain(&self.sk);
        templates
            .flat_map(Template::inputs)
            .any(|part| part.field == number)
    }

    /// The templates that fill the partition and the sort key of the table (`None`) or of an index
    /// entry: an inverted index has none of its own.
    pub(crate) fn templates(
        &'static self,
        entry: Option<usize>,
    ) -> (Few<&'static Template>, Few<&'static Template>) {
        let primary = || (smallvec![&self.pk], self.sk.iter().collect());
        let Some(entry) = entry.map(|entry| &self.indexes[entry]) else {
            return primary();
        };
        match (&entry.pk, &self.sk) {
            (Some(pk), _) => (
                std::iter::once(pk).chain(entry.more_pk).collect(),
                entry.sk.iter().chain(entry.more_sk).collect(),
            ),
            (None, Some(sk)) => (smallvec![sk], smallvec![&self.pk]),
            (None, None) => primary(),
        }
    }
}

impl IndexEntry {
    /// An entity's entry in the index `on`; without templates where the index is the table's own keys.
    #[must_use]
    pub const fn new(
        name: &'static str,
        on: &'static str,
        pk: Option<Template>,
        sk: Option<Template>,
        is_sparse: bool,
    ) -> Self {
        Self {
            name,
            on,
            pk,
            sk,
            more_pk: &[],
            more_sk: &[],
            is_sparse,
            inputs: &[],
            when_inputs: &[],
            key_inputs: &[],
        }
    }

    /// The fields that it reads: those outside the primary key, those of them that `when` reads, and those
    /// of the primary key that `when` reads.
    #[must_use]
    pub const fn inputs(
        mut self,
        inputs: &'static [usize],
        when_inputs: &'static [usize],
        key_inputs: &'static [usize],
    ) -> Self {
        self.inputs = inputs;
        self.when_inputs = when_inputs;
        self.key_inputs = key_inputs;
        self
    }
}

/// Whether a key attribute is the entity's own field: a bare template under the field's stored name,
/// which is stored once.
pub(crate) const fn is_own_field(template: &Template, attribute: &str) -> bool {
    match template.bare() {
        Some(FieldPart { stored, .. }) => message::equal(stored, attribute),
        None => false,
    }
}

/// Whether items of the index hold all attributes; an index that is not declared counts as one (its own
/// check reports it).
pub(crate) const fn projects_all(layout: &TableLayout, index: &str) -> bool {
    match layout.index(index) {
        Some(index) => matches!(index.projection, Projection::All),
        None => true,
    }
}

/// Whether the keys of an index are attributes that are there anyway: these fields, by their stored names,
/// and the table's own keys.
pub(crate) const fn is_own_index(
    layout: &TableLayout,
    index: &str,
    pk: &[Option<&str>],
    sk: &[Option<&str>],
) -> bool {
    are_own(layout, index, false, pk) && are_own(layout, index, true, sk)
}

const fn are_own(
    layout: &TableLayout,
    index: &str,
    is_sort: bool,
    stored: &[Option<&str>],
) -> bool {
    let mut i = 0;
    while i < stored.len() {
        // What is not declared is reported by its own check.
        if let Some(attribute) = layout.attribute_at(Some(index), is_sort, i) {
            let is_field = match stored[i] {
                Some(stored) => message::equal(stored, attribute),
                None => false,
            };
            if !is_field && !layout.is_key(attribute) {
                return false;
            }
        }
        i += 1;
    }
    true
}

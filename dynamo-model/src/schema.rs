//! The model as const data: what the derives emit and everything else reads.
//!
//! Three kinds of constant that do not know each other, so that const evaluation has no cycle:
//! [`TableLayout`] (attributes and indexes, no entities), [`EntityKeys`] (an entity's templates), and
//! the list of a table's entities apart.

pub(crate) mod check;
mod message;
mod overlap;
mod roles;

pub(crate) use overlap::{Pattern, can_be_equal, can_render};
pub use roles::Roles;
pub(crate) use roles::ttl_attribute;

use crate::item::Attribute;
use crate::key::template::{FieldPart, Template};

/// A table's attributes and indexes.
#[derive(Debug)]
pub struct TableLayout {
    pub(crate) name: &'static str,
    pub(crate) pk: &'static str,
    pub(crate) sk: Option<&'static str>,
    pub(crate) indexes: &'static [IndexLayout],
    pub(crate) type_attribute: &'static str,
    pub(crate) delimiter: &'static str,
}

/// A global secondary index.
#[derive(Debug)]
pub struct IndexLayout {
    pub(crate) name: &'static str,
    pub(crate) pk: &'static str,
    pub(crate) sk: Option<&'static str>,
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
    /// The names of the fields that indexes read, by their numbers.
    pub(crate) field_names: &'static [&'static str],
    pub(crate) roles: Roles,
}

/// An entity's place in an index.
#[derive(Debug)]
pub struct IndexEntry {
    pub(crate) name: &'static str,
    pub(crate) on: &'static str,
    pub(crate) pk: Option<Template>,
    pub(crate) sk: Option<Template>,
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
        type_attribute: &'static str,
        delimiter: &'static str,
    ) -> Self {
        Self {
            name,
            pk,
            sk,
            indexes,
            type_attribute,
            delimiter,
        }
    }

    /// Stands in for a table whose derive found a mistake: every check passes over it.
    #[must_use]
    pub const fn unknown() -> Self {
        Self::new("", "", None, &[], "", "")
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

    /// Whether items read through the index have this attribute.
    pub(crate) fn projects(&self, index: &str, attribute: &str) -> bool {
        let Some(index) = self.index(index) else {
            return true;
        };
        let included = match index.projection {
            Projection::All => return true,
            Projection::KeysOnly => &[],
            Projection::Include(names) => names,
        };
        let has_type = index.projection != Projection::KeysOnly;
        included.contains(&attribute)
            || [self.pk, index.pk].contains(&attribute)
            || [self.sk, index.sk].contains(&Some(attribute))
            || (has_type && attribute == self.type_attribute)
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
            field_names: &[],
            roles: Roles::none(),
        }
    }

    /// The names of the fields that indexes read, by their numbers.
    #[must_use]
    pub const fn field_names(mut self, names: &'static [&'static str]) -> Self {
        self.field_names = names;
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

    /// The partition key's template.
    #[must_use]
    pub const fn pk_template(&self) -> &Template {
        &self.pk
    }

    /// The sort key's template.
    #[must_use]
    pub const fn sk_template(&self) -> Option<&Template> {
        self.sk.as_ref()
    }

    /// The partition key template of an index entry.
    #[must_use]
    pub const fn index_pk(&self, entry: usize) -> Option<&Template> {
        self.indexes[entry].pk.as_ref()
    }

    /// The sort key template of an index entry.
    #[must_use]
    pub const fn index_sk(&self, entry: usize) -> Option<&Template> {
        self.indexes[entry].sk.as_ref()
    }

    /// The templates that fill the keys of the table (`None`) or of an index entry: an inverted index
    /// has none of its own.
    pub(crate) const fn templates(&self, entry: Option<usize>) -> (&Template, Option<&Template>) {
        let Some(entry) = entry else {
            return (&self.pk, self.sk.as_ref());
        };
        match (&self.indexes[entry].pk, &self.sk) {
            (Some(pk), _) => (pk, self.indexes[entry].sk.as_ref()),
            (None, Some(sk)) => (sk, Some(&self.pk)),
            (None, None) => (&self.pk, None),
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

/// Whether the keys of an index are the attributes `pk` and `sk` themselves.
pub(crate) const fn is_own_index(
    layout: &TableLayout,
    index: &str,
    pk: &str,
    sk: Option<&str>,
) -> bool {
    let Some(index) = layout.index(index) else {
        return true;
    };
    let is_sk = match (index.sk, sk) {
        (Some(name), Some(sk)) => message::equal(name, sk),
        (None, None) => true,
        _ => false,
    };
    message::equal(index.pk, pk) && is_sk
}

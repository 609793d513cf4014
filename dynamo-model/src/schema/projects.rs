//! Which attributes an index holds.

use super::key_attributes::contains;
use super::message::equal;
use super::{IndexLayout, Projection, TableLayout};

impl TableLayout {
    /// Whether items read through the index have this attribute; of an index that is not declared they do (its
    /// own check reports it).
    pub(crate) const fn projects(&self, index: &str, attribute: &str) -> bool {
        let Some(index) = self.index(index) else {
            return true;
        };
        let (included, has_type): (&[&str], bool) = match index.projection {
            Projection::All => return true,
            Projection::KeysOnly => (&[], false),
            Projection::Include(names) => (names, true),
        };
        let is_type = match self.type_attribute {
            Some(name) => equal(name, attribute),
            None => false,
        };
        contains(included, attribute)
            || self.is_key(attribute)
            || index.is_key(attribute)
            || (has_type && is_type)
    }

    /// Whether items read through the index have the expiry: all but those of keys alone.
    pub(crate) const fn projects_expiry(&self, index: &str) -> bool {
        match self.index(index) {
            Some(index) => !matches!(index.projection, Projection::KeysOnly),
            None => true,
        }
    }
}

impl IndexLayout {
    /// Whether the attribute is one of the index's keys.
    const fn is_key(&self, attribute: &str) -> bool {
        let is_sort = match self.sk {
            Some(sk) => equal(sk, attribute),
            None => false,
        };
        is_sort
            || equal(self.pk, attribute)
            || contains(self.more_pk, attribute)
            || contains(self.more_sk, attribute)
    }
}

//! The attributes of an entity that the library keeps: version, times of writing, expiry.

use super::EntityKeys;
use super::message::equal;

/// The stored names of fields with a role.
#[derive(Clone, Copy, Debug, Default)]
pub struct Roles {
    pub(crate) version: Option<&'static str>,
    pub(crate) ttl: Option<&'static str>,
    pub(crate) created_at: Option<&'static str>,
    pub(crate) updated_at: Option<&'static str>,
}

impl Roles {
    /// No field has one.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            version: None,
            ttl: None,
            created_at: None,
            updated_at: None,
        }
    }

    /// Whether a write sets the time of it.
    pub(crate) const fn has_times(&self) -> bool {
        self.created_at.is_some() || self.updated_at.is_some()
    }

    /// Whether the attribute has one.
    pub(crate) const fn is_one(&self, name: &str) -> bool {
        let all = [self.version, self.ttl, self.created_at, self.updated_at];
        let mut i = 0;
        while i < all.len() {
            if let Some(role) = all[i]
                && equal(role, name)
            {
                return true;
            }
            i += 1;
        }
        false
    }

    /// Counts the writes.
    #[must_use]
    pub const fn version(mut self, name: &'static str) -> Self {
        self.version = Some(name);
        self
    }

    /// Says when the item expires.
    #[must_use]
    pub const fn ttl(mut self, name: &'static str) -> Self {
        self.ttl = Some(name);
        self
    }

    /// Set by the first write.
    #[must_use]
    pub const fn created_at(mut self, name: &'static str) -> Self {
        self.created_at = Some(name);
        self
    }

    /// Set by each write.
    #[must_use]
    pub const fn updated_at(mut self, name: &'static str) -> Self {
        self.updated_at = Some(name);
        self
    }
}

/// The attribute that says when an item of the table expires: a table has at most one.
pub(crate) fn ttl_attribute(entities: &[&'static EntityKeys]) -> Option<&'static str> {
    entities.iter().find_map(|keys| keys.roles.ttl)
}

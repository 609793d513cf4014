//! What the generated builders wrap.

use std::fmt;

use super::parts::{Purpose, UpdateParts};
use crate::entity::{IntoKey, Key, UpdateEntity};
use crate::error::Result;
use crate::expr::{Action, FieldValue, NewValue, Recorder};
use crate::item::Value;
use crate::stamp::Now;

/// A complete update: every index that it touches can be kept in step. Derived.
///
/// A builder that sets some fields of a group and not the others is none.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a complete update",
    label = "not an update",
    note = "begin one with `Order::update(key)`"
)]
pub trait IntoUpdate {
    /// The entity.
    type Entity: UpdateEntity;

    #[doc(hidden)]
    fn into_update(self, now: Now) -> Updating<Self::Entity>;
}

/// An update in the making.
#[must_use = "an update does nothing until a repository sends it"]
pub struct Updating<E: UpdateEntity> {
    pub(super) key: Key<E>,
    pub(super) changes: Recorder,
    pub(super) inputs: E::Inputs,
    /// What an upsert writes because the item may be new.
    pub(super) creation: Vec<Action>,
    /// The entries whose index the item leaves, as the caller says.
    pub(super) leaves: Vec<usize>,
}

impl<E: UpdateEntity> fmt::Debug for Updating<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Updating")
            .field("key", &self.key)
            .field("changes", &self.changes)
            .finish_non_exhaustive()
    }
}

impl<E: UpdateEntity> Updating<E> {
    /// An update of the item of a key.
    pub fn new(key: impl IntoKey<E>) -> Self {
        Self {
            key: key.into_key(),
            changes: Recorder::default(),
            inputs: E::Inputs::default(),
            creation: Vec::new(),
            leaves: Vec::new(),
        }
    }

    /// The key of the item.
    pub(crate) fn key(&self) -> &Key<E> {
        &self.key
    }

    /// Whether it changes the attribute, or something inside.
    pub(crate) fn changes(&self, attribute: &str) -> bool {
        let actions = self.changes.actions.iter();
        actions
            .map(Action::path)
            .any(|path| path.head() == attribute)
    }

    /// A change that no index needs to know of.
    pub fn change(mut self, change: impl FnOnce(Recorder) -> Recorder) -> Self {
        self.changes = change(self.changes);
        self
    }

    /// A new value of a field that an index reads, and its stored form.
    pub fn input<T>(
        mut self,
        name: &'static str,
        stored: FieldValue,
        value: T,
        slot: impl FnOnce(&mut E::Inputs) -> &mut Option<T>,
    ) -> Self {
        self.changes = self.changes.set(name, stored);
        *slot(&mut self.inputs) = Some(value);
        self
    }

    /// A new value of a copy, in a field that no index reads.
    pub fn copied(mut self, name: &'static str, stored: FieldValue) -> Self {
        self.changes = self.changes.set(name, stored);
        self
    }

    /// The item leaves the index of an entry: its condition does not hold.
    pub fn leave(mut self, entry: usize) -> Self {
        self.leaves.push(entry);
        self
    }

    /// The time of the write, in a field that no index reads.
    pub fn stamp(mut self, name: &'static str, stored: FieldValue) -> Self {
        self.changes = self.changes.set(name, stored);
        self
    }

    /// The time of creation, should the item be new.
    pub fn created(self, name: &'static str, stored: FieldValue) -> Self {
        self.create_only(name, stored, NewValue::IfAbsent)
    }

    /// A field of the primary key that is an attribute too, should the item be new.
    pub fn key_attribute(
        self,
        name: &'static str,
        stored: impl FnOnce(&E::KeyFields) -> FieldValue,
    ) -> Self {
        let stored = stored(self.key.fields());
        self.create_only(name, stored, NewValue::Is)
    }

    fn create_only(
        mut self,
        name: &'static str,
        stored: FieldValue,
        to: fn(Value) -> NewValue,
    ) -> Self {
        match stored.into_result() {
            Ok(Some(value)) => self.creation.push(Action::Set {
                path: name.into(),
                to: to(value),
            }),
            Ok(None) => {}
            Err(error) => {
                let error = error.with_field(name);
                self.changes.fault.get_or_insert(error);
            }
        }
        self
    }

    /// The request's parts, the indexes' attributes among them.
    pub(crate) fn finish(self, purpose: Purpose) -> Result<UpdateParts> {
        UpdateParts::of(self, purpose)
    }
}

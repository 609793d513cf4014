//! What the generated builders wrap.

use std::fmt;

use super::parts::{Purpose, UpdateParts};
use crate::entity::{IntoKey, Key, UpdateEntity};
use crate::error::Result;
use crate::expr::{Action, Encodes, FieldArg, NewValue, Recorder, TtlArg};
use crate::item::Shape;
use crate::stamp::{Now, StampValue};

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
        }
    }

    /// A change that no index needs to know of.
    pub fn change(mut self, change: impl FnOnce(Recorder) -> Recorder) -> Self {
        self.changes = change(self.changes);
        self
    }

    /// A new value of a field that an index reads.
    pub fn set_input<T, A: FieldArg<T>>(
        mut self,
        name: &'static str,
        shape: Shape,
        value: A,
        slot: impl FnOnce(&mut E::Inputs) -> &mut Option<T>,
    ) -> Self {
        let value = value.into_field();
        self.changes = self.changes.set_value(name, A::encode(&value, shape).into_result());
        *slot(&mut self.inputs) = Some(value);
        self
    }

    /// A new expiry of a field that an index reads.
    pub fn set_ttl_input<T, A: TtlArg<T>>(
        mut self,
        name: &'static str,
        value: A,
        slot: impl FnOnce(&mut E::Inputs) -> &mut Option<T>,
    ) -> Self {
        let value = value.into_ttl();
        self.changes = self.changes.set_seconds(name, A::seconds_of(&value));
        *slot(&mut self.inputs) = Some(value);
        self
    }

    /// A field that an index reads is taken away.
    pub fn clear_input<T>(
        mut self,
        name: &'static str,
        cleared: T,
        slot: impl FnOnce(&mut E::Inputs) -> &mut Option<T>,
    ) -> Self {
        self.changes = self.changes.clear(name);
        *slot(&mut self.inputs) = Some(cleared);
        self
    }

    /// The time of this write, in a field that no index reads.
    pub fn stamp<M: Encodes<T>, T: StampValue>(
        mut self,
        name: &'static str,
        shape: Shape,
        now: Now,
    ) -> Self {
        self.changes = self.changes.set_value(name, M::encode(&T::at(now), shape).into_result());
        self
    }

    /// The time of this write, in a field that an index reads.
    pub fn stamp_input<M: Encodes<T>, T: StampValue>(
        self,
        name: &'static str,
        shape: Shape,
        now: Now,
        slot: impl FnOnce(&mut E::Inputs) -> &mut Option<T>,
    ) -> Self {
        let mut stamped = self.stamp::<M, T>(name, shape, now);
        *slot(&mut stamped.inputs) = Some(T::at(now));
        stamped
    }

    /// The time of creation, should the item be new.
    pub fn created<M: Encodes<T>, T: StampValue>(
        self,
        name: &'static str,
        shape: Shape,
        now: Now,
    ) -> Self {
        self.create_only::<M, T>(name, shape, &T::at(now), NewValue::IfAbsent)
    }

    /// A field of the primary key that is an attribute too, should the item be new.
    pub fn key_attribute<M: Encodes<T>, T>(
        self,
        name: &'static str,
        shape: Shape,
        value: impl FnOnce(&E::KeyFields) -> &T,
    ) -> Self {
        let key = self.key.clone();
        self.create_only::<M, T>(name, shape, value(key.fields()), NewValue::Is)
    }

    fn create_only<M: Encodes<T>, T>(
        mut self,
        name: &'static str,
        shape: Shape,
        value: &T,
        to: fn(crate::item::Value) -> NewValue,
    ) -> Self {
        match M::encode(value, shape).into_result() {
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

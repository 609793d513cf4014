//! What an update needs to know of an entity: the values that its indexes read.

use std::marker::PhantomData;

use super::{Entity, Filterable};
use crate::key::format::Format;
use crate::key::ops::Written;

/// An entity as its updates see it. Derived.
pub trait UpdateEntity: Entity {
    /// The values, as far as they are given, of the fields outside the primary key that indexes read.
    type Inputs: Default;
    /// The entity's attributes, for conditions.
    type Fields;
    /// The stored names of the fields, and whether an item without the field cannot be read.
    #[doc(hidden)]
    const REQUIRED: &'static [(&'static str, bool)];

    #[doc(hidden)]
    fn fields() -> Self::Fields;

    /// Appends the text of a field of the primary key or of a given value.
    #[doc(hidden)]
    fn write_known(
        key: &Self::KeyFields,
        inputs: &Self::Inputs,
        field: usize,
        format: Format,
        out: &mut String,
    ) -> Written;

    /// Whether the value of a field outside the primary key is given.
    #[doc(hidden)]
    fn is_given(inputs: &Self::Inputs, field: usize) -> bool {
        let _ = (inputs, field);
        false
    }

    /// Whether the entity is in the index of this entry, all of whose inputs are given.
    #[doc(hidden)]
    fn holds_with(key: &Self::KeyFields, inputs: &Self::Inputs, entry: usize) -> bool {
        let _ = (key, inputs, entry);
        true
    }
}

/// Conditions on the item that a write addresses: every attribute can be named.
#[derive(Debug)]
pub struct OfItem<E>(PhantomData<fn() -> E>);

impl<E, const FIELD: usize> Filterable<FIELD> for OfItem<E> {}

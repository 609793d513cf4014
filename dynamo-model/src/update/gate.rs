//! Types that generated bounds are about.

use std::marker::PhantomData;

/// The states of the fields of a group of index inputs: of an index whose keys are fields of the entity
/// themselves (`OWN`), which asks for nothing, or of one with derived keys.
#[derive(Debug)]
pub struct Gate<const OWN: bool, S>(PhantomData<S>);

/// The index can be kept in step: all of its inputs are set, or none is.
///
/// `Index` and `Fields` are types that are named after what the message is about.
#[diagnostic::on_unimplemented(
    message = "the index `{Index}` is made of `{Fields}`: an update sets all of them or none",
    label = "not all of `{Fields}` are set",
    note = "set the others too, or use `modify`, which reads the item first"
)]
pub trait AllOrNone<Index, Fields> {}

impl<S, Index, Fields> AllOrNone<Index, Fields> for Gate<true, S> {}

/// The source of copies is known: it and all of its copies are set, or none of them is. `Entity` is a type of its crate.
#[diagnostic::on_unimplemented(
    message = "`{Fields}` are copies and what names their source: an update sets all of them or none",
    label = "not all of `{Fields}` are set",
    note = "set the others too, or use `modify`, which reads the item first"
)]
pub trait CopiedTogether<Entity, Fields> {}

/// Asks whether an item without a field of type `T` cannot be read: `Presence::<T>::REQUIRED`, with
/// [`RequiredField`] in scope.
#[derive(Debug)]
pub struct Presence<T: ?Sized>(PhantomData<T>);

impl<T> Presence<Option<T>> {
    /// An absent attribute reads as `None`.
    pub const REQUIRED: bool = false;
}

/// What [`Presence`] answers for other types.
pub trait RequiredField {
    /// It is required.
    const REQUIRED: bool = true;
}

impl<T: ?Sized> RequiredField for Presence<T> {}

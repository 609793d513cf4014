//! Types that generated bounds are about.

use std::marker::PhantomData;

/// What the trait of a group of index inputs is implemented for: an index whose keys are fields of the
/// entity themselves (`OWN`) asks for nothing.
#[derive(Debug)]
pub struct Gate<const OWN: bool>;

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

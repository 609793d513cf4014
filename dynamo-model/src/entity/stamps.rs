//! The fields that a write sets itself: version and times; and how an entity that has them is written.

use super::Entity;
use crate::stamp::{Now, StampValue};

/// What a write stores in an entity's version and times.
#[derive(Clone, Copy, Debug)]
pub struct Stamps {
    version: Option<u64>,
    creates: bool,
    now: Now,
}

impl Stamps {
    /// Those of a write at `now`, which leaves `version`; `creates` where the item is new.
    pub(crate) fn new(version: Option<u64>, creates: bool, now: Now) -> Self {
        Self {
            version,
            creates,
            now,
        }
    }

    /// The value of a `created_at`, if the item is new.
    #[must_use]
    pub fn created<T>(&self, at: fn(Now) -> T) -> Option<T> {
        self.creates.then(|| at(self.now))
    }

    /// The value of an `updated_at`.
    #[must_use]
    pub fn updated<T>(&self, at: fn(Now) -> T) -> Option<T> {
        Some(at(self.now))
    }

    /// Puts a new value in; gives back the one that was there.
    pub fn swap<T>(field: &mut T, new: Option<T>) -> Option<T> {
        new.map(|new| std::mem::replace(field, new))
    }

    /// Puts a value back.
    pub fn restore<T>(field: &mut T, was: Option<T>) {
        Self::swap(field, was);
    }
}

/// The type of a `version` field.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a version",
    label = "a version is a `u64`",
    note = "it starts at 1 with the first write, and each write adds one"
)]
pub trait VersionValue: Sized {
    #[doc(hidden)]
    fn get(&self) -> u64;
    #[doc(hidden)]
    fn from_version(version: u64) -> Self;
}

impl VersionValue for u64 {
    fn get(&self) -> u64 {
        *self
    }

    fn from_version(version: u64) -> u64 {
        version
    }
}

/// The operations of a version's type.
#[derive(Debug)]
pub struct VersionOps<T> {
    get: fn(&T) -> u64,
    from: fn(u64) -> T,
}

impl<T> VersionOps<T> {
    /// The number.
    pub fn get(&self, version: &T) -> u64 {
        (self.get)(version)
    }

    /// The version that a write leaves.
    pub fn next(&self, _: &T, stamps: &Stamps) -> Option<T> {
        stamps.version.map(self.from)
    }
}

/// The operations of `T` as a version.
#[must_use]
pub fn version_of<T: VersionValue>() -> VersionOps<T> {
    VersionOps {
        get: T::get,
        from: T::from_version,
    }
}

/// How `T` is made from the time of a write.
#[must_use]
pub fn stamp_of<T: StampValue>() -> fn(Now) -> T {
    T::at
}

/// An entity that a write leaves as it is: without `version`, `created_at` and `updated_at`.
#[diagnostic::on_unimplemented(
    message = "writing a `{Self}` changes it: it has a `version`, `created_at` or `updated_at`",
    label = "pass `&mut`, so that the value in memory can follow",
    note = "on success the fields hold what was stored; on failure they are as before"
)]
pub trait WrittenByRef {}

/// An entity without `version`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has a `version`, and a batch has no conditions: it would overwrite or delete newer items",
    label = "not in a batch",
    note = "write the items one by one, or say `.unchecked()` on the batch before this call"
)]
pub trait Unversioned {}

/// An entity without copies of other entities' fields.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has a `copy_of`, and a batch cannot check the source: the copy could be stale when it is written",
    label = "not in a batch",
    note = "write the items one by one, or say `.unchecked()` on the batch before this call, and `repair_copies` after it"
)]
pub trait WithoutCopies {}

/// An entity whose writes are of one item: without `also` and without `unique`.
#[diagnostic::on_unimplemented(
    message = "a write of `{Self}` is a transaction: it has `also` or `unique`, so that several items change together",
    label = "not for this entity",
    note = "a transaction returns no item: read it afterwards, or use `modify`, which returns the entity",
    note = "a batch writes single items: write the entities one by one, or say `.unchecked()` on the batch before this call"
)]
pub trait WrittenAlone {}

/// What a write takes: `&E`, or `&mut E` where the entity has a `version`, `created_at` or `updated_at`.
///
/// A request of a `&mut E` borrows it until it is awaited: on success the entity holds what was stored.
pub trait IntoWrite: Sized {
    /// The entity.
    type Entity: Entity;
    /// What the request holds until the answer: nothing, or the entity.
    type Held;

    /// Calls `f` with the entity as it is to be stored, and keeps what the answer needs.
    #[doc(hidden)]
    fn into_write<R>(
        self,
        stamps: Stamps,
        f: impl FnOnce(&Self::Entity) -> R,
    ) -> (R, Held<Self::Held>);

    /// The version that is in memory.
    #[doc(hidden)]
    fn version(&self) -> Option<u64>;

    /// Whether there is something to settle.
    #[doc(hidden)]
    const IS_HELD: bool;

    /// Sets in the entity what the write stored.
    #[doc(hidden)]
    fn settle(held: Held<Self::Held>);
}

/// The entity of a request and what a success sets in it.
#[derive(Debug)]
pub struct Held<H> {
    pub(crate) entity: H,
    pub(crate) stamps: Stamps,
}

impl<E: Entity + WrittenByRef> IntoWrite for &E {
    type Entity = E;
    type Held = ();

    fn into_write<R>(self, stamps: Stamps, f: impl FnOnce(&E) -> R) -> (R, Held<()>) {
        (f(self), Held { entity: (), stamps })
    }

    fn version(&self) -> Option<u64> {
        None
    }

    const IS_HELD: bool = false;

    fn settle(_: Held<()>) {}
}

impl<'e, E: Entity> IntoWrite for &'e mut E {
    type Entity = E;
    type Held = &'e mut E;

    fn into_write<R>(self, stamps: Stamps, f: impl FnOnce(&E) -> R) -> (R, Held<&'e mut E>) {
        let result = self.with_stamps(&stamps, f);
        let held = Held {
            entity: self,
            stamps,
        };
        (result, held)
    }

    fn version(&self) -> Option<u64> {
        E::version(self)
    }

    const IS_HELD: bool = true;

    fn settle(held: Held<&'e mut E>) {
        held.entity.set_stamps(&held.stamps);
    }
}

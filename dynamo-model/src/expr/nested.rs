//! Fields that can be changed inside: documents, maps, lists.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::marker::PhantomData;

use super::arg::FieldArg;
use super::document::Document;
use super::document_path::DocumentPath;
use super::recorder::Recorder;

/// A field that can be changed inside.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be changed inside",
    label = "not a document, map or list",
    note = "derive `Document` for a struct, next to serde's traits"
)]
pub trait NestedField {
    /// The builder of changes inside.
    type Changes;

    #[doc(hidden)]
    fn open(inside: Recorder) -> Self::Changes;

    #[doc(hidden)]
    fn close(changes: Self::Changes) -> Recorder;
}

impl<T: Document> NestedField for T {
    type Changes = T::Changes;

    fn open(inside: Recorder) -> T::Changes {
        T::open(inside)
    }

    fn close(changes: T::Changes) -> Recorder {
        T::close(changes)
    }
}

impl<T: NestedField> NestedField for Option<T> {
    type Changes = T::Changes;

    fn open(inside: Recorder) -> T::Changes {
        T::open(inside)
    }

    fn close(changes: T::Changes) -> Recorder {
        T::close(changes)
    }
}

/// Changes of a map's entries. The map has to be stored: the service makes no parents.
#[must_use = "changes do nothing until they are sent"]
pub struct MapChanges<V>(Recorder, PhantomData<fn() -> V>);

/// Changes of a list's elements. An index past the end appends.
#[must_use = "changes do nothing until they are sent"]
pub struct ListChanges<V>(Recorder, PhantomData<fn() -> V>);

impl<V> fmt::Debug for MapChanges<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MapChanges")
    }
}

impl<V> fmt::Debug for ListChanges<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ListChanges")
    }
}

macro_rules! nested {
    ($($changes:ident: $(#(V $(, $param:ident)*) $ty:ty),+;)+) => {$($(
        impl<V $(, $param)*> NestedField for $ty {
            type Changes = $changes<V>;

            fn open(inside: Recorder) -> $changes<V> {
                $changes(inside, PhantomData)
            }

            fn close(changes: $changes<V>) -> Recorder {
                changes.0
            }
        }
    )+)+};
}

nested! {
    MapChanges: #(V, S) HashMap<String, V, S>, #(V) BTreeMap<String, V>;
    ListChanges: #(V) Vec<V>;
}

impl<V> MapChanges<V> {
    /// Puts an entry into the map; what was under the key is replaced.
    pub fn set<A: FieldArg<V>>(self, key: impl Into<String>, value: A) -> Self {
        let path = entry(&self.0, key);
        Self(set(self.0, path, value), PhantomData)
    }

    /// Takes an entry out of the map.
    pub fn remove(self, key: impl Into<String>) -> Self {
        let path = entry(&self.0, key);
        Self(removed(self.0, path), PhantomData)
    }

    /// Changes inside an entry, which has to be there.
    pub fn inside(
        self,
        key: impl Into<String>,
        change: impl FnOnce(V::Changes) -> V::Changes,
    ) -> Self
    where
        V: NestedField,
    {
        let path = entry(&self.0, key);
        Self(within::<V>(self.0, path, change), PhantomData)
    }
}

impl<V> ListChanges<V> {
    /// Replaces an element, counted from 0.
    pub fn set<A: FieldArg<V>>(self, index: usize, value: A) -> Self {
        let path = element(&self.0, index);
        Self(set(self.0, path, value), PhantomData)
    }

    /// Takes an element out: those behind it move up.
    pub fn remove(self, index: usize) -> Self {
        let path = element(&self.0, index);
        Self(removed(self.0, path), PhantomData)
    }

    /// Changes inside an element, which has to be there.
    pub fn inside(self, index: usize, change: impl FnOnce(V::Changes) -> V::Changes) -> Self
    where
        V: NestedField,
    {
        let path = element(&self.0, index);
        Self(within::<V>(self.0, path, change), PhantomData)
    }
}

fn entry(recorder: &Recorder, key: impl Into<String>) -> Option<DocumentPath> {
    recorder.here().map(|map| map.field(key.into()))
}

fn element(recorder: &Recorder, index: usize) -> Option<DocumentPath> {
    recorder.here().map(|list| list.element(index))
}

fn set<V, A: FieldArg<V>>(recorder: Recorder, path: Option<DocumentPath>, value: A) -> Recorder {
    match path {
        Some(path) => {
            let shape = recorder.element_shape();
            recorder.put(path, A::encode(&value.into_field(), shape))
        }
        None => recorder,
    }
}

fn removed(recorder: Recorder, path: Option<DocumentPath>) -> Recorder {
    match path {
        Some(path) => recorder.removed(path),
        None => recorder,
    }
}

fn within<V: NestedField>(
    recorder: Recorder,
    path: Option<DocumentPath>,
    change: impl FnOnce(V::Changes) -> V::Changes,
) -> Recorder {
    match path {
        Some(path) => {
            let shape = recorder.element_shape();
            recorder.within(path, shape, |inside| V::close(change(V::open(inside))))
        }
        None => recorder,
    }
}

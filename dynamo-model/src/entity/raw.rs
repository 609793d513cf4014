//! Items of any type, as `Repository::items` yields them.

use std::fmt;
use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::record::{decode_entity, key_of};
use super::{Entity, Table};
use crate::error::{Error, Kind, Result};
use crate::item::Stored;

/// An item of a table whose type is not settled yet.
///
/// It serializes as its attributes in the order of their names, numbers as numbers, sets as sequences. An item that a query
/// returned keeps the page that it came in (up to 1 MB) in memory as long as it lives.
pub struct RawItem<T> {
    stored: Stored,
    table: PhantomData<fn() -> T>,
}

impl<T: Table> RawItem<T> {
    pub(crate) fn new(stored: Stored) -> Self {
        Self {
            stored,
            table: PhantomData,
        }
    }

    /// The value of the type attribute, which names the entity; `None` where the table has none.
    #[must_use]
    pub fn type_name(&self) -> Option<&str> {
        self.stored.text(T::LAYOUT.type_attribute?)
    }

    /// Whether the item is an `E`: by its type attribute or, where it has none, by the shape of its key.
    #[must_use]
    pub fn is<E: Entity<Table = T>>(&self) -> bool {
        super::kind::is_of::<E>(&self.stored)
    }

    /// The partition key's text; `None` where it is a number or bytes: see [`attribute`](Self::attribute).
    #[must_use]
    pub fn partition_key(&self) -> Option<&str> {
        self.stored.text(T::LAYOUT.pk)
    }

    /// The sort key's text; `None` where it is a number or bytes.
    #[must_use]
    pub fn sort_key(&self) -> Option<&str> {
        self.stored.text(T::LAYOUT.sk?)
    }

    /// The item as an entity.
    ///
    /// # Errors
    /// [`Error::is_decode`] where it is an item of another entity, or an attribute is missing or of
    /// another type.
    pub fn decode<E: Entity<Table = T> + DeserializeOwned>(&self) -> Result<E> {
        self.clone().into_entity()
    }

    /// The item as an entity, without a copy.
    ///
    /// # Errors
    /// As [`decode`](Self::decode).
    pub fn into_entity<E: Entity<Table = T> + DeserializeOwned>(self) -> Result<E> {
        if !self.is::<E>() {
            let found = self.type_name().unwrap_or("without a type");
            let error = Error::new(Kind::Decode).for_entity(E::KEYS.entity);
            return Err(error
                .with_key(key_of(T::LAYOUT, &self.stored))
                .with_detail(format!("the item is `{found}`")));
        }
        decode_entity(self.stored)
    }

    /// One attribute; `None` where the item does not have it.
    ///
    /// # Errors
    /// [`Error::is_decode`] where it is of another type.
    pub fn attribute<V: DeserializeOwned>(&self, name: &'static str) -> Result<Option<V>> {
        self.stored.attribute(name).map_err(|error| {
            let at = Error::new(Kind::Decode)
                .with_key(key_of(T::LAYOUT, &self.stored))
                .with_field(name);
            at.with_detail(error.reason().to_owned())
        })
    }
}

impl<T> Clone for RawItem<T> {
    fn clone(&self) -> Self {
        Self {
            stored: self.stored.clone(),
            table: PhantomData,
        }
    }
}

impl<T> PartialEq for RawItem<T> {
    fn eq(&self, other: &Self) -> bool {
        self.stored == other.stored
    }
}

impl<T: Table> fmt::Debug for RawItem<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "RawItem({} {})",
            self.type_name().unwrap_or("without a type"),
            key_of(T::LAYOUT, &self.stored)
        )
    }
}

impl<T> Serialize for RawItem<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let attributes = self.stored.sorted();
        let mut map = serializer.serialize_map(Some(attributes.len()))?;
        for (name, value) in attributes {
            map.serialize_entry(name, &value)?;
        }
        map.end()
    }
}

//! Items of any type, as `Repository::items` yields them.

use std::fmt;
use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::companions::place_of;
use super::record::{decode_at, key_of};
use super::{Entity, Table};
use crate::error::{Error, Kind, Result};
use crate::item::Stored;

/// An item of a table whose type is not settled yet.
///
/// It serializes as its attributes in the order of their names, numbers as numbers, sets as sequences. An item that a query or
/// scan returned keeps the page that it came in (up to 1 MB) in memory as long as it lives.
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

    pub(super) fn stored(&self) -> &Stored {
        &self.stored
    }

    pub(super) fn into_stored(self) -> Stored {
        self.stored
    }

    /// The value of the type attribute, which names the entity; `None` where the table has none.
    #[must_use]
    pub fn type_name(&self) -> Option<&str> {
        self.stored.text(T::LAYOUT.type_attribute?)
    }

    /// Whether the item is an `E`: by its type attribute or, where it has none, by the shape of its key. A copy
    /// of one under the keys of an `also` is none: [`decode_copy`](Self::decode_copy) reads it.
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
            let error = Error::new(Kind::Decode).for_entity(E::KEYS.entity);
            let detail = match self.place::<E>() {
                Some(also) => format!("the item is the copy of one under the keys of `{also}`"),
                None => {
                    let found = self.type_name().unwrap_or("without a type");
                    format!("the item is `{found}`")
                }
            };
            return Err(error
                .with_key(key_of(T::LAYOUT, &self.stored))
                .with_detail(detail));
        }
        decode_at(self.stored, None)
    }

    /// The entity whose copy the item is, under the keys of its `also`: as [`decode`](Self::decode) of an item
    /// under the entity's own key.
    ///
    /// # Errors
    /// [`Error::is_decode`] where it is no such copy, or cannot be read.
    pub fn decode_copy<E: Entity<Table = T> + DeserializeOwned>(&self) -> Result<E> {
        let place = place_of(T::LAYOUT, E::KEYS, &self.stored);
        if place.is_some() && super::kind::is_at::<E>(&self.stored, place) {
            return decode_at(self.stored.clone(), place);
        }
        Err(Error::new(Kind::Decode)
            .for_entity(E::KEYS.entity)
            .with_key(key_of(T::LAYOUT, &self.stored))
            .with_detail("the item is no copy under the keys of an `also`"))
    }

    /// The name of the `also` under whose keys the item is a copy of an `E`.
    fn place<E: Entity<Table = T>>(&self) -> Option<&'static str> {
        let place = place_of(T::LAYOUT, E::KEYS, &self.stored)?;
        let also = E::KEYS.companions.also.get(place)?;
        super::kind::is_at::<E>(&self.stored, Some(place)).then_some(also.name)
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
            at.with_detail(error.detail())
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
        self.stored.check().map_err(serde::ser::Error::custom)?;
        let attributes = self.stored.sorted();
        let mut map = serializer.serialize_map(Some(attributes.len()))?;
        for (name, value) in attributes {
            map.serialize_entry(name, &value)?;
        }
        map.end()
    }
}

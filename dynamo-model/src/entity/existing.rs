//! The stored item that a failed condition met.

use serde::de::DeserializeOwned;

use super::{Decoded, Entity, RawItem, Read};
use crate::error::{Error, Result};
use crate::item::Stored;

impl Error {
    /// The item that is stored, where a write's condition failed on one: the service returns it with the
    /// failure, at no further request. `None` where there is none, or it is of another entity.
    ///
    /// # Errors
    /// [`Error::is_decode`] where it cannot be read.
    pub fn existing<E: Entity + DeserializeOwned>(&self) -> Result<Option<E>> {
        let Some(stored) = self.existing_as::<Stored>() else {
            return Ok(None);
        };
        match E::read(stored.clone())? {
            Decoded::This(entity) => Ok(Some(entity)),
            Decoded::Other => Ok(None),
        }
    }

    /// The same as it is stored.
    #[must_use]
    pub fn existing_raw<T: super::Table>(&self) -> Option<RawItem<T>> {
        self.existing_as::<Stored>()
            .map(|stored| RawItem::new(stored.clone()))
    }
}

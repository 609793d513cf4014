//! Keys of entities of several types, as the reports of batches have them.

use std::fmt;
use std::marker::PhantomData;

use super::key::KeyTexts;
use super::{Entity, Key, Table, parse_key};
use crate::error::{Error, Kind, Result};
use crate::key::template::Template;
use crate::key::value::KeyValue;

/// The key of some entity of a table.
#[derive(PartialEq)]
pub struct RawKey<T> {
    entity: &'static str,
    texts: KeyTexts,
    table: PhantomData<fn() -> T>,
}

impl<T: Table> RawKey<T> {
    pub(crate) fn new(entity: &'static str, texts: KeyTexts) -> Self {
        Self {
            entity,
            texts,
            table: PhantomData,
        }
    }

    /// The name of the entity's struct.
    #[must_use]
    pub fn entity(&self) -> &str {
        self.entity
    }

    /// Whether it is a key of `E`.
    #[must_use]
    pub fn is<E: Entity<Table = T>>(&self) -> bool {
        self.entity == E::KEYS.entity
    }

    /// The texts of the partition key and, where the table has one, of the sort key, as
    /// [`Key::texts`] gives them.
    #[must_use]
    pub fn texts(&self) -> (String, Option<String>) {
        let KeyTexts { pk, sk, .. } = self.texts.clone();
        (pk.into_text(), sk.map(KeyValue::into_text))
    }

    /// The typed key.
    ///
    /// # Errors
    /// [`Error::is_key`] where it is the key of another entity.
    pub fn parse<E: Entity<Table = T>>(&self) -> Result<Key<E>> {
        if !self.is::<E>() {
            let error = Error::new(Kind::Key).for_entity(E::KEYS.entity);
            return Err(error
                .with_key(self.texts.to_string())
                .with_detail(format!("it is a key of `{}`", self.entity)));
        }
        let sk_template = E::KEYS.sk.as_ref().and_then(Template::bare);
        let sk = self.texts.sk.as_ref().map(|sk| sk.text_for(sk_template));
        parse_key(&self.texts.pk.text_for(E::KEYS.pk.bare()), sk.as_deref())
    }
}

impl<T> Clone for RawKey<T> {
    fn clone(&self) -> Self {
        Self {
            entity: self.entity,
            texts: self.texts.clone(),
            table: PhantomData,
        }
    }
}

impl<T> fmt::Debug for RawKey<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RawKey<{}> {}", self.entity, self.texts)
    }
}

//! `Repository::get_all`: items of several entities in one request, as a tuple.

use std::collections::HashMap;
use std::fmt;
use std::future::IntoFuture;
use std::marker::PhantomData;

use serde::de::DeserializeOwned;

use super::get::present;
use super::{Repository, RequestFuture, explained};
use crate::client::Client;
use crate::entity::{Decoded, Entity, IntoKey, Key, KeyTexts, Read, Table};
use crate::error::{Error, Kind, Result};
use crate::item::Stored;
use crate::op::{Asked, BatchGet, Live, TableName, TransactGet};
use crate::stamp::Now;

/// What names one item and says of which entity it is: a key, or the entity itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` names no item",
    label = "neither a key nor a reference to an entity",
    note = "give `Customer::key(..)`, `&key` or `&customer`"
)]
pub trait NamesItem {
    /// The entity.
    type Entity: Entity;

    #[doc(hidden)]
    fn into_named(self) -> Key<Self::Entity>;
}

impl<E: Entity> NamesItem for Key<E> {
    type Entity = E;

    fn into_named(self) -> Key<E> {
        self
    }
}

impl<E: Entity<KeyFields: Clone>> NamesItem for &Key<E> {
    type Entity = E;

    fn into_named(self) -> Key<E> {
        self.clone()
    }
}

impl<E: Entity> NamesItem for &E {
    type Entity = E;

    fn into_named(self) -> Key<E> {
        IntoKey::into_key(self)
    }
}

/// Keys whose items are read in one request: a tuple of one to twelve keys of entities of the table, in any mix.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no tuple of keys of the table `{T}`",
    label = "not a tuple of keys of its entities",
    note = "write `(Profile::key(\"u1\"), Settings::key(\"u1\"))`: one to twelve keys of entities that can be deserialized"
)]
pub trait KeyTuple<T: Table> {
    /// A tuple of an `Option` of each entity.
    type Entities;

    #[doc(hidden)]
    fn into_asked(self, now: Now) -> Result<Tuple>;

    #[doc(hidden)]
    fn read(found: &mut Found) -> Result<Self::Entities>;
}

/// The keys of a tuple.
#[derive(Debug)]
pub struct Tuple(Vec<Asked>);

/// What is stored under the keys of a tuple, in their order.
#[derive(Debug)]
pub struct Found(std::vec::IntoIter<(Asked, Option<Stored>)>);

impl Found {
    /// The next entity of the tuple.
    fn next<E: Entity + DeserializeOwned>(&mut self) -> Result<Option<E>> {
        let Some((asked, Some(stored))) = self.0.next() else {
            return Ok(None);
        };
        let Some(stored) = present(Some(stored), asked.live) else {
            return Ok(None);
        };
        match E::read(stored)? {
            Decoded::This(entity) => Ok(Some(entity)),
            Decoded::Other => Err(Error::new(Kind::Decode)
                .for_entity(E::KEYS.entity)
                .with_key(asked.key.to_string())
                .with_detail("the item of this key is of another entity")),
        }
    }
}

fn asked<K: NamesItem>(key: K, now: Now) -> Result<Asked> {
    let keys = K::Entity::KEYS;
    Ok(Asked {
        entity: keys.entity,
        key: key.into_named().render()?,
        live: Live::at(keys.roles.ttl, now),
    })
}

macro_rules! key_tuples {
    ($($first:ident $(, $other:ident)*;)*) => {
        $(
            impl<T: Table, $first, $($other),*> KeyTuple<T> for ($first, $($other,)*)
            where
                $first: NamesItem<Entity: Entity<Table = T> + DeserializeOwned>,
                $($other: NamesItem<Entity: Entity<Table = T> + DeserializeOwned>,)*
            {
                type Entities = (Option<$first::Entity>, $(Option<$other::Entity>,)*);

                fn into_asked(self, now: Now) -> Result<Tuple> {
                    #[expect(non_snake_case, reason = "the names of the type parameters")]
                    let ($first, $($other,)*) = self;
                    Ok(Tuple(vec![asked($first, now)?, $(asked($other, now)?,)*]))
                }

                fn read(found: &mut Found) -> Result<Self::Entities> {
                    Ok((found.next::<$first::Entity>()?, $(found.next::<$other::Entity>()?,)*))
                }
            }
        )*
    };
}

key_tuples! {
    A;
    A, B;
    A, B, C;
    A, B, C, D;
    A, B, C, D, E;
    A, B, C, D, E, F;
    A, B, C, D, E, F, G;
    A, B, C, D, E, F, G, H;
    A, B, C, D, E, F, G, H, I;
    A, B, C, D, E, F, G, H, I, J;
    A, B, C, D, E, F, G, H, I, J, K;
    A, B, C, D, E, F, G, H, I, J, K, L;
}

/// Items of several entities. `.await` reads them, each `None` where it is not stored, or expired.
#[must_use = "a request does nothing until it is awaited"]
pub struct GetAllRequest<T, R> {
    client: Client,
    table: TableName,
    asked: Result<Vec<Asked>>,
    is_consistent: bool,
    is_transactional: bool,
    read: fn(&mut Found) -> Result<R>,
    of: PhantomData<fn() -> T>,
}

impl<T, R> fmt::Debug for GetAllRequest<T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GetAllRequest").field(&self.asked).finish()
    }
}

impl<T: Table> Repository<T> {
    /// Reads items of several entities by their keys: one BatchGetItem for all of them, eventually consistent unless
    /// [`consistent`](GetAllRequest::consistent), or one TransactGetItems where they are to be of one moment
    /// ([`transactional`](GetAllRequest::transactional)).
    ///
    /// Costs as much as reading each with [`get`](Self::get): half a read unit per 4 KB of each item, one where
    /// consistent, two where transactional; an item that is named twice is read once. What the service leaves is
    /// asked again with full jitter, up to eight times without progress.
    ///
    /// ```
    /// # use dynamo_model::{Entity, Repository, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # #[table(name = "app", entities(Profile, Settings))]
    /// # struct App;
    /// # #[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
    /// # #[entity(table = App, pk = "USER#{user}", sk = "PROFILE")]
    /// # struct Profile { user: String, name: String }
    /// # #[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
    /// # #[entity(table = App, pk = "USER#{user}", sk = "SETTINGS")]
    /// # struct Settings { user: String, is_dark: bool }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), dynamo_model::Error> {
    /// # let app = Repository::<App>::new(dynamo_model::embedded::client());
    /// # app.create_table().await?;
    /// app.create(&Profile { user: "u1".into(), name: "Carol".into() }).await?;
    /// let keys = (Profile::key("u1"), Settings::key("u1"));
    /// let (profile, settings) = app.get_all(keys).transactional().await?;
    /// assert_eq!(profile.map(|profile| profile.name), Some("Carol".to_owned()));
    /// assert_eq!(settings, None);
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    ///
    /// # Errors
    /// [`Error::is_key`] (nothing is sent); [`Error::is_decode`] where a stored item is none of its entity;
    /// [`Error::is_throttled`] where the service left some in the end; of a transaction
    /// [`Error::is_conflict`], and [`Error::canceled`] for the keys concerned.
    pub fn get_all<K: KeyTuple<T>>(&self, keys: K) -> GetAllRequest<T, K::Entities> {
        GetAllRequest {
            client: self.inner.client.clone(),
            table: self.inner.table.clone(),
            asked: keys
                .into_asked(self.inner.clock.now())
                .map(|Tuple(asked)| asked),
            is_consistent: false,
            is_transactional: false,
            read: K::read,
            of: PhantomData,
        }
    }
}

impl<T: Table, R> GetAllRequest<T, R> {
    /// Reads what was written last, at twice the cost. The items can still be of different moments.
    pub fn consistent(mut self) -> Self {
        self.is_consistent = true;
        self
    }

    /// Reads the items as they were at one moment: no transaction of others is seen in part. Costs two read units
    /// per 4 KB of each item; conflicts with writers are retried with jitter, up to eight times.
    pub fn transactional(mut self) -> Self {
        self.is_transactional = true;
        self
    }

    /// The request's text; nothing is sent.
    #[must_use]
    pub fn explain(&self) -> String {
        explained(&self.asked, |asked| match self.is_transactional {
            true => explained(&self.transaction(asked), TransactGet::explain),
            false => {
                let batches = self.batches(asked);
                let texts: Vec<_> = batches.iter().map(BatchGet::explain).collect();
                texts.join("\n")
            }
        })
    }

    fn transaction(&self, asked: &[Asked]) -> Result<TransactGet> {
        TransactGet::new(self.table.clone(), asked)
    }

    fn batches(&self, asked: &[Asked]) -> Vec<BatchGet> {
        let keys = asked.iter().map(|asked| asked.key.clone());
        let mut batches = BatchGet::chunks(&self.table, keys);
        for batch in &mut batches {
            batch.is_consistent = self.is_consistent;
        }
        batches
    }

    async fn send(mut self) -> Result<R> {
        let asked = std::mem::replace(&mut self.asked, Ok(Vec::new()))?;
        let items = match self.is_transactional {
            true => self.read_at_once(&asked).await?,
            false => self.read_each(&asked).await?,
        };
        let found: Vec<_> = asked
            .into_iter()
            .map(|asked| {
                let stored = items.get(&asked.key).cloned();
                (asked, stored)
            })
            .collect();
        (self.read)(&mut Found(found.into_iter()))
    }

    async fn read_at_once(&self, asked: &[Asked]) -> Result<HashMap<KeyTexts, Stored>> {
        let transact = self.transaction(asked)?;
        let items = self.client.transact_get(&transact).await?;
        let keys = transact.gets.into_iter().map(|asked| asked.key);
        let found = keys.zip(items);
        Ok(found
            .filter_map(|(key, stored)| Some((key, stored?)))
            .collect())
    }

    async fn read_each(&self, asked: &[Asked]) -> Result<HashMap<KeyTexts, Stored>> {
        let mut found = HashMap::new();
        for batch in self.batches(asked) {
            let (items, left) = self.client.batch_get(batch).await?;
            if let Some(key) = left.first() {
                let error = Error::new(Kind::Throttled)
                    .with_key(key.to_string())
                    .with_detail(format!("{} items are not read", left.len()));
                let asked = asked.iter().find(|asked| asked.key == *key);
                return Err(match asked {
                    Some(asked) => error.for_entity(asked.entity),
                    None => error,
                });
            }
            let keyed = items.into_iter().filter_map(|item| {
                let key = KeyTexts::of_item(T::LAYOUT, &item)?;
                Some((key, item))
            });
            found.extend(keyed);
        }
        Ok(found)
    }
}

impl<T: Table, R: 'static> IntoFuture for GetAllRequest<T, R> {
    type Output = Result<R>;
    type IntoFuture = RequestFuture<R>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

//! `Repository::get`.

use std::future::IntoFuture;
use std::marker::PhantomData;

use serde::de::DeserializeOwned;

use super::{RequestFuture, explained};
use crate::client::Client;
use crate::entity::{Decoded, Entity, RawItem, Read};
use crate::error::{Error, Kind, Result};
use crate::item::Stored;
use crate::op::{Get, Live};

/// One item by its key. `.await` sends it.
#[derive(Debug)]
#[must_use = "a request does nothing until it is awaited"]
pub struct GetRequest<E> {
    client: Client,
    get: Result<Get>,
    live: Option<Live>,
    entity: PhantomData<fn() -> E>,
}

impl<E: Entity> GetRequest<E> {
    pub(super) fn new(client: Client, get: Result<Get>, live: Option<Live>) -> Self {
        Self {
            client,
            get,
            live,
            entity: PhantomData,
        }
    }

    /// Reads what was written last, at twice the cost.
    pub fn consistent(mut self) -> Self {
        if let Ok(get) = &mut self.get {
            get.is_consistent = true;
        }
        self
    }

    /// The request's text; nothing is sent.
    #[must_use]
    pub fn explain(&self) -> String {
        explained(&self.get, Get::explain)
    }

    /// Sends the request and returns the item as it is stored, keys included.
    ///
    /// # Errors
    /// As for the entity, but for those of reading it.
    pub async fn raw(self) -> Result<Option<RawItem<E::Table>>> {
        let stored = self.client.get(&self.get?).await?;
        Ok(present(stored, self.live).map(RawItem::new))
    }
}

impl<E: Entity + DeserializeOwned + 'static> IntoFuture for GetRequest<E> {
    type Output = Result<Option<E>>;
    type IntoFuture = RequestFuture<Option<E>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let get = self.get?;
            let stored = self.client.get(&get).await?;
            let Some(stored) = present(stored, self.live) else {
                return Ok(None);
            };
            match E::read(stored)? {
                Decoded::This(entity) => Ok(Some(entity)),
                Decoded::Other => {
                    let error = Error::new(Kind::Decode)
                        .for_entity(E::KEYS.entity)
                        .with_key(get.key.to_string());
                    Err(error.with_detail("the item of this key is of another entity"))
                }
            }
        })
    }
}

/// An expired item counts as none; GetItem has no filter.
pub(super) fn present(stored: Option<Stored>, live: Option<Live>) -> Option<Stored> {
    stored.filter(|stored| !live.is_some_and(|live| live.is_expired(stored)))
}

//! `Repository::get`.

use std::future::IntoFuture;
use std::marker::PhantomData;

use serde::de::DeserializeOwned;

use super::{RequestFuture, explained};
use crate::client::Client;
use crate::entity::{Decoded, Entity, RawItem, Read};
use crate::error::{Error, Kind, Result};
use crate::op::Get;

/// One item by its key. `.await` sends it.
#[derive(Debug)]
#[must_use = "a request does nothing until it is awaited"]
pub struct GetRequest<E> {
    client: Client,
    get: Result<Get>,
    entity: PhantomData<fn() -> E>,
}

impl<E: Entity> GetRequest<E> {
    pub(super) fn new(client: Client, get: Result<Get>) -> Self {
        Self {
            client,
            get,
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
        Ok(stored.map(RawItem::new))
    }
}

impl<E: Entity + DeserializeOwned + 'static> IntoFuture for GetRequest<E> {
    type Output = Result<Option<E>>;
    type IntoFuture = RequestFuture<Option<E>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let get = self.get?;
            let Some(stored) = self.client.get(&get).await? else {
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

//! `Repository::get`.

use std::future::IntoFuture;
use std::marker::PhantomData;

use serde::de::DeserializeOwned;

use super::{Projected, RequestFuture, Typed, explained};
use crate::client::Client;
use crate::entity::{
    Decoded, Entity, KeyTexts, OwnedProjection, PartOf, Projection, RawItem, Read, Whole,
    attributes_to_read, of_another_entity,
};
use crate::error::Result;
use crate::item::Stored;
use crate::op::{Get, Live};

/// One item by its key. `.await` sends it.
#[derive(Debug)]
#[must_use = "a request does nothing until it is awaited"]
pub struct GetRequest<E, M = Typed> {
    client: Client,
    get: Result<Get>,
    live: Option<Live>,
    reads: PhantomData<fn() -> (E, M)>,
}

impl<E: Entity> GetRequest<E> {
    pub(super) fn new(client: Client, get: Result<Get>, live: Option<Live>) -> Self {
        Self {
            client,
            get,
            live,
            reads: PhantomData,
        }
    }

    /// Reads the item as a projection: `.project::<OrderLine>()`. Less is sent over the network; it costs as much
    /// as the whole item.
    pub fn project<P: Projection<E>>(mut self) -> GetRequest<E, Projected<P>> {
        if let Ok(get) = &mut self.get {
            let mut names = attributes_to_read::<E, P>(None);
            let expiry = self.live.map(Live::attribute);
            names.extend(expiry.filter(|expiry| !names.contains(expiry)));
            get.projection = Some(names);
        }
        GetRequest {
            client: self.client,
            get: self.get,
            live: self.live,
            reads: PhantomData,
        }
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

impl<E: Entity, M> GetRequest<E, M> {
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

    async fn send<R: Read<Form>, Form>(self) -> Result<Option<R>> {
        let Some((stored, key)) = found(self.client, self.get, self.live).await? else {
            return Ok(None);
        };
        match R::read(stored)? {
            Decoded::This(item) => Ok(Some(item)),
            Decoded::Other => Err(of_another_entity::<E>(&key)),
        }
    }
}

/// The item that is asked for, with its key: what is the same for whatever it is read as.
async fn found(
    client: Client,
    get: Result<Get>,
    live: Option<Live>,
) -> Result<Option<(Stored, KeyTexts)>> {
    let get = get?;
    let stored = present(client.get(&get).await?, live);
    Ok(stored.map(|stored| (stored, get.key)))
}

impl<E: Entity + DeserializeOwned + 'static> IntoFuture for GetRequest<E> {
    type Output = Result<Option<E>>;
    type IntoFuture = RequestFuture<Option<E>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send::<E, Whole>())
    }
}

impl<E, P> IntoFuture for GetRequest<E, Projected<P>>
where
    E: Entity + 'static,
    P: Projection<E> + OwnedProjection + DeserializeOwned + 'static,
{
    type Output = Result<Option<P>>;
    type IntoFuture = RequestFuture<Option<P>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send::<P, PartOf<E>>())
    }
}

/// An expired item counts as none; GetItem has no filter.
pub(super) fn present(stored: Option<Stored>, live: Option<Live>) -> Option<Stored> {
    stored.filter(|stored| !live.is_some_and(|live| live.is_expired(stored)))
}

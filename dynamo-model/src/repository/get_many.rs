//! `Repository::get_many`: many keys of one entity, read as BatchGetItem.

use std::collections::HashSet;
use std::fmt;
use std::future::IntoFuture;
use std::marker::PhantomData;

use serde::de::DeserializeOwned;

use super::fetch::{Fetch, Fetched};
use super::{Projected, RequestFuture, Typed, explained};
use crate::client::Client;
use crate::entity::{
    Decoded, Entity, Key, KeyTexts, OwnedProjection, PartOf, Projection, Read, Whole,
    attributes_to_read, of_another_entity,
};
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::item::Stored;
use crate::op::{Live, TableName};

/// Items by many keys. `.await` reads them; [`report`](Self::report) also where the service leaves some.
#[must_use = "a request does nothing until it is awaited"]
pub struct GetManyRequest<E: Entity, M = Typed> {
    client: Client,
    fetch: Fetch,
    keys: Vec<Key<E>>,
    texts: Result<Vec<KeyTexts>>,
    reads: PhantomData<fn() -> M>,
}

impl<E: Entity, M> fmt::Debug for GetManyRequest<E, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GetManyRequest({} keys)", self.keys.len())
    }
}

impl<E: Entity> GetManyRequest<E> {
    pub(super) fn new(
        client: Client,
        table_name: TableName,
        live: Option<Live>,
        keys: Vec<Key<E>>,
    ) -> Self {
        let texts = keys.iter().map(Key::render).collect();
        Self {
            client,
            fetch: Fetch::new::<E::Table>(table_name, live),
            keys,
            texts,
            reads: PhantomData,
        }
    }

    /// Reads the items as a projection: `.project::<OrderLine>()`. Less is sent over the network; it costs as
    /// much as whole items.
    pub fn project<P: Projection<E>>(self) -> GetManyRequest<E, Projected<P>> {
        GetManyRequest {
            client: self.client,
            fetch: self.fetch.project(attributes_to_read::<E, P>(None)),
            keys: self.keys,
            texts: self.texts,
            reads: PhantomData,
        }
    }
}

impl<E: Entity, M> GetManyRequest<E, M> {
    /// Reads what was written last, at twice the cost.
    pub fn consistent(mut self) -> Self {
        self.fetch.is_consistent = true;
        self
    }

    /// At most this many requests are in flight at a time, 8 unless said otherwise, at least one.
    pub fn concurrency(mut self, requests: usize) -> Self {
        self.fetch.concurrency = requests.max(1);
        self
    }

    /// The requests' texts, one below the other; nothing is sent.
    #[must_use]
    pub fn explain(&self) -> String {
        explained(&self.texts, |texts| self.fetch.explain(texts))
    }

    /// The items, all of them: in the order of the keys.
    async fn all<R: Read<Form>, Form>(
        client: Client,
        fetch: Fetch,
        texts: Result<Vec<KeyTexts>>,
    ) -> Result<Vec<Option<R>>> {
        let texts = texts?;
        let items = fetch.send(&client, &texts).await?.complete::<E>(&texts)?;
        read_all::<E, R, Form>(items, &texts)
    }

    async fn report_as<R: Read<Form>, Form>(self) -> Result<GetManyReport<E, R>> {
        let texts = self.texts?;
        let Fetched { items, left } = self.fetch.send(&self.client, &texts).await?;
        let mut seen = HashSet::new();
        let keys = self.keys.into_iter().zip(&texts);
        let unprocessed = keys.filter(|(_, text)| left.contains(text) && seen.insert(*text));
        Ok(GetManyReport {
            unprocessed: unprocessed.map(|(key, _)| key).collect(),
            items: read_all::<E, R, Form>(items, &texts)?,
        })
    }
}

impl<E: Entity + DeserializeOwned> GetManyRequest<E> {
    /// Reads the items, and tells which keys the service left after all attempts: these are neither found nor
    /// missing.
    ///
    /// # Errors
    /// As awaiting the request, but for keys that are left.
    pub async fn report(self) -> Result<GetManyReport<E, E>> {
        self.report_as::<E, Whole>().await
    }
}

impl<E: Entity, P: Projection<E> + OwnedProjection + DeserializeOwned>
    GetManyRequest<E, Projected<P>>
{
    /// Reads the items, and tells which keys the service left after all attempts: these are neither found nor
    /// missing.
    ///
    /// # Errors
    /// As awaiting the request, but for keys that are left.
    pub async fn report(self) -> Result<GetManyReport<E, P>> {
        self.report_as::<P, PartOf<E>>().await
    }
}

impl<E: Entity + DeserializeOwned + 'static> IntoFuture for GetManyRequest<E> {
    type Output = Result<Vec<Option<E>>>;
    type IntoFuture = RequestFuture<Vec<Option<E>>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(Self::all::<E, Whole>(self.client, self.fetch, self.texts))
    }
}

impl<E, P> IntoFuture for GetManyRequest<E, Projected<P>>
where
    E: Entity + 'static,
    P: Projection<E> + OwnedProjection + DeserializeOwned + 'static,
{
    type Output = Result<Vec<Option<P>>>;
    type IntoFuture = RequestFuture<Vec<Option<P>>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(Self::all::<P, PartOf<E>>(
            self.client,
            self.fetch,
            self.texts,
        ))
    }
}

/// What a read of many keys found. See [`GetManyRequest::report`].
#[non_exhaustive]
#[must_use = "a read of many keys can leave some"]
pub struct GetManyReport<E: Entity, R> {
    /// The items in the order of the keys: `None` for what is missing, and for what is
    /// [left](Self::unprocessed).
    pub items: Vec<Option<R>>,
    /// Keys that the service left after all attempts, each once.
    pub unprocessed: Vec<Key<E>>,
}

impl<E: Entity, R> fmt::Debug for GetManyReport<E, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "GetManyReport({} keys, {} unprocessed)",
            self.items.len(),
            self.unprocessed.len()
        )
    }
}

impl<E: Entity, R> GetManyReport<E, R> {
    /// Whether every key was answered.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.unprocessed.is_empty()
    }
}

fn read_all<E: Entity, R: Read<Form>, Form>(
    items: Vec<Option<Stored>>,
    texts: &[KeyTexts],
) -> Result<Vec<Option<R>>> {
    let read = |(item, key): (Option<_>, &KeyTexts)| match item.map(R::read).transpose()? {
        None => Ok(None),
        Some(Decoded::This(item)) => Ok(Some(item)),
        Some(Decoded::Other) => Err(of_another_entity::<E>(key)),
    };
    items.into_iter().zip(texts).map(read).collect()
}

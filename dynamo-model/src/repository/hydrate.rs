//! `QueryRequest::hydrate`: the whole entities of what a query finds, by their keys.
//!
//! An index that holds less than the item tells which items there are, and in which order; the table has them.

use std::fmt;

use futures_util::stream;
use serde::de::DeserializeOwned;

use super::fetch::Fetch;
use super::query::explained_query;
use super::reading::{ItemStream, Page, Reading};
use crate::client::Client;
use crate::entity::{Decoded, Entity, Key, QueryIndex, Read, Whole};
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::op::{Cursor, Query};

/// The whole entities that a query finds. See [`QueryRequest::hydrate`](super::QueryRequest::hydrate).
#[must_use = "a query does nothing until it is read"]
pub struct HydrateRequest<I> {
    client: Client,
    query: Result<Query>,
    fetch: Fetch,
    reads: std::marker::PhantomData<fn() -> I>,
}

impl<I> fmt::Debug for HydrateRequest<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("HydrateRequest").field(&self.query).finish()
    }
}

impl<I: QueryIndex> HydrateRequest<I> {
    pub(super) fn new(client: Client, query: Result<Query>, fetch: Fetch) -> Self {
        Self {
            client,
            query,
            fetch,
            reads: std::marker::PhantomData,
        }
    }

    /// The entities are read as they were written last, at twice the cost; which ones there are the index says.
    pub fn consistent(mut self) -> Self {
        self.fetch.is_consistent = true;
        self
    }

    /// At most this many BatchGetItem requests are in flight at a time, 8 unless said otherwise, at least one.
    pub fn concurrency(mut self, requests: usize) -> Self {
        self.fetch.concurrency = requests.max(1);
        self
    }

    /// The text of the query that finds the keys; nothing is sent.
    #[must_use]
    pub fn explain(&self) -> String {
        explained_query(&self.query)
    }
}

impl<I: QueryIndex<Entity: DeserializeOwned>> HydrateRequest<I> {
    /// All entities, of all pages, in the order of the query.
    ///
    /// # Errors
    /// Those of the query; [`Error::is_decode`] for the first item that cannot be read;
    /// [`Error::is_throttled`] where the service leaves keys unread.
    pub async fn all(self) -> Result<Vec<I::Entity>> {
        let (pages, fetch) = self.pages()?;
        let mut pages = pages.ahead();
        let mut all = Vec::new();
        while let Some(page) = pages.next().await? {
            let page = hydrated(&pages.client, &fetch, page).await?;
            if let Some(error) = page.errors.into_iter().next() {
                return Err(error);
            }
            all.extend(page.items);
        }
        Ok(all)
    }

    /// One page of the query, and its entities: one Query, and a BatchGetItem for each 100 keys.
    ///
    /// # Errors
    /// Those of the query; [`Error::is_throttled`] where the service leaves keys unread. An item that cannot be
    /// read is in [`Page::errors`].
    pub async fn page(mut self, cursor: impl Into<Option<Cursor>>) -> Result<Page<I::Entity>> {
        self.query = self.query?.starting_at(cursor.into().as_ref());
        let (pages, fetch) = self.pages()?;
        let client = pages.client.clone();
        let page = pages.page().await?;
        hydrated(&client, &fetch, page).await
    }

    /// All entities as a stream. The next page's Query is under way while a page's keys are read and its entities are
    /// taken; its BatchGetItems are sent when it is wanted.
    pub fn stream(self) -> ItemStream<I::Entity>
    where
        I::Entity: Send + 'static,
        Key<I::Entity>: Send,
    {
        let pages = self.pages().map(|(pages, fetch)| (pages.ahead(), fetch));
        let pages = stream::unfold(Some(pages), |state| async move {
            let (mut pages, fetch) = match state? {
                Ok(pages) => pages,
                Err(error) => return Some((vec![Err(error)], None)),
            };
            let page = match pages.next().await {
                Ok(Some(page)) => hydrated(&pages.client, &fetch, page).await,
                Ok(None) => return None,
                Err(error) => Err(error),
            };
            Some(match page {
                Ok(page) => (page.into_results(), Some(Ok((pages, fetch)))),
                Err(error) => (vec![Err(error)], None),
            })
        });
        ItemStream::new(stream::StreamExt::flat_map(pages, stream::iter))
    }

    fn pages(self) -> Result<(Reading<Key<I::Entity>>, Fetch)> {
        let read = <Key<I::Entity> as Read<Whole>>::read_at;
        Ok((Reading::new(self.client, self.query?, read), self.fetch))
    }
}

/// The page with the entities of its keys; those that are gone since are left out.
async fn hydrated<E: Entity + DeserializeOwned>(
    client: &Client,
    fetch: &Fetch,
    mut page: Page<Key<E>>,
) -> Result<Page<E>> {
    let keys = std::mem::take(&mut page.items);
    let texts = keys.iter().map(Key::render).collect::<Result<Vec<_>>>()?;
    drop(keys);
    let items = fetch.send(client, &texts).await?.complete::<E>(&texts)?;
    let read = items.into_iter().map(|item| match item.map(E::read)? {
        Ok(Decoded::This(entity)) => Some(Ok(entity)),
        // Since the query an item of another entity has taken the key: this one is gone.
        Ok(Decoded::Other) => None,
        Err(error) => Some(Err(error)),
    });
    Ok(page.with_items(read))
}

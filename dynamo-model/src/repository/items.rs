//! `Repository::items`.

use std::fmt;
use std::marker::PhantomData;

use super::explained;
use super::reading::{ItemStream, Page, Reading};
use crate::client::Client;
use crate::entity::{Decoded, RawItem, Table};
use crate::error::Result;
use crate::op::{Cursor, Query};

/// An item collection, whatever its items' types.
#[must_use = "a query does nothing until it is read"]
pub struct ItemsRequest<T> {
    client: Client,
    query: Result<Query>,
    table: PhantomData<fn() -> T>,
}

impl<T> fmt::Debug for ItemsRequest<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ItemsRequest").field(&self.query).finish()
    }
}

impl<T: Table> ItemsRequest<T> {
    pub(super) fn new(client: Client, query: Result<Query>) -> Self {
        Self {
            client,
            query,
            table: PhantomData,
        }
    }

    fn with(mut self, change: impl FnOnce(&mut Query)) -> Self {
        if let Ok(query) = &mut self.query {
            change(query);
        }
        self
    }

    /// Descending by sort key; ascending otherwise.
    pub fn newest_first(self) -> Self {
        self.with(|query| query.is_newest_first = true)
    }

    /// At most this many items are returned, over all pages.
    pub fn limit(self, items: usize) -> Self {
        self.with(|query| query.limit = Some(items))
    }

    /// One request examines at most this many items (the service's `Limit`); at least one.
    pub fn page_size(self, items: u32) -> Self {
        self.with(|query| query.page_size = Some(items.max(1)))
    }

    /// The first request's text; nothing is sent.
    #[must_use]
    pub fn explain(&self) -> String {
        explained(&self.query, Query::explain)
    }

    fn reading(self) -> Result<Reading<RawItem<T>>> {
        Ok(Reading::new(self.client, self.query?, |item| {
            Ok(Decoded::This(RawItem::new(item)))
        }))
    }

    /// All items, of all pages.
    ///
    /// # Errors
    /// [`Error::is_key`](crate::Error::is_key) (nothing is sent), or the service's.
    pub async fn all(self) -> Result<Vec<RawItem<T>>> {
        self.reading()?.all().await
    }

    /// The first item.
    ///
    /// # Errors
    /// As [`all`](Self::all).
    pub async fn first(self) -> Result<Option<RawItem<T>>> {
        self.reading()?.first().await
    }

    /// The number of items: one Query a page with `Select: COUNT`, at the cost of reading them.
    ///
    /// # Errors
    /// As [`all`](Self::all).
    pub async fn count(self) -> Result<usize> {
        self.reading()?.count().await
    }

    /// One page, from the beginning (`None`) or a cursor: one Query.
    ///
    /// # Errors
    /// [`Error::is_cursor`](crate::Error::is_cursor), [`Error::is_key`](crate::Error::is_key): nothing
    /// is sent; or the service's.
    pub async fn page(mut self, cursor: impl Into<Option<Cursor>>) -> Result<Page<RawItem<T>>> {
        self.query = self.query?.starting_at(cursor.into().as_ref());
        self.reading()?.page().await
    }

    /// All items as a stream that sends the next Query when the items of the last are taken.
    pub fn stream(self) -> ItemStream<RawItem<T>>
    where
        T: 'static,
    {
        Reading::stream(self.reading())
    }
}

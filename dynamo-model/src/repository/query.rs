//! What is read of a partition: `Repository::query` and `Repository::items`.
//!
//! One request type for both. They differ in what an item becomes: an entity (or its key), or the raw item.

use std::fmt;
use std::marker::PhantomData;

use super::explained;
use super::fetch::Fetch;
use super::hydrate::HydrateRequest;
use super::reading::{ItemStream, Page, Reading};
use crate::client::Client;
use crate::entity::{
    ConsistentReads, Entity, PartOf, QueryIndex, RawItem, Read, ReadItem, ReadableFrom, Table,
    Whole, attributes_of_key, attributes_to_read, is_at,
};
use crate::error::{Error, Kind, Result};
use crate::expr::{Condition, Expr};
use crate::item::Stored;
use crate::op::{Cursor, Query};

/// Items are read as the entity of the query, or as its key where the index does not hold the whole item.
#[derive(Debug)]
pub struct Typed;

/// Items are read as they are stored, whatever their types.
#[derive(Debug)]
pub struct Raw<T>(PhantomData<fn() -> T>);

/// Items are read as a projection.
#[derive(Debug)]
pub struct Projected<P>(PhantomData<fn() -> P>);

/// What the items of a request become.
#[expect(
    private_bounds,
    reason = "sealed: what an item is made of stays inside"
)]
pub trait ReadMode<I>: Judge<I> {
    /// The type of an item.
    type Item;
    /// How it is read.
    #[doc(hidden)]
    type Form;
}

/// Which items a request means, by their types and keys alone.
pub(crate) trait Judge<I> {
    fn is_meant(item: &Stored, place: Option<usize>) -> bool;

    /// The attributes that tell it, beside the keys of what is read.
    fn told_by(index: Option<&str>, place: Option<usize>) -> Vec<&'static str>;
}

impl<I: QueryIndex> Judge<I> for Typed {
    fn is_meant(item: &Stored, place: Option<usize>) -> bool {
        is_at::<I::Entity>(item, place)
    }

    fn told_by(index: Option<&str>, place: Option<usize>) -> Vec<&'static str> {
        attributes_of_key(<I::Entity as Entity>::Table::LAYOUT, index, place)
    }
}

impl<I, T: Table> Judge<I> for Raw<T> {
    fn is_meant(_: &Stored, _: Option<usize>) -> bool {
        true
    }

    fn told_by(_: Option<&str>, _: Option<usize>) -> Vec<&'static str> {
        Vec::new()
    }
}

impl<I: QueryIndex, P: ReadableFrom<I>> Judge<I> for Projected<P> {
    fn is_meant(item: &Stored, place: Option<usize>) -> bool {
        <Typed as Judge<I>>::is_meant(item, place)
    }

    fn told_by(index: Option<&str>, place: Option<usize>) -> Vec<&'static str> {
        <Typed as Judge<I>>::told_by(index, place)
    }
}

impl<I: QueryIndex> ReadMode<I> for Typed {
    type Item = I::Read;
    type Form = Whole;
}

impl<I, T: Table> ReadMode<I> for Raw<T> {
    type Item = RawItem<T>;
    type Form = Whole;
}

impl<I: QueryIndex, P: ReadableFrom<I>> ReadMode<I> for Projected<P> {
    type Item = P;
    type Form = PartOf<I::Entity>;
}

/// A query. Choose what to do with it: [`all`](Self::all), [`page`](Self::page), [`stream`](Self::stream),
/// [`first`](Self::first), [`count`](Self::count).
#[must_use = "a query does nothing until it is read"]
pub struct QueryRequest<I, M = Typed> {
    pub(super) client: Client,
    pub(super) query: Result<Query>,
    reads: PhantomData<fn() -> (I, M)>,
}

/// An item collection, whatever its items' types.
pub type ItemsRequest<P, T> = QueryRequest<P, Raw<T>>;

impl<I, M> fmt::Debug for QueryRequest<I, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("QueryRequest").field(&self.query).finish()
    }
}

impl<I, M> QueryRequest<I, M> {
    pub(super) fn new(client: Client, query: Result<Query>) -> Self {
        Self {
            client,
            query,
            reads: PhantomData,
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

    /// At most this many items are returned, over all pages. Sent as the service's `Limit` only where
    /// nothing is filtered, since that counts what is examined. With 0 nothing is sent: a page is empty, and its
    /// cursor is where it began.
    pub fn limit(self, items: usize) -> Self {
        self.with(|query| query.limit = Some(items))
    }

    /// At most this many requests are in flight at a time, 8 unless said otherwise, at least one: for a key
    /// with a `{shard}`, whose shards are asked together. Those for the next pages, which [`all`](Self::all) and
    /// [`stream`](Self::stream) send ahead, are among them. Other queries send one request after the other.
    pub fn concurrency(self, requests: usize) -> Self {
        self.with(|query| {
            if let Some(spread) = &mut query.spread {
                spread.concurrency = requests.max(1);
            }
        })
    }

    /// One request examines at most this many items (the service's `Limit`); at least one.
    pub fn page_size(self, items: u32) -> Self {
        self.with(|query| query.page_size = Some(items.max(1)))
    }

    /// Reads what was written last, at twice the cost. Global secondary indexes do not have it.
    pub fn consistent(self) -> Self
    where
        I: ConsistentReads,
    {
        self.with(|query| query.is_consistent = true)
    }

    /// The first request's text, and how many more shards or time buckets there are; nothing is sent.
    #[must_use]
    pub fn explain(&self) -> String {
        explained_query(&self.query)
    }
}

/// The text of a query.
pub(super) fn explained_query(query: &Result<Query>) -> String {
    explained(query, Query::explain)
}

impl<I: QueryIndex> QueryRequest<I> {
    /// Returns only items for which the condition holds; several filters must all hold. What is filtered
    /// out is examined and paid for.
    ///
    /// Key attributes of the queried index cannot be filtered: give them to the path. What a partial index does not
    /// project, and a filter that is over 4,096 bytes as it is sent (service limit; about 300 comparisons), is
    /// [`Error::is_invalid_request`](crate::Error::is_invalid_request) when read, and nothing is sent.
    pub fn filter(mut self, filter: impl FnOnce(I::Fields) -> Condition<I>) -> Self {
        self.query = self.query.and_then(|query| {
            let filter = filter(I::fields()).into_expr()?;
            check_projected::<I::Entity>(query.on, &filter)?;
            query.with_filter(filter)
        });
        self
    }

    /// The same query, its items as a projection: `.project::<OrderLine>()`. Filters come before.
    ///
    /// On a keys_only or include index too, which otherwise yields keys: a projection with a field that the index
    /// lacks does not compile. Less is sent over the network; what is examined costs as much as whole items.
    pub fn project<P: ReadableFrom<I>>(self) -> QueryRequest<I, Projected<P>> {
        let query = self.query.map(|query| {
            let attributes = attributes_to_read::<I::Entity, P>(query.on);
            query.project(attributes)
        });
        QueryRequest::new(self.client, query)
    }

    /// The same query, its items as whole entities that are read by their keys: for keys_only and include indexes.
    /// Filters come before.
    ///
    /// One BatchGetItem for each 100 keys of a page, beside the Query. Costs half a read unit per 4 KB of each
    /// entity, one where [`consistent`](HydrateRequest::consistent), and the query. The entities are in the
    /// query's order; one that is deleted or expired when it is read is left out, so that there can be fewer than
    /// the limit, and one that changed since may not fit the query any more. A path of an `also` finds copies: the
    /// items whose copies they are are read.
    pub fn hydrate(self) -> HydrateRequest<I> {
        let fetch = self
            .query
            .as_ref()
            .ok()
            .map(|query| (query.table.clone(), query.live));
        let (table, live) = fetch.unwrap_or_default();
        let fetch = Fetch::new::<<I::Entity as Entity>::Table>(table, live);
        let query = self.query.map(|query| {
            let layout = <I::Entity as Entity>::Table::LAYOUT;
            let attributes = attributes_of_key(layout, query.on, query.place);
            query.project(attributes)
        });
        HydrateRequest::new(self.client, query, fetch)
    }

    /// The same query, its items as they are stored.
    pub fn raw(self) -> ItemsRequest<I, <I::Entity as Entity>::Table> {
        QueryRequest::new(self.client, self.query)
    }
}

impl<I, M: ReadMode<I>> QueryRequest<I, M> {
    /// The number of matching items: one Query a page with `Select: COUNT`, at the cost of reading them.
    /// Shards and time buckets are counted several at a time and summed. No item is decoded.
    ///
    /// The service counts what matches the condition, so stored items that contradict the model (they cannot be
    /// read, or their type is not the one that their key says) are counted too. A query with a limit, a range
    /// that drops its bound, a shared partition of a keys_only index, or a partition in which only the sort key's
    /// shape tells the entries of one entity apart, is counted here: by the keys, types and expiries of its items,
    /// which alone are asked for. Of the query's entity, those that cannot be read are counted there too.
    ///
    /// # Errors
    /// [`Error::is_key`](crate::Error::is_key) (nothing is sent), or the service's.
    pub async fn count(self) -> Result<usize> {
        let query = self.query?;
        let told_by = M::told_by(query.on, query.place);
        Reading::judging::<I, M>(self.client, query.project(told_by))
            .count()
            .await
    }
}

impl<I, M: ReadMode<I>> QueryRequest<I, M>
where
    M::Item: ReadItem<M::Form>,
{
    fn reading(self) -> Result<Reading<M::Item>> {
        Ok(Reading::new(
            self.client,
            self.query?,
            <M::Item as Read<M::Form>>::read_at,
        ))
    }

    /// All items, of all pages. The Query for the next page is under way while a page is decoded, unless there is a
    /// [`limit`](Self::limit).
    ///
    /// # Errors
    /// [`Error::is_key`](crate::Error::is_key) (nothing is sent),
    /// [`Error::is_decode`](crate::Error::is_decode) for the first item that cannot be read, or the
    /// service's.
    pub async fn all(self) -> Result<Vec<M::Item>> {
        self.reading()?.all().await
    }

    /// The first item.
    ///
    /// # Errors
    /// As [`all`](Self::all).
    pub async fn first(self) -> Result<Option<M::Item>> {
        self.reading()?.first().await
    }

    /// One page, from the beginning (`None`) or a cursor: one Query. It may hold fewer items than the
    /// limit, even none, and not be the last: that is told by [`Page::next`] alone.
    ///
    /// Of a key with a `{shard}` it is one Query for each shard and, should the shares of a
    /// [`limit`](Self::limit) not suffice, one more for those that had more. What a shard was asked for
    /// and is not in the page is read again with the next: give a limit, or read by
    /// [`stream`](Self::stream). Over time buckets it is a page of one of them.
    ///
    /// # Errors
    /// [`Error::is_cursor`](crate::Error::is_cursor) where the cursor is none of this query,
    /// [`Error::is_key`](crate::Error::is_key): nothing is sent; or the service's. An item that cannot
    /// be read is in [`Page::errors`].
    pub async fn page(mut self, cursor: impl Into<Option<Cursor>>) -> Result<Page<M::Item>> {
        self.query = self.query?.starting_at(cursor.into().as_ref());
        self.reading()?.page().await
    }

    /// All items as a stream. The Query for the next page is sent when a page has come, and answered while that page
    /// is read and its items are taken: at most one page is ahead (of each shard, within
    /// [`concurrency`](Self::concurrency)). Dropping the stream cancels it; what it examined until then is paid for. With a
    /// [`limit`](Self::limit) nothing is sent ahead: give one where only the first items are taken.
    pub fn stream(self) -> ItemStream<M::Item>
    where
        M::Item: Send + 'static,
    {
        Reading::stream(self.reading())
    }
}

/// A filter on what the index does not hold would find nothing.
fn check_projected<E: Entity>(index: Option<&str>, filter: &Expr) -> Result<()> {
    let Some(index) = index else { return Ok(()) };
    let missing = filter
        .names()
        .into_iter()
        .find(|name| !E::Table::LAYOUT.projects(index, name));
    match missing {
        Some(name) => Err(Error::new(Kind::Request)
            .for_entity(E::KEYS.entity)
            .with_field(name.to_owned())
            .with_detail(format!(
                "the index `{index}` does not project it, so it cannot be filtered"
            ))),
        None => Ok(()),
    }
}

//! `Repository::collect`: the items of several entities under one partition key, as one struct or as one enum.

use std::fmt;
use std::future::IntoFuture;
use std::marker::PhantomData;

use super::reading::{ItemStream, Page, Reading};
use super::{Repository, RequestFuture, explained};
use crate::client::Client;
use crate::entity::{
    Collection, CollectionEnum, CollectionStruct, ConsistentReads, Fields, IntoScope, ReadsFrom,
    Table, attributes_of_key, judge_entry, read_entry,
};
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::op::{Cursor, Query};
use crate::schema::ttl_attribute;

impl<T: Table> Repository<T> {
    /// Reads the items of a collection's entities under one partition key: a struct as a whole, an enum item by item.
    ///
    /// ```
    /// # use dynamo_model::{Collection, Entity, Repository, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # #[table(name = "shop", entities(Customer, Order))]
    /// # struct Shop;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Shop, pk = "CUST#{id}", sk = "PROFILE")]
    /// # struct Customer { id: String }
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{number:06}")]
    /// # struct Order { customer: String, number: u32 }
    /// #[derive(Collection)]
    /// struct CustomerPage {
    ///     customer: Option<Customer>,
    ///     orders: Vec<Order>,
    /// }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), dynamo_model::Error> {
    /// # let shop = Repository::<Shop>::new(dynamo_model::embedded::client());
    /// # shop.create_table().await?;
    /// let page: CustomerPage = shop.collect(Customer::partition("c1")).await?;
    /// assert!(page.customer.is_none() && page.orders.is_empty());
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    ///
    /// One Query a page (at most 1 MB), and for a key with a `{shard}` one for each shard. Costs half a read unit per
    /// 4 KB of all that is examined together, one where consistent. No filter on the type is sent: items of other
    /// types, or without a type and with a key that does not tell it, are examined and left out. How many they were is
    /// in [`CollectionReport::skipped`] and [`Page::skipped`]; a field or variant with `#[collection(unknown)]` takes
    /// them.
    ///
    /// # What is read
    /// A partition, or a path without a level, is the whole partition. Where other entities of the table can be in it,
    /// the request has a condition on the sort key: from the least beginning of the members' sort keys to the end of
    /// the greatest, with the fields that the partition key tells written out. Members `#METADATA#{game}` and
    /// `USER#{name}` under `GAME#{game}` give `SK BETWEEN '#METADATA#g1' AND 'USER$'`, members that begin with one
    /// text `begins_with`. There is no condition where no other entity can be in the partition, where a member's sort
    /// key begins with a field that nothing tells, where the sort key is no text, and where the collection takes
    /// unknown items.
    ///
    /// A path with levels (`Order::by_status(Status::Pending).placed_on(day)`), or one that ended in a range, is its
    /// own condition, for all members. A path to the end of a sort key means that item and what is below it, that is,
    /// what goes on after the delimiter: `Country::query("Asia").country("India")` reads `COUNTRY#India` and
    /// `COUNTRY#India#STATE#…`, never `COUNTRY#Indiana`. This is one Query,
    /// `SK BETWEEN 'COUNTRY#India' AND 'COUNTRY#India$'` (`$` follows `#`); the few keys between the two that are
    /// neither (`COUNTRY#India Point`, since a blank sorts before `#`) are examined and left out. Where no member can
    /// be the item itself it is `begins_with(SK, 'COUNTRY#India#')`.
    ///
    /// Expired items are hidden, by a filter where a member (or what an unknown item may be) has a `ttl`.
    ///
    /// # Errors
    /// When it is read: [`Error::is_key`], [`Error::is_invalid_request`] where no member can be in the partition:
    /// nothing is sent; [`Error::is_decode`], or the service's.
    pub fn collect<C, S>(&self, scope: S) -> CollectRequest<C>
    where
        C: ReadsFrom<S::On, Table = T>,
        S: IntoScope<Table = T>,
    {
        let readable = if C::KEEPS_UNKNOWN {
            T::ENTITIES
        } else {
            C::MEMBERS
        };
        let live = self.live_of(ttl_attribute(readable));
        let parts = scope.into_scope().for_collection::<C>();
        let query = parts.map(|parts| {
            Query::of_collection(self.inner.table.clone(), parts, T::LAYOUT)
                .live(live, T::LAYOUT)
                .renamed(&self.inner.index_names)
        });
        CollectRequest {
            client: self.inner.client.clone(),
            query,
            collection: PhantomData,
        }
    }
}

/// The read of a collection. Of a struct, await it; of an enum, choose [`all`](Self::all), [`page`](Self::page),
/// [`stream`](Self::stream), [`first`](Self::first) or [`count`](Self::count).
#[must_use = "a collection is not read until it is awaited, or its items are asked for"]
pub struct CollectRequest<C> {
    client: Client,
    query: Result<Query>,
    collection: PhantomData<fn() -> C>,
}

/// A collection that was read, and what was read for it.
#[derive(Debug)]
#[non_exhaustive]
pub struct CollectionReport<C> {
    /// The collection.
    pub collection: C,
    /// Items that are none of the members', which were left out.
    pub skipped: usize,
    /// Items that the service examined: these are paid for.
    pub examined: usize,
    /// Capacity units, where an observer asks for them.
    pub capacity_units: Option<f64>,
}

impl<C> fmt::Debug for CollectRequest<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CollectRequest").field(&self.query).finish()
    }
}

impl<C: Collection> CollectRequest<C> {
    fn with(mut self, change: impl FnOnce(&mut Query)) -> Self {
        if let Ok(query) = &mut self.query {
            change(query);
        }
        self
    }

    /// Descending by sort key, in the fields of a struct too; ascending otherwise.
    pub fn newest_first(self) -> Self {
        self.with(|query| query.is_newest_first = true)
    }

    /// At most this many items of the members are read, over all of them and all pages. Sent as the service's `Limit`
    /// only where no item can be left out, since that counts what is examined. With 0 nothing is sent: a page is
    /// empty, and its cursor is where it began.
    ///
    /// A struct then holds the first of the partition: with the head of a collection at one end, this is the head and
    /// its newest items. A required field whose item is not among them is an error.
    pub fn limit(self, items: usize) -> Self {
        self.with(|query| query.limit = Some(items))
    }

    /// One request examines at most this many items (the service's `Limit`); at least one.
    pub fn page_size(self, items: u32) -> Self {
        self.with(|query| query.page_size = Some(items.max(1)))
    }

    /// At most this many requests are in flight at a time, 8 unless said otherwise, at least one: for a key with a
    /// `{shard}`, whose shards are asked together.
    pub fn concurrency(self, requests: usize) -> Self {
        self.with(|query| {
            if let Some(spread) = &mut query.spread {
                spread.concurrency = requests.max(1);
            }
        })
    }

    /// Reads what was written last, at twice the cost. Global secondary indexes do not have it.
    pub fn consistent(self) -> Self
    where
        C::On: ConsistentReads,
    {
        self.with(|query| query.is_consistent = true)
    }

    /// The first request's text, and how many more shards there are; nothing is sent.
    #[must_use]
    pub fn explain(&self) -> String {
        explained(&self.query, Query::explain)
    }

    fn reading(self) -> Result<Reading<C::Entry>> {
        Ok(Reading::new(self.client, self.query?, read_entry::<C>))
    }

    /// The struct, with the number of items that were left out and what was examined.
    ///
    /// # Errors
    /// As awaiting the request: [`Error::is_not_found`] where a required field has no item,
    /// [`Error::is_decode`] where an item cannot be read or a field for one item would have a second one;
    /// [`Error::is_key`] and [`Error::is_invalid_request`] (nothing is sent), or the service's.
    pub fn report(self) -> RequestFuture<CollectionReport<C>>
    where
        C: CollectionStruct,
    {
        Box::pin(gathered(self))
    }

    /// All items in the order of the sort key, of all pages.
    ///
    /// # Errors
    /// [`Error::is_key`] and [`Error::is_invalid_request`] (nothing is sent), [`Error::is_decode`] for the first item
    /// of a member that cannot be read, or the service's.
    pub fn all(self) -> RequestFuture<Vec<C>>
    where
        C: CollectionEnum,
    {
        Box::pin(async move { self.reading()?.all().await })
    }

    /// The first item.
    ///
    /// # Errors
    /// As [`all`](Self::all).
    pub fn first(self) -> RequestFuture<Option<C>>
    where
        C: CollectionEnum,
    {
        Box::pin(async move { self.reading()?.first().await })
    }

    /// The number of items: one Query a page with `Select: COUNT`, at the cost of reading them. No item is decoded.
    ///
    /// The service counts what matches the condition, of whatever type. Where another entity of the table or a copy
    /// under the keys of an `also` can match it too, where a path or range means less than its condition matches, and
    /// with a limit, it is counted here: by the keys, types and expiries of the items, which alone are asked for. Items
    /// of members that cannot be read are counted both ways, as by [`QueryRequest::count`](crate::QueryRequest::count).
    ///
    /// # Errors
    /// [`Error::is_key`] and [`Error::is_invalid_request`] (nothing is sent), or the service's.
    pub fn count(self) -> RequestFuture<usize>
    where
        C: CollectionEnum,
    {
        Box::pin(async move {
            let query = self.query?;
            let told_by = attributes_of_key(C::Table::LAYOUT, query.on, query.place);
            let query = query.project(told_by);
            Reading::new(self.client, query, judge_entry::<C>)
                .count()
                .await
        })
    }

    /// One page, from the beginning (`None`) or a cursor: one Query. It may hold fewer items than the limit, even none,
    /// and not be the last: that is told by [`Page::next`] alone. Items that were left out are in [`Page::skipped`].
    ///
    /// Of a key with a `{shard}` see [`QueryRequest::page`](crate::QueryRequest::page).
    ///
    /// # Errors
    /// [`Error::is_cursor`] where the cursor is none of this collection, [`Error::is_key`],
    /// [`Error::is_invalid_request`]: nothing is sent; or the service's. An item that cannot be read is in
    /// [`Page::errors`].
    pub fn page(mut self, cursor: impl Into<Option<Cursor>>) -> RequestFuture<Page<C>>
    where
        C: CollectionEnum,
    {
        let cursor = cursor.into();
        Box::pin(async move {
            self.query = self.query?.starting_at(cursor.as_ref());
            self.reading()?.page().await
        })
    }

    /// All items as a stream; the Query for the next page is under way while a page is read and its items are taken,
    /// unless there is a [`limit`](Self::limit). See [`QueryRequest::stream`](crate::QueryRequest::stream).
    pub fn stream(self) -> ItemStream<C>
    where
        C: CollectionEnum,
    {
        Reading::stream(self.reading())
    }
}

/// The struct; see [`report`](CollectRequest::report) for what was left out.
impl<C: CollectionStruct> IntoFuture for CollectRequest<C> {
    type Output = Result<C>;
    type IntoFuture = RequestFuture<C>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { Ok(gathered(self).await?.collection) })
    }
}

/// All pages, sorted into the fields.
async fn gathered<C: CollectionStruct>(request: CollectRequest<C>) -> Result<CollectionReport<C>> {
    let partition = request
        .query
        .as_ref()
        .map(partition_text)
        .unwrap_or_default();
    let mut reading = request.reading()?.ahead();
    let mut slots = <C::Fields as Fields<C::Table>>::Slots::default();
    let (mut skipped, mut examined, mut capacity_units) = (0, 0, None);
    while let Some(page) = reading.next().await? {
        skipped += page.skipped;
        examined += page.examined;
        if let Some(units) = page.capacity_units {
            *capacity_units.get_or_insert(0.0) += units;
        }
        if let Some(error) = page.errors.into_iter().next() {
            return Err(error);
        }
        for entry in page.items {
            C::Fields::put(&mut slots, entry, C::FIELDS)
                .map_err(|error| error.with_key(&partition))?;
        }
    }
    let fields = C::Fields::take(slots, C::FIELDS).map_err(|error| error.with_key(&partition))?;
    Ok(CollectionReport {
        collection: C::from_fields(fields),
        skipped,
        examined,
        capacity_units,
    })
}

/// The partition for an error's text.
fn partition_text(query: &Query) -> String {
    format!("{{{}: {}}}", query.key.pk_name, query.key.partition)
}

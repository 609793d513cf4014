//! Typed calls on one table, each a few lines over `op` and `client`.
//!
//! A call builds its request at once, from borrowed arguments, and owns it from then on: the future is
//! `Send` and can be spawned. What was wrong with the arguments is the error of the call, and nothing is
//! sent.

mod admin;
mod ahead;
mod batch;
mod batch_report;
mod collect;
mod copies;
mod fan_out;
mod fetch;
mod get;
mod get_all;
mod get_many;
mod hydrate;
mod modify;
mod page_bytes;
mod plan;
mod query;
mod reading;
mod rekey;
mod spread;
mod step;
mod table;
mod transact;
mod update;
mod write;

use std::fmt;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;

use serde::Serialize;

use crate::client::Client;
use crate::entity::{
    Entity, IntoKey, IntoPartition, IntoQuery, IntoWrite, KeyTexts, QueryIndex, Table,
};
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::observe::Observe;
use crate::op::{ExpectedVersion, Get, IndexNames, Live, PutMode, Query, TableName};
use crate::schema::{EntityKeys, ttl_attribute};
use crate::stamp::{Clock, SharedClock};

pub use admin::{
    Admin, BackfillReport, BackfillRequest, DeletePartition, DeletePartitionReport, ScanReport,
    ScanRequest, ScanStream,
};
pub use batch::{Batch, BatchOf, Checked, Unchecked};
pub use batch_report::BatchReport;
pub use collect::{CollectRequest, CollectionReport};
pub use fan_out::{
    AuditRequest, FanOut, FanOutProgress, FanOutReport, FanOutRequest, RepairRequest, StaleCopy,
};
pub use get::GetRequest;
pub use get_all::{GetAllRequest, KeyTuple, NamesItem};
pub use get_many::{GetManyReport, GetManyRequest};
pub use hydrate::HydrateRequest;
pub use modify::Outcome;
pub use page_bytes::{LentItems, LentPage};
pub use query::{ItemsRequest, Projected, QueryRequest, Raw, ReadMode, Typed};
pub use reading::{ItemStream, Page};
pub use rekey::RekeyRequest;
pub use transact::Transaction;
pub use update::{Existing, Nothing, Previous, UpdateRequest, Updated};
pub use write::{DeleteRequest, WriteRequest};

/// The future of a request.
pub type RequestFuture<T> = Pin<Box<dyn Future<Output = Result<T>> + Send>>;

/// Typed access to a table through an SDK client. Cloning is cheap: clones share the client.
///
/// ```
/// # use dynamo_model::{Entity, Repository, Table};
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Table)]
/// # #[table(name = "shop", entities(Customer))]
/// # struct Shop;
/// # #[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
/// # #[entity(table = Shop, pk = "CUST#{id}", sk = "PROFILE")]
/// # struct Customer { id: String, name: String }
/// # #[cfg(feature = "embedded")]
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), dynamo_model::Error> {
/// let shop = Repository::<Shop>::new(dynamo_model::embedded::client());
/// shop.create_table().await?;
/// let carol = Customer { id: "c1".into(), name: "Carol".into() };
/// shop.create(&carol).await?;
/// assert_eq!(shop.get(Customer::key("c1")).await?, Some(carol));
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "embedded"))]
/// # fn main() {}
/// ```
pub struct Repository<T> {
    inner: Arc<Inner>,
    table: PhantomData<fn() -> T>,
}

#[derive(Clone)]
struct Inner {
    client: Client,
    table: TableName,
    clock: SharedClock,
    index_names: IndexNames,
}

impl<T> Clone for Repository<T> {
    fn clone(&self) -> Self {
        Self {
            inner: Arc::clone(&self.inner),
            table: PhantomData,
        }
    }
}

impl<T> fmt::Debug for Repository<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Repository({})", self.inner.table)
    }
}

impl<T: Table> Repository<T> {
    /// A repository on the table's default name.
    #[must_use]
    pub fn new(client: aws_sdk_dynamodb::Client) -> Self {
        let inner = Inner {
            client: Client::new(client, T::LAYOUT.has_local_index()),
            table: T::LAYOUT.name().into(),
            clock: SharedClock::default(),
            index_names: Vec::new(),
        };
        Self {
            inner: Arc::new(inner),
            table: PhantomData,
        }
    }

    /// The same table under another name, as one per environment.
    #[must_use]
    pub fn with_table_name(self, name: impl Into<String>) -> Self {
        self.changed(|inner| inner.table = name.into().into())
    }

    /// The index that the model calls `index` under another name, as in an environment's own naming.
    ///
    /// A name that the model does not have changes nothing.
    #[must_use]
    pub fn with_index_name(self, index: &str, name: impl Into<String>) -> Self {
        let known = T::LAYOUT.index(index).map(|index| index.name);
        self.changed(|inner| {
            inner.index_names.retain(|(known, _)| *known != index);
            inner.index_names.extend(known.zip(Some(name.into())));
        })
    }

    /// Shows each request, and what it consumed, to an observer. The service is then asked for the
    /// consumed capacity, which makes each answer a little longer.
    #[must_use]
    pub fn with_observer(self, observer: impl Observe + 'static) -> Self {
        self.changed(|inner| inner.client.set_observer(Arc::new(observer)))
    }

    /// Sends all requests and reads all items through the SDK's types, and not as the text that goes over the wire.
    ///
    /// Both give the same requests, items and errors; as text they take a fraction of the time, and an error of reading names the byte
    /// of the answer too.
    ///
    /// It is for a client whose interceptors look at the items of the SDK's outputs and errors, or change them as client-side encryption
    /// does: reads, `UpdateItem` and failed conditions come without them otherwise, also where [`Error::into_sdk_error`] gives the
    /// SDK's error. Mocked clients do not need it: items that are in an output are the ones that are read.
    ///
    /// For the SDK's inputs it is not needed. Requests are written as text only where the client's configuration has no
    /// [interceptors](aws_sdk_dynamodb::Config::interceptors), so that interceptors, and mocks that match requests by their typed inputs,
    /// are shown whole ones, and what they change is sent. Only what looks at inputs in another way (the SDK's telemetry attributes)
    /// sees inputs that have the table's name and nothing else.
    #[must_use]
    pub fn without_wire_codec(self) -> Self {
        self.changed(|inner| inner.client.without_wire())
    }

    /// Takes the time from this clock, and not from the system's: for `created_at` and `updated_at`, and
    /// to tell which items are expired.
    #[must_use]
    pub fn with_clock(self, clock: impl Clock + 'static) -> Self {
        self.changed(|inner| inner.clock = SharedClock::new(clock))
    }

    /// The table's name.
    #[must_use]
    pub fn table_name(&self) -> &str {
        &self.inner.table
    }

    fn changed(self, change: impl FnOnce(&mut Inner)) -> Self {
        let mut inner = Arc::unwrap_or_clone(self.inner);
        change(&mut inner);
        Self {
            inner: Arc::new(inner),
            table: PhantomData,
        }
    }

    /// Stores a new entity: one PutItem with `attribute_not_exists` on the partition key.
    ///
    /// Costs a write unit per KB of the item, and of its projection in each index that it is in; as much
    /// when the condition fails. A retry by the SDK after a lost answer meets the item that the first
    /// attempt stored: the two are compared, and the call succeeds. (Another writer's equal item in the same
    /// moment cannot be told from it.) An expired item counts as none.
    ///
    /// An entity with `version`, `created_at` or `updated_at` is passed as `&mut`: its version becomes 1,
    /// its times those of the write.
    ///
    /// An entity with `also` or `unique` fields is one TransactWriteItems with its copies and guards, each at
    /// twice the write units. So is one with fields that are `copy_of` others, with a check of each source: twice the write
    /// units, and two per KB of each source; writes of a source that many copies are made of at once can conflict with these.
    /// Where a source has another value it is [`Error::is_stale_copy`], where it is not there
    /// [`Error::is_not_found`]; [`unchecked_copies`](WriteRequest::unchecked_copies) leaves the checks out.
    ///
    /// Of an entity whose fields have copies, this and every other write that can change them says
    /// [`fan_out`](WriteRequest::fan_out) or [`leave_copies`](WriteRequest::leave_copies), since copies of an older item of this
    /// key may be left; otherwise it is [`Error::is_invalid_request`], and nothing is sent.
    ///
    /// # Errors
    /// [`Error::is_already_exists`] where an item of this key is stored, [`Error::is_unique_taken`] where another
    /// item has a unique value; [`Error::is_key`] and
    /// [`Error::is_encode`] where the entity has no key or item: nothing is sent then;
    /// [`Error::is_unknown_outcome`] where no answer came.
    pub fn create<W>(&self, entity: W) -> WriteRequest<W::Held>
    where
        W: IntoWrite<Entity: Entity<Table = T> + Serialize>,
    {
        self.write(entity, PutMode::Create)
    }

    /// Stores an entity, whatever is stored under its key: one unconditional PutItem.
    ///
    /// Costs a write unit per KB of the larger of the old and the new item, and of its projection in
    /// each index.
    ///
    /// An entity with a `version` is passed as `&mut` and not put over a newer one: the stored version has
    /// to be the one in memory, if there is an item at all; then it is one more. `created_at` is set where
    /// the version is 0, and otherwise stored as it is in memory: one item does not know another's.
    ///
    /// Copies (`also`) are written in one transaction with the item. With `unique` fields the item is read first, by
    /// a consistent GetItem, and guards that come and go are in the transaction too.
    ///
    /// # Errors
    /// [`Error::is_condition_failed`] where the item has another version, [`Error::is_unique_taken`];
    /// [`Error::is_key`],
    /// [`Error::is_encode`] (nothing is sent), [`Error::is_unknown_outcome`].
    pub fn put<W>(&self, entity: W) -> WriteRequest<W::Held>
    where
        W: IntoWrite<Entity: Entity<Table = T> + Serialize>,
    {
        self.write(entity, PutMode::Put)
    }

    /// Replaces a stored entity as a whole: one PutItem with `attribute_exists` on the partition key.
    ///
    /// Copies and guards are as with [`put`](Self::put). Costs as that; a write unit per KB of the stored item when the condition fails.
    ///
    /// # Errors
    /// [`Error::is_not_found`] where no item of this key is stored, or an expired one;
    /// [`Error::is_condition_failed`] where it has another version; [`Error::is_key`],
    /// [`Error::is_encode`] (nothing is sent), [`Error::is_unknown_outcome`].
    pub fn replace<W>(&self, entity: W) -> WriteRequest<W::Held>
    where
        W: IntoWrite<Entity: Entity<Table = T> + Serialize>,
    {
        self.write(entity, PutMode::Replace)
    }

    /// Reads one entity by its key: one GetItem, eventually consistent unless
    /// [`consistent`](GetRequest::consistent).
    ///
    /// Costs half a read unit per 4 KB of the item, one where consistent; half a unit where there is
    /// none.
    ///
    /// # Errors
    /// [`Error::is_key`] (nothing is sent), [`Error::is_decode`] where the stored item is none of `E`.
    pub fn get<E: Entity<Table = T>>(&self, key: impl IntoKey<E>) -> GetRequest<E> {
        let get = self.inner.get(key.into_key().render());
        GetRequest::new(self.inner.client.clone(), get, self.live::<E>())
    }

    /// Reads many entities of one type by their keys: one BatchGetItem for each 100 keys, 8 at a time.
    ///
    /// The result has one element for each key, in their order: `None` where there is no item, or an expired one.
    /// A key that is given twice is asked once. What the service leaves is asked again with full jitter, up to
    /// eight times without progress. No keys, no request.
    ///
    /// Costs half a read unit per 4 KB of each item, one where [`consistent`](GetManyRequest::consistent); half a
    /// unit where there is none.
    ///
    /// # Errors
    /// [`Error::is_key`] (nothing is sent); [`Error::is_decode`] where a stored item is none of `E`;
    /// [`Error::is_throttled`] where the service leaves keys in the end:
    /// [`report`](GetManyRequest::report) returns what was read all the same.
    pub fn get_many<E, K>(&self, keys: impl IntoIterator<Item = K>) -> GetManyRequest<E>
    where
        E: Entity<Table = T>,
        K: IntoKey<E>,
    {
        let keys = keys.into_iter().map(IntoKey::into_key).collect();
        let (client, table) = (self.inner.client.clone(), self.inner.table.clone());
        GetManyRequest::new(client, table, self.live::<E>(), keys)
    }

    /// Deletes an item by an entity or a key: one DeleteItem. Deleting what is not there succeeds.
    ///
    /// By an entity with a `version`, the item has to be there with this version. By a key nothing is
    /// asked, but for an expired item, which is not found. Copies (`also`) go in one transaction with the item; with
    /// `unique` fields the item is read first, by a consistent GetItem, and the guards of what is stored go too.
    ///
    /// Costs a write unit per KB of the stored item, at least one, and of its projection in each index that it is in.
    ///
    /// What others have copied (`copy_of`) of a deleted item stays as it is.
    ///
    /// # Errors
    /// [`Error::is_condition_failed`] where the entity is stored with another version,
    /// [`Error::is_not_found`] where the versioned entity is not stored, or the item is expired;
    /// [`Error::is_key`] (nothing is sent), [`Error::is_unknown_outcome`].
    pub fn delete<E: Entity<Table = T>>(&self, key: impl IntoKey<E>) -> DeleteRequest {
        let delete = self.delete_step(key);
        DeleteRequest::new(self.inner.client.clone(), delete)
    }

    /// Queries the table or an index by a path: `Order::query("c1")`,
    /// `Order::by_status(Status::Pending).placed_on(day)`.
    ///
    /// One Query a page (at most 1 MB). Costs half a read unit per 4 KB of all that is examined
    /// together, one where consistent. A filter on the type attribute is added only where another entity
    /// of the table can match the key condition.
    ///
    /// The shards of a key with a `{shard}` are asked together and merged by the sort key, of equal ones
    /// the lowest shard first. With a limit each is asked for its share and three standard deviations,
    /// since the hash spreads evenly: a limit of 100 examines about 200 items of ten shards. Time buckets
    /// (`query_in`) are read one after the other until the limit, empty ones too.
    pub fn query<Q: IntoQuery>(&self, path: Q) -> QueryRequest<Q::Index>
    where
        EntityOf<Q>: Entity<Table = T>,
    {
        let live = self.live_of(EntityOf::<Q>::KEYS.roles.ttl);
        let query = path.into_path().finish().map(|parts| {
            Query::of_path(self.inner.table.clone(), parts)
                .live(live, T::LAYOUT)
                .renamed(&self.inner.index_names)
        });
        QueryRequest::new(self.inner.client.clone(), query)
    }

    /// Reads an item collection: all items under one partition key of the table or an index, whatever
    /// their types.
    ///
    /// `shop.items(Customer::partition("c1"))`, `shop.items(Order::by_status(Status::Pending))`. Costs as
    /// [`query`](Self::query), and no filter is added but one on the expiry, where an entity of the table
    /// has one.
    pub fn items<P: IntoPartition<Table = T>>(&self, partition: P) -> ItemsRequest<P, T> {
        let live = self.live_of(ttl_attribute(T::ENTITIES));
        let query = Query::of_partition(self.inner.table.clone(), partition.into_partition())
            .map(|query| query.live(live, T::LAYOUT).renamed(&self.inner.index_names));
        QueryRequest::new(self.inner.client.clone(), query)
    }

    /// Starts a batch of puts and deletes.
    pub fn batch(&self) -> Batch<T> {
        Batch::new(self.inner.client.clone(), self.inner.table.clone())
    }

    fn write<W>(&self, entity: W, mode: PutMode) -> WriteRequest<W::Held>
    where
        W: IntoWrite<Entity: Entity<Table = T> + Serialize>,
    {
        let (put, held) = self.put_step(entity, mode);
        WriteRequest::new(self.inner.client.clone(), put, held)
    }

    /// What tells expired items of `E` now.
    fn live<E: Entity<Table = T>>(&self) -> Option<Live> {
        self.live_of(E::KEYS.roles.ttl)
    }

    fn live_of(&self, attribute: Option<&'static str>) -> Option<Live> {
        self.inner.live_of(attribute)
    }
}

impl Inner {
    fn live_of(&self, attribute: Option<&'static str>) -> Option<Live> {
        // Nobody asks a clock for what has no expiry.
        let attribute = attribute?;
        Live::at(Some(attribute), self.clock.now())
    }

    fn get(&self, key: Result<KeyTexts>) -> Result<Get> {
        Ok(Get {
            key: key?,
            table: self.table.clone(),
            is_consistent: false,
            projection: None,
        })
    }
}

/// The entity that a query reads.
type EntityOf<Q> = <<Q as IntoQuery>::Index as QueryIndex>::Entity;

fn expected_version<E: Entity>(version: Option<u64>) -> Option<ExpectedVersion> {
    expected_of(E::KEYS, version)
}

fn expected_of(keys: &EntityKeys, version: Option<u64>) -> Option<ExpectedVersion> {
    Some(ExpectedVersion {
        attribute: keys.roles.version?,
        version: version?,
    })
}

/// The text of a request, or of what is wrong with it.
fn explained<R>(request: &Result<R>, explain: impl FnOnce(&R) -> String) -> String {
    match request {
        Ok(request) => explain(request),
        Err(error) => format!("nothing is sent: {error}"),
    }
}

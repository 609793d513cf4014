//! Typed calls on one table, each a few lines over `op` and `client`.
//!
//! A call builds its request at once, from borrowed arguments, and owns it from then on: the future is
//! `Send` and can be spawned. What was wrong with the arguments is the error of the call, and nothing is
//! sent.

mod batch;
mod get;
mod query;
mod reading;
mod spread;
mod table;
mod write;

use std::fmt;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;

use serde::Serialize;

use crate::client::Client;
use crate::entity::{Entity, IntoKey, IntoPartition, IntoQuery, Table, encode_entity};
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::observe::Observe;
use crate::op::{Delete, Get, IndexNames, Put, PutMode, Query};

pub use batch::{Batch, BatchReport};
pub use get::GetRequest;
pub use query::{ItemsRequest, QueryRequest, Raw, ReadMode, Typed};
pub use reading::{ItemStream, Page};
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
    table: String,
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
            table: T::LAYOUT.name().to_owned(),
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
        self.changed(|inner| inner.table = name.into())
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
    /// moment cannot be told from it.)
    ///
    /// # Errors
    /// [`Error::is_already_exists`] where an item of this key is stored; [`Error::is_key`] and
    /// [`Error::is_encode`] where the entity has no key or item: nothing is sent then;
    /// [`Error::is_unknown_outcome`] where no answer came.
    pub fn create<E: Entity<Table = T> + Serialize>(&self, entity: &E) -> WriteRequest {
        self.write(entity, PutMode::Create)
    }

    /// Stores an entity, whatever is stored under its key: one unconditional PutItem.
    ///
    /// Costs a write unit per KB of the larger of the old and the new item, and of its projection in
    /// each index.
    ///
    /// # Errors
    /// [`Error::is_key`], [`Error::is_encode`] (nothing is sent), [`Error::is_unknown_outcome`].
    pub fn put<E: Entity<Table = T> + Serialize>(&self, entity: &E) -> WriteRequest {
        self.write(entity, PutMode::Put)
    }

    /// Replaces a stored entity as a whole: one PutItem with `attribute_exists` on the partition key.
    ///
    /// Costs as [`put`](Self::put); a write unit per KB of the stored item when the condition fails.
    ///
    /// # Errors
    /// [`Error::is_not_found`] where no item of this key is stored; [`Error::is_key`],
    /// [`Error::is_encode`] (nothing is sent), [`Error::is_unknown_outcome`].
    pub fn replace<E: Entity<Table = T> + Serialize>(&self, entity: &E) -> WriteRequest {
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
        let get = key.into_key().render().map(|key| Get {
            table: self.inner.table.clone(),
            key,
            is_consistent: false,
        });
        GetRequest::new(self.inner.client.clone(), get)
    }

    /// Deletes an item by an entity or a key: one DeleteItem. Deleting what is not there succeeds.
    ///
    /// Costs a write unit per KB of the stored item, at least one, and of its projection in each index that it is in.
    ///
    /// # Errors
    /// [`Error::is_key`] (nothing is sent), [`Error::is_unknown_outcome`].
    pub fn delete<E: Entity<Table = T>>(&self, key: impl IntoKey<E>) -> DeleteRequest {
        let delete = key.into_key().render().map(|key| Delete {
            table: self.inner.table.clone(),
            entity: E::KEYS.entity,
            key,
        });
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
        <Q::Index as crate::entity::QueryIndex>::Entity: Entity<Table = T>,
    {
        let query = path.into_path().finish().map(|parts| {
            Query::of_path(self.inner.table.clone(), parts).renamed(&self.inner.index_names)
        });
        QueryRequest::new(self.inner.client.clone(), query)
    }

    /// Reads an item collection: all items under one partition key of the table or an index, whatever
    /// their types.
    ///
    /// `shop.items(Customer::partition("c1"))`, `shop.items(Order::by_status(Status::Pending))`. Costs as
    /// [`query`](Self::query), and no filter is ever added.
    pub fn items<P: IntoPartition<Table = T>>(&self, partition: P) -> ItemsRequest<P, T> {
        let query = Query::of_partition(self.inner.table.clone(), partition.into_partition())
            .map(|query| query.renamed(&self.inner.index_names));
        QueryRequest::new(self.inner.client.clone(), query)
    }

    /// Starts a batch of writes.
    pub fn batch(&self) -> Batch<T> {
        Batch::new(self.inner.client.clone(), self.inner.table.clone())
    }

    fn write<E: Entity<Table = T> + Serialize>(&self, entity: &E, mode: PutMode) -> WriteRequest {
        let put = encode_entity(entity).map(|(key, item)| Put {
            table: self.inner.table.clone(),
            entity: E::KEYS.entity,
            key,
            item,
            mode,
        });
        WriteRequest::new(self.inner.client.clone(), put)
    }
}

/// The text of a request, or of what is wrong with it.
fn explained<R>(request: &Result<R>, explain: impl FnOnce(&R) -> String) -> String {
    match request {
        Ok(request) => explain(request),
        Err(error) => format!("nothing is sent: {error}"),
    }
}

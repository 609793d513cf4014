//! What can be read: a partition, a path at any level, a path that ended in a range.

use std::marker::PhantomData;

use super::path::Path;
use super::{ConsistentReads, QueryIndex, Table};
use crate::error::Result;
use crate::key::value::KeyValue;

/// All items under one partition key of a table or index: an item collection. Of a key with a `{shard}`
/// the collections of all shards.
#[derive(Debug)]
#[must_use = "a partition is read by `Repository::items`"]
pub struct Partition<T> {
    pub(crate) key: Result<KeyValue>,
    /// The further attributes of a partition key of several.
    pub(crate) further: Vec<(&'static str, KeyValue)>,
    /// The partitions of all shards, where the key has one; `key` is then the first.
    pub(crate) shards: Option<Vec<KeyValue>>,
    pub(crate) index: Option<&'static str>,
    pub(crate) pk_name: &'static str,
    pub(crate) sk_name: Option<&'static str>,
    pub(super) table: PhantomData<fn() -> T>,
}

/// What names a partition: `Order::partition(..)`, or an index's path without a level.
pub trait IntoPartition {
    /// The table.
    type Table;
    /// The partition.
    fn into_partition(self) -> Partition<Self::Table>;
}

impl<T: Table> IntoPartition for Partition<T> {
    type Table = T;

    fn into_partition(self) -> Self {
        self
    }
}

/// An item collection of the table itself, and not a partition of an index.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no item collection of a table",
    label = "not a partition of the table itself",
    note = "write `Entity::partition(..)`; what a path of an index finds is added with `.and(path)`"
)]
pub trait TablePartition: IntoPartition {}

impl<T: Table> TablePartition for Partition<T> {}

/// A partition that an entity names is the table's own.
impl<T> ConsistentReads for Partition<T> {}

/// What names a query: a path at any level.
pub trait IntoQuery {
    /// The table or index that is read.
    type Index: QueryIndex;

    #[doc(hidden)]
    fn into_path(self) -> Path<<Self::Index as QueryIndex>::Entity>;
}

/// A path that ended in a range or a partial value: no level may follow, since a sort-key condition has
/// one range.
#[derive(Debug)]
#[must_use = "a path is read by `Repository::query`"]
pub struct AfterRange<I: QueryIndex> {
    path: Path<I::Entity>,
}

impl<I: QueryIndex> AfterRange<I> {
    #[doc(hidden)]
    pub fn new(path: Path<I::Entity>) -> Self {
        Self { path }
    }
}

impl<I: QueryIndex> IntoQuery for AfterRange<I> {
    type Index = I;

    fn into_path(self) -> Path<I::Entity> {
        self.path
    }
}

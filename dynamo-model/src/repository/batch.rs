//! `Repository::batch`: many puts in few requests, without conditions and without atomicity.

use std::fmt;
use std::future::IntoFuture;
use std::marker::PhantomData;

use serde::Serialize;

use super::{RequestFuture, explained};
use crate::client::Client;
use crate::entity::{
    Entity, KeyTexts, RawItem, Table, Unversioned, WithoutCopies, WrittenAlone, copies_of,
    encode_entity,
};
use crate::error::{Error, Kind, Result};
use crate::item::Item;
use crate::op::{BatchWrite, check_distinct};

/// Writes to be sent as BatchWriteItem. `.await` sends them.
#[must_use = "a batch does nothing until it is awaited"]
pub struct Batch<T, C = Checked> {
    client: Client,
    table_name: String,
    keys: Vec<(&'static str, KeyTexts)>,
    items: Result<Vec<Item>>,
    table: PhantomData<fn() -> (T, C)>,
}

impl<T, C> fmt::Debug for Batch<T, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Batch({} writes)", self.keys.len())
    }
}

impl<T: Table> Batch<T> {
    pub(super) fn new(client: Client, table_name: String) -> Self {
        Self {
            client,
            table_name,
            keys: Vec::new(),
            items: Ok(Vec::new()),
            table: PhantomData,
        }
    }

    /// Takes entities with a `version` too: each is stored with the version that it has in memory, over
    /// whatever is there, and the next write that looks at versions goes on from that. Of entities with `also` or
    /// `unique` the items alone are stored, without copies and guards. Fields that are `copy_of` others are stored as they are, and copies
    /// of what is stored stay: [`repair_copies`](super::Repository::repair_copies) puts them right.
    pub fn unchecked(self) -> Batch<T, Unchecked> {
        Batch {
            client: self.client,
            table_name: self.table_name,
            keys: self.keys,
            items: self.items,
            table: PhantomData,
        }
    }
}

impl<T: Table, C> Batch<T, C> {
    /// Adds a put for each entity, whatever is stored under its key. Each costs as a put of its own: a batch
    /// saves requests, not write units. Times of writing are stored as they are in memory. Entities with a
    /// `version`, `also` or `unique` need [`unchecked`](Batch::unchecked): a batch has no conditions and writes single
    /// items.
    pub fn put_all<'e, E>(mut self, entities: impl IntoIterator<Item = &'e E>) -> Self
    where
        E: Entity<Table = T> + Serialize + 'e,
        C: BatchOf<E>,
    {
        self.items = self.items.and_then(|mut items| {
            if C::MINDS_COPIES {
                check_without_copies::<E>()?;
            }
            for entity in entities {
                let (key, item) = encode_entity(entity)?;
                self.keys.push((E::KEYS.entity, key));
                items.push(item);
            }
            Ok(items)
        });
        self
    }

    /// The requests' texts, one below the other; nothing is sent.
    #[must_use]
    pub fn explain(&self) -> String {
        explained(&self.items, |items| {
            let chunks = BatchWrite::chunks(&self.table_name, items.clone());
            chunks
                .iter()
                .map(BatchWrite::explain)
                .collect::<Vec<_>>()
                .join("\n")
        })
    }

    async fn send(self) -> Result<BatchReport<T>> {
        let items = self.items?;
        check_distinct(&self.keys)?;
        let mut report = BatchReport {
            written: 0,
            unprocessed: Vec::new(),
        };
        for chunk in BatchWrite::chunks(&self.table_name, items) {
            let sent = chunk.puts.len();
            let left = self.client.batch_write(chunk).await?;
            report.written += sent - left.len();
            report.unprocessed.extend(
                left.into_iter()
                    .map(|item| RawItem::new(item.into_stored())),
            );
        }
        Ok(report)
    }
}

/// A batch does not fan out.
fn check_without_copies<E: Entity>() -> Result<()> {
    match copies_of::<E>().next() {
        None => Ok(()),
        Some(copy) => Err(Error::new(Kind::Request).for_entity(E::KEYS.entity).with_detail(format!(
            "`{}` has copies of it, which a batch does not update: say `.unchecked()` on the batch, and `repair_copies` after it",
            copy.of.copy.entity
        ))),
    }
}

/// A batch of entities without a version.
#[derive(Debug)]
pub struct Checked;

/// A batch of any entities.
#[derive(Debug)]
pub struct Unchecked;

/// What a batch takes.
pub trait BatchOf<E> {
    /// Whether copies of what is written are looked after.
    #[doc(hidden)]
    const MINDS_COPIES: bool;
}

impl<E: Unversioned + WithoutCopies + WrittenAlone> BatchOf<E> for Checked {
    const MINDS_COPIES: bool = true;
}

impl<E> BatchOf<E> for Unchecked {
    const MINDS_COPIES: bool = false;
}

impl<T: Table, C: 'static> IntoFuture for Batch<T, C> {
    type Output = Result<BatchReport<T>>;
    type IntoFuture = RequestFuture<BatchReport<T>>;

    /// Sends the writes, 25 a request, in their order; what the service leaves is sent again with full
    /// jitter, up to eight times without progress.
    ///
    /// Nothing is sent for no writes, and where two have the same key
    /// ([`Error::is_invalid_request`](crate::Error::is_invalid_request)) or one cannot be encoded. An
    /// error of the service ends the batch: the requests before it are applied.
    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

/// What became of a batch.
#[non_exhaustive]
#[must_use = "a batch can leave items unwritten"]
pub struct BatchReport<T> {
    /// Items that were written.
    pub written: usize,
    /// Items that the service left after all attempts: they are not written.
    pub unprocessed: Vec<RawItem<T>>,
}

impl<T> fmt::Debug for BatchReport<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "BatchReport({} written, {} unprocessed)",
            self.written,
            self.unprocessed.len()
        )
    }
}

impl<T> BatchReport<T> {
    /// Whether everything was written.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.unprocessed.is_empty()
    }

    /// The number of items written, where that is all of them.
    ///
    /// # Errors
    /// [`Error::is_throttled`] where the service left items.
    pub fn complete(self) -> Result<usize> {
        match self.unprocessed.len() {
            0 => Ok(self.written),
            left => Err(Error::new(Kind::Throttled).with_detail(format!(
                "{left} items are not written, {} are",
                self.written
            ))),
        }
    }
}

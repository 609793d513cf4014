//! `Repository::batch`: many puts and deletes in few requests, without conditions and without atomicity.

use std::fmt;
use std::future::IntoFuture;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::stream::{self, StreamExt};
use serde::Serialize;

use super::batch_report::Outcomes;
use super::{BatchReport, RequestFuture, explained};
use crate::client::{BatchSent, Client, Pace};
use crate::entity::{
    Entity, IntoKey, Table, Unversioned, WithoutCopies, WrittenAlone, copies_of, encode_entity,
};
use crate::error::{Error, Kind, Result};
use crate::op::{BatchEntry, BatchWrite, TableName, check_distinct};

/// Requests that are in flight at a time.
const CONCURRENCY: usize = 4;

/// Writes to be sent as BatchWriteItem. `.await` sends them.
#[must_use = "a batch does nothing until it is awaited"]
pub struct Batch<T, C = Checked> {
    client: Client,
    table_name: TableName,
    entries: Result<Vec<BatchEntry>>,
    concurrency: usize,
    units_per_second: Option<u32>,
    table: PhantomData<fn() -> (T, C)>,
}

impl<T, C> fmt::Debug for Batch<T, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.entries {
            Ok(entries) => write!(f, "Batch({} writes)", entries.len()),
            Err(error) => write!(f, "Batch({error})"),
        }
    }
}

impl<T: Table> Batch<T> {
    pub(super) fn new(client: Client, table_name: TableName) -> Self {
        Self {
            client,
            table_name,
            entries: Ok(Vec::new()),
            concurrency: CONCURRENCY,
            units_per_second: None,
            table: PhantomData,
        }
    }

    /// Takes entities with a `version` too: each is stored with the version that it has in memory, over
    /// whatever is there, and the next write that looks at versions goes on from that. A delete asks for no
    /// version either. Of entities with `also` or `unique` the items alone are stored or deleted, without copies and
    /// guards.
    /// Fields that are `copy_of` others are stored as they are, and copies of what is stored stay:
    /// [`repair_copies`](super::Repository::repair_copies) puts them right.
    pub fn unchecked(self) -> Batch<T, Unchecked> {
        Batch {
            client: self.client,
            table_name: self.table_name,
            entries: self.entries,
            concurrency: self.concurrency,
            units_per_second: self.units_per_second,
            table: PhantomData,
        }
    }
}

impl<T: Table, C> Batch<T, C> {
    /// Adds a put for each entity, whatever is stored under its key. Each costs as a put of its own: a batch
    /// saves requests, not write units. Times of writing are stored as they are in memory. Entities with a
    /// `version`, `also` or `unique` need [`unchecked`](Batch::unchecked): a batch has no conditions and writes single
    /// items.
    pub fn put_all<'e, E>(self, entities: impl IntoIterator<Item = &'e E>) -> Self
    where
        E: Entity<Table = T> + Serialize + 'e,
        C: BatchOf<E>,
    {
        self.with(entities.into_iter().map(|entity| {
            if C::MINDS_COPIES {
                check_without_copies::<E>()?;
            }
            let (key, item) = encode_entity(entity)?;
            Ok(BatchEntry {
                entity: E::KEYS.entity,
                key,
                item: Some(item),
            })
        }))
    }

    /// Adds a put of one entity, as [`put_all`](Self::put_all).
    pub fn put<E>(self, entity: &E) -> Self
    where
        E: Entity<Table = T> + Serialize,
        C: BatchOf<E>,
    {
        self.put_all([entity])
    }

    /// Adds a delete for each key, or each entity's key: `delete_all(keys)`, `delete_all(&entities)`. To delete
    /// what is not there succeeds.
    ///
    /// Each costs a write unit per KB of the stored item, at least one, and of its projection in each index that
    /// it is in. Entities with a `version`, `copy_of`, `also` or `unique` need [`unchecked`](Batch::unchecked): it deletes
    /// whatever is stored, and leaves other copies and guards.
    pub fn delete_all<E, K>(self, keys: impl IntoIterator<Item = K>) -> Self
    where
        E: Entity<Table = T>,
        K: IntoKey<E>,
        C: BatchOf<E>,
    {
        self.with(keys.into_iter().map(|key| {
            Ok(BatchEntry {
                entity: E::KEYS.entity,
                key: key.into_key().render()?,
                item: None,
            })
        }))
    }

    /// Adds a delete by one key or entity, as [`delete_all`](Self::delete_all).
    pub fn delete<E>(self, key: impl IntoKey<E>) -> Self
    where
        E: Entity<Table = T>,
        C: BatchOf<E>,
    {
        self.delete_all([key])
    }

    /// At most this many requests are in flight at a time, 4 unless said otherwise, at least one.
    pub fn concurrency(mut self, requests: usize) -> Self {
        self.concurrency = requests.max(1);
        self
    }

    /// Sends at most this many write units a second on average, at least one, over all requests of the batch:
    /// a unit for each KB begun of an item put, and one for a delete. What a write costs beyond that (a larger
    /// item that is replaced or deleted, indexes) is not known before and not counted; what is sent again is.
    ///
    /// No request has more units than a second, but for a single item that is larger.
    pub fn rate_limit(mut self, units_per_second: u32) -> Self {
        self.units_per_second = Some(units_per_second.max(1));
        self
    }

    /// The requests' texts, one below the other; nothing is sent.
    #[must_use]
    pub fn explain(&self) -> String {
        let checked = match &self.entries {
            Ok(entries) => check_distinct(entries).map(|()| entries),
            // The reason alone is shown.
            Err(error) => return format!("nothing is sent: {error}"),
        };
        explained(&checked, |entries| {
            let chunks = self.chunks((*entries).clone());
            chunks
                .iter()
                .map(BatchWrite::explain)
                .collect::<Vec<_>>()
                .join("\n")
        })
    }

    fn with(mut self, added: impl Iterator<Item = Result<BatchEntry>>) -> Self {
        self.entries = self.entries.and_then(|mut entries| {
            entries.reserve(added.size_hint().0);
            for entry in added {
                entries.push(entry?);
            }
            Ok(entries)
        });
        self
    }

    fn chunks(&self, entries: Vec<BatchEntry>) -> Vec<BatchWrite> {
        BatchWrite::chunks(&self.table_name, entries, self.units_per_second)
    }

    async fn send(mut self) -> Result<BatchReport<T>> {
        let entries = std::mem::replace(&mut self.entries, Ok(Vec::new()))?;
        check_distinct(&entries)?;
        let chunks = self.chunks(entries);
        let shared = Shared {
            client: self.client,
            pace: Pace::new(self.units_per_second),
            has_failed: AtomicBool::new(false),
        };
        let mut outcomes = Outcomes::default();
        match <[BatchWrite; 1]>::try_from(chunks) {
            // As most batches are.
            Ok([chunk]) => outcomes.add(Counts::of(&chunk), shared.send(chunk).await),
            Err(chunks) => {
                for (counts, sent) in shared.send_all(chunks, self.concurrency).await {
                    outcomes.add(counts, sent);
                }
            }
        }
        outcomes.into_result()
    }
}

/// How many writes of each kind a request has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    pub(super) puts: usize,
    pub(super) deletes: usize,
}

impl Counts {
    fn of(chunk: &BatchWrite) -> Self {
        let puts = chunk.entries.iter().filter(|entry| entry.item.is_some());
        let puts = puts.count();
        Self {
            puts,
            deletes: chunk.entries.len() - puts,
        }
    }
}

/// What the requests of a batch share.
#[derive(Debug)]
struct Shared {
    client: Client,
    pace: Pace,
    has_failed: AtomicBool,
}

impl Shared {
    /// Sends so many requests at a time; what became of them comes in their order.
    async fn send_all(
        self,
        chunks: Vec<BatchWrite>,
        concurrency: usize,
    ) -> impl Iterator<Item = (Counts, BatchSent)> {
        let shared = Arc::new(self);
        let requests = chunks.into_iter().enumerate().map(|(number, chunk)| {
            let shared = Arc::clone(&shared);
            async move {
                let counts = Counts::of(&chunk);
                (number, counts, shared.send(chunk).await)
            }
        });
        let requests: Vec<_> = requests.collect();
        let mut sent: Vec<_> = stream::iter(requests)
            .buffer_unordered(concurrency)
            .collect()
            .await;
        sent.sort_by_key(|(number, ..)| *number);
        sent.into_iter().map(|(_, counts, sent)| (counts, sent))
    }

    /// After an error no further request is sent: its writes are left.
    async fn send(&self, chunk: BatchWrite) -> BatchSent {
        if self.has_failed.load(Ordering::Relaxed) {
            return BatchSent {
                left: chunk.entries,
                error: None,
            };
        }
        let sent = self.client.batch_write(chunk, &self.pace).await;
        if sent.error.is_some() {
            self.has_failed.store(true, Ordering::Relaxed);
        }
        sent
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

/// A batch of entities whose writes need nothing that a batch does not have.
#[derive(Debug)]
pub struct Checked;

/// A batch of any entities.
#[derive(Debug)]
pub struct Unchecked;

/// What a batch takes, to put and to delete.
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

    /// Sends the writes, up to 25 and 16 MB a request, several requests at a time, in no order. What the service
    /// leaves, or refuses for capacity, is sent again with full jitter, up to eight times without progress;
    /// what it never takes is in the report.
    ///
    /// # Errors
    /// Nothing is sent where two writes have the same key ([`Error::is_invalid_request`]), or one has no key
    /// ([`Error::is_key`]) or no item ([`Error::is_encode`]). An error of the service ends the batch: requests in
    /// flight are awaited, no further one is sent, and [`Error::batch_report`] tells what became of each write.
    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

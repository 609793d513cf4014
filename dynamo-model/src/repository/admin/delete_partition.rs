//! `Admin::delete_partition`: the keys of item sets, read by queries and deleted in batches.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::future::IntoFuture;
use std::marker::PhantomData;

use futures_util::{StreamExt, TryStreamExt, stream};

use super::companions::{Member, member, owner_names};
use crate::client::{BatchSent, Client, Pace, conflict_jitter};
use crate::entity::{Entity, IntoQuery, KeyTexts, Partition, QueryIndex, RawItem, Table, is_at};
use crate::error::{Error, Kind, Result};
use crate::item::{Stored, Value};
use crate::op::{BatchEntry, BatchWrite, IndexNames, Query, TableName};
use crate::repository::step::send_one;
use crate::repository::{Repository, RequestFuture, explained};
use crate::schema::collection::is_local_index;

/// Passes until the call gives up on others who go on writing.
const PASSES: u32 = 16;

/// Transactions in flight that delete items with their copies and guards.
const CONCURRENCY: usize = 8;

type OnProgress<T> = Box<dyn FnMut(&DeletePartitionReport<T>) + Send>;

/// The deletion of an item collection. `.await` runs it.
#[must_use = "nothing is deleted until it is awaited"]
pub struct DeletePartition<T> {
    client: Client,
    table_name: TableName,
    index_names: IndexNames,
    sets: Result<Vec<ItemSet>>,
    is_dry_run: bool,
    on_progress: Option<OnProgress<T>>,
    table: PhantomData<fn() -> T>,
}

/// Items that a query finds.
#[derive(Debug)]
struct ItemSet {
    query: Query,
    /// Whether an item is one of those that are meant, where the condition matches others too.
    is_meant: IsMeant,
}

/// Told the place of `also` whose items a path means.
type IsMeant = fn(&Stored, Option<usize>) -> bool;

impl<T> fmt::Debug for DeletePartition<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DeletePartition").field(&self.sets).finish()
    }
}

impl<T: Table> DeletePartition<T> {
    pub(super) fn new(repository: &Repository<T>, partition: Partition<T>) -> Self {
        let inner = &repository.inner;
        let query = match partition.index {
            Some(index) => Err(Error::new(Kind::Request).with_detail(format!(
                "this is a partition of the index `{index}` and no item collection of the table: name that, and add what the index finds with `and`"
            ))),
            None => Query::of_partition(inner.table.clone(), partition),
        };
        let whole = query.map(|query| {
            let mut query = keys_of::<T>(query);
            query.is_consistent = true;
            ItemSet {
                query,
                is_meant: |_, _| true,
            }
        });
        Self {
            client: inner.client.clone(),
            table_name: inner.table.clone(),
            index_names: inner.index_names.clone(),
            sets: whole.map(|set| vec![set]),
            is_dry_run: false,
            on_progress: None,
            table: PhantomData,
        }
    }

    /// Deletes what this path finds too: with an inverted index the edges of an adjacency list that point at
    /// the node from other partitions, or whatever else belongs to the collection and lives elsewhere.
    ///
    /// Read consistently, but for a global index, which cannot be: there an item that was written a moment ago can be
    /// missed.
    pub fn and<Q>(mut self, path: Q) -> Self
    where
        Q: IntoQuery,
        Q::Index: QueryIndex<Entity: Entity<Table = T>>,
    {
        self.sets = self.sets.and_then(|mut sets| {
            let parts = path.into_path().finish()?;
            let query = Query::of_path(self.table_name.clone(), parts).renamed(&self.index_names);
            let mut query = keys_of::<T>(query);
            query.is_consistent = query.on.is_none_or(|on| is_local_index(T::LAYOUT, on));
            sets.push(ItemSet {
                query,
                is_meant: is_at::<<Q::Index as QueryIndex>::Entity>,
            });
            Ok(sets)
        });
        self
    }

    /// Deletes nothing: one pass that counts what it finds.
    pub fn dry_run(mut self) -> Self {
        self.is_dry_run = true;
        self
    }

    /// Is called after each page with what was done so far.
    pub fn on_progress(
        mut self,
        progress: impl FnMut(&DeletePartitionReport<T>) + Send + 'static,
    ) -> Self {
        self.on_progress = Some(Box::new(progress));
        self
    }

    /// The texts of the queries that find the items, one below the other; nothing is sent.
    #[must_use]
    pub fn explain(&self) -> String {
        explained(&self.sets, |sets| {
            let texts: Vec<_> = sets.iter().map(|set| set.query.explain()).collect();
            texts.join("\n")
        })
    }

    async fn run(self) -> Result<DeletePartitionReport<T>> {
        let sets = self.sets?;
        let mut run = Run {
            client: self.client,
            table: self.table_name,
            is_dry_run: self.is_dry_run,
            on_progress: self.on_progress,
            report: DeletePartitionReport::new(),
            companions: HashSet::new(),
            pace: Pace::default(),
        };
        for pass in 0..PASSES {
            let found = run.pass(&sets).await?;
            run.report.passes += 1;
            if found == 0 || self.is_dry_run {
                run.report.is_finished = true;
                break;
            }
            if !run.report.unprocessed.is_empty() {
                break;
            }
            if sets.iter().any(|set| set.query.index.is_some()) {
                // An index follows the table a moment later.
                tokio::time::sleep(conflict_jitter(pass)).await;
            }
        }
        Ok(run.report)
    }
}

/// The query, which brings back keys and types only, of expired items too.
fn keys_of<T: Table>(query: Query) -> Query {
    let mut only = query.key_names.to_vec();
    let index = query.on;
    let has = |name: &&str| index.is_none_or(|index| T::LAYOUT.projects(index, name));
    let of_type = T::LAYOUT.type_attribute.filter(has);
    only.extend(of_type.filter(|name| !only.contains(name)));
    only.extend(owner_names(T::ENTITIES).iter().filter(|name| has(name)));
    query.project(only)
}

struct Run<T> {
    client: Client,
    table: TableName,
    is_dry_run: bool,
    on_progress: Option<OnProgress<T>>,
    report: DeletePartitionReport<T>,
    /// Copies and guards whose owners were deleted.
    companions: HashSet<KeyTexts>,
    pace: Pace,
}

impl<T: Table> Run<T> {
    /// Deletes what is found now; how much that was.
    async fn pass(&mut self, sets: &[ItemSet]) -> Result<usize> {
        let mut found = 0;
        for set in sets {
            let parts = match set.query.spread {
                _ if set.query.is_empty() => Vec::new(),
                Some(_) => set.query.parts(),
                None => vec![set.query.clone()],
            };
            for part in parts {
                found += self.part(part, set.is_meant).await?;
                if !self.report.unprocessed.is_empty() {
                    return Ok(found);
                }
            }
        }
        Ok(found)
    }

    async fn part(&mut self, mut query: Query, is_meant: IsMeant) -> Result<usize> {
        let mut found = 0;
        loop {
            let page = self.client.query(&query).await?;
            let items = page.items.into_iter();
            let items: Vec<_> = items
                .filter(|item| !query.drops(item) && is_meant(item, query.place))
                .collect();
            found += items.len();
            if self.is_dry_run {
                self.report.count_all(&items.iter().collect::<Vec<_>>());
            } else {
                self.delete(&items).await?;
            }
            if let Some(on_progress) = &mut self.on_progress {
                on_progress(&self.report);
            }
            query.start = page.next;
            if query.start.is_none() || !self.report.unprocessed.is_empty() {
                return Ok(found);
            }
        }
    }

    async fn delete(&mut self, items: &[Stored]) -> Result<()> {
        let told = items
            .iter()
            .map(|item| (item, member(T::LAYOUT, T::ENTITIES, item)));
        let (members, alone): (Vec<_>, Vec<_>) = told.partition(|(_, member)| member.is_some());
        let members = members.into_iter();
        let members = members.filter_map(|(item, member)| Some((item, member?)));
        self.delete_members(members.collect()).await?;
        let alone: Vec<_> = alone.into_iter().map(|(item, _)| item).collect();
        self.delete_alone(&alone).await
    }

    /// Each with its copies and guards, by a transaction of its own.
    async fn delete_members(&mut self, members: Vec<(&Stored, Member)>) -> Result<()> {
        // Several items that were found can be one and the same: then one transaction is enough.
        let mut owners = HashSet::new();
        let mut steps = Vec::with_capacity(members.len());
        for (_, member) in &members {
            if owners.insert(&member.owner) {
                steps.push(member.step(T::LAYOUT, &self.table)?);
            }
        }
        let client = &self.client;
        stream::iter(steps)
            .map(|step| send_one(client, step))
            .buffer_unordered(CONCURRENCY)
            .try_for_each(|_| async { Ok(()) })
            .await?;
        for (_, member) in members.iter().filter(|(_, member)| member.is_companion()) {
            // Its owner went in the pass before and did not take it along.
            if !self.companions.insert(member.found.clone()) {
                match self.client.delete(&member.orphan(&self.table)).await {
                    Err(error) if error.is_condition_failed() => {}
                    result => result?,
                }
            }
        }
        let items: Vec<_> = members.iter().map(|(item, _)| *item).collect();
        self.report.count_all(&items);
        Ok(())
    }

    async fn delete_alone(&mut self, items: &[&Stored]) -> Result<()> {
        let key_of = |item: &Stored| KeyTexts::of_item(T::LAYOUT, item);
        let keys = items.iter().filter_map(|item| key_of(item));
        let entries = keys.map(|key| BatchEntry {
            entity: "",
            key,
            item: None,
        });
        for batch in BatchWrite::chunks(&self.table, entries.collect(), None) {
            let keys: Vec<_> = batch
                .entries
                .iter()
                .map(|entry| entry.key.clone())
                .collect();
            let BatchSent { left, error } = self.client.batch_write(batch, &self.pace).await;
            let is_left = |key: &KeyTexts| left.iter().any(|entry| entry.key == *key);
            let deleted = items.iter().copied().filter(|item| {
                key_of(item).is_some_and(|key| keys.contains(&key) && !is_left(&key))
            });
            self.report.count_all(&deleted.collect::<Vec<_>>());
            if let Some(error) = error {
                return Err(error);
            }
            if !left.is_empty() {
                self.report.unprocessed = left.iter().map(|entry| raw(&entry.key)).collect();
                break;
            }
        }
        Ok(())
    }
}

/// A key as an item of nothing else.
fn raw<T: Table>(key: &KeyTexts) -> RawItem<T> {
    let mut stored = Stored::default();
    for (name, value) in key.attributes() {
        stored.insert(name, Value::from(value));
    }
    RawItem::new(stored)
}

impl<T: Table> IntoFuture for DeletePartition<T> {
    type Output = Result<DeletePartitionReport<T>>;
    type IntoFuture = RequestFuture<DeletePartitionReport<T>>;

    /// Runs it, until a pass finds nothing. What the service leaves of a batch is sent again with full
    /// jitter, up to eight times without progress; then the call ends with a report of what is left.
    ///
    /// [`Error::is_key`] and [`Error::is_invalid_request`] before anything is sent; an error of the service
    /// ends the call: what was deleted before is, and another call goes on.
    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

/// What was deleted, or in a dry run would be.
#[non_exhaustive]
#[must_use = "items can be left"]
pub struct DeletePartitionReport<T> {
    /// Items that were deleted. One that an index still shows after its deletion, or that is found on two
    /// ways, can count twice.
    pub deleted: usize,
    /// The same by the value of the type attribute; empty text where an item has none.
    pub types: BTreeMap<String, usize>,
    /// Times that the collection was read.
    pub passes: usize,
    /// The keys of items that the service left after all attempts: they may still be there, and so may others
    /// behind them.
    pub unprocessed: Vec<RawItem<T>>,
    /// The last pass found nothing (in a dry run: came to its end).
    is_finished: bool,
}

impl<T> fmt::Debug for DeletePartitionReport<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeletePartitionReport")
            .field("deleted", &self.deleted)
            .field("types", &self.types)
            .field("passes", &self.passes)
            .field("unprocessed", &self.unprocessed.len())
            .field("is_finished", &self.is_finished)
            .finish()
    }
}

impl<T> DeletePartitionReport<T> {
    fn new() -> Self {
        Self {
            deleted: 0,
            types: BTreeMap::new(),
            passes: 0,
            unprocessed: Vec::new(),
            is_finished: false,
        }
    }

    /// Whether the last pass found nothing any more.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_finished
    }

    /// The number of items deleted, where the last pass found nothing any more.
    ///
    /// # Errors
    /// [`Error::is_throttled`] where the service left items, [`Error::is_conflict`] where others went on
    /// writing into the collection.
    pub fn complete(self) -> Result<usize> {
        if self.is_finished {
            return Ok(self.deleted);
        }
        let (kind, detail) = match self.unprocessed.len() {
            0 => (
                Kind::Conflict,
                format!("others wrote into the item collection in each of {PASSES} passes"),
            ),
            left => (
                Kind::Throttled,
                format!("{left} items were left, {} are deleted", self.deleted),
            ),
        };
        Err(Error::new(kind).with_detail(detail))
    }
}

impl<T: Table> DeletePartitionReport<T> {
    fn count_all(&mut self, items: &[&Stored]) {
        self.deleted += items.len();
        for item in items {
            let of_type = T::LAYOUT.type_attribute.and_then(|name| item.text(name));
            *self
                .types
                .entry(of_type.unwrap_or_default().to_owned())
                .or_default() += 1;
        }
    }
}

//! What became of a batch: each of its writes is counted as applied, or listed.

use std::fmt;

use super::batch::Counts;
use crate::client::BatchSent;
use crate::entity::{RawItem, RawKey, Table};
use crate::error::{Error, Kind, Result};
use crate::op::BatchEntry;

/// What became of a batch. Every write is in one of its members.
#[non_exhaustive]
#[must_use = "a batch can leave items unwritten"]
pub struct BatchReport<T> {
    /// Puts that were applied.
    pub written: usize,
    /// Deletes that were applied, whether there was an item or not.
    pub deleted: usize,
    /// Items that the service left after all attempts, or that an error kept from being sent: they are not
    /// written.
    pub unprocessed: Vec<RawItem<T>>,
    /// Keys of deletes that were not applied, in the same way.
    pub undeleted: Vec<RawKey<T>>,
    /// Items whose request had no answer: they may or may not be written.
    pub unknown_puts: Vec<RawItem<T>>,
    /// Keys of deletes whose request had no answer.
    pub unknown_deletes: Vec<RawKey<T>>,
}

impl<T> fmt::Debug for BatchReport<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "BatchReport({} written, {} deleted, {} unprocessed, {} unknown)",
            self.written,
            self.deleted,
            self.unprocessed.len() + self.undeleted.len(),
            self.unknown_puts.len() + self.unknown_deletes.len(),
        )
    }
}

impl<T> BatchReport<T> {
    /// Whether everything was written and deleted.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.left() == 0
    }

    /// The number of writes, where all were applied.
    ///
    /// # Errors
    /// [`Error::is_throttled`] where the service left some.
    pub fn complete(self) -> Result<usize> {
        let applied = self.written + self.deleted;
        match self.left() {
            0 => Ok(applied),
            left => Err(Error::new(Kind::Throttled).with_detail(format!(
                "{left} writes of the batch are not applied, {applied} are"
            ))),
        }
    }

    fn left(&self) -> usize {
        self.unprocessed.len()
            + self.undeleted.len()
            + self.unknown_puts.len()
            + self.unknown_deletes.len()
    }
}

impl Error {
    /// What became of the writes of a batch that an error of the service ended; `None` for other errors, and
    /// where nothing was sent. `T` is the table of the repository.
    ///
    /// ```
    /// # use dynamo_model::{Entity, Repository, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # #[table(name = "shop", entities(Customer))]
    /// # struct Shop;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Shop, pk = "CUST#{id}", sk = "PROFILE")]
    /// # struct Customer { id: String }
    /// # async fn import(shop: Repository<Shop>, customers: Vec<Customer>) {
    /// if let Err(error) = shop.batch().put_all(&customers).await
    ///     && let Some(report) = error.batch_report::<Shop>()
    /// {
    ///     println!("{} are written, {} are not", report.written, report.unprocessed.len());
    /// }
    /// # }
    /// ```
    #[must_use]
    pub fn batch_report<T: Table>(&self) -> Option<&BatchReport<T>> {
        self.existing_as()
    }
}

/// The outcomes of the requests, gathered.
#[derive(Debug, Default)]
pub(super) struct Outcomes {
    written: usize,
    deleted: usize,
    left: Vec<BatchEntry>,
    unknown: Vec<BatchEntry>,
    error: Option<Error>,
}

impl Outcomes {
    pub(super) fn add(&mut self, counts: Counts, sent: BatchSent) {
        let puts_left = sent.left.iter().filter(|entry| entry.item.is_some());
        let puts_left = puts_left.count();
        self.written += counts.puts.saturating_sub(puts_left);
        self.deleted += counts
            .deletes
            .saturating_sub(sent.left.len().saturating_sub(puts_left));
        let is_unknown = sent.error.as_ref().is_some_and(leaves_unknown);
        match is_unknown {
            true => self.unknown.extend(sent.left),
            false => self.left.extend(sent.left),
        }
        self.error = self.error.take().or(sent.error);
    }

    /// The report; behind the error where there was one.
    pub(super) fn into_result<T: Table>(self) -> Result<BatchReport<T>> {
        let (unprocessed, undeleted) = parted(self.left);
        let (unknown_puts, unknown_deletes) = parted(self.unknown);
        let report = BatchReport {
            written: self.written,
            deleted: self.deleted,
            unprocessed,
            undeleted,
            unknown_puts,
            unknown_deletes,
        };
        match self.error {
            None => Ok(report),
            Some(error) => Err(error.with_existing(report)),
        }
    }
}

/// An item collection that is full stops one write, and says nothing about the others of its request.
fn leaves_unknown(error: &Error) -> bool {
    error.is_unknown_outcome() || error.is_item_collection_full()
}

/// The puts, and the deletes.
fn parted<T: Table>(entries: Vec<BatchEntry>) -> (Vec<RawItem<T>>, Vec<RawKey<T>>) {
    let (mut puts, mut deletes) = (Vec::new(), Vec::new());
    for entry in entries {
        match entry.item {
            Some(item) => puts.push(RawItem::new(item.into_stored())),
            None => deletes.push(RawKey::new(entry.entity, entry.key)),
        }
    }
    (puts, deletes)
}

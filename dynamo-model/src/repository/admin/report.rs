//! What became of a scan or a backfill.

use std::fmt;

use crate::error::{Error, Result};
use crate::op::ScanState;

/// Failures that a report holds; later ones are only counted.
const FAILURES: usize = 1_000;

/// How far a scan came.
#[derive(Debug, Default)]
#[non_exhaustive]
#[must_use = "a scan can end before its end"]
pub struct ScanReport {
    /// Items that were handed over, those that could not be read included.
    pub items: usize,
    /// Items that the service examined: these are paid for.
    pub examined: usize,
    /// Read units that were consumed.
    pub capacity_units: f64,
    /// Segments that are read to their end, of all.
    pub finished_segments: usize,
    /// All segments.
    pub segments: usize,
    /// Where to go on: what was handed over of a page that was not finished comes again. `None` at the end.
    pub state: Option<ScanState>,
    /// What ended the scan before its end.
    pub error: Option<Error>,
}

impl ScanReport {
    /// Whether everything was read.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.error.is_none() && self.state.is_none()
    }

    /// The number of items, where everything was read.
    ///
    /// # Errors
    /// What ended the scan before.
    pub fn complete(self) -> Result<usize> {
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.items),
        }
    }
}

/// What a backfill did, or in a dry run would do.
#[derive(Default)]
#[non_exhaustive]
#[must_use = "a backfill can end before its end and leave items as they are"]
pub struct BackfillReport {
    /// Items that the service examined: these are paid for.
    pub examined: usize,
    /// Items of the entity that are stored as the model derives them.
    pub unchanged: usize,
    /// Items that were rewritten, or whose copies and guards were.
    pub rewritten: usize,
    /// Copies (`also`) and guards (`unique`) that were missing or differed from their items, and were written. Those
    /// of items that moved are not counted.
    pub companions: usize,
    /// Items that were moved to the key that the model derives.
    pub moved: usize,
    /// Items that others deleted, or made another entity's, before they could be written.
    pub gone: usize,
    /// Items of the entity without a type attribute that were left so: see
    /// [`set_missing_type`](crate::BackfillRequest::set_missing_type).
    pub untagged: usize,
    /// Items that were left as they are, since they cannot be read, have another key than the model
    /// derives, cannot be written, or have a unique value that is another's.
    pub failed: usize,
    /// The first 1,000 of these, each with key and attribute.
    pub failures: Vec<Error>,
    /// The first requests, as texts.
    pub samples: Vec<String>,
    /// Read units that were consumed by the scan, and to read copies and guards.
    pub capacity_units: f64,
    /// Write units that were consumed by the updates.
    pub write_units: f64,
    /// Segments that are done, of all.
    pub finished_segments: usize,
    /// All segments.
    pub segments: usize,
    /// Where to go on. `None` at the end.
    pub state: Option<ScanState>,
    /// What ended the run before its end.
    pub error: Option<Error>,
}

/// The requests are counted only: `Debug` shows no values.
impl fmt::Debug for BackfillReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BackfillReport")
            .field("examined", &self.examined)
            .field("unchanged", &self.unchanged)
            .field("rewritten", &self.rewritten)
            .field("companions", &self.companions)
            .field("moved", &self.moved)
            .field("gone", &self.gone)
            .field("untagged", &self.untagged)
            .field("failed", &self.failed)
            .field("failures", &self.failures)
            .field("samples", &self.samples.len())
            .field("capacity_units", &self.capacity_units)
            .field("write_units", &self.write_units)
            .field("finished_segments", &self.finished_segments)
            .field("segments", &self.segments)
            .field("state", &self.state)
            .field("error", &self.error)
            .finish()
    }
}

impl BackfillReport {
    /// Whether every item was seen and none failed.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.error.is_none() && self.state.is_none() && self.failed == 0
    }

    /// The number of items that were rewritten or moved, where every item was seen and none failed.
    ///
    /// # Errors
    /// What ended the run before, or else the first failure.
    pub fn complete(self) -> Result<usize> {
        let failure = self.failures.into_iter().next();
        match self.error.or(failure) {
            Some(error) => Err(error),
            None => Ok(self.rewritten + self.moved),
        }
    }

    pub(super) fn fail(&mut self, error: Error) {
        self.failed += 1;
        if self.failures.len() < FAILURES {
            self.failures.push(error);
        }
    }
}

//! The one place that holds the engine's database: opening, requests, sweeps.

use std::path::{Path, PathBuf};

use dynoxide::storage::Storage;
use dynoxide::{Database, DynoxideError};
use futures_util::FutureExt;

use super::dispatch::{self, Answer};
use super::{ManualClock, OpenError};

/// An open database.
pub(super) struct Engine {
    database: Database,
    sweeper: Sweeper,
}

/// Who deletes expired items. The engine takes a clock for in-memory databases only; on a file, a sweep under another clock needs a connection of its own.
enum Sweeper {
    Database,
    Connection { path: PathBuf, clock: ManualClock },
}

impl Engine {
    pub(super) fn in_memory(clock: Option<ManualClock>) -> Result<Self, OpenError> {
        let database = match clock {
            Some(clock) => Database::memory_with_clock(clock.for_engine()),
            None => Database::memory(),
        };
        Ok(Self {
            database: database.map_err(|error| OpenError::new(None, error))?,
            sweeper: Sweeper::Database,
        })
    }

    pub(super) fn in_file(path: &Path, clock: Option<ManualClock>) -> Result<Self, OpenError> {
        let failed =
            |source: Box<dyn std::error::Error + Send + Sync>| OpenError::new(Some(path), source);
        // SQLite reads `:memory:`, the empty name and `file:…` as something else than a file; an absolute path is none of these. It also outlives a change of the
        // current folder.
        let path = std::path::absolute(path).map_err(|error| failed(error.into()))?;
        let name = path
            .to_str()
            .ok_or_else(|| failed("the path is not UTF-8".into()))?;
        let database = Database::new(name).map_err(|error| failed(error.into()))?;
        let sweeper = match clock {
            Some(clock) => Sweeper::Connection { path, clock },
            None => Sweeper::Database,
        };
        Ok(Self { database, sweeper })
    }

    pub(super) fn answer(&self, operation: &str, body: &str) -> Answer {
        dispatch::answer(&self.database, operation, body)
    }

    pub(super) fn sweep_ttl(&self) -> dynoxide::Result<usize> {
        match &self.sweeper {
            Sweeper::Database => self.database.sweep_ttl(),
            Sweeper::Connection { path, clock } => {
                // `in_file` has checked that the path is UTF-8. A connection per sweep, so that no cached table definition can be out of date.
                let storage = Storage::new(&path.to_string_lossy())?.with_clock(clock.for_engine());
                // The engine's futures over SQLite are ready at the first poll: nothing in them waits.
                let swept = dynoxide::ttl::sweep_expired_items(&storage).now_or_never();
                swept.unwrap_or_else(|| {
                    let message = "the sweep was not finished at its first poll".to_owned();
                    Err(DynoxideError::InternalServerError(message))
                })
            }
        }
    }
}

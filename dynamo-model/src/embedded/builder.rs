//! How an embedded database is opened, and what can go wrong there.
//!
//! Opening is the only step that can fail: afterwards every failure is an answer that the SDK reports.

use std::error::Error as StdError;
use std::fmt;
use std::path::{Path, PathBuf};

use super::engine::Engine;
use super::{Embedded, ManualClock};

/// Collects where an [`Embedded`] keeps its data and which clock it reads; from [`Embedded::builder`].
#[derive(Debug, Clone, Default)]
#[must_use = "a builder opens nothing until `build` is called"]
pub struct EmbeddedBuilder {
    path: Option<PathBuf>,
    clock: Option<ManualClock>,
}

impl EmbeddedBuilder {
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// Keeps the data in the file at `path`, as [`Embedded::open`] does. Without it the data is in memory.
    pub fn path(mut self, path: impl AsRef<Path>) -> Self {
        self.path = Some(path.as_ref().to_owned());
        self
    }

    /// Lets [`Embedded::sweep_ttl`] read `clock` instead of the system's.
    ///
    /// In memory, the times in stream records follow it too. With a file they do only for the records of a sweep: the engine has no clock to set on a file-backed database,
    /// so the sweep opens the file for itself.
    pub fn clock(mut self, clock: ManualClock) -> Self {
        self.clock = Some(clock);
        self
    }

    /// Opens the database.
    ///
    /// # Errors
    ///
    /// [`OpenError`]; see [`Embedded::open`].
    pub fn build(self) -> Result<Embedded, OpenError> {
        let engine = match self.path {
            Some(path) => Engine::in_file(&path, self.clock)?,
            None => Engine::in_memory(self.clock)?,
        };
        Ok(Embedded::over(Ok(engine)))
    }
}

/// An embedded database could not be opened. The reason is in `source()`.
#[derive(Debug)]
pub struct OpenError {
    path: Option<PathBuf>,
    source: Box<dyn StdError + Send + Sync>,
}

impl OpenError {
    pub(super) fn new(
        path: Option<&Path>,
        source: impl Into<Box<dyn StdError + Send + Sync>>,
    ) -> Self {
        Self {
            path: path.map(Path::to_owned),
            source: source.into(),
        }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => write!(
                f,
                "the embedded database at `{}` could not be opened",
                path.display()
            ),
            None => f.write_str("the embedded database could not be opened in memory"),
        }
    }
}

impl StdError for OpenError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(&*self.source)
    }
}

//! A clock that stands still until a test moves it.
//!
//! Expiry by TTL is days in production; a test needs to pass it in one line. The engine's own clock trait is implemented on a private type, so that the engine stays out of the
//! public API.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use dynoxide::storage_backend::Clock;

/// A clock for [`EmbeddedBuilder::clock`](super::EmbeddedBuilder::clock) that only moves when told to. A clone is the same clock.
///
/// The engine reads whole seconds for expiry, as DynamoDB does; times before 1970 count as 1970.
#[derive(Debug, Clone)]
pub struct ManualClock {
    now: Arc<Mutex<SystemTime>>,
}

impl ManualClock {
    /// A clock that stands at `start`.
    #[must_use]
    pub fn starting_at(start: SystemTime) -> Self {
        Self {
            now: Arc::new(Mutex::new(start)),
        }
    }

    /// The time it stands at.
    #[must_use]
    pub fn now(&self) -> SystemTime {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves it forward by `by`. Past the last time that `SystemTime` can hold it stays where it is.
    pub fn advance(&self, by: Duration) {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(later) = now.checked_add(by) {
            *now = later;
        }
    }

    /// Moves it to `to`, forward or back.
    pub fn set(&self, to: SystemTime) {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = to;
    }

    /// The same clock as the engine reads it.
    pub(super) fn for_engine(&self) -> Arc<dyn Clock> {
        Arc::new(EngineClock(self.clone()))
    }
}

/// A repository and the engine can share a clock.
impl crate::stamp::Clock for ManualClock {
    fn now(&self) -> SystemTime {
        self.now()
    }
}

struct EngineClock(ManualClock);

impl EngineClock {
    fn since_epoch(&self) -> Duration {
        self.0
            .now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap_or_default()
    }
}

impl Clock for EngineClock {
    fn now_unix_secs(&self) -> u64 {
        self.since_epoch().as_secs()
    }

    fn now_unix_secs_f64(&self) -> f64 {
        self.since_epoch().as_secs_f64()
    }
}

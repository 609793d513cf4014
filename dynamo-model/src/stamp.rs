//! Time as entities store it: what `created_at`, `updated_at` and `ttl` fields hold, and the clock behind
//! them.

mod chrono;
mod jiff;
mod std;
mod time;
pub mod ttl;

use ::std::fmt;
use ::std::sync::Arc;
use ::std::time::{Duration, SystemTime};

/// Where a repository takes the time from: for `created_at`, `updated_at`, and to tell what is expired.
///
/// A closure is one, and so is `embedded::ManualClock`.
///
/// ```
/// use std::time::{Duration, SystemTime};
/// use dynamo_model::Clock;
///
/// let tomorrow = || SystemTime::now() + Duration::from_secs(86_400);
/// assert!(Clock::now(&tomorrow) > SystemTime::now());
/// ```
pub trait Clock: Send + Sync {
    /// The time.
    fn now(&self) -> SystemTime;
}

impl<F: Fn() -> SystemTime + Send + Sync> Clock for F {
    fn now(&self) -> SystemTime {
        self()
    }
}

/// A repository's clock: the system's unless told otherwise.
#[derive(Clone, Default)]
pub(crate) struct SharedClock(Option<Arc<dyn Clock>>);

impl SharedClock {
    pub(crate) fn new(clock: impl Clock + 'static) -> Self {
        Self(Some(Arc::new(clock)))
    }

    pub(crate) fn now(&self) -> Now {
        Now::at(match &self.0 {
            Some(clock) => clock.now(),
            None => SystemTime::now(),
        })
    }
}

impl fmt::Debug for SharedClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedClock")
    }
}

/// A moment of the clock, in whole milliseconds: what the default format of an instant in a key holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Now {
    milliseconds: u64,
}

impl Now {
    /// Times before 1970 count as 1970.
    pub(crate) fn at(time: SystemTime) -> Self {
        let since = time
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap_or(Duration::ZERO);
        Self {
            milliseconds: u64::try_from(since.as_millis()).unwrap_or(u64::MAX),
        }
    }

    pub(crate) fn seconds(self) -> u64 {
        self.milliseconds / 1000
    }

    #[cfg(any(feature = "jiff", feature = "chrono", feature = "time"))]
    fn milliseconds(self) -> i64 {
        i64::try_from(self.milliseconds).unwrap_or(i64::MAX)
    }
}

/// The type of a `created_at` or `updated_at` field.
///
/// Integers hold whole Unix seconds; instants of `jiff`, `chrono` and `time` (behind the features of the
/// same names) and [`SystemTime`] hold milliseconds. An `Option` of each is one too.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot hold the time of a write",
    label = "not an instant",
    note = "`u32`, `u64`, `i64` (Unix seconds), `jiff::Timestamp`, `chrono::DateTime<Utc>`, `time::OffsetDateTime`, `SystemTime` and an `Option` of these can"
)]
pub trait StampValue: Sized {
    #[doc(hidden)]
    fn at(now: Now) -> Self;
}

/// The type of a `ttl` field: an instant, or whole Unix seconds; or an `Option` of one, whose `None` never
/// expires.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot say when an item expires",
    label = "not an instant",
    note = "`u32`, `u64`, `i64` (Unix seconds), `jiff::Timestamp`, `chrono::DateTime<Utc>`, `time::OffsetDateTime`, `SystemTime` and an `Option` of these can"
)]
pub trait TtlValue: Sized {
    #[doc(hidden)]
    fn unix_seconds(&self) -> Option<i64>;
    #[doc(hidden)]
    fn from_unix_seconds(seconds: Option<i64>) -> Option<Self>;
}

impl<T: StampValue> StampValue for Option<T> {
    fn at(now: Now) -> Self {
        Some(T::at(now))
    }
}

impl<T: TtlValue> TtlValue for Option<T> {
    fn unix_seconds(&self) -> Option<i64> {
        self.as_ref().and_then(T::unix_seconds)
    }

    fn from_unix_seconds(seconds: Option<i64>) -> Option<Self> {
        match seconds {
            Some(seconds) => T::from_unix_seconds(Some(seconds)).map(Some),
            None => Some(None),
        }
    }
}

/// A `ttl` that serde writes as whole seconds by itself.
#[diagnostic::on_unimplemented(
    message = "serde does not write `{Self}` as whole Unix seconds, which an expiry is",
    label = "not an integer",
    note = "an instant of `jiff`, `chrono`, `time` or the standard library needs `#[serde(with = \"dynamo_model::ttl\")]` on the field"
)]
pub trait WholeSeconds {}

impl WholeSeconds for u32 {}
impl WholeSeconds for u64 {}
impl WholeSeconds for i64 {}
impl<T: WholeSeconds> WholeSeconds for Option<T> {}

/// Seconds past which an expiry is taken for milliseconds: the year 5138, where milliseconds are 1973.
const PLAUSIBLE: i64 = 100_000_000_000;

/// The whole seconds to be stored, or why they are not; `None`: the item never expires.
pub(crate) fn checked_ttl(seconds: Option<i64>) -> Result<Option<i64>, &'static str> {
    match seconds {
        Some(seconds) if seconds > PLAUSIBLE => Err(
            "an expiry is in whole Unix seconds, and this one lies past the year 5138: is it in milliseconds?",
        ),
        Some(seconds) if seconds < 0 => Err("an expiry before 1970 is none that DynamoDB knows"),
        other => Ok(other),
    }
}

//! Integers and `SystemTime`.

use std::time::{Duration, SystemTime};

use super::{Now, StampValue, TtlValue};

macro_rules! integers {
    ($($ty:ty)+) => {$(
        impl StampValue for $ty {
            fn at(now: Now) -> Self {
                Self::try_from(now.seconds()).unwrap_or(Self::MAX)
            }
        }

        impl TtlValue for $ty {
            fn unix_seconds(&self) -> Option<i64> {
                Some(i64::try_from(*self).unwrap_or(i64::MAX))
            }

            fn from_unix_seconds(seconds: Option<i64>) -> Option<Self> {
                Self::try_from(seconds?).ok()
            }
        }
    )+};
}

integers!(u32 u64 i64);

impl StampValue for SystemTime {
    fn at(now: Now) -> Self {
        Self::UNIX_EPOCH + Duration::from_millis(now.milliseconds)
    }
}

impl TtlValue for SystemTime {
    /// A part of a second is dropped: the item expires with the second that has begun.
    fn unix_seconds(&self) -> Option<i64> {
        let seconds = match self.duration_since(Self::UNIX_EPOCH) {
            Ok(since) => i64::try_from(since.as_secs()).unwrap_or(i64::MAX),
            Err(before) => i64::try_from(before.duration().as_secs()).map_or(i64::MIN, |n| -n - 1),
        };
        Some(seconds)
    }

    fn from_unix_seconds(seconds: Option<i64>) -> Option<Self> {
        Self::UNIX_EPOCH.checked_add(Duration::from_secs(u64::try_from(seconds?).ok()?))
    }
}

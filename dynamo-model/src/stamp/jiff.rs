//! `jiff::Timestamp`.
#![cfg(feature = "jiff")]

use ::jiff::Timestamp;

use super::{Now, StampValue, TtlValue};

impl StampValue for Timestamp {
    fn at(now: Now) -> Self {
        Self::from_millisecond(now.milliseconds()).unwrap_or(Self::MAX)
    }
}

impl TtlValue for Timestamp {
    fn unix_seconds(&self) -> Option<i64> {
        Some(self.as_second())
    }

    fn from_unix_seconds(seconds: Option<i64>) -> Option<Self> {
        Self::from_second(seconds?).ok()
    }
}

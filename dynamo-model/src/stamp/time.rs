//! `time::OffsetDateTime`.
#![cfg(feature = "time")]

use ::time::OffsetDateTime;

use super::{Now, StampValue, TtlValue};

impl StampValue for OffsetDateTime {
    fn at(now: Now) -> Self {
        Self::from_unix_timestamp_nanos(i128::from(now.milliseconds()) * 1_000_000)
            .unwrap_or(Self::UNIX_EPOCH)
    }
}

impl TtlValue for OffsetDateTime {
    fn unix_seconds(&self) -> Option<i64> {
        Some(self.unix_timestamp())
    }

    fn from_unix_seconds(seconds: Option<i64>) -> Option<Self> {
        Self::from_unix_timestamp(seconds?).ok()
    }
}

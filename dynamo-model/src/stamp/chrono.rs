//! `chrono::DateTime<Utc>`.
#![cfg(feature = "chrono")]

use ::chrono::{DateTime, Utc};

use super::{Now, StampValue, TtlValue};

impl StampValue for DateTime<Utc> {
    fn at(now: Now) -> Self {
        Self::from_timestamp_millis(now.milliseconds()).unwrap_or(Self::MAX_UTC)
    }
}

impl TtlValue for DateTime<Utc> {
    fn unix_seconds(&self) -> Option<i64> {
        Some(self.timestamp())
    }

    fn from_unix_seconds(seconds: Option<i64>) -> Option<Self> {
        Self::from_timestamp(seconds?, 0)
    }
}

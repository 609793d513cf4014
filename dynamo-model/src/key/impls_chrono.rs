//! Key parts of `chrono`: `NaiveDate` and `DateTime<Utc>`.
//!
//! Other time zones and `NaiveDateTime` are not key parts: the texts would not sort as the instants do,
//! or not say which instant it is.

use chrono::{DateTime, Datelike as _, NaiveDate, Timelike as _, Utc};

use super::format::{Format, PartKind};
use super::part::{KeyPart, PartError};
use super::time::{Calendar, Clock, Day, Moment, next_time, read_time, write_time};
use super::width::FixedWidth;

impl KeyPart for NaiveDate {
    const KIND: PartKind = PartKind::Date;
    type Width = FixedWidth;

    fn write_part(&self, format: Format, out: &mut String) -> Result<(), PartError> {
        write_time(self, format, out)
    }

    fn read_part(text: &str, format: Format) -> Result<Self, PartError> {
        read_time(text, format)
    }

    fn next_part(text: &str, format: Format) -> Option<String> {
        next_time::<Self>(text, format)
    }
}

impl KeyPart for DateTime<Utc> {
    const KIND: PartKind = PartKind::Instant;
    type Width = FixedWidth;

    fn write_part(&self, format: Format, out: &mut String) -> Result<(), PartError> {
        write_time(self, format, out)
    }

    fn read_part(text: &str, format: Format) -> Result<Self, PartError> {
        read_time(text, format)
    }

    fn next_part(text: &str, format: Format) -> Option<String> {
        next_time::<Self>(text, format)
    }
}

impl Calendar for NaiveDate {
    const KIND: PartKind = PartKind::Date;

    fn to_moment(&self) -> Option<Moment> {
        Some(Moment {
            year: self.year(),
            month: u8::try_from(self.month()).ok()?,
            day: u8::try_from(self.day()).ok()?,
            day_of_year: u16::try_from(self.ordinal()).ok()?,
            clock: Clock::default(),
            epoch_second: 0,
        })
    }

    fn from_civil(year: i32, day: Day, _clock: Clock) -> Option<Self> {
        match day {
            Day::OfMonth { month, day } => Self::from_ymd_opt(year, month.into(), day.into()),
            Day::OfYear(day) => Self::from_yo_opt(year, day.into()),
        }
    }

    fn from_epoch(_second: i64, _nanosecond: u32) -> Option<Self> {
        None
    }
}

impl Calendar for DateTime<Utc> {
    const KIND: PartKind = PartKind::Instant;

    fn to_moment(&self) -> Option<Moment> {
        Some(Moment {
            clock: Clock {
                hour: u8::try_from(self.hour()).ok()?,
                minute: u8::try_from(self.minute()).ok()?,
                second: u8::try_from(self.second()).ok()?,
                // 1,000,000,000 and more in a leap second.
                nanosecond: self.nanosecond(),
            },
            epoch_second: self.timestamp(),
            ..self.date_naive().to_moment()?
        })
    }

    fn from_civil(year: i32, day: Day, clock: Clock) -> Option<Self> {
        let time = NaiveDate::from_civil(year, day, clock)?.and_hms_nano_opt(
            clock.hour.into(),
            clock.minute.into(),
            clock.second.into(),
            clock.nanosecond,
        )?;
        Some(time.and_utc())
    }

    fn from_epoch(second: i64, nanosecond: u32) -> Option<Self> {
        Self::from_timestamp(second, nanosecond)
    }
}

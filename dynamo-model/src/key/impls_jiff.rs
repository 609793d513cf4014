//! Key parts of `jiff`: `civil::Date` and `Timestamp`.
//!
//! `Timestamp` ends at 9999-12-30T22:00 UTC, so the last two hours of a four-digit year are written by
//! the other crates only; such a text is an error when read here.

use jiff::Timestamp;
use jiff::civil::{self, DateTime, Time};
use jiff::tz::Offset;

use super::format::{Format, PartKind};
use super::part::{KeyPart, PartError};
use super::time::{Calendar, Clock, Day, Moment, next_time, read_time, write_time};
use super::width::FixedWidth;

impl KeyPart for civil::Date {
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

impl KeyPart for Timestamp {
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

impl Calendar for civil::Date {
    const KIND: PartKind = PartKind::Date;

    fn to_moment(&self) -> Option<Moment> {
        Some(Moment {
            year: self.year().into(),
            month: u8::try_from(self.month()).ok()?,
            day: u8::try_from(self.day()).ok()?,
            day_of_year: u16::try_from(self.day_of_year()).ok()?,
            clock: Clock::default(),
            epoch_second: 0,
        })
    }

    fn from_civil(year: i32, day: Day, _clock: Clock) -> Option<Self> {
        let year = i16::try_from(year).ok()?;
        match day {
            Day::OfMonth { month, day } => {
                Self::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
            }
            Day::OfYear(day) => Self::new(year, 1, 1)
                .ok()?
                .with()
                .day_of_year(i16::try_from(day).ok()?)
                .build()
                .ok(),
        }
    }

    fn from_epoch(_second: i64, _nanosecond: u32) -> Option<Self> {
        None
    }
}

impl Calendar for Timestamp {
    const KIND: PartKind = PartKind::Instant;

    fn to_moment(&self) -> Option<Moment> {
        let civil: DateTime = Offset::UTC.to_datetime(*self);
        // `as_second` rounds towards zero; an instant in the last second of 1969 is not of 1970.
        let epoch_second = self.as_nanosecond().div_euclid(1_000_000_000);
        Some(Moment {
            clock: Clock {
                hour: u8::try_from(civil.hour()).ok()?,
                minute: u8::try_from(civil.minute()).ok()?,
                second: u8::try_from(civil.second()).ok()?,
                nanosecond: u32::try_from(civil.subsec_nanosecond()).ok()?,
            },
            epoch_second: i64::try_from(epoch_second).ok()?,
            ..civil.date().to_moment()?
        })
    }

    fn from_civil(year: i32, day: Day, clock: Clock) -> Option<Self> {
        let date = civil::Date::from_civil(year, day, clock)?;
        let time = Time::new(
            i8::try_from(clock.hour).ok()?,
            i8::try_from(clock.minute).ok()?,
            i8::try_from(clock.second).ok()?,
            i32::try_from(clock.nanosecond).ok()?,
        );
        Offset::UTC.to_timestamp(date.to_datetime(time.ok()?)).ok()
    }

    fn from_epoch(second: i64, nanosecond: u32) -> Option<Self> {
        Self::new(second, i32::try_from(nanosecond).ok()?).ok()
    }
}

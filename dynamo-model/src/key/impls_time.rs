//! Key parts of `time`: `Date`, `UtcDateTime` and `OffsetDateTime`.
//!
//! An `OffsetDateTime` is written in UTC and read with offset zero. Equality of the type is that of the
//! instant, so what is read equals what was written, though the offset is gone.

use time::{Date, Month, OffsetDateTime, Time, UtcDateTime, UtcOffset};

use super::format::{Format, PartKind};
use super::part::{KeyPart, PartError};
use super::time::{Calendar, Clock, Day, Moment, next_time, read_time, write_time};
use super::width::FixedWidth;

macro_rules! time_part {
    ($($type:ty: $kind:ident),+) => {$(
        impl KeyPart for $type {
            const KIND: PartKind = PartKind::$kind;
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
    )+};
}

time_part!(Date: Date, UtcDateTime: Instant, OffsetDateTime: Instant);

impl Calendar for Date {
    const KIND: PartKind = PartKind::Date;

    fn to_moment(&self) -> Option<Moment> {
        Some(Moment {
            year: self.year(),
            month: self.month().into(),
            day: self.day(),
            day_of_year: self.ordinal(),
            clock: Clock::default(),
            epoch_second: 0,
        })
    }

    fn from_civil(year: i32, day: Day, _clock: Clock) -> Option<Self> {
        match day {
            Day::OfMonth { month, day } => {
                Self::from_calendar_date(year, Month::try_from(month).ok()?, day).ok()
            }
            Day::OfYear(day) => Self::from_ordinal_date(year, day).ok(),
        }
    }

    fn from_epoch(_second: i64, _nanosecond: u32) -> Option<Self> {
        None
    }
}

impl Calendar for UtcDateTime {
    const KIND: PartKind = PartKind::Instant;

    fn to_moment(&self) -> Option<Moment> {
        Some(Moment {
            clock: Clock {
                hour: self.hour(),
                minute: self.minute(),
                second: self.second(),
                nanosecond: self.nanosecond(),
            },
            epoch_second: self.unix_timestamp(),
            ..self.date().to_moment()?
        })
    }

    fn from_civil(year: i32, day: Day, clock: Clock) -> Option<Self> {
        let date = Date::from_civil(year, day, clock)?;
        let time =
            Time::from_hms_nano(clock.hour, clock.minute, clock.second, clock.nanosecond).ok()?;
        Some(Self::new(date, time))
    }

    fn from_epoch(second: i64, nanosecond: u32) -> Option<Self> {
        let whole = Self::from_unix_timestamp(second).ok()?;
        whole.replace_nanosecond(nanosecond).ok()
    }
}

impl Calendar for OffsetDateTime {
    const KIND: PartKind = PartKind::Instant;

    fn to_moment(&self) -> Option<Moment> {
        self.checked_to_utc()?.to_moment()
    }

    fn from_civil(year: i32, day: Day, clock: Clock) -> Option<Self> {
        UtcDateTime::from_civil(year, day, clock)?.checked_to_offset(UtcOffset::UTC)
    }

    fn from_epoch(second: i64, nanosecond: u32) -> Option<Self> {
        UtcDateTime::from_epoch(second, nanosecond)?.checked_to_offset(UtcOffset::UTC)
    }
}

//! Dates and instants in keys: one writer and one reader for `jiff`, `chrono` and `time`.
//!
//! The default RFC 3339 output of these crates drops or varies the fraction, and a text without a
//! fraction sorts after one with it. So the crates are asked for their calendar only ([`Calendar`]);
//! digits are written here, always the same number of them and always in UTC. No date is computed here.

use std::fmt::Write as _;

use super::format::{Format, PartKind};
use super::part::{PartError, accept};
use super::strftime::{Token, token_at};

/// Years that a pattern without `%Y` is read in: a leap year, so that `%m%d` reads 29 February, and a
/// common one, in which `%j` goes with other months.
const YEARS_FOR_PATTERNS_WITHOUT: [i32; 2] = [2000, 2001];

/// A time of day.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Clock {
    pub(crate) hour: u8,
    pub(crate) minute: u8,
    /// 60 for a leap second, in a crate that has them so.
    pub(crate) second: u8,
    /// From 1,000,000,000 for a leap second, in a crate that has them so.
    pub(crate) nanosecond: u32,
}

/// A day within a year.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Day {
    OfMonth { month: u8, day: u8 },
    OfYear(u16),
}

/// All that a key can say about a date or an instant, in UTC. A date has midnight and epoch second 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    pub(crate) year: i32,
    pub(crate) month: u8,
    pub(crate) day: u8,
    pub(crate) day_of_year: u16,
    pub(crate) clock: Clock,
    /// Whole seconds since 1970, rounded down.
    pub(crate) epoch_second: i64,
}

/// A date or instant type of one of the three crates.
pub(crate) trait Calendar: Sized {
    const KIND: PartKind;
    /// `None` if the value in UTC is outside of what the crate can tell.
    fn to_moment(&self) -> Option<Moment>;
    /// `None` if there is no such day, time of day or value of the type.
    fn from_civil(year: i32, day: Day, clock: Clock) -> Option<Self>;
    /// `None` if the type does not hold it; never asked of a date.
    fn from_epoch(second: i64, nanosecond: u32) -> Option<Self>;
}

/// Appends `value` in `format`.
pub(crate) fn write_time<T: Calendar>(
    value: &T,
    format: Format,
    out: &mut String,
) -> Result<(), PartError> {
    accept(format, T::KIND)?;
    let moment = value.to_moment().ok_or_else(year_out_of_range)?;
    write_moment(&moment, T::KIND, format, out)
}

/// The value that `format` writes as `text`; the first one of them if the format loses something.
pub(crate) fn read_time<T: Calendar>(text: &str, format: Format) -> Result<T, PartError> {
    accept(format, T::KIND)?;
    // Whatever the reader below takes too generously (a directive that is there twice and disagrees, a
    // second 60 that the crate moved into the next minute) is found by writing the value again.
    let checked = |value: T| {
        let mut again = String::with_capacity(text.len());
        match write_time(&value, format, &mut again) {
            Ok(()) if again == text => Some(value),
            _ => None,
        }
    };
    let value = match format.pattern(T::KIND) {
        Some(pattern) => Fields::read(text, pattern).and_then(|fields| {
            fields
                .years()
                .iter()
                .filter_map(|year| T::from_civil(*year, fields.day(), fields.clock))
                .find_map(checked)
        }),
        None => read_epoch(text, format)
            .and_then(|(second, nanosecond)| T::from_epoch(second, nanosecond))
            .and_then(checked),
    };
    value.ok_or_else(|| PartError::misspelt(format))
}

/// The date, month or year after the one that `text` is.
///
/// The days of a year are counted by their number, and the crate says which year has how many.
pub(crate) fn next_time<T: Calendar>(text: &str, format: Format) -> Option<String> {
    accept(format, T::KIND).ok()?;
    let fields = Fields::read(text, format.pattern(T::KIND)?)?;
    let year = fields.year?;
    let first_of =
        |year, month| T::from_civil(year, Day::OfMonth { month, day: 1 }, Clock::default());
    let next = match (format, T::KIND) {
        (Format::Year, _) => first_of(year.checked_add(1)?, 1),
        (Format::Month, _) => first_of(year, fields.month?.checked_add(1)?)
            .or_else(|| first_of(year.checked_add(1)?, 1)),
        (Format::Date, _) | (Format::Default, PartKind::Date) => {
            let today = T::from_civil(year, fields.day(), Clock::default())?;
            let tomorrow = Day::OfYear(today.to_moment()?.day_of_year.checked_add(1)?);
            T::from_civil(year, tomorrow, Clock::default())
                .or_else(|| first_of(year.checked_add(1)?, 1))
        }
        _ => None,
    }?;
    let mut text = String::with_capacity(text.len());
    write_time(&next, format, &mut text).ok()?;
    Some(text)
}

fn write_moment(
    moment: &Moment,
    kind: PartKind,
    format: Format,
    out: &mut String,
) -> Result<(), PartError> {
    let clock = moment.clock;
    if !(0..=9999).contains(&moment.year) {
        return Err(year_out_of_range());
    }
    if clock.second > 59 || clock.nanosecond > 999_999_999 {
        return Err(PartError::new(
            "a leap second has no text in a key; round it to the second before or after",
        ));
    }
    if matches!((format, kind), (Format::Default, PartKind::Instant))
        && !clock.nanosecond.is_multiple_of(1_000_000)
    {
        return Err(PartError::new(
            "the instant is finer than the millisecond of the default format; round it, or name a format: \
             `iso_us` keeps microseconds, `strftime %FT%T.%9fZ` nanoseconds, `iso_ms` cuts",
        ));
    }
    match format.pattern(kind) {
        Some(pattern) => write_pattern(moment, pattern, out),
        None => write_epoch(moment, format, out),
    }
}

fn write_pattern(moment: &Moment, pattern: &str, out: &mut String) -> Result<(), PartError> {
    let Moment {
        year,
        month,
        day,
        day_of_year,
        clock,
        ..
    } = *moment;
    let Clock {
        hour,
        minute,
        second,
        nanosecond,
    } = clock;
    let mut at = 0;
    while let Some((token, next)) = token_at(pattern.as_bytes(), at) {
        let written = match token {
            Token::Year => write!(out, "{year:04}"),
            Token::Month => write!(out, "{month:02}"),
            Token::Day => write!(out, "{day:02}"),
            Token::DayOfYear => write!(out, "{day_of_year:03}"),
            Token::Hour => write!(out, "{hour:02}"),
            Token::Minute => write!(out, "{minute:02}"),
            Token::Second => write!(out, "{second:02}"),
            Token::Fraction { digits } => {
                let fraction = nanosecond / nanoseconds_of_last(digits);
                write!(out, "{fraction:0digits$}")
            }
            Token::FullDate => write!(out, "{year:04}-{month:02}-{day:02}"),
            Token::FullTime => write!(out, "{hour:02}:{minute:02}:{second:02}"),
            Token::Percent => out.write_char('%'),
            Token::Literal => out.write_str(pattern.get(at..next).unwrap_or_default()),
        };
        // A `String` takes everything; without this the result would have to be thrown away.
        written.map_err(|_| PartError::new("the text could not be written"))?;
        at = next;
    }
    Ok(())
}

/// What one step in the last of `digits` digits of a fraction is worth: 3, 6 or 9 of them.
const fn nanoseconds_of_last(digits: usize) -> u32 {
    match digits {
        3 => 1_000_000,
        6 => 1_000,
        _ => 1,
    }
}

fn write_epoch(moment: &Moment, format: Format, out: &mut String) -> Result<(), PartError> {
    let epoch = Epoch::of(format);
    let fraction = i64::from(moment.clock.nanosecond / epoch.nanoseconds);
    let since = moment
        .epoch_second
        .checked_mul(epoch.per_second)
        .and_then(|whole| whole.checked_add(fraction))
        .and_then(|since| u64::try_from(since).ok())
        .map(|since| format!("{since:0width$}", width = epoch.width))
        .filter(|text| text.len() == epoch.width);
    match since {
        Some(text) => {
            out.push_str(&text);
            Ok(())
        }
        None => Err(PartError::new(format!(
            "`{format}` holds instants from 1970 to 2286; name a format such as `iso_s` for others"
        ))),
    }
}

fn read_epoch(text: &str, format: Format) -> Option<(i64, u32)> {
    let epoch = Epoch::of(format);
    let mut rest = text;
    let since = i64::try_from(take_digits(&mut rest, epoch.width)?).ok()?;
    if !rest.is_empty() {
        return None;
    }
    let fraction = u32::try_from(since % epoch.per_second).ok()?;
    let nanosecond = fraction.checked_mul(epoch.nanoseconds)?;
    Some((since / epoch.per_second, nanosecond))
}

/// The unit of an epoch format.
struct Epoch {
    width: usize,
    per_second: i64,
    /// In one unit; more than any fraction of a second for a whole one.
    nanoseconds: u32,
}

impl Epoch {
    /// The only two formats of an instant without a pattern.
    fn of(format: Format) -> Self {
        match format {
            Format::EpochMillis => Self {
                width: 13,
                per_second: 1_000,
                nanoseconds: 1_000_000,
            },
            _ => Self {
                width: 10,
                per_second: 1,
                nanoseconds: 1_000_000_000,
            },
        }
    }
}

/// What the directives of a pattern said.
#[derive(Default)]
struct Fields {
    year: Option<i32>,
    month: Option<u8>,
    day: Option<u8>,
    day_of_year: Option<u16>,
    clock: Clock,
}

impl Fields {
    /// `None` if the text has not the pattern's shape.
    fn read(text: &str, pattern: &str) -> Option<Self> {
        let mut fields = Self::default();
        let mut rest = text;
        let mut at = 0;
        while let Some((token, next)) = token_at(pattern.as_bytes(), at) {
            match token {
                Token::Literal => rest = rest.strip_prefix(pattern.get(at..next)?)?,
                Token::Percent => rest = rest.strip_prefix('%')?,
                Token::FullDate => {
                    fields.take(Token::Year, &mut rest)?;
                    rest = rest.strip_prefix('-')?;
                    fields.take(Token::Month, &mut rest)?;
                    rest = rest.strip_prefix('-')?;
                    fields.take(Token::Day, &mut rest)?;
                }
                Token::FullTime => {
                    fields.take(Token::Hour, &mut rest)?;
                    rest = rest.strip_prefix(':')?;
                    fields.take(Token::Minute, &mut rest)?;
                    rest = rest.strip_prefix(':')?;
                    fields.take(Token::Second, &mut rest)?;
                }
                single => fields.take(single, &mut rest)?,
            }
            at = next;
        }
        rest.is_empty().then_some(fields)
    }

    /// One directive of digits only.
    fn take(&mut self, token: Token, rest: &mut &str) -> Option<()> {
        let width = match token {
            Token::Year => 4,
            Token::DayOfYear => 3,
            Token::Fraction { digits } => digits,
            _ => 2,
        };
        let number = take_digits(rest, width)?;
        match token {
            Token::Year => self.year = Some(i32::try_from(number).ok()?),
            Token::Month => self.month = Some(u8::try_from(number).ok()?),
            Token::Day => self.day = Some(u8::try_from(number).ok()?),
            Token::DayOfYear => self.day_of_year = Some(u16::try_from(number).ok()?),
            Token::Hour => self.clock.hour = u8::try_from(number).ok()?,
            Token::Minute => self.clock.minute = u8::try_from(number).ok()?,
            Token::Second => self.clock.second = u8::try_from(number).ok()?,
            Token::Fraction { digits } => {
                let nanosecond = u32::try_from(number).ok()? * nanoseconds_of_last(digits);
                // Of `%3f` and `%6f` in one pattern the finer one, which is never the smaller.
                self.clock.nanosecond = self.clock.nanosecond.max(nanosecond);
            }
            Token::FullDate | Token::FullTime | Token::Percent | Token::Literal => return None,
        }
        Some(())
    }

    fn day(&self) -> Day {
        match self.day_of_year {
            Some(day) => Day::OfYear(day),
            None => Day::OfMonth {
                month: self.month.unwrap_or(1),
                day: self.day.unwrap_or(1),
            },
        }
    }

    fn years(&self) -> &[i32] {
        match &self.year {
            Some(year) => std::slice::from_ref(year),
            None => &YEARS_FOR_PATTERNS_WITHOUT,
        }
    }
}

/// Cuts `width` ASCII digits off the front of `rest`.
fn take_digits(rest: &mut &str, width: usize) -> Option<u64> {
    let (digits, after) = rest.split_at_checked(width)?;
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    *rest = after;
    digits.parse().ok()
}

fn year_out_of_range() -> PartError {
    PartError::new(
        "the year, in UTC, is not within 0000 to 9999, which is all that four digits hold",
    )
}

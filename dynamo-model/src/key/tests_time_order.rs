//! Properties of dates and instants: the three crates agree, texts read back, sort and keep their width.

use std::fmt::Debug;

use chrono::{DateTime, NaiveDate, Utc};
use jiff::Timestamp;
use proptest::prelude::*;
use time::{OffsetDateTime, UtcDateTime};

use super::{Format, KeyPart, PartError, PartKind};

const NAMED: [Format; 20] = [
    Format::Default,
    Format::IsoSeconds,
    Format::IsoMillis,
    Format::IsoMicros,
    Format::IsoMillisOffset,
    Format::EpochSeconds,
    Format::EpochMillis,
    Format::Date,
    Format::Month,
    Format::Year,
    Format::Strftime("%Y%m%d%H%M%S"),
    Format::Strftime("%FT%T.%9fZ"),
    Format::Strftime("%Y/%j"),
    Format::Strftime("%Y-%j-%m %H"),
    Format::Strftime("%d.%m.%Y"),
    Format::Strftime("%m%d"),
    Format::Strftime("%j"),
    Format::Strftime("%j%m"),
    Format::Strftime("%H:%M"),
    Format::Strftime("%S,%3f,%6f"),
];

/// 0000-01-01T00:00:00Z, and the last second of `jiff::Timestamp`.
const SECONDS: std::ops::RangeInclusive<i64> = -62_167_219_200..=253_402_207_200;

fn write<T: KeyPart>(value: &T, format: Format) -> Result<String, PartError> {
    let mut out = String::new();
    value.write_part(format, &mut out).map(|()| out)
}

/// What the text has to be, checked against the value and against reading.
fn holds<T: KeyPart + PartialEq + Debug>(value: &T, text: &str, format: Format) {
    assert_eq!(write(value, format).unwrap(), text);
    assert_eq!(Some(text.len()), format.fixed_width(T::KIND), "{format}");
    let read = T::read_part(text, format).unwrap();
    assert_eq!(write(&read, format).unwrap(), text, "{format}");
    if format.is_lossless(T::KIND) {
        assert_eq!(&read, value, "{format} {text}");
    }
}

fn nanoseconds() -> impl Strategy<Value = u32> {
    // Whole seconds and milliseconds are what the default format takes.
    prop_oneof![
        Just(0),
        (0_u32..1_000).prop_map(|millis| millis * 1_000_000),
        0_u32..1_000_000_000,
    ]
}

fn seconds() -> impl Strategy<Value = i64> {
    prop_oneof![SECONDS, -100_i64..100, 0_i64..9_999_999_999]
}

proptest! {
    #[test]
    fn the_three_crates_write_and_read_the_same_texts(second in seconds(), nanosecond in nanoseconds()) {
        let jiff = Timestamp::new(second, 0).unwrap() + jiff::SignedDuration::from_nanos(nanosecond.into());
        let chrono = DateTime::<Utc>::from_timestamp(second, nanosecond).unwrap();
        let time = UtcDateTime::from_unix_timestamp(second).unwrap().replace_nanosecond(nanosecond).unwrap();
        let offset = OffsetDateTime::from(time);
        for format in NAMED {
            match write(&jiff, format) {
                Ok(text) => {
                    holds(&jiff, &text, format);
                    holds(&chrono, &text, format);
                    holds(&time, &text, format);
                    holds(&offset, &text, format);
                }
                Err(error) => {
                    let too_fine = format == Format::Default && nanosecond % 1_000_000 != 0;
                    let epoch = matches!(format, Format::EpochSeconds | Format::EpochMillis)
                        && !(0..=9_999_999_999).contains(&second);
                    prop_assert!(too_fine || epoch, "{} {}", format, error);
                    prop_assert_eq!(write(&chrono, format).unwrap_err(), error.clone());
                    prop_assert_eq!(write(&time, format).unwrap_err(), error.clone());
                    prop_assert_eq!(write(&offset, format).unwrap_err(), error);
                }
            }
        }
    }

    #[test]
    fn dates_of_the_three_crates_have_the_same_texts(year in 0_i32..10_000, ordinal in 1_u32..=365) {
        let chrono = NaiveDate::from_yo_opt(year, ordinal).unwrap();
        let time = time::Date::from_ordinal_date(year, ordinal as u16).unwrap();
        let jiff: jiff::civil::Date = write(&chrono, Format::Default).unwrap().parse().unwrap();
        for format in NAMED {
            if format.refusal(PartKind::Date).is_some() {
                continue;
            }
            let text = write(&chrono, format).unwrap();
            holds(&chrono, &text, format);
            holds(&time, &text, format);
            holds(&jiff, &text, format);
        }
    }

    // fault 7
    #[test]
    fn instants_sort(a in seconds(), b in seconds(), near in -3_i64..3, x in nanoseconds(), y in nanoseconds()) {
        let first = DateTime::<Utc>::from_timestamp(a, x).unwrap();
        for (second, nanosecond) in [(b, y), (a + near, y), (a, y)] {
            let other = DateTime::<Utc>::from_timestamp(second, nanosecond).unwrap();
            sorts(&first, &other);
        }
    }

    #[test]
    fn dates_sort(a in 0_i32..3_650_000, b in 0_i32..3_650_000, near in 0_i32..40) {
        let day = |days: i32| {
            NaiveDate::from_ymd_opt(0, 1, 1).unwrap() + chrono::Days::new(days as u64)
        };
        sorts(&day(a), &day(b));
        sorts(&day(a), &day(a + near));
    }

    #[test]
    fn a_text_is_read_only_if_it_is_written_so(text in "[0-9]{2,10}|[0-9]{4}-[0-3][0-9]-[0-3][0-9]") {
        for format in NAMED {
            if let Ok(read) = Timestamp::read_part(&text, format) {
                prop_assert_eq!(write(&read, format).unwrap(), text.as_str());
            }
            if let Ok(read) = NaiveDate::read_part(&text, format) {
                prop_assert_eq!(write(&read, format).unwrap(), text.as_str());
            }
        }
    }
}

/// Never in the wrong order; where nothing is lost, never equal either.
fn sorts<T: KeyPart + Ord + Debug>(a: &T, b: &T) {
    for format in NAMED
        .into_iter()
        .filter(|format| format.is_ordered(T::KIND))
    {
        let (Ok(first), Ok(second)) = (write(a, format), write(b, format)) else {
            continue;
        };
        let (texts, values) = (first.cmp(&second), a.cmp(b));
        if format.is_lossless(T::KIND) {
            assert_eq!(texts, values, "{format}: {first} {second}");
        } else {
            assert!(
                texts.is_eq() || texts == values,
                "{format}: {first} {second}"
            );
        }
    }
}

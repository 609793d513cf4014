//! Dates and instants: spellings, edges and what is refused.

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use jiff::Timestamp;
use time::{OffsetDateTime, UtcDateTime, UtcOffset};

use super::{Format, KeyPart, PartError};

fn write<T: KeyPart>(value: T, format: Format) -> Result<String, PartError> {
    let mut out = String::new();
    value.write_part(format, &mut out).map(|()| out)
}

fn reads<T: KeyPart>(text: &str, format: Format) -> bool {
    T::read_part(text, format).is_ok()
}

fn instant(text: &str) -> Timestamp {
    text.parse().unwrap()
}

// fault 7
#[test]
fn the_spellings_are_these() {
    let at = instant("2026-10-20T12:05:09.017345678Z");
    for (format, text) in [
        (Format::IsoSeconds, "2026-10-20T12:05:09Z"),
        (Format::IsoMillis, "2026-10-20T12:05:09.017Z"),
        (Format::IsoMicros, "2026-10-20T12:05:09.017345Z"),
        (Format::IsoMillisOffset, "2026-10-20T12:05:09.017+00:00"),
        (Format::EpochSeconds, "1792497909"),
        (Format::EpochMillis, "1792497909017"),
        (Format::Date, "2026-10-20"),
        (Format::Month, "2026-10"),
        (Format::Year, "2026"),
        (Format::Strftime("%Y%m%d%H%M%S"), "20261020120509"),
        (
            Format::Strftime("%Y/%j %% %T.%9f"),
            "2026/293 % 12:05:09.017345678",
        ),
    ] {
        assert_eq!(write(at, format).unwrap(), text);
    }
    let whole = instant("2026-10-20T12:00:00Z");
    assert_eq!(
        write(whole, Format::Default).unwrap(),
        "2026-10-20T12:00:00.000Z"
    );
}

// fault 7
#[test]
fn an_instant_on_the_second_sorts_before_those_within_it() {
    let texts = ["28.991", "29", "29.017"].map(|second| {
        let at = instant(&format!("2026-10-20T12:00:{second}Z"));
        write(at, Format::Default).unwrap()
    });
    assert!(texts.is_sorted());
}

// fault 9
#[test]
fn an_instant_finer_than_a_millisecond_needs_a_format() {
    for at in [
        "2026-10-20T12:00:00.0001Z",
        "1960-01-01T00:00:00.000000001Z",
    ] {
        let error = write(instant(at), Format::Default).unwrap_err();
        assert!(error.reason().contains("`iso_us`"), "{error}");
        assert!(write(instant(at), Format::IsoMillis).is_ok());
    }
}

#[test]
fn a_format_that_loses_something_reads_as_the_first_instant() {
    let first = instant("2026-10-01T00:00:00Z");
    assert_eq!(
        Timestamp::read_part("2026-10", Format::Month).unwrap(),
        first
    );
    let date = NaiveDate::read_part("2026", Format::Year).unwrap();
    assert_eq!(date, NaiveDate::from_ymd_opt(2026, 1, 1).unwrap());
    // Without a year: any that has the day.
    for (text, pattern) in [
        ("0229", "%m%d"),
        ("366", "%j"),
        ("060 03", "%j %m"),
        ("060 02", "%j %m"),
        ("07", "%H"),
    ] {
        let format = Format::Strftime(pattern);
        let at = Timestamp::read_part(text, format).unwrap();
        assert_eq!(write(at, format).unwrap(), text);
    }
}

// fault 7
#[test]
fn years_have_four_digits() {
    for year in [0, 1, 9999] {
        let date = NaiveDate::from_ymd_opt(year, 2, 28).unwrap();
        let text = write(date, Format::Default).unwrap();
        assert_eq!(text, format!("{year:04}-02-28"));
        assert_eq!(NaiveDate::read_part(&text, Format::Default).unwrap(), date);
    }
    for year in [-1, 10_000, 200_000] {
        let date = NaiveDate::from_ymd_opt(year, 2, 28).unwrap();
        let at = date.and_time(NaiveTime::MIN).and_utc();
        for format in [Format::Default, Format::Year] {
            assert!(write(date, format).is_err());
            assert!(write(at, format).is_err());
        }
    }
    assert!(write(jiff::civil::date(-1, 12, 31), Format::Default).is_err());
    assert!(write(time::Date::MIN, Format::Default).is_err());
    let last = "9999-12-31T23:59:59.999Z";
    assert!(reads::<DateTime<Utc>>(last, Format::Default));
    assert!(reads::<UtcDateTime>(last, Format::Default));
    assert!(!reads::<Timestamp>(last, Format::Default));
    assert!(reads::<Timestamp>(
        "0000-01-01T00:00:00.000Z",
        Format::Default
    ));
}

#[test]
fn a_time_with_an_offset_is_written_in_utc_and_never_panics() {
    let offset = UtcOffset::from_hms(5, 30, 0).unwrap();
    let at = OffsetDateTime::UNIX_EPOCH.to_offset(offset);
    let text = write(at, Format::Default).unwrap();
    assert_eq!(text, "1970-01-01T00:00:00.000Z");
    assert_eq!(
        OffsetDateTime::read_part(&text, Format::Default).unwrap(),
        at
    );
    let west = UtcOffset::from_hms(-5, 0, 0).unwrap();
    let beyond = UtcDateTime::MAX.date().midnight().replace_hour(23).unwrap();
    assert!(write(beyond.assume_offset(west), Format::IsoSeconds).is_err());
}

#[test]
fn a_leap_second_is_refused() {
    let date = NaiveDate::from_ymd_opt(2016, 12, 31).unwrap();
    let leap = date.and_hms_milli_opt(23, 59, 59, 1_500).unwrap().and_utc();
    for format in [
        Format::Default,
        Format::IsoSeconds,
        Format::EpochMillis,
        Format::Year,
    ] {
        let error = write(leap, format).unwrap_err();
        assert!(error.reason().contains("leap second"), "{error}");
    }
    let text = "2016-12-31T23:59:60.000Z";
    assert!(!reads::<Timestamp>(text, Format::Default));
    assert!(!reads::<DateTime<Utc>>(text, Format::Default));
    assert!(!reads::<UtcDateTime>(text, Format::Default));
}

#[test]
fn epoch_formats_begin_in_1970_and_end_with_their_digits() {
    let at = |second, nanosecond| Timestamp::new(second, nanosecond).unwrap();
    assert_eq!(write(at(0, 0), Format::EpochSeconds).unwrap(), "0000000000");
    assert_eq!(
        write(at(0, 0), Format::EpochMillis).unwrap(),
        "0000000000000"
    );
    let last = at(9_999_999_999, 999_000_000);
    assert_eq!(write(last, Format::EpochSeconds).unwrap(), "9999999999");
    assert_eq!(write(last, Format::EpochMillis).unwrap(), "9999999999999");
    for outside in [at(0, -1), at(-1, 0), at(10_000_000_000, 0)] {
        for format in [Format::EpochSeconds, Format::EpochMillis] {
            let error = write(outside, format).unwrap_err();
            assert!(error.reason().contains("1970 to 2286"), "{error}");
        }
    }
    let before = DateTime::from_timestamp(-1, 999_999_999).unwrap();
    assert!(write(before, Format::EpochSeconds).is_err());
    for wrong in [
        "",
        "1",
        "00000000000",
        "-000000001",
        "+000000001",
        "000000000é",
    ] {
        assert!(!reads::<Timestamp>(wrong, Format::EpochSeconds), "{wrong}");
        assert!(!reads::<Timestamp>(wrong, Format::EpochMillis), "{wrong}");
    }
}

#[test]
fn reading_is_strict() {
    for wrong in [
        "",
        "2026-10-20T12:00:00Z",
        "2026-10-20T12:00:00.000",
        "2026-10-20T12:00:00.0000Z",
        "2026-10-20t12:00:00.000z",
        "2026-10-20 12:00:00.000Z",
        "2026-10-20T12:00:00.000+00:00",
        "2026-10-20T12:00:00.000Z ",
        "2026-02-29T12:00:00.000Z",
        "2026-13-01T12:00:00.000Z",
        "2026-00-01T12:00:00.000Z",
        "2026-10-20T24:00:00.000Z",
        "2026-10-20T12:60:00.000Z",
        "+026-10-20T12:00:00.000Z",
        "２０２６-10-20T12:00:00.000Z",
    ] {
        assert!(!reads::<Timestamp>(wrong, Format::Default), "{wrong}");
        assert!(!reads::<DateTime<Utc>>(wrong, Format::Default), "{wrong}");
        assert!(!reads::<UtcDateTime>(wrong, Format::Default), "{wrong}");
    }
    for wrong in [
        "",
        "2026-02-29",
        "2026-2-28",
        "20260228",
        "2026-02-28T",
        "2026-04-31",
    ] {
        assert!(
            !reads::<jiff::civil::Date>(wrong, Format::Default),
            "{wrong}"
        );
        assert!(!reads::<NaiveDate>(wrong, Format::Default), "{wrong}");
        assert!(!reads::<time::Date>(wrong, Format::Default), "{wrong}");
    }
}

#[test]
fn a_directive_that_is_there_twice_has_to_agree() {
    let twice = Format::Strftime("%Y%m %F %j");
    assert!(reads::<Timestamp>("202610 2026-10-20 293", twice));
    assert!(!reads::<Timestamp>("202611 2026-10-20 293", twice));
    assert!(!reads::<Timestamp>("202610 2026-10-20 294", twice));
    let fractions = Format::Strftime("%3f %6f");
    assert!(reads::<Timestamp>("017 017345", fractions));
    assert!(!reads::<Timestamp>("018 017345", fractions));
    assert!(!reads::<Timestamp>("366 2026", Format::Strftime("%j %Y")));
}

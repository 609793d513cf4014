//! What the derive asks at compile time, and that writing agrees with it.

use super::strftime::check_strftime;
use super::{Format, KeyPart, PartKind};

const UNSIGNED: PartKind = PartKind::Unsigned { digits: 10 };
const SIGNED: PartKind = PartKind::Signed { digits: 10 };
const UUID: PartKind = PartKind::Fixed { width: 36 };

const ALL: [Format; 26] = [
    Format::Default,
    Format::Padded { width: 0 },
    Format::Padded { width: 10 },
    Format::Padded { width: 40 },
    Format::Padded { width: 41 },
    Format::Hex { width: 0 },
    Format::Hex { width: 16 },
    Format::PaddedDesc { width: 10 },
    Format::HexDesc { width: 16 },
    Format::Unpadded,
    Format::Lower,
    Format::Upper,
    Format::Escaped,
    Format::Raw,
    Format::IsoSeconds,
    Format::IsoMillis,
    Format::IsoMicros,
    Format::IsoMillisOffset,
    Format::EpochSeconds,
    Format::EpochMillis,
    Format::Date,
    Format::Month,
    Format::Year,
    Format::Strftime("%Y%m%d"),
    Format::Strftime("%Y%m%d%H"),
    Format::Strftime("%y"),
];

// The derive evaluates these in constants.
const _: () = assert!(Format::Padded { width: 10 }.refusal(UNSIGNED).is_none());
const _: () = assert!(Format::Strftime("%b").refusal(PartKind::Date).is_some());
const _: () = assert!(check_strftime("%F %T"));

fn agrees<T: KeyPart>(value: T) {
    for format in ALL {
        let mut text = String::new();
        let written = value.write_part(format, &mut text);
        let refusal = format.refusal(T::KIND);
        match &written {
            Ok(()) => assert_eq!(refusal, None, "{format:?} {:?}", T::KIND),
            Err(error) => assert_eq!(Some(error.reason()), refusal, "{format:?} {:?}", T::KIND),
        }
        match refusal {
            None => assert!(T::read_part(&text, format).is_ok(), "{format:?} {text}"),
            Some(reason) => {
                assert_eq!(T::read_part("1", format).err().unwrap().reason(), reason);
                assert_eq!(format.fixed_width(T::KIND), None);
                assert!(!format.is_lossless(T::KIND));
                assert!(!format.is_ordered(T::KIND));
            }
        }
        if let Some(width) = format.fixed_width(T::KIND) {
            assert_eq!(text.len(), width, "{format:?} {text}");
        }
    }
}

#[test]
fn what_is_refused_is_what_writing_refuses() {
    agrees(String::from("a"));
    agrees('a');
    agrees(1_u32);
    agrees(1_i32);
    #[cfg(feature = "uuid")]
    agrees(uuid::Uuid::nil());
    #[cfg(feature = "ulid")]
    agrees(ulid::Ulid::nil());
    #[cfg(feature = "jiff")]
    {
        agrees(jiff::civil::date(2026, 10, 20));
        agrees(jiff::Timestamp::new(1_792_497_600, 0).unwrap());
    }
    #[cfg(feature = "chrono")]
    {
        let instant = chrono::DateTime::from_timestamp(1_792_497_600, 0).unwrap();
        agrees(instant.date_naive());
        agrees(instant);
    }
    #[cfg(feature = "time")]
    {
        agrees(time::UtcDateTime::UNIX_EPOCH);
        agrees(time::OffsetDateTime::UNIX_EPOCH);
        agrees(time::UtcDateTime::UNIX_EPOCH.date());
    }
}

#[test]
fn a_refusal_says_what_to_write_instead() {
    let cases = [
        (Format::Hex { width: 16 }, SIGNED, "decimal width"),
        (Format::Padded { width: 0 }, UNSIGNED, "number of digits"),
        (Format::Padded { width: 40 }, UNSIGNED, "1 to 39"),
        (Format::Padded { width: 41 }, SIGNED, "1 to 40"),
        (Format::Date, UNSIGNED, "a width"),
        (Format::Lower, UNSIGNED, "a width"),
        (Format::Padded { width: 3 }, PartKind::Text, "`lower`"),
        (Format::Year, PartKind::Text, "`lower`"),
        (Format::IsoSeconds, PartKind::Date, "`month`"),
        (Format::Padded { width: 3 }, PartKind::Date, "`month`"),
        (Format::Strftime("%Y%H"), PartKind::Date, "leave `%H`"),
        (Format::Strftime("%y"), PartKind::Date, "`%%`"),
        (Format::Raw, PartKind::Instant, "`iso_s`"),
        (Format::Upper, UUID, "leave the format out"),
    ];
    for (format, kind, part) in cases {
        let refusal = format.refusal(kind).unwrap();
        assert!(refusal.contains(part), "{format:?} {kind:?}: {refusal}");
    }
}

#[test]
fn the_widths_are_these() {
    let width = |format: Format| format.fixed_width(PartKind::Instant);
    assert_eq!(width(Format::Default), Some(24));
    assert_eq!(width(Format::IsoSeconds), Some(20));
    assert_eq!(width(Format::IsoMicros), Some(27));
    assert_eq!(width(Format::IsoMillisOffset), Some(29));
    assert_eq!(width(Format::EpochSeconds), Some(10));
    assert_eq!(width(Format::EpochMillis), Some(13));
    assert_eq!(width(Format::Strftime("%Y%m%d%H%M%S%3f")), Some(17));
    assert_eq!(width(Format::Strftime("ü%j%%")), Some(6));
    assert_eq!(Format::Default.fixed_width(PartKind::Date), Some(10));
    assert_eq!(Format::Default.fixed_width(UUID), Some(36));
    assert_eq!(Format::Default.fixed_width(PartKind::Text), None);
    assert_eq!(Format::Default.fixed_width(UNSIGNED), None);
    assert_eq!(Format::Unpadded.fixed_width(SIGNED), None);
}

#[test]
fn what_loses_information_is_known() {
    assert!(Format::Escaped.is_lossless(PartKind::Text));
    assert!(!Format::Lower.is_lossless(PartKind::Text));
    assert!(!Format::Upper.is_lossless(PartKind::Text));
    assert!(Format::Default.is_lossless(PartKind::Instant));
    assert!(!Format::IsoMillis.is_lossless(PartKind::Instant));
    assert!(!Format::Date.is_lossless(PartKind::Instant));
    assert!(Format::Date.is_lossless(PartKind::Date));
    assert!(!Format::Month.is_lossless(PartKind::Date));
    assert!(Format::Strftime("%d.%m.%Y").is_lossless(PartKind::Date));
    assert!(Format::Strftime("%Y%j").is_lossless(PartKind::Date));
    assert!(!Format::Strftime("%m%d").is_lossless(PartKind::Date));
}

#[test]
fn what_does_not_sort_is_known() {
    assert!(!Format::Default.is_ordered(UNSIGNED));
    assert!(!Format::Unpadded.is_ordered(SIGNED));
    assert!(!Format::Lower.is_ordered(PartKind::Text));
    assert!(!Format::Escaped.is_ordered(PartKind::Text));
    assert!(Format::Raw.is_ordered(PartKind::Text));
    for (pattern, ordered) in [
        ("%Y%m%d%H%M%S%9f", true),
        ("%F/%T", true),
        ("%Y-%j %H", true),
        ("%Y %Y-%m", true),
        ("%m%d", false),
        ("%d.%m.%Y", false),
        ("%Y%d", false),
        ("%Y%m%H", false),
        ("%F %S", false),
        ("%F %H:%M.%3f", false),
    ] {
        let format = Format::Strftime(pattern);
        assert_eq!(format.is_ordered(PartKind::Instant), ordered, "{pattern}");
    }
}

#[test]
fn a_pattern_is_made_of_directives_of_fixed_width() {
    for good in [
        "%Y",
        "%m%d",
        "%j",
        "%H:%M:%S.%6f",
        "%F",
        "%T",
        "100%% in %Y",
        "jahr %Y ü",
    ] {
        assert!(check_strftime(good), "{good}");
    }
    for wrong in [
        "", "2026", "%%", "%", "%Y%", "%y", "%-d", "%b", "%f", "%.3f", "%4f", "%3", "%ü",
    ] {
        assert!(!check_strftime(wrong), "{wrong}");
    }
}

#[test]
fn a_format_displays_as_it_is_written_in_a_template() {
    for (format, spelling) in [
        (Format::Padded { width: 10 }, "010"),
        (Format::Hex { width: 16 }, "016x"),
        (Format::PaddedDesc { width: 10 }, "desc 010"),
        (Format::HexDesc { width: 16 }, "desc 016x"),
        (Format::Escaped, "esc"),
        (Format::IsoMillisOffset, "iso_ms_offset"),
        (Format::Strftime("%Y%m"), "strftime %Y%m"),
    ] {
        assert_eq!(format.to_string(), spelling);
    }
}

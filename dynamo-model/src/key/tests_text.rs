//! Text, characters and identifiers: what is written, what is read, what is refused.

use std::borrow::Cow;
use std::sync::Arc;

use proptest::prelude::*;

use super::{Format, KeyPart, PartError};

fn write<T: KeyPart + ?Sized>(value: &T, format: Format) -> Result<String, PartError> {
    let mut out = String::new();
    value.write_part(format, &mut out).map(|()| out)
}

fn text(value: &str, format: Format) -> String {
    write(value, format).unwrap()
}

// fault 11, fault 17
#[test]
fn text_is_written_byte_for_byte() {
    for value in [" Ünïcode ", "e\u{301}", "é", "aB", "", "a#b", "🦀"] {
        assert_eq!(text(value, Format::Default), value);
        assert_eq!(text(value, Format::Raw), value);
        assert_eq!(String::read_part(value, Format::Default).unwrap(), value);
    }
}

#[test]
fn writing_appends() {
    let mut out = String::from("ORDER#");
    "a".write_part(Format::Default, &mut out).unwrap();
    7_u8.write_part(Format::Padded { width: 3 }, &mut out)
        .unwrap();
    assert_eq!(out, "ORDER#a007");
}

#[test]
fn folding_is_that_of_unicode_and_reads_as_the_folded_text() {
    assert_eq!(text("ÄÖß", Format::Lower), "äöß");
    assert_eq!(text("äöß", Format::Upper), "ÄÖSS");
    assert_eq!(String::read_part("äöß", Format::Lower).unwrap(), "äöß");
    assert!(String::read_part("Äöß", Format::Lower).is_err());
    assert!(String::read_part("äÖ", Format::Upper).is_err());
}

#[test]
fn folding_twice_is_folding_once_for_every_character() {
    for character in '\0'..=char::MAX {
        let value = character.to_string();
        for format in [Format::Lower, Format::Upper] {
            let once = text(&value, format);
            assert_eq!(text(&once, format), once, "{character:?}");
            assert!(String::read_part(&once, format).is_ok(), "{character:?}");
        }
    }
}

#[test]
fn escaping_leaves_only_letters_and_digits() {
    assert_eq!(text("a#B 9/é%", Format::Escaped), "a%23B%209%2F%C3%A9%25");
    assert_eq!(String::read_part("a%23B", Format::Escaped).unwrap(), "a#B");
    // Lower-case escapes, needless ones, cut ones and bytes that are no UTF-8.
    for wrong in ["%c3%a9", "%61", "%2", "%", "a#", "%FF"] {
        assert!(
            String::read_part(wrong, Format::Escaped).is_err(),
            "{wrong}"
        );
    }
}

#[test]
fn every_type_of_text_is_written_alike() {
    let expected = "A#b";
    assert_eq!(write("A#b", Format::Default).unwrap(), expected);
    assert_eq!(write(&"A#b", Format::Default).unwrap(), expected);
    assert_eq!(write(&String::from("A#b"), Format::Raw).unwrap(), expected);
    assert_eq!(write(&Cow::Borrowed("A#b"), Format::Raw).unwrap(), expected);
    assert_eq!(
        write(&Box::<str>::from("A#b"), Format::Raw).unwrap(),
        expected
    );
    assert_eq!(
        write(&Arc::<str>::from("A#b"), Format::Raw).unwrap(),
        expected
    );
    assert_eq!(&*Arc::<str>::read_part("A", Format::Raw).unwrap(), "A");
    assert_eq!(
        Cow::<'static, str>::read_part("A", Format::Raw).unwrap(),
        "A"
    );
}

#[test]
fn a_reference_cannot_be_read() {
    let error = <&str>::read_part("a", Format::Default).unwrap_err();
    assert!(error.reason().contains("owned type"), "{error}");
}

#[test]
fn a_character_stays_one() {
    assert_eq!(write(&'é', Format::Upper).unwrap(), "É");
    assert!(write(&'ß', Format::Upper).is_err());
    assert!(write(&'İ', Format::Lower).is_err());
    assert_eq!(write(&'#', Format::Escaped).unwrap(), "%23");
    assert_eq!(char::read_part("%23", Format::Escaped).unwrap(), '#');
    assert!(char::read_part("", Format::Default).is_err());
    assert!(char::read_part("ab", Format::Default).is_err());
}

#[cfg(feature = "uuid")]
#[test]
fn a_uuid_has_one_spelling() {
    let spelling = "67e55044-10b1-426f-9247-bb680e5fe0c8";
    let value = uuid::Uuid::read_part(spelling, Format::Default).unwrap();
    assert_eq!(write(&value, Format::Default).unwrap(), spelling);
    for wrong in [
        "67E55044-10B1-426F-9247-BB680E5FE0C8",
        "67e5504410b1426f9247bb680e5fe0c8",
        "{67e55044-10b1-426f-9247-bb680e5fe0c8}",
        "urn:uuid:67e55044-10b1-426f-9247-bb680e5fe0c8",
        "67e55044-10b1-426f-9247-bb680e5fe0c",
        "",
    ] {
        assert!(
            uuid::Uuid::read_part(wrong, Format::Default).is_err(),
            "{wrong}"
        );
    }
    assert!(write(&value, Format::Upper).is_err());
}

#[cfg(feature = "ulid")]
#[test]
fn a_ulid_has_one_spelling() {
    let spelling = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    let value = ulid::Ulid::read_part(spelling, Format::Default).unwrap();
    assert_eq!(write(&value, Format::Default).unwrap(), spelling);
    // Lower case, a letter that is read as a digit, more than 128 bits, too short.
    for wrong in [
        "01arz3ndektsv4rrffq69g5fav",
        "OLARZ3NDEKTSV4RRFFQ69G5FAV",
        "80000000000000000000000000",
        "01ARZ3NDEKTSV4RRFFQ69G5FA",
        "",
    ] {
        assert!(
            ulid::Ulid::read_part(wrong, Format::Default).is_err(),
            "{wrong}"
        );
    }
    assert!(write(&value, Format::Lower).is_err());
}

proptest! {
    // fault 17
    #[test]
    fn text_reads_back(value in any::<String>()) {
        for format in [Format::Default, Format::Raw, Format::Escaped] {
            prop_assert_eq!(String::read_part(&text(&value, format), format).unwrap(), value.as_str());
        }
        for format in [Format::Lower, Format::Upper] {
            let folded = text(&value, format);
            let read = String::read_part(&folded, format).unwrap();
            prop_assert_eq!(text(&read, format), folded);
        }
        let escaped = text(&value, Format::Escaped);
        prop_assert!(escaped.bytes().all(|b| b == b'%' || b.is_ascii_alphanumeric()));
    }

    #[test]
    fn a_text_is_read_only_if_it_is_written_so(value in ".{0,12}") {
        for format in [Format::Default, Format::Raw, Format::Escaped, Format::Lower, Format::Upper] {
            if let Ok(read) = String::read_part(&value, format) {
                prop_assert_eq!(text(&read, format), value.as_str());
            }
        }
    }
}

#[cfg(all(feature = "uuid", feature = "ulid"))]
proptest! {
    #[test]
    fn identifiers_read_back_and_sort(a in any::<u128>(), b in any::<u128>()) {
        let uuids = [a, b].map(uuid::Uuid::from_u128);
        let texts = uuids.map(|value| write(&value, Format::Default).unwrap());
        prop_assert_eq!(texts[0].cmp(&texts[1]), uuids[0].cmp(&uuids[1]));
        prop_assert_eq!(texts[0].len(), 36);
        prop_assert_eq!(uuid::Uuid::read_part(&texts[0], Format::Default).unwrap(), uuids[0]);

        let ulids = [a, b].map(ulid::Ulid::from);
        let texts = ulids.map(|value| write(&value, Format::Default).unwrap());
        prop_assert_eq!(texts[0].cmp(&texts[1]), ulids[0].cmp(&ulids[1]));
        prop_assert_eq!(texts[0].len(), 26);
        prop_assert_eq!(ulid::Ulid::read_part(&texts[0], Format::Default).unwrap(), ulids[0]);
    }
}

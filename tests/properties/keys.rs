//! Different field values never render the same key, and a key brings its field values back.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Debug;

use dynamo_model::{Entity, Key};
use jiff::Timestamp;
use jiff::civil::Date;
use proptest::prelude::*;

use crate::key_models::{Color, Numbers, Texts, Times, Wrapped, colons, dash, hash, pipe};
use crate::{config, tricky_text};

type Rendered = (String, Option<String>);

type Parse<E> = fn(&str, &str) -> dynamo_model::Result<Key<E>>;

/// Renders all; equal texts need equal keys, and parse to them. Returns how many had a text at all.
fn check_injective<E: Entity<KeyFields: PartialEq + Debug> + Debug>(
    entities: &[E],
    parse: Parse<E>,
) -> usize {
    let mut seen: HashMap<Rendered, E::KeyFields> = HashMap::new();
    let mut rendered = 0;
    for entity in entities {
        let key = entity.key();
        let texts = match key.texts() {
            Ok(texts) => texts,
            Err(error) => {
                assert!(error.is_key(), "{error}");
                continue;
            }
        };
        rendered += 1;
        let sk = texts.1.clone().unwrap_or_default();
        let parsed = parse(&texts.0, &sk).unwrap_or_else(|error| panic!("{entity:?}: {error}"));
        assert_eq!(
            parsed.into_fields(),
            entity.key().into_fields(),
            "{texts:?}"
        );
        let fields = key.into_fields();
        // Keys are equal by their texts, so the fields are compared.
        match seen.entry(texts) {
            Entry::Occupied(earlier) => assert_eq!(*earlier.get(), fields, "two keys are equal"),
            Entry::Vacant(place) => {
                place.insert(fields);
            }
        }
    }
    rendered
}

fn texts() -> impl Strategy<Value = Vec<(String, String, String)>> {
    let text = || tricky_text(0..4);
    proptest::collection::vec((text(), text(), text()), 40..80)
}

fn date() -> impl Strategy<Value = Date> {
    (0_i16..=9999, 1_i8..=12, 1_i8..=28)
        .prop_map(|(year, month, day)| jiff::civil::date(year, month, day))
}

macro_rules! injective {
    ($($test:ident $module:ident)+) => {$(
        // fault 1
        #[test]
        fn $test() {
            let dates = proptest::collection::vec((date(), any::<i16>(), any::<u8>()), 4);
            proptest!(config(), |(texts in texts(), others in dates)| {
                use $module::{Between, Day, Glued, Number, One, Three, Two};
                let with = |number: usize| others[number % others.len()];
                let mut rendered = 0;
                let list: Vec<_> = texts.clone().into_iter().map(|(a, b, _)| One { a, b }).collect();
                rendered += check_injective(&list, One::parse_key);
                let list: Vec<_> = texts.clone().into_iter().map(|(a, b, _)| Two { a, b }).collect();
                rendered += check_injective(&list, Two::parse_key);
                let list: Vec<_> = texts.clone().into_iter().map(|(a, b, c)| Three { a, b, c }).collect();
                rendered += check_injective(&list, Three::parse_key);
                let list: Vec<_> = texts.clone().into_iter().map(|(a, b, _)| Between { a, b }).collect();
                rendered += check_injective(&list, Between::parse_key);
                let numbered = || texts.clone().into_iter().enumerate();
                let list: Vec<_> = numbered().map(|(i, (a, b, _))| Number { a, n: with(i).1, b }).collect();
                rendered += check_injective(&list, Number::parse_key);
                let list: Vec<_> = numbered().map(|(i, (a, b, _))| Day { a, d: with(i).0, b }).collect();
                rendered += check_injective(&list, Day::parse_key);
                let list: Vec<_> = numbered().map(|(i, (a, b, _))| Glued { n: with(i).2, d: with(i).0, a, b }).collect();
                rendered += check_injective(&list, Glued::parse_key);
                // A check of the generator: refusing everything would prove nothing.
                prop_assert!(rendered > texts.len());
            });
        }
    )+};
}

injective! {
    keys_with_a_hash_are_injective hash
    keys_with_a_pipe_are_injective pipe
    keys_with_colons_are_injective colons
    keys_with_a_dash_are_injective dash
}

/// Milliseconds of the years 0001 to 9999.
fn millis() -> std::ops::Range<i64> {
    -62_135_596_800_000..253_370_764_800_000
}

fn lossless_texts() -> impl Strategy<Value = Texts> {
    let text = || tricky_text(1..5);
    let texts = (text(), text(), text(), text(), text(), text());
    (texts, any::<(char, bool, u128, u128)>()).prop_map(|(texts, (letter, dark, uuid, ulid))| {
        let (plain, escaped, wrapped, boxed, shared, raw) = texts;
        Texts {
            plain,
            escaped,
            letter,
            color: if dark { Color::DarkRed } else { Color::Red },
            wrapped: Wrapped(wrapped),
            uuid: uuid::Uuid::from_u128(uuid),
            ulid: ulid::Ulid::from(ulid),
            boxed: boxed.into(),
            shared: shared.into(),
            raw,
        }
    })
}

fn lossless_numbers() -> impl Strategy<Value = Numbers> {
    let first = any::<(i32, u64, i128, u64, u128, u64)>();
    let second = (any::<(u64, i64, i128, i8, usize)>(), 1_u8..);
    (first, second).prop_map(|(first, (second, non_zero))| {
        let (plain, unpadded, negative, unsigned, hex, desc) = first;
        let (hex_desc, signed, wide, signed_desc, size) = second;
        let non_zero = std::num::NonZeroU8::new(non_zero).expect("it is not 0");
        Numbers {
            plain,
            unpadded,
            negative,
            unsigned,
            hex,
            desc,
            hex_desc,
            signed,
            wide,
            signed_desc,
            non_zero,
            size,
        }
    })
}

fn lossless_times() -> impl Strategy<Value = Times> {
    let dates = (date(), date(), date(), date(), date());
    (dates, (millis(), millis(), millis())).prop_map(|(dates, (at, chrono, time))| {
        let (date, short, ordinal, naive, named) = dates;
        let parts = |date: Date| {
            (
                i32::from(date.year()),
                date.month().unsigned_abs(),
                date.day().unsigned_abs(),
            )
        };
        let of_chrono = |date: Date| {
            let (year, month, day) = parts(date);
            chrono::NaiveDate::from_ymd_opt(year, month.into(), day.into())
                .expect("every month has 28 days")
        };
        let (year, month, day) = parts(named);
        let month = time::Month::try_from(month).expect("it is a month");
        let nanos = i128::from(time) * 1_000_000;
        Times {
            date,
            short,
            ordinal: of_chrono(ordinal),
            named: time::Date::from_calendar_date(year, month, day)
                .expect("every month has 28 days"),
            at: Timestamp::from_millisecond(at).expect("the year is in range"),
            chrono: chrono::DateTime::from_timestamp_millis(chrono).expect("the year is in range"),
            time: time::OffsetDateTime::from_unix_timestamp_nanos(nanos)
                .expect("the year is in range"),
            naive: of_chrono(naive),
        }
    })
}

// fault 9
#[test]
fn every_lossless_format_brings_its_value_back() {
    let lists = (
        proptest::collection::vec(lossless_texts(), 16),
        proptest::collection::vec(lossless_numbers(), 8),
        proptest::collection::vec(lossless_times(), 8),
    );
    proptest!(config(), |((texts, numbers, times) in lists)| {
        check_injective(&texts, Texts::parse_key);
        // These have a text, whatever the values.
        prop_assert_eq!(check_injective(&numbers, Numbers::parse_key), numbers.len());
        prop_assert_eq!(check_injective(&times, Times::parse_key), times.len());
    });
}

#[test]
fn a_key_is_the_same_from_the_entity_and_from_arguments() {
    proptest!(config(), |(t in lossless_texts(), n in lossless_numbers())| {
        let key = Texts::key(
            &t.plain, &t.escaped, t.letter, t.color, &t.wrapped, t.uuid, t.ulid, &*t.boxed, t.shared.as_ref().to_owned(), &t.raw,
        );
        prop_assert_eq!(key.texts().ok(), Entity::key(&t).texts().ok());
        prop_assert_eq!(key.into_fields(), Entity::key(&t).into_fields());
        let key = Numbers::key(
            n.plain, n.unpadded, n.negative, n.unsigned, n.hex, n.desc, n.hex_desc, n.signed, n.wide, n.signed_desc, n.non_zero,
            n.size,
        );
        prop_assert_eq!(key.texts().ok(), Entity::key(&n).texts().ok());
    });
}

// fault 17
#[test]
fn text_is_never_changed() {
    proptest!(config(), |(a in any::<String>(), b in any::<String>())| {
        let key = hash::One::key(&a, &b);
        if let Ok(texts) = key.texts() {
            prop_assert_eq!(texts, (a, Some(b)));
        }
    });
}

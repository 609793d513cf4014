//! The order of rendered sort keys is the order of the values, or its reverse where the template says `desc`.

use std::cmp::Ordering;
use std::fmt::Debug;

use dynamo_model::{Entity, Key, Table};
use jiff::Timestamp;
use jiff::civil::Date;
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

use crate::config;

macro_rules! sorted {
    ($($module:ident $type:ty, $template:tt)+) => {
        #[derive(Debug, Table)]
        #[table(name = "order", entities($($module::$module),+))]
        struct Order;

        $(
            // The entity has the module's name: each type name of a table is its own.
            #[expect(non_camel_case_types)]
            mod $module {
                use super::*;

                #[derive(Debug, Entity, Serialize, Deserialize)]
                #[entity(table = Order, pk = "P", sk = $template, overlap_ok = "nothing is stored")]
                pub(super) struct $module {
                    pub(super) v: $type,
                }

                pub(super) fn text(value: &$type) -> String {
                    sort_key($module::key(value))
                }
            }
        )+
    };
}

sorted! {
    u8_padded u8, "{v:03}"
    u64_padded u64, "{v:020}"
    u128_padded u128, "{v:039}"
    u128_hex u128, "{v:032x}"
    u64_desc u64, "{v:desc 020}"
    u64_hex_desc u64, "{v:desc 016x}"
    i8_padded i8, "{v:04}"
    i64_padded i64, "{v:020}"
    i128_padded i128, "{v:040}"
    i64_desc i64, "{v:desc 020}"
    date_default Date, "{v}"
    date_short Date, "{v:strftime %Y%m%d}"
    date_month Date, "{v:month}"
    at_default Timestamp, "{v}"
    at_seconds Timestamp, "{v:iso_s}"
    at_micros Timestamp, "{v:iso_us}"
    at_offset Timestamp, "{v:iso_ms_offset}"
    at_epoch Timestamp, "{v:epoch_ms}"
    at_compact Timestamp, "{v:strftime %Y%m%d%H%M%S%6f}"
    at_chrono chrono::DateTime<chrono::Utc>, "{v:iso_ms}"
    at_time time::OffsetDateTime, "{v:epoch_s}"
    text_default String, "{v}"
    uuid_default uuid::Uuid, "U{v}"
    ulid_default ulid::Ulid, "X{v}"
}

fn sort_key<E: Entity>(key: Key<E>) -> String {
    let texts = key.texts().unwrap_or_else(|error| panic!("{error}"));
    texts.1.expect("the table has a sort key")
}

/// Every pair of values and its texts.
fn check<T: Ord + Debug>(
    values: &[T],
    text: fn(&T) -> String,
    expected: fn(Ordering) -> Ordering,
    is_lossless: bool,
) {
    let mut texts: Vec<(String, &T)> = values.iter().map(|value| (text(value), value)).collect();
    let widths: Vec<usize> = texts.iter().map(|(text, _)| text.len()).collect();
    assert!(
        !is_lossless || widths.windows(2).all(|pair| pair[0] == pair[1]),
        "{texts:?}"
    );
    texts.sort();
    for pair in texts.windows(2) {
        let by_text = pair[0].0.as_bytes().cmp(pair[1].0.as_bytes());
        let by_value = expected(pair[0].1.cmp(pair[1].1));
        let agrees = by_text == by_value || (!is_lossless && by_text != by_value.reverse());
        assert!(
            agrees,
            "{:?} and {:?}: {} and {}",
            pair[0].1, pair[1].1, pair[0].0, pair[1].0
        );
    }
}

fn same(order: Ordering) -> Ordering {
    order
}

/// Numbers of all sizes, small ones and neighbours among them.
macro_rules! numbers {
    ($type:ty) => {{
        let number = prop_oneof![
            any::<$type>(),
            any::<i8>().prop_map(|small| <$type>::try_from(small).unwrap_or(<$type>::MAX)),
            (0..40_u32).prop_map(|power| (10 as $type).checked_pow(power).unwrap_or(<$type>::MIN)),
            (0..40_u32)
                .prop_map(|power| (10 as $type).checked_pow(power).unwrap_or(<$type>::MAX) - 1),
        ];
        proptest::collection::vec(number, 2..30)
    }};
}

macro_rules! number_order {
    ($($test:ident $type:ty: $($module:ident $expected:expr),+;)+) => {$(
        // fault 5
        #[test]
        fn $test() {
            proptest!(config(), |(values in numbers!($type))| {
                $(check(&values, $module::text, $expected, true);)+
            });
        }
    )+};
}

number_order! {
    u8_sorts_as_a_number u8: u8_padded same;
    u64_sorts_as_a_number u64: u64_padded same, u64_desc Ordering::reverse, u64_hex_desc Ordering::reverse;
    u128_sorts_as_a_number u128: u128_padded same, u128_hex same;
    i8_sorts_as_a_number i8: i8_padded same;
    i64_sorts_as_a_number i64: i64_padded same, i64_desc Ordering::reverse;
    i128_sorts_as_a_number i128: i128_padded same;
}

#[test]
fn dates_sort_as_days() {
    let date =
        (0_i16..=9999, 1_i8..=12, 1_i8..=28).prop_map(|(y, m, d)| jiff::civil::date(y, m, d));
    proptest!(config(), |(dates in proptest::collection::vec(date, 2..30))| {
        check(&dates, date_default::text, same, true);
        check(&dates, date_short::text, same, true);
        check(&dates, date_month::text, same, false);
    });
}

// fault 7
#[test]
fn instants_sort_as_points_in_time() {
    // From 1970 on for the epoch formats, whole milliseconds; close neighbours are frequent.
    let near = (0_i64..4).prop_map(|seconds| 1_792_497_600_000 + seconds * 999);
    let millis = prop_oneof![0_i64..9_999_999_999_999, near];
    proptest!(config(), |(millis in proptest::collection::vec(millis, 2..30))| {
        let instants: Vec<_> = millis.iter().map(|&ms| Timestamp::from_millisecond(ms).unwrap()).collect();
        for text in [at_default::text, at_micros::text, at_offset::text, at_epoch::text, at_compact::text] {
            check(&instants, text, same, true);
        }
        check(&instants, at_seconds::text, same, false);
        let instants: Vec<_> = millis.iter().map(|&ms| chrono::DateTime::from_timestamp_millis(ms).unwrap()).collect();
        check(&instants, at_chrono::text, same, true);
        let instant = |&ms: &i64| time::OffsetDateTime::from_unix_timestamp(ms / 1000).unwrap();
        let instants: Vec<_> = millis.iter().map(instant).collect();
        check(&instants, at_time::text, same, true);
    });
}

#[test]
fn instants_before_1970_sort_as_points_in_time_too() {
    let micros = prop_oneof![-62_135_596_800_000_000_i64..0, -3_000_000_i64..3_000_000];
    proptest!(config(), |(micros in proptest::collection::vec(micros, 2..30))| {
        let instants: Vec<_> = micros.iter().map(|&us| Timestamp::from_microsecond(us).unwrap()).collect();
        check(&instants, at_micros::text, same, true);
        check(&instants, at_compact::text, same, true);
        check(&instants, at_offset::text, same, false);
        check(&instants, at_seconds::text, same, false);
    });
}

#[test]
fn text_and_identifiers_sort_by_their_bytes() {
    proptest!(config(), |(texts in proptest::collection::vec("[a-z0-9é€😀]{1,6}", 2..30))| {
        // Of any width, so only the order is looked at.
        let mut keys: Vec<String> = texts.iter().map(text_default::text).collect();
        let mut texts = texts;
        keys.sort();
        texts.sort();
        prop_assert_eq!(keys, texts);
    });
    proptest!(config(), |(ids in proptest::collection::vec(any::<u128>(), 2..30))| {
        let uuids: Vec<_> = ids.iter().map(|&id| uuid::Uuid::from_u128(id)).collect();
        check(&uuids, uuid_default::text, same, true);
        let ulids: Vec<_> = ids.iter().map(|&id| ulid::Ulid::from(id)).collect();
        check(&ulids, ulid_default::text, same, true);
    });
}

//! Integers: the texts sort as the numbers do, read back, and keep their width.

use std::fmt::Debug;
use std::num::NonZeroU8;

use proptest::prelude::*;

use super::{Format, KeyPart, PartError, PartKind};

fn write<T: KeyPart>(value: T, format: Format) -> Result<String, PartError> {
    let mut out = String::new();
    value.write_part(format, &mut out).map(|()| out)
}

const PADDED_10: Format = Format::Padded { width: 10 };
const DESC_10: Format = Format::PaddedDesc { width: 10 };

/// Formats that hold every value of the kind.
fn formats(kind: PartKind) -> Vec<Format> {
    let mut all = vec![Format::Default, Format::Unpadded];
    let (needed, widest) = match kind {
        PartKind::Unsigned { digits } => {
            for width in [digits, 32, 39]
                .into_iter()
                .filter(|width| *width >= digits)
            {
                all.extend([Format::Hex { width }, Format::HexDesc { width }]);
            }
            (digits, 39)
        }
        PartKind::Signed { digits } => (digits + 1, 40),
        other => panic!("not an integer: {other:?}"),
    };
    for width in needed..=widest {
        all.extend([Format::Padded { width }, Format::PaddedDesc { width }]);
    }
    all
}

/// Reads back, keeps the width, and sorts; for a pair of values in every format.
fn holds<T: KeyPart + Ord + Copy + Debug>(a: T, b: T) {
    for format in formats(T::KIND) {
        let texts = [a, b].map(|value| write(value, format).unwrap());
        for (text, value) in texts.iter().zip([a, b]) {
            assert_eq!(
                T::read_part(text, format).unwrap(),
                value,
                "{format} {text}"
            );
            if let Some(width) = format.fixed_width(T::KIND) {
                assert_eq!(text.len(), width, "{format} {text}");
            }
        }
        if format.is_ordered(T::KIND) {
            let mut order = texts[0].cmp(&texts[1]);
            if format.is_descending() {
                order = order.reverse();
            }
            assert_eq!(order, a.cmp(&b), "{format}: {texts:?}");
        }
    }
}

macro_rules! order_and_round_trip {
    ($($name:ident: $type:ty),+ $(,)?) => {
        proptest! {$(
            // fault 5
            #[test]
            fn $name(a in any::<$type>(), b in any::<$type>(), shift in 0..<$type>::BITS) {
                holds(a, b);
                // Near each other, near zero, and at the ends.
                holds(a, a.wrapping_add(1));
                holds(a >> shift, b >> shift);
                holds(a, <$type>::MIN);
                holds(b, <$type>::MAX);
                holds(<$type>::MIN, <$type>::MAX);
            }
        )+}
    };
}

order_and_round_trip! {
    u8_sorts_and_reads_back: u8,
    u16_sorts_and_reads_back: u16,
    u32_sorts_and_reads_back: u32,
    u64_sorts_and_reads_back: u64,
    u128_sorts_and_reads_back: u128,
    usize_sorts_and_reads_back: usize,
    i8_sorts_and_reads_back: i8,
    i16_sorts_and_reads_back: i16,
    i32_sorts_and_reads_back: i32,
    i64_sorts_and_reads_back: i64,
    i128_sorts_and_reads_back: i128,
    isize_sorts_and_reads_back: isize,
}

proptest! {
    #[test]
    fn a_text_is_read_only_if_it_is_written_so(text in "[-~+0-9a-fA-F]{0,12}", width in 1_u8..13) {
        for format in [
            Format::Default,
            Format::Padded { width },
            Format::PaddedDesc { width },
            Format::Hex { width },
            Format::HexDesc { width },
        ] {
            if let Ok(value) = u32::read_part(&text, format) {
                prop_assert_eq!(write(value, format).unwrap(), text.as_str());
            }
            if let Ok(value) = i64::read_part(&text, format) {
                prop_assert_eq!(write(value, format).unwrap(), text.as_str());
            }
        }
    }
}

#[test]
fn all_small_integers_sort_in_every_width_that_holds_them() {
    let values: Vec<i16> = (-999..=999).collect();
    for width in 4..=8 {
        let texts: Vec<_> = values
            .iter()
            .map(|value| write(*value, Format::Padded { width }).unwrap())
            .collect();
        assert!(texts.is_sorted_by(|a, b| a < b), "width {width}");
        let texts: Vec<_> = values
            .iter()
            .map(|value| write(*value, Format::PaddedDesc { width }).unwrap())
            .collect();
        assert!(texts.is_sorted_by(|a, b| a > b), "desc, width {width}");
    }
}

#[test]
fn the_spellings_are_these() {
    assert_eq!(write(42_u32, Format::Default).unwrap(), "42");
    assert_eq!(write(-42_i32, Format::Unpadded).unwrap(), "-42");
    assert_eq!(write(42_u32, PADDED_10).unwrap(), "0000000042");
    assert_eq!(write(42_i32, PADDED_10).unwrap(), "0000000042");
    assert_eq!(write(-42_i32, PADDED_10).unwrap(), "-999999957");
    assert_eq!(write(42_u32, DESC_10).unwrap(), "9999999957");
    assert_eq!(write(42_i32, DESC_10).unwrap(), "9999999957");
    assert_eq!(write(-42_i32, DESC_10).unwrap(), "~000000042");
    assert_eq!(write(42_u32, Format::Hex { width: 4 }).unwrap(), "002a");
    assert_eq!(write(42_u32, Format::HexDesc { width: 4 }).unwrap(), "ffd5");
    assert_eq!(write(0_u8, Format::Padded { width: 1 }).unwrap(), "0");
    assert_eq!(write(0_i8, Format::PaddedDesc { width: 1 }).unwrap(), "9");
}

#[test]
fn the_ends_of_the_widest_types_are_held() {
    let text = write(u128::MAX, Format::PaddedDesc { width: 39 }).unwrap();
    assert_eq!(text, "659717633079061536536625392568231788544");
    assert_eq!(
        write(u128::MAX, Format::Hex { width: 32 }).unwrap(),
        "f".repeat(32)
    );
    assert_eq!(
        write(i64::MIN, Format::Padded { width: 20 }).unwrap(),
        "-0776627963145224191"
    );
    assert_eq!(
        write(i128::MIN, Format::Default).unwrap(),
        i128::MIN.to_string()
    );
    assert_eq!(
        write(i128::MIN, Format::PaddedDesc { width: 40 }).unwrap(),
        format!("~{}", i128::MIN.unsigned_abs())
    );
    assert!(write(i128::MIN, Format::Padded { width: 39 }).is_err());
    assert!(write(i64::MIN, Format::Padded { width: 19 }).is_err());
}

// fault 5
#[test]
fn a_number_wider_than_its_width_is_an_error() {
    let error = write(100_u8, Format::Padded { width: 2 }).unwrap_err();
    assert!(error.reason().contains("needs 3 digits"), "{error}");
    assert!(error.reason().contains("width 2"), "{error}");
    let error = write(-10_i8, Format::PaddedDesc { width: 2 }).unwrap_err();
    assert!(error.reason().contains("2 digits and a sign"), "{error}");
    assert!(write(-1_i8, Format::Padded { width: 1 }).is_err());
    assert!(write(256_u16, Format::Hex { width: 2 }).is_err());
    assert!(write(256_u16, Format::HexDesc { width: 2 }).is_err());
}

#[test]
fn a_number_has_one_spelling() {
    for wrong in [
        "", "-", "+5", "05", "-0", "-05", " 5", "5 ", "٥", "0x5", "5.0",
    ] {
        assert!(i32::read_part(wrong, Format::Default).is_err(), "{wrong:?}");
    }
    let minus_zero = "-999999999";
    let wrong = [
        "",
        "42",
        "00000000042",
        "+000000042",
        "-00000004",
        "000000004a",
        minus_zero,
    ];
    for wrong in wrong {
        assert!(i64::read_part(wrong, PADDED_10).is_err(), "{wrong:?}");
    }
    for wrong in ["", "-000000042", "~000000000", "~42"] {
        assert!(i64::read_part(wrong, DESC_10).is_err(), "{wrong:?}");
    }
    for wrong in ["", "2a", "002A", "0002a", "-02a", "00é"] {
        assert!(
            u64::read_part(wrong, Format::Hex { width: 4 }).is_err(),
            "{wrong:?}"
        );
    }
    assert!(u64::read_part("-5", Format::Default).is_err());
    assert!(u64::read_part("-999999957", PADDED_10).is_err());
}

#[test]
fn a_number_that_the_type_does_not_hold_is_an_error() {
    assert!(u8::read_part("256", Format::Default).is_err());
    assert!(i8::read_part("-129", Format::Default).is_err());
    assert_eq!(i8::read_part("-128", Format::Default).unwrap(), -128);
    assert!(u128::read_part(&"9".repeat(39), Format::Padded { width: 39 }).is_err());
    assert!(u128::read_part(&"9".repeat(60), Format::Default).is_err());
    assert!(i128::read_part(&u128::MAX.to_string(), Format::Default).is_err());
    assert!(NonZeroU8::read_part("0", Format::Default).is_err());
    assert_eq!(NonZeroU8::read_part("7", Format::Default).unwrap().get(), 7);
}

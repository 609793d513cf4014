//! Numbers: 38 significant digits, never rounded, shortest forms of floats.

use serde::{Deserialize, Serialize};

use super::*;
use crate::item::number::{self, Number};

// fault 35
#[test]
fn integers_of_all_widths_round_trip() {
    assert_eq!(
        plain(&u128::from(u64::MAX)).unwrap(),
        n("18446744073709551615")
    );
    assert_eq!(plain(&i8::MIN).unwrap(), n("-128"));
    let most = 10_u128.pow(38) - 1;
    assert_eq!(plain(&most).unwrap(), n(&"9".repeat(38)));
    assert_eq!(round_trip(&most, Shape::Plain).unwrap(), most);
    let least = -i128::try_from(most).unwrap();
    assert_eq!(round_trip(&least, Shape::Plain).unwrap(), least);
    assert_eq!(round_trip(&i64::MIN, Shape::Plain).unwrap(), i64::MIN);
}

// fault 35, fault 36
#[test]
fn the_limit_counts_significant_digits_and_not_characters() {
    for refused in [u128::MAX, 10_u128.pow(38) + 1] {
        let error = plain(&refused).unwrap_err();
        assert!(error.reason().contains("39 significant digits"), "{error}");
    }
    assert!(plain(&i128::MIN).is_err());
    let zeros = 34 * 10_u128.pow(37);
    assert_eq!(zeros.to_string().len(), 39);
    assert_eq!(round_trip(&zeros, Shape::Plain).unwrap(), zeros);
}

#[test]
fn a_number_smaller_than_any_stored_one_is_an_error_and_not_zero() {
    assert!(number::parse_any("1E-722222222").is_err());
    assert_eq!(number::parse_any("1E-130").unwrap(), Number::Float(1e-130));
    assert_eq!(number::parse_any("0E-5").unwrap(), Number::Unsigned(0));
}

// fault 36
#[test]
fn decimals_are_checked_by_their_digits_and_magnitude() {
    let check = |text: &str| Decimal::parse(text).unwrap().check();
    assert!(check("1234567895171680000000000000000000000000").is_ok());
    assert!(check("0.00000000000000000000000000000000000000001").is_ok());
    assert!(check("9.99E+125").is_ok());
    assert!(check("1E-130").is_ok());
    assert!(check("1E+126").is_err());
    assert!(check("1E-131").is_err());
    assert!(check("0.12345678901234567890123456789012345678901234567890").is_err());
    assert!(check("0").is_ok());
    assert!(check("0E+999").is_ok());
}

// fault 36
#[test]
fn floats_out_of_range_are_errors_and_not_rounded() {
    for value in [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        1e126,
        -1e126,
        1e-131,
        5e-324,
    ] {
        assert!(plain(&value).is_err(), "{value}");
    }
    for value in [f32::NAN, f32::INFINITY] {
        assert!(plain(&value).is_err(), "{value}");
    }
    for value in [
        9.99e125,
        -9.99e125,
        1e-130,
        1e21,
        1e-7,
        123_456.789,
        f64::from(u32::MAX),
    ] {
        assert_eq!(round_trip(&value, Shape::Plain).unwrap(), value);
    }
}

// fault 37
#[test]
fn f32_prints_its_own_shortest_form() {
    assert_eq!(plain(&45.74_f32).unwrap(), n("45.74"));
    assert_eq!(plain(&0.1_f32).unwrap(), n("0.1"));
    assert_eq!(plain(&f32::MAX).unwrap(), n("3.4028235E38"));
    assert_eq!(plain(&0.1_f64).unwrap(), n("0.1"));
    assert_eq!(plain(&1.0_f64).unwrap(), n("1"));
    assert_eq!(plain(&-0.0_f64).unwrap(), n("0"));
    assert_eq!(round_trip(&f32::MAX, Shape::Plain).unwrap(), f32::MAX);
    assert_eq!(
        round_trip(&f32::from_bits(1), Shape::Plain).unwrap(),
        f32::from_bits(1)
    );
}

// fault 36
#[test]
fn whole_numbers_in_any_spelling_read_as_integers() {
    assert_eq!(read::<u8>(n("1E2")).unwrap(), 100);
    assert_eq!(read::<i32>(n("-1.0")).unwrap(), -1);
    assert_eq!(read::<u64>(n("0.5E1")).unwrap(), 5);
    assert_eq!(read::<u32>(n("0.0")).unwrap(), 0);
    assert_eq!(read::<i128>(n(&i128::MIN.to_string())).unwrap(), i128::MIN);
    assert_eq!(read::<f64>(n("7")).unwrap(), 7.0);
    assert_eq!(read::<f32>(n("0.1")).unwrap(), 0.1);
}

#[test]
fn an_integer_that_does_not_fit_or_is_not_whole_is_an_error() {
    assert_eq!(
        read::<u8>(n("256")).unwrap_err().reason(),
        "the number does not fit `u8`"
    );
    assert_eq!(
        read::<u64>(n("-1")).unwrap_err().reason(),
        "the number does not fit `u64`"
    );
    assert_eq!(
        read::<i64>(n("1.5")).unwrap_err().reason(),
        "the number is not whole, and `i64` is asked for"
    );
    assert_eq!(
        read::<u128>(n("1E60")).unwrap_err().reason(),
        "the number does not fit `u128`"
    );
    assert!(read::<f32>(n("1E100")).is_err());
    for text in [
        "", "-", "inf", "nan", "0x1", "1e", " 1", "1,0", "e5", ".", "--1", "1_0",
    ] {
        assert!(read::<f64>(n(text)).is_err(), "{text}");
        assert!(read::<i64>(n(text)).is_err(), "{text}");
    }
}

#[test]
fn a_reader_that_does_not_say_a_type_gets_the_narrowest() {
    let any = |text: &str| number::parse_any(text).unwrap();
    assert_eq!(any("1.0"), Number::Unsigned(1));
    assert_eq!(any("18446744073709551615"), Number::Unsigned(u64::MAX));
    assert_eq!(any("-9223372036854775808"), Number::Signed(i64::MIN));
    assert_eq!(any("18446744073709551616"), Number::WideUnsigned(1 << 64));
    assert_eq!(
        any("-9223372036854775809"),
        Number::WideSigned(-(1 << 63) - 1)
    );
    assert_eq!(any("1.5"), Number::Float(1.5));
    assert_eq!(any("1E30"), Number::Float(1e30));
    assert_eq!(any("1E100"), Number::Float(1e100));
    assert_eq!(
        any("1000000000000000000000000000001"),
        Number::WideUnsigned(10_u128.pow(30) + 1)
    );
}

// fault 50
#[test]
fn numbers_inside_buffered_content_keep_their_type() {
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    struct Numbers {
        unsigned: u64,
        signed: i64,
        float: f64,
        whole: f64,
        large: f64,
        small: f32,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Flattened {
        #[serde(flatten)]
        numbers: Numbers,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    #[serde(untagged)]
    enum Untagged {
        Numbers(Numbers),
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    #[serde(tag = "type")]
    enum Tagged {
        Numbers(Numbers),
    }
    let numbers = Numbers {
        unsigned: u64::MAX,
        signed: i64::MIN,
        float: 0.1,
        whole: 3.0,
        large: 1.2e30,
        small: 45.74,
    };
    let value = Flattened {
        numbers: numbers.clone(),
    };
    assert_eq!(
        decode::<Flattened>(stored(encode(&value, &[]).unwrap()), &[]).unwrap(),
        value
    );
    let value = Untagged::Numbers(numbers.clone());
    assert_eq!(round_trip(&value, Shape::Plain).unwrap(), value);
    let value = Tagged::Numbers(numbers);
    assert_eq!(round_trip(&value, Shape::Plain).unwrap(), value);
}

#[test]
fn a_wide_integer_inside_buffered_content_is_an_error_and_never_another_number() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    #[serde(tag = "type")]
    enum Tagged {
        Wide { value: u128 },
    }
    for value in [10_u128.pow(30), 10_u128.pow(30) + 1] {
        assert!(round_trip(&Tagged::Wide { value }, Shape::Plain).is_err());
    }
}

#[test]
fn a_wide_field_of_a_flattened_struct_is_an_error_that_says_what_to_do() {
    #[derive(Serialize, Deserialize, Debug)]
    struct Flattened {
        #[serde(flatten)]
        inner: Inner,
    }
    #[derive(Serialize, Deserialize, Debug)]
    struct Inner {
        wide: u128,
    }
    let inner = Inner { wide: 7 };
    let error = round_trip(&Flattened { inner }, Shape::Plain).unwrap_err();
    assert!(error.reason().contains("store it as text"), "{error}");
}

// fault 36
#[test]
fn values_are_equal_by_number_and_not_by_spelling() {
    assert_eq!(value(n("1.0")), value(n("1")));
    assert_eq!(value(n("1E2")), value(n("100")));
    assert_eq!(value(n("-0")), value(n("0")));
    assert_ne!(value(n("1")), value(n("-1")));
    assert_ne!(value(n("12")), value(n("1.2")));
    assert_eq!(value(ns(&["1", "20"])), value(ns(&["2E1", "1.0"])));
    assert_eq!(
        value(l([m([("a", n("1"))])])),
        value(l([m([("a", n("1.00"))])]))
    );
    assert_ne!(value(s("1.0")), value(s("1")));
}

#[test]
fn numbers_compare_by_value() {
    let ascending = [
        "-1E10", "-12", "-1.5", "-0.001", "0", "1E-130", "0.09", "0.1", "1", "1.05", "9", "10",
        "1E125",
    ];
    for pair in ascending.windows(2) {
        assert!(number::compare(pair[0], pair[1]).is_lt(), "{pair:?}");
        assert!(number::compare(pair[1], pair[0]).is_gt(), "{pair:?}");
    }
}

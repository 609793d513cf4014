//! Formats of template parts.

use crate::parse::format::{Format, parse};

#[test]
fn widths_are_written_with_a_leading_zero() {
    assert_eq!(parse("010").unwrap(), Format::Padded(10));
    assert_eq!(parse("016x").unwrap(), Format::Hex(16));
    assert_eq!(parse("desc 010").unwrap(), Format::PaddedDesc(10));
    assert_eq!(parse("desc 016x").unwrap(), Format::HexDesc(16));
    assert_eq!(parse("05").unwrap(), Format::Padded(5));
    assert!(
        parse("10")
            .unwrap_err()
            .ends_with("a width is written with a leading zero: `010`")
    );
    assert!(parse("16x").unwrap_err().ends_with("`016x`"));
}

#[test]
fn a_width_is_a_number_of_digits() {
    assert!(parse("0").unwrap_err().contains("whose width is 0"));
    assert!(parse("00x").unwrap_err().contains("whose width is 0"));
    assert!(parse("0300").unwrap_err().contains("over 255"));
    assert!(parse("desc").unwrap_err().contains("without a width"));
}

#[test]
fn named_formats_are_known() {
    for name in "unpadded lower upper esc raw iso_s iso_ms iso_us iso_ms_offset epoch_s epoch_ms date month year".split(' ') {
        assert!(parse(name).is_ok(), "{name}");
    }
}

#[test]
fn an_unknown_format_names_the_nearest() {
    assert_eq!(
        parse("lowr").unwrap_err(),
        "has the unknown format `lowr`; did you mean `lower`?"
    );
    assert_eq!(parse("?").unwrap_err(), "has the unknown format `?`");
    assert!(parse("").is_err());
    assert!(parse("x").is_err());
    assert!(parse(" 010").is_err());
}

#[test]
fn strftime_takes_directives_of_fixed_width() {
    assert_eq!(
        parse("strftime %Y%m%dT%H%M%S.%3f%%").unwrap(),
        Format::Strftime("%Y%m%dT%H%M%S.%3f%%".to_owned())
    );
    assert!(parse("strftime %e").unwrap_err().contains("`%e`"));
    assert!(parse("strftime %4f").unwrap_err().contains("`%4f`"));
    assert!(parse("strftime %Y%").unwrap_err().contains("`%`"));
    assert!(parse("strftime").is_err());
    assert!(parse("strftime ").is_err());
}

#[test]
fn a_pattern_sorts_when_it_goes_from_the_year_downwards() {
    let unordered = |text: &str| parse(text).unwrap().is_unordered();
    assert!(!unordered("strftime %Y-%m-%d"));
    assert!(!unordered("strftime %F %T.%3f"));
    assert!(!unordered("strftime %Y%j%H"));
    assert!(unordered("strftime %d-%m-%Y"));
    assert!(unordered("strftime %m-%d"));
    assert!(unordered("strftime fixed"));
}

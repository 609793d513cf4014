//! Integers in keys, so that the byte order of the texts is the order of the numbers.
//!
//! DynamoDB sorts string keys by bytes, where `10` comes before `9`. With a width, a number becomes that
//! many digits. The signed forms fit into the same width: `-` sorts before every digit, and behind it
//! the nines' complement lets -2 come before -1; in descending texts the digits of non-negative numbers
//! are the complement, and `~` sorts after every digit. All of it is done on digits, never on a power of
//! ten, since 10^39 has no integer type.

use std::fmt::Write;

use super::format::{Format, PartKind};
use super::part::{PartError, accept};

/// Any integer up to 128 bits. Zero is never `negative`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Whole {
    pub(crate) negative: bool,
    pub(crate) magnitude: u128,
}

/// An integer type, for the one writer and reader below.
pub(crate) trait Integer: Sized {
    const KIND: PartKind;
    fn to_whole(&self) -> Whole;
    /// `None` if the type does not hold the number.
    fn from_whole(whole: Whole) -> Option<Self>;
}

/// Appends `whole`, a number of a type of `kind`, in `format`.
pub(crate) fn write_whole(
    whole: Whole,
    kind: PartKind,
    format: Format,
    out: &mut String,
) -> Result<(), PartError> {
    accept(format, kind)?;
    let Whole {
        negative,
        magnitude,
    } = whole;
    match format {
        Format::Padded { width } if negative => {
            out.push('-');
            push_complement(&padded(whole, 10, width)?, 10, out);
        }
        Format::Padded { width } => push_padded(whole, 10, width, out)?,
        Format::PaddedDesc { width } if negative => {
            out.push('~');
            push_padded(whole, 10, width, out)?;
        }
        Format::PaddedDesc { width } => push_complement(&padded(whole, 10, width)?, 10, out),
        Format::Hex { width } => push_padded(whole, 16, width, out)?,
        Format::HexDesc { width } => push_complement(&padded(whole, 16, width)?, 16, out),
        _ => {
            if negative {
                out.push('-');
            }
            let _ = write!(out, "{magnitude}");
        }
    }
    Ok(())
}

/// The number of type `T` that `format` writes as `text`.
pub(crate) fn read_integer<T: Integer>(text: &str, format: Format) -> Result<T, PartError> {
    let whole = read_whole(text, T::KIND, format)?;
    T::from_whole(whole).ok_or_else(out_of_range)
}

fn read_whole(text: &str, kind: PartKind, format: Format) -> Result<Whole, PartError> {
    accept(format, kind)?;
    let (sign, radix) = match format {
        Format::PaddedDesc { .. } => ('~', 10),
        Format::Hex { .. } | Format::HexDesc { .. } => ('-', 16),
        _ => ('-', 10),
    };
    let (negative, digits) = match text.strip_prefix(sign) {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return Err(PartError::misspelt(format));
    }
    let complemented = match format {
        Format::Padded { .. } => negative,
        Format::PaddedDesc { .. } | Format::HexDesc { .. } => !negative,
        _ => false,
    };
    let mut plain = String::with_capacity(digits.len());
    if complemented {
        push_complement(digits, radix, &mut plain);
    } else {
        plain.push_str(digits);
    }
    let magnitude = u128::from_str_radix(&plain, radix).map_err(|_| out_of_range())?;
    let whole = Whole {
        negative: negative && magnitude != 0,
        magnitude,
    };
    // One spelling for each number: leading zeros, upper-case digits, minus zero and a wrong width show
    // here.
    let mut again = String::with_capacity(text.len());
    match write_whole(whole, kind, format, &mut again) {
        Ok(()) if again == text => Ok(whole),
        _ => Err(PartError::misspelt(format)),
    }
}

/// The digits of a number with leading zeros; a negative one has its sign in one of the `width` places.
fn padded(whole: Whole, radix: u32, width: u8) -> Result<String, PartError> {
    let mut digits = String::with_capacity(usize::from(width));
    push_padded(whole, radix, width, &mut digits)?;
    Ok(digits)
}

/// Appends what [`padded`] gives.
fn push_padded(
    Whole {
        negative,
        magnitude,
    }: Whole,
    radix: u32,
    width: u8,
    out: &mut String,
) -> Result<(), PartError> {
    let room = usize::from(width).saturating_sub(usize::from(negative));
    let start = out.len();
    let _ = match radix {
        16 => write!(out, "{magnitude:0room$x}"),
        _ => write!(out, "{magnitude:0room$}"),
    };
    let needed = out.len() - start;
    if needed <= room {
        return Ok(());
    }
    out.truncate(start);
    let sign = if negative { " and a sign" } else { "" };
    Err(PartError::new(format!(
        "the number needs {needed} digits{sign}, but the template has width {width}; \
         widen it, which changes the keys already stored"
    )))
}

/// Appends each digit taken from the highest one of `radix`, which reverses the order.
fn push_complement(digits: &str, radix: u32, out: &mut String) {
    out.extend(
        digits
            .chars()
            .filter_map(|c| c.to_digit(radix))
            .filter_map(|digit| char::from_digit(radix - 1 - digit, radix)),
    );
}

fn out_of_range() -> PartError {
    PartError::new("the number does not fit the type of the field")
}

//! DynamoDB's numbers: decimal text of up to 38 significant digits, between 1E-130 and 9.99…E+125 in magnitude.
//!
//! The service trims zeros before it counts digits, and answers with its own spelling (`1.0` comes back as `1`, `1E2` as `100`).
//! So nothing here compares or measures text: it is parsed to digits and a scale first. Whole numbers never go through a float.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt::Display;

use super::error::CodecError;

/// The most significant digits that a number may have.
const MAX_DIGITS: usize = 38;
/// The exponents of the first digit that the service stores: 1E-130 to 9.99…E+125.
const EXPONENTS: std::ops::RangeInclusive<i64> = -130..=125;

/// A decimal number: `0.digits × 10^point`, negative or not. Zero has no digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    negative: bool,
    /// Without zeros at either end.
    digits: String,
    /// Where the decimal point is, counted from the first digit.
    point: i64,
}

impl Decimal {
    /// Parses `-12`, `1.50`, `1E2`, `.5`; `None` for anything else.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (negative, unsigned) = match text.as_bytes().first()? {
            b'-' => (true, &text[1..]),
            b'+' => (false, &text[1..]),
            _ => (false, text),
        };
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, i64::from(exponent.parse::<i32>().ok()?)),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = [whole, fraction].concat();
        if all.is_empty() || !all.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let significant = all.trim_start_matches('0');
        let leading = all.len() - significant.len();
        let digits = significant.trim_end_matches('0').to_owned();
        if digits.is_empty() {
            return Some(Decimal {
                negative: false,
                digits,
                point: 0,
            });
        }
        let point = i64::try_from(whole.len()).ok()? - i64::try_from(leading).ok()? + exponent;
        Some(Decimal {
            negative,
            digits,
            point,
        })
    }

    /// Whether the service stores this number.
    pub(super) fn check(&self) -> Result<(), CodecError> {
        if self.digits.len() > MAX_DIGITS {
            return Err(CodecError::new(format!(
                "the number has {} significant digits, and DynamoDB holds {MAX_DIGITS}",
                self.digits.len()
            )));
        }
        if !self.digits.is_empty() && !EXPONENTS.contains(&(self.point - 1)) {
            return Err(CodecError::new(
                "the number's magnitude is outside DynamoDB's 1E-130 to 9.99E+125",
            ));
        }
        Ok(())
    }

    pub(super) fn is_negative(&self) -> bool {
        self.negative
    }

    /// How many of the digits stand before and after the decimal point, zeros at the ends not counted.
    pub(super) fn digit_counts(&self) -> (usize, usize) {
        let count = self.digits.len();
        let whole = usize::try_from(self.point).unwrap_or(0).min(count);
        (whole, count - whole)
    }

    /// The value as an integer; `None` if it is not whole or does not fit.
    pub(super) fn to_integer<T: TryFrom<u128> + TryFrom<i128>>(&self) -> Option<T> {
        if self.digits.is_empty() {
            return T::try_from(0_u128).ok();
        }
        let zeros = self.point - i64::try_from(self.digits.len()).ok()?;
        let scale = 10_u128.checked_pow(u32::try_from(zeros).ok()?)?;
        let magnitude = self.digits.parse::<u128>().ok()?.checked_mul(scale)?;
        if self.negative {
            T::try_from(0_i128.checked_sub_unsigned(magnitude)?).ok()
        } else {
            T::try_from(magnitude).ok()
        }
    }

    fn compare_magnitude(&self, other: &Self) -> Ordering {
        match (self.digits.is_empty(), other.digits.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => self
                .point
                .cmp(&other.point)
                .then_with(|| self.digits.cmp(&other.digits)),
        }
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, false) => self.compare_magnitude(other),
            (true, true) => other.compare_magnitude(self),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Compares the text of two numbers by value; text that is no number comes first, in the order of its bytes.
pub(super) fn compare(left: &str, right: &str) -> Ordering {
    match (Decimal::parse(left), Decimal::parse(right)) {
        (Some(left), Some(right)) => left.cmp(&right),
        (None, None) => left.cmp(right),
        (left, right) => left.is_some().cmp(&right.is_some()),
    }
}

/// The N of an integer of 128 bits, which may have a digit too many.
pub(super) fn wide_integer(text: String) -> Result<String, CodecError> {
    if text.len() > MAX_DIGITS
        && let Some(decimal) = Decimal::parse(&text)
    {
        decimal.check()?;
    }
    Ok(text)
}

/// The N of a float. The caller prints it in the shortest form of its own type, plain and with an exponent.
pub(super) fn float(
    plain: impl FnOnce() -> String,
    scientific: String,
) -> Result<String, CodecError> {
    let decimal = Decimal::parse(&scientific)
        .ok_or_else(|| CodecError::new("DynamoDB has no number for NaN and infinity"))?;
    decimal.check()?;
    if decimal.digits.is_empty() {
        // Not `-0`: there is one zero.
        return Ok("0".to_owned());
    }
    // A long row of zeros is legal but of no use to a reader of the request.
    Ok(if (-6..=21).contains(&decimal.point) {
        plain()
    } else {
        scientific
    })
}

/// The same N as [`float`] of an ordinary number, without its detours; `None`: of another one.
///
/// `digits`: so many make different numbers of the type. With more there can be two shortest texts, and then the standard library's counts.
pub(super) fn plain_float<F: zmij::Float + Copy + Into<f64> + Display>(
    number: F,
    digits: u32,
    buffer: &mut zmij::Buffer,
) -> Option<Cow<'_, str>> {
    // Far inside of where both print no exponent.
    if !(1e-4..1e12).contains(&number.into().abs()) {
        return None;
    }
    let text = buffer.format_finite(number);
    let text = text.strip_suffix(".0").unwrap_or(text);
    Some(match text.len() <= digits as usize {
        true => Cow::Borrowed(text),
        false => Cow::Owned(number.to_string()),
    })
}

/// A stored number, in the narrowest type that holds it. What a reader gets that did not say what it wants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Unsigned(u64),
    Signed(i64),
    WideUnsigned(u128),
    WideSigned(i128),
    Float(f64),
}

/// Reads a number whose type nobody asked for.
///
/// Beyond 64 bits a whole number that is exactly what an `f64` prints is given as that `f64`: serde's buffer, the usual asker,
/// refuses 128-bit integers, and a float field inside it would not come back. Other whole numbers are never rounded.
pub(super) fn parse_any(text: &str) -> Result<Number, CodecError> {
    if let Ok(number) = text.parse() {
        return Ok(Number::Unsigned(number));
    }
    if let Ok(number) = text.parse() {
        return Ok(Number::Signed(number));
    }
    let decimal = Decimal::parse(text).ok_or_else(not_a_number)?;
    if let Some(number) = decimal.to_integer() {
        return Ok(Number::Unsigned(number));
    }
    if let Some(number) = decimal.to_integer() {
        return Ok(Number::Signed(number));
    }
    let float: f64 = parse_float(text)?;
    if float == 0.0 {
        // It is smaller than anything that is stored, and would be another number.
        decimal.check()?;
    }
    if Decimal::parse(&format!("{float:e}")).as_ref() == Some(&decimal) {
        return Ok(Number::Float(float));
    }
    if let Some(number) = decimal.to_integer() {
        return Ok(Number::WideUnsigned(number));
    }
    if let Some(number) = decimal.to_integer() {
        return Ok(Number::WideSigned(number));
    }
    Ok(Number::Float(float))
}

/// Reads a number as the integer type asked for. `1.0` and `1E2` are whole.
pub(super) fn parse_integer<T>(text: &str) -> Result<T, CodecError>
where
    T: std::str::FromStr + TryFrom<u128> + TryFrom<i128>,
{
    if let Ok(number) = text.parse() {
        return Ok(number);
    }
    let decimal = Decimal::parse(text).ok_or_else(not_a_number)?;
    decimal.to_integer().ok_or_else(|| {
        let name = std::any::type_name::<T>();
        CodecError::new(match decimal.digit_counts() {
            (_, 0) => format!("the number does not fit `{name}`"),
            _ => format!("the number is not whole, and `{name}` is asked for"),
        })
    })
}

/// Reads a number as the float type asked for, rounded to the nearest as floats are.
pub(super) fn parse_float<T: std::str::FromStr + Into<f64> + Copy>(
    text: &str,
) -> Result<T, CodecError> {
    let number: T = text.parse().map_err(|_| not_a_number())?;
    if number.into().is_finite() {
        return Ok(number);
    }
    // Rust's own parser also takes `inf` and `nan`.
    Decimal::parse(text).ok_or_else(not_a_number)?;
    Err(CodecError::new(format!(
        "the number does not fit `{}`",
        std::any::type_name::<T>()
    )))
}

fn not_a_number() -> CodecError {
    CodecError::new("the N is not the text of a number")
}

#[cfg(test)]
impl Decimal {
    /// The service's own spelling: digits without an exponent.
    pub(super) fn plain_text(&self) -> String {
        let count = i64::try_from(self.digits.len()).unwrap();
        let zeros = |count: i64| "0".repeat(usize::try_from(count).unwrap_or(0));
        let unsigned = match self.point {
            0 if count == 0 => "0".to_owned(),
            point if point <= 0 => format!("0.{}{}", zeros(-point), self.digits),
            point if point >= count => format!("{}{}", self.digits, zeros(point - count)),
            point => {
                let (whole, fraction) = self.digits.split_at(usize::try_from(point).unwrap());
                format!("{whole}.{fraction}")
            }
        };
        format!("{}{unsigned}", if self.negative { "-" } else { "" })
    }
}

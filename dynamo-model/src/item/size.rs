//! How many bytes an item has by DynamoDB's count, which decides whether it can be written and what that
//! costs.
//!
//! The rules of the developer guide ("DynamoDB item sizes and formats"): names and text in UTF-8 bytes,
//! binary by its length, NULL and BOOL 1, lists and maps 3 and 1 for each element. For numbers the guide
//! gives an approximation only (one byte for two significant digits, and one more). Used here is its
//! closer form: 1, half the digits before the point, half of those behind it, each rounded up, and 1 for
//! a minus sign; zeros at the ends are not counted, so that zero itself has 1.

use aws_sdk_dynamodb::types::AttributeValue;

use super::contents::Item;
use super::number::Decimal;
use super::value::Value;

/// The largest item in bytes: 400 KB of 1,024 bytes, names included (the service's quota).
pub(crate) const ITEM_LIMIT: usize = 409_600;
/// What a list or map counts beside its elements, and each of these beside its value.
pub(super) const LEVEL_SIZE: usize = 3;
pub(super) const ELEMENT_SIZE: usize = 1;

impl Item {
    /// The item's size in bytes by DynamoDB's count; see [`ITEM_LIMIT`].
    #[must_use]
    pub(crate) fn size(&self) -> usize {
        self.counted_size().unwrap_or_else(|| {
            let entries = self.iter();
            entries.map(|(name, value)| name.len() + value.size()).sum()
        })
    }
}

impl Value {
    /// The value's size in bytes by DynamoDB's count, without the attribute's name.
    #[must_use]
    pub(crate) fn size(&self) -> usize {
        value_size(self.as_sdk())
    }
}

pub(super) fn value_size(value: &AttributeValue) -> usize {
    match value {
        AttributeValue::S(text) => text.len(),
        AttributeValue::N(text) => number_size(text),
        AttributeValue::B(blob) => blob.as_ref().len(),
        AttributeValue::Ss(texts) => texts.iter().map(String::len).sum(),
        AttributeValue::Ns(numbers) => numbers.iter().map(|number| number_size(number)).sum(),
        AttributeValue::Bs(blobs) => blobs.iter().map(|blob| blob.as_ref().len()).sum(),
        AttributeValue::L(list) => {
            LEVEL_SIZE
                + list
                    .iter()
                    .map(|element| ELEMENT_SIZE + value_size(element))
                    .sum::<usize>()
        }
        AttributeValue::M(map) => {
            LEVEL_SIZE
                + map
                    .iter()
                    .map(|(key, element)| ELEMENT_SIZE + key.len() + value_size(element))
                    .sum::<usize>()
        }
        // NULL, BOOL, and what a later SDK may bring.
        _ => 1,
    }
}

/// The size of an integer as this library writes it.
#[inline]
pub(super) fn integer_size(text: &str) -> usize {
    let zeros = text
        .bytes()
        .rev()
        .take_while(|digit| *digit == b'0')
        .count();
    let is_negative = text.starts_with('-');
    digits_size(
        text.len() - zeros - usize::from(is_negative),
        0,
        is_negative,
    )
}

/// The size of a number's text; of what is none, its length.
pub(super) fn number_size(text: &str) -> usize {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let is_negative = unsigned.len() < text.len();
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let (whole, fraction) = (whole.as_bytes(), fraction.as_bytes());
    // As nearly all are: nothing has to be taken apart.
    if !whole.is_empty() && whole.iter().chain(fraction).all(u8::is_ascii_digit) {
        let (whole, fraction) = significant(whole, fraction);
        let is_zero = whole + fraction == 0;
        return digits_size(whole, fraction, is_negative && !is_zero);
    }
    let Some(decimal) = Decimal::parse(text) else {
        return text.len();
    };
    let (whole, fraction) = decimal.digit_counts();
    digits_size(whole, fraction, decimal.is_negative())
}

#[inline]
fn digits_size(whole: usize, fraction: usize, is_negative: bool) -> usize {
    1 + whole.div_ceil(2) + fraction.div_ceil(2) + usize::from(is_negative)
}

/// How many digits before and after the point count: none that are zeros at the ends of the number.
fn significant(whole: &[u8], fraction: &[u8]) -> (usize, usize) {
    let zeros_before = |digits: &[u8]| digits.iter().take_while(|digit| **digit == b'0').count();
    let zeros_after = |digits: &[u8]| {
        let digits = digits.iter().rev();
        digits.take_while(|digit| **digit == b'0').count()
    };
    let leading = zeros_before(whole);
    let trailing = zeros_after(fraction);
    let (before, after) = (whole.len() - leading, fraction.len() - trailing);
    match (before, after) {
        (0, 0) => (0, 0),
        (0, after) => (0, after - zeros_before(fraction)),
        (before, 0) => (before - zeros_after(whole), 0),
        both => both,
    }
}

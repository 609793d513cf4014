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

impl Item {
    /// The item's size in bytes by DynamoDB's count; see [`ITEM_LIMIT`].
    #[must_use]
    pub(crate) fn size(&self) -> usize {
        self.iter()
            .map(|(name, value)| name.len() + value.size())
            .sum()
    }
}

impl Value {
    /// The value's size in bytes by DynamoDB's count, without the attribute's name.
    #[must_use]
    pub(crate) fn size(&self) -> usize {
        value_size(self.as_sdk())
    }
}

fn value_size(value: &AttributeValue) -> usize {
    match value {
        AttributeValue::S(text) => text.len(),
        AttributeValue::N(text) => number_size(text),
        AttributeValue::B(blob) => blob.as_ref().len(),
        AttributeValue::Ss(texts) => texts.iter().map(String::len).sum(),
        AttributeValue::Ns(numbers) => numbers.iter().map(|number| number_size(number)).sum(),
        AttributeValue::Bs(blobs) => blobs.iter().map(|blob| blob.as_ref().len()).sum(),
        AttributeValue::L(list) => {
            3 + list
                .iter()
                .map(|element| 1 + value_size(element))
                .sum::<usize>()
        }
        AttributeValue::M(map) => {
            3 + map
                .iter()
                .map(|(key, element)| 1 + key.len() + value_size(element))
                .sum::<usize>()
        }
        // NULL, BOOL, and what a later SDK may bring.
        _ => 1,
    }
}

fn number_size(text: &str) -> usize {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    if !unsigned.is_empty() && unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
        // As nearly all are: nothing has to be taken apart.
        let digits = unsigned.trim_matches('0').len();
        let has_sign = digits > 0 && unsigned.len() < text.len();
        return 1 + digits.div_ceil(2) + usize::from(has_sign);
    }
    let Some(decimal) = Decimal::parse(text) else {
        return text.len();
    };
    let (whole, fraction) = decimal.digit_counts();
    1 + whole.div_ceil(2) + fraction.div_ceil(2) + usize::from(decimal.is_negative())
}

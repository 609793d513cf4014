//! The value of a key attribute: text, or what a key of type N or B is instead.
//!
//! Everything is rendered as text first, by the one template code; an attribute's type then says what
//! that text stands for: a number's digits, or bytes in hexadecimal, whose order is that of the bytes.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt::{self, Write};

use super::template::{FieldPart, KeyFault};

/// Digits that a number can have (service limit).
const DIGITS: usize = 38;

/// The type of a key attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyType {
    Text,
    Number,
    Binary,
}

impl KeyType {
    /// DynamoDB's name of the type.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Text => "S",
            Self::Number => "N",
            Self::Binary => "B",
        }
    }
}

/// The value of a key attribute.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum KeyValue {
    Text(String),
    /// Digits without leading zeros, with a sign where negative.
    Number(String),
    Binary(Vec<u8>),
}

impl KeyValue {
    /// What a rendered text stands for in an attribute of a type.
    #[inline]
    pub(crate) fn from_text(of: KeyType, text: String) -> Result<Self, KeyFault> {
        match of {
            KeyType::Text => Ok(Self::Text(text)),
            KeyType::Number => number(&text).map(Self::Number),
            KeyType::Binary => bytes(&text).map(Self::Binary).ok_or_else(|| {
                KeyFault::without_field(format!("`{text}` is no sequence of hexadecimal bytes"))
            }),
        }
    }

    /// The type of the value.
    pub(crate) fn key_type(&self) -> KeyType {
        match self {
            Self::Text(_) => KeyType::Text,
            Self::Number(_) => KeyType::Number,
            Self::Binary(_) => KeyType::Binary,
        }
    }

    /// The text that a template renders or splits.
    pub(crate) fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) | Self::Number(text) => Cow::Borrowed(text),
            Self::Binary(bytes) => Cow::Owned(hex(bytes)),
        }
    }

    pub(crate) fn into_text(self) -> String {
        match self {
            Self::Text(text) | Self::Number(text) => text,
            Self::Binary(bytes) => hex(&bytes),
        }
    }

    /// The text that a template splits: an instant's digits have their leading zeros again.
    pub(crate) fn text_for(&self, field: Option<&FieldPart>) -> Cow<'_, str> {
        let width = field.and_then(FieldPart::width);
        match (self, width) {
            (Self::Number(digits), Some(width)) if digits.len() < width => {
                Cow::Owned(format!("{digits:0>width$}"))
            }
            _ => self.text(),
        }
    }

    /// The service's order: numbers by value.
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => whole(a).cmp(&whole(b)),
            (a, b) => a.cmp(b),
        }
    }

    /// Bytes, as the service's limits count them.
    pub(crate) fn size(&self) -> usize {
        match self {
            Self::Text(text) | Self::Number(text) => text.len(),
            Self::Binary(bytes) => bytes.len(),
        }
    }
}

/// The type only: `Debug` shows no values.
impl fmt::Debug for KeyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyValue({})", self.key_type().name())
    }
}

impl From<&str> for KeyValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// `'text'`, `42`, `0x0a0b`.
impl fmt::Display for KeyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "'{text}'"),
            Self::Number(digits) => f.write_str(digits),
            Self::Binary(bytes) => write!(f, "0x{}", hex(bytes)),
        }
    }
}

/// The number that digits stand for; every number of a key has at most 38.
pub(crate) fn whole(digits: &str) -> Option<i128> {
    digits.parse().ok()
}

fn number(text: &str) -> Result<String, KeyFault> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let reason = format!("`{text}` is no whole number, and the key attribute is of type N");
        return Err(KeyFault::without_field(reason));
    }
    let digits = digits.trim_start_matches('0');
    if digits.len() > DIGITS {
        let reason = format!(
            "it has {} digits, and a number has at most {DIGITS}",
            digits.len()
        );
        return Err(KeyFault::without_field(reason));
    }
    Ok(match digits {
        "" => "0".to_owned(),
        digits => format!("{sign}{digits}"),
    })
}

/// Bytes in lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The bytes that are written as `text`; `None` where it is no lower-case hexadecimal.
pub(crate) fn bytes(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: &u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    pairs
        .iter()
        .map(|[high, low]| Some(digit(high)? << 4 | digit(low)?))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(of: KeyType, text: &str) -> Result<KeyValue, KeyFault> {
        KeyValue::from_text(of, text.to_owned())
    }

    #[test]
    fn a_number_has_one_spelling() {
        let number = |text: &str| value(KeyType::Number, text).map(KeyValue::into_text);
        assert_eq!(number("0042").as_deref(), Ok("42"));
        assert_eq!(number("-7").as_deref(), Ok("-7"));
        assert_eq!(number("000").as_deref(), Ok("0"));
        assert_eq!(number(&"9".repeat(38)), Ok("9".repeat(38)));
        assert!(number(&"9".repeat(39)).is_err());
        assert!(number("1.5").is_err());
    }

    #[test]
    fn bytes_are_written_in_hexadecimal() {
        let binary = |text: &str| value(KeyType::Binary, text).unwrap();
        assert_eq!(binary("00ff"), KeyValue::Binary(vec![0, 255]));
        assert_eq!(binary("00ff").text(), "00ff");
        assert!(value(KeyType::Binary, "abc").is_err());
        assert!(value(KeyType::Binary, "AB").is_err());
    }
}

//! What a string of the wire says, once its escapes are resolved.

use std::borrow::Cow;

use super::scan::Span;
use crate::item::error::CodecError;

/// The content of a string: as it stands there, or in a text of its own if it has escapes.
///
/// # Errors
/// An escape that JSON does not have, or half of a surrogate pair.
#[inline]
pub(super) fn content(text: &str, span: Span) -> Result<Cow<'_, str>, CodecError> {
    let raw = span.of(text);
    if !span.is_escaped {
        return Ok(Cow::Borrowed(raw));
    }
    owned(raw, span).map(Cow::Owned)
}

fn owned(raw: &str, span: Span) -> Result<String, CodecError> {
    unescaped(raw)
        .ok_or_else(|| CodecError::new("a string has an escape that is none").at_byte(span.start))
}

/// The content of a string that this library wrote.
pub(super) fn resolved(raw: &str) -> Cow<'_, str> {
    let content = raw.contains('\\').then(|| unescaped(raw));
    content.flatten().map_or(Cow::Borrowed(raw), Cow::Owned)
}

fn unescaped(raw: &str) -> Option<String> {
    let mut content = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((plain, escape)) = rest.split_once('\\') {
        content.push_str(plain);
        let (letter, after) = escape.split_at_checked(1)?;
        rest = after;
        content.push(match letter {
            "\"" => '"',
            "\\" => '\\',
            "/" => '/',
            "b" => '\u{8}',
            "f" => '\u{c}',
            "n" => '\n',
            "r" => '\r',
            "t" => '\t',
            "u" => {
                let (character, after) = unicode(after)?;
                rest = after;
                character
            }
            _ => return None,
        });
    }
    content.push_str(rest);
    Some(content)
}

/// The character of `XXXX` or, beyond 16 bits, of `XXXX\uXXXX`.
fn unicode(digits: &str) -> Option<(char, &str)> {
    let (first, rest) = unit(digits)?;
    let (units, rest) = match first {
        0xD800..=0xDBFF => {
            let (second, rest) = unit(rest.strip_prefix("\\u")?)?;
            ([first, second], rest)
        }
        _ => ([first, 0], rest),
    };
    let character = char::decode_utf16(units).next()?.ok()?;
    Some((character, rest))
}

fn unit(digits: &str) -> Option<(u16, &str)> {
    let (digits, rest) = digits.split_at_checked(4)?;
    // `from_str_radix` takes a sign.
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let unit = u16::from_str_radix(digits, 16).ok().filter(|_| is_hex)?;
    Some((unit, rest))
}

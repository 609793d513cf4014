//! Values of the wire as the SDK's: for the few that are looked at one by one, and for what only works on those.

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;

use super::scan::{Found, Kind, Scan, Span};
use super::{de, text};
use crate::item::MAX_LEVEL;
use crate::item::error::CodecError;

/// The value that was found, which is on the given level.
pub(super) fn value(text: &str, found: Found, level: usize) -> Result<AttributeValue, CodecError> {
    let span = found.span;
    Ok(match found.kind {
        Kind::S => AttributeValue::S(content(text, span)?),
        Kind::N => AttributeValue::N(content(text, span)?),
        Kind::B => AttributeValue::B(blob(text, span)?),
        Kind::Bool => AttributeValue::Bool(span.of(text) == "true"),
        Kind::Null => AttributeValue::Null(span.of(text) == "true"),
        Kind::Ss => AttributeValue::Ss(elements(text, span, |scan| content(text, scan.string()?))?),
        Kind::Ns => AttributeValue::Ns(elements(text, span, |scan| content(text, scan.string()?))?),
        Kind::Bs => AttributeValue::Bs(elements(text, span, |scan| blob(text, scan.string()?))?),
        Kind::L | Kind::M if level > MAX_LEVEL => return Err(CodecError::too_deep()),
        Kind::L => AttributeValue::L(elements(text, span, |scan| {
            value(text, scan.value()?, level + 1)
        })?),
        Kind::M => {
            let mut entries = std::collections::HashMap::new();
            let mut scan = Scan::again(text, span.start + 1);
            let mut count = 0;
            while scan.next_element(b'}', count)? {
                count += 1;
                let name = content(text, scan.name()?)?;
                scan.peek();
                entries.insert(name, value(text, scan.value()?, level + 1)?);
            }
            AttributeValue::M(entries)
        }
        Kind::Other => {
            return Err(CodecError::new(
                "the value has a type that this version does not know",
            ));
        }
    })
}

fn content(text: &str, span: Span) -> Result<String, CodecError> {
    text::content(text, span).map(Into::into)
}

fn blob(text: &str, span: Span) -> Result<Blob, CodecError> {
    de::bytes(text, span).map(Blob::new)
}

fn elements<T>(
    text: &str,
    span: Span,
    read: impl Fn(&mut Scan<'_>) -> Result<T, CodecError>,
) -> Result<Vec<T>, CodecError> {
    let mut scan = Scan::again(text, span.start + 1);
    let mut elements = Vec::new();
    while scan.next_element(b']', elements.len())? {
        scan.peek();
        elements.push(read(&mut scan)?);
    }
    Ok(elements)
}

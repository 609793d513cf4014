//! Values of the wire as the SDK's: for the few that are looked at one by one, and for what only works on those.

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;

use super::entry::Node;
use super::scan::{Kind, Span};
use super::{de, text};
use crate::item::MAX_LEVEL;
use crate::item::error::CodecError;

/// A value, which is on the given level.
pub(super) fn value(
    text: &str,
    node: Node<'_>,
    level: usize,
) -> Result<AttributeValue, CodecError> {
    let span = node.entry.span();
    Ok(match node.entry.kind() {
        Kind::S => AttributeValue::S(content(text, span)?),
        Kind::N => AttributeValue::N(content(text, span)?),
        Kind::B => AttributeValue::B(blob(text, span)?),
        Kind::Bool => AttributeValue::Bool(span.of(text) == "true"),
        Kind::Null => AttributeValue::Null(span.of(text) == "true"),
        Kind::Ss => AttributeValue::Ss(elements(node, |node| content(text, node.entry.span()))?),
        Kind::Ns => AttributeValue::Ns(elements(node, |node| content(text, node.entry.span()))?),
        Kind::Bs => AttributeValue::Bs(elements(node, |node| blob(text, node.entry.span()))?),
        Kind::L | Kind::M if level > MAX_LEVEL => return Err(CodecError::too_deep()),
        Kind::L => AttributeValue::L(elements(node, |node| value(text, node, level + 1))?),
        Kind::M => AttributeValue::M(elements(node, |node| {
            let name = content(text, node.entry.name())?;
            Ok((name, value(text, node, level + 1)?))
        })?),
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

fn elements<T, C: FromIterator<T>>(
    node: Node<'_>,
    read: impl Fn(Node<'_>) -> Result<T, CodecError>,
) -> Result<C, CodecError> {
    node.inside().map(read).collect()
}

//! Text in keys: byte for byte, unless the template folds or escapes it.
//!
//! Nothing is trimmed, normalised or case-changed on its own: DynamoDB compares keys by their bytes, and
//! a key that differs from what its author wrote is not found by anyone else. Reading takes only what
//! writing gives: a text in upper case was not written by `lower`, and reading it as if it were would
//! name another item.

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::format::{Format, PartKind};
use super::part::{PartError, accept};

/// Appends `text` in `format`.
pub(crate) fn write_text(text: &str, format: Format, out: &mut String) -> Result<(), PartError> {
    accept(format, PartKind::Text)?;
    match format {
        Format::Lower => out.push_str(&text.to_lowercase()),
        Format::Upper => out.push_str(&text.to_uppercase()),
        Format::Escaped => out.extend(utf8_percent_encode(text, NON_ALPHANUMERIC)),
        _ => out.push_str(text),
    }
    Ok(())
}

/// The text that `format` writes as `text`; for `lower` and `upper` the folded one.
pub(crate) fn read_text(text: &str, format: Format) -> Result<String, PartError> {
    let value = match format {
        Format::Escaped => percent_decode_str(text)
            .decode_utf8()
            .map_err(|_| PartError::new("the escaped bytes are not UTF-8"))?
            .into_owned(),
        _ => text.to_owned(),
    };
    // Refuses the format for text too, if it is none of its own.
    let mut again = String::with_capacity(text.len());
    write_text(&value, format, &mut again)?;
    if again == text {
        Ok(value)
    } else {
        Err(PartError::misspelt(format))
    }
}

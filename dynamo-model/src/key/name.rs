//! The spellings of an enum's variants in keys.

use super::format::{Format, PartKind};
use super::part::{PartError, accept};
use super::text::{read_text, write_text};

/// Writes a variant's spelling.
///
/// # Errors
/// If the format is none for text.
pub fn write_name(name: &str, format: Format, out: &mut String) -> Result<(), PartError> {
    accept(format, PartKind::Text)?;
    write_text(name, format, out)
}

/// The position of the variant that is written as `text`.
///
/// # Errors
/// If there is none.
pub fn read_name(text: &str, format: Format, names: &[&str]) -> Result<usize, PartError> {
    let folded = matches!(format, Format::Lower | Format::Upper);
    let found = if folded {
        names.iter().position(|name| {
            let mut written = String::new();
            write_name(name, format, &mut written).is_ok() && written == text
        })
    } else {
        let text = read_text(text, format)?;
        names.iter().position(|name| *name == text)
    };
    found.ok_or_else(|| PartError::new(format!("the text is none of {}", names.join(", "))))
}

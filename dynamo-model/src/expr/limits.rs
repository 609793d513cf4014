//! The service's limits of one expression, checked before anything is sent.

use crate::error::{Error, Kind, Result};

/// Bytes of one expression, placeholders in place of names and values (service limit).
const BYTES: usize = 4096;
/// Operators and functions of one expression (service limit).
const OPERATORS: usize = 300;

/// An expression as sent, within the limits.
///
/// # Errors
/// [`Error::is_invalid_request`] with the limit that is passed.
pub(crate) fn check_expression(role: &str, text: &str, operators: usize) -> Result<()> {
    let (count, unit, limit) = if text.len() > BYTES {
        (text.len(), "bytes", BYTES)
    } else if operators > OPERATORS {
        (operators, "operators", OPERATORS)
    } else {
        return Ok(());
    };
    Err(Error::new(Kind::Request).with_detail(format!(
        "the {role} expression has {count} {unit}, and it has at most {limit}"
    )))
}

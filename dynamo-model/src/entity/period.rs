//! Ranges over formats that keep less than their type holds: a month, a day, a second.
//!
//! Such a text stands for a period. A bound inside a period cannot cut it, so the range includes the
//! whole period; only an exclusive upper bound that is exactly a period's beginning excludes it.

use crate::key::format::{Format, PartKind};
use crate::key::ops::Written;
use crate::key::strftime::kept_of_iso;

/// Whether a value is the first of the period that its text stands for.
pub(super) fn is_beginning(
    format: Format,
    kind: PartKind,
    write: impl FnOnce(Format, &mut String) -> Written,
) -> bool {
    let exact = match kind {
        PartKind::Instant => Format::Strftime("%FT%T.%9f"),
        PartKind::Date => Format::Default,
        _ => return false,
    };
    let pattern = match format {
        Format::EpochSeconds => Some("%FT%T"),
        Format::EpochMillis => Some("%FT%T.%3f"),
        _ => format.pattern(kind),
    };
    let Some(kept) = pattern.and_then(kept_of_iso) else {
        return false;
    };
    let mut text = String::new();
    let Written::Done = write(exact, &mut text) else {
        return false;
    };
    // What the format leaves out has to be the least that there is.
    let least = "0000-01-01T00:00:00.000000000";
    text.get(kept..)
        .is_some_and(|rest| least.get(kept..text.len()) == Some(rest))
}

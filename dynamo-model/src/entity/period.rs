//! Ranges over formats that keep less than their type holds: a month, a day, a second.
//!
//! Such a text stands for a period. A bound inside a period cannot cut it, so the range includes the
//! whole period; only an exclusive upper bound that is exactly a period's beginning excludes it.

use crate::key::format::{Format, PartKind};
use crate::key::ops::Written;

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
    let mut text = String::new();
    let Written::Done = write(exact, &mut text) else {
        return false;
    };
    let (day, time) = text.split_at(text.find('T').unwrap_or(text.len()));
    let midnight = time.is_empty() || time == "T00:00:00.000000000";
    match format {
        Format::IsoSeconds | Format::EpochSeconds => time.ends_with(".000000000"),
        Format::IsoMillis | Format::IsoMillisOffset | Format::EpochMillis => {
            time.ends_with("000000")
        }
        Format::IsoMicros => time.ends_with("000"),
        Format::Date => midnight,
        Format::Month => midnight && day.ends_with("-01"),
        Format::Year => midnight && day.ends_with("-01-01"),
        _ => false,
    }
}

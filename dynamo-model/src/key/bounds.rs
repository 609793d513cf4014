//! Sort-key conditions: prefixes and exact range bounds.
//!
//! A range over a level includes everything below the bounding values. With `P` the text before the
//! level, `t` a value's text and `L` the literal that closes the level:
//!
//! | bound | closed by `L` | last, fixed width | last, any text |
//! |---|---|---|---|
//! | from `t` | `P t L` | `P t` | `P t` |
//! | after `t` | `P t L` with its last character raised | `P t` with its last character raised | `P t` and a zero character |
//! | to `t` | `P t L` with its last character raised | `P t` | `P t` |
//! | before `t` | `P t` | `P t` with its last character lowered | `P t`, and what equals it is dropped on arrival |
//!
//! An open end is `P`, or `P` with its last character raised. All texts that the template can render
//! sort as the table says, since a level with ranges is of fixed width or the last.

use std::ops::Bound;

use super::value::whole;

/// A condition on the sort key.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) enum SortCondition<V = String> {
    /// The partition alone.
    All,
    Equals(V),
    BeginsWith(V),
    Between(V, V),
    AtLeast(V),
    AtMost(V),
    Before(V),
    /// Nothing can match: nothing is sent.
    Nothing,
}

impl<V> SortCondition<V> {
    /// The same condition on other values.
    pub(crate) fn try_map<W, E>(
        self,
        mut map: impl FnMut(V) -> Result<W, E>,
    ) -> Result<SortCondition<W>, E> {
        Ok(match self {
            Self::All => SortCondition::All,
            Self::Nothing => SortCondition::Nothing,
            Self::Equals(value) => SortCondition::Equals(map(value)?),
            Self::BeginsWith(value) => SortCondition::BeginsWith(map(value)?),
            Self::AtLeast(value) => SortCondition::AtLeast(map(value)?),
            Self::AtMost(value) => SortCondition::AtMost(map(value)?),
            Self::Before(value) => SortCondition::Before(map(value)?),
            Self::Between(low, high) => SortCondition::Between(map(low)?, map(high)?),
        })
    }
}

impl SortCondition {
    /// The upper bound, where there is one.
    pub(crate) fn highest(&self) -> Option<&str> {
        match self {
            Self::Between(_, high) | Self::AtMost(high) => Some(high),
            _ => None,
        }
    }
}

/// A range's condition, with the sort key that has to be dropped from what arrives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) condition: SortCondition,
    pub(crate) dropped: Option<String>,
}

/// How a level ends.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ending {
    Closed(&'static str),
    LastFixed,
    LastVarying,
    /// A key of type B, its bytes as hexadecimal.
    LastBytes,
}

/// The exact range over one level; `low` and `high` are the texts of the values, in key order.
pub(crate) fn range(
    prefix: &str,
    low: Bound<String>,
    high: Bound<String>,
    ending: Ending,
) -> Range {
    let mut dropped = None;
    let closed = |text: &str, literal: &str| format!("{prefix}{text}{literal}");
    let low = match (low, ending) {
        (Bound::Unbounded, _) if prefix.is_empty() => None,
        (Bound::Unbounded, _) => Some(prefix.to_owned()),
        (Bound::Included(text), Ending::Closed(literal)) => Some(closed(&text, literal)),
        (Bound::Included(text), _) => Some(closed(&text, "")),
        (Bound::Excluded(text), Ending::Closed(literal)) => raised(&closed(&text, literal)),
        (Bound::Excluded(text), Ending::LastFixed) => raised(&closed(&text, "")),
        (Bound::Excluded(text), Ending::LastVarying) => Some(closed(&text, "\0")),
        (Bound::Excluded(text), Ending::LastBytes) => Some(closed(&text, "00")),
    };
    let mut exclusive = false;
    let high = match (high, ending) {
        (Bound::Unbounded, _) => raised(prefix),
        (Bound::Included(text), Ending::Closed(literal)) => raised(&closed(&text, literal)),
        (Bound::Included(text), _) | (Bound::Excluded(text), Ending::Closed(_)) => {
            Some(closed(&text, ""))
        }
        (Bound::Excluded(text), Ending::LastFixed) => Some(lowered(&closed(&text, ""))),
        (Bound::Excluded(text), Ending::LastVarying | Ending::LastBytes) => {
            exclusive = true;
            Some(closed(&text, ""))
        }
    };
    let condition = match (low, high) {
        (None, None) => SortCondition::All,
        (Some(low), None) => SortCondition::AtLeast(low),
        (None, Some(high)) if exclusive => SortCondition::Before(high),
        (None, Some(high)) => SortCondition::AtMost(high),
        (Some(low), Some(high)) if low > high || (exclusive && low == high) => {
            SortCondition::Nothing
        }
        (Some(low), Some(high)) => {
            dropped = exclusive.then(|| high.clone());
            SortCondition::Between(low, high)
        }
    };
    Range { condition, dropped }
}

/// The exact range over a key of type N, whose values are whole numbers; `low` and `high` are digits.
pub(crate) fn numbers(low: Bound<String>, high: Bound<String>) -> SortCondition {
    let bound = |bound: Bound<String>, next: i128| match bound {
        Bound::Included(digits) => whole(&digits),
        // Numbers have at most 38 digits, so that the next one is in range.
        Bound::Excluded(digits) => whole(&digits).and_then(|number| number.checked_add(next)),
        Bound::Unbounded => None,
    };
    match (bound(low, 1), bound(high, -1)) {
        (None, None) => SortCondition::All,
        (Some(low), None) => SortCondition::AtLeast(low.to_string()),
        (None, Some(high)) => SortCondition::AtMost(high.to_string()),
        (Some(low), Some(high)) if low > high => SortCondition::Nothing,
        (Some(low), Some(high)) => SortCondition::Between(low.to_string(), high.to_string()),
    }
}

/// The smallest text that sorts after everything that starts with `text`; `None` where there is none.
pub(crate) fn raised(text: &str) -> Option<String> {
    let mut text = text.to_owned();
    while let Some(last) = text.pop() {
        if let Some(next) = (u32::from(last) + 1..=0x10_FFFF).find_map(char::from_u32) {
            text.push(next);
            return Some(text);
        }
    }
    None
}

/// The text with its last character lowered by one: the upper bound below it among texts of its width.
fn lowered(text: &str) -> String {
    let mut lowered = text.to_owned();
    match lowered
        .pop()
        .and_then(|last| u32::from(last).checked_sub(1))
        .and_then(char::from_u32)
    {
        Some(previous) => lowered.push(previous),
        None => lowered.push('\0'),
    }
    lowered
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(low: &str, high: &str) -> SortCondition {
        SortCondition::Between(low.to_owned(), high.to_owned())
    }

    #[test]
    fn a_closed_level_includes_all_below_its_bounds() {
        let days = |low: Bound<&str>, high: Bound<&str>| {
            range(
                "ORDER#",
                low.map(str::to_owned),
                high.map(str::to_owned),
                Ending::Closed("#"),
            )
            .condition
        };
        let (first, last) = ("2026-01-01", "2026-01-31");
        assert_eq!(
            days(Bound::Included(first), Bound::Included(last)),
            between("ORDER#2026-01-01#", "ORDER#2026-01-31$")
        );
        assert_eq!(
            days(Bound::Excluded(first), Bound::Excluded(last)),
            between("ORDER#2026-01-01$", "ORDER#2026-01-31")
        );
        assert_eq!(
            days(Bound::Unbounded, Bound::Unbounded),
            between("ORDER#", "ORDER$")
        );
    }

    #[test]
    fn a_last_level_of_fixed_width_has_exact_bounds() {
        let days = |low: Bound<&str>, high: Bound<&str>| {
            range(
                "READING#",
                low.map(str::to_owned),
                high.map(str::to_owned),
                Ending::LastFixed,
            )
            .condition
        };
        assert_eq!(
            days(Bound::Included("2026-10-05"), Bound::Included("2026-10-31")),
            between("READING#2026-10-05", "READING#2026-10-31")
        );
        assert_eq!(
            days(Bound::Excluded("2026-10-09"), Bound::Excluded("2026-11-01")),
            between("READING#2026-10-0:", "READING#2026-11-00")
        );
    }

    #[test]
    fn an_exclusive_upper_bound_of_any_text_is_dropped_on_arrival() {
        let found = range(
            "N#",
            Bound::Included("a".to_owned()),
            Bound::Excluded("c".to_owned()),
            Ending::LastVarying,
        );
        assert_eq!(
            found,
            Range {
                condition: between("N#a", "N#c"),
                dropped: Some("N#c".to_owned())
            }
        );
        let found = range(
            "",
            Bound::Unbounded,
            Bound::Excluded("c".to_owned()),
            Ending::LastVarying,
        );
        assert_eq!(
            found,
            Range {
                condition: SortCondition::Before("c".to_owned()),
                dropped: None
            }
        );
    }

    #[test]
    fn a_range_of_numbers_is_by_value() {
        let included = |text: &str| Bound::Included(text.to_owned());
        let excluded = |text: &str| Bound::Excluded(text.to_owned());
        assert_eq!(numbers(included("9"), included("10")), between("9", "10"));
        assert_eq!(numbers(excluded("-1"), excluded("10")), between("0", "9"));
        assert_eq!(
            numbers(included("5"), excluded("5")),
            SortCondition::Nothing
        );
        assert_eq!(
            numbers(Bound::Unbounded, excluded("0")),
            SortCondition::AtMost("-1".to_owned())
        );
    }

    #[test]
    fn an_exclusive_lower_bound_of_bytes_is_the_next_sequence() {
        let low = Bound::Excluded("0aff".to_owned());
        let found = range("", low, Bound::Unbounded, Ending::LastBytes);
        assert_eq!(found.condition, SortCondition::AtLeast("0aff00".to_owned()));
    }

    #[test]
    fn an_empty_or_reversed_range_sends_nothing() {
        let text = |low: Bound<&str>, high: Bound<&str>, ending| {
            range(
                "N#",
                low.map(str::to_owned),
                high.map(str::to_owned),
                ending,
            )
            .condition
        };
        assert_eq!(
            text(
                Bound::Included("b"),
                Bound::Included("a"),
                Ending::LastVarying
            ),
            SortCondition::Nothing
        );
        assert_eq!(
            text(
                Bound::Included("b"),
                Bound::Excluded("b"),
                Ending::LastVarying
            ),
            SortCondition::Nothing
        );
        assert_eq!(
            text(
                Bound::Included("5"),
                Bound::Excluded("5"),
                Ending::LastFixed
            ),
            SortCondition::Nothing
        );
        assert_eq!(
            text(
                Bound::Included("5"),
                Bound::Excluded("5"),
                Ending::Closed("#")
            ),
            SortCondition::Nothing
        );
        assert_eq!(
            text(
                Bound::Excluded("5"),
                Bound::Excluded("6"),
                Ending::Closed("#")
            ),
            between("N#5$", "N#6")
        );
    }

    #[test]
    fn raising_skips_what_is_no_character() {
        assert_eq!(raised("a\u{D7FF}").as_deref(), Some("a\u{E000}"));
        assert_eq!(raised("a\u{10FFFF}").as_deref(), Some("b"));
        assert_eq!(raised("\u{10FFFF}"), None);
    }
}

//! The patterns of `{at:strftime …}`, read one token at a time by `const` code.
//!
//! A key text has to be of fixed width and has to sort, and the derive proves both at compile time. So
//! the pattern is judged here byte by byte in `const fn`s, and the run-time writer and reader in
//! `time.rs` walk the same tokens: what was proved and what is written cannot drift apart. Every named
//! time format is such a pattern too (`iso_s` is `%FT%TZ`), so there is one writer and one reader for
//! all of them.

/// One piece of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// `%Y`, four digits.
    Year,
    /// `%m`, two digits.
    Month,
    /// `%d`, two digits.
    Day,
    /// `%j`, three digits.
    DayOfYear,
    /// `%H`, two digits.
    Hour,
    /// `%M`, two digits.
    Minute,
    /// `%S`, two digits.
    Second,
    /// `%3f`, `%6f`, `%9f`.
    Fraction { digits: usize },
    /// `%F`, the same as `%Y-%m-%d`.
    FullDate,
    /// `%T`, the same as `%H:%M:%S`.
    FullTime,
    /// `%%`.
    Percent,
    /// Text up to the next `%` or the end. Cut only at an ASCII byte, so it is always whole characters.
    Literal,
}

/// The token at byte `at` and the place after it; `None` at the end or for an unknown directive.
pub(crate) const fn token_at(pattern: &[u8], at: usize) -> Option<(Token, usize)> {
    if at >= pattern.len() {
        return None;
    }
    if pattern[at] != b'%' {
        let mut end = at + 1;
        while end < pattern.len() && pattern[end] != b'%' {
            end += 1;
        }
        return Some((Token::Literal, end));
    }
    if at + 1 >= pattern.len() {
        return None;
    }
    let token = match pattern[at + 1] {
        b'Y' => Token::Year,
        b'm' => Token::Month,
        b'd' => Token::Day,
        b'j' => Token::DayOfYear,
        b'H' => Token::Hour,
        b'M' => Token::Minute,
        b'S' => Token::Second,
        b'F' => Token::FullDate,
        b'T' => Token::FullTime,
        b'%' => Token::Percent,
        digit @ (b'3' | b'6' | b'9') if at + 2 < pattern.len() && pattern[at + 2] == b'f' => {
            let digits = (digit - b'0') as usize;
            return Some((Token::Fraction { digits }, at + 3));
        }
        _ => return None,
    };
    Some((token, at + 2))
}

/// What a pattern as a whole says about its texts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// Bytes of every text.
    pub(crate) width: usize,
    /// It writes something of the value (`%%` and literals do not).
    pub(crate) has_directive: bool,
    /// It writes an hour or something finer.
    pub(crate) has_time_of_day: bool,
    /// Year, month and day can be had back.
    pub(crate) has_whole_date: bool,
    /// A later value never has a text that sorts first.
    pub(crate) is_ordered: bool,
}

/// Judges a pattern; `None` if it holds an unknown directive.
pub(crate) const fn facts(pattern: &str) -> Option<Facts> {
    let bytes = pattern.as_bytes();
    let (mut year, mut month, mut day, mut ordinal) = (false, false, false, false);
    // The finest unit written so far without a gap above it: 1 year, 2 month, 3 day, 4 hour, 5 minute, 6
    // second, 7 fraction. A directive keeps the order if it is the next finer unit, or tells nothing
    // new.
    let mut level = 0;
    let mut facts = Facts {
        width: 0,
        has_directive: false,
        has_time_of_day: false,
        has_whole_date: false,
        is_ordered: true,
    };
    let mut at = 0;
    while at < bytes.len() {
        let Some((token, next)) = token_at(bytes, at) else {
            return None;
        };
        // (bytes written, coarsest unit it may directly follow, unit reached)
        let (width, after, reached) = match token {
            Token::Year => (4, 0, 1),
            Token::Month => (2, 1, 2),
            Token::Day => (2, 2, 3),
            Token::DayOfYear => (3, 1, 3),
            Token::Hour => (2, 3, 4),
            Token::Minute => (2, 4, 5),
            Token::Second => (2, 5, 6),
            Token::Fraction { digits } => (digits, 6, 7),
            Token::FullDate => (10, 0, 3),
            Token::FullTime => (8, 3, 6),
            Token::Percent => (1, 0, 0),
            Token::Literal => (next - at, 0, 0),
        };
        match token {
            Token::Year => year = true,
            Token::Month => month = true,
            Token::Day => day = true,
            Token::DayOfYear => ordinal = true,
            Token::FullDate => (year, month, day) = (true, true, true),
            _ => {}
        }
        facts.width += width;
        if reached > 0 {
            facts.has_directive = true;
            if reached > 3 {
                facts.has_time_of_day = true;
            }
            if level < after {
                facts.is_ordered = false;
            } else if level < reached {
                level = reached;
            }
        }
        at = next;
    }
    facts.has_whole_date = year && (ordinal || (month && day));
    facts.is_ordered = facts.is_ordered && facts.has_directive;
    Some(facts)
}

/// The bytes of `2026-10-20T12:00:00.000000000` that a pattern which keeps the order tells, from the left;
/// `None` where it tells something without what is coarser.
pub(crate) fn kept_of_iso(pattern: &str) -> Option<usize> {
    if !facts(pattern)?.is_ordered {
        return None;
    }
    let bytes = pattern.as_bytes();
    let (mut at, mut kept) = (0, 0);
    while let Some((token, next)) = token_at(bytes, at) {
        kept = kept.max(match token {
            Token::Year => 4,
            Token::Month => 7,
            Token::Day | Token::DayOfYear | Token::FullDate => 10,
            Token::Hour => 13,
            Token::Minute => 16,
            Token::Second | Token::FullTime => 19,
            Token::Fraction { digits } => 20 + digits,
            Token::Percent | Token::Literal => 0,
        });
        at = next;
    }
    Some(kept)
}

/// Whether `pattern` can be the pattern of `{at:strftime …}`.
///
/// Allowed are the directives of fixed width `%Y` (four digits), `%m`, `%d`, `%j` (day of the year,
/// three digits), `%H`, `%M`, `%S`, `%3f`, `%6f`, `%9f` (that many digits of the fraction, cut, without
/// a dot), `%F` (`%Y-%m-%d`), `%T` (`%H:%M:%S`) and `%%`; any other character stands for itself. Names
/// of months and days, 12-hour clocks and flags such as `%-d` vary in width or do not sort, so they are
/// refused. At least one directive has to be there, else every value would have the same text.
#[must_use]
pub(crate) const fn check_strftime(pattern: &str) -> bool {
    match facts(pattern) {
        Some(facts) => facts.has_directive,
        None => false,
    }
}

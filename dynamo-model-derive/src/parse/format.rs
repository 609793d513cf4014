//! The formats of template parts.
//!
//! Whether a format suits a field's type is the runtime's to say (a const check at the template's literal); here is only what the text means.

use crate::errors::did_you_mean;

/// A format, by the names that the runtime's `Format` has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Default,
    Padded(u8),
    Hex(u8),
    PaddedDesc(u8),
    HexDesc(u8),
    Unpadded,
    Lower,
    Upper,
    Escaped,
    Raw,
    /// One of the fixed forms of times, by its variant's name.
    Time(&'static str),
    Strftime(String),
}

const NAMED: &[(&str, Format)] = &[
    ("unpadded", Format::Unpadded),
    ("lower", Format::Lower),
    ("upper", Format::Upper),
    ("esc", Format::Escaped),
    ("raw", Format::Raw),
    ("iso_s", Format::Time("IsoSeconds")),
    ("iso_ms", Format::Time("IsoMillis")),
    ("iso_us", Format::Time("IsoMicros")),
    ("iso_ms_offset", Format::Time("IsoMillisOffset")),
    ("epoch_s", Format::Time("EpochSeconds")),
    ("epoch_ms", Format::Time("EpochMillis")),
    ("date", Format::Time("Date")),
    ("month", Format::Time("Month")),
    ("year", Format::Time("Year")),
];

const DIRECTIVES: &str = "%Y %m %d %H %M %S %j %3f %6f %9f %F %T %%";

/// Reads the text after the colon of `{field:format}`.
///
/// # Errors
///
/// What is wrong with it, worded without the template's name.
pub(crate) fn parse(text: &str) -> Result<Format, String> {
    if let Some((_, format)) = NAMED.iter().find(|(name, _)| *name == text) {
        return Ok(format.clone());
    }
    if text == "strftime" {
        return Err("has `strftime` without a pattern; write `strftime %Y%m%d`".to_owned());
    }
    if let Some(pattern) = text.strip_prefix("strftime ") {
        check_strftime(pattern)?;
        return Ok(Format::Strftime(pattern.to_owned()));
    }
    if text == "desc" {
        return Err("has `desc` without a width; write `desc 010`".to_owned());
    }
    let (desc, number) = match text.strip_prefix("desc ") {
        Some(number) => (true, number),
        None => (false, text),
    };
    let (hex, digits) = match number.strip_suffix('x') {
        Some(digits) => (true, digits),
        None => (false, number),
    };
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let width = width(text, digits, hex)?;
        return Ok(match (desc, hex) {
            (false, false) => Format::Padded(width),
            (false, true) => Format::Hex(width),
            (true, false) => Format::PaddedDesc(width),
            (true, true) => Format::HexDesc(width),
        });
    }
    let names = NAMED
        .iter()
        .map(|(name, _)| *name)
        .chain(["desc", "strftime"]);
    let nearest = did_you_mean(text, names);
    Err(format!("has the unknown format `{text}`{nearest}"))
}

fn width(text: &str, digits: &str, hex: bool) -> Result<u8, String> {
    let number = digits.trim_start_matches('0');
    if number.is_empty() {
        return Err(format!(
            "has the format `{text}`, whose width is 0; write the number of digits, as in `010`"
        ));
    }
    if !digits.starts_with('0') {
        let suffix = if hex { "x" } else { "" };
        return Err(format!(
            "has the format `{text}`; a width is written with a leading zero: `0{digits}{suffix}`"
        ));
    }
    number
        .parse()
        .map_err(|_| format!("has the format `{text}`, whose width is over 255"))
}

/// Accepts the directives that write a fixed number of characters.
fn check_strftime(pattern: &str) -> Result<(), String> {
    if pattern.is_empty() {
        return Err("has `strftime` without a pattern; write `strftime %Y%m%d`".to_owned());
    }
    for directive in directives(pattern) {
        if !DIRECTIVES.split(' ').any(|known| known == directive) {
            return Err(format!(
                "has the strftime directive `{directive}`; those of fixed width are {DIRECTIVES}"
            ));
        }
    }
    Ok(())
}

/// The directives of a pattern, each with its `%`; an incomplete one as far as it goes.
fn directives(pattern: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut chars = pattern.chars();
    while let Some(char) = chars.next() {
        if char != '%' {
            continue;
        }
        let mut directive = String::from('%');
        if let Some(next) = chars.next() {
            directive.push(next);
            if next.is_ascii_digit() {
                directive.extend(chars.next());
            }
        }
        found.push(directive);
    }
    found
}

impl Format {
    /// Whether every value's text has one length, whatever the type.
    pub(crate) fn is_fixed_width(&self) -> bool {
        match self {
            Self::Padded(_)
            | Self::Hex(_)
            | Self::PaddedDesc(_)
            | Self::HexDesc(_)
            | Self::Time(_)
            | Self::Strftime(_) => true,
            Self::Default
            | Self::Unpadded
            | Self::Lower
            | Self::Upper
            | Self::Escaped
            | Self::Raw => false,
        }
    }

    /// The detail of a format whose texts can be counted, one bucket after the other.
    pub(crate) fn bucket(&self) -> Option<u8> {
        match self {
            Self::Time(name @ ("Year" | "Month" | "Date")) => Some(Self::Time(name).detail()),
            _ => None,
        }
    }

    /// How fine a time is: from 1 for years; 0 where the text does not sort or is none of a time.
    pub(crate) fn detail(&self) -> u8 {
        match self {
            Self::Time("Year") => 1,
            Self::Time("Month") => 2,
            Self::Time("Date") => 3,
            // A date's default is a day, an instant's a millisecond.
            Self::Default | Self::Time(_) => 7,
            Self::Strftime(pattern) => detail(pattern),
            _ => 0,
        }
    }

    /// Whether the text never sorts as the values do.
    pub(crate) fn is_unordered(&self) -> bool {
        match self {
            Self::Unpadded | Self::Lower | Self::Upper | Self::Escaped => true,
            Self::Strftime(pattern) => detail(pattern) == 0,
            Self::Default
            | Self::Padded(_)
            | Self::Hex(_)
            | Self::PaddedDesc(_)
            | Self::HexDesc(_)
            | Self::Raw
            | Self::Time(_) => false,
        }
    }
}

/// How far a pattern goes that begins with the year and goes on to ever smaller units, from 1 for years; only then does text order equal time order. Otherwise 0.
fn detail(pattern: &str) -> u8 {
    let mut last = 0;
    for directive in directives(pattern) {
        let (from, to) = match directive.as_str() {
            "%Y" => (1, 1),
            "%m" => (2, 2),
            "%d" => (3, 3),
            "%j" => (2, 3),
            "%F" => (1, 3),
            "%H" => (4, 4),
            "%M" => (5, 5),
            "%S" => (6, 6),
            "%T" => (4, 6),
            "%3f" | "%6f" | "%9f" => (7, 7),
            _ => continue,
        };
        if from != last + 1 {
            return 0;
        }
        last = to;
    }
    last
}

//! How one field is written in a key: the format that a template names, and the kinds of value it can
//! name it for.
//!
//! All of it is `const`, because the derive judges a template at compile time: it knows the field's type
//! only as a path, so it emits `FORMAT.refusal(<T as KeyPart>::KIND)` and lets constant evaluation
//! answer. The messages are therefore fixed texts that say what to write instead; the derive adds
//! template and field.

use std::fmt;

use super::strftime;

/// The widest decimal number, `u128::MAX`, has 39 digits.
const MAX_WIDTH: u8 = 39;
/// `i128::MIN` has 39 digits and a sign.
const MAX_SIGNED_WIDTH: u8 = 40;

/// The format of a field in a key template: what stands behind the colon in `{field:format}`.
///
/// The derive makes these values; `Display` gives the spelling in the template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// `{field}`: text as it is, an integer in plain decimal, a date as `2026-10-20`, an instant as
    /// `2026-10-20T12:00:00.000Z`, an identifier in its usual spelling.
    Default,
    /// `{n:010}`: decimal with leading zeros. A negative number is `-` and the nines' complement of its
    /// digits, so that the texts sort as the numbers do.
    Padded {
        /// Bytes of the text, sign included.
        width: u8,
    },
    /// `{n:016x}`: lower-case hexadecimal with leading zeros, for unsigned integers.
    Hex {
        /// Bytes of the text.
        width: u8,
    },
    /// `{n:desc 010}`: decimal, larger numbers sort first. The digits are the nines' complement; a
    /// negative number is `~` and its plain digits.
    PaddedDesc {
        /// Bytes of the text, sign included.
        width: u8,
    },
    /// `{n:desc 016x}`: hexadecimal, larger numbers sort first, for unsigned integers.
    HexDesc {
        /// Bytes of the text.
        width: u8,
    },
    /// `{n:unpadded}`: plain decimal. Does not sort: `10` comes before `9`.
    Unpadded,
    /// `{s:lower}`: Unicode lower case. Loses information.
    Lower,
    /// `{s:upper}`: Unicode upper case. Loses information.
    Upper,
    /// `{s:esc}`: every byte but ASCII letters and digits becomes `%XX`. Does not keep the order.
    Escaped,
    /// `{s:raw}`: text as it is, and the caller does not look for delimiters in it.
    Raw,
    /// `{at:iso_s}`: `2026-10-20T12:00:00Z`.
    IsoSeconds,
    /// `{at:iso_ms}`: `2026-10-20T12:00:00.000Z`.
    IsoMillis,
    /// `{at:iso_us}`: `2026-10-20T12:00:00.000000Z`.
    IsoMicros,
    /// `{at:iso_ms_offset}`: `2026-10-20T12:00:00.000+00:00`.
    IsoMillisOffset,
    /// `{at:epoch_s}`: seconds since 1970, ten digits (to the year 2286).
    EpochSeconds,
    /// `{at:epoch_ms}`: milliseconds since 1970, thirteen digits (to the year 2286).
    EpochMillis,
    /// `{at:date}`: `2026-10-20`.
    Date,
    /// `{at:month}`: `2026-10`.
    Month,
    /// `{at:year}`: `2026`.
    Year,
    /// `{at:strftime %Y%m%d}`: `%Y %m %d %j %H %M %S %3f %6f %9f %F %T %%` and literal text; each has a
    /// fixed width.
    Strftime(&'static str),
}

/// What a type is to a key template: it decides which formats can be named for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartKind {
    /// Text of any length.
    Text,
    /// One spelling of fixed length: `Uuid` (36, hyphenated, lower case), `Ulid` (26).
    Fixed {
        /// Bytes of the text.
        width: usize,
    },
    /// An integer without a sign.
    Unsigned {
        /// Decimal digits of the largest value.
        digits: u8,
    },
    /// An integer with a sign.
    Signed {
        /// Decimal digits of the value farthest from zero, without the sign.
        digits: u8,
    },
    /// A day of the calendar.
    Date,
    /// A point in time.
    Instant,
    /// Bytes: lower-case hexadecimal in text, themselves as a key of type B.
    Bytes {
        /// Bytes of the text, where they are always as many.
        width: Option<usize>,
    },
}

impl Format {
    /// Why this format cannot be used for `kind`, as what to write instead; `None` if it can.
    #[must_use]
    pub const fn refusal(self, kind: PartKind) -> Option<&'static str> {
        match kind {
            PartKind::Text => self.refusal_for_text(),
            PartKind::Fixed { .. } => match self {
                Self::Default => None,
                _ => Some("an identifier has one spelling of fixed length; leave the format out"),
            },
            PartKind::Unsigned { .. } => self.refusal_for_integer(false),
            PartKind::Signed { .. } => self.refusal_for_integer(true),
            PartKind::Bytes { .. } => match self {
                Self::Default => None,
                _ => Some("bytes have one spelling, hexadecimal; leave the format out"),
            },
            PartKind::Date => self.refusal_for_date(),
            PartKind::Instant => self.refusal_for_instant(),
        }
    }

    const fn refusal_for_text(self) -> Option<&'static str> {
        match self {
            Self::Default | Self::Lower | Self::Upper | Self::Escaped | Self::Raw => None,
            Self::Padded { .. }
            | Self::Hex { .. }
            | Self::PaddedDesc { .. }
            | Self::HexDesc { .. }
            | Self::Unpadded => Some(
                "a width, `desc` and `unpadded` are for integers; text takes no format, `lower`, `upper`, `esc` or `raw`",
            ),
            _ => Some(
                "time formats are for dates and instants; text takes no format, `lower`, `upper`, `esc` or `raw`",
            ),
        }
    }

    const fn refusal_for_integer(self, signed: bool) -> Option<&'static str> {
        match self {
            Self::Default | Self::Unpadded => None,
            Self::Hex { .. } | Self::HexDesc { .. } if signed => Some(
                "hexadecimal digits of a signed integer do not sort; write a decimal width such as `010` or `desc 010`",
            ),
            Self::Padded { width: 0 }
            | Self::Hex { width: 0 }
            | Self::PaddedDesc { width: 0 }
            | Self::HexDesc { width: 0 } => {
                Some("a width of 0 holds no number; write the number of digits, such as `010`")
            }
            Self::Padded { width } | Self::PaddedDesc { width } if signed => {
                if width > MAX_SIGNED_WIDTH {
                    Some(
                        "no signed integer has more than 39 digits and a sign; write a width from 1 to 40",
                    )
                } else {
                    None
                }
            }
            Self::Padded { width }
            | Self::PaddedDesc { width }
            | Self::Hex { width }
            | Self::HexDesc { width } => {
                if width > MAX_WIDTH {
                    Some("no integer has more than 39 digits; write a width from 1 to 39")
                } else {
                    None
                }
            }
            Self::Lower | Self::Upper | Self::Escaped | Self::Raw => Some(
                "`lower`, `upper`, `esc` and `raw` are for text; an integer takes a width such as `010`, `desc 010` or `unpadded`",
            ),
            _ => Some(
                "time formats are for dates and instants; an integer takes a width such as `010`, `desc 010` or `unpadded`",
            ),
        }
    }

    const fn refusal_for_date(self) -> Option<&'static str> {
        match self {
            Self::Default | Self::Date | Self::Month | Self::Year => None,
            Self::Strftime(pattern) => match strftime::facts(pattern) {
                Some(facts) if facts.has_time_of_day => Some(
                    "a date has no time of day; leave `%H`, `%M`, `%S`, `%T` and fractions out of the pattern",
                ),
                _ => refusal_of_pattern(pattern),
            },
            _ => Some(
                "a date takes no format, `date`, `month`, `year` or `strftime` with a pattern such as `%Y%m%d`",
            ),
        }
    }

    const fn refusal_for_instant(self) -> Option<&'static str> {
        match self {
            Self::Default
            | Self::IsoSeconds
            | Self::IsoMillis
            | Self::IsoMicros
            | Self::IsoMillisOffset
            | Self::EpochSeconds
            | Self::EpochMillis
            | Self::Date
            | Self::Month
            | Self::Year => None,
            Self::Strftime(pattern) => refusal_of_pattern(pattern),
            _ => Some(
                "an instant takes no format, `iso_s`, `iso_ms`, `iso_us`, `iso_ms_offset`, `epoch_s`, `epoch_ms`, `date`, `month`, `year` or `strftime` with a pattern",
            ),
        }
    }

    /// The bytes of every text in this format; `None` if it varies or the format cannot be used for
    /// `kind`.
    #[must_use]
    pub const fn fixed_width(self, kind: PartKind) -> Option<usize> {
        if self.refusal(kind).is_some() {
            return None;
        }
        if let Some(pattern) = self.pattern(kind) {
            return match strftime::facts(pattern) {
                Some(facts) => Some(facts.width),
                None => None,
            };
        }
        match self {
            Self::Padded { width }
            | Self::Hex { width }
            | Self::PaddedDesc { width }
            | Self::HexDesc { width } => Some(width as usize),
            Self::EpochSeconds => Some(10),
            Self::EpochMillis => Some(13),
            _ => match kind {
                PartKind::Fixed { width } => Some(width),
                PartKind::Bytes { width } => width,
                _ => None,
            },
        }
    }

    /// Whether two different values never have the same text, so that the value can be read back.
    ///
    /// An instant is only safe in the default format, which refuses what it cannot hold; every format
    /// named for an instant cuts what is finer.
    #[must_use]
    pub const fn is_lossless(self, kind: PartKind) -> bool {
        if self.refusal(kind).is_some() {
            return false;
        }
        match kind {
            PartKind::Text => !matches!(self, Self::Lower | Self::Upper),
            PartKind::Fixed { .. }
            | PartKind::Unsigned { .. }
            | PartKind::Signed { .. }
            | PartKind::Bytes { .. } => true,
            PartKind::Instant => matches!(self, Self::Default),
            PartKind::Date => match self.pattern(kind) {
                Some(pattern) => match strftime::facts(pattern) {
                    Some(facts) => facts.has_whole_date,
                    None => false,
                },
                None => false,
            },
        }
    }

    /// How much of a value the text tells, to compare two formats of one type: the lossless ones tell
    /// most, then the longest text of a date or an instant.
    pub(crate) const fn detail(self, kind: PartKind) -> usize {
        if self.is_lossless(kind) {
            return usize::MAX;
        }
        match (self, self.fixed_width(kind)) {
            // As fine as `iso_s` and `iso_ms`, whatever their length.
            (Self::EpochSeconds, _) => 20,
            (Self::EpochMillis | Self::IsoMillisOffset, _) => 24,
            (_, Some(width)) => width,
            (_, None) => 0,
        }
    }

    /// Whether the byte order of the texts is the order of the values, or its exact reverse where
    /// [`is_descending`](Self::is_descending).
    ///
    /// In a format that loses information (`month`), values that differ may have equal texts, but never
    /// texts in the wrong order.
    #[must_use]
    pub const fn is_ordered(self, kind: PartKind) -> bool {
        if self.refusal(kind).is_some() {
            return false;
        }
        if let Some(pattern) = self.pattern(kind) {
            return match strftime::facts(pattern) {
                Some(facts) => facts.is_ordered,
                None => false,
            };
        }
        match kind {
            PartKind::Text => matches!(self, Self::Default | Self::Raw),
            PartKind::Unsigned { .. } | PartKind::Signed { .. } => {
                !matches!(self, Self::Default | Self::Unpadded)
            }
            PartKind::Fixed { .. }
            | PartKind::Date
            | PartKind::Instant
            | PartKind::Bytes { .. } => true,
        }
    }

    /// Whether larger values sort first.
    #[must_use]
    pub const fn is_descending(self) -> bool {
        matches!(self, Self::PaddedDesc { .. } | Self::HexDesc { .. })
    }

    /// The pattern that writes a date or an instant; `None` for other kinds and for the epoch formats.
    pub(crate) const fn pattern(self, kind: PartKind) -> Option<&'static str> {
        match (self, kind) {
            (Self::Default, PartKind::Date) => Some("%F"),
            (Self::Default, PartKind::Instant) => Some("%FT%T.%3fZ"),
            (_, PartKind::Date | PartKind::Instant) => match self {
                Self::IsoSeconds => Some("%FT%TZ"),
                Self::IsoMillis => Some("%FT%T.%3fZ"),
                Self::IsoMicros => Some("%FT%T.%6fZ"),
                Self::IsoMillisOffset => Some("%FT%T.%3f+00:00"),
                Self::Date => Some("%F"),
                Self::Month => Some("%Y-%m"),
                Self::Year => Some("%Y"),
                Self::Strftime(pattern) => Some(pattern),
                _ => None,
            },
            _ => None,
        }
    }
}

const fn refusal_of_pattern(pattern: &str) -> Option<&'static str> {
    if strftime::check_strftime(pattern) {
        None
    } else {
        Some(
            "a `strftime` pattern needs at least one of `%Y %m %d %j %H %M %S %3f %6f %9f %F %T`, and has no other directive than these and `%%`",
        )
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => Ok(()),
            Self::Padded { width } => write!(f, "0{width}"),
            Self::Hex { width } => write!(f, "0{width}x"),
            Self::PaddedDesc { width } => write!(f, "desc 0{width}"),
            Self::HexDesc { width } => write!(f, "desc 0{width}x"),
            Self::Unpadded => f.write_str("unpadded"),
            Self::Lower => f.write_str("lower"),
            Self::Upper => f.write_str("upper"),
            Self::Escaped => f.write_str("esc"),
            Self::Raw => f.write_str("raw"),
            Self::IsoSeconds => f.write_str("iso_s"),
            Self::IsoMillis => f.write_str("iso_ms"),
            Self::IsoMicros => f.write_str("iso_us"),
            Self::IsoMillisOffset => f.write_str("iso_ms_offset"),
            Self::EpochSeconds => f.write_str("epoch_s"),
            Self::EpochMillis => f.write_str("epoch_ms"),
            Self::Date => f.write_str("date"),
            Self::Month => f.write_str("month"),
            Self::Year => f.write_str("year"),
            Self::Strftime(pattern) => write!(f, "strftime {pattern}"),
        }
    }
}

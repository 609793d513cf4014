//! Key parts of the standard library: text and integers.

use std::borrow::Cow;
use std::num;
use std::sync::Arc;

use super::format::{Format, PartKind};
use super::number::{Integer, Whole, read_integer, write_whole};
use super::part::{KeyPart, PartError};
use super::text::{read_text, write_text};
use super::width::VaryingWidth;

impl KeyPart for str {
    const KIND: PartKind = PartKind::Text;
    type Width = VaryingWidth;

    fn write_part(&self, format: Format, out: &mut String) -> Result<(), PartError> {
        write_text(self, format, out)
    }
}

macro_rules! text_part {
    ($($type:ty),+) => {$(
        impl KeyPart for $type {
            const KIND: PartKind = PartKind::Text;
            type Width = VaryingWidth;

            fn write_part(&self, format: Format, out: &mut String) -> Result<(), PartError> {
                write_text(self, format, out)
            }

            fn read_part(text: &str, format: Format) -> Result<Self, PartError> {
                Ok(read_text(text, format)?.into())
            }
        }
    )+};
}

text_part!(String, Cow<'_, str>, Box<str>, Arc<str>);

/// A reference is written as what it refers to; it cannot be read, since nobody owns what it would refer
/// to.
impl<T: KeyPart + ?Sized> KeyPart for &T {
    const KIND: PartKind = T::KIND;
    type Width = T::Width;

    fn write_part(&self, format: Format, out: &mut String) -> Result<(), PartError> {
        (**self).write_part(format, out)
    }

    fn read_part(_text: &str, _format: Format) -> Result<Self, PartError> {
        Err(PartError::new(
            "a reference cannot be read from a key; give the field an owned type",
        ))
    }
}

impl KeyPart for char {
    const KIND: PartKind = PartKind::Text;
    type Width = VaryingWidth;

    fn write_part(&self, format: Format, out: &mut String) -> Result<(), PartError> {
        let mut buffer = [0; 4];
        let mut text = String::new();
        write_text(self.encode_utf8(&mut buffer), format, &mut text)?;
        // `ß` is `SS` in upper case, which no `char` is read from.
        if matches!(format, Format::Lower | Format::Upper) && text.chars().count() != 1 {
            return Err(PartError::new(
                "the character becomes several in this case; give the field the type `String`",
            ));
        }
        out.push_str(&text);
        Ok(())
    }

    fn read_part(text: &str, format: Format) -> Result<Self, PartError> {
        let text = read_text(text, format)?;
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(only), None) => Ok(only),
            _ => Err(PartError::misspelt(format)),
        }
    }
}

macro_rules! integer_part {
    ($($type:ty),+) => {$(
        impl KeyPart for $type {
            const KIND: PartKind = <$type as Integer>::KIND;
            type Width = VaryingWidth;

            fn write_part(&self, format: Format, out: &mut String) -> Result<(), PartError> {
                write_whole(self.to_whole(), <Self as KeyPart>::KIND, format, out)
            }

            fn read_part(text: &str, format: Format) -> Result<Self, PartError> {
                read_integer(text, format)
            }
        }
    )+};
}

// `ilog10() + 1` is at most 39.
macro_rules! unsigned {
    ($($type:ty, $non_zero:ty;)+) => {$(
        impl Integer for $type {
            const KIND: PartKind = PartKind::Unsigned { digits: <$type>::MAX.ilog10() as u8 + 1 };

            fn to_whole(&self) -> Whole {
                // `usize` has no `Into<u128>`; no integer type is wider than 128 bits.
                Whole { negative: false, magnitude: *self as u128 }
            }

            fn from_whole(whole: Whole) -> Option<Self> {
                if whole.negative { None } else { Self::try_from(whole.magnitude).ok() }
            }
        }
        integer_part!($type);
        non_zero!($non_zero, $type);
    )+};
}

macro_rules! signed {
    ($($type:ty, $non_zero:ty;)+) => {$(
        impl Integer for $type {
            const KIND: PartKind =
                PartKind::Signed { digits: <$type>::MIN.unsigned_abs().ilog10() as u8 + 1 };

            fn to_whole(&self) -> Whole {
                Whole { negative: *self < 0, magnitude: self.unsigned_abs() as u128 }
            }

            fn from_whole(whole: Whole) -> Option<Self> {
                let wide = if whole.negative {
                    0_i128.checked_sub_unsigned(whole.magnitude)
                } else {
                    i128::try_from(whole.magnitude).ok()
                };
                Self::try_from(wide?).ok()
            }
        }
        integer_part!($type);
        non_zero!($non_zero, $type);
    )+};
}

macro_rules! non_zero {
    ($type:ty, $inner:ty) => {
        impl Integer for $type {
            const KIND: PartKind = <$inner as Integer>::KIND;

            fn to_whole(&self) -> Whole {
                self.get().to_whole()
            }

            fn from_whole(whole: Whole) -> Option<Self> {
                Self::new(<$inner>::from_whole(whole)?)
            }
        }
        integer_part!($type);
    };
}

unsigned! {
    u8, num::NonZeroU8;
    u16, num::NonZeroU16;
    u32, num::NonZeroU32;
    u64, num::NonZeroU64;
    u128, num::NonZeroU128;
    usize, num::NonZeroUsize;
}

signed! {
    i8, num::NonZeroI8;
    i16, num::NonZeroI16;
    i32, num::NonZeroI32;
    i64, num::NonZeroI64;
    i128, num::NonZeroI128;
    isize, num::NonZeroIsize;
}

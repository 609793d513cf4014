//! Key parts of `uuid` and `ulid`: one spelling each, of fixed length, whose byte order is the value's
//! order.
//!
//! Both crates read more spellings than they write (braces, upper case, ambiguous letters). A key has
//! one, so what was read is written again and compared.

use super::format::{Format, PartKind};
use super::part::{KeyPart, PartError, accept};
use super::width::FixedWidth;

/// Hyphenated, in lower case.
#[cfg(feature = "uuid")]
impl KeyPart for uuid::Uuid {
    const KIND: PartKind = PartKind::Fixed {
        width: uuid::fmt::Hyphenated::LENGTH,
    };
    type Width = FixedWidth;

    fn write_part(&self, format: Format, out: &mut String) -> Result<(), PartError> {
        accept(format, Self::KIND)?;
        let mut buffer = uuid::Uuid::encode_buffer();
        out.push_str(self.hyphenated().encode_lower(&mut buffer));
        Ok(())
    }

    fn read_part(text: &str, format: Format) -> Result<Self, PartError> {
        accept(format, Self::KIND)?;
        let value = uuid::Uuid::try_parse(text).map_err(|_| PartError::misspelt(format))?;
        let mut buffer = uuid::Uuid::encode_buffer();
        if value.hyphenated().encode_lower(&mut buffer) == text {
            Ok(value)
        } else {
            Err(PartError::misspelt(format))
        }
    }
}

/// Crockford's base 32, in upper case.
#[cfg(feature = "ulid")]
impl KeyPart for ulid::Ulid {
    const KIND: PartKind = PartKind::Fixed {
        width: ulid::ULID_LEN,
    };
    type Width = FixedWidth;

    fn write_part(&self, format: Format, out: &mut String) -> Result<(), PartError> {
        accept(format, Self::KIND)?;
        let mut buffer = [0; ulid::ULID_LEN];
        out.push_str(self.array_to_str(&mut buffer));
        Ok(())
    }

    fn read_part(text: &str, format: Format) -> Result<Self, PartError> {
        accept(format, Self::KIND)?;
        let value = ulid::Ulid::from_string(text).map_err(|_| PartError::misspelt(format))?;
        let mut buffer = [0; ulid::ULID_LEN];
        if value.array_to_str(&mut buffer) == text {
            Ok(value)
        } else {
            Err(PartError::misspelt(format))
        }
    }
}

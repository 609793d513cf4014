//! Bytes in keys: themselves where the key attribute is of type B, lower-case hexadecimal in text.

use super::arg::Arg;
use super::format::{Format, PartKind};
use super::part::{KeyPart, PartError, accept};
use super::value::{bytes, hex};
use super::width::{FixedWidth, VaryingWidth};

const KIND: PartKind = PartKind::Bytes { width: None };

impl KeyPart for Vec<u8> {
    const KIND: PartKind = KIND;
    type Width = VaryingWidth;

    fn write_part(&self, format: Format, out: &mut String) -> Result<(), PartError> {
        accept(format, KIND)?;
        out.push_str(&hex(self));
        Ok(())
    }

    fn read_part(text: &str, format: Format) -> Result<Self, PartError> {
        accept(format, KIND)?;
        bytes(text).ok_or_else(|| PartError::misspelt(format))
    }
}

impl<const N: usize> KeyPart for [u8; N] {
    const KIND: PartKind = PartKind::Bytes { width: Some(2 * N) };
    type Width = FixedWidth;

    fn write_part(&self, format: Format, out: &mut String) -> Result<(), PartError> {
        accept(format, Self::KIND)?;
        out.push_str(&hex(self));
        Ok(())
    }

    fn read_part(text: &str, format: Format) -> Result<Self, PartError> {
        accept(format, Self::KIND)?;
        let bytes = bytes(text).and_then(|bytes| bytes.try_into().ok());
        bytes.ok_or_else(|| PartError::misspelt(format))
    }
}

impl Arg<Vec<u8>> for &[u8] {
    fn into_arg(self) -> Vec<u8> {
        self.to_vec()
    }
}

impl Arg<Option<Vec<u8>>> for &[u8] {
    fn into_arg(self) -> Option<Vec<u8>> {
        Some(self.to_vec())
    }
}

impl<const N: usize> Arg<Vec<u8>> for &[u8; N] {
    fn into_arg(self) -> Vec<u8> {
        self.to_vec()
    }
}

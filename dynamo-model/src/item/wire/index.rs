//! Where the attributes of an answer's items are: what one scan over the answer leaves behind.
//!
//! An item's name, its type and the attributes of its key are looked up before it is read as an entity, and reading needs all of its
//! attributes once more. So the scan notes the place and type of each attribute, 16 bytes apiece, in one list for all items.

use super::scan::{Found, Kind, Scan, Span};
use super::text;
use crate::item::error::CodecError;

/// One attribute of an item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    name_start: u32,
    name_length: u16,
    kind: Kind,
    escapes: Escapes,
    start: u32,
    end: u32,
}

/// Which of an entry's strings has a backslash in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Escapes {
    None,
    Name,
    Value,
    Both,
}

impl Entry {
    /// `None` for a name longer than any attribute's, which has at most 65,535 bytes.
    #[inline]
    fn new(name: Span, value: Found) -> Option<Self> {
        Some(Entry {
            name_start: name.start,
            name_length: u16::try_from(name.end - name.start).ok()?,
            kind: value.kind,
            escapes: match (name.is_escaped, value.span.is_escaped) {
                (false, false) => Escapes::None,
                (true, false) => Escapes::Name,
                (false, true) => Escapes::Value,
                (true, true) => Escapes::Both,
            },
            start: value.span.start,
            end: value.span.end,
        })
    }

    #[inline]
    pub(super) fn name(&self) -> Span {
        Span {
            start: self.name_start,
            end: self.name_start + u32::from(self.name_length),
            is_escaped: self.is_escaped(),
        }
    }

    /// The length of the name as it is written.
    #[inline]
    pub(super) fn name_length(&self) -> usize {
        self.name_length.into()
    }

    /// Whether the name has escapes.
    #[inline]
    pub(super) fn is_escaped(&self) -> bool {
        matches!(self.escapes, Escapes::Name | Escapes::Both)
    }

    #[inline]
    pub(super) fn value(&self) -> Found {
        Found {
            kind: self.kind,
            span: Span {
                start: self.start,
                end: self.end,
                is_escaped: matches!(self.escapes, Escapes::Value | Escapes::Both),
            },
        }
    }

    #[inline]
    pub(super) fn is_named(&self, text: &str, name: &str) -> Result<bool, CodecError> {
        if self.is_escaped() {
            return Ok(text::content(text, self.name())? == name);
        }
        Ok(self.name_length() == name.len() && self.name().of(text) == name)
    }
}

/// Notes the attributes of the item that comes next.
pub(super) fn item(scan: &mut Scan<'_>, entries: &mut Vec<Entry>) -> Result<(), CodecError> {
    scan.expect(b'{')?;
    let mut count = 0;
    while scan.next_element(b'}', count)? {
        count += 1;
        let name = scan.name()?;
        scan.peek();
        let value = scan
            .value()
            .map_err(|error| error.in_field(name.of(scan.text())))?;
        // Only the SDK's types can hold it until it is sent back.
        if value.kind == Kind::Other {
            return Err(scan.error("a type that this version does not know, before"));
        }
        let entry = Entry::new(name, value)
            .ok_or_else(|| scan.error("an attribute's name of more than 65,535 bytes"))?;
        entries.push(entry);
    }
    Ok(())
}

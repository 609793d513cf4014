//! What the decoder shows of items and maps: their entries, and the sets that are absent.

use std::borrow::Cow;

use serde::de::{DeserializeSeed, MapAccess};

use super::access::check_end;
use super::key::NameDecoder;
use super::{Decoder, Place, inside};
use crate::item::error::CodecError;
use crate::item::shape::{Attribute, Shape, shape_of};
use crate::item::value::Value;
use crate::item::wire::index::Entry;
use crate::item::wire::scan::{Found, Kind, Scan, Span};
use crate::item::wire::text;

/// A list without elements, for a set that is absent.
const EMPTY: &str = "[]";

/// Where the entries of a map come from.
pub(super) trait Source<'de> {
    /// The next name and value.
    fn next(&mut self) -> Result<Option<(Span, Found)>, CodecError>;

    /// Whether there is an entry of this name, read before or not.
    fn has(&self, name: &str) -> Result<bool, CodecError>;

    /// Values that are not on the wire.
    fn next_of_others(&mut self) -> Option<(&'static str, Value)> {
        None
    }
}

/// The attributes of an item, found before.
pub(super) struct Indexed<'a, 'de> {
    text: &'de str,
    all: &'a [Entry],
    left: &'a [Entry],
    hidden: Hidden<'a>,
}

impl<'a, 'de> Indexed<'a, 'de> {
    pub(super) fn new(text: &'de str, entries: &'a [Entry], hidden: Hidden<'a>) -> Self {
        Indexed {
            text,
            all: entries,
            left: entries,
            hidden,
        }
    }
}

impl<'de> Source<'de> for Indexed<'_, 'de> {
    fn next(&mut self) -> Result<Option<(Span, Found)>, CodecError> {
        while let Some((entry, left)) = self.left.split_first() {
            self.left = left;
            if !self.hidden.has(self.text, entry)? {
                return Ok(Some((entry.name(), entry.value())));
            }
        }
        Ok(None)
    }

    fn has(&self, name: &str) -> Result<bool, CodecError> {
        for entry in self.all {
            if entry.is_named(self.text, name)? {
                return Ok(true);
            }
        }
        Ok(self.hidden.replaces(name))
    }

    fn next_of_others(&mut self) -> Option<(&'static str, Value)> {
        self.hidden.next_of_others()
    }
}

/// Attributes that a reader does not see, and values that it sees besides those of the wire.
pub(in crate::item::wire) struct Hidden<'a> {
    names: &'a [&'static str],
    /// A bit for each length that a hidden name has: most names are seen not to be hidden by it.
    lengths: u64,
    others: Vec<(&'static str, Value)>,
    /// How many of the others were read.
    read: usize,
}

impl<'a> Hidden<'a> {
    /// Those of `others` are hidden too.
    pub(in crate::item::wire) fn new(
        names: &'a [&'static str],
        others: Vec<(&'static str, Value)>,
    ) -> Self {
        let all = names.iter().chain(others.iter().map(|(name, _)| name));
        Hidden {
            names,
            lengths: all.fold(0, |lengths, name| lengths | length_bit(name.len())),
            others,
            read: 0,
        }
    }

    /// Whether one of the other values has this name.
    fn replaces(&self, name: &str) -> bool {
        self.others.iter().any(|(other, _)| *other == name)
    }

    fn next_of_others(&mut self) -> Option<(&'static str, Value)> {
        let (name, value) = self.others.get_mut(self.read)?;
        self.read += 1;
        Some((name, std::mem::replace(value, Value::null())))
    }

    fn has(&self, text: &str, entry: &Entry) -> Result<bool, CodecError> {
        if !entry.is_escaped() && self.lengths & length_bit(entry.name_length()) == 0 {
            return Ok(false);
        }
        let name = text::content(text, entry.name())?;
        Ok(self.names.iter().any(|hidden| *hidden == name) || self.replaces(&name))
    }
}

/// Lengths from 63 on share a bit.
fn length_bit(length: usize) -> u64 {
    1 << length.min(63)
}

/// The entries of a map inside of an item.
pub(super) struct Nested<'de> {
    text: &'de str,
    span: Span,
    scan: Scan<'de>,
    count: usize,
    is_finished: bool,
}

impl<'de> Nested<'de> {
    pub(super) fn new(text: &'de str, span: Span) -> Self {
        Nested {
            text,
            span,
            scan: inside(text, span),
            count: 0,
            is_finished: false,
        }
    }

    /// How many entries are left.
    pub(super) fn count(mut self) -> Result<usize, CodecError> {
        while self.next()?.is_some() {}
        Ok(self.count)
    }
}

impl<'de> Source<'de> for Nested<'de> {
    fn next(&mut self) -> Result<Option<(Span, Found)>, CodecError> {
        if self.is_finished || !self.scan.next_element(b'}', self.count)? {
            self.is_finished = true;
            return Ok(None);
        }
        self.count += 1;
        let name = self.scan.name()?;
        let at_name = |error: CodecError| match text::content(self.text, name) {
            Ok(name) => error.in_field(&name),
            Err(_) => error,
        };
        self.scan.peek();
        let value = self.scan.value().map_err(at_name)?;
        Ok(Some((name, value)))
    }

    fn has(&self, name: &str) -> Result<bool, CodecError> {
        let mut entries = Nested::new(self.text, self.span);
        while let Some((found, _)) = entries.next()? {
            if text::content(self.text, found)? == name {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The entries of a map, and the sets that are absent: a reader of a required field asks for one.
pub(super) struct Entries<'a, 'de, S> {
    text: &'de str,
    source: S,
    /// The shapes of entries by their names, and of those that have none there.
    attributes: &'a [Attribute],
    element: Shape,
    /// The attributes that were not yet looked through for absent sets.
    absent: &'a [Attribute],
    place: Place,
    count: usize,
    /// The entry whose name was read, and whose value was not.
    current: Option<(Cow<'de, str>, Current<'de>)>,
}

enum Current<'de> {
    Wire(Decoder<'de>),
    Other(Value),
}

impl<'a, 'de, S: Source<'de>> Entries<'a, 'de, S> {
    pub(super) fn new(
        text: &'de str,
        source: S,
        attributes: &'a [Attribute],
        element: Shape,
        place: Place,
    ) -> Result<Self, CodecError> {
        Ok(Entries {
            text,
            source,
            attributes,
            element,
            absent: attributes,
            place: place.inside()?,
            count: 0,
            current: None,
        })
    }

    fn decoder(&self, text: &'de str, value: Found, shape: Shape) -> Current<'de> {
        Current::Wire(Decoder {
            text,
            value,
            shape,
            place: self.place,
        })
    }

    fn advance(&mut self) -> Result<Option<(Cow<'de, str>, Current<'de>)>, CodecError> {
        if let Some((name, value)) = self.source.next()? {
            let name = text::content(self.text, name)?;
            let shape = match value.kind {
                // The only ones that a shape makes a difference to.
                Kind::L | Kind::M | Kind::Null if !self.attributes.is_empty() => {
                    shape_of(self.attributes, &name)
                }
                _ => self.element,
            };
            return Ok(Some((name, self.decoder(self.text, value, shape))));
        }
        if let Some((name, value)) = self.source.next_of_others() {
            return Ok(Some((Cow::Borrowed(name), Current::Other(value))));
        }
        self.next_absent()
    }

    fn next_absent(&mut self) -> Result<Option<(Cow<'de, str>, Current<'de>)>, CodecError> {
        while let Some((attribute, left)) = self.absent.split_first() {
            self.absent = left;
            if attribute.shape == Shape::Set && !self.source.has(attribute.name)? {
                let span = Span {
                    start: 0,
                    end: EMPTY.len() as u32,
                    is_escaped: false,
                };
                let value = Found {
                    kind: Kind::L,
                    span,
                };
                let decoder = self.decoder(EMPTY, value, Shape::Plain);
                return Ok(Some((Cow::Borrowed(attribute.name), decoder)));
            }
        }
        Ok(None)
    }

    /// An error if the reader wanted fewer entries than there are.
    pub(super) fn end(mut self) -> Result<(), CodecError> {
        let mut left = 0;
        while self.advance()?.is_some() {
            left += 1;
        }
        check_end(self.count, left)
    }
}

impl<'de, S: Source<'de>> MapAccess<'de> for Entries<'_, 'de, S> {
    type Error = CodecError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, CodecError> {
        let Some((name, value)) = self.advance()? else {
            return Ok(None);
        };
        self.count += 1;
        let read = seed
            .deserialize(NameDecoder(&name))
            .map_err(|error| error.in_field(&name))?;
        self.current = Some((name, value));
        Ok(Some(read))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, CodecError> {
        let (name, value) = self
            .current
            .take()
            .ok_or_else(|| CodecError::new("a value was asked for before its key"))?;
        let read = match value {
            Current::Wire(decoder) => seed.deserialize(decoder),
            Current::Other(value) => {
                seed.deserialize(crate::item::de::Decoder::value(value.into_sdk()))
            }
        };
        read.map_err(|error| error.in_field(&name))
    }
}

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
    #[inline]
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
pub(crate) struct Hidden<'a> {
    /// Where these alone are seen.
    kept: Option<&'a [Attribute]>,
    names: &'a [&'static str],
    /// A bit for each hidden name: most names are seen not to be hidden by it.
    bits: u64,
    others: Vec<(&'static str, Value)>,
    /// How many of the others were read.
    read: usize,
}

impl<'a> Hidden<'a> {
    /// Those of `others` are hidden too.
    pub(crate) fn new(names: &'a [&'static str], others: Vec<(&'static str, Value)>) -> Self {
        let all = names.iter().chain(others.iter().map(|(name, _)| name));
        Hidden {
            kept: None,
            names,
            bits: all.fold(0, |bits, name| bits | bit(name)),
            others,
            read: 0,
        }
    }

    /// The reader sees these alone, and the other values.
    pub(crate) fn and_all_but(self, kept: Option<&'a [Attribute]>) -> Self {
        Hidden { kept, ..self }
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

    #[inline]
    fn has(&self, text: &str, entry: &Entry) -> Result<bool, CodecError> {
        if self.kept.is_none() && !entry.is_escaped() && self.bits & bit(entry.name().of(text)) == 0
        {
            return Ok(false);
        }
        let name = text::content(text, entry.name())?;
        let is_named = |kept: &[Attribute]| kept.iter().any(|kept| kept.name == name);
        Ok(!self.kept.is_none_or(is_named)
            || self.names.contains(&name.as_ref())
            || self.replaces(&name))
    }
}

/// One of 64, by a name's length and both of its ends.
#[inline]
fn bit(name: &str) -> u64 {
    let name = name.as_bytes();
    let end = |byte: Option<&u8>| byte.map_or(0, |byte| usize::from(*byte));
    1 << ((name.len() + 5 * end(name.first()) + 11 * end(name.last())) % 64)
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
    #[inline]
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
    current: Option<Current>,
}

enum Current {
    Wire(Span, Found),
    /// A set that is absent.
    Empty(&'static str),
    Other(Box<(&'static str, Value)>),
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

    /// Goes to the next entry.
    #[inline]
    fn advance(&mut self) -> Result<bool, CodecError> {
        self.current = match self.source.next()? {
            Some((name, value)) => Some(Current::Wire(name, value)),
            None => self.next_unwritten()?,
        };
        Ok(self.current.is_some())
    }

    fn next_unwritten(&mut self) -> Result<Option<Current>, CodecError> {
        if let Some(other) = self.source.next_of_others() {
            return Ok(Some(Current::Other(Box::new(other))));
        }
        while let Some((attribute, left)) = self.absent.split_first() {
            self.absent = left;
            if attribute.shape == Shape::Set && !self.source.has(attribute.name)? {
                return Ok(Some(Current::Empty(attribute.name)));
            }
        }
        Ok(None)
    }

    #[inline]
    fn name_of(&self, current: &Current) -> Result<Cow<'de, str>, CodecError> {
        match current {
            Current::Wire(name, _) => text::content(self.text, *name),
            Current::Empty(name) => Ok(Cow::Borrowed(name)),
            Current::Other(other) => Ok(Cow::Borrowed(other.0)),
        }
    }

    /// Puts the entry's name in front of an error's path, and says where its value is.
    #[cold]
    fn blame(&self, current: &Current, error: CodecError) -> CodecError {
        let error = match current {
            Current::Wire(_, value) => error.at_byte(value.span.start),
            Current::Empty(_) | Current::Other(_) => error,
        };
        match self.name_of(current) {
            Ok(name) => error.in_field(&name),
            Err(error) => error,
        }
    }

    #[inline]
    fn decoder(&self, name: Span, value: Found) -> Result<Decoder<'de>, CodecError> {
        let shape = match value.kind {
            // The only ones that a shape makes a difference to.
            Kind::L | Kind::M | Kind::Null if !self.attributes.is_empty() => {
                shape_of(self.attributes, &text::content(self.text, name)?)
            }
            _ => self.element,
        };
        Ok(Decoder {
            text: self.text,
            value,
            shape,
            place: self.place,
        })
    }

    /// An error if the reader wanted fewer entries than there are.
    pub(super) fn end(mut self) -> Result<(), CodecError> {
        let mut left = 0;
        while self.advance()? {
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
        if !self.advance()? {
            return Ok(None);
        }
        self.count += 1;
        let Some(current) = &self.current else {
            return Ok(None);
        };
        let name = self.name_of(current)?;
        match seed.deserialize(NameDecoder(&name)) {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(self.blame(current, error)),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, CodecError> {
        let mut current = self
            .current
            .take()
            .ok_or_else(|| CodecError::new("a value was asked for before its key"))?;
        let read = match &mut current {
            Current::Wire(name, value) => {
                let decoder = self.decoder(*name, *value)?;
                seed.deserialize(decoder)
            }
            Current::Empty(_) => seed.deserialize(empty(self.place)),
            Current::Other(other) => {
                let value = std::mem::replace(&mut other.1, Value::null());
                seed.deserialize(crate::item::de::Decoder::value(value.into_sdk()))
            }
        };
        read.map_err(|error| self.blame(&current, error))
    }
}

/// A list without elements.
fn empty(place: Place) -> Decoder<'static> {
    let span = Span {
        start: 0,
        end: EMPTY.len() as u32,
        is_escaped: false,
    };
    Decoder {
        text: EMPTY,
        value: Found {
            kind: Kind::L,
            span,
        },
        shape: Shape::Plain,
        place,
    }
}

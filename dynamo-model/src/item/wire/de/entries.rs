//! What the decoder shows of items and maps: their entries, and the sets that are absent.

use std::borrow::Cow;

use serde::de::{DeserializeSeed, MapAccess};

use super::access::check_end;
use super::key::NameDecoder;
use super::{Decoder, Place, Source};
use crate::item::error::CodecError;
use crate::item::shape::{Attribute, Shape, shape_of};
use crate::item::value::Value;
use crate::item::wire::entry::{Entry, named, tag};
use crate::item::wire::scan::Kind;
use crate::item::wire::text;

/// Names of attributes that a reader does not see: made once for many items.
#[derive(Debug)]
pub(crate) struct HiddenNames {
    names: Vec<&'static str>,
    /// A bit for the tag of each: most names are seen not to be hidden by it.
    tags: u64,
}

impl HiddenNames {
    #[cfg(test)]
    pub(crate) const NONE: &'static Self = &HiddenNames {
        names: Vec::new(),
        tags: 0,
    };

    pub(crate) fn new(names: Vec<&'static str>) -> Self {
        HiddenNames {
            tags: tags(names.iter().copied()),
            names,
        }
    }

    #[inline]
    fn has(&self, name: &[u8]) -> bool {
        // A comparison of texts is a call, which the length and the first byte mostly save.
        let is_like = |hidden: &[u8]| hidden.len() == name.len() && hidden.first() == name.first();
        let is_name = |hidden: &&str| is_like(hidden.as_bytes()) && hidden.as_bytes() == name;
        self.names.iter().any(is_name)
    }
}

fn tags<'n>(names: impl Iterator<Item = &'n str>) -> u64 {
    names.fold(0, |tags, name| tags | 1 << tag(name.as_bytes()))
}

/// Attributes that a reader does not see, and values that it sees besides those of the wire.
pub(crate) struct Hidden<'a> {
    names: &'a HiddenNames,
    /// Where these alone are seen.
    kept: Option<&'a [Attribute]>,
    others: Vec<(&'static str, Value)>,
}

impl<'a> Hidden<'a> {
    /// What the others replace is hidden too.
    pub(crate) fn new(names: &'a HiddenNames, others: Vec<(&'static str, Value)>) -> Self {
        Hidden {
            names,
            kept: None,
            others,
        }
    }

    /// The reader sees these alone, and the other values.
    pub(crate) fn and_all_but(self, kept: Option<&'a [Attribute]>) -> Self {
        Hidden { kept, ..self }
    }

    /// A bit for the tag of each name that has to be looked at.
    #[inline]
    fn tags(&self) -> u64 {
        match self.kept {
            Some(_) => u64::MAX,
            None if self.others.is_empty() => self.names.tags,
            None => self.names.tags | tags(self.others.iter().map(|(name, _)| *name)),
        }
    }

    /// Whether one of the other values has this name.
    fn replaces(&self, name: &str) -> bool {
        self.others.iter().any(|(other, _)| *other == name)
    }

    fn has(&self, text: &str, entry: &Entry) -> Result<bool, CodecError> {
        // As nearly all of them are.
        if self.kept.is_none() && self.names.has(entry.name().bytes_of(text)) {
            return Ok(true);
        }
        let name = text::content(text, entry.name())?;
        let is_named = |kept: &[Attribute]| kept.iter().any(|kept| kept.name == name);
        Ok(!self.kept.is_none_or(is_named)
            || self.names.has(name.as_bytes())
            || self.replaces(&name))
    }
}

/// The entries of an item or map, and the sets that are absent: a reader of a required field asks for one.
pub(super) struct Entries<'a, 'de> {
    source: &'a Source<'a, 'de>,
    left: std::slice::Iter<'a, Entry>,
    /// The entry whose name was read, and whose value was not.
    current: Option<&'a Entry>,
    /// What [`Hidden::tags`] gives.
    tags: u64,
    place: Place,
    /// The shapes of entries by their names, and of those that have none there.
    attributes: &'a [Attribute],
    element: Shape,
    entries: &'a [Entry],
    hidden: Option<&'a Hidden<'a>>,
    /// The other values that were not yet read.
    others: &'a [(&'static str, Value)],
    /// The attributes that were not yet looked through for absent sets, which come last.
    absent: &'a [Attribute],
    /// The one whose name was read, of the entries that the wire does not have.
    unwritten: Option<Box<Unwritten>>,
    count_unwritten: usize,
}

/// An entry that the wire does not have. Without a value it is a set that is absent.
struct Unwritten {
    name: &'static str,
    value: Option<Value>,
}

impl<'a, 'de> Entries<'a, 'de> {
    #[inline]
    pub(super) fn new(
        source: &'a Source<'a, 'de>,
        entries: &'a [Entry],
        hidden: Option<&'a Hidden<'a>>,
        attributes: &'a [Attribute],
        element: Shape,
        place: Place,
    ) -> Result<Self, CodecError> {
        Ok(Entries {
            source,
            left: entries.iter(),
            current: None,
            tags: hidden.map_or(0, Hidden::tags),
            others: hidden.map_or(&[], |hidden| &hidden.others),
            place: place.inside()?,
            attributes,
            element,
            entries,
            hidden,
            absent: attributes,
            unwritten: None,
            count_unwritten: 0,
        })
    }

    /// The next entry of the wire.
    #[inline(always)]
    fn next(&mut self) -> Result<Option<&'a Entry>, CodecError> {
        while let Some(entry) = self.left.next() {
            if !entry.may_be_among(self.tags) || !self.is_hidden(entry)? {
                return Ok(Some(entry));
            }
        }
        Ok(None)
    }

    #[inline(never)]
    fn is_hidden(&self, entry: &Entry) -> Result<bool, CodecError> {
        self.hidden
            .map_or(Ok(false), |hidden| hidden.has(self.source.text, entry))
    }

    /// The first entry as the variant of an enum.
    pub(super) fn variant(
        &mut self,
    ) -> Result<Option<(Cow<'de, str>, Decoder<'a, 'de>)>, CodecError> {
        let Some(entry) = self.next()? else {
            return Ok(None);
        };
        let name = text::content(self.source.text, entry.name())?;
        Ok(Some((name, self.decoder(entry)?)))
    }

    /// The next entry that the wire does not have.
    fn next_unwritten(&mut self) -> Option<Unwritten> {
        if let Some(((name, value), left)) = self.others.split_first() {
            self.others = left;
            let value = Some(value.clone());
            return Some(Unwritten { name, value });
        }
        while let Some((Attribute { name, shape, .. }, left)) = self.absent.split_first() {
            self.absent = left;
            if matches!(shape, Shape::Set) && !self.has(name) {
                return Some(Unwritten { name, value: None });
            }
        }
        None
    }

    /// Whether there is an entry of this name, read before or not.
    fn has(&self, name: &str) -> bool {
        named(self.entries, self.source.text, name).is_some()
            || self.hidden.is_some_and(|hidden| hidden.replaces(name))
    }

    /// Puts the entry's name in front of an error's path, and says where its value is.
    #[cold]
    fn blame(&self, entry: &Entry, error: CodecError) -> CodecError {
        let error = error.at_byte(entry.place());
        match text::content(self.source.text, entry.name()) {
            Ok(name) => error.in_field(&name),
            Err(error) => error,
        }
    }

    #[inline(always)]
    fn decoder(&self, entry: &'a Entry) -> Result<Decoder<'a, 'de>, CodecError> {
        let shape = match entry.kind() {
            // The only ones that a shape makes a difference to.
            Kind::L | Kind::M | Kind::Null if !self.attributes.is_empty() => {
                self.shape_of(entry)?
            }
            _ => self.element,
        };
        Ok(Decoder {
            source: self.source,
            entry,
            shape,
            place: self.place,
        })
    }

    #[inline(never)]
    fn shape_of(&self, entry: &Entry) -> Result<Shape, CodecError> {
        let name = text::content(self.source.text, entry.name())?;
        Ok(shape_of(self.attributes, &name))
    }

    /// The name of an entry that the wire does not have.
    #[cold]
    fn unwritten_key<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, CodecError> {
        self.current = None;
        let Some(unwritten) = self.next_unwritten() else {
            return Ok(None);
        };
        let name = unwritten.name;
        self.unwritten = Some(Box::new(unwritten));
        self.count_unwritten += 1;
        let key = seed.deserialize(NameDecoder::Lent(name));
        key.map(Some).map_err(|error| error.in_field(name))
    }

    #[cold]
    fn unwritten_value<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, CodecError> {
        let Some(unwritten) = self.unwritten.take() else {
            return Err(CodecError::new("a value was asked for before its key"));
        };
        let Unwritten { name, value } = *unwritten;
        let read = match value {
            Some(value) => seed.deserialize(crate::item::de::Decoder::value(value.into_sdk())),
            None => seed.deserialize(Decoder {
                source: self.source,
                entry: &Entry::EMPTY,
                shape: Shape::Plain,
                place: self.place,
            }),
        };
        read.map_err(|error| error.in_field(name))
    }

    /// An error if the reader wanted fewer entries than there are.
    #[inline]
    pub(super) fn end(self) -> Result<(), CodecError> {
        let is_read = self.left.as_slice().is_empty() && self.others.is_empty();
        match is_read && self.absent.is_empty() {
            true => Ok(()),
            false => self.check_end(),
        }
    }

    #[cold]
    fn check_end(mut self) -> Result<(), CodecError> {
        let mut left = 0;
        while self.next()?.is_some() {
            left += 1;
        }
        let left_of_wire = left;
        while self.next_unwritten().is_some() {
            left += 1;
        }
        let mut read = self.count_unwritten;
        self.left = self.entries.iter();
        while self.next()?.is_some() {
            read += 1;
        }
        check_end(read - left_of_wire, left)
    }
}

impl<'de> MapAccess<'de> for Entries<'_, 'de> {
    type Error = CodecError;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, CodecError> {
        let Some(entry) = self.next()? else {
            return self.unwritten_key(seed);
        };
        self.current = Some(entry);
        let name = entry.name();
        let resolved;
        let name = match name.is_escaped {
            false => NameDecoder::Lent(name.of(self.source.text)),
            true => {
                resolved = text::content(self.source.text, name)?;
                NameDecoder::Resolved(&resolved)
            }
        };
        match seed.deserialize(name) {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(self.blame(entry, error)),
        }
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, CodecError> {
        let Some(entry) = self.current else {
            return self.unwritten_value(seed);
        };
        let decoder = self.decoder(entry)?;
        seed.deserialize(decoder)
            .map_err(|error| self.blame(entry, error))
    }
}

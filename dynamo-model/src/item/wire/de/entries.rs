//! What the decoder shows of items and maps: their entries, and the sets that are absent.

use std::borrow::Cow;

use serde::de::{DeserializeSeed, MapAccess};

use super::access::check_end;
use super::key::NameDecoder;
use super::{Decoder, Place};
use crate::item::error::CodecError;
use crate::item::shape::{Attribute, Shape, shape_of};
use crate::item::value::Value;
use crate::item::wire::entry::{Entry, Node, Nodes, tag};
use crate::item::wire::scan::Kind;
use crate::item::wire::text;

/// Attributes that a reader does not see, and values that it sees besides those of the wire.
pub(crate) struct Hidden<'a> {
    /// Where these alone are seen.
    kept: Option<&'a [Attribute]>,
    names: &'a [&'static str],
    /// A bit for the tag of each hidden name: most names are seen not to be hidden by it.
    tags: u64,
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
            tags: all.fold(0, |tags, name| tags | 1 << tag(name.as_bytes())),
            others,
            read: 0,
        }
    }

    /// The reader sees these alone, and the other values.
    pub(crate) fn and_all_but(self, kept: Option<&'a [Attribute]>) -> Self {
        // Then each name has to be looked at.
        let tags = kept.map_or(self.tags, |_| u64::MAX);
        Hidden { kept, tags, ..self }
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

    #[inline(always)]
    fn has(&self, text: &str, entry: &Entry) -> Result<bool, CodecError> {
        match entry.may_be_among(self.tags) {
            true => self.has_named(text, entry),
            false => Ok(false),
        }
    }

    #[inline(never)]
    fn has_named(&self, text: &str, entry: &Entry) -> Result<bool, CodecError> {
        if self.tags == 0 {
            return Ok(false);
        }
        // As nearly all of them are.
        let own = entry.name().bytes_of(text);
        let is_own =
            |hidden: &&str| hidden.as_bytes().first() == own.first() && hidden.as_bytes() == own;
        if self.kept.is_none() && self.names.iter().any(is_own) {
            return Ok(true);
        }
        let name = text::content(text, entry.name())?;
        let is_named = |kept: &[Attribute]| kept.iter().any(|kept| kept.name == name);
        Ok(!self.kept.is_none_or(is_named)
            || self.names.iter().any(|hidden| *hidden == name)
            || self.replaces(&name))
    }
}

/// The entries of an item or map, and the sets that are absent: a reader of a required field asks for one.
pub(super) struct Entries<'a, 'de> {
    text: &'de str,
    nodes: Nodes<'a>,
    left: Nodes<'a>,
    hidden: Hidden<'a>,
    /// The shapes of entries by their names, and of those that have none there.
    attributes: &'a [Attribute],
    element: Shape,
    /// The attributes that were not yet looked through for absent sets.
    absent: &'a [Attribute],
    place: Place,
    count: usize,
    /// The entry whose name was read, and whose value was not.
    current: Current<'a>,
}

enum Current<'a> {
    None,
    Wire(Node<'a>),
    /// A set that is absent.
    Empty(&'static str),
    Other(Box<(&'static str, Value)>),
}

impl<'a, 'de> Entries<'a, 'de> {
    #[inline]
    pub(super) fn new(
        text: &'de str,
        nodes: Nodes<'a>,
        hidden: Hidden<'a>,
        attributes: &'a [Attribute],
        element: Shape,
        place: Place,
    ) -> Result<Self, CodecError> {
        Ok(Entries {
            text,
            nodes,
            left: nodes,
            hidden,
            attributes,
            element,
            absent: attributes,
            place: place.inside()?,
            count: 0,
            current: Current::None,
        })
    }

    /// The next entry of the wire.
    #[inline(always)]
    fn next(&mut self) -> Result<Option<Node<'a>>, CodecError> {
        for node in self.left.by_ref() {
            if !self.hidden.has(self.text, node.entry)? {
                return Ok(Some(node));
            }
        }
        Ok(None)
    }

    /// The first entry as the variant of an enum.
    pub(super) fn variant(
        &mut self,
    ) -> Result<Option<(Cow<'de, str>, Decoder<'a, 'de>)>, CodecError> {
        let Some(node) = self.next()? else {
            return Ok(None);
        };
        let name = text::content(self.text, node.entry.name())?;
        Ok(Some((name, self.decoder(node)?)))
    }

    /// The next entry that the wire does not have.
    fn next_unwritten(&mut self) -> Result<Current<'a>, CodecError> {
        if let Some(other) = self.hidden.next_of_others() {
            return Ok(Current::Other(Box::new(other)));
        }
        while let Some((attribute, left)) = self.absent.split_first() {
            self.absent = left;
            if matches!(attribute.shape, Shape::Set) && !self.has(attribute.name) {
                return Ok(Current::Empty(attribute.name));
            }
        }
        Ok(Current::None)
    }

    /// Whether there is an entry of this name, read before or not.
    fn has(&self, name: &str) -> bool {
        self.nodes.named(self.text, name).is_some() || self.hidden.replaces(name)
    }

    fn name_of(&self, current: &Current<'a>) -> Result<Cow<'de, str>, CodecError> {
        match current {
            Current::Wire(node) => text::content(self.text, node.entry.name()),
            Current::Empty(name) => Ok(Cow::Borrowed(name)),
            Current::Other(other) => Ok(Cow::Borrowed(other.0)),
            Current::None => Ok(Cow::Borrowed("")),
        }
    }

    /// Puts the entry's name in front of an error's path, and says where its value is.
    #[cold]
    fn blame(&self, current: &Current<'a>, error: CodecError) -> CodecError {
        let error = match current {
            Current::Wire(node) => error.at_byte(node.entry.place()),
            Current::Empty(_) | Current::Other(_) | Current::None => error,
        };
        match self.name_of(current) {
            Ok(name) => error.in_field(&name),
            Err(error) => error,
        }
    }

    #[inline(always)]
    fn decoder(&self, node: Node<'a>) -> Result<Decoder<'a, 'de>, CodecError> {
        let shape = match node.entry.kind() {
            // The only ones that a shape makes a difference to.
            Kind::L | Kind::M | Kind::Null if !self.attributes.is_empty() => self.shape_of(node)?,
            _ => self.element,
        };
        Ok(Decoder {
            text: self.text,
            node,
            shape,
            place: self.place,
        })
    }

    #[inline(never)]
    fn shape_of(&self, node: Node<'a>) -> Result<Shape, CodecError> {
        let name = text::content(self.text, node.entry.name())?;
        Ok(shape_of(self.attributes, &name))
    }

    /// The name of an entry that the wire does not have.
    #[cold]
    fn unwritten_key<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, CodecError> {
        self.current = self.next_unwritten()?;
        if matches!(self.current, Current::None) {
            return Ok(None);
        }
        self.count += 1;
        let name = self.name_of(&self.current)?;
        let key = seed.deserialize(NameDecoder(&name));
        key.map(Some)
            .map_err(|error| self.blame(&self.current, error))
    }

    /// An error if the reader wanted fewer entries than there are.
    #[inline]
    pub(super) fn end(self) -> Result<(), CodecError> {
        if self.left.is_empty() && self.absent.is_empty() && self.hidden.others.is_empty() {
            return Ok(());
        }
        self.check_end()
    }

    #[cold]
    fn check_end(mut self) -> Result<(), CodecError> {
        let mut left = 0;
        while self.next()?.is_some() {
            left += 1;
        }
        while !matches!(self.next_unwritten()?, Current::None) {
            left += 1;
        }
        check_end(self.count, left)
    }
}

impl<'de> MapAccess<'de> for Entries<'_, 'de> {
    type Error = CodecError;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, CodecError> {
        let Some(node) = self.next()? else {
            return self.unwritten_key(seed);
        };
        self.count += 1;
        self.current = Current::Wire(node);
        let name = text::content(self.text, node.entry.name())?;
        match seed.deserialize(NameDecoder(&name)) {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(self.blame(&self.current, error)),
        }
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, CodecError> {
        let Current::Wire(node) = self.current else {
            return self.unwritten_value(seed);
        };
        let decoder = self.decoder(node)?;
        seed.deserialize(decoder)
            .map_err(|error| self.blame(&self.current, error))
    }
}

impl<'de> Entries<'_, 'de> {
    #[cold]
    fn unwritten_value<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, CodecError> {
        let mut current = std::mem::replace(&mut self.current, Current::None);
        let read = match &mut current {
            Current::Other(other) => {
                let value = std::mem::replace(&mut other.1, Value::null());
                seed.deserialize(crate::item::de::Decoder::value(value.into_sdk()))
            }
            Current::Empty(_) => seed.deserialize(Decoder {
                text: self.text,
                node: Node::EMPTY,
                shape: Shape::Plain,
                place: self.place,
            }),
            Current::Wire(_) | Current::None => {
                return Err(CodecError::new("a value was asked for before its key"));
            }
        };
        read.map_err(|error| self.blame(&current, error))
    }
}

//! What the decoder shows of lists, maps and enums.

use std::borrow::Cow;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};

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

/// serde's "expected", for a container that has too much in it.
struct Fewer(usize);

impl serde::de::Expected for Fewer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// An error if the reader wanted fewer elements than there are.
fn check_end(read: usize, left: usize) -> Result<(), CodecError> {
    match left {
        0 => Ok(()),
        left => Err(CodecError::invalid_length(read + left, &Fewer(read))),
    }
}

/// The elements of a list or set.
pub(super) struct Elements<'de> {
    text: &'de str,
    scan: Scan<'de>,
    kind: Kind,
    shape: Shape,
    place: Place,
    count: usize,
    is_finished: bool,
}

impl<'de> Elements<'de> {
    pub(super) fn new(
        text: &'de str,
        list: Found,
        shape: Shape,
        place: Place,
    ) -> Result<Self, CodecError> {
        Ok(Elements {
            text,
            scan: inside(text, list.span),
            kind: list.kind,
            shape,
            place,
            count: 0,
            // A set that is NULL.
            is_finished: list.kind == Kind::Null,
        })
    }

    /// The next element.
    pub(super) fn advance(&mut self) -> Result<Option<Decoder<'de>>, CodecError> {
        if self.is_finished || !self.scan.next_element(b']', self.count)? {
            self.is_finished = true;
            return Ok(None);
        }
        let mut text = |kind| self.scan.string().map(|span| Found { kind, span });
        let value = match self.kind {
            Kind::Ss => text(Kind::S),
            Kind::Ns => text(Kind::N),
            Kind::Bs => text(Kind::B),
            _ => self.scan.value(),
        };
        let value = value.map_err(|error| error.in_element(self.count))?;
        self.count += 1;
        Ok(Some(Decoder {
            text: self.text,
            value,
            shape: self.shape,
            place: self.place,
        }))
    }

    pub(super) fn end(mut self) -> Result<(), CodecError> {
        let read = self.count;
        while self.advance()?.is_some() {}
        check_end(read, self.count - read)
    }
}

impl<'de> SeqAccess<'de> for Elements<'de> {
    type Error = CodecError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, CodecError> {
        let index = self.count;
        let Some(element) = self.advance()? else {
            return Ok(None);
        };
        seed.deserialize(element)
            .map(Some)
            .map_err(|error| error.in_element(index))
    }
}

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
        Ok(false)
    }

    fn next_of_others(&mut self) -> Option<(&'static str, Value)> {
        self.hidden.others.next()
    }
}

/// Attributes that a reader does not see, and values that it sees besides those of the wire.
pub(in crate::item::wire) struct Hidden<'a> {
    names: &'a [&'static str],
    /// A bit for each length that a hidden name has: most names are seen not to be hidden by it.
    lengths: u64,
    others: std::vec::IntoIter<(&'static str, Value)>,
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
            others: others.into_iter(),
        }
    }

    fn has(&self, text: &str, entry: &Entry) -> Result<bool, CodecError> {
        if !entry.is_escaped() && self.lengths & length_bit(entry.name_length()) == 0 {
            return Ok(false);
        }
        let name = text::content(text, entry.name())?;
        let others = self.others.as_slice().iter().map(|(name, _)| name);
        Ok(self
            .names
            .iter()
            .chain(others)
            .any(|hidden| *hidden == name))
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

/// An enum: the variant's name, and its content if it has one.
pub(super) struct EnumDecoder<'de> {
    variant: Cow<'de, str>,
    content: Option<Decoder<'de>>,
}

impl<'de> EnumDecoder<'de> {
    /// The text form.
    pub(super) fn unit(variant: Cow<'de, str>) -> Self {
        EnumDecoder {
            variant,
            content: None,
        }
    }

    /// The map form.
    pub(super) fn new(variant: Cow<'de, str>, content: Decoder<'de>) -> Self {
        EnumDecoder {
            variant,
            content: Some(content),
        }
    }

    fn with_content<T>(
        self,
        expected: &'static str,
        read: impl FnOnce(Decoder<'de>) -> Result<T, CodecError>,
    ) -> Result<T, CodecError> {
        match self.content {
            Some(content) => read(content).map_err(|error| error.in_field(&self.variant)),
            None => Err(CodecError::invalid_type(Unexpected::UnitVariant, &expected)),
        }
    }
}

impl<'de> EnumAccess<'de> for EnumDecoder<'de> {
    type Error = CodecError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self), CodecError> {
        let variant = seed.deserialize(NameDecoder(&self.variant))?;
        Ok((variant, self))
    }
}

impl<'de> VariantAccess<'de> for EnumDecoder<'de> {
    type Error = CodecError;

    fn unit_variant(self) -> Result<(), CodecError> {
        let Some(content) = self.content else {
            return Ok(());
        };
        match content.kind() {
            // A flattened variant is stored as a field that is NULL.
            Kind::Null => Ok(()),
            Kind::M if Nested::new(content.text, content.value.span).count()? == 0 => Ok(()),
            _ => {
                let expected = &"a variant without content";
                Err(CodecError::invalid_type(content.unexpected(), expected)
                    .in_field(&self.variant))
            }
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<T::Value, CodecError> {
        self.with_content("a variant with a value", |content| {
            seed.deserialize(content)
        })
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, CodecError> {
        self.with_content("a variant with a list", |content| {
            content.deserialize_tuple(len, visitor)
        })
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, CodecError> {
        self.with_content("a variant with fields", |content| {
            content.deserialize_struct("", fields, visitor)
        })
    }
}

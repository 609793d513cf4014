//! An answer with items in it, kept as it came.

use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;

use aws_sdk_dynamodb::types::AttributeValue;
use bytes::Bytes;
use bytes_utils::Str;
use serde::de::Deserialize;

use super::de::{Decoder, Hidden, HiddenNames, ItemDecoder, Source};
use super::entry::{Node, Nodes};
use super::index::Index;
use super::scan::{Kind, Scan};
use super::{sdk, text};
use crate::item::error::CodecError;
use crate::item::shape::{Attribute, Shape};

/// The text of an answer, and where its items are in it. Nothing else of it is read here.
pub(crate) struct Body {
    text: Str,
    /// The values of all items.
    index: Index,
    /// Each item's part of the index.
    items: Vec<Range<usize>>,
    /// The part of the text that is the items.
    place: Range<usize>,
    /// What was asked for by [`Body::hidden_names`] first.
    hidden: OnceLock<(usize, HiddenNames)>,
    /// It is no answer, so that no error names a byte of it.
    is_unseen: bool,
}

/// What an attribute takes up in an answer: rarely less, so that room is made once.
const BYTES_FOR_AN_ENTRY: usize = 32;

/// What an item takes up: of smaller ones the list grows.
const BYTES_FOR_AN_ITEM: usize = 1024;

/// The most bytes of an answer: places are kept in 32 bits. The service's answers have a few MB.
const MAX_LENGTH: usize = u32::MAX as usize;

impl Body {
    /// Finds the items of an answer, which has them under `Items` or, if it has one at most, under `Item`. `None`: it has no such
    /// member.
    ///
    /// # Errors
    /// Where the text is not UTF-8 or not of the form of an answer.
    pub(crate) fn of_answer(answer: Bytes, member: &str) -> Result<Option<Self>, CodecError> {
        let mut body = Self::new(answer)?;
        let text = body.text.clone();
        let mut scan = Scan::new(&text);
        scan.expect(b'{')?;
        let (mut count, mut has_items) = (0, false);
        while scan.next_element(b'}', count)? {
            count += 1;
            if scan.name()?.of(&text) != member {
                scan.skip()?;
                continue;
            }
            if has_items {
                return Err(scan.error("the items a second time"));
            }
            has_items = true;
            let is_list = scan.peek() == Some(b'[');
            let start = scan.at();
            if is_list {
                body.find_items(&mut scan)?;
            } else {
                body.find_item(&mut scan)?;
            }
            body.place = start..scan.at();
        }
        scan.end()?;
        Ok(has_items.then_some(body))
    }

    /// An item alone.
    ///
    /// # Errors
    /// As for an answer.
    #[cfg(test)]
    pub(crate) fn of_item(item: impl Into<Bytes>) -> Result<Self, CodecError> {
        Self::new(item.into())?.with_item()
    }

    /// An item alone that was written here, where a type that this version does not know is one of what nobody asks for or an error.
    pub(super) fn of_own_item(item: String) -> Result<Self, CodecError> {
        let mut body = Self::new(item.into())?;
        body.index.takes_unknown = true;
        body.with_item()
    }

    fn with_item(mut self) -> Result<Self, CodecError> {
        let text = self.text.clone();
        let mut scan = Scan::new(&text);
        self.find_item(&mut scan)?;
        scan.end()?;
        Ok(self)
    }

    pub(super) fn new(answer: Bytes) -> Result<Self, CodecError> {
        if answer.len() > MAX_LENGTH {
            return Err(CodecError::new("the answer has more than 4 GB"));
        }
        let text =
            Str::from_inner(answer).map_err(|_| CodecError::new("the answer is not UTF-8"))?;
        Ok(Body {
            // At half of the answer's own size, of which what is not needed is not touched.
            index: Index::with_room(text.len() / BYTES_FOR_AN_ENTRY),
            items: Vec::with_capacity(text.len() / BYTES_FOR_AN_ITEM),
            text,
            place: 0..0,
            hidden: OnceLock::new(),
            is_unseen: false,
        })
    }

    fn find_items(&mut self, scan: &mut Scan<'_>) -> Result<(), CodecError> {
        scan.expect(b'[')?;
        while scan.next_element(b']', self.items.len())? {
            self.find_item(scan)?;
        }
        Ok(())
    }

    pub(super) fn find_item(&mut self, scan: &mut Scan<'_>) -> Result<(), CodecError> {
        let start = self.index.len();
        self.index.item(scan)?;
        self.items.push(start..self.index.len());
        Ok(())
    }

    /// The answer without its items.
    pub(crate) fn rest(&self) -> String {
        let empty = match self.text.get(self.place.start..=self.place.start) {
            Some("[") => "[]",
            _ => "{}",
        };
        let before = self.text.get(..self.place.start).unwrap_or_default();
        let after = self.text.get(self.place.end..).unwrap_or_default();
        [before, empty, after].concat()
    }

    /// The same as a text that no answer has.
    pub(super) fn unseen(self) -> Self {
        Self {
            is_unseen: true,
            ..self
        }
    }

    fn error(&self, error: CodecError) -> CodecError {
        match self.is_unseen {
            true => error.at_no_byte(),
            false => error,
        }
    }

    pub(super) fn text_of_all(&self) -> Str {
        self.text.clone()
    }

    /// How many items there are.
    pub(crate) fn count(&self) -> usize {
        self.items.len()
    }

    #[inline]
    fn nodes(&self, item: usize) -> Nodes<'_> {
        self.index
            .nodes(self.items.get(item).cloned().unwrap_or_default())
    }

    #[inline]
    fn find(&self, item: usize, name: &str) -> Option<Node<'_>> {
        self.nodes(item).named(&self.text, name)
    }

    /// What `names` gives. The items of an answer mostly have one owner, and then it is asked once; `None` for another one.
    pub(crate) fn hidden_names(
        &self,
        owner: usize,
        names: &dyn Fn() -> Vec<&'static str>,
    ) -> Option<&HiddenNames> {
        let first = || (owner, HiddenNames::new(names()));
        let (first, hidden) = self.hidden.get_or_init(first);
        (*first == owner).then_some(hidden)
    }

    /// How many attributes an item has.
    pub(crate) fn attribute_count(&self, item: usize) -> usize {
        self.nodes(item).len()
    }

    pub(crate) fn contains(&self, item: usize, name: &str) -> bool {
        self.find(item, name).is_some()
    }

    /// The text of an attribute; `Err` where it cannot be lent, since it has escapes.
    pub(crate) fn text(&self, item: usize, name: &str) -> Result<Option<&str>, Escaped> {
        let is_text = |node: &Node<'_>| node.entry.kind() == Kind::S;
        match self.find(item, name).filter(is_text) {
            Some(node) if node.entry.span().is_escaped => Err(Escaped),
            Some(node) => Ok(Some(node.entry.span().of(&self.text))),
            None => Ok(None),
        }
    }

    /// An attribute's value.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub(crate) fn value(
        &self,
        item: usize,
        name: &str,
    ) -> Result<Option<AttributeValue>, CodecError> {
        self.find(item, name)
            .map(|node| self.sdk_value(node).map_err(|error| error.in_field(name)))
            .transpose()
    }

    fn sdk_value(&self, node: Node<'_>) -> Result<AttributeValue, CodecError> {
        let place = node.entry.place();
        sdk::value(&self.text, node, 1).map_err(|error| error.at_byte(place))
    }

    /// Whether all attributes of an item can be read.
    ///
    /// # Errors
    /// What is wrong with the first that cannot be.
    pub(crate) fn check(&self, item: usize) -> Result<(), CodecError> {
        for node in self.nodes(item) {
            let name = text::content(&self.text, node.entry.name())?;
            // Of the others the scan has seen all that can be wrong.
            let kind = node.entry.kind();
            let is_plain = matches!(kind, Kind::S | Kind::N | Kind::Bool | Kind::Null);
            if !is_plain || node.entry.span().is_escaped {
                self.sdk_value(node)
                    .map_err(|error| error.in_field(&name))?;
            }
        }
        Ok(())
    }

    /// All attributes of an item that can be read, in the order of the answer.
    pub(crate) fn attributes(&self, item: usize) -> impl Iterator<Item = (String, AttributeValue)> {
        let attribute = |node: Node<'_>| {
            let name = text::content(&self.text, node.entry.name()).ok()?;
            let value = sdk::value(&self.text, node, 1).ok()?;
            Some((name.into_owned(), value))
        };
        self.nodes(item).filter_map(attribute)
    }

    /// Reads an item. The reader does not see what is hidden, and sees the other values instead of what is stored under their names.
    ///
    /// # Errors
    /// As for an item of the SDK's types, and where an attribute that is asked for cannot be read.
    pub(crate) fn decode<'de, T: Deserialize<'de>>(
        &'de self,
        item: usize,
        attributes: &[Attribute],
        hidden: &Hidden<'_>,
    ) -> Result<T, CodecError> {
        // Shapes are looked for where there are some.
        let is_plain = |attribute: &Attribute| matches!(attribute.shape, Shape::Plain);
        let (entries, inner) = self.nodes(item).parts();
        let source = Source {
            text: &self.text,
            inner,
        };
        let read = T::deserialize(ItemDecoder {
            source: &source,
            entries,
            attributes: match attributes.iter().all(is_plain) {
                true => &[],
                false => attributes,
            },
            hidden,
        });
        read.map_err(|error| self.error(error))
    }

    /// Reads one attribute.
    ///
    /// # Errors
    /// As for the item.
    pub(crate) fn decode_attribute<'de, T: Deserialize<'de>>(
        &'de self,
        item: usize,
        name: &str,
    ) -> Result<Option<T>, CodecError> {
        self.find(item, name)
            .map(|node| {
                let source = Source {
                    text: &self.text,
                    inner: self.nodes(item).parts().1,
                };
                let read = T::deserialize(Decoder::value(&source, node.entry));
                read.map_err(|error| error.at_byte(node.entry.place()))
            })
            .transpose()
    }
}

/// The text has escapes, and can only be had as a text of its own.
#[derive(Debug)]
pub(crate) struct Escaped;

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Body({} items)", self.items.len())
    }
}

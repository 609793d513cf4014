//! One value of an answer's items, and how values are beside and inside of one another.

use std::ops::Range;

use super::scan::{Kind, Span};
use super::text;

/// One value: an attribute of an item, or something inside of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    name_start: u32,
    /// Where the content is in the text; of a list, map or set where what it contains is among the inner entries.
    start: u32,
    end: u32,
    name_length: u16,
    kind: Kind,
    marks: u8,
}

/// The name has an escape.
const ESCAPED_NAME: u8 = 0x80;
/// The content has an escape.
const ESCAPED_VALUE: u8 = 0x40;
/// The other bits: of a name without an escape one of 64 numbers, by which most names are seen to be others.
const TAG: u8 = 0x3f;

/// The number of a name, by its length and both of its ends.
#[inline]
pub(super) fn tag(name: &[u8]) -> u8 {
    // Where an empty name stands in an answer, there is a quote in place of both ends.
    let end = |byte: Option<&u8>| *byte.unwrap_or(&b'"');
    tag_of(end(name.first()), end(name.last()), name.len() as u8)
}

#[inline(always)]
fn tag_of(first: u8, last: u8, length: u8) -> u8 {
    let ends = first.wrapping_mul(5).wrapping_add(last.wrapping_mul(11));
    length.wrapping_add(ends) & TAG
}

impl Entry {
    /// A list without elements.
    pub(super) const EMPTY: Self = Entry {
        name_start: 0,
        start: 0,
        end: 0,
        name_length: 0,
        kind: Kind::L,
        marks: 0,
    };

    /// A value with a name of so few bytes and without escapes, which stands between quotes. `None` where the text has no such place.
    #[inline(always)]
    pub(super) fn member(
        bytes: &[u8],
        (name_start, name_length): (usize, u8),
        kind: Kind,
        content: Range<usize>,
        is_escaped: bool,
    ) -> Option<Self> {
        let first = *bytes.get(name_start)?;
        let last = *bytes.get((name_start + usize::from(name_length)).checked_sub(1)?)?;
        Some(Entry {
            name_start: name_start as u32,
            start: content.start as u32,
            end: content.end as u32,
            name_length: u16::from(name_length),
            kind,
            marks: (u8::from(is_escaped) * ESCAPED_VALUE) | tag_of(first, last, name_length),
        })
    }

    /// A value without a name.
    #[inline(always)]
    pub(super) fn unnamed(kind: Kind, content: Range<usize>, is_escaped: bool) -> Self {
        Entry {
            kind,
            start: content.start as u32,
            end: content.end as u32,
            marks: u8::from(is_escaped) * ESCAPED_VALUE,
            ..Self::EMPTY
        }
    }

    /// The same of a span.
    pub(super) fn of(kind: Kind, content: Span) -> Self {
        let Span { start, end, .. } = content;
        Self::unnamed(kind, start as usize..end as usize, content.is_escaped)
    }

    /// A list, map or set whose contents are not known yet.
    pub(super) fn container(kind: Kind) -> Self {
        Entry {
            kind,
            ..Self::EMPTY
        }
    }

    /// The same with its place among the inner entries. An answer has fewer bytes than 32 bits can count.
    pub(super) fn containing(self, inner: Range<usize>) -> Self {
        Entry {
            start: inner.start as u32,
            end: inner.end as u32,
            ..self
        }
    }

    /// `None` for a name longer than any attribute's, which has at most 65,535 bytes.
    pub(super) fn named(self, text: &str, name: Span) -> Option<Self> {
        let marks = match name.is_escaped {
            false => tag(name.bytes_of(text)),
            true => ESCAPED_NAME,
        };
        Some(Entry {
            name_start: name.start,
            name_length: u16::try_from(name.end - name.start).ok()?,
            marks: self.marks | marks,
            ..self
        })
    }

    #[inline]
    pub(super) fn name(&self) -> Span {
        Span {
            start: self.name_start,
            end: self.name_start + u32::from(self.name_length),
            is_escaped: self.has_escaped_name(),
        }
    }

    #[inline]
    fn has_escaped_name(&self) -> bool {
        self.marks & ESCAPED_NAME != 0
    }

    #[inline]
    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    /// Where the content of what contains nothing else is; of a string what is between its quotes.
    #[inline]
    pub(super) fn span(&self) -> Span {
        Span {
            start: self.start,
            end: self.end,
            is_escaped: self.marks & ESCAPED_VALUE != 0,
        }
    }

    /// Where in the text it is, for errors: its content or, of what contains others, its name if it has one.
    pub(super) fn place(&self) -> Option<u32> {
        match Contents::of(self.kind) {
            None => Some(self.start),
            Some(_) => (self.name_length > 0).then_some(self.name_start),
        }
    }

    /// What is inside of a list, map or set; nothing is inside of others.
    #[inline]
    pub(super) fn inside<'a>(&self, inner: &'a [Entry]) -> &'a [Entry] {
        let entries = match Contents::of(self.kind) {
            Some(_) => inner.get(self.start as usize..self.end as usize),
            None => None,
        };
        entries.unwrap_or_default()
    }

    /// Whether its name can be one whose tag is among these.
    #[inline]
    pub(super) fn may_be_among(&self, tags: u64) -> bool {
        tags >> (self.marks & TAG) & 1 == 1 || self.has_escaped_name()
    }

    /// Whether it has this name; an escape that is none makes it nobody's.
    fn is_named(&self, text: &str, name: &str) -> bool {
        match self.has_escaped_name() {
            true => text::content(text, self.name()).is_ok_and(|own| own == name),
            false => self.name().bytes_of(text) == name.as_bytes(),
        }
    }
}

/// A value with what may be inside of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'a> {
    pub(super) entry: &'a Entry,
    /// The inner entries of all items.
    inner: &'a [Entry],
}

impl<'a> Node<'a> {
    /// What is inside of a list, map or set; nothing is inside of others.
    #[inline]
    pub(super) fn inside(self) -> Nodes<'a> {
        Nodes {
            entries: self.entry.inside(self.inner),
            inner: self.inner,
        }
    }
}

/// Values that are side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nodes<'a> {
    entries: &'a [Entry],
    inner: &'a [Entry],
}

impl<'a> Nodes<'a> {
    /// Entries side by side, with the inner entries of all items.
    #[inline]
    pub(super) fn new(entries: &'a [Entry], inner: &'a [Entry]) -> Self {
        Self { entries, inner }
    }

    /// The entries, and the inner entries of all items.
    #[inline]
    pub(super) fn parts(self) -> (&'a [Entry], &'a [Entry]) {
        (self.entries, self.inner)
    }

    #[inline]
    pub(super) fn len(self) -> usize {
        self.entries.len()
    }

    #[inline]
    fn node(self, entry: &'a Entry) -> Node<'a> {
        Node {
            entry,
            inner: self.inner,
        }
    }

    /// The one of this name: of two the later one counts.
    pub(super) fn named(self, text: &str, name: &str) -> Option<Node<'a>> {
        named(self.entries, text, name).map(|entry| self.node(entry))
    }
}

/// The entry of this name: of two the later one counts.
pub(super) fn named<'a>(entries: &'a [Entry], text: &str, name: &str) -> Option<&'a Entry> {
    let (tag, length) = (tag(name.as_bytes()), name.len() as u16);
    // Without a branch for each: where the one looked for is, nobody can foresee.
    let (mut last, mut like, mut escaped) = (0, 0, 0);
    for (number, entry) in entries.iter().enumerate() {
        let is_like = entry.marks & TAG == tag && entry.name_length == length;
        last = if is_like { number } else { last };
        like += usize::from(is_like);
        escaped |= entry.marks & ESCAPED_NAME;
    }
    let is_named = |entry: &&Entry| entry.is_named(text, name);
    match (like, escaped) {
        (0, 0) => None,
        (1, 0) => entries.get(last).filter(is_named),
        _ => entries.iter().rev().find(is_named),
    }
}

impl<'a> Iterator for Nodes<'a> {
    type Item = Node<'a>;

    #[inline]
    fn next(&mut self) -> Option<Node<'a>> {
        let (entry, left) = self.entries.split_first()?;
        self.entries = left;
        Some(self.node(entry))
    }
}

/// What a container has in it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Contents {
    Members,
    Values,
    /// Strings without a type of their own, as which they are noted.
    Strings(Kind),
}

impl Contents {
    #[inline]
    pub(super) fn end(self) -> u8 {
        match self {
            Self::Members => b'}',
            _ => b']',
        }
    }

    /// Those of a value of this type; `None` for one that contains no others.
    #[inline]
    pub(super) fn of(kind: Kind) -> Option<Self> {
        match kind {
            Kind::M => Some(Self::Members),
            Kind::L => Some(Self::Values),
            Kind::Ss => Some(Self::Strings(Kind::S)),
            Kind::Ns => Some(Self::Strings(Kind::N)),
            Kind::Bs => Some(Self::Strings(Kind::B)),
            _ => None,
        }
    }
}

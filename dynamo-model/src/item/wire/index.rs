//! Where the values of an answer's items are: what one scan over the answer leaves behind.
//!
//! An item's name, its type and the attributes of its key are looked up before it is read as an entity, and reading needs all of its
//! values once more. So the scan notes the place and type of each value, 20 bytes apiece, in one list for all items: a list or map is
//! followed by what is inside of it.

use super::scan::{Found, Kind, Scan, Span};
use super::text;
use crate::item::error::CodecError;

/// One value: an attribute of an item, or something inside of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    name_start: u32,
    start: u32,
    end: u32,
    /// How many of the entries that follow are inside of this one.
    inside: u32,
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
    let (Some(first), Some(last)) = (name.first(), name.last()) else {
        return 0;
    };
    let ends = first.wrapping_mul(5).wrapping_add(last.wrapping_mul(11));
    (name.len() as u8).wrapping_add(ends) & TAG
}

impl Entry {
    /// A list without elements, at the start of any text.
    pub(super) const EMPTY: Self = Entry {
        name_start: 0,
        start: 0,
        end: 0,
        inside: 0,
        name_length: 0,
        kind: Kind::L,
        marks: 0,
    };

    /// A value without a name.
    #[inline(always)]
    fn of(value: Found) -> Self {
        Entry {
            kind: value.kind,
            start: value.span.start,
            end: value.span.end,
            marks: u8::from(value.span.is_escaped) * ESCAPED_VALUE,
            ..Self::EMPTY
        }
    }

    /// `None` for a name longer than any attribute's, which has at most 65,535 bytes.
    #[inline(always)]
    fn named(self, text: &str, name: Span) -> Option<Self> {
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

    /// Where the content is; of a string what is between its quotes.
    #[inline]
    pub(super) fn span(&self) -> Span {
        Span {
            start: self.start,
            end: self.end,
            is_escaped: self.marks & ESCAPED_VALUE != 0,
        }
    }

    /// Whether its name can be one of this tag.
    #[inline]
    fn may_be(&self, tag: u8) -> bool {
        self.marks & TAG == tag || self.has_escaped_name()
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

/// A value with what is inside of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'a> {
    pub(super) entry: &'a Entry,
    inside: &'a [Entry],
}

impl<'a> Node<'a> {
    /// A list without elements.
    pub(super) const EMPTY: Node<'static> = Node {
        entry: &Entry::EMPTY,
        inside: &[],
    };

    #[inline]
    pub(super) fn inside(self) -> Nodes<'a> {
        Nodes(self.inside)
    }
}

/// Values that are side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nodes<'a>(pub(super) &'a [Entry]);

impl<'a> Nodes<'a> {
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The one of this name: of two the later one counts.
    pub(super) fn named(self, text: &str, name: &str) -> Option<Node<'a>> {
        let tag = tag(name.as_bytes());
        let (mut found, mut at) = (None, 0);
        while let Some(entry) = self.0.get(at) {
            if entry.may_be(tag) && entry.is_named(text, name) {
                found = Some(at);
            }
            at += 1 + entry.inside as usize;
        }
        Nodes(self.0.get(found?..)?).next()
    }
}

impl<'a> Iterator for Nodes<'a> {
    type Item = Node<'a>;

    #[inline]
    fn next(&mut self) -> Option<Node<'a>> {
        let (entry, rest) = self.0.split_first()?;
        let (inside, left) = rest.split_at_checked(entry.inside as usize)?;
        self.0 = left;
        Some(Node { entry, inside })
    }
}

/// Containers inside one another, the item being one: twice DynamoDB's levels. Deeper is no answer of the service.
const MAX_OPEN: usize = 64;

/// A container whose end was not found yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    entry: usize,
    /// What it is among.
    among: Contents,
}

/// What a container has in it.
#[derive(Clone, Copy, Debug)]
enum Contents {
    Members,
    Values,
    /// Strings without a type of their own, as which they are noted.
    Strings(Kind),
}

impl Contents {
    #[inline]
    fn end(self) -> u8 {
        match self {
            Self::Members => b'}',
            _ => b']',
        }
    }

    /// Those of a value of this type; `None` for one that contains no others.
    fn of(kind: Kind) -> Option<Self> {
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

/// Notes the values of the item that comes next.
pub(super) fn item(scan: &mut Scan<'_>, entries: &mut Vec<Entry>) -> Result<(), CodecError> {
    let mut items = Indexing {
        first: entries.len(),
        entries,
        contents: Contents::Members,
        name: None,
    };
    items.index(scan).map_err(|error| items.blamed(scan, error))
}

/// One item on its way into the list.
struct Indexing<'e> {
    entries: &'e mut Vec<Entry>,
    /// Where the item begins in it.
    first: usize,
    /// What the innermost container has in it.
    contents: Contents,
    /// The member that is not noted yet.
    name: Option<Span>,
}

impl Indexing<'_> {
    /// It recurses nowhere, so that no nesting can exhaust the stack.
    fn index(&mut self, scan: &mut Scan<'_>) -> Result<(), CodecError> {
        scan.open.clear();
        scan.expect(b'{')?;
        let mut is_first = true;
        loop {
            let has_next = match is_first {
                true => !scan.takes(self.contents.end()),
                false => scan.takes(b','),
            };
            if !has_next {
                if !is_first {
                    scan.expect(self.contents.end())?;
                }
                match scan.open.pop() {
                    Some(open) => self.close(scan, open)?,
                    None => return Ok(()),
                }
                is_first = false;
                continue;
            }
            is_first = match self.contents {
                Contents::Members => self.members(scan)?,
                Contents::Values => match scan.simple_value() {
                    Some(value) => self.push(scan, None, value)?,
                    None => self.value(scan, None)?,
                },
                Contents::Strings(kind) => {
                    let span = scan.string()?;
                    self.push(scan, None, Found { kind, span })?
                }
            };
        }
    }

    /// Members up to the first that is not as most are, or the last. Whether what comes next is the first inside of one.
    #[inline]
    fn members(&mut self, scan: &mut Scan<'_>) -> Result<bool, CodecError> {
        while let Some((name, value)) = scan.simple_member() {
            self.push(scan, Some(name), value)?;
            if !scan.takes(b',') {
                return Ok(false);
            }
        }
        let name = scan.name()?;
        self.name = Some(name);
        self.value(scan, Some(name))
    }

    /// A value of any form. Whether what comes next is the first inside of it.
    fn value(&mut self, scan: &mut Scan<'_>, name: Option<Span>) -> Result<bool, CodecError> {
        let kind = scan.kind()?;
        let Some(contents) = Contents::of(kind) else {
            let span = scan.content(kind)?;
            scan.end_of_value()?;
            // Only the SDK's types can hold it until it is sent back.
            if kind == Kind::Other && scan.open.is_empty() {
                return Err(scan.error("a type that this version does not know, before"));
            }
            return self.push(scan, name, Found { kind, span });
        };
        if scan.open.len() == MAX_OPEN {
            return Err(self.too_deep(scan));
        }
        scan.peek();
        let start = scan.at();
        scan.expect(match contents {
            Contents::Members => b'{',
            _ => b'[',
        })?;
        let span = Span {
            start,
            end: start,
            is_escaped: false,
        };
        self.push(scan, name, Found { kind, span })?;
        scan.open.push(Open {
            entry: self.entries.len() - 1,
            among: self.contents,
        });
        self.contents = contents;
        Ok(true)
    }

    /// The attribute is to blame: the whole path is longer than anyone reads.
    #[cold]
    fn too_deep(&mut self, scan: &mut Scan<'_>) -> CodecError {
        let outermost = scan
            .open
            .first()
            .and_then(|open| self.entries.get(open.entry));
        let name = outermost.map(|entry| entry.name().of(scan.text()));
        let error = CodecError::too_deep().in_field(name.unwrap_or_default());
        scan.open.clear();
        (self.name, self.contents) = (None, Contents::Members);
        error
    }

    /// Notes a value that has been read.
    #[inline(always)]
    fn push(
        &mut self,
        scan: &Scan<'_>,
        name: Option<Span>,
        value: Found,
    ) -> Result<bool, CodecError> {
        let entry = Entry::of(value);
        let entry = match name {
            Some(name) => entry
                .named(scan.text(), name)
                .ok_or_else(|| scan.error("an attribute's name of more than 65,535 bytes"))?,
            None => entry,
        };
        self.entries.push(entry);
        self.name = None;
        Ok(false)
    }

    fn close(&mut self, scan: &mut Scan<'_>, open: Open) -> Result<(), CodecError> {
        let inside = self.entries.len() - open.entry - 1;
        if let Some(entry) = self.entries.get_mut(open.entry) {
            // An answer has fewer bytes.
            entry.inside = inside as u32;
            entry.end = scan.at();
        }
        self.contents = open.among;
        scan.end_of_value().inspect_err(|_| {
            // It is to blame, and not what follows.
            let entry = self.entries.get(open.entry).map(Entry::name);
            self.name = entry.filter(|_| matches!(open.among, Contents::Members));
            self.entries.truncate(open.entry);
        })
    }

    /// Puts what was being read in front of an error's path.
    #[cold]
    fn blamed(&self, scan: &Scan<'_>, error: CodecError) -> CodecError {
        let error = match (self.name, self.contents) {
            (Some(name), _) => error.in_field(name.of(scan.text())),
            (None, Contents::Members) => error,
            (None, _) => error.in_element(self.position(scan, scan.open.len(), self.entries.len())),
        };
        let open = scan.open.iter().enumerate().rev();
        open.fold(error, |error, (depth, open)| {
            match (open.among, self.entries.get(open.entry)) {
                (Contents::Members, Some(entry)) => error.in_field(entry.name().of(scan.text())),
                _ => error.in_element(self.position(scan, depth, open.entry)),
            }
        })
    }

    /// How many values are before an entry in its container.
    fn position(&self, scan: &Scan<'_>, depth: usize, entry: usize) -> usize {
        let container = depth.checked_sub(1).and_then(|depth| scan.open.get(depth));
        let first = container.map_or(self.first, |open| open.entry + 1);
        let before = self.entries.get(first..entry).unwrap_or_default();
        Nodes(before).count()
    }
}

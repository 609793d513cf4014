//! Where the values of an answer's items are: what one scan over the answer leaves behind.
//!
//! An item's name, its type and the attributes of its key are looked up before it is read as an entity, and reading needs all of its
//! values once more. So the scan notes the place and type of each value, 16 bytes apiece: the attributes of all items in one list, and
//! in another what is inside of them, side by side what is side by side in a list or map.

use std::ops::Range;

use super::scan::{Kind, Scan, Span};
use super::text;
use crate::item::error::CodecError;

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
    let (Some(first), Some(last)) = (name.first(), name.last()) else {
        return 0;
    };
    let ends = first.wrapping_mul(5).wrapping_add(last.wrapping_mul(11));
    (name.len() as u8).wrapping_add(ends) & TAG
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

    /// A string without an escape, as the value of a name without one, if it has one. `None` for a name longer than any attribute's,
    /// which has at most 65,535 bytes.
    #[inline(always)]
    pub(super) fn simple(
        name_start: usize,
        name: &[u8],
        kind: Kind,
        content: Range<usize>,
    ) -> Option<Self> {
        Some(Entry {
            name_start: name_start as u32,
            start: content.start as u32,
            end: content.end as u32,
            name_length: u16::try_from(name.len()).ok()?,
            kind,
            marks: tag(name),
        })
    }

    /// A value without a name.
    fn of(kind: Kind, content: Span) -> Self {
        Entry {
            kind,
            start: content.start,
            end: content.end,
            marks: u8::from(content.is_escaped) * ESCAPED_VALUE,
            ..Self::EMPTY
        }
    }

    /// `None` for a name longer than any attribute's, which has at most 65,535 bytes.
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
    /// A list without elements.
    pub(super) const EMPTY: Node<'static> = Node {
        entry: &Entry::EMPTY,
        inner: &[],
    };

    /// What is inside of a list, map or set; nothing is inside of others.
    #[inline]
    pub(super) fn inside(self) -> Nodes<'a> {
        let Entry { start, end, .. } = *self.entry;
        let entries = match Contents::of(self.entry.kind) {
            Some(_) => self.inner.get(start as usize..end as usize),
            None => None,
        };
        Nodes {
            entries: entries.unwrap_or_default(),
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
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.entries.is_empty()
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
        let (tag, length) = (tag(name.as_bytes()), name.len() as u16);
        // Without a branch for each: where the one looked for is, nobody can foresee.
        let (mut last, mut like, mut escaped) = (0, 0, 0);
        for (number, entry) in self.entries.iter().enumerate() {
            let is_like = entry.marks & TAG == tag && entry.name_length == length;
            last = if is_like { number } else { last };
            like += usize::from(is_like);
            escaped |= entry.marks & ESCAPED_NAME;
        }
        let is_named = |entry: &&Entry| entry.is_named(text, name);
        let found = match (like, escaped) {
            (0, 0) => None,
            (1, 0) => self.entries.get(last).filter(is_named),
            _ => self.entries.iter().rev().find(is_named),
        };
        found.map(|entry| self.node(entry))
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

/// Containers inside one another, the item being one: twice DynamoDB's levels. Deeper is no answer of the service.
const MAX_OPEN: usize = 64;

/// A container whose end was not found yet.
#[derive(Clone, Copy, Debug)]
struct Open {
    entry: Entry,
    /// What it is among.
    among: Contents,
    /// How many of the pending entries are of containers around it.
    before: usize,
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
    #[inline]
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

/// Where the values of items are.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// The attributes of all items.
    entries: Vec<Entry>,
    /// What is inside of them.
    inner: Vec<Entry>,
    open: Vec<Open>,
    /// What was found of the open containers.
    pending: Vec<Entry>,
}

impl Index {
    /// With room for so many attributes.
    pub(super) fn with_room(attributes: usize) -> Self {
        Self {
            entries: Vec::with_capacity(attributes),
            // What is not needed is not touched.
            inner: Vec::with_capacity(attributes / 2),
            ..Self::default()
        }
    }

    /// How many attributes there are so far.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The attributes of one item.
    #[inline]
    pub(super) fn nodes(&self, item: Range<usize>) -> Nodes<'_> {
        Nodes {
            entries: self.entries.get(item).unwrap_or_default(),
            inner: &self.inner,
        }
    }

    /// Notes the values of the item that comes next.
    ///
    /// # Errors
    /// Besides text of another form, an attribute of a type that this version does not know: only the SDK's types can hold it until it is
    /// sent back.
    pub(super) fn item(&mut self, scan: &mut Scan<'_>) -> Result<(), CodecError> {
        scan.expect(b'{')?;
        let mut is_first = true;
        while scan.next_element(b'}', usize::from(!is_first))? {
            is_first = false;
            if !self.simple_members(scan) {
                self.member(scan)?;
            }
        }
        Ok(())
    }

    /// Notes members that are as most are; whether at least one, and no comma behind the last.
    #[inline]
    fn simple_members(&mut self, scan: &mut Scan<'_>) -> bool {
        while let Some(member) = scan.simple_member() {
            self.entries.push(member);
            if !scan.takes(b',') {
                return true;
            }
        }
        false
    }

    fn member(&mut self, scan: &mut Scan<'_>) -> Result<(), CodecError> {
        self.open.clear();
        self.pending.clear();
        let mut at = At {
            contents: Contents::Members,
            name: None,
        };
        let noted = self.note_member(scan, &mut at);
        noted.map_err(|error| self.blamed(scan.text(), at, error))
    }

    /// The value that comes next, without a name.
    pub(super) fn value_alone(&mut self, scan: &mut Scan<'_>) -> Result<Node<'_>, CodecError> {
        let mut at = At {
            contents: Contents::Values,
            name: None,
        };
        let is_first = self.value(scan, &mut at)?;
        self.note_inside(scan, &mut at, is_first)?;
        let value = self.nodes(0..self.len()).last();
        value.ok_or_else(|| scan.error("expected a value"))
    }

    fn note_member(&mut self, scan: &mut Scan<'_>, at: &mut At) -> Result<(), CodecError> {
        let is_first = self.named_value(scan, at)?;
        self.note_inside(scan, at, is_first)
    }

    /// What is inside of the open containers. It recurses nowhere, so that no nesting can exhaust the stack.
    fn note_inside(
        &mut self,
        scan: &mut Scan<'_>,
        at: &mut At,
        mut is_first: bool,
    ) -> Result<(), CodecError> {
        while let Some(open) = self.open.last().copied() {
            let has_next = match is_first {
                true => !scan.takes(at.contents.end()),
                false => scan.takes(b','),
            };
            if !has_next {
                if !is_first {
                    scan.expect(at.contents.end())?;
                }
                self.close(scan, at, open)?;
                is_first = false;
                continue;
            }
            is_first = match at.contents {
                Contents::Members => match scan.simple_member() {
                    Some(member) => self.push(member),
                    None => self.named_value(scan, at)?,
                },
                Contents::Values => match scan.simple_value() {
                    Some(value) => self.push(value),
                    None => self.value(scan, at)?,
                },
                Contents::Strings(kind) => {
                    let content = scan.string()?;
                    self.push(Entry::of(kind, content))
                }
            };
        }
        Ok(())
    }

    fn named_value(&mut self, scan: &mut Scan<'_>, at: &mut At) -> Result<bool, CodecError> {
        if self.open.len() < MAX_OPEN
            && let Some(member) = scan.known_member()
        {
            return Ok(match Contents::of(member.kind) {
                Some(contents) => self.open(at, member, contents),
                None => self.push(member),
            });
        }
        at.name = Some(scan.name()?);
        self.value(scan, at)
    }

    /// A container begins.
    fn open(&mut self, at: &mut At, entry: Entry, contents: Contents) -> bool {
        self.open.push(Open {
            entry,
            among: at.contents,
            before: self.pending.len(),
        });
        at.contents = contents;
        true
    }

    /// A value of any form. Whether what comes next is the first inside of it.
    fn value(&mut self, scan: &mut Scan<'_>, at: &mut At) -> Result<bool, CodecError> {
        let kind = scan.kind()?;
        let Some(contents) = Contents::of(kind) else {
            let content = scan.content(kind)?;
            scan.end_of_value()?;
            if kind == Kind::Other && self.open.is_empty() {
                return Err(scan.error("a type that this version does not know, before"));
            }
            let value = at.named(scan, Entry::of(kind, content))?;
            return Ok(self.push(value));
        };
        if self.open.len() == MAX_OPEN {
            return Err(self.too_deep(scan.text(), at));
        }
        scan.expect(match contents {
            Contents::Members => b'{',
            _ => b'[',
        })?;
        let entry = at.named(
            scan,
            Entry {
                kind,
                ..Entry::EMPTY
            },
        )?;
        self.open.push(Open {
            entry,
            among: at.contents,
            before: self.pending.len(),
        });
        at.contents = contents;
        Ok(true)
    }

    /// The attribute is to blame: the whole path is longer than anyone reads.
    #[cold]
    fn too_deep(&mut self, text: &str, at: &mut At) -> CodecError {
        let name = self.open.first().map(|open| open.entry.name().of(text));
        let error = CodecError::too_deep().in_field(name.unwrap_or_default());
        self.open.clear();
        (at.name, at.contents) = (None, Contents::Members);
        error
    }

    /// Notes a value that has been read; nothing comes inside of it.
    #[inline]
    fn push(&mut self, value: Entry) -> bool {
        match self.open.is_empty() {
            true => self.entries.push(value),
            false => self.pending.push(value),
        }
        false
    }

    /// The innermost container ends: what it contains gets its place.
    fn close(&mut self, scan: &mut Scan<'_>, at: &mut At, open: Open) -> Result<(), CodecError> {
        at.contents = open.among;
        self.open.pop();
        scan.end_of_value().inspect_err(|_| {
            // It is to blame, and not what follows.
            let is_named = matches!(open.among, Contents::Members);
            at.name = is_named.then(|| open.entry.name());
            self.pending.truncate(open.before);
        })?;
        let start = self.inner.len();
        let inside = self.pending.get(open.before..).unwrap_or_default();
        self.inner.extend_from_slice(inside);
        self.pending.truncate(open.before);
        // An answer has fewer bytes than 32 bits can count.
        self.push(Entry {
            start: start as u32,
            end: self.inner.len() as u32,
            ..open.entry
        });
        Ok(())
    }

    /// Puts what was being read in front of an error's path.
    #[cold]
    fn blamed(&self, text: &str, at: At, error: CodecError) -> CodecError {
        // How many values are before the one at a place in its container.
        let position = |depth: usize, place: usize| {
            let container = depth.checked_sub(1).and_then(|depth| self.open.get(depth));
            place - container.map_or(0, |open| open.before.min(place))
        };
        let error = match (at.name, at.contents) {
            (Some(name), _) => error.in_field(name.of(text)),
            (None, Contents::Members) => error,
            (None, _) => error.in_element(position(self.open.len(), self.pending.len())),
        };
        let open = self.open.iter().enumerate().rev();
        open.fold(error, |error, (depth, open)| match open.among {
            Contents::Members => error.in_field(open.entry.name().of(text)),
            _ => error.in_element(position(depth, open.before)),
        })
    }
}

/// What is being read.
#[derive(Clone, Copy)]
struct At {
    /// What the innermost container has in it.
    contents: Contents,
    /// The member that is not noted yet.
    name: Option<Span>,
}

impl At {
    /// The value of what is being read, which is noted then.
    fn named(&mut self, scan: &Scan<'_>, value: Entry) -> Result<Entry, CodecError> {
        let Some(name) = self.name else {
            return Ok(value);
        };
        let named = value
            .named(scan.text(), name)
            .ok_or_else(|| scan.error("an attribute's name of more than 65,535 bytes"))?;
        self.name = None;
        Ok(named)
    }
}

//! Where the values of an answer's items are: what one scan over the answer leaves behind.
//!
//! An item's name, its type and the attributes of its key are looked up before it is read as an entity, and reading needs all of its
//! values once more. So the scan notes the place and type of each value, 16 bytes apiece: the attributes of all items in one list, and
//! in another what is inside of them, side by side what is side by side in a list or map.

use std::ops::Range;

use super::entry::{Contents, Entry, Node, Nodes};
use super::scan::{Kind, Scan, Span};
use crate::item::error::CodecError;

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
    /// Attributes of types that this version does not know are noted too, for who asks for others.
    pub(super) takes_unknown: bool,
}

impl Index {
    /// With room for so many attributes.
    pub(super) fn with_room(attributes: usize) -> Self {
        Self {
            entries: Vec::with_capacity(attributes),
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
        Nodes::new(self.entries.get(item).unwrap_or_default(), &self.inner)
    }

    /// Notes the values of the item that comes next.
    ///
    /// # Errors
    /// Besides text of another form, an attribute of a type that this version does not know: only the SDK's types can hold it until it is
    /// sent back.
    pub(super) fn item(&mut self, scan: &mut Scan<'_>) -> Result<(), CodecError> {
        scan.expect(b'{')?;
        let mut count = 0;
        while scan.next_element(b'}', count)? {
            count += 1;
            if !self.usual_members(scan) {
                self.member(scan)?;
            }
        }
        Ok(())
    }

    /// Notes members that are as most are; whether at least one, and no comma behind the last.
    #[inline]
    fn usual_members(&mut self, scan: &mut Scan<'_>) -> bool {
        loop {
            let run = scan.usual().members(scan.at(), &mut self.entries);
            scan.go_to(run.end);
            if run.is_done {
                return true;
            }
            let Some((member, end)) = scan.usual().container(run.end, &mut self.inner) else {
                return false;
            };
            self.entries.push(member);
            scan.go_to(end);
            if !scan.takes(b',') {
                return true;
            }
        }
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
                Contents::Members => {
                    let run = scan.usual().members(scan.at(), &mut self.pending);
                    scan.go_to(run.end);
                    !run.is_done && self.named_value(scan, at)?
                }
                Contents::Values => {
                    let run = scan.usual().values(scan.at(), &mut self.pending);
                    scan.go_to(run.end);
                    !run.is_done && self.value(scan, at)?
                }
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
            && let Some((member, kind, inside)) = scan.usual().beginning(scan.at())
            && let Some(contents) = Contents::of(kind)
        {
            scan.go_to(inside);
            return Ok(self.open(at, member, contents));
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
            if kind == Kind::Other && self.open.is_empty() && !self.takes_unknown {
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
        let entry = at.named(scan, Entry::container(kind))?;
        Ok(self.open(at, entry, contents))
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
        self.push(open.entry.containing(start..self.inner.len()));
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

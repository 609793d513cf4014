//! Members and values as the service writes nearly all of them: without white space, and with nothing else inside of them.
//!
//! What is of another form is left to the scan, which also says what is wrong with it. So there are no errors here.

use std::ops::Range;

use super::entry::Entry;
use super::marks::Marks;
use super::scan::Kind;

/// A text, looked at from a place of it.
#[derive(Debug)]
pub(super) struct Usual<'t> {
    pub(super) bytes: &'t [u8],
    pub(super) marks: Marks,
}

/// Members or values side by side that were gone past.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) end: usize,
    /// Behind the last is no comma. Otherwise another one has to come, of whatever form.
    pub(super) is_done: bool,
}

/// `":{"?":"`, what is between the name of a member and the content of its value, and where its type is.
const MEMBER: u64 = u64::from_le_bytes(*b"\":{\"\0\":\"");
const MEMBER_KIND: u32 = 32;
const MEMBER_HEAD: usize = 8;
/// `{"?":"`, what is before the content of a value, with two bytes more, and where its type is.
const VALUE: u64 = u64::from_le_bytes(*b"{\"\0\":\"\xff\xff");
const VALUE_KIND: u32 = 16;
const VALUE_HEAD: usize = 6;

impl Usual<'_> {
    /// Notes the members that come next, as long as they contain no others.
    pub(super) fn members(&self, at: usize, entries: &mut Vec<Entry>) -> Run {
        self.run(at, entries, |at| self.member(at))
    }

    /// Notes the values that come next, as long as they contain no others.
    pub(super) fn values(&self, at: usize, entries: &mut Vec<Entry>) -> Run {
        self.run(at, entries, |at| self.value(at))
    }

    #[inline(always)]
    fn run(
        &self,
        at: usize,
        entries: &mut Vec<Entry>,
        next: impl Fn(usize) -> Option<(Entry, usize)>,
    ) -> Run {
        let mut end = at;
        while let Some((entry, behind)) = next(end) {
            entries.push(entry);
            end = behind;
            if self.bytes.get(end) != Some(&b',') {
                return Run { end, is_done: true };
            }
            end += 1;
        }
        Run {
            end,
            is_done: false,
        }
    }

    /// `"name":{"S":"…"}`, and where it ends.
    #[inline(always)]
    fn member(&self, at: usize) -> Option<(Entry, usize)> {
        let name = self.name(at)?;
        let head = u64::from_le_bytes(*self.bytes.get(name.end..)?.first_chunk()?);
        let Some(kind) = kind_in(head, MEMBER, MEMBER_KIND) else {
            return self.boolean(name);
        };
        let start = name.end + MEMBER_HEAD;
        let (end, is_escaped) = self.content_end(start)?;
        let entry = Entry::member(self.bytes, name, kind, start..end, is_escaped)?;
        Some((entry, end + 2))
    }

    /// `"name":{"BOOL":true}`, and where it ends.
    #[inline(never)]
    fn boolean(&self, name: Range<usize>) -> Option<(Entry, usize)> {
        let start = name.end + 10;
        let word = self.bytes.get(name.end..)?.strip_prefix(b"\":{\"BOOL\":")?;
        let length = match word {
            [b't', b'r', b'u', b'e', b'}', ..] => 4,
            [b'f', b'a', b'l', b's', b'e', b'}', ..] => 5,
            _ => return None,
        };
        let end = start + length;
        let entry = Entry::member(self.bytes, name, Kind::Bool, start..end, false)?;
        Some((entry, end + 1))
    }

    /// `{"S":"…"}`, and where it ends.
    #[inline(always)]
    fn value(&self, at: usize) -> Option<(Entry, usize)> {
        // The last two bytes are of the content.
        let head = u64::from_le_bytes(*self.bytes.get(at..)?.first_chunk()?) | 0xffff << 48;
        let kind = kind_in(head, VALUE, VALUE_KIND)?;
        let start = at + VALUE_HEAD;
        let (end, is_escaped) = self.content_end(start)?;
        let entry = Entry::member(self.bytes, 0..0, kind, start..end, is_escaped)?;
        Some((entry, end + 2))
    }

    /// A member that is a list or map without others inside of it, `"name":{"M":{…}}`, and where it ends. What is inside of it is noted.
    pub(super) fn container(&self, at: usize, inner: &mut Vec<Entry>) -> Option<(Entry, usize)> {
        let (member, kind, start) = self.beginning(at)?;
        let before = inner.len();
        let (run, bracket) = match kind {
            Kind::M => (self.members(start, inner), b'}'),
            _ => (self.values(start, inner), b']'),
        };
        let is_whole = (run.is_done || run.end == start)
            && matches!(self.bytes.get(run.end..)?, [end, b'}', ..] if *end == bracket);
        if !is_whole {
            inner.truncate(before);
            return None;
        }
        Some((member.containing(before..inner.len()), run.end + 2))
    }

    /// The beginning of a member that is a list or map, `"name":{"M":{`: the member without what is inside, its type, and where that begins.
    pub(super) fn beginning(&self, at: usize) -> Option<(Entry, Kind, usize)> {
        let name = self.name(at)?;
        let (kind, start) = match self.bytes.get(name.end..)?.first_chunk()? {
            b"\":{\"M\":{" => (Kind::M, name.end + MEMBER_HEAD),
            b"\":{\"L\":[" => (Kind::L, name.end + MEMBER_HEAD),
            _ => return None,
        };
        let member = Entry::member(self.bytes, name, kind, 0..0, false)?;
        Some((member, kind, start))
    }

    /// The name of a member; whether it ends in a quote was not looked at.
    #[inline(always)]
    fn name(&self, at: usize) -> Option<Range<usize>> {
        let start = at + 1;
        let is_name = *self.bytes.get(at)? == b'"';
        is_name.then(|| start..self.marks.next(start))
    }

    /// Where a string ends that ends a value too, and whether it has escapes.
    #[inline(always)]
    fn content_end(&self, start: usize) -> Option<(usize, bool)> {
        let end = self.marks.next(start);
        match self.bytes.get(end..)? {
            [b'"', b'}', ..] => Some((end, false)),
            [b'\\', ..] => Some((self.escaped_end(end)?, true)),
            _ => None,
        }
    }

    /// The same from the first escape on.
    #[inline(never)]
    fn escaped_end(&self, mut at: usize) -> Option<usize> {
        loop {
            match self.bytes.get(at..)? {
                [b'"', b'}', ..] => return Some(at),
                [b'\\', escaped, ..] if *escaped >= b' ' => at = self.marks.next(at + 2),
                _ => return None,
            }
        }
    }
}

/// The type in a head of this form whose content is a string.
#[inline]
fn kind_in(head: u64, form: u64, place: u32) -> Option<Kind> {
    // What is left is the type, and nothing around it.
    let kind = u8::try_from((head ^ form).rotate_right(place)).ok()?;
    // Without a branch for each: which one comes next, nobody can foresee.
    const KINDS: [Option<Kind>; 256] = {
        let mut kinds = [None; 256];
        kinds[b'S' as usize] = Some(Kind::S);
        kinds[b'N' as usize] = Some(Kind::N);
        kinds[b'B' as usize] = Some(Kind::B);
        kinds
    };
    KINDS[usize::from(kind)]
}

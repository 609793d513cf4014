//! Members and values as the service writes nearly all of them: without white space, and with nothing else inside of them.
//!
//! What is of another form is left to the scan, which also says what is wrong with it. So there are no errors here.

use std::ops::ControlFlow;

use super::entry::Entry;
use super::marks::Marks;
use super::scan::Kind;

/// A text, looked at from places of it.
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

/// A member whose value is a string, up to the first mark in the string.
struct Member {
    name: (usize, u8),
    kind: Kind,
    start: usize,
    mark: usize,
}

/// `":{"?":"`, what is between the name of a member and the content of its value, and where its type is.
const MEMBER: u64 = u64::from_le_bytes(*b"\":{\"\0\":\"");
const MEMBER_KIND: u32 = 32;
const MEMBER_HEAD: u32 = 8;
/// `{"?":"`, what is before the content of a value, with two bytes more, and where its type is.
const VALUE: u64 = u64::from_le_bytes(*b"{\"\0\":\"\xff\xff");
const VALUE_KIND: u32 = 16;
const VALUE_HEAD: usize = 6;
/// What is between the content of one member and the name of the next.
const BETWEEN: &[u8; 4] = b"\"},\"";

impl Usual<'_> {
    /// Notes the members that come next, as long as they contain no others.
    pub(super) fn members(&self, at: usize, entries: &mut Vec<Entry>) -> Run {
        if self.bytes.get(at) != Some(&b'"') {
            return Run {
                end: at,
                is_done: false,
            };
        }
        let mut name = at + 1;
        loop {
            name = match self.member(name, entries) {
                ControlFlow::Continue(next) => next,
                ControlFlow::Break(run) => return run,
            };
        }
    }

    /// Notes a member, from its name on. Gives where the next one's name begins.
    #[inline(always)]
    fn member(&self, name: usize, entries: &mut Vec<Entry>) -> ControlFlow<Run, usize> {
        let Some(member) = self.text_member(name) else {
            return self.boolean(name, entries);
        };
        let end = member.mark;
        if let Some(rest) = self.bytes.get(end..)
            && rest.first_chunk() == Some(BETWEEN)
            && let Some(entry) = member.entry(self.bytes, end, false)
        {
            entries.push(entry);
            return ControlFlow::Continue(end + BETWEEN.len());
        }
        self.last_member(name, entries)
    }

    /// `name":{"S":"…` without escapes in the name.
    #[inline(always)]
    fn text_member(&self, name: usize) -> Option<Member> {
        let ahead = self.marks.ahead(name);
        if ahead == 0 {
            return None;
        }
        let length = ahead.trailing_zeros();
        let head = self.bytes.get(name + length as usize..)?.first_chunk()?;
        let kind = kind_in(u64::from_le_bytes(*head), MEMBER, MEMBER_KIND)?;
        let start = name + (length + MEMBER_HEAD) as usize;
        // Mostly the content ends not far from here.
        let mark = match ahead.checked_shr(length + MEMBER_HEAD) {
            None | Some(0) => self.marks.next(start),
            Some(ahead) => start + ahead.trailing_zeros() as usize,
        };
        Some(Member {
            name: (name, length as u8),
            kind,
            start,
            mark,
        })
    }

    /// The same as [`Usual::member`] where it has escapes or no member comes behind it.
    #[inline(never)]
    fn last_member(&self, name: usize, entries: &mut Vec<Entry>) -> ControlFlow<Run, usize> {
        let found = self.text_member(name).and_then(|member| {
            let (end, is_escaped) = self.content_end(member.mark)?;
            let entry = member.entry(self.bytes, end, is_escaped)?;
            Some((entry, end + 2))
        });
        self.noted(name, found, entries)
    }

    /// The same of `name":{"BOOL":true}`.
    #[inline(never)]
    fn boolean(&self, name: usize, entries: &mut Vec<Entry>) -> ControlFlow<Run, usize> {
        self.noted(name, self.boolean_member(name), entries)
    }

    fn boolean_member(&self, name: usize) -> Option<(Entry, usize)> {
        let length = self.short_name(name)?;
        let head = b"\":{\"BOOL\":";
        let start = name + usize::from(length) + head.len();
        let rest = self.bytes.get(start - head.len()..)?;
        let word = match rest.strip_prefix(head)? {
            [b't', b'r', b'u', b'e', b'}', ..] => 4,
            [b'f', b'a', b'l', b's', b'e', b'}', ..] => 5,
            _ => return None,
        };
        let content = start..start + word;
        let end = content.end + 1;
        let entry = Entry::member(self.bytes, (name, length), Kind::Bool, content, false)?;
        Some((entry, end))
    }

    /// Notes what was found from a name on, if something was. `end`: behind the member.
    fn noted(
        &self,
        name: usize,
        found: Option<(Entry, usize)>,
        entries: &mut Vec<Entry>,
    ) -> ControlFlow<Run, usize> {
        let Some((entry, end)) = found else {
            return ControlFlow::Break(Run {
                end: name - 1,
                is_done: false,
            });
        };
        entries.push(entry);
        match self.bytes.get(end..).unwrap_or_default() {
            [b',', b'"', ..] => ControlFlow::Continue(end + 2),
            _ => ControlFlow::Break(self.behind(end)),
        }
    }

    fn behind(&self, end: usize) -> Run {
        let is_done = self.bytes.get(end) != Some(&b',');
        Run {
            end: end + usize::from(!is_done),
            is_done,
        }
    }

    /// Notes the values that come next, `{"S":"…"}`, as long as they contain no others.
    pub(super) fn values(&self, at: usize, entries: &mut Vec<Entry>) -> Run {
        let mut run = Run {
            end: at,
            is_done: false,
        };
        while !run.is_done
            && let Some((value, end)) = self.value(run.end)
        {
            entries.push(value);
            run = self.behind(end);
        }
        run
    }

    #[inline(always)]
    fn value(&self, at: usize) -> Option<(Entry, usize)> {
        // The last two bytes are of the content.
        let head = u64::from_le_bytes(*self.bytes.get(at..)?.first_chunk()?) | 0xffff << 48;
        let kind = kind_in(head, VALUE, VALUE_KIND)?;
        let start = at + VALUE_HEAD;
        let (end, is_escaped) = self.content_end(self.marks.next(start))?;
        Some((Entry::unnamed(kind, start..end, is_escaped), end + 2))
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

    /// The beginning of a member that is a list or map, `"name":{"M":{`: the member without what is inside, its type, and where that
    /// begins.
    pub(super) fn beginning(&self, at: usize) -> Option<(Entry, Kind, usize)> {
        let name = at + 1;
        if *self.bytes.get(at)? != b'"' {
            return None;
        }
        let length = self.short_name(name)?;
        let end = name + usize::from(length);
        let kind = match self.bytes.get(end..)?.first_chunk()? {
            b"\":{\"M\":{" => Kind::M,
            b"\":{\"L\":[" => Kind::L,
            _ => return None,
        };
        let member = Entry::member(self.bytes, (name, length), kind, 0..0, false)?;
        Some((member, kind, end + MEMBER_HEAD as usize))
    }

    /// How long the name is that begins here, if its end is not far; whether it ends in a quote was not looked at.
    fn short_name(&self, name: usize) -> Option<u8> {
        match self.marks.ahead(name) {
            0 => None,
            ahead => Some(ahead.trailing_zeros() as u8),
        }
    }

    /// Where a string ends that ends a value too, and whether it has escapes, from its first mark on.
    #[inline]
    fn content_end(&self, mark: usize) -> Option<(usize, bool)> {
        match self.bytes.get(mark..)? {
            [b'"', b'}', ..] => Some((mark, false)),
            [b'\\', ..] => Some((self.escaped_end(mark)?, true)),
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

impl Member {
    #[inline(always)]
    fn entry(&self, bytes: &[u8], end: usize, is_escaped: bool) -> Option<Entry> {
        Entry::member(bytes, self.name, self.kind, self.start..end, is_escaped)
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

//! The grammar of an answer: JSON whose strings, names and values are found, and not yet read.
//!
//! A scan moves over text that is known to be UTF-8 and remembers places only. It recurses nowhere, so that no nesting can
//! exhaust the stack; brackets are counted in a word of bits, which is also their limit.

use memchr::memchr2;

use super::entry::Entry;
use crate::item::error::CodecError;

/// Brackets inside one another: a level of a value has two, and DynamoDB has 32 levels. Deeper is no answer of the service.
const MAX_BRACKETS: u32 = 127;

/// The type of a value, as the wire names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    S,
    N,
    B,
    Bool,
    Null,
    L,
    M,
    Ss,
    Ns,
    Bs,
    /// A type that this version does not know.
    Other,
}

impl Kind {
    #[inline]
    fn of_letter(letter: u8) -> Self {
        match letter {
            b'S' => Self::S,
            b'N' => Self::N,
            b'B' => Self::B,
            b'L' => Self::L,
            b'M' => Self::M,
            _ => Self::Other,
        }
    }

    fn named(name: &[u8]) -> Self {
        match name {
            [letter] => Self::of_letter(*letter),
            b"BOOL" => Self::Bool,
            b"NULL" => Self::Null,
            b"SS" => Self::Ss,
            b"NS" => Self::Ns,
            b"BS" => Self::Bs,
            _ => Self::Other,
        }
    }
}

/// A part of the text; of a string, what is between its quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
    /// It is a string with a backslash in it.
    pub(super) is_escaped: bool,
}

impl Span {
    #[inline]
    pub(super) fn of(self, text: &str) -> &str {
        // A span's ends are beside ASCII characters of the text that it was found in.
        text.get(self.start as usize..self.end as usize)
            .unwrap_or_default()
    }

    #[inline]
    pub(super) fn bytes_of(self, text: &str) -> &[u8] {
        let bytes = text.as_bytes();
        bytes
            .get(self.start as usize..self.end as usize)
            .unwrap_or_default()
    }
}

/// A place in the text of an answer.
#[derive(Clone, Debug)]
pub(super) struct Scan<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    /// No string of the text has control characters, so that none has to be looked for.
    is_clean: bool,
}

impl<'t> Scan<'t> {
    /// From the start of text that nobody has looked at. It has at most 4 GB, which the caller has checked.
    pub(super) fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        // The least of all bytes, without early exit, so that it is found many bytes at a time.
        let has_controls = bytes.iter().fold(b' ', |least, byte| least.min(*byte)) < b' ';
        Scan {
            text,
            bytes,
            at: 0,
            is_clean: !has_controls,
        }
    }

    pub(super) fn text(&self) -> &'t str {
        self.text
    }

    /// Goes on from a place where nothing is begun.
    pub(super) fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    pub(super) fn at(&self) -> u32 {
        self.at as u32
    }

    /// Names the place of what is wrong.
    #[cold]
    pub(super) fn error(&self, what: &str) -> CodecError {
        CodecError::new(what).at_byte(self.at())
    }

    /// The next byte that is not white space, which stays where it is.
    #[inline]
    pub(super) fn peek(&mut self) -> Option<u8> {
        match self.bytes.get(self.at) {
            Some(byte) if *byte > b' ' => Some(*byte),
            Some(_) => self.peek_past_space(),
            None => None,
        }
    }

    #[cold]
    fn peek_past_space(&mut self) -> Option<u8> {
        while let Some(byte) = self.bytes.get(self.at) {
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return Some(*byte);
            }
            self.at += 1;
        }
        None
    }

    /// Goes past `byte` if it comes next.
    #[inline]
    pub(super) fn takes(&mut self, byte: u8) -> bool {
        let takes = self.peek() == Some(byte);
        self.at += usize::from(takes);
        takes
    }

    #[inline]
    pub(super) fn expect(&mut self, byte: u8) -> Result<(), CodecError> {
        if self.takes(byte) {
            return Ok(());
        }
        Err(self.error(&format!("expected `{}`", char::from(byte))))
    }

    /// Goes to the next element of an array or object; whether there is one. `count`: those before it.
    #[inline(always)]
    pub(super) fn next_element(&mut self, end: u8, count: usize) -> Result<bool, CodecError> {
        if self.takes(end) {
            return Ok(false);
        }
        if count > 0 {
            self.expect(b',')?;
        }
        Ok(true)
    }

    /// An error if something follows.
    pub(super) fn end(&mut self) -> Result<(), CodecError> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.error("expected the end")),
        }
    }

    /// A string, quotes included; gives what is between them.
    #[inline]
    pub(super) fn string(&mut self) -> Result<Span, CodecError> {
        self.expect(b'"')?;
        let start = self.at;
        let mut is_escaped = false;
        loop {
            let length = self.bytes.get(self.at..).and_then(length_of);
            match length.map(|length| self.at + length) {
                Some(end) if self.bytes.get(end) == Some(&b'"') => {
                    self.at = end;
                    break;
                }
                Some(backslash) => {
                    is_escaped = true;
                    self.at = backslash + 2;
                }
                None => {
                    self.at = self.bytes.len();
                    return Err(self.error("a string has no end"));
                }
            }
        }
        let span = Span {
            start: start as u32,
            end: self.at as u32,
            is_escaped,
        };
        self.check_controls(start)?;
        self.at += 1;
        Ok(span)
    }

    #[inline]
    fn check_controls(&self, start: usize) -> Result<(), CodecError> {
        if self.is_clean {
            return Ok(());
        }
        let content = self.bytes.get(start..self.at).unwrap_or_default();
        match content.iter().position(|byte| *byte < b' ') {
            None => Ok(()),
            Some(position) => Err(CodecError::new("a string has a control character")
                .at_byte((start + position) as u32)),
        }
    }

    /// A member's name and the colon after it.
    #[inline]
    pub(super) fn name(&mut self) -> Result<Span, CodecError> {
        let name = self.string()?;
        self.expect(b':')?;
        Ok(name)
    }

    /// Goes past a member as the service writes most of them, `"name":{"S":"…"}` without an escape, if one comes next.
    #[inline(always)]
    pub(super) fn simple_member(&mut self) -> Option<Entry> {
        if !self.is_clean {
            return None;
        }
        let (b'"', rest) = self.bytes.get(self.at..)?.split_first()? else {
            return None;
        };
        let name_length = length_of(rest)?;
        let (name, rest) = rest.split_at_checked(name_length)?;
        let (head, rest) = rest.split_first_chunk()?;
        let kind = simple_kind(u64::from_le_bytes(*head), MEMBER, MEMBER_KIND)?;
        let length = length_of(rest)?;
        let [b'"', b'}', ..] = rest.get(length..)? else {
            return None;
        };
        let name_start = self.at + 1;
        let start = name_start + name_length + MEMBER_HEAD;
        let entry = Entry::simple(name_start, name, kind, start..start + length)?;
        self.at = start + length + 2;
        Some(entry)
    }

    /// Goes past the beginning of a member that is a list or map, `"name":{"M":{`, as the service writes it, or a whole one that is a
    /// boolean, if one comes next.
    pub(super) fn known_member(&mut self) -> Option<Entry> {
        if !self.is_clean {
            return None;
        }
        let (b'"', rest) = self.bytes.get(self.at..)?.split_first()? else {
            return None;
        };
        let name_length = length_of(rest)?;
        let (name, rest) = rest.split_at_checked(name_length)?;
        let (kind, length) = match rest {
            [b'"', b':', b'{', b'"', b'M', b'"', b':', b'{', ..] => (Kind::M, 8),
            [b'"', b':', b'{', b'"', b'L', b'"', b':', b'[', ..] => (Kind::L, 8),
            _ if rest.starts_with(b"\":{\"BOOL\":true}") => (Kind::Bool, 15),
            _ if rest.starts_with(b"\":{\"BOOL\":false}") => (Kind::Bool, 16),
            _ => return None,
        };
        let name_start = self.at + 1;
        let end = name_start + name_length + length;
        // Of a boolean the word, before its bracket and behind `":{"BOOL":`.
        let content = match kind {
            Kind::Bool => name_start + name_length + 10..end - 1,
            _ => 0..0,
        };
        let entry = Entry::simple(name_start, name, kind, content)?;
        self.at = end;
        Some(entry)
    }

    /// Goes past a value as the service writes most of them, `{"S":"…"}` without an escape, if one comes next.
    #[inline]
    pub(super) fn simple_value(&mut self) -> Option<Entry> {
        if !self.is_clean {
            return None;
        }
        let rest = self.bytes.get(self.at..)?;
        // The last two bytes are of the content.
        let head = u64::from_le_bytes(*rest.first_chunk()?) | 0xffff << 48;
        let kind = simple_kind(head, VALUE, VALUE_KIND)?;
        let rest = rest.get(VALUE_HEAD..)?;
        let length = length_of(rest)?;
        let [b'"', b'}', ..] = rest.get(length..)? else {
            return None;
        };
        let start = self.at + VALUE_HEAD;
        let entry = Entry::simple(0, &[], kind, start..start + length)?;
        self.at = start + length + 2;
        Some(entry)
    }

    /// The type that a value begins with: `{"S":`.
    #[inline]
    pub(super) fn kind(&mut self) -> Result<Kind, CodecError> {
        self.expect(b'{')?;
        let name = self.name()?;
        let name = self.bytes.get(name.start as usize..name.end as usize);
        Ok(Kind::named(name.unwrap_or_default()))
    }

    /// The end of a value.
    pub(super) fn end_of_value(&mut self) -> Result<(), CodecError> {
        match self.peek() {
            Some(b'}') => {
                self.at += 1;
                Ok(())
            }
            Some(b',') => Err(self.error("a value has more than one type")),
            _ => Err(self.error("expected `}`")),
        }
    }

    /// The content of a value that contains no others.
    pub(super) fn content(&mut self, kind: Kind) -> Result<Span, CodecError> {
        match kind {
            Kind::S | Kind::N | Kind::B => self.string(),
            Kind::Bool | Kind::Null => self.boolean(),
            _ => self.skip(),
        }
    }

    fn boolean(&mut self) -> Result<Span, CodecError> {
        match self.peek() {
            Some(b't' | b'f') => self.skip(),
            _ => Err(self.error("expected `true` or `false`")),
        }
    }

    /// Goes past whatever comes next. Of its inside only strings and brackets are checked.
    pub(super) fn skip(&mut self) -> Result<Span, CodecError> {
        // Which of the open brackets are braces, the innermost in the lowest bit.
        let (mut braces, mut open) = (0_u128, 0_u32);
        let first = self.peek();
        let start = self.at as u32;
        let mut next = first;
        loop {
            match next {
                Some(b'"') => {
                    self.string()?;
                }
                Some(bracket @ (b'{' | b'[')) => {
                    if open == MAX_BRACKETS {
                        return Err(CodecError::too_deep());
                    }
                    braces = braces << 1 | u128::from(bracket == b'{');
                    open += 1;
                    self.at += 1;
                }
                Some(bracket @ (b'}' | b']')) => {
                    if open == 0 || (braces & 1 == 1) != (bracket == b'}') {
                        return Err(self.error("a bracket too many"));
                    }
                    braces >>= 1;
                    open -= 1;
                    self.at += 1;
                }
                Some(b',' | b':') if open > 0 => self.at += 1,
                Some(_) => self.literal()?,
                None => return Err(self.error("the answer ends early")),
            }
            if open == 0 {
                break;
            }
            next = self.peek();
        }
        Ok(Span {
            start,
            end: self.at as u32,
            is_escaped: false,
        })
    }

    /// A number, `true`, `false` or `null`.
    fn literal(&mut self) -> Result<(), CodecError> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let is_part =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.');
        let length = rest.iter().take_while(|byte| is_part(byte)).count();
        let is_known = matches!(
            rest.get(..length).unwrap_or_default(),
            b"true" | b"false" | b"null" | [b'-' | b'0'..=b'9', ..]
        );
        if !is_known {
            return Err(self.error("expected a value"));
        }
        self.at += length;
        Ok(())
    }
}

/// `":{"?":"`, what is between the name of a member and the content of its value, and where its type is.
const MEMBER: u64 = u64::from_le_bytes(*b"\":{\"\0\":\"");
const MEMBER_KIND: u32 = 32;
const MEMBER_HEAD: usize = 8;
/// `{"?":"`, what is before the content of a value, with two bytes more, and where its type is.
const VALUE: u64 = u64::from_le_bytes(*b"{\"\0\":\"\xff\xff");
const VALUE_KIND: u32 = 16;
const VALUE_HEAD: usize = 6;

/// The type in a head of this form whose content is a string.
#[inline]
fn simple_kind(head: u64, form: u64, place: u32) -> Option<Kind> {
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

/// How long a string is, up to its next quote or backslash. Most are short: 16 bytes are looked through without a branch between them,
/// since nobody can foresee how long the next one is, and the call of `memchr` pays for those of more than 32.
#[inline(always)]
fn length_of(rest: &[u8]) -> Option<usize> {
    let Some(chunk) = rest.first_chunk::<32>() else {
        return memchr2(b'"', b'\\', rest);
    };
    let (words, _) = chunk.as_chunks::<8>();
    let [first, second, third, fourth] = words else {
        return None;
    };
    if let Some(length) = length_in(first, second) {
        return Some(length);
    }
    match length_in(third, fourth) {
        Some(length) => Some(16 + length),
        None => long_length(rest),
    }
}

#[inline(never)]
fn long_length(rest: &[u8]) -> Option<usize> {
    memchr2(b'"', b'\\', rest.get(32..)?).map(|length| 32 + length)
}

#[inline(always)]
fn length_in(first: &[u8; 8], second: &[u8; 8]) -> Option<usize> {
    let (first, second) = (
        ends(u64::from_le_bytes(*first)),
        ends(u64::from_le_bytes(*second)),
    );
    let (found, before) = if first != 0 { (first, 0) } else { (second, 8) };
    (found != 0).then(|| before + found.trailing_zeros() as usize / 8)
}

/// A bit in each byte that is a quote or a backslash; above the lowest of them there may be more.
#[inline]
fn ends(word: u64) -> u64 {
    const QUOTES: u64 = u64::from_le_bytes([b'"'; 8]);
    const BACKSLASHES: u64 = u64::from_le_bytes([b'\\'; 8]);
    const LOW: u64 = u64::from_le_bytes([1; 8]);
    const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
    // Where they are, there are zeros.
    let (quotes, backslashes) = (word ^ QUOTES, word ^ BACKSLASHES);
    let zeros = |word: u64| word.wrapping_sub(LOW) & !word;
    (zeros(quotes) | zeros(backslashes)) & HIGH
}

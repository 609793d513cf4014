//! The grammar of an answer: JSON whose strings, names and values are found, and not yet read.
//!
//! A scan moves over text that is known to be UTF-8 and remembers places only. It recurses nowhere, so that no nesting can
//! exhaust the stack; brackets are counted in a word of bits, which is also their limit.

use super::marks::Marks;
use super::usual::Usual;
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
#[derive(Debug)]
pub(super) struct Scan<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    usual: Usual<'t>,
}

impl<'t> Scan<'t> {
    /// From the start of text that nobody has looked at. It has at most 4 GB, which the caller has checked.
    pub(super) fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        Scan {
            text,
            bytes,
            at: 0,
            usual: Usual {
                bytes,
                marks: Marks::of(bytes),
            },
        }
    }

    pub(super) fn text(&self) -> &'t str {
        self.text
    }

    /// Goes on from a place where nothing is begun.
    pub(super) fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    #[inline]
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The text as the service mostly writes it.
    #[inline]
    pub(super) fn usual(&self) -> &Usual<'t> {
        &self.usual
    }

    /// Names the place of what is wrong.
    #[cold]
    pub(super) fn error(&self, what: &str) -> CodecError {
        CodecError::new(what).at_byte(self.at as u32)
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
            self.at = self.usual.marks.next(self.at);
            match self.bytes.get(self.at..).unwrap_or_default() {
                [b'"', ..] => break,
                [b'\\', escaped, ..] if *escaped >= b' ' => {
                    is_escaped = true;
                    self.at += 2;
                }
                rest => return Err(self.no_string(rest)),
            }
        }
        let span = Span {
            start: start as u32,
            end: self.at as u32,
            is_escaped,
        };
        self.at += 1;
        Ok(span)
    }

    /// What is wrong with a string that goes on like this.
    #[cold]
    fn no_string(&mut self, rest: &[u8]) -> CodecError {
        let control = rest.iter().take(2).position(|byte| *byte < b' ');
        let Some(before) = control else {
            self.at = self.bytes.len();
            return self.error("a string has no end");
        };
        self.at += before;
        self.error("a string has a control character")
    }

    /// A member's name and the colon after it.
    #[inline]
    pub(super) fn name(&mut self) -> Result<Span, CodecError> {
        let name = self.string()?;
        self.expect(b':')?;
        Ok(name)
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

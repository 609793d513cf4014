//! The grammar of an answer: JSON whose strings, names and values are found, and not yet read.
//!
//! A scan moves over text that is known to be UTF-8 and remembers places only. It recurses nowhere, so that no nesting can
//! exhaust the stack; brackets are counted in a word of bits, which is also their limit.

use memchr::memchr2;

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
}

/// A value: its type and where its content is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) kind: Kind,
    pub(super) span: Span,
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
        // Without early exit, so that it is done many bytes at a time.
        let has_controls = bytes.iter().fold(false, |has, byte| has | (*byte < b' '));
        Scan {
            text,
            bytes,
            at: 0,
            is_clean: !has_controls,
        }
    }

    /// From somewhere in text that was scanned before.
    #[inline]
    pub(super) fn again(text: &'t str, at: u32) -> Self {
        Scan {
            text,
            bytes: text.as_bytes(),
            at: at as usize,
            is_clean: true,
        }
    }

    pub(super) fn text(&self) -> &'t str {
        self.text
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
    #[inline]
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
            match string_end(self.bytes, self.at) {
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

    /// A value with its type around it: `{"S":"…"}`.
    #[inline]
    pub(super) fn value(&mut self) -> Result<Found, CodecError> {
        let kind = match self.bytes.get(self.at..) {
            // As the service writes nearly all of them.
            Some([b'{', b'"', letter, b'"', b':', ..]) => {
                let kind = Kind::of_letter(*letter);
                self.at += 5;
                kind
            }
            _ => {
                self.expect(b'{')?;
                let name = self.name()?;
                let name = self.bytes.get(name.start as usize..name.end as usize);
                Kind::named(name.unwrap_or_default())
            }
        };
        let span = self.content(kind)?;
        match self.peek() {
            Some(b'}') => self.at += 1,
            Some(b',') => return Err(self.error("a value has more than one type")),
            _ => return Err(self.error("expected `}`")),
        }
        Ok(Found { kind, span })
    }

    #[inline]
    fn content(&mut self, kind: Kind) -> Result<Span, CodecError> {
        match kind {
            Kind::S | Kind::N | Kind::B => self.string(),
            Kind::Bool | Kind::Null => self.boolean(),
            Kind::M => self.container(b'{'),
            Kind::L | Kind::Ss | Kind::Ns | Kind::Bs => self.container(b'['),
            Kind::Other => self.skip(),
        }
    }

    fn boolean(&mut self) -> Result<Span, CodecError> {
        match self.peek() {
            Some(b't' | b'f') => self.skip(),
            _ => Err(self.error("expected `true` or `false`")),
        }
    }

    fn container(&mut self, bracket: u8) -> Result<Span, CodecError> {
        match self.peek() {
            Some(byte) if byte == bracket => self.skip(),
            _ => Err(self.error(&format!("expected `{}`", char::from(bracket)))),
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
                Some(b'{') if self.skip_string_value()? => {}
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

    /// Goes past a string or number with its type around it, as the service writes it, if it comes next: nearly all that is inside
    /// of lists and maps.
    #[inline]
    fn skip_string_value(&mut self) -> Result<bool, CodecError> {
        let start = self.at;
        let rest = self.bytes.get(start..);
        if let Some([b'{', b'"', b'S' | b'N', b'"', b':', b'"', ..]) = rest {
            self.at += 5;
            self.string()?;
            if self.takes(b'}') {
                return Ok(true);
            }
            self.at = start;
        }
        Ok(false)
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

/// Strings up to this length are looked through here, eight bytes at a time; the call of `memchr` pays for longer ones.
const SHORT: usize = 32;

/// The next quote or backslash from `start` on.
#[inline]
fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let rest = bytes.get(start..)?;
    let (words, _) = rest.as_chunks::<8>();
    for (number, word) in words.iter().take(SHORT / 8).enumerate() {
        let word = u64::from_le_bytes(*word);
        let found = zero_bytes(word ^ QUOTES) | zero_bytes(word ^ BACKSLASHES);
        if found != 0 {
            return Some(start + number * 8 + found.trailing_zeros() as usize / 8);
        }
    }
    let start = start + words.len().min(SHORT / 8) * 8;
    memchr2(b'"', b'\\', bytes.get(start..)?).map(|length| start + length)
}

const QUOTES: u64 = u64::from_le_bytes([b'"'; 8]);
const BACKSLASHES: u64 = u64::from_le_bytes([b'\\'; 8]);

/// A bit in each byte that is zero; above the lowest of them there may be more.
#[inline]
fn zero_bytes(word: u64) -> u64 {
    const LOW: u64 = u64::from_le_bytes([1; 8]);
    const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
    word.wrapping_sub(LOW) & !word & HIGH
}

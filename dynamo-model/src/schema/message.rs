//! Text in const functions: comparing, and messages for the panics of compile-time checks.

/// A message put together at compile time; what does not fit is cut off.
pub(crate) struct Message {
    bytes: [u8; Message::LIMIT],
    length: usize,
}

impl Message {
    const LIMIT: usize = 1024;

    pub(crate) const fn new() -> Self {
        Self {
            bytes: [0; Self::LIMIT],
            length: 0,
        }
    }

    pub(crate) const fn text(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        let mut i = 0;
        while i < text.len() && self.length < Self::LIMIT {
            self.bytes[self.length] = text[i];
            self.length += 1;
            i += 1;
        }
        self
    }

    /// The text between backticks.
    pub(crate) const fn quoted(self, text: &str) -> Self {
        self.text("`").text(text).text("`")
    }

    pub(crate) const fn as_str(&self) -> &str {
        let (text, _) = self.bytes.split_at(self.length);
        match std::str::from_utf8(text) {
            Ok(text) => text,
            Err(_) => "the message is too long",
        }
    }
}

pub(crate) const fn equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

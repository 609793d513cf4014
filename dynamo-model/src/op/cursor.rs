//! Cursors: where a query goes on.
//!
//! A cursor carries the key attributes of the last item, a fingerprint of what was asked (table, index,
//! key condition, direction) and a checksum. So it fits no other query, and an edited one is noticed. It
//! is not encrypted: whoever holds it can read the keys in it.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::error::{Error, Kind, Result};
use crate::key::value::{KeyType, KeyValue};

const VERSION: u8 = 1;
pub(super) const HASH: usize = 8;

/// The place where a query's next page begins: an opaque text that can be handed to a client and back.
///
/// It fits only the query that it came from (same table, index, key and direction); with any other, or
/// changed, the query fails with [`Error::is_cursor`] and nothing is sent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cursor(String);

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Cursor {
    type Err = std::convert::Infallible;

    /// Takes any text; whether it is a cursor of the query is seen when it is used.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self(text.to_owned()))
    }
}

impl From<String> for Cursor {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for Cursor {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl From<Cursor> for String {
    fn from(cursor: Cursor) -> Self {
        cursor.0
    }
}

impl serde::Serialize for Cursor {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> serde::Deserialize<'de> for Cursor {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self)
    }
}

/// The key attributes after which a query goes on: the table's, and the index's where one is read.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct StartKey(pub(crate) Vec<(String, KeyValue)>);

/// Names only: `Debug` shows no values.
impl fmt::Debug for StartKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.0.iter().map(|(name, _)| name))
            .finish()
    }
}

/// What a cursor is bound to.
pub(crate) fn fingerprint(parts: &[&str]) -> [u8; HASH] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.len().to_le_bytes());
        hash.update(part);
    }
    cut(&hash.finalize())
}

fn cut(hash: &[u8]) -> [u8; HASH] {
    let mut short = [0; HASH];
    for (to, from) in short.iter_mut().zip(hash) {
        *to = *from;
    }
    short
}

/// A cursor with this content.
pub(super) fn seal(fingerprint: [u8; HASH], content: &[u8]) -> Cursor {
    let mut bytes = vec![VERSION];
    bytes.extend(fingerprint);
    bytes.extend(content);
    let checksum = cut(&Sha256::digest(&bytes));
    bytes.extend(checksum);
    Cursor(URL_SAFE_NO_PAD.encode(bytes))
}

/// The content of a cursor of the query with this fingerprint.
pub(super) fn open(cursor: &Cursor, expected: [u8; HASH]) -> Result<Vec<u8>> {
    let bytes = URL_SAFE_NO_PAD.decode(&cursor.0).map_err(|_| broken())?;
    let (body, checksum) = bytes.split_last_chunk::<HASH>().ok_or_else(broken)?;
    if *checksum != cut(&Sha256::digest(body)) || body.first() != Some(&VERSION) {
        return Err(broken());
    }
    let (found, content) = body[1..].split_first_chunk::<HASH>().ok_or_else(broken)?;
    if *found != expected {
        let detail = "it comes from a query of another table, index, key or direction";
        return Err(Error::new(Kind::Cursor).with_detail(detail));
    }
    Ok(content.to_vec())
}

pub(super) fn broken() -> Error {
    Error::new(Kind::Cursor).with_detail("it is not a cursor, or it was changed")
}

/// The next two bytes as a number.
pub(super) fn take_number(rest: &mut &[u8]) -> Option<usize> {
    let (number, after) = rest.split_first_chunk::<2>()?;
    *rest = after;
    Some(usize::from(u16::from_le_bytes(*number)))
}

fn take_bytes<'b>(rest: &mut &'b [u8]) -> Option<&'b [u8]> {
    let length = take_number(rest)?;
    let (bytes, after) = rest.split_at_checked(length)?;
    *rest = after;
    Some(bytes)
}

fn take_text(rest: &mut &[u8]) -> Option<String> {
    std::str::from_utf8(take_bytes(rest)?)
        .ok()
        .map(str::to_owned)
}

/// A value behind its type.
fn take_value(rest: &mut &[u8]) -> Option<KeyValue> {
    match take_bytes(rest)? {
        b"B" => Some(KeyValue::Binary(take_bytes(rest)?.to_vec())),
        b"N" => KeyValue::from_text(KeyType::Number, take_text(rest)?).ok(),
        _ => Some(KeyValue::Text(take_text(rest)?)),
    }
}

impl StartKey {
    pub(crate) fn to_cursor(&self, fingerprint: [u8; HASH]) -> Cursor {
        let mut content = Vec::new();
        self.write(&mut content);
        seal(fingerprint, &content)
    }

    /// Reads a cursor of the query with this fingerprint.
    pub(crate) fn from_cursor(cursor: &Cursor, expected: [u8; HASH]) -> Result<Self> {
        let content = open(cursor, expected)?;
        let mut rest = content.as_slice();
        let mut attributes = Vec::new();
        while !rest.is_empty() {
            let Self(next) = Self::read(&mut rest, 1).ok_or_else(broken)?;
            attributes.extend(next);
        }
        Ok(Self(attributes))
    }

    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        let mut push = |part: &[u8]| {
            // Names are at most 255 bytes and keys at most 2,048.
            bytes.extend(u16::try_from(part.len()).unwrap_or(u16::MAX).to_le_bytes());
            bytes.extend(part);
        };
        for (name, value) in &self.0 {
            push(name.as_bytes());
            push(value.key_type().name().as_bytes());
            match value {
                KeyValue::Text(text) | KeyValue::Number(text) => push(text.as_bytes()),
                KeyValue::Binary(bytes) => push(bytes),
            }
        }
    }

    /// Reads so many attributes.
    pub(super) fn read(rest: &mut &[u8], attributes: usize) -> Option<Self> {
        (0..attributes)
            .map(|_| Some((take_text(rest)?, take_value(rest)?)))
            .collect::<Option<_>>()
            .map(Self)
    }

    pub(super) fn without(&self, name: &str) -> Self {
        let kept = self.0.iter().filter(|(other, _)| other != name);
        Self(kept.cloned().collect())
    }

    pub(super) fn with(mut self, name: &str, value: KeyValue) -> Self {
        self.0.push((name.to_owned(), value));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> StartKey {
        StartKey(vec![
            ("PK".to_owned(), KeyValue::from("CUST#c1")),
            ("SK".to_owned(), KeyValue::from("ORDER#é")),
            ("n".to_owned(), KeyValue::Number("-42".to_owned())),
            ("b".to_owned(), KeyValue::Binary(vec![0, 255])),
        ])
    }

    #[test]
    fn a_cursor_brings_its_key_back() {
        let query = fingerprint(&["shop", "CUST#c1"]);
        let cursor = key().to_cursor(query);
        assert_eq!(StartKey::from_cursor(&cursor, query).unwrap(), key());
    }

    #[test]
    fn a_cursor_of_another_query_is_refused() {
        let cursor = key().to_cursor(fingerprint(&["shop", "CUST#c1"]));
        let error = StartKey::from_cursor(&cursor, fingerprint(&["shop", "CUST#c2"])).unwrap_err();
        assert!(error.is_cursor());
    }

    #[test]
    fn every_edit_of_a_cursor_is_noticed() {
        let query = fingerprint(&["shop", "CUST#c1"]);
        let text = String::from(key().to_cursor(query));
        for position in 0..text.len() {
            let mut edited = text.clone().into_bytes();
            edited[position] = if edited[position] == b'A' { b'B' } else { b'A' };
            let edited = Cursor::from(String::from_utf8(edited).unwrap());
            assert!(
                StartKey::from_cursor(&edited, query)
                    .unwrap_err()
                    .is_cursor(),
                "{position}"
            );
        }
        for cut in 0..text.len() {
            assert!(StartKey::from_cursor(&Cursor::from(&text[..cut]), query).is_err());
        }
    }
}

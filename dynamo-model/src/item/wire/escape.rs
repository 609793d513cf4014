//! Strings of JSON: which need escapes, and what these are.

use std::fmt::Write;

use super::marks;

/// Whether a string with this text has no escapes. For what is known at compile time.
pub(in crate::item) const fn needs_none(text: &str) -> bool {
    let mut rest = text.as_bytes();
    while let [byte, after @ ..] = rest {
        if is_special(*byte) {
            return false;
        }
        rest = after;
    }
    true
}

/// Appends `text` as what is between the quotes of a string.
#[inline]
pub(super) fn push(json: &mut String, text: &str) {
    if is_plain(text.as_bytes()) {
        json.push_str(text);
    } else {
        push_escaped(json, text);
    }
}

#[cold]
fn push_escaped(json: &mut String, text: &str) {
    let mut rest = text;
    while let Some(position) = rest.bytes().position(is_special) {
        let (plain, from) = rest.split_at(position);
        json.push_str(plain);
        // What needs an escape is one byte.
        let (special, after) = from.split_at(1);
        match special {
            "\n" => json.push_str("\\n"),
            "\r" => json.push_str("\\r"),
            "\t" => json.push_str("\\t"),
            "\"" => json.push_str("\\\""),
            "\\" => json.push_str("\\\\"),
            _ => {
                let code = special.as_bytes().first().copied().unwrap_or_default();
                // Writing to text does not fail.
                let _ = write!(json, "\\u{code:04x}");
            }
        }
        rest = after;
    }
    json.push_str(rest);
}

const fn is_special(byte: u8) -> bool {
    (byte < b' ') | (byte == b'"') | (byte == b'\\')
}

/// Whether nothing in the text needs an escape, as in nearly all: many bytes at a time, without leaving early.
#[inline]
fn is_plain(bytes: &[u8]) -> bool {
    if bytes.len() > 32 {
        return marks::has_none(bytes);
    }
    if let Some(last) = bytes.last_chunk::<8>() {
        let words = bytes.as_chunks::<8>().0.iter();
        // Some of the last bytes are looked at twice.
        let special = words.fold(special_in(u64::from_le_bytes(*last)), |special, word| {
            special | special_in(u64::from_le_bytes(*word))
        });
        return special == 0;
    }
    special_in(word_of(bytes)) == 0
}

/// Fewer than eight bytes as a word, in which some may be there twice and what is left is spaces.
#[inline]
fn word_of(bytes: &[u8]) -> u64 {
    if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        return u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32;
    }
    let byte = |at: usize| u64::from(bytes.get(at).copied().unwrap_or(b' '));
    SPACES << 24 | byte(0) | byte(1) << 8 | byte(2) << 16
}

const ONES: u64 = u64::MAX / 255;
const SPACES: u64 = ONES * b' ' as u64;

/// Not zero if one of eight bytes needs an escape.
#[inline]
const fn special_in(word: u64) -> u64 {
    const HIGH: u64 = ONES << 7;
    let quotes = word ^ (ONES * b'"' as u64);
    let backslashes = word ^ (ONES * b'\\' as u64);
    // The lowest byte that borrows is one that is less; those above it may be said to be so, and then the answer is right already.
    let is_control = word.wrapping_sub(SPACES) & !word;
    let is_quote = quotes.wrapping_sub(ONES) & !quotes;
    let is_backslash = backslashes.wrapping_sub(ONES) & !backslashes;
    (is_control | is_quote | is_backslash) & HIGH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_is_found_in_text_of_each_length_at_each_place() {
        for length in 1..100 {
            for place in 0..length {
                for byte in 0..128 {
                    let mut text = vec![b'a'; length];
                    text[place] = byte;
                    assert_eq!(
                        is_plain(&text),
                        !is_special(byte),
                        "{byte} at {place} of {length}"
                    );
                }
            }
        }
        assert!(is_plain(b""));
        assert!(is_plain(
            "Grüße, 世界 und 😀, mit mehr als 32 Bytes".as_bytes()
        ));
    }

    #[test]
    fn what_is_escaped_reads_as_it_was() {
        let all: String = (0..=0x2ff_u32).filter_map(char::from_u32).collect();
        let mut json = "\"".to_owned();
        push(&mut json, &all);
        json.push('"');
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), all);
    }
}

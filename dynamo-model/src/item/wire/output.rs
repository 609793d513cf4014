//! The text that is being written: values and names, with their quotes and escapes.

use std::collections::HashSet;
use std::fmt::{self, Write};

use aws_sdk_dynamodb::types::AttributeValue;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::item::error::CodecError;
use crate::item::ser::{check_name, twice};

/// JSON, and the names in the maps that are not yet closed.
#[derive(Default)]
pub(super) struct Output {
    pub(super) json: String,
    /// Where the names are, of all open maps: the innermost map's are last.
    names: Vec<(usize, usize)>,
    /// Those of the item, which is written by several hands.
    item: Names,
}

/// The names of one open map.
#[derive(Default)]
pub(super) struct Names {
    /// The first of them.
    base: usize,
    /// A bit for each hash that a name has. A map of different names rarely has two of one bit.
    seen: u64,
    has_collision: bool,
}

impl Output {
    /// A map begins; that of the item has begun.
    pub(super) fn open_names(&mut self, is_item: bool) -> Names {
        if is_item {
            return std::mem::take(&mut self.item);
        }
        Names {
            base: self.names.len(),
            seen: 0,
            has_collision: false,
        }
    }

    /// Begins an entry: a comma where there is one before it, its name and a colon. Gives where its name is.
    pub(super) fn begin_entry(&mut self, name: &str) -> (usize, usize) {
        self.separate();
        let start = self.json.len();
        self.quoted(name);
        let end = self.json.len();
        self.json.push(':');
        (start, end)
    }

    /// The entry that was begun has a value, and so it counts.
    pub(super) fn end_entry(
        &mut self,
        names: &mut Names,
        name: (usize, usize),
    ) -> Result<(), CodecError> {
        let quoted = self.json.get(name.0..name.1).unwrap_or_default();
        check_name(unquoted(quoted))?;
        let bit = 1 << (hash(quoted.as_bytes()) & 63);
        names.has_collision |= names.seen & bit != 0;
        names.seen |= bit;
        self.names.push(name);
        Ok(())
    }

    /// What was written of the map so far is all of it; to that of the item more may come.
    pub(super) fn close_names(&mut self, names: Names, is_item: bool) -> Result<(), CodecError> {
        if is_item {
            self.item = names;
            return Ok(());
        }
        self.check_names(&names)?;
        self.names.truncate(names.base);
        Ok(())
    }

    /// The item ends.
    pub(super) fn close_item(&mut self) -> Result<(), CodecError> {
        let names = std::mem::take(&mut self.item);
        self.close_names(names, false)
    }

    fn check_names(&self, names: &Names) -> Result<(), CodecError> {
        if names.has_collision {
            let mut seen = HashSet::new();
            let own = self.names.iter().skip(names.base);
            for quoted in own.filter_map(|(start, end)| self.json.get(*start..*end)) {
                if !seen.insert(quoted) {
                    return Err(twice(unquoted(quoted)));
                }
            }
        }
        Ok(())
    }

    /// A comma between elements.
    pub(super) fn separate(&mut self) {
        if !matches!(self.json.as_bytes().last(), None | Some(b'{' | b'[')) {
            self.json.push(',');
        }
    }

    /// A string with its quotes.
    pub(super) fn quoted(&mut self, text: &str) {
        self.json.push('"');
        self.escaped(text);
        self.json.push('"');
    }

    fn escaped(&mut self, text: &str) {
        let needs_escape = |byte: &u8| *byte < b' ' || matches!(byte, b'"' | b'\\');
        let mut rest = text;
        while let Some(position) = rest.as_bytes().iter().position(needs_escape) {
            let (plain, from) = rest.split_at(position);
            self.json.push_str(plain);
            // What needs an escape is one byte.
            let (special, after) = from.split_at(1);
            match special {
                "\n" => self.json.push_str("\\n"),
                "\r" => self.json.push_str("\\r"),
                "\t" => self.json.push_str("\\t"),
                "\"" => self.json.push_str("\\\""),
                "\\" => self.json.push_str("\\\\"),
                _ => {
                    let code = special.as_bytes().first().copied().unwrap_or_default();
                    // Writing to text does not fail.
                    let _ = write!(self.json, "\\u{code:04x}");
                }
            }
            rest = after;
        }
        self.json.push_str(rest);
    }

    pub(super) fn string(&mut self, text: &str) {
        self.json.push_str("{\"S\":");
        self.quoted(text);
        self.json.push('}');
    }

    pub(super) fn displayed(&mut self, value: &(impl fmt::Display + ?Sized)) -> fmt::Result {
        self.json.push_str("{\"S\":\"");
        write!(Escaping(self), "{value}")?;
        self.json.push_str("\"}");
        Ok(())
    }

    /// A number whose text has neither quotes nor escapes.
    pub(super) fn number(&mut self, number: impl fmt::Display) {
        let _ = write!(self.json, "{{\"N\":\"{number}\"}}");
    }

    pub(super) fn binary(&mut self, bytes: &[u8]) {
        self.json.push_str("{\"B\":\"");
        STANDARD.encode_string(bytes, &mut self.json);
        self.json.push_str("\"}");
    }

    pub(super) fn boolean(&mut self, value: bool) {
        self.json.push_str(match value {
            true => "{\"BOOL\":true}",
            false => "{\"BOOL\":false}",
        });
    }

    pub(super) fn null(&mut self) {
        self.json.push_str("{\"NULL\":true}");
    }

    /// A value of the SDK's type.
    pub(super) fn value(&mut self, value: &AttributeValue) {
        match value {
            AttributeValue::S(text) => self.string(text),
            AttributeValue::N(number) => self.quoted_as("N", number),
            AttributeValue::B(bytes) => self.binary(bytes.as_ref()),
            AttributeValue::Bool(value) => self.boolean(*value),
            AttributeValue::L(list) => self.array("L", list, |out, element| out.value(element)),
            AttributeValue::Ss(texts) => self.array("SS", texts, |out, text| out.quoted(text)),
            AttributeValue::Ns(numbers) => self.array("NS", numbers, |out, text| out.quoted(text)),
            AttributeValue::Bs(blobs) => self.array("BS", blobs, |out, bytes| {
                out.json.push('"');
                STANDARD.encode_string(bytes, &mut out.json);
                out.json.push('"');
            }),
            AttributeValue::M(map) => {
                self.json.push_str("{\"M\":{");
                for (name, value) in map {
                    self.begin_entry(name);
                    self.value(value);
                }
                self.json.push_str("}}");
            }
            // NULL; what a later SDK may bring is not made here.
            _ => self.null(),
        }
    }

    fn quoted_as(&mut self, kind: &str, text: &str) {
        self.json.push('{');
        self.quoted(kind);
        self.json.push(':');
        self.quoted(text);
        self.json.push('}');
    }

    pub(super) fn array<T>(
        &mut self,
        kind: &str,
        elements: impl IntoIterator<Item = T>,
        write: impl Fn(&mut Self, T),
    ) {
        self.json.push('{');
        self.quoted(kind);
        self.json.push_str(":[");
        for element in elements {
            self.separate();
            write(self, element);
        }
        self.json.push_str("]}");
    }
}

/// Lets `write` append to `text`.
pub(super) fn on(text: &mut String, write: impl FnOnce(&mut Output)) {
    let mut out = Output {
        json: std::mem::take(text),
        ..Output::default()
    };
    write(&mut out);
    *text = out.json;
}

fn unquoted(quoted: &str) -> &str {
    let inside = quoted.strip_prefix('"');
    inside
        .and_then(|inside| inside.strip_suffix('"'))
        .unwrap_or_default()
}

/// FNV-1a, for names of a few bytes.
fn hash(bytes: &[u8]) -> u64 {
    let mixed = bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    });
    mixed ^ mixed >> 32
}

/// Writes text with escapes.
struct Escaping<'o>(&'o mut Output);

impl Write for Escaping<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.escaped(text);
        Ok(())
    }
}

//! The text that is being written: values and names, with their quotes and escapes, and what they count.

mod beside;

use std::collections::HashSet;
use std::fmt::{self, Write};

use aws_sdk_dynamodb::types::AttributeValue;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::escape;
use crate::item::error::CodecError;
use crate::item::ser::{check_name, twice};
use crate::item::shape::{Attribute, name_hash};
use crate::item::size::{ELEMENT_SIZE, LEVEL_SIZE, integer_size, number_size, value_size};
use crate::item::value::Value;

/// So many names are compared with one another as they come, and more are hashed in the end.
const FEW: usize = 32;

/// JSON, and the names in the maps that are not yet closed.
#[derive(Default)]
pub(super) struct Output {
    pub(super) json: String,
    /// The bytes of what was written, as DynamoDB counts them.
    pub(super) size: usize,
    /// Where the names are, of all open maps: the innermost map's are last.
    names: Vec<(usize, usize)>,
    /// Those of the item, which is written by several hands.
    item: Names,
    reserved: Reserved,
    /// What was to be written under reserved names.
    pub(super) taken: Vec<(String, Value)>,
}

/// The memory that an item is written in.
#[derive(Default)]
pub(super) struct Room {
    pub(super) json: String,
    names: Vec<(usize, usize)>,
}

/// The names of one open map.
#[derive(Default)]
pub(super) struct Names {
    /// The first of them.
    base: usize,
    /// What each counts beside its length.
    each: usize,
    seen: Bits,
    /// Two of them may be one.
    is_doubtful: bool,
}

/// Names that the item's fields do not write: the first of those that it has already, and others.
#[derive(Default)]
struct Reserved {
    count: usize,
    bits: Bits,
}

/// An entry that was begun.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    /// Where it begins, what was counted until there, and where its name is.
    start: usize,
    size: usize,
    name: (usize, usize),
    bit: u8,
}

/// How far the item is written.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    length: usize,
    size: usize,
    names: usize,
}

/// A bit for each hash that a name can have. A map of few names rarely has two of one bit.
#[derive(Clone, Copy, Default)]
struct Bits([u64; 4]);

impl Bits {
    #[inline]
    fn has(&self, bit: u8) -> bool {
        let word = self.0.get(usize::from(bit >> 6)).copied();
        word.unwrap_or_default() >> (bit & 63) & 1 != 0
    }

    #[inline]
    fn set(&mut self, bit: u8) {
        if let Some(word) = self.0.get_mut(usize::from(bit >> 6)) {
            *word |= 1 << (bit & 63);
        }
    }
}

impl Output {
    /// An item begins.
    pub(super) fn item(room: Room) -> Self {
        let Room {
            mut json,
            mut names,
        } = room;
        json.clear();
        json.push('{');
        names.clear();
        // All of it is made at its place: it is large to be moved.
        Output {
            json,
            size: 0,
            names,
            item: Names::default(),
            reserved: Reserved::default(),
            taken: Vec::new(),
        }
    }

    /// What was written, and the memory for the next item.
    pub(super) fn take_room(&mut self) -> Room {
        Room {
            json: std::mem::take(&mut self.json),
            names: std::mem::take(&mut self.names),
        }
    }

    /// A map begins; that of the item has begun.
    #[inline]
    pub(super) fn open_names(&mut self, is_item: bool) -> Names {
        if is_item {
            return std::mem::take(&mut self.item);
        }
        Names {
            base: self.names.len(),
            each: ELEMENT_SIZE,
            ..Names::default()
        }
    }

    /// Begins an entry of the innermost map: a comma where there is one before it, its name and a colon.
    #[inline]
    pub(super) fn begin_entry(&mut self, names: &Names, name: &str) -> Entry {
        self.begin(name, self.names.len() == names.base)
    }

    /// The same for the name of an attribute that is known.
    #[inline]
    pub(super) fn begin_known(&mut self, names: &Names, attribute: &Attribute) -> Entry {
        let is_first = self.names.len() == names.base;
        let Some(head) = attribute.head else {
            return self.begin(attribute.name, is_first);
        };
        let (start, size) = (self.json.len(), self.size);
        // Without the comma where it is the first.
        let head = head.get(usize::from(is_first)..).unwrap_or_default();
        self.json.push_str(head);
        let end = self.json.len() - "\":".len();
        Entry {
            start,
            size,
            name: (end - attribute.name.len(), end),
            bit: attribute.hash,
        }
    }

    #[inline]
    fn begin(&mut self, name: &str, is_first: bool) -> Entry {
        let (start, size) = (self.json.len(), self.size);
        match is_first {
            true => self.json.push('"'),
            false => self.json.push_str(",\""),
        }
        let name_start = self.json.len();
        escape::push(&mut self.json, name);
        let name_end = self.json.len();
        self.json.push_str("\":");
        Entry {
            start,
            size,
            name: (name_start, name_end),
            bit: name_hash(name),
        }
    }

    /// The entry that was begun is none.
    #[inline]
    pub(super) fn cut(&mut self, entry: Entry) {
        self.back_to(entry.start, entry.size);
    }

    /// What was written since is not.
    #[inline]
    pub(super) fn back_to(&mut self, length: usize, size: usize) {
        self.json.truncate(length);
        self.size = size;
    }

    /// The entry that was begun has a value, and so it counts.
    #[inline]
    pub(super) fn end_entry(
        &mut self,
        names: &mut Names,
        entry: Entry,
        name: &str,
    ) -> Result<(), CodecError> {
        check_name(name)?;
        if names.seen.has(entry.bit) && !names.is_doubtful {
            names.is_doubtful = self.may_have(names, entry);
        }
        self.count_entry(names, entry, name);
        Ok(())
    }

    /// Whether a name is one that an entry can have, and by its hash none that the map or the item has, or is not to have.
    #[inline]
    pub(super) fn is_new(&self, names: &Names, entry: Entry, name: &str) -> bool {
        let is_known = names.seen.has(entry.bit) || self.reserved.bits.has(entry.bit);
        !is_known && !name.is_empty()
    }

    /// The entry that was begun has a value, and a name that was looked at.
    #[inline]
    pub(super) fn count_entry(&mut self, names: &mut Names, entry: Entry, name: &str) {
        self.size += names.each + name.len();
        names.seen.set(entry.bit);
        self.names.push(entry.name);
    }

    fn may_have(&self, names: &Names, entry: Entry) -> bool {
        let own = self.names.get(names.base..).unwrap_or_default();
        let quoted = self.quoted(entry.name);
        let is_same = |earlier: &(usize, usize)| self.quoted(*earlier) == quoted;
        own.len() > FEW || own.iter().any(is_same)
    }

    /// What was written of the map so far is all of it; to that of the item more may come.
    #[inline]
    pub(super) fn close_names(&mut self, names: Names, is_item: bool) -> Result<(), CodecError> {
        if is_item {
            self.item = names;
            return Ok(());
        }
        self.check_names(&names)?;
        self.names.truncate(names.base);
        Ok(())
    }

    /// The item ends; gives how many attributes it has.
    pub(super) fn close_item(&mut self) -> Result<usize, CodecError> {
        let names = std::mem::take(&mut self.item);
        let count = self.names.len();
        self.close_names(names, false)?;
        self.json.push('}');
        Ok(count)
    }

    fn check_names(&self, names: &Names) -> Result<(), CodecError> {
        if names.is_doubtful {
            let mut seen = HashSet::new();
            let own = self.names.iter().skip(names.base);
            for quoted in own.map(|name| self.quoted(*name)) {
                if !seen.insert(quoted) {
                    return Err(twice(quoted));
                }
            }
        }
        Ok(())
    }

    /// A name as it was written.
    #[inline]
    fn quoted(&self, (start, end): (usize, usize)) -> &str {
        self.json.get(start..end).unwrap_or_default()
    }

    /// A string with its quotes.
    pub(super) fn quote(&mut self, text: &str) {
        self.json.push('"');
        escape::push(&mut self.json, text);
        self.json.push('"');
    }

    #[inline]
    pub(super) fn string(&mut self, text: &str) {
        self.size += text.len();
        self.json.push_str("{\"S\":\"");
        escape::push(&mut self.json, text);
        self.json.push_str("\"}");
    }

    pub(super) fn displayed(&mut self, value: &(impl fmt::Display + ?Sized)) -> fmt::Result {
        self.json.push_str("{\"S\":\"");
        write!(Escaping(self), "{value}")?;
        self.json.push_str("\"}");
        Ok(())
    }

    /// A number whose text has neither quotes nor escapes.
    #[inline]
    pub(super) fn number(&mut self, number: &str) {
        self.size += number_size(number);
        self.number_text(number);
    }

    #[inline]
    pub(super) fn integer(&mut self, number: impl itoa::Integer) {
        let mut digits = itoa::Buffer::new();
        let digits = digits.format(number);
        self.size += integer_size(digits);
        self.number_text(digits);
    }

    #[inline]
    fn number_text(&mut self, number: &str) {
        self.json.push_str("{\"N\":\"");
        self.json.push_str(number);
        self.json.push_str("\"}");
    }

    pub(super) fn binary(&mut self, bytes: &[u8]) {
        self.size += bytes.len();
        self.json.push_str("{\"B\":\"");
        STANDARD.encode_string(bytes, &mut self.json);
        self.json.push_str("\"}");
    }

    pub(super) fn boolean(&mut self, value: bool) {
        self.size += 1;
        self.json.push_str(match value {
            true => "{\"BOOL\":true}",
            false => "{\"BOOL\":false}",
        });
    }

    pub(super) fn null(&mut self) {
        self.size += 1;
        self.json.push_str("{\"NULL\":true}");
    }

    pub(super) fn empty_list(&mut self) {
        self.size += LEVEL_SIZE;
        self.json.push_str("{\"L\":[]}");
    }

    /// A map begins that is not the item.
    #[inline]
    pub(super) fn open_map(&mut self) {
        self.size += LEVEL_SIZE;
        self.json.push_str("{\"M\":{");
    }

    #[inline]
    pub(super) fn open_list(&mut self) {
        self.size += LEVEL_SIZE;
        self.json.push_str("{\"L\":[");
    }

    /// A list's element begins.
    #[inline]
    pub(super) fn begin_element(&mut self, is_first: bool) {
        self.size += ELEMENT_SIZE;
        if !is_first {
            self.json.push(',');
        }
    }

    /// An attribute of an item that has none of this name.
    pub(super) fn entry(&mut self, name: &str, is_first: bool, value: &AttributeValue) {
        self.begin(name, is_first);
        self.value(value);
    }

    /// A value of the SDK's type.
    pub(super) fn value(&mut self, value: &AttributeValue) {
        let size = self.size + value_size(value);
        match value {
            AttributeValue::S(text) => self.string(text),
            AttributeValue::N(number) => {
                // What is no number is refused by the service, and not taken for more than a string.
                self.json.push_str("{\"N\":");
                self.quote(number);
                self.json.push('}');
            }
            AttributeValue::B(bytes) => self.binary(bytes.as_ref()),
            AttributeValue::Bool(value) => self.boolean(*value),
            AttributeValue::L(list) => self.array("L", list, |out, element| out.value(element)),
            AttributeValue::Ss(texts) => self.array("SS", texts, |out, text| out.quote(text)),
            AttributeValue::Ns(numbers) => self.array("NS", numbers, |out, text| out.quote(text)),
            AttributeValue::Bs(blobs) => self.array("BS", blobs, |out, bytes| {
                out.json.push('"');
                STANDARD.encode_string(bytes, &mut out.json);
                out.json.push('"');
            }),
            AttributeValue::M(map) => {
                self.json.push_str("{\"M\":{");
                for (number, (name, value)) in map.iter().enumerate() {
                    self.entry(name, number == 0, value);
                }
                self.json.push_str("}}");
            }
            // NULL; what a later SDK may bring is not made here.
            _ => self.null(),
        }
        self.size = size;
    }

    pub(super) fn array<T>(
        &mut self,
        kind: &str,
        elements: impl IntoIterator<Item = T>,
        write: impl Fn(&mut Self, T),
    ) {
        self.json.push('{');
        self.quote(kind);
        self.json.push_str(":[");
        for (number, element) in elements.into_iter().enumerate() {
            if number > 0 {
                self.json.push(',');
            }
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

/// Writes text with escapes.
struct Escaping<'o>(&'o mut Output);

impl Write for Escaping<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.size += text.len();
        escape::push(&mut self.0.json, text);
        Ok(())
    }
}

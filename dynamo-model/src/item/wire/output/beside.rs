//! The item's attributes that are none of its fields: keys and type are written first, and what the fields have under their names
//! is taken out again.

use super::{Entry, Mark, Output, Reserved};
use crate::item::error::CodecError;
use crate::item::ser::twice;
use crate::item::shape::name_hash;
use crate::item::value::Value;
use crate::item::wire::index::Index;
use crate::item::wire::scan::Scan;
use crate::item::wire::{escape, sdk};

impl Output {
    /// The names that the item has, and `others`, are none that its fields write.
    pub(in crate::item::wire) fn reserve(&mut self, others: &[&str]) {
        let mut bits = std::mem::take(&mut self.item.seen);
        others.iter().for_each(|name| bits.set(name_hash(name)));
        self.reserved = Reserved {
            count: self.names.len(),
            bits,
        };
    }

    pub(in crate::item::wire) fn mark(&self) -> Mark {
        Mark {
            length: self.json.len(),
            size: self.size,
            names: self.names.len(),
        }
    }

    /// The attributes that were written since are none.
    pub(in crate::item::wire) fn back_to_mark(&mut self, mark: Mark) {
        self.back_to(mark.length, mark.size);
        self.names.truncate(mark.names);
    }

    /// Takes the item's entry that was just written out again, if its name is reserved; whether it was.
    #[inline]
    pub(in crate::item::wire) fn takes(
        &mut self,
        entry: Entry,
        name: &str,
        others: &[&str],
    ) -> Result<bool, CodecError> {
        if !self.reserved.bits.has(entry.bit) {
            return Ok(false);
        }
        self.takes_reserved(entry, name, others)
    }

    fn takes_reserved(
        &mut self,
        entry: Entry,
        name: &str,
        others: &[&str],
    ) -> Result<bool, CodecError> {
        let quoted = self.quoted(entry.name);
        let mut written = self.names.iter().take(self.reserved.count);
        if !written.any(|earlier| self.quoted(*earlier) == quoted) && !others.contains(&name) {
            return Ok(false);
        }
        if self.taken.iter().any(|(earlier, _)| earlier == name) {
            return Err(twice(name));
        }
        let value = self.value_behind(entry.name)?;
        self.taken.push((name.to_owned(), value));
        self.cut(entry);
        Ok(true)
    }

    /// Whether the item has an attribute that is none of its fields.
    pub(in crate::item::wire) fn has_reserved(&self, name: &str) -> bool {
        self.place(name, 0, self.reserved.count).is_some()
    }

    /// Whether the item has an attribute already, while it has no fields.
    pub(in crate::item::wire) fn has(&self, name: &str) -> bool {
        self.item.seen.has(name_hash(name)) && self.place(name, 0, usize::MAX).is_some()
    }

    /// The value of an attribute that is none of the item's fields.
    pub(in crate::item::wire) fn reserved(&self, name: &str) -> Result<Option<Value>, CodecError> {
        let place = self.place(name, 0, self.reserved.count);
        place.map(|place| self.value_behind(place)).transpose()
    }

    /// Whether the item's fields may have had a value under a name.
    #[inline]
    pub(in crate::item::wire) fn may_have_field(&self, name: &str) -> bool {
        !self.taken.is_empty() || self.item.seen.has(name_hash(name))
    }

    /// The value that the item's fields had under a name, taken out or not.
    pub(in crate::item::wire) fn field(&self, name: &str) -> Result<Option<Value>, CodecError> {
        if let Some((_, value)) = self.taken.iter().find(|(taken, _)| taken == name) {
            return Ok(Some(value.clone()));
        }
        if !self.item.seen.has(name_hash(name)) {
            return Ok(None);
        }
        let place = self.place(name, self.reserved.count, usize::MAX);
        place.map(|place| self.value_behind(place)).transpose()
    }

    fn place(&self, name: &str, from: usize, to: usize) -> Option<(usize, usize)> {
        let mut escaped = String::new();
        escape::push(&mut escaped, name);
        let mut names = self.names.iter().take(to).skip(from);
        names.find(|place| self.quoted(**place) == escaped).copied()
    }

    fn value_behind(&self, (_, end): (usize, usize)) -> Result<Value, CodecError> {
        // Behind the name's quote and the colon.
        let (mut index, mut scan) = (Index::default(), Scan::new(&self.json));
        scan.go_to(end + 2);
        let node = index.value_alone(&mut scan)?;
        sdk::value(&self.json, node, 1).map(Value::from_sdk)
    }
}

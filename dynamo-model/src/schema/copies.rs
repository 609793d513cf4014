//! Copies of another entity's fields: whose, in which attributes, and how they are found.
//!
//! A copy's entity says what it copies; all else is derived. The key of its source is made of the entity's fields, by the source's own
//! templates. The copies of a source are the items of the partition that the fields of its key fill: of the table, or of an index.

use super::message::{Message, equal};
use super::{EntityKeys, IndexEntry, TableLayout};
use crate::key::format::{Format, PartKind};
use crate::key::template::{FieldPart, Part, Template};

/// The copies that an entity holds of one source, whose key is found in one way.
#[derive(Debug)]
pub(crate) struct CopyOf {
    pub(crate) source: &'static EntityKeys,
    pub(crate) copy: &'static EntityKeys,
    pub(crate) fields: &'static [CopiedField],
    pub(crate) keys: &'static [SourceKey],
    /// Whether a field of the copy, by its number, can be absent.
    pub(crate) optional: &'static [(usize, bool)],
}

/// A field that is a copy.
#[derive(Debug)]
pub struct CopiedField {
    /// The source's field.
    pub(crate) name: &'static str,
    /// The copy: its field, and the attribute.
    pub(crate) own: &'static str,
    pub(crate) stored: &'static str,
}

/// A field of the copy's entity that holds one of the source's key.
#[derive(Debug)]
pub struct SourceKey {
    /// The source's field.
    pub(crate) name: &'static str,
    /// The number and the attribute of the copy's.
    pub(crate) number: usize,
    pub(crate) stored: &'static str,
    kind: PartKind,
}

/// Where the copies of a source are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// In a partition of the table.
    Partition,
    /// By the index of an entry.
    Index(usize),
}

impl CopiedField {
    /// The copy of a source's field: the field that it is, and its attribute.
    #[must_use]
    pub const fn new(name: &'static str, own: &'static str, stored: &'static str) -> Self {
        Self { name, own, stored }
    }
}

impl CopiedField {
    /// Whether the copy is the field of this name.
    pub(crate) const fn is_named(&self, name: &str) -> bool {
        equal(self.own, name)
    }
}

impl SourceKey {
    /// A field of the source's key in a field of the copy: its number, attribute and kind.
    #[must_use]
    pub const fn new(
        name: &'static str,
        number: usize,
        stored: &'static str,
        kind: PartKind,
    ) -> Self {
        Self {
            name,
            number,
            stored,
            kind,
        }
    }
}

impl CopyOf {
    /// The number of the copy's field that holds a field of the source's key.
    pub(crate) const fn number(&self, name: &str) -> Option<usize> {
        let mut i = 0;
        while i < self.keys.len() {
            if equal(self.keys[i].name, name) {
                return Some(self.keys[i].number);
            }
            i += 1;
        }
        match named(self.copy, name) {
            Some(part) => Some(part.field),
            None => None,
        }
    }

    /// The part of the source's key that a field of the copy holds, where the key has it in this form.
    pub(crate) const fn source_part(&self, own: &FieldPart) -> Option<&'static FieldPart> {
        let mut i = 0;
        while let Some(part) = key_part(self.source, i) {
            if let Some(number) = self.number(part.name)
                && number == own.field
                && holds(part, own.format)
            {
                return Some(part);
            }
            i += 1;
        }
        None
    }

    /// Where the copies are: the table's partition first, then the first index that has all of them.
    pub(crate) const fn found(&self, layout: &TableLayout) -> Option<Found> {
        if self.fills(&self.copy.pk) {
            return Some(Found::Partition);
        }
        let mut i = 0;
        while i < self.copy.indexes.len() {
            let entry = &self.copy.indexes[i];
            let is_local = match layout.index(entry.on) {
                Some(index) => index.is_local,
                None => true,
            };
            if !is_local && self.is_filled(entry) {
                return Some(Found::Index(i));
            }
            i += 1;
        }
        None
    }

    /// Whether the source's key fills the partition of an index that holds every copy of it.
    const fn is_filled(&self, entry: &IndexEntry) -> bool {
        if entry.is_sparse {
            return false;
        }
        let pk = match (&entry.pk, &self.copy.sk) {
            (Some(pk), _) => pk,
            // An inverted index has the table's keys the other way round.
            (None, Some(sk)) => return self.fills(sk),
            (None, None) => return false,
        };
        self.fills(pk)
            && self.all_fill(entry.more_pk)
            && self.is_there(entry.sk.as_ref())
            && self.are_there(entry.more_sk)
    }

    const fn all_fill(&self, templates: &[Template]) -> bool {
        let mut i = 0;
        while i < templates.len() {
            if !self.fills(&templates[i]) {
                return false;
            }
            i += 1;
        }
        true
    }

    /// Whether the source's key has all that a partition key's template reads. A constant template reads nothing; that is one partition for
    /// all, and the one of a source only if its key is constant too.
    const fn fills(&self, template: &Template) -> bool {
        let (mut i, mut fields) = (0, 0);
        while i < template.parts.len() {
            match &template.parts[i] {
                Part::Literal(_) => {}
                Part::Shard(_) => return false,
                Part::Field(part) => {
                    if self.source_part(part).is_none() {
                        return false;
                    }
                    fields += 1;
                }
            }
            i += 1;
        }
        fields > 0 || key_part(self.source, 0).is_none()
    }

    const fn are_there(&self, templates: &[Template]) -> bool {
        let mut i = 0;
        while i < templates.len() {
            if !self.is_there(Some(&templates[i])) {
                return false;
            }
            i += 1;
        }
        true
    }

    /// Whether no field of the template can be absent, but for one that names the source: without a source there is no copy.
    const fn is_there(&self, template: Option<&Template>) -> bool {
        let Some(template) = template else {
            return true;
        };
        let mut i = 0;
        while i < template.parts.len() {
            if let Part::Field(part) = &template.parts[i]
                && self.is_optional(part.field)
                && self.source_part(part).is_none()
            {
                return false;
            }
            i += 1;
        }
        true
    }

    const fn is_optional(&self, number: usize) -> bool {
        let mut i = 0;
        while i < self.optional.len() {
            if self.optional[i].0 == number {
                return self.optional[i].1;
            }
            i += 1;
        }
        false
    }

    const fn key_kind(&self, name: &str) -> Option<PartKind> {
        let mut i = 0;
        while i < self.keys.len() {
            if equal(self.keys[i].name, name) {
                return Some(self.keys[i].kind);
            }
            i += 1;
        }
        match named(self.copy, name) {
            Some(part) => Some(part.kind),
            None => None,
        }
    }

    /// The copy's key holds a field of the source's in the form that the source's key needs; a field outside of the key is known as a whole.
    const fn is_known(&self, of_source: &FieldPart) -> bool {
        let Some(number) = self.number(of_source.name) else {
            return false;
        };
        let (mut i, mut in_key) = (0, false);
        while let Some(own) = key_part(self.copy, i) {
            if own.field == number {
                in_key = true;
                if holds(own, of_source.format) {
                    return true;
                }
            }
            i += 1;
        }
        !in_key
    }
}

/// The source's attribute of a field.
pub(crate) const fn stored_name(keys: &'static EntityKeys, field: &str) -> Option<&'static str> {
    match position(keys, field) {
        Some(position) => Some(keys.attributes[position].name),
        None => None,
    }
}

const fn position(keys: &'static EntityKeys, field: &str) -> Option<usize> {
    let mut i = 0;
    while i < keys.attribute_names.len() && i < keys.attributes.len() {
        if equal(keys.attribute_names[i], field) {
            return Some(i);
        }
        i += 1;
    }
    None
}

/// The field parts of a primary key, those of a shard among them, by their place.
const fn key_part(keys: &'static EntityKeys, place: usize) -> Option<&'static FieldPart> {
    let mut left = place;
    let mut template = Some(&keys.pk);
    let mut is_sort = false;
    while let Some(one) = template {
        let mut i = 0;
        while i < one.parts.len() {
            match &one.parts[i] {
                Part::Literal(_) => {}
                Part::Field(part) => {
                    if left == 0 {
                        return Some(part);
                    }
                    left -= 1;
                }
                Part::Shard(shard) => {
                    if left < shard.by.len() {
                        return Some(&shard.by[left]);
                    }
                    left -= shard.by.len();
                }
            }
            i += 1;
        }
        template = if is_sort { None } else { keys.sk.as_ref() };
        is_sort = true;
    }
    None
}

const fn named(keys: &'static EntityKeys, field: &str) -> Option<&'static FieldPart> {
    let mut i = 0;
    while let Some(part) = key_part(keys, i) {
        if equal(part.name, field) {
            return Some(part);
        }
        i += 1;
    }
    None
}

/// Whether a part of a key tells what the same field is in another format.
const fn holds(part: &FieldPart, format: Format) -> bool {
    part.format.is_lossless(part.kind) || same_format(part.format, format)
}

const fn same_format(a: Format, b: Format) -> bool {
    use Format::{Date, IsoMicros, IsoMillis, IsoSeconds, Lower, Month, Strftime, Upper, Year};
    match (a, b) {
        (Lower, Lower) | (Upper, Upper) | (Date, Date) | (Month, Month) | (Year, Year) => true,
        (IsoSeconds, IsoSeconds) | (IsoMillis, IsoMillis) | (IsoMicros, IsoMicros) => true,
        (Format::EpochSeconds, Format::EpochSeconds)
        | (Format::EpochMillis, Format::EpochMillis)
        | (Format::Default, Format::Default) => true,
        (Strftime(a), Strftime(b)) => equal(a, b),
        _ => false,
    }
}

const fn same_kind(a: PartKind, b: PartKind) -> bool {
    match (a, b) {
        (PartKind::Text, PartKind::Text)
        | (PartKind::Unsigned { .. }, PartKind::Unsigned { .. })
        | (PartKind::Signed { .. }, PartKind::Signed { .. })
        | (PartKind::Date, PartKind::Date)
        | (PartKind::Instant, PartKind::Instant)
        | (PartKind::Bytes { .. }, PartKind::Bytes { .. }) => true,
        (PartKind::Fixed { width: a }, PartKind::Fixed { width: b }) => a == b,
        _ => false,
    }
}

/// A copy has a source that can change, is named by the copy's entity, and finds it.
#[track_caller]
pub(crate) const fn check(layout: &TableLayout, of: &CopyOf, field: usize, is_copy: bool) {
    if layout.is_unknown() || of.source.is_unknown() {
        return;
    }
    let copied = &of.fields[field];
    check_field(of, copied);
    if is_copy {
        about(of, copied)
            .text(" is a copy itself: copy the field that it is a copy of")
            .panic();
    }
    // What concerns all fields of a source is said at the first.
    if field > 0 {
        return;
    }
    let mut i = 0;
    while let Some(part) = key_part(of.source, i) {
        check_key(of, part);
        i += 1;
    }
    if of.found(layout).is_none() {
        not_found(of).panic();
    }
}

const fn about(of: &CopyOf, copied: &CopiedField) -> Message {
    Message::new()
        .quoted(copied.name)
        .text(" of ")
        .quoted(of.source.entity)
}

#[track_caller]
const fn check_field(of: &CopyOf, copied: &CopiedField) {
    if named(of.source, copied.name).is_some() {
        about(of, copied)
            .text(" is part of its primary key, which never changes: write the value without `copy_of`")
            .panic();
    }
    let Some(place) = position(of.source, copied.name) else {
        // Reported where the field is looked up.
        return;
    };
    let attribute = of.source.attributes[place];
    if of.source.roles.is_one(attribute.name) {
        about(of, copied)
            .text(" is kept by the library, and changes with more than the writes that say what becomes of its copies: only other fields have copies")
            .panic();
    }
    let mut i = 0;
    while i < of.copy.attributes.len() {
        let own = of.copy.attributes[i];
        if equal(own.name, copied.stored) && !own.shape.is_like(attribute.shape) {
            about(of, copied)
                .text(" and its copy ")
                .quoted(copied.own)
                .text(" are not stored alike: give both the same `set`, `bytes` or `list`")
                .panic();
        }
        i += 1;
    }
}

#[track_caller]
const fn check_key(of: &CopyOf, part: &FieldPart) {
    let Some(kind) = of.key_kind(part.name) else {
        let message = Message::new()
            .quoted(of.copy.entity)
            .text(" does not say which ")
            .quoted(of.source.entity)
            .text(" it copies: its primary key has no ")
            .quoted(part.name)
            .text("; name the field that holds it, `copy_of(")
            .text(of.source.entity)
            .text("::")
            .text(of.fields[0].name)
            .text(", ")
            .text(part.name);
        match position(of.copy, part.name) {
            Some(_) => message.text(")`").panic(),
            None => message.text(" = ...)`").panic(),
        }
    };
    let fault = if !same_kind(kind, part.kind) {
        " is of another type than the field of that name in the key of "
    } else if !of.is_known(part) {
        " is in the key in a form that does not tell the key of "
    } else {
        return;
    };
    Message::new()
        .text("the field of ")
        .quoted(of.copy.entity)
        .text(" that holds ")
        .quoted(part.name)
        .text(fault)
        .quoted(of.source.entity)
        .panic();
}

const fn not_found(of: &CopyOf) -> Message {
    let mut message = Message::new()
        .text("the copies of a ")
        .quoted(of.source.entity)
        .text(" in ")
        .quoted(of.copy.entity)
        .text(" cannot be found: its key fills neither their partition nor that of an index; add an `index(...)` without `when` whose `pk` reads only its key: ");
    let mut i = 0;
    while let Some(part) = key_part(of.source, i) {
        if let Some(number) = of.number(part.name)
            && number < of.copy.field_names.len()
        {
            message = message
                .text("`{")
                .text(of.copy.field_names[number])
                .text("}` ");
        }
        i += 1;
    }
    message
}

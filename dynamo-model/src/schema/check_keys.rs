//! The compile-time checks of single templates: formats, widths, the types of key attributes, what an
//! index shares with the table, and fields that are stored in keys only.

use super::check::{about, of_entry};
use super::message::{Message, equal};
use super::{EntityKeys, IndexEntry, IndexLayout, TableLayout};
use crate::key::format::{Format, PartKind};
use crate::key::template::{FieldPart, Origin, Part, Template};
use crate::key::value::KeyType;

/// The template of one attribute of a key: of the table (`None`) or of an index entry.
#[track_caller]
pub(crate) const fn template(
    layout: &TableLayout,
    keys: &EntityKeys,
    entry: Option<usize>,
    is_sort: bool,
    position: usize,
) {
    let Some(template) = keys.template_at(entry, is_sort, position) else {
        return;
    };
    let index = match entry {
        Some(entry) => Some(keys.indexes[entry].on),
        None => None,
    };
    let attribute = layout.attribute_at(index, is_sort, position);
    let of = match attribute {
        Some(attribute) => layout.key_type(attribute),
        None => KeyType::Text,
    };
    formats(
        template,
        keys.entity,
        is_sort && matches!(of, KeyType::Text),
    );
    if let Some(attribute) = attribute {
        typed(template, keys.entity, attribute, of);
    }
}

#[track_caller]
pub(super) const fn formats(template: &Template, entity: &str, needs_width: bool) {
    let mut i = 0;
    while i < template.parts.len() {
        if let Part::Shard(shard) = &template.parts[i]
            && shard.fixed_width().is_none()
            && i + 1 < template.parts.len()
            && let Part::Field(next) = &template.parts[i + 1]
        {
            about(next, entity)
                .text(" follows `{shard}` with nothing between, so the two cannot be told apart: put a delimiter between them, or give the shard a width, `{shard:03}`")
                .panic();
        }
        if let Part::Field(field) = &template.parts[i] {
            if let Some(reason) = field.format.refusal(field.kind) {
                about(field, entity).text(": ").text(reason).panic();
            }
            if needs_width && is_number(field) && matches!(field.format, Format::Default) {
                about(field, entity)
                    .text(" is a number in a sort key, and text sorts 10 before 9: give it a width, `{")
                    .text(field.name)
                    .text(":010}`, or say that it need not sort, `{")
                    .text(field.name)
                    .text(":unpadded}`")
                    .panic();
            }
            if i + 1 < template.parts.len()
                && let Some(next) = name_of(&template.parts[i + 1])
                && field.format.fixed_width(field.kind).is_none()
            {
                about(field, entity)
                    .text(" is followed by ")
                    .text("`{")
                    .text(next)
                    .text("}` with nothing between, so the two cannot be told apart: put a delimiter between them, or give the first a fixed width")
                    .panic();
            }
        }
        i += 1;
    }
}

/// The name between the braces.
const fn name_of(part: &Part) -> Option<&'static str> {
    match part {
        Part::Literal(_) => None,
        Part::Field(field) => Some(field.name),
        Part::Shard(_) => Some("shard"),
    }
}

const fn is_number(field: &FieldPart) -> bool {
    matches!(
        field.kind,
        PartKind::Unsigned { .. } | PartKind::Signed { .. }
    )
}

/// A key of type N or B is one field of that type; one of type S that is a field's own attribute is no
/// number and no bytes.
#[track_caller]
pub(super) const fn typed(template: &Template, entity: &str, attribute: &str, of: KeyType) {
    let bare = template.bare();
    if let (KeyType::Number | KeyType::Binary, None) = (of, bare) {
        Message::new()
            .text("the key template `")
            .text(template.text)
            .text("` of ")
            .quoted(entity)
            .text(" is text, but the key attribute ")
            .quoted(attribute)
            .text(" is of type ")
            .text(of.name())
            .text(": such a key is one field alone, `{field}`")
            .panic();
    }
    let Some(field) = bare else { return };
    let fits = match of {
        KeyType::Number => {
            (is_number(field) && matches!(field.format, Format::Default | Format::Unpadded))
                || matches!(
                    (field.kind, field.format),
                    (
                        PartKind::Instant,
                        Format::EpochSeconds | Format::EpochMillis
                    )
                )
        }
        KeyType::Binary => matches!(field.kind, PartKind::Bytes { .. }),
        KeyType::Text => true,
    };
    if !fits {
        about(field, entity)
            .text(" fills the key attribute ")
            .quoted(attribute)
            .text(match of {
                KeyType::Number => ", which is of type N: it has to be an integer without a width, or an instant as `epoch_s` or `epoch_ms`",
                _ => ", which is of type B: it has to be bytes, `Vec<u8>` or `[u8; N]`",
            })
            .panic();
    }
    let is_stored = equal(field.stored, attribute);
    let other = match field.kind {
        PartKind::Unsigned { .. } | PartKind::Signed { .. } => "number",
        PartKind::Bytes { .. } => "binary",
        _ => return,
    };
    if matches!(of, KeyType::Text) && is_stored {
        about(field, entity)
            .text(" is stored as a ")
            .text(other)
            .text(" under the key attribute's own name, and the table says that the attribute is text: say `")
            .text(other)
            .text(" = [\"")
            .text(attribute)
            .text("\"]` in the table, or give the key attribute another name than the field")
            .panic();
    }
}

/// A key of several attributes has as many templates.
#[track_caller]
pub(super) const fn key_lengths(index: &IndexLayout, keys: &EntityKeys, entry: &IndexEntry) {
    let fits =
        entry.more_pk.len() == index.more_pk.len() && entry.more_sk.len() == index.more_sk.len();
    if entry.pk.is_some() && !fits {
        of_entry(keys, entry)
            .text(" has other numbers of key attributes than the index ")
            .quoted(index.name)
            .text(" of the table: name a field for each, `pk = [...], sk = [...]`")
            .panic();
    }
}

/// Whether a key of the entry is the table's.
pub(super) const fn is_shared(entry: &IndexEntry) -> bool {
    origin(entry.pk.as_ref()) || origin(entry.sk.as_ref())
}

const fn origin(template: Option<&Template>) -> bool {
    match template {
        Some(template) => !matches!(template.origin, Origin::Own),
        None => false,
    }
}

/// Attributes that the two keys of an index can have.
pub(super) const PLACES: usize = 8;

/// The attribute and the template at one of the places of an index entry.
pub(super) const fn place<'k>(
    layout: &TableLayout,
    keys: &'k EntityKeys,
    entry: usize,
    number: usize,
) -> (Option<&'static str>, Option<&'k Template>) {
    let (is_sort, position) = (number >= PLACES / 2, number % (PLACES / 2));
    (
        layout.attribute_at(Some(keys.indexes[entry].on), is_sort, position),
        keys.template_at(Some(entry), is_sort, position),
    )
}

/// What an index entry says to be the table's key is the table's key attribute, and the other way round.
#[track_caller]
pub(super) const fn shared_with_table(
    layout: &TableLayout,
    index: &IndexLayout,
    keys: &EntityKeys,
    number: usize,
) {
    let entry = &keys.indexes[number];
    if index.is_local {
        let is_own = match &entry.pk {
            Some(pk) => matches!(pk.origin, Origin::Own),
            None => true,
        };
        if is_own {
            of_entry(keys, entry)
                .text(" is on a local index, whose partition key is the table's: leave `pk` out and give it `sk`")
                .panic();
        }
    }
    let mut i = 0;
    while i < PLACES {
        let (attribute, template) = place(layout, keys, number, i);
        let role = if i < PLACES / 2 { "pk" } else { "sk" };
        one_key(layout, keys, entry, template, attribute, role);
        if let Some(template) = template
            && i >= PLACES / 2
            && matches!(template.origin, Origin::TablePk)
        {
            let is_text = matches!(layout.key_type(layout.pk), KeyType::Text);
            formats(template, keys.entity, is_text);
        }
        i += 1;
    }
}

#[track_caller]
const fn one_key(
    layout: &TableLayout,
    keys: &EntityKeys,
    entry: &IndexEntry,
    template: Option<&Template>,
    attribute: Option<&str>,
    role: &str,
) {
    let (Some(template), Some(attribute)) = (template, attribute) else {
        return;
    };
    let (expected, word) = match template.origin {
        Origin::TablePk => (Some(layout.pk), "pk"),
        Origin::TableSk => (layout.sk, "sk"),
        Origin::Own => {
            let (of_table, word) = if equal(attribute, layout.pk) {
                (Some(&keys.pk), "pk")
            } else {
                match layout.sk {
                    Some(sk) if equal(attribute, sk) => (keys.sk.as_ref(), "sk"),
                    _ => return,
                }
            };
            if let Some(of_table) = of_table
                && !equal(of_table.text, template.text)
            {
                of_entry(keys, entry)
                    .text(" has the `")
                    .text(role)
                    .text("` template `")
                    .text(template.text)
                    .text("`, but its attribute ")
                    .quoted(attribute)
                    .text(" is the table's own key: write `")
                    .text(role)
                    .text(" = ")
                    .text(word)
                    .text("`")
                    .panic();
            }
            return;
        }
    };
    let Some(expected) = expected else { return };
    if !equal(expected, attribute) {
        let message = of_entry(keys, entry);
        let message = if matches!(template.origin, Origin::TablePk) && equal(role, "pk") {
            // `pk` was left out, or written as the table's.
            message.text(" needs `pk = \"...\"`")
        } else {
            message
                .text(" says `")
                .text(role)
                .text(" = ")
                .text(word)
                .text("`")
        };
        message
            .text(": its key attribute is ")
            .quoted(attribute)
            .text(", not the table's ")
            .quoted(expected)
            .panic();
    }
}

/// A field that is stored in keys only can be read again from one of them.
#[track_caller]
pub(crate) const fn key_only(keys: &EntityKeys, number: usize) {
    let field = &keys.key_only[number];
    let mut best = source(field.field, Some(&keys.pk), Source::None);
    best = source(field.field, keys.sk.as_ref(), best);
    let mut entry = 0;
    while entry < keys.indexes.len() {
        if !keys.indexes[entry].is_sparse {
            let mut place = 0;
            while place < PLACES {
                let is_sort = place >= PLACES / 2;
                let template = keys.template_at(Some(entry), is_sort, place % (PLACES / 2));
                best = source(field.field, template, best);
                place += 1;
            }
        }
        entry += 1;
    }
    let message = Message::new()
        .quoted(field.name)
        .text(" of ")
        .quoted(keys.entity)
        .text(" is `key_only`, but ");
    match best {
        Source::Whole => {}
        Source::Lossy => message
            .text("every key template that names it loses information, so that its value could not be read again: use a format that keeps it, or store the field")
            .panic(),
        Source::None => message
            .text("only sparse index entries name it, so that its value is lost where their `when` does not hold: store the field")
            .panic(),
    }
}

#[derive(Clone, Copy)]
enum Source {
    None,
    Lossy,
    Whole,
}

const fn source(field: usize, template: Option<&Template>, best: Source) -> Source {
    let Some(template) = template else {
        return best;
    };
    let mut best = best;
    let mut i = 0;
    while i < template.parts.len() {
        if let Part::Field(part) = &template.parts[i]
            && part.field == field
        {
            if part.format.is_lossless(part.kind) {
                return Source::Whole;
            }
            if matches!(best, Source::None) {
                best = Source::Lossy;
            }
        }
        i += 1;
    }
    best
}

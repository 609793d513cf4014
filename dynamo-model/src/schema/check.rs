//! The checks that run while the user's crate compiles.
//!
//! Each is called from a const item that the derives place at the token to blame; `#[track_caller]`
//! makes that token the panic's place. The messages name both parties and what to write instead.

mod sharing;

use super::message::{Message, equal};
use super::overlap::{Pattern, can_be_equal};
use super::{EntityKeys, IndexEntry, Projection, TableLayout, is_own_field};
use crate::key::format::{Format, PartKind};
use crate::key::template::{FieldPart, Part, Template};

/// Global secondary indexes that a table can have (service quota).
const INDEX_LIMIT: usize = 20;

/// A template of a partition key.
#[track_caller]
pub const fn partition_template(template: Option<&Template>, entity: &str) {
    if let Some(template) = template {
        check_template(template, entity, false);
    }
}

/// A template of a sort key: its numbers need a width.
#[track_caller]
pub const fn sort_template(template: Option<&Template>, entity: &str) {
    if let Some(template) = template {
        check_template(template, entity, true);
    }
}

#[track_caller]
const fn check_template(template: &Template, entity: &str, is_sort: bool) {
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
            let is_number = matches!(
                field.kind,
                PartKind::Unsigned { .. } | PartKind::Signed { .. }
            );
            if is_sort && is_number && matches!(field.format, Format::Default) {
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

const fn about(field: &FieldPart, entity: &str) -> Message {
    Message::new()
        .text("`{")
        .text(field.name)
        .text("}` in a key template of ")
        .quoted(entity)
}

impl Message {
    #[track_caller]
    pub(super) const fn panic(&self) -> ! {
        panic!("{}", self.as_str())
    }
}

/// The entity has a sort key if and only if its table has one.
#[track_caller]
pub(crate) const fn sort_key(layout: &TableLayout, keys: &EntityKeys) {
    if layout.is_unknown() {
        return;
    }
    match (layout.sk, &keys.sk) {
        (Some(sk), None) => Message::new()
            .quoted(keys.entity)
            .text(" has no `sk`, but its table ")
            .quoted(layout.name)
            .text(" has the sort key ")
            .quoted(sk)
            .text(": add `sk = \"...\"`")
            .panic(),
        (None, Some(_)) => Message::new()
            .quoted(keys.entity)
            .text(" has an `sk`, but its table ")
            .quoted(layout.name)
            .text(" is hash-only: remove it, or give the table a sort key")
            .panic(),
        _ => {}
    }
}

/// An entity's index entry fits an index of its table.
#[track_caller]
pub(crate) const fn index(layout: &TableLayout, keys: &EntityKeys, entry: usize) {
    if layout.is_unknown() {
        return;
    }
    let entry = &keys.indexes[entry];
    let Some(index) = layout.index(entry.on) else {
        Message::new()
            .text("the table ")
            .quoted(layout.name)
            .text(" has no index ")
            .quoted(entry.on)
            .text(": declare it with `gsi(\"")
            .text(entry.on)
            .text("\")`")
            .panic()
    };
    let inverted = layout.is_inverted(index);
    match (&entry.pk, &entry.sk, index.sk) {
        (Some(_), _, _) if inverted => of_entry(keys, entry)
            .text(" is on an inverted index, whose keys are the table's own: remove its `pk` and `sk`")
            .panic(),
        (None, _, _) if !inverted => of_entry(keys, entry).text(" needs `pk = \"...\"`").panic(),
        (Some(_), None, Some(_)) => of_entry(keys, entry)
            .text(" needs `sk = \"...\"`: the index has a sort key")
            .panic(),
        (Some(_), Some(_), None) => of_entry(keys, entry)
            .text(" has an `sk`, but the index has no sort key: remove it")
            .panic(),
        _ => {}
    }
    if inverted {
        // The partition key's template is the sort key here.
        check_template(&keys.pk, keys.entity, true);
    }
    if entry.is_sparse && (inverted || has_own_field(layout, entry)) {
        of_entry(keys, entry)
            .text(" has a `when`, but the keys of its index are the item's own attributes: leaving the index would delete them")
            .panic();
    }
}

const fn of_entry(keys: &EntityKeys, entry: &IndexEntry) -> Message {
    Message::new()
        .text("index ")
        .quoted(entry.name)
        .text(" of ")
        .quoted(keys.entity)
}

const fn has_own_field(layout: &TableLayout, entry: &IndexEntry) -> bool {
    let Some(index) = layout.index(entry.on) else {
        return false;
    };
    let own_pk = match &entry.pk {
        Some(pk) => is_own_field(pk, index.pk),
        None => false,
    };
    let own_sk = match (&entry.sk, index.sk) {
        (Some(sk), Some(attribute)) => is_own_field(sk, attribute),
        _ => false,
    };
    own_pk || own_sk
}

/// No field is stored under the name of a key or type attribute, but for bare templates; an attribute of
/// two indexes has one template.
#[track_caller]
pub(crate) const fn attributes(layout: &TableLayout, keys: &EntityKeys) {
    if layout.is_unknown() {
        return;
    }
    let mut i = 0;
    while i < keys.attributes.len() {
        let name = keys.attributes[i].name;
        if equal(name, layout.type_attribute) {
            Message::new()
                .text("a field of ")
                .quoted(keys.entity)
                .text(" is stored as ")
                .quoted(name)
                .text(", the table's type attribute: rename the field, or give the table another `type_attribute`")
                .panic();
        }
        own_key_attribute(keys, name, layout.pk, Some(&keys.pk));
        if let Some(sk) = layout.sk {
            own_key_attribute(keys, name, sk, keys.sk.as_ref());
        }
        let mut j = 0;
        while j < keys.indexes.len() {
            let entry = &keys.indexes[j];
            if let (Some(index), Some(pk)) = (layout.index(entry.on), entry.pk.as_ref()) {
                own_key_attribute(keys, name, index.pk, Some(pk));
                if let Some(sk) = index.sk {
                    own_key_attribute(keys, name, sk, entry.sk.as_ref());
                }
            }
            j += 1;
        }
        i += 1;
    }
    sharing::check(layout, keys);
}

#[track_caller]
const fn own_key_attribute(
    keys: &EntityKeys,
    name: &str,
    attribute: &str,
    template: Option<&Template>,
) {
    if !equal(name, attribute) {
        return;
    }
    let Some(template) = template else { return };
    let Some(field) = template.bare() else {
        Message::new()
            .text("a field of ")
            .quoted(keys.entity)
            .text(" is stored as ")
            .quoted(name)
            .text(", the name of a key attribute whose template is `")
            .text(template.text)
            .text("`: rename the field, or let the template be the bare field")
            .panic()
    };
    if !equal(field.stored, attribute) {
        about(field, keys.entity)
            .text(" fills the key attribute ")
            .quoted(attribute)
            .text(", which is also the stored name of another field: rename one of them")
            .panic();
    }
    if matches!(
        field.format,
        Format::Lower | Format::Upper | Format::Escaped
    ) {
        about(field, keys.entity)
            .text(" is stored as it is under the key attribute's own name, so the key cannot be another text: give the key attribute another name than the field")
            .panic();
    }
    if matches!(
        field.kind,
        PartKind::Unsigned { .. } | PartKind::Signed { .. }
    ) {
        about(field, keys.entity)
            .text(" is stored as a number under the key attribute's own name; keys of type N are not yet supported: give the key attribute another name than the field")
            .panic();
    }
}

/// The table itself: the number of its indexes, and the type attribute apart from the keys.
#[track_caller]
pub const fn table(layout: &TableLayout) {
    let is_sort_key = match layout.sk {
        Some(sk) => equal(sk, layout.type_attribute),
        None => false,
    };
    if !layout.is_unknown() && (is_sort_key || equal(layout.pk, layout.type_attribute)) {
        Message::new()
            .quoted(layout.type_attribute)
            .text(" is both a key and the type attribute of the table ")
            .quoted(layout.name)
            .text(": give the type attribute another name")
            .panic();
    }
    if layout.indexes.len() > INDEX_LIMIT {
        Message::new()
            .text("the table ")
            .quoted(layout.name)
            .text(" has over 20 global secondary indexes, the service's quota: let entities share an index")
            .panic();
    }
}

/// One entity against its table and the entities listed before it.
#[track_caller]
pub const fn entity(layout: &TableLayout, entities: &[&EntityKeys], number: usize) {
    let keys = entities[number];
    let mut i = 0;
    while i < number {
        pair(layout, entities[i], keys);
        i += 1;
    }
    gathered_in_one_partition(layout, keys);
    if keys.is_checked_by_table {
        alone(layout, keys);
    }
}

/// What the derive of an entity with type parameters cannot ask for itself.
#[track_caller]
const fn alone(layout: &TableLayout, keys: &EntityKeys) {
    partition_template(Some(&keys.pk), keys.entity);
    sort_template(keys.sk.as_ref(), keys.entity);
    sort_key(layout, keys);
    let mut i = 0;
    while i < keys.indexes.len() {
        index(layout, keys, i);
        partition_template(keys.index_pk(i), keys.entity);
        sort_template(keys.index_sk(i), keys.entity);
        i += 1;
    }
    attributes(layout, keys);
}

#[track_caller]
const fn pair(layout: &TableLayout, first: &EntityKeys, second: &EntityKeys) {
    if first.is_unknown() || second.is_unknown() {
        return;
    }
    if equal(first.type_name, second.type_name) {
        Message::new()
            .quoted(first.entity)
            .text(" and ")
            .quoted(second.entity)
            .text(" have the same type name ")
            .quoted(second.type_name)
            .text(": give one of them `name = \"...\"`")
            .panic();
    }
    if let (Some(own), Some(other)) = (first.roles.ttl, second.roles.ttl)
        && !equal(own, other)
    {
        Message::new()
            .text("the expiry of ")
            .quoted(first.entity)
            .text(" is the attribute ")
            .quoted(own)
            .text(", that of ")
            .quoted(second.entity)
            .text(" is ")
            .quoted(other)
            .text(", and a table has one: give them one name with serde's `rename`")
            .panic();
    }
    let sort_keys_meet = match (&first.sk, &second.sk) {
        (Some(first), Some(second)) => can_be_equal(
            Pattern::whole(first),
            Pattern::whole(second),
            layout.delimiter,
        ),
        _ => true,
    };
    if !sort_keys_meet
        || !can_be_equal(
            Pattern::whole(&first.pk),
            Pattern::whole(&second.pk),
            layout.delimiter,
        )
    {
        return;
    }
    if first.overlap_ok.is_none() && second.overlap_ok.is_none() {
        with_templates(
            with_templates(Message::new().text("the keys of "), first).text(" and "),
            second,
        )
        .text(" can be equal, so that one would overwrite the other: give them different literals, or `overlap_ok = \"reason\"`")
        .panic();
    }
    // On an index without the type attribute only the key's shape tells the two apart.
    let mut i = 0;
    while i < second.indexes.len() {
        let on = second.indexes[i].on;
        if let Some(index) = layout.index(on)
            && matches!(index.projection, Projection::KeysOnly)
            && has_entry(first, on)
        {
            Message::new()
                .quoted(first.entity)
                .text(" and ")
                .quoted(second.entity)
                .text(" are both on the keys_only index ")
                .quoted(on)
                .text(", which has no type attribute, and their keys can be equal: give them different literals, or let the index project the type")
                .panic();
        }
        i += 1;
    }
}

const fn with_templates(message: Message, keys: &EntityKeys) -> Message {
    let message = message.quoted(keys.entity).text(" (`").text(keys.pk.text);
    match &keys.sk {
        Some(sk) => message.text("` / `").text(sk.text).text("`)"),
        None => message.text("`)"),
    }
}

const fn has_entry(keys: &EntityKeys, on: &str) -> bool {
    let mut i = 0;
    while i < keys.indexes.len() {
        if equal(keys.indexes[i].on, on) {
            return true;
        }
        i += 1;
    }
    false
}

/// A constant sort key would put all items of the entity into one partition of an inverted index.
#[track_caller]
const fn gathered_in_one_partition(layout: &TableLayout, keys: &EntityKeys) {
    let (Some(sk), Some(table_sk), None) = (&keys.sk, layout.sk, keys.constant_sk_ok) else {
        return;
    };
    if !matches!(sk.parts, [Part::Literal(_)]) {
        return;
    }
    let mut i = 0;
    while i < layout.indexes.len() {
        let index = &layout.indexes[i];
        if equal(index.pk, table_sk) {
            Message::new()
                .text("the sort key of ")
                .quoted(keys.entity)
                .text(" is the constant `")
                .text(sk.text)
                .text("`, so the index ")
                .quoted(index.name)
                .text(" would gather all its items in one partition: let the sort key name the item, or say `constant_sk_ok = \"reason\"`")
                .panic();
        }
        i += 1;
    }
}

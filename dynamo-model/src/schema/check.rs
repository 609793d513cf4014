//! The checks that run while the user's crate compiles.
//!
//! Each is called from a const item that the derives place at the token to blame; `#[track_caller]`
//! makes that token the panic's place. The messages name both parties and what to write instead.

mod companions;
mod sharing;

use super::check_keys::{
    PLACES, formats, is_shared, key_lengths, key_only, shared_with_table, template,
};
use super::message::{Message, equal};
use super::overlap::{Pattern, can_be_equal};
pub(crate) use companions::{also, also_template, unique};

use super::{EntityKeys, IndexEntry, Projection, TableLayout, is_own_field};
use crate::key::format::Format;
use crate::key::template::{FieldPart, Part, Template};
use crate::key::value::KeyType;

/// Global secondary indexes that a table can have (service quota).
const INDEX_LIMIT: usize = 20;
/// Local secondary indexes that a table can have (service limit).
const LOCAL_INDEX_LIMIT: usize = 5;

pub(super) const fn about(field: &FieldPart, entity: &str) -> Message {
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
pub(crate) const fn index(layout: &TableLayout, keys: &EntityKeys, number: usize) {
    if layout.is_unknown() {
        return;
    }
    let entry = &keys.indexes[number];
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
        (Some(_), _, _) if inverted && !is_shared(entry) => of_entry(keys, entry)
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
    key_lengths(index, keys, entry);
    shared_with_table(layout, index, keys, number);
    if inverted {
        // The partition key's template is the sort key here.
        let is_text = matches!(layout.key_type(layout.pk), KeyType::Text);
        formats(&keys.pk, keys.entity, is_text);
    }
    if entry.is_sparse && (inverted || has_own_field(layout, entry)) {
        of_entry(keys, entry)
            .text(" has a `when`, but the keys of its index are the item's own attributes: leaving the index would delete them")
            .panic();
    }
}

pub(super) const fn of_entry(keys: &EntityKeys, entry: &IndexEntry) -> Message {
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
    own_pk
        || own_sk
        || any_own_field(entry.more_pk, index.more_pk)
        || any_own_field(entry.more_sk, index.more_sk)
}

const fn any_own_field(templates: &[Template], attributes: &[&str]) -> bool {
    let mut i = 0;
    while i < templates.len() && i < attributes.len() {
        if is_own_field(&templates[i], attributes[i]) {
            return true;
        }
        i += 1;
    }
    false
}

/// No field is stored under the name of a key or type attribute, but for bare templates; an attribute of
/// two indexes has one template.
#[track_caller]
pub(crate) const fn attributes(layout: &TableLayout, keys: &EntityKeys) {
    if layout.is_unknown() {
        return;
    }
    if layout.type_attribute.is_none() && keys.overlap_ok.is_some() {
        Message::new()
            .quoted(keys.entity)
            .text(" has `overlap_ok`, but its table has no type attribute, so that its keys alone tell what its items are: remove it")
            .panic();
    }
    let mut i = 0;
    while i < keys.attributes.len() {
        let name = keys.attributes[i].name;
        if let Some(type_attribute) = layout.type_attribute
            && equal(name, type_attribute)
        {
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
                further_attributes(keys, name, index.more_pk, entry.more_pk);
                further_attributes(keys, name, index.more_sk, entry.more_sk);
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
}

#[track_caller]
const fn further_attributes(
    keys: &EntityKeys,
    name: &str,
    attributes: &[&str],
    templates: &[Template],
) {
    let mut i = 0;
    while i < attributes.len() && i < templates.len() {
        own_key_attribute(keys, name, attributes[i], Some(&templates[i]));
        i += 1;
    }
}

/// The table itself: the number of its indexes, and the type attribute apart from the keys.
#[track_caller]
pub const fn table(layout: &TableLayout) {
    if let Some(type_attribute) = layout.type_attribute
        && layout.is_key(type_attribute)
    {
        Message::new()
            .quoted(type_attribute)
            .text(" is both a key and the type attribute of the table ")
            .quoted(layout.name)
            .text(": give the type attribute another name")
            .panic();
    }
    let (mut global, mut local) = (0, 0);
    let mut i = 0;
    while i < layout.indexes.len() {
        if layout.indexes[i].is_local {
            local += 1;
        } else {
            global += 1;
        }
        i += 1;
    }
    if global > INDEX_LIMIT {
        Message::new()
            .text("the table ")
            .quoted(layout.name)
            .text(" has over 20 global secondary indexes, the service's quota: let entities share an index")
            .panic();
    }
    if local > LOCAL_INDEX_LIMIT {
        Message::new()
            .text("the table ")
            .quoted(layout.name)
            .text(" has over 5 local secondary indexes, the service's limit: make some of them global")
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
    template(layout, keys, None, false, 0);
    template(layout, keys, None, true, 0);
    sort_key(layout, keys);
    let mut i = 0;
    while i < keys.indexes.len() {
        index(layout, keys, i);
        let mut place = 0;
        while place < PLACES {
            template(
                layout,
                keys,
                Some(i),
                place >= PLACES / 2,
                place % (PLACES / 2),
            );
            place += 1;
        }
        i += 1;
    }
    attributes(layout, keys);
    let mut i = 0;
    while i < keys.key_only.len() {
        key_only(keys, i);
        i += 1;
    }
    let mut i = 0;
    while i < keys.companions.also.len() {
        also_template(layout, keys, i, false);
        also_template(layout, keys, i, true);
        also(layout, keys, i);
        i += 1;
    }
    let mut i = 0;
    while i < keys.companions.unique.len() {
        unique(layout, keys, i);
        i += 1;
    }
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
    companions::pair(layout, first, second);
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
    if layout.type_attribute.is_none() {
        with_keys(
            with_keys(Message::new().text("the keys of "), first).text(" and "),
            second,
        )
        .text(" can be equal, and the table has no type attribute, so that nothing tells their items apart: give them different literals, or the table a `type_attribute`")
        .panic();
    }
    if first.overlap_ok.is_none() && second.overlap_ok.is_none() {
        with_keys(
            with_keys(Message::new().text("the keys of "), first).text(" and "),
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

const fn with_keys(message: Message, keys: &EntityKeys) -> Message {
    with_templates(message.quoted(keys.entity), &keys.pk, keys.sk.as_ref())
}

const fn with_templates(message: Message, pk: &Template, sk: Option<&Template>) -> Message {
    let message = message.text(" (`").text(pk.text);
    match sk {
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
    if let (Some(sk), None) = (&keys.sk, keys.constant_sk_ok) {
        not_gathered(layout, keys, sk);
    }
}

#[track_caller]
const fn not_gathered(layout: &TableLayout, keys: &EntityKeys, sk: &Template) {
    let Some(table_sk) = layout.sk else { return };
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

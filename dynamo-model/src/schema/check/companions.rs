//! Copies under other keys and guards: each has a key of its own in the table, which nothing else can have.

use super::{about, formats, not_gathered, with_templates};
use crate::key::template::Template;
use crate::key::value::KeyType;
use crate::schema::check_keys::typed;
use crate::schema::companions::{GUARD, OWNER_PK, OWNER_SK, unknown_part};
use crate::schema::message::{Message, equal};
use crate::schema::overlap::{Pattern, can_be_equal};
use crate::schema::{EntityKeys, TableLayout};

/// A template of a place of `also` suits the table's key attribute, and is made of what the primary key holds.
#[track_caller]
pub(crate) const fn also_template(
    layout: &TableLayout,
    keys: &EntityKeys,
    number: usize,
    is_sort: bool,
) {
    if layout.is_unknown() {
        return;
    }
    let also = &keys.companions.also[number];
    match (is_sort, &also.sk, layout.sk) {
        (false, ..) => one_template(layout, keys, &also.pk, layout.pk, false),
        (true, Some(sk), Some(name)) => {
            one_template(layout, keys, sk, name, true);
            if keys.constant_sk_ok.is_none() {
                not_gathered(layout, keys, sk);
            }
        }
        _ => {}
    }
}

/// A place of `also`: no attribute is in the way, and nothing else has its keys.
#[track_caller]
pub(crate) const fn also(layout: &TableLayout, keys: &EntityKeys, number: usize) {
    if layout.is_unknown() {
        return;
    }
    owner_attributes(layout, keys);
    let mut i = 0;
    while i < keys.attributes.len() {
        let name = keys.attributes[i].name;
        if equal(name, OWNER_PK) || equal(name, OWNER_SK) {
            Message::new()
                .text("a field of ")
                .quoted(keys.entity)
                .text(" is stored as ")
                .quoted(name)
                .text(", in which a copy under another key says whose it is: rename the field")
                .panic();
        }
        if layout.is_key(name) {
            Message::new()
                .text("a field of ")
                .quoted(keys.entity)
                .text(" is stored as the key attribute ")
                .quoted(name)
                .text(", and a copy under another key has another value there: give the field another stored name")
                .panic();
        }
        i += 1;
    }
    apart(layout, keys, 1 + number);
}

#[track_caller]
const fn one_template(
    layout: &TableLayout,
    keys: &EntityKeys,
    template: &Template,
    attribute: &str,
    is_sort: bool,
) {
    let of = layout.key_type(attribute);
    formats(
        template,
        keys.entity,
        is_sort && matches!(of, KeyType::Text),
    );
    typed(template, keys.entity, attribute, of);
    known(keys, template);
}

#[track_caller]
const fn known(keys: &EntityKeys, template: &Template) {
    if let Some(part) = unknown_part(keys, template) {
        about(part, keys.entity)
            .text(" has another form than in the primary key, which does not tell it: use the primary key's format")
            .panic();
    }
}

/// A `unique` field: its guards have keys of text, and are in no index but an inverted one.
#[track_caller]
pub(crate) const fn unique(layout: &TableLayout, keys: &EntityKeys, number: usize) {
    if layout.is_unknown() {
        return;
    }
    let unique = &keys.companions.unique[number];
    of_text(layout, keys, unique.name, layout.pk);
    if let Some(sk) = layout.sk {
        of_text(layout, keys, unique.name, sk);
    }
    formats(&unique.key, keys.entity, false);
    known(keys, &unique.key);
    owner_attributes(layout, keys);
    apart(layout, keys, 1 + keys.companions.also.len() + number);
}

/// Copies and guards say whose they are in attributes that the table uses for nothing else: as an index key they
/// would put them into the index.
#[track_caller]
const fn owner_attributes(layout: &TableLayout, keys: &EntityKeys) {
    let names = [OWNER_PK, OWNER_SK];
    let mut i = 0;
    while i < names.len() {
        if is_attribute_of_an_index(layout, names[i]) || is_taken(layout, keys, names[i]) {
            Message::new()
                .text("the copies and guards of ")
                .quoted(keys.entity)
                .text(" say whose they are in an attribute ")
                .quoted(names[i])
                .text(", which the table uses for a key, its type or an expiry: rename that")
                .panic();
        }
        i += 1;
    }
}

#[track_caller]
const fn of_text(layout: &TableLayout, keys: &EntityKeys, field: &str, attribute: &str) {
    let of = layout.key_type(attribute);
    if !matches!(of, KeyType::Text) {
        Message::new()
            .text("the guards of ")
            .quoted(field)
            .text(" of ")
            .quoted(keys.entity)
            .text(" are items of the table with keys of text, but its key attribute ")
            .quoted(attribute)
            .text(" is of type ")
            .text(of.name())
            .text(": keep unique values in a table whose keys are text")
            .panic();
    }
}

const fn is_attribute_of_an_index(layout: &TableLayout, name: &str) -> bool {
    let mut i = 0;
    while i < layout.indexes.len() {
        let index = &layout.indexes[i];
        let mut place = 0;
        while place < 4 {
            let pk = layout.attribute_at(Some(index.name), false, place);
            let sk = layout.attribute_at(Some(index.name), true, place);
            if is(pk, name) || is(sk, name) {
                return true;
            }
            place += 1;
        }
        i += 1;
    }
    false
}

const fn is_taken(layout: &TableLayout, keys: &EntityKeys, name: &str) -> bool {
    layout.is_key(name) || is(layout.type_attribute, name) || is(keys.roles.ttl, name)
}

const fn is(found: Option<&str>, name: &str) -> bool {
    match found {
        Some(found) => equal(found, name),
        None => false,
    }
}

/// One of an entity's keys cannot be one of those before it.
#[track_caller]
const fn apart(layout: &TableLayout, keys: &EntityKeys, number: usize) {
    let mut i = 0;
    while i < number {
        if can_meet(layout, keys, i, keys, number) {
            overlap(layout, keys, i, keys, number);
        }
        i += 1;
    }
}

/// The copies and guards of two entities: none has a key that can be one of the other's.
#[track_caller]
pub(super) const fn pair(layout: &TableLayout, first: &EntityKeys, second: &EntityKeys) {
    guard_type(first, second);
    guard_type(second, first);
    let mut i = 0;
    while i < first.key_count() {
        let mut j = 0;
        while j < second.key_count() {
            // The two items themselves may be allowed to overlap.
            if i + j > 0 && can_meet(layout, first, i, second, j) {
                overlap(layout, first, i, second, j);
            }
            j += 1;
        }
        i += 1;
    }
}

/// No entity has the type name of guards.
#[track_caller]
const fn guard_type(of_guards: &EntityKeys, other: &EntityKeys) {
    let (name, guard) = (other.type_name.as_bytes(), GUARD.as_bytes());
    if of_guards.companions.unique.is_empty() || name.len() < guard.len() {
        return;
    }
    let mut i = 0;
    while i < guard.len() {
        if name[i] != guard[i] {
            return;
        }
        i += 1;
    }
    Message::new()
        .quoted(other.entity)
        .text(" has the type name ")
        .quoted(other.type_name)
        .text(", and guards of unique values have one that begins so: give it another `name`")
        .panic();
}

const fn can_meet(
    layout: &TableLayout,
    first: &EntityKeys,
    i: usize,
    second: &EntityKeys,
    j: usize,
) -> bool {
    let ((pk, sk), (other_pk, other_sk)) = (first.key_at(layout, i), second.key_at(layout, j));
    let sort_keys_meet = match (sk, other_sk) {
        (Some(sk), Some(other)) => meet(layout, sk, other),
        _ => true,
    };
    sort_keys_meet && meet(layout, pk, other_pk)
}

const fn meet(layout: &TableLayout, a: &Template, b: &Template) -> bool {
    can_be_equal(Pattern::whole(a), Pattern::whole(b), layout.delimiter)
}

#[track_caller]
const fn overlap(
    layout: &TableLayout,
    first: &EntityKeys,
    i: usize,
    second: &EntityKeys,
    j: usize,
) -> ! {
    let message = named(Message::new().text("the keys of "), layout, first, i).text(" and ");
    named(message, layout, second, j)
        .text(" can be equal, so that one would overwrite the other: give them different literals")
        .panic()
}

/// The owner of a key, and its templates.
const fn named(
    message: Message,
    layout: &TableLayout,
    keys: &EntityKeys,
    number: usize,
) -> Message {
    let also = keys.companions.also;
    let message = if number == 0 {
        message
    } else if number <= also.len() {
        message
            .text("the copy ")
            .quoted(also[number - 1].name)
            .text(" of ")
    } else {
        let unique = &keys.companions.unique[number - 1 - also.len()];
        message
            .text("the guards of ")
            .quoted(unique.name)
            .text(" of ")
    };
    let (pk, sk) = keys.key_at(layout, number);
    with_templates(message.quoted(keys.entity), pk, sk)
}

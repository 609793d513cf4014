//! Attributes and indexes that several templates of one entity fill.
//!
//! An attribute has one value, so all templates that fill it have to be the same; and what tells the
//! items of two entries on one index apart is nothing but their keys.

use super::of_entry;
use crate::key::template::Template;
use crate::schema::message::{Message, equal};
use crate::schema::overlap::{Pattern, can_be_equal};
use crate::schema::{EntityKeys, IndexEntry, TableLayout};

#[track_caller]
pub(super) const fn check(layout: &TableLayout, keys: &EntityKeys) {
    let mut i = 0;
    while i < keys.indexes.len() {
        let entry = &keys.indexes[i];
        with_table(layout, keys, entry);
        with_type(layout, keys, entry);
        let mut j = 0;
        while j < i {
            let other = &keys.indexes[j];
            if equal(entry.on, other.on) {
                on_one_index(layout, keys, entry, other);
            } else {
                on_two_indexes(layout, keys, entry, other);
            }
            j += 1;
        }
        i += 1;
    }
}

/// The attributes of an entry and their templates.
const fn filled<'l>(
    layout: &'l TableLayout,
    entry: &'l IndexEntry,
) -> [(Option<&'l str>, Option<&'l Template>); 2] {
    match layout.index(entry.on) {
        Some(index) => [
            (Some(index.pk), entry.pk.as_ref()),
            (index.sk, entry.sk.as_ref()),
        ],
        None => [(None, None), (None, None)],
    }
}

/// An index that uses a key attribute of the table has the table's value there.
#[track_caller]
const fn with_table(layout: &TableLayout, keys: &EntityKeys, entry: &IndexEntry) {
    let filled = filled(layout, entry);
    let mut i = 0;
    while i < filled.len() {
        one_template(keys, filled[i], (Some(layout.pk), Some(&keys.pk)));
        one_template(keys, filled[i], (layout.sk, keys.sk.as_ref()));
        i += 1;
    }
}

/// The type attribute holds the entity's type name.
#[track_caller]
const fn with_type(layout: &TableLayout, keys: &EntityKeys, entry: &IndexEntry) {
    let filled = filled(layout, entry);
    let mut i = 0;
    while i < filled.len() {
        if let (Some(attribute), Some(template)) = filled[i]
            && equal(attribute, layout.type_attribute)
            && !equal(template.text, keys.type_name)
        {
            of_entry(keys, entry)
                .text(" fills the type attribute ")
                .quoted(attribute)
                .text(", which holds ")
                .quoted(keys.type_name)
                .text(": let the template be that text, or give the index another attribute")
                .panic();
        }
        i += 1;
    }
}

#[track_caller]
const fn on_two_indexes(
    layout: &TableLayout,
    keys: &EntityKeys,
    entry: &IndexEntry,
    other: &IndexEntry,
) {
    let (own, others) = (filled(layout, entry), filled(layout, other));
    let mut i = 0;
    while i < own.len() {
        let mut j = 0;
        while j < others.len() {
            one_template(keys, own[i], others[j]);
            if (entry.is_sparse || other.is_sparse) && is_one_attribute(own[i], others[j]) {
                of_entry(keys, entry)
                    .text(" shares an attribute with index ")
                    .quoted(other.name)
                    .text(
                        ", so its `when` cannot keep an item out: give one index another attribute",
                    )
                    .panic();
            }
            j += 1;
        }
        i += 1;
    }
}

const fn is_one_attribute(
    a: (Option<&str>, Option<&Template>),
    b: (Option<&str>, Option<&Template>),
) -> bool {
    match (a, b) {
        ((Some(a), Some(_)), (Some(b), Some(_))) => equal(a, b),
        _ => false,
    }
}

#[track_caller]
const fn one_template(
    keys: &EntityKeys,
    a: (Option<&str>, Option<&Template>),
    b: (Option<&str>, Option<&Template>),
) {
    let ((Some(attribute), Some(of_a)), (Some(_), Some(of_b))) = (a, b) else {
        return;
    };
    if is_one_attribute(a, b) && !equal(of_a.text, of_b.text) {
        Message::new()
            .text("the attribute ")
            .quoted(attribute)
            .text(" has two templates in ")
            .quoted(keys.entity)
            .text(": `")
            .text(of_b.text)
            .text("` and `")
            .text(of_a.text)
            .text("`; give one index another attribute, or both the same template")
            .panic();
    }
}

/// Two entries of one entity on one index: their keys have to differ.
#[track_caller]
const fn on_one_index(
    layout: &TableLayout,
    keys: &EntityKeys,
    entry: &IndexEntry,
    other: &IndexEntry,
) {
    let (Some(pk), Some(other_pk)) = (&entry.pk, &other.pk) else {
        return;
    };
    let sort_keys_meet = match (&entry.sk, &other.sk) {
        (Some(sk), Some(other)) => {
            can_be_equal(Pattern::whole(sk), Pattern::whole(other), layout.delimiter)
        }
        _ => true,
    };
    if sort_keys_meet
        && can_be_equal(
            Pattern::whole(pk),
            Pattern::whole(other_pk),
            layout.delimiter,
        )
    {
        of_entry(keys, entry)
            .text(" and index ")
            .quoted(other.name)
            .text(" are on one index with keys that can be equal, so nothing tells their items apart: give them different literals")
            .panic();
    }
}

//! Attributes and indexes that several templates of one entity fill.
//!
//! An attribute has one value, so all templates that fill it have to be the same; and what tells the
//! items of two entries on one index apart is nothing but their keys.

use super::of_entry;
use crate::key::template::Template;
use crate::schema::check_keys::{PLACES, place};
use crate::schema::message::{Message, equal};
use crate::schema::overlap::{Pattern, can_be_equal};
use crate::schema::{EntityKeys, TableLayout};

#[track_caller]
pub(super) const fn check(layout: &TableLayout, keys: &EntityKeys) {
    let mut i = 0;
    while i < keys.indexes.len() {
        let entry = &keys.indexes[i];
        with_type(layout, keys, i);
        let mut j = 0;
        while j < i {
            let other = &keys.indexes[j];
            if equal(entry.on, other.on) {
                on_one_index(layout, keys, i, j);
            } else {
                on_two_indexes(layout, keys, i, j);
            }
            j += 1;
        }
        i += 1;
    }
}

/// The type attribute holds the entity's type name.
#[track_caller]
const fn with_type(layout: &TableLayout, keys: &EntityKeys, entry: usize) {
    let Some(type_attribute) = layout.type_attribute else {
        return;
    };
    let mut i = 0;
    while i < PLACES {
        if let (Some(attribute), Some(template)) = place(layout, keys, entry, i)
            && equal(attribute, type_attribute)
            && !equal(template.text, keys.type_name)
        {
            of_entry(keys, &keys.indexes[entry])
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

/// An attribute of the table's key has the table's template, which its own check sees to.
#[track_caller]
const fn on_two_indexes(layout: &TableLayout, keys: &EntityKeys, entry: usize, other: usize) {
    let is_sparse = keys.indexes[entry].is_sparse || keys.indexes[other].is_sparse;
    let mut i = 0;
    while i < PLACES {
        let own = place(layout, keys, entry, i);
        let mut j = 0;
        while j < PLACES {
            let others = place(layout, keys, other, j);
            if is_one_attribute(own, others) && !is_key(layout, own.0) {
                one_template(keys, own, others);
                if is_sparse {
                    of_entry(keys, &keys.indexes[entry])
                        .text(" shares an attribute with index ")
                        .quoted(keys.indexes[other].name)
                        .text(
                            ", so its `when` cannot keep an item out: give one index another attribute",
                        )
                        .panic();
                }
            }
            j += 1;
        }
        i += 1;
    }
}

const fn is_key(layout: &TableLayout, attribute: Option<&str>) -> bool {
    match attribute {
        Some(attribute) => layout.is_key(attribute),
        None => false,
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
const fn on_one_index(layout: &TableLayout, keys: &EntityKeys, entry: usize, other: usize) {
    if keys.indexes[entry].pk.is_none() || keys.indexes[other].pk.is_none() {
        return;
    }
    let mut i = 0;
    while i < PLACES {
        if let ((_, Some(own)), (_, Some(others))) =
            (place(layout, keys, entry, i), place(layout, keys, other, i))
            && !can_be_equal(
                Pattern::whole(own),
                Pattern::whole(others),
                layout.delimiter,
            )
        {
            return;
        }
        i += 1;
    }
    of_entry(keys, &keys.indexes[entry])
        .text(" and index ")
        .quoted(keys.indexes[other].name)
        .text(" are on one index with keys that can be equal, so nothing tells their items apart: give them different literals")
        .panic();
}

//! The checks of a collection: its members have to be able to stand under one partition key.

use super::message::{Message, equal};
use super::overlap::{Pattern, can_be_equal};
use super::{EntityKeys, IndexLayout, Projection, TableLayout};
use crate::key::template::Template;

/// The members of a collection with their tables, as the derive names them; `None` for a type that is no entity.
type Members<'m> = &'m [(Option<&'m EntityKeys>, &'m TableLayout)];

/// Whether the table has the index, and it is local.
#[must_use]
pub const fn is_local_index(layout: &TableLayout, index: &str) -> bool {
    match layout.index(index) {
        Some(index) => index.is_local,
        None => false,
    }
}

/// Where a table has the index; a number that no index has where it does not.
#[must_use]
pub const fn index_number(layout: &TableLayout, index: &str) -> usize {
    let mut number = 0;
    while number < layout.indexes.len() {
        if equal(layout.indexes[number].name, index) {
            return number;
        }
        number += 1;
    }
    usize::MAX
}

/// The index is one of the table, and holds whole items.
#[track_caller]
pub(crate) const fn index(layout: &TableLayout, name: &str) {
    if layout.is_unknown() {
        return;
    }
    let Some(index) = layout.index(name) else {
        Message::new()
            .text("the table ")
            .quoted(layout.name)
            .text(" has no index ")
            .quoted(name)
            .text(": declare it with `gsi(\"")
            .text(name)
            .text("\")`")
            .panic()
    };
    if !matches!(index.projection, Projection::All) {
        Message::new()
            .text("the index ")
            .quoted(name)
            .text(" does not hold whole items (it is `keys_only` or `include`), so that no collection can be read from it: query it for keys, or let it project everything")
            .panic();
    }
}

/// The member is in the index that is read, is no other member again, and can share a partition with those before it.
#[track_caller]
pub(crate) const fn member(
    layout: &TableLayout,
    members: Members<'_>,
    on: Option<&str>,
    position: usize,
) {
    let (Some(keys), of) = members[position] else {
        return;
    };
    if layout.is_unknown() || of.is_unknown() || keys.is_unknown() {
        return;
    }
    if !equal(layout.name, of.name) {
        Message::new()
            .quoted(keys.entity)
            .text(" lives in the table ")
            .quoted(of.name)
            .text(", and the collection is read from ")
            .quoted(layout.name)
            .text(", the table of its first member: remove it from the collection")
            .panic();
    }
    let index = match on {
        Some(on) => match layout.index(on) {
            Some(index) => Some(index),
            // Reported where it is named.
            None => return,
        },
        None => None,
    };
    if let Some(index) = index
        && !is_in(layout, keys, index)
    {
        Message::new()
            .quoted(keys.entity)
            .text(" is not in the index ")
            .quoted(index.name)
            .text(": give it an entry `index(name = ..., on = \"")
            .text(index.name)
            .text("\", ...)`, or remove it from the collection")
            .panic();
    }
    let mut i = 0;
    while i < position {
        if let Some(other) = known(layout, members[i]) {
            distinct(keys, other);
            partition(layout, index, keys, other);
        }
        i += 1;
    }
}

/// The keys of a member; none where the derive found a mistake in it, or it is of another table: that is reported elsewhere.
const fn known<'k>(
    layout: &TableLayout,
    (keys, of): (Option<&'k EntityKeys>, &TableLayout),
) -> Option<&'k EntityKeys> {
    match keys {
        Some(keys) if !layout.is_unknown() && !keys.is_unknown() && equal(layout.name, of.name) => {
            Some(keys)
        }
        _ => None,
    }
}

#[track_caller]
const fn distinct(keys: &EntityKeys, other: &EntityKeys) {
    if equal(keys.type_name, other.type_name) {
        Message::new()
            .quoted(keys.entity)
            .text(" is two members of the collection, and each of its items can go to one only: remove one of them")
            .panic();
    }
}

#[track_caller]
const fn partition(
    layout: &TableLayout,
    index: Option<&IndexLayout>,
    keys: &EntityKeys,
    other: &EntityKeys,
) {
    let (count, other_count) = (place_count(index, keys), place_count(index, other));
    // An entity that an inverted index holds without an entry has the table's own templates there.
    let mut i = 0;
    while i <= count {
        let mut j = 0;
        while j <= other_count {
            if can_share(layout, index, (keys, i), (other, j)) {
                return;
            }
            j += 1;
        }
        i += 1;
    }
    let message = Message::new()
        .quoted(keys.entity)
        .text(" and ")
        .quoted(other.entity)
        .text(" are never under one partition key of ");
    let message = match index {
        Some(index) => message.text("the index ").quoted(index.name),
        None => message
            .text("the table ")
            .quoted(layout.name)
            .text(" (`")
            .text(keys.pk.text)
            .text("` and `")
            .text(other.pk.text)
            .text("`)"),
    };
    message
        .text(": a collection is read from one partition, so remove one of them")
        .panic();
}

/// The ways of an entity into what is read: its entries on the index, or its own key and those of `also`.
const fn place_count(index: Option<&IndexLayout>, keys: &EntityKeys) -> usize {
    match index {
        Some(_) => keys.indexes.len(),
        None => keys.companions.also.len(),
    }
}

/// Whether two entries can have one partition key: all its attributes can be equal.
const fn can_share(
    layout: &TableLayout,
    index: Option<&IndexLayout>,
    (keys, entry): (&EntityKeys, usize),
    (other, other_entry): (&EntityKeys, usize),
) -> bool {
    let mut i = 0;
    loop {
        let own = attribute(layout, index, keys, entry, i);
        let others = attribute(layout, index, other, other_entry, i);
        match (own, others) {
            (Some(own), Some(others)) => {
                let (own, others) = (Pattern::whole(own), Pattern::whole(others));
                if !can_be_equal(own, others, layout.delimiter) {
                    return false;
                }
            }
            _ => return i > 0,
        }
        i += 1;
    }
}

/// The template of one attribute of the partition key that is read, by an entity's entry; behind its entries stands
/// what it has in an inverted index without one. Of the table the first is its own, then those of `also`. `None` where it has none.
const fn attribute<'k>(
    layout: &TableLayout,
    index: Option<&IndexLayout>,
    keys: &'k EntityKeys,
    entry: usize,
    position: usize,
) -> Option<&'k Template> {
    let Some(index) = index else {
        return match (entry, position) {
            (0, 0) => Some(&keys.pk),
            (entry, 0) if entry <= keys.companions.also.len() => {
                Some(&keys.companions.also[entry - 1].pk)
            }
            _ => None,
        };
    };
    if entry >= keys.indexes.len() {
        return match position {
            0 if layout.is_inverted(index) => keys.sk.as_ref(),
            _ => None,
        };
    }
    let of = &keys.indexes[entry];
    if !equal(of.on, index.name) || of.pk.is_none() {
        return None;
    }
    keys.template_at(Some(entry), false, position)
}

const fn is_in(layout: &TableLayout, keys: &EntityKeys, index: &IndexLayout) -> bool {
    let mut i = 0;
    while i < keys.indexes.len() {
        if equal(keys.indexes[i].on, index.name) {
            return true;
        }
        i += 1;
    }
    layout.is_inverted(index)
}

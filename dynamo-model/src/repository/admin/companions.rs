//! The items that are written together with another one, under keys of their own: what has to go when it goes.
//!
//! An item of an entity with `also` or `unique` goes as `delete(key)` deletes it: read, then one transaction with its
//! copies and guards, so that no guard stays behind and none of another owner goes. What is found of such an item,
//! itself, a copy or a guard, stands for the whole of it.

use crate::entity::{KeyTexts, copy_keys_of_stored, has_own_form, owner_of, place_of};
use crate::error::Result;
use crate::item::Stored;
use crate::op::{Along, Delete, Guards, Write, owned_or_absent};
use crate::repository::step::Step;
use crate::schema::companions::{GUARD, OWNER_PK, OWNER_SK};
use crate::schema::{EntityKeys, TableLayout};

/// The attributes, beside the keys and the type, that tell whose an item is.
pub(super) fn owner_names(entities: &[&'static EntityKeys]) -> &'static [&'static str] {
    match entities.iter().any(|keys| keys.has_companions()) {
        true => &[OWNER_PK, OWNER_SK],
        false => &[],
    }
}

/// An item of an entity with copies or guards, or one of these.
#[derive(Debug)]
pub(super) struct Member {
    keys: &'static EntityKeys,
    /// The key of the item itself.
    pub(super) owner: KeyTexts,
    /// The key under which it was found.
    pub(super) found: KeyTexts,
}

/// What a found item belongs to; `None` for one that goes by itself: of an entity without companions, of none, or a
/// copy that others wrote and that does not say whose it is.
pub(super) fn member(
    layout: &'static TableLayout,
    entities: &[&'static EntityKeys],
    item: &Stored,
) -> Option<Member> {
    let type_name = layout.type_attribute.and_then(|name| item.text(name));
    let guarded = type_name.and_then(|name| name.strip_prefix(GUARD));
    let found = KeyTexts::of_item(layout, item)?;
    let mut known = entities.iter().filter(|keys| keys.has_companions());
    let keys = *known.find(|keys| match guarded.or(type_name) {
        Some(name) => keys.type_name == name,
        None => has_key(layout, keys, item) || item.contains(OWNER_PK),
    })?;
    let is_companion = guarded.is_some() || place_of(layout, keys, item).is_some();
    let owner = match is_companion {
        true => owner_of(layout, item)?,
        false => found.clone(),
    };
    Some(Member { keys, owner, found })
}

/// The key has the form of the entity's, or of its copies.
fn has_key(layout: &TableLayout, keys: &'static EntityKeys, item: &Stored) -> bool {
    has_own_form(layout, keys, item) || place_of(layout, keys, item).is_some()
}

impl Member {
    /// The deletion of the item with all that is written along with it.
    pub(super) fn step(&self, layout: &'static TableLayout, table: &str) -> Result<Step> {
        let delete = self.delete(table, self.owner.clone());
        let along = Along {
            layout,
            keys: self.keys,
            copies: copy_keys_of_stored(layout, self.keys, &self.owner)?,
            guards: Guards::Gone,
            live: None,
            read: None,
        };
        Ok(Step::new(Write::Delete(delete)).along(Some(along)))
    }

    /// The deletion of what was found alone: a copy or a guard that its owner does not have any more.
    pub(super) fn orphan(&self, table: &str) -> Delete {
        let mut delete = self.delete(table, self.found.clone());
        delete.only_if = Some(owned_or_absent(&self.found, &self.owner));
        delete
    }

    pub(super) fn is_companion(&self) -> bool {
        self.owner != self.found
    }

    fn delete(&self, table: &str, key: KeyTexts) -> Delete {
        Delete {
            table: table.into(),
            entity: self.keys.entity,
            key,
            must_exist: false,
            version: None,
            live: None,
            only_expired: false,
            only_if: None,
        }
    }
}

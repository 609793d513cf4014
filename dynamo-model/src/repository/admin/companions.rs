//! The items that belong to another one and live under keys of their own: what has to go when it goes.

use crate::entity::KeyTexts;
use crate::item::Stored;
use crate::schema::EntityKeys;

/// Whether an entity has such items: then the whole item has to be read to know them, and not its key alone.
pub(super) fn reads_whole_items(entities: &[&'static EntityKeys]) -> bool {
    let _ = entities;
    false
}

/// The keys of the items that belong to a stored one. No entity has any yet: guards of unique values and
/// second copies are to be listed here.
pub(super) fn companions(entities: &[&'static EntityKeys], item: &Stored) -> Vec<KeyTexts> {
    let _ = (entities, item);
    Vec::new()
}

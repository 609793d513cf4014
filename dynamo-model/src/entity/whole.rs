//! Items that are read so that they can be written anew.

use super::record::{decode_error, key_of};
use crate::error::Result;
use crate::item::Stored;
use crate::schema::{EntityKeys, TableLayout};

/// An error where an attribute of the item cannot be read, whether the entity has it or not: what is made of all attributes would be
/// written without it, and what is made of one on the condition that there is none.
pub(crate) fn check_whole(
    layout: &'static TableLayout,
    keys: &EntityKeys,
    item: &Stored,
) -> Result<()> {
    item.check()
        .map_err(|error| decode_error(keys, &key_of(layout, item), &error))
}

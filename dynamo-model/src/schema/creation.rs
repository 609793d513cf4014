//! The time of creation in an index.

use super::check::of_entry;
use super::{EntityKeys, TableLayout};

/// An index that reads the time of creation is one whose key attributes are there anyway: an update does
/// not know the time, and an upsert not whether it is new.
#[track_caller]
pub(crate) const fn check(layout: &TableLayout, keys: &EntityKeys, entry: usize, is_own: bool) {
    let entry = &keys.indexes[entry];
    // What is not declared is reported by its own check.
    if is_own || layout.is_unknown() || layout.index(entry.on).is_none() {
        return;
    }
    of_entry(keys, entry)
        .text(" is made of the `created_at`, which an update does not know: give the index's key attributes the stored names of the fields, or use a field that the program sets")
        .panic();
}

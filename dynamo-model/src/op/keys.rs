//! The keys of item sets, and their deletion in batches: for `delete_partition`.

use super::explain::Explanation;
use crate::entity::KeyTexts;

/// Requests that one BatchWriteItem takes (service limit).
pub(crate) const DELETE_CHUNK: usize = 25;

/// Up to 25 items to be deleted by their keys.
#[derive(Clone, Debug)]
pub(crate) struct BatchDelete {
    pub(crate) table: String,
    pub(crate) keys: Vec<KeyTexts>,
}

impl BatchDelete {
    pub(crate) fn explain(&self) -> String {
        Explanation::untitled("BatchWriteItem")
            .plain(&format!(
                "{}: 0 puts, {} deletes",
                self.table,
                self.keys.len()
            ))
            .finish()
    }
}

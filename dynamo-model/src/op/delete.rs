//! DeleteItem.

use super::explain::Explanation;
use crate::entity::KeyTexts;

/// One item to be deleted.
#[derive(Clone, Debug)]
pub(crate) struct Delete {
    pub(crate) table: String,
    pub(crate) entity: &'static str,
    pub(crate) key: KeyTexts,
}

impl Delete {
    pub(crate) fn explain(&self) -> String {
        Explanation::new("DeleteItem", &self.table)
            .line("key", &self.key.to_string())
            .finish()
    }
}

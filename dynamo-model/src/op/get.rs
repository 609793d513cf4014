//! GetItem.

use super::explain::Explanation;
use crate::entity::KeyTexts;

/// One item by its key.
#[derive(Clone, Debug)]
pub(crate) struct Get {
    pub(crate) table: String,
    pub(crate) key: KeyTexts,
    pub(crate) is_consistent: bool,
}

impl Get {
    pub(crate) fn explain(&self) -> String {
        let explanation =
            Explanation::new("GetItem", &self.table).line("key", &self.key.to_string());
        match self.is_consistent {
            true => explanation.line("ConsistentRead", "true"),
            false => explanation,
        }
        .finish()
    }
}

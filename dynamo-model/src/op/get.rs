//! GetItem.

use super::TableName;
use super::explain::Explanation;
use crate::entity::KeyTexts;

/// One item by its key.
#[derive(Clone, Debug)]
pub(crate) struct Get {
    pub(crate) table: TableName,
    pub(crate) key: KeyTexts,
    pub(crate) is_consistent: bool,
    /// The attributes that are read, keys included; all where it is `None`.
    pub(crate) projection: Option<Vec<&'static str>>,
}

impl Get {
    pub(crate) fn explain(&self) -> String {
        let mut explanation =
            Explanation::new("GetItem", &self.table).line("key", &self.key.to_string());
        if let Some(names) = &self.projection {
            explanation = explanation.line("projection", &names.join(", "));
        }
        match self.is_consistent {
            true => explanation.line("ConsistentRead", "true"),
            false => explanation,
        }
        .finish()
    }
}

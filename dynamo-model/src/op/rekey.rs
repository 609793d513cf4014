//! TransactWriteItems of a move: the old key deleted and the new one put, or neither.

use super::explain::{Explanation, condition_text};
use super::{Delete, Put};

/// An item that moves to another key.
#[derive(Clone, Debug)]
pub(crate) struct Rekey {
    pub(crate) delete: Delete,
    pub(crate) put: Put,
    /// One token for the call: a retry after a lost answer is known to be one [fault 91].
    pub(crate) token: String,
}

impl Rekey {
    pub(crate) fn explain(&self) -> String {
        let mut explanation = Explanation::new("TransactWriteItems", &self.delete.table)
            .line("delete", &self.delete.key.to_string());
        if let Some(condition) = self.delete.condition() {
            explanation = explanation.line("condition", &condition_text(&condition));
        }
        explanation = explanation.line("put", &self.put.item.explain().to_string());
        if let Some(condition) = self.put.condition() {
            explanation = explanation.line("condition", &condition_text(&condition));
        }
        explanation.finish()
    }
}

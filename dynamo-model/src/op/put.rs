//! PutItem: create, put and replace differ in their condition only.

use super::explain::Explanation;
use crate::entity::KeyTexts;
use crate::expr::{Expr, Plain};
use crate::item::Item;

/// A whole item to be written.
#[derive(Clone, Debug)]
pub(crate) struct Put {
    pub(crate) table: String,
    pub(crate) entity: &'static str,
    pub(crate) key: KeyTexts,
    pub(crate) item: Item,
    pub(crate) mode: PutMode,
}

/// What may be there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PutMode {
    /// Nothing.
    Create,
    /// Anything.
    Put,
    /// An item of this key.
    Replace,
}

impl Put {
    /// A condition that names only the partition key is enough: it is checked against the one addressed
    /// item.
    pub(crate) fn condition(&self) -> Option<Expr> {
        match self.mode {
            PutMode::Create => Some(Expr::NotExists(self.key.pk_name)),
            PutMode::Put => None,
            PutMode::Replace => Some(Expr::Exists(self.key.pk_name)),
        }
    }

    pub(crate) fn explain(&self) -> String {
        let explanation =
            Explanation::new("PutItem", &self.table).line("item", &self.item.explain().to_string());
        match self.condition() {
            Some(condition) => {
                let mut text = String::new();
                condition.render(&mut Plain, &mut text);
                explanation.line("condition", &text)
            }
            None => explanation,
        }
        .finish()
    }
}

//! DeleteItem.

use super::TableName;
use super::explain::{Explanation, condition_text};
use super::live::{ExpectedVersion, Live};
use crate::entity::KeyTexts;
use crate::expr::Expr;

/// One item to be deleted.
#[derive(Clone, Debug)]
pub(crate) struct Delete {
    pub(crate) table: TableName,
    pub(crate) entity: &'static str,
    pub(crate) key: KeyTexts,
    /// The item has to be there, whatever its version.
    pub(crate) must_exist: bool,
    pub(crate) version: Option<ExpectedVersion>,
    pub(crate) live: Option<Live>,
    /// What has to hold of the item besides.
    pub(crate) only_if: Option<Expr>,
    /// Only an expired item is deleted.
    pub(crate) only_expired: bool,
}

impl Delete {
    pub(crate) fn condition(&self) -> Option<Expr> {
        let all = [
            (self.must_exist || self.version.is_some()).then(|| Expr::exists(self.key.pk_name)),
            self.live.map(|live| match self.only_expired {
                true => live.expired(),
                false => live.condition(),
            }),
            self.version.map(ExpectedVersion::condition),
            self.only_if.clone(),
        ];
        all.into_iter().flatten().reduce(Expr::and)
    }

    pub(crate) fn explain(&self) -> String {
        let explanation =
            Explanation::new("DeleteItem", &self.table).line("key", &self.key.to_string());
        match self.condition() {
            Some(condition) => explanation.line("condition", &condition_text(&condition)),
            None => explanation,
        }
        .finish()
    }
}

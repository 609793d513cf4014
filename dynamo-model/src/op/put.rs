//! PutItem: create, put and replace differ in their condition only.

use super::TableName;
use super::explain::{Explanation, condition_text};
use super::live::{ExpectedVersion, Live};
use crate::entity::KeyTexts;
use crate::expr::Expr;
use crate::item::Item;

/// A whole item to be written.
#[derive(Clone, Debug)]
pub(crate) struct Put {
    pub(crate) table: TableName,
    pub(crate) entity: &'static str,
    pub(crate) key: KeyTexts,
    pub(crate) item: Item,
    pub(crate) mode: PutMode,
    pub(crate) version: Option<ExpectedVersion>,
    pub(crate) live: Option<Live>,
    pub(crate) only_if: Option<Expr>,
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
    /// A copy of the same item, as the further condition says.
    Copy,
    /// A guard of this field's value: none, or one of the same item, as the further condition says.
    Guard(&'static str),
}

impl Put {
    /// A condition that names only the partition key is enough: it is checked against the one addressed
    /// item. An expired item counts as none: it may be replaced by a new one, but not as one.
    pub(crate) fn condition(&self) -> Option<Expr> {
        if self.mode == PutMode::Put && self.version.is_none() && self.only_if.is_none() {
            return None;
        }
        let absent = || Expr::not_exists(self.key.pk_name);
        let present = || Expr::exists(self.key.pk_name);
        let or_expired = |condition: Expr| match self.live {
            Some(live) => condition.or(live.expired()),
            None => condition,
        };
        let version = self.version.map(ExpectedVersion::condition);
        let of_mode = match self.mode {
            PutMode::Create => Some(or_expired(absent())),
            PutMode::Copy | PutMode::Guard(_) => None,
            PutMode::Put => version.map(|version| or_expired(absent().or(version))),
            PutMode::Replace => {
                let live = self.live.map(Live::condition);
                [Some(present()), live, version]
                    .into_iter()
                    .flatten()
                    .reduce(Expr::and)
            }
        };
        let all = of_mode.into_iter().chain(self.only_if.clone());
        all.reduce(Expr::and)
    }

    pub(crate) fn explain(&self) -> String {
        let explanation =
            Explanation::new("PutItem", &self.table).line("item", &self.item.explain().to_string());
        match self.condition() {
            Some(condition) => explanation.line("condition", &condition_text(&condition)),
            None => explanation,
        }
        .finish()
    }
}

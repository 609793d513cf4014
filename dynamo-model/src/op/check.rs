//! ConditionCheck: a condition on an item that a transaction does not write.

use super::TableName;
use super::explain::{Explanation, condition_text};
use super::live::Live;
use crate::entity::KeyTexts;
use crate::expr::Expr;
use crate::item::Value;

/// What has to hold for an item.
#[derive(Clone, Debug)]
pub(crate) struct Check {
    pub(crate) table: TableName,
    pub(crate) entity: &'static str,
    pub(crate) key: KeyTexts,
    pub(crate) expects: Expected,
    pub(crate) live: Option<Live>,
    pub(crate) only_if: Option<Expr>,
    /// Attributes that have these values. Unlike `only_if`, they may also have them by a write of the same
    /// transaction.
    pub(crate) equal: Vec<Equal>,
}

/// Whether an item is there. An expired one is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    Present,
    Absent,
    /// Either: it is the source of a copy, and only the copied values matter.
    Any,
}

/// An attribute and its value; `None`: it is not there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Equal {
    pub(crate) attribute: &'static str,
    pub(crate) value: Option<Value>,
}

impl Equal {
    pub(crate) fn condition(&self) -> Expr {
        match &self.value {
            Some(value) => Expr::equals(self.attribute, value.clone()),
            None => Expr::not_exists(self.attribute),
        }
    }

    /// The same for a value that may be absent in two ways: others write NULL.
    pub(crate) fn condition_or_null(&self) -> Expr {
        match &self.value {
            Some(_) => self.condition(),
            None => self
                .condition()
                .or(Expr::equals(self.attribute, Value::null())),
        }
    }
}

impl Check {
    pub(crate) fn condition(&self) -> Expr {
        let pk = self.key.pk_name;
        let (presence, live) = match (self.expects, self.live) {
            (Expected::Present, live) => (Expr::exists(pk), live.map(Live::condition)),
            (Expected::Absent, Some(live)) => (Expr::not_exists(pk).or(live.expired()), None),
            (Expected::Absent, None) => (Expr::not_exists(pk), None),
            (Expected::Any, live) => (Expr::Constant(true), live.map(Live::condition)),
        };
        let equal = self.equal.iter().map(|equal| match self.expects {
            Expected::Any => equal.condition_or_null(),
            _ => equal.condition(),
        });
        live.into_iter()
            .chain(self.only_if.clone())
            .chain(equal)
            .fold(presence, Expr::and)
    }

    pub(crate) fn explain(&self) -> String {
        Explanation::new("ConditionCheck", &self.table)
            .line("key", &self.key.to_string())
            .line("condition", &condition_text(&self.condition()))
            .finish()
    }
}

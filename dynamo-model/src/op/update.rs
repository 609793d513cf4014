//! UpdateItem.

use super::TableName;
use super::explain::{Explanation, condition_text};
use super::live::{ExpectedVersion, Live};
use crate::entity::KeyTexts;
use crate::error::Result;
use crate::expr::{Action, Expr, Placeholders, Plain, check_expression, render_actions};
use crate::update::{Purpose, UpdateParts};

/// Bytes that most expressions need.
const ROOM: usize = 128;

/// Changes of one item.
#[derive(Clone, Debug)]
pub(crate) struct Update {
    pub(crate) table: TableName,
    pub(crate) entity: &'static str,
    pub(crate) key: KeyTexts,
    pub(crate) actions: Vec<Action>,
    pub(crate) purpose: Purpose,
    pub(crate) only_if: Option<Expr>,
    pub(crate) version: Option<ExpectedVersion>,
    pub(crate) live: Option<Live>,
    pub(crate) returns: Returns,
}

/// What comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Returns {
    Nothing,
    New,
    Old,
}

/// The two expressions as sent.
#[derive(Debug, Default)]
pub(crate) struct UpdateTexts {
    pub(crate) update: Option<String>,
    pub(crate) condition: Option<String>,
    pub(crate) names: Placeholders,
}

impl Update {
    pub(crate) fn new(
        table: TableName,
        parts: UpdateParts,
        purpose: Purpose,
        live: Option<Live>,
    ) -> Self {
        Self {
            table,
            entity: parts.keys.entity,
            key: parts.key,
            actions: parts.actions,
            purpose,
            only_if: None,
            version: None,
            live,
            returns: Returns::Nothing,
        }
    }

    /// Whether the item is the same where the update is applied twice. One that expects a version cannot be
    /// applied twice.
    pub(crate) fn is_repeatable(&self) -> bool {
        self.version.is_some() || self.actions.iter().all(Action::is_repeatable)
    }

    pub(crate) fn condition(&self) -> Option<Expr> {
        let exists = match self.purpose {
            Purpose::Update => Some(Expr::exists(self.key.pk_name)),
            Purpose::Upsert => None,
        };
        let all = [
            exists,
            self.live.map(Live::condition),
            self.version.map(ExpectedVersion::condition),
            self.only_if.clone(),
        ];
        all.into_iter()
            .flatten()
            .reduce(Expr::and)
            .filter(|condition| *condition != Expr::Constant(true))
    }

    /// The expressions within the service's limits.
    pub(crate) fn texts(&self) -> Result<UpdateTexts> {
        let mut texts = UpdateTexts::default();
        if !self.actions.is_empty() {
            let mut update = String::with_capacity(ROOM);
            render_actions(&self.actions, &mut texts.names, &mut update);
            let operators = self.actions.iter().map(Action::operators).sum();
            check_expression("update", &update, operators)?;
            texts.update = Some(update);
        }
        if let Some(condition) = self.condition() {
            let mut text = String::with_capacity(ROOM);
            condition.render(&mut texts.names, &mut text);
            check_expression("condition", &text, condition.operators())?;
            texts.condition = Some(text);
        }
        Ok(texts)
    }

    pub(crate) fn explain(&self) -> String {
        let mut update = String::new();
        render_actions(&self.actions, &mut Plain, &mut update);
        let mut explanation =
            Explanation::new("UpdateItem", &self.table).line("key", &self.key.to_string());
        if !update.is_empty() {
            explanation = explanation.line("update", &update);
        }
        if let Some(condition) = self.condition() {
            explanation = explanation.line("condition", &condition_text(&condition));
        }
        match self.returns {
            Returns::Nothing => explanation,
            Returns::New => explanation.line("ReturnValues", "ALL_NEW"),
            Returns::Old => explanation.line("ReturnValues", "ALL_OLD"),
        }
        .finish()
    }
}

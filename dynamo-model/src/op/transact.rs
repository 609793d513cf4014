//! TransactWriteItems: several writes as one.
//!
//! What the service would refuse is refused here, with the actions named: more than 100 of them, two on one item,
//! more than 4 MB [faults 87, 93]. A transaction is never split, since its halves would not be one.

mod fold;
#[cfg(test)]
mod tests;

use std::ops::Deref;

use super::check::{Check, Expected};
use super::explain::Explanation;
use super::{Delete, Live, Put, PutMode, Update};
use crate::entity::KeyTexts;
use crate::error::{CanceledAction, Error, Kind, Result};
use crate::expr::{Action, Expr};
use crate::item::ITEM_LIMIT;
use crate::update::Purpose;

/// Actions that one transaction takes (service limit).
pub(crate) const TRANSACTION_ACTIONS: usize = 100;
/// Bytes of all items that one transaction takes (service limit).
const TRANSACTION_BYTES: usize = 4 * 1024 * 1024;
/// Characters of a token (service limit).
const TOKEN_CHARACTERS: usize = 36;

/// One action of a transaction.
#[derive(Clone, Debug)]
pub(crate) enum Write {
    Put(Put),
    Delete(Delete),
    Update(Update),
    Check(Check),
}

impl From<Put> for Write {
    fn from(put: Put) -> Self {
        Self::Put(put)
    }
}

impl From<Delete> for Write {
    fn from(delete: Delete) -> Self {
        Self::Delete(delete)
    }
}

impl From<Update> for Write {
    fn from(update: Update) -> Self {
        Self::Update(update)
    }
}

impl From<Check> for Write {
    fn from(check: Check) -> Self {
        Self::Check(check)
    }
}

impl Write {
    pub(crate) fn table(&self) -> &str {
        match self {
            Self::Put(put) => &put.table,
            Self::Delete(delete) => &delete.table,
            Self::Update(update) => &update.table,
            Self::Check(check) => &check.table,
        }
    }

    pub(crate) fn key(&self) -> &KeyTexts {
        match self {
            Self::Put(put) => &put.key,
            Self::Delete(delete) => &delete.key,
            Self::Update(update) => &update.key,
            Self::Check(check) => &check.key,
        }
    }

    pub(crate) fn entity(&self) -> &'static str {
        match self {
            Self::Put(put) => put.entity,
            Self::Delete(delete) => delete.entity,
            Self::Update(update) => update.entity,
            Self::Check(check) => check.entity,
        }
    }

    #[cfg(test)]
    pub(crate) fn condition(&self) -> Option<Expr> {
        match self {
            Self::Put(put) => put.condition(),
            Self::Delete(delete) => delete.condition(),
            Self::Update(update) => update.condition(),
            Self::Check(check) => Some(check.condition()),
        }
    }

    /// Whether it can be sent by itself, without a transaction.
    pub(crate) fn is_item(&self) -> bool {
        !matches!(self, Self::Check(_))
    }

    /// Whether both are on one item.
    pub(crate) fn is_on(&self, other: &Self) -> bool {
        self.table() == other.table() && self.key() == other.key()
    }

    /// The write on a further condition.
    pub(crate) fn only_if(mut self, condition: Option<Expr>) -> Self {
        let own = match &mut self {
            Self::Put(put) => &mut put.only_if,
            Self::Delete(delete) => &mut delete.only_if,
            Self::Update(update) => &mut update.only_if,
            Self::Check(check) => &mut check.only_if,
        };
        *own = own.take().into_iter().chain(condition).reduce(Expr::and);
        self
    }

    /// Whether its condition cannot hold: no value is one of none. The other conditions of a write say nothing of the kind.
    fn is_impossible(&self) -> bool {
        let only_if = match self {
            Self::Put(put) => &put.only_if,
            Self::Delete(delete) => &delete.only_if,
            Self::Update(update) => &update.only_if,
            Self::Check(check) => &check.only_if,
        };
        *only_if == Some(Expr::Constant(false))
    }

    /// What a failed condition is where an item is there, and whether one that is not there, or is expired, is
    /// not found: as of the write alone [fault 88].
    pub(crate) fn failure(&self) -> Failure {
        let missing = |live| Failure {
            met: Kind::ConditionFailed,
            absent: Some(live),
            field: None,
        };
        let unless = |met| Failure {
            met,
            absent: None,
            field: None,
        };
        match self {
            Self::Put(put) => match put.mode {
                PutMode::Create | PutMode::Copy => unless(Kind::AlreadyExists),
                PutMode::Guard(field) => Failure {
                    field: Some(field),
                    ..unless(Kind::UniqueTaken)
                },
                PutMode::Put => unless(Kind::ConditionFailed),
                PutMode::Replace => missing(put.live),
            },
            Self::Delete(delete) => missing(delete.live),
            Self::Update(update) => match update.purpose {
                Purpose::Update => missing(update.live),
                Purpose::Upsert => unless(Kind::ConditionFailed),
            },
            Self::Check(check) => match check.expects {
                Expected::Present => missing(check.live),
                Expected::Absent => unless(Kind::AlreadyExists),
                Expected::Any => Failure {
                    met: Kind::StaleCopy,
                    ..missing(check.live)
                },
            },
        }
    }

    /// What the caller asked for.
    fn verb(&self) -> &'static str {
        match self {
            Self::Put(put) => match put.mode {
                PutMode::Create => "create",
                PutMode::Put => "put",
                PutMode::Replace => "replace",
                PutMode::Copy => "also",
                PutMode::Guard(_) => "unique",
            },
            Self::Delete(_) => "delete",
            Self::Update(update) => match update.purpose {
                Purpose::Update => "update",
                Purpose::Upsert => "upsert",
            },
            Self::Check(_) => "check",
        }
    }

    /// Bytes that the item has at least; more is not known of one that is not put as a whole.
    pub(crate) fn size(&self) -> usize {
        match self {
            Self::Put(put) => put.item.size(),
            Self::Update(update) => {
                let stored = update.actions.iter().filter_map(Action::stored);
                let stored = stored.map(|(name, value)| name.len() + value.size());
                self.key().size() + stored.sum::<usize>()
            }
            Self::Delete(_) | Self::Check(_) => self.key().size(),
        }
    }

    /// The write on its own: `PutItem shop` and its lines.
    pub(crate) fn explain(&self) -> String {
        match self {
            Self::Put(put) => put.explain(),
            Self::Delete(delete) => delete.explain(),
            Self::Update(update) => update.explain(),
            Self::Check(check) => check.explain(),
        }
    }

    /// The member of a transaction's action.
    pub(crate) fn operation(&self) -> &'static str {
        match self {
            Self::Put(_) => "Put",
            Self::Delete(_) => "Delete",
            Self::Update(_) => "Update",
            Self::Check(_) => "ConditionCheck",
        }
    }

    /// An error about the item of this action.
    pub(crate) fn error(&self, kind: Kind) -> Error {
        Error::new(kind)
            .for_entity(self.entity())
            .with_key(self.key().to_string())
    }
}

/// The meaning of a condition that failed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failure {
    /// The kind of error where the condition met an item.
    pub(crate) met: Kind,
    /// Where no item, or an expired one, counts as not found: what tells that it is expired.
    pub(crate) absent: Option<Option<Live>>,
    /// The field concerned, where it is one.
    pub(crate) field: Option<&'static str>,
}

/// A write of a plan: who asked for it keeps it where it is sent as it is.
#[derive(Clone, Debug)]
pub(crate) enum Sent<'w> {
    Asked(&'w Write),
    /// Made for the plan.
    Own(Box<Write>),
}

impl Deref for Sent<'_> {
    type Target = Write;

    fn deref(&self) -> &Write {
        match self {
            Self::Asked(write) => write,
            Self::Own(write) => write,
        }
    }
}

impl Sent<'_> {
    fn into_owned(self) -> Write {
        match self {
            Self::Asked(write) => write.clone(),
            Self::Own(write) => *write,
        }
    }
}

/// An action and the position of the caller's action that it belongs to.
#[derive(Clone, Debug)]
pub(crate) struct Planned<'w> {
    pub(crate) write: Sent<'w>,
    pub(crate) position: usize,
}

impl Planned<'static> {
    /// An action by itself.
    pub(crate) fn new(position: usize, write: Write) -> Self {
        Self {
            write: Sent::Own(Box::new(write)),
            position,
        }
    }
}

/// Writes that are applied together or not at all.
#[derive(Clone, Debug)]
pub(crate) struct Transact<'w> {
    pub(crate) writes: Vec<Sent<'w>>,
    /// For each write, the position of the caller's action that it belongs to.
    pub(crate) positions: Vec<usize>,
    /// One token for the call: a retry after a lost answer is known to be one [fault 91]. Another transaction has
    /// another one.
    pub(crate) token: String,
}

impl<'w> Transact<'w> {
    /// The transaction of these actions, checked; `None` for none. Checks of items that other actions write become
    /// conditions of those.
    ///
    /// # Errors
    /// [`Error::is_invalid_request`] where the service would refuse it; [`Error::is_condition_failed`] where a
    /// condition cannot hold.
    pub(crate) fn new(
        actions: impl IntoIterator<Item = Planned<'w>>,
        token: Option<String>,
    ) -> Result<Option<Self>> {
        let token = match token {
            Some(token) => checked_token(token)?,
            None => new_token(),
        };
        let planned = fold::folded(actions)?;
        if planned.is_empty() {
            return Ok(None);
        }
        check_count(&planned)?;
        check_size(&planned)?;
        for action in &planned {
            check_possible(action)?;
        }
        let (positions, writes) = planned
            .into_iter()
            .map(|action| (action.position, action.write))
            .unzip();
        Ok(Some(Self {
            writes,
            positions,
            token,
        }))
    }

    /// The tables, each once, in the order of their first action.
    pub(crate) fn tables(&self) -> Vec<&str> {
        let mut tables: Vec<&str> = Vec::new();
        for write in &self.writes {
            if !tables.contains(&write.table()) {
                tables.push(write.table());
            }
        }
        tables
    }

    pub(crate) fn explain(&self) -> String {
        self.writes
            .iter()
            .fold(
                Explanation::untitled("TransactWriteItems"),
                |explanation, write| {
                    let title = format!("- {} {}", write.operation(), write.table());
                    let of_one = write.explain();
                    of_one
                        .lines()
                        .skip(1)
                        .fold(explanation.plain(&title), Explanation::plain)
                },
            )
            .finish()
    }
}

/// 36 characters at most; as good as unique.
pub(crate) fn new_token() -> String {
    format!("{:016x}{:016x}", fastrand::u64(..), fastrand::u64(..))
}

fn checked_token(token: String) -> Result<String> {
    match token.chars().count() {
        1..=TOKEN_CHARACTERS => Ok(token),
        count => Err(Error::new(Kind::Request).with_detail(format!(
            "the transaction's token has {count} characters, and a token has 1 to {TOKEN_CHARACTERS}"
        ))),
    }
}

fn check_count(planned: &[Planned<'_>]) -> Result<()> {
    match planned.len() {
        0..=TRANSACTION_ACTIONS => Ok(()),
        count => Err(Error::new(Kind::Request).with_detail(format!(
            "the transaction has {count} actions, and it has at most {TRANSACTION_ACTIONS}: \
             it is not split, since its parts would not be applied together"
        ))),
    }
}

fn check_size(planned: &[Planned<'_>]) -> Result<()> {
    let mut bytes = 0;
    for Planned { write, .. } in planned {
        let size = write.size();
        // A copy has other keys than the item that it is of, and says whose it is.
        if size > ITEM_LIMIT && matches!(**write, Write::Put(_)) {
            return Err(write.error(Kind::Encode).with_detail(format!(
                "it has {size} bytes, and an item has at most {ITEM_LIMIT} (400 KB)"
            )));
        }
        bytes += size;
    }
    if bytes <= TRANSACTION_BYTES {
        return Ok(());
    }
    Err(Error::new(Kind::Request).with_detail(format!(
        "the items of the transaction have {bytes} bytes, and together they have at most \
         {TRANSACTION_BYTES} (4 MB)"
    )))
}

fn check_possible(action: &Planned<'_>) -> Result<()> {
    let write = &action.write;
    if write.is_impossible() {
        // Nothing to ask.
        let failed = || write.error(Kind::ConditionFailed);
        let canceled = CanceledAction::new(action.position, None, failed());
        return Err(failed().with_canceled(vec![canceled]));
    }
    match &**write {
        Write::Update(update) if update.actions.is_empty() => {
            Err(write.error(Kind::Request).with_detail(
                "an upsert of nothing but the key cannot be a part of a transaction: use `create` or `put`",
            ))
        }
        _ => Ok(()),
    }
}

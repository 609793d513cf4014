//! Why a transaction was canceled, of writes or of reads: a reason for each action, in their order.

use std::time::Duration;

use aws_sdk_dynamodb::types::CancellationReason;

use super::wire::{Ours, placed};
use super::write::{met, remedy};
use super::{conflict_jitter, full_jitter};
use crate::entity::KeyTexts;
use crate::error::{CanceledAction, Error, Kind};
use crate::item::Stored;
use crate::op::Failure;

/// What the service says of one action.
#[derive(Clone, Debug)]
pub(super) struct Reason {
    pub(super) code: String,
    message: Option<String>,
    /// What is stored where a condition failed; it may be of any entity.
    pub(super) item: Option<Stored>,
}

impl Reason {
    fn of_code(code: &str) -> Self {
        Self {
            code: code.to_owned(),
            message: None,
            item: None,
        }
    }

    /// `None` for an action that is not to blame.
    pub(super) fn kind(&self) -> Option<Kind> {
        match self.code.as_str() {
            "None" | "" => None,
            "ConditionalCheckFailed" => Some(Kind::ConditionFailed),
            "TransactionConflict" => Some(Kind::Conflict),
            "ThrottlingError" | "ProvisionedThroughputExceeded" | "RequestLimitExceeded" => {
                Some(Kind::Throttled)
            }
            "ItemCollectionSizeLimitExceeded" => Some(Kind::CollectionFull),
            _ => Some(Kind::Service),
        }
    }

    /// What the kind of error does not say.
    pub(super) fn detail(&self) -> Option<String> {
        let of_service = || {
            let message = self.message.as_deref().unwrap_or(&self.code);
            remedy(message).unwrap_or(message).to_owned()
        };
        (self.kind() == Some(Kind::Service)).then(of_service)
    }
}

/// The reasons of a cancellation. Where the list is missing, the codes that the message ends with:
/// `… specific reasons [None, ConditionalCheckFailed]` [fault 89]. `ours` has the items that were kept past the SDK's.
pub(super) fn of_canceled(
    reasons: Option<&[CancellationReason]>,
    message: Option<&str>,
    ours: &Ours,
) -> Vec<Reason> {
    match reasons {
        Some(reasons) if !reasons.is_empty() => {
            let items = placed(reasons.iter().map(|reason| reason.item.clone()), ours);
            reasons.iter().zip(items).map(of_sdk).collect()
        }
        _ => message.map(of_message).unwrap_or_default(),
    }
}

fn of_sdk((reason, item): (&CancellationReason, Option<Stored>)) -> Reason {
    Reason {
        code: reason.code.clone().unwrap_or_default(),
        message: reason.message.clone(),
        item,
    }
}

fn of_message(message: &str) -> Vec<Reason> {
    let codes = message
        .rsplit_once('[')
        .and_then(|(_, codes)| codes.split_once(']'));
    codes.map_or_else(Vec::new, |(codes, _)| {
        codes
            .split(',')
            .map(|code| Reason::of_code(code.trim()))
            .collect()
    })
}

/// How long to wait where nothing but other requests was in the way.
pub(super) fn delay(reasons: &[Reason], attempt: u32) -> Option<Duration> {
    let kinds = reasons.iter().filter_map(Reason::kind);
    kinds
        .map(|kind| match kind {
            Kind::Conflict => Some(conflict_jitter(attempt)),
            Kind::Throttled => Some(full_jitter(attempt)),
            _ => None,
        })
        .reduce(|first, second| Some(first?.max(second?)))
        .flatten()
}

/// What an action was about.
pub(super) struct Part<'t> {
    /// The caller's action that it belongs to.
    pub(super) position: usize,
    pub(super) entity: &'static str,
    pub(super) key: &'t KeyTexts,
    pub(super) failure: Failure,
}

impl Part<'_> {
    /// As the error of the action on its own [fault 88].
    fn error(&self, error: Error, reason: &Reason, kind: Kind) -> Error {
        let error = error
            .into_kind(kind)
            .for_entity(self.entity)
            .with_key(self.key.to_string());
        let error = match self.failure.field {
            Some(field) => error.with_field(field),
            None => error,
        };
        met(
            error,
            reason.item.clone(),
            self.failure.met,
            self.failure.absent,
        )
    }
}

/// Reasons come in the order of the actions, `None` for those that are not to blame; what is missing in a short
/// list is none [fault 89].
pub(super) fn of_reasons<'t>(
    error: Error,
    reasons: &[Reason],
    parts: impl IntoIterator<Item = Part<'t>>,
) -> Error {
    let failed: Vec<_> = parts
        .into_iter()
        .enumerate()
        .zip(reasons)
        .filter_map(|(part, reason)| Some((part, reason, reason.kind()?)))
        .collect();
    let canceled = failed.iter().map(|((number, part), reason, kind)| {
        let error = part.error(Error::new(*kind), reason, *kind);
        let error = match reason.detail() {
            Some(detail) => error.with_detail(detail),
            None => error,
        };
        CanceledAction::new(part.position, Some(reason.code.clone()), error).of_write(*number)
    });
    let canceled = canceled.collect();
    let decisive = failed
        .iter()
        .find(|(.., kind)| *kind == Kind::ConditionFailed)
        .or(failed.first());
    let Some(((_, part), reason, kind)) = decisive else {
        return error
            .with_detail("the transaction was canceled, and the service did not say why")
            .with_canceled(canceled);
    };
    let place = format!(
        "action {} of the transaction, which was canceled as a whole",
        part.position + 1
    );
    let detail = match reason.detail() {
        Some(detail) => format!("{place}: {detail}"),
        None => place,
    };
    part.error(error, reason, *kind)
        .with_detail(detail)
        .with_canceled(canceled)
}

//! Why a transaction was canceled: a reason for each action, in their order.

use aws_sdk_dynamodb::types::CancellationReason;

use super::write::remedy;
use crate::error::Kind;
use crate::item::Stored;

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
/// `… specific reasons [None, ConditionalCheckFailed]` [fault 89].
pub(super) fn of_canceled(
    reasons: Option<&[CancellationReason]>,
    message: Option<&str>,
) -> Vec<Reason> {
    match reasons {
        Some(reasons) if !reasons.is_empty() => reasons.iter().map(of_sdk).collect(),
        _ => message.map(of_message).unwrap_or_default(),
    }
}

fn of_sdk(reason: &CancellationReason) -> Reason {
    Reason {
        code: reason.code.clone().unwrap_or_default(),
        message: reason.message.clone(),
        item: reason.item.clone().map(Stored::from_sdk),
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

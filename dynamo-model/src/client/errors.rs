//! The SDK's errors under our names.

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;

use super::attempts::Attempts;
use crate::error::{Error, Kind};

/// The error of a read, or of a call that changes no item.
pub(super) fn of_read<E>(error: SdkError<E, HttpResponse>) -> Error
where
    E: ProvideErrorMetadata,
    aws_sdk_dynamodb::Error: From<SdkError<E, HttpResponse>>,
{
    let kind = kind(&error).unwrap_or(Kind::Service);
    named(kind, error)
}

/// The error of a write. Where some attempt had no answer, the write may or may not have been applied,
/// whatever the last answer was: only a refusal that every attempt would have met is certain.
pub(super) fn of_write<E>(
    error: SdkError<E, HttpResponse>,
    attempts: &Attempts,
    on_failed_condition: Kind,
) -> Error
where
    E: ProvideErrorMetadata,
    aws_sdk_dynamodb::Error: From<SdkError<E, HttpResponse>>,
{
    let is_certain = |kind| kind == Kind::TableNotFound || kind == Kind::Service;
    let kind = match kind(&error) {
        Some(Kind::ConditionFailed) => Some(on_failed_condition),
        None if error.as_service_error().is_some_and(|_| !is_fault(&error)) => Some(Kind::Service),
        kind => kind,
    };
    let kind = match kind {
        Some(kind) if is_certain(kind) || !attempts.has_unknown() => kind,
        None if !attempts.has_unknown() => Kind::Service,
        _ => Kind::UnknownOutcome,
    };
    named(kind, error)
}

/// The service failed, and did not refuse.
fn is_fault<E>(error: &SdkError<E, HttpResponse>) -> bool {
    error
        .raw_response()
        .is_none_or(|response| response.status().as_u16() >= 500)
}

fn kind<E: ProvideErrorMetadata>(error: &SdkError<E, HttpResponse>) -> Option<Kind> {
    match error.as_service_error()?.code()? {
        "ConditionalCheckFailedException" => Some(Kind::ConditionFailed),
        "ProvisionedThroughputExceededException"
        | "ThrottlingException"
        | "RequestLimitExceeded"
        | "LimitExceededException" => Some(Kind::Throttled),
        "ItemCollectionSizeLimitExceededException" => Some(Kind::CollectionFull),
        "TransactionConflictException" => Some(Kind::Conflict),
        "ResourceNotFoundException" => Some(Kind::TableNotFound),
        _ => None,
    }
}

fn named<E>(kind: Kind, error: SdkError<E, HttpResponse>) -> Error
where
    E: ProvideErrorMetadata,
    aws_sdk_dynamodb::Error: From<SdkError<E, HttpResponse>>,
{
    let message = error
        .as_service_error()
        .and_then(|error| error.message().map(str::to_owned));
    let named = Error::new(kind).with_source(aws_sdk_dynamodb::Error::from(error));
    match (kind, message) {
        // The other kinds say themselves what happened.
        (Kind::Service, Some(message)) => named.with_detail(message),
        _ => named,
    }
}

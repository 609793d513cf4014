//! The SDK's errors under our names.

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;

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

/// The error of a write: where no answer came back, it may or may not have been applied.
pub(super) fn of_write<E>(error: SdkError<E, HttpResponse>, on_failed_condition: Kind) -> Error
where
    E: ProvideErrorMetadata,
    aws_sdk_dynamodb::Error: From<SdkError<E, HttpResponse>>,
{
    let kind = match kind(&error) {
        Some(Kind::ConditionFailed) => on_failed_condition,
        Some(kind) => kind,
        None if is_answerless(&error) => Kind::UnknownOutcome,
        None => Kind::Service,
    };
    named(kind, error)
}

fn kind<E: ProvideErrorMetadata>(error: &SdkError<E, HttpResponse>) -> Option<Kind> {
    match error.as_service_error()?.code()? {
        "ConditionalCheckFailedException" => Some(Kind::ConditionFailed),
        "ProvisionedThroughputExceededException"
        | "ThrottlingException"
        | "RequestLimitExceeded"
        | "LimitExceededException" => Some(Kind::Throttled),
        "ItemCollectionSizeLimitExceededException" => Some(Kind::CollectionFull),
        "ResourceNotFoundException" => Some(Kind::TableNotFound),
        _ => None,
    }
}

/// The request may have reached the service, and no answer tells what became of it.
fn is_answerless<E: ProvideErrorMetadata>(error: &SdkError<E, HttpResponse>) -> bool {
    match error {
        SdkError::TimeoutError(_) | SdkError::DispatchFailure(_) | SdkError::ResponseError(_) => {
            true
        }
        SdkError::ServiceError(error) => error.raw().status().as_u16() >= 500,
        _ => false,
    }
}

fn named<E>(kind: Kind, error: SdkError<E, HttpResponse>) -> Error
where
    aws_sdk_dynamodb::Error: From<SdkError<E, HttpResponse>>,
{
    Error::new(kind).with_source(aws_sdk_dynamodb::Error::from(error))
}

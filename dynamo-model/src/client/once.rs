//! Updates that must not be applied twice: adding twice is not adding once.
//!
//! The SDK sends a request again when its answer is lost, and cannot know that the first one was applied. For
//! these updates it is told not to; a refusal (throttling) is retried as ever, since nothing was applied then.

use aws_sdk_dynamodb::config::interceptors::InterceptorContext;
use aws_sdk_dynamodb::config::retry::{ClassifyRetry, RetryAction};
use aws_smithy_runtime_api::client::retries::classifiers::RetryClassifierPriority;

/// Forbids a retry after an attempt without an answer.
#[derive(Debug)]
pub(super) struct Once;

impl ClassifyRetry for Once {
    fn classify_retry(&self, context: &InterceptorContext) -> RetryAction {
        let is_failed = matches!(context.output_or_error(), Some(Err(_)));
        let is_answered = context
            .response()
            .is_some_and(|response| response.status().as_u16() < 500);
        if is_failed && !is_answered {
            RetryAction::RetryForbidden
        } else {
            RetryAction::NoActionIndicated
        }
    }

    fn name(&self) -> &'static str {
        "dynamo_model::Once"
    }

    fn priority(&self) -> RetryClassifierPriority {
        RetryClassifierPriority::run_after(RetryClassifierPriority::transient_error_classifier())
    }
}

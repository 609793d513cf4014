//! What became of the attempts of one call: an interceptor on that call alone.
//!
//! The SDK retries on its own. Whether an earlier attempt may have been applied decides what a later
//! answer means: a refused `create` after a lost answer may be the call's own work, after a throttled
//! attempt it is not.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use aws_sdk_dynamodb::config::interceptors::{
    BeforeTransmitInterceptorContextRef, FinalizerInterceptorContextRef,
};
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;

/// Whether some attempt of one call may have been applied although nobody knows it was.
#[derive(Clone, Debug, Default)]
pub(super) struct Attempts(Arc<State>);

#[derive(Debug, Default)]
struct State {
    is_sent: AtomicBool,
    has_unknown: AtomicBool,
}

impl Attempts {
    /// Some attempt had no answer that says what became of it.
    pub(super) fn has_unknown(&self) -> bool {
        self.0.has_unknown.load(Ordering::Relaxed)
    }
}

impl Intercept for Attempts {
    fn name(&self) -> &'static str {
        "dynamo_model::Attempts"
    }

    fn read_before_transmit(
        &self,
        _context: &BeforeTransmitInterceptorContextRef<'_>,
        _components: &RuntimeComponents,
        _config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        self.0.is_sent.store(true, Ordering::Relaxed);
        Ok(())
    }

    fn read_after_attempt(
        &self,
        context: &FinalizerInterceptorContextRef<'_>,
        _components: &RuntimeComponents,
        _config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        // A refusal (4xx) was not applied; no response, or a fault of the service, may have been.
        // What failed before it was sent, for want of credentials, was not applied either.
        let is_sent = self.0.is_sent.swap(false, Ordering::Relaxed);
        let is_answered = context
            .response()
            .is_some_and(|response| response.status().as_u16() < 500);
        if is_sent && !is_answered {
            self.0.has_unknown.store(true, Ordering::Relaxed);
        }
        Ok(())
    }
}

//! Counts the attempts of one call: an interceptor on that call alone.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use aws_sdk_dynamodb::config::interceptors::{
    BeforeTransmitInterceptorContextRef, FinalizerInterceptorContextRef,
};
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;

/// What became of the attempts of one call.
#[derive(Clone, Debug, Default)]
pub(super) struct Attempts(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    sent: AtomicU32,
    unanswered: AtomicU32,
}

impl Attempts {
    /// An attempt before the last one may have been applied without its answer coming back.
    pub(super) fn may_have_been_applied(&self) -> bool {
        let sent = self.0.sent.load(Ordering::Relaxed);
        sent > 1 && self.0.unanswered.load(Ordering::Relaxed) > 0
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
        self.0.sent.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    fn read_after_attempt(
        &self,
        context: &FinalizerInterceptorContextRef<'_>,
        _components: &RuntimeComponents,
        _config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let answer = context
            .response()
            .map(|response| response.status().as_u16());
        if answer.is_none_or(|status| status >= 500) {
            self.0.unanswered.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }
}

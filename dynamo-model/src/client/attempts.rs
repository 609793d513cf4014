//! What became of the attempts of one call: an interceptor on that call alone.
//!
//! The SDK retries on its own. Whether an earlier attempt may have been applied decides what a later
//! answer means: a refused `create` after a lost answer may be the call's own work, after a throttled
//! attempt it is not.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use aws_sdk_dynamodb::config::interceptors::{
    BeforeSerializationInterceptorContextMut, BeforeTransmitInterceptorContextRef,
    FinalizerInterceptorContextRef,
};
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;

use super::wire::request::Request;

/// Whether some attempt of one call may have been applied although nobody knows it was.
#[derive(Clone, Debug, Default)]
pub(super) struct Attempts {
    state: Arc<State>,
    /// What each of them sends, where it is not the typed input.
    request: Option<Request>,
}

#[derive(Debug, Default)]
struct State {
    is_sent: AtomicBool,
    has_unknown: AtomicBool,
}

impl Attempts {
    /// Those of a call that sends this request; `None`: the typed input.
    pub(super) fn of(request: Option<Request>) -> Self {
        Self {
            state: Arc::default(),
            request,
        }
    }

    /// Some attempt had no answer that says what became of it.
    pub(super) fn has_unknown(&self) -> bool {
        self.state.has_unknown.load(Ordering::Relaxed)
    }
}

impl Intercept for Attempts {
    fn name(&self) -> &'static str {
        "dynamo_model::Attempts"
    }

    fn modify_before_serialization(
        &self,
        _context: &mut BeforeSerializationInterceptorContextMut<'_>,
        _components: &RuntimeComponents,
        config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Some(request) = &self.request {
            config.interceptor_state().store_put(request.serializer());
        }
        Ok(())
    }

    fn read_before_transmit(
        &self,
        _context: &BeforeTransmitInterceptorContextRef<'_>,
        _components: &RuntimeComponents,
        _config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        self.state.is_sent.store(true, Ordering::Relaxed);
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
        let is_sent = self.state.is_sent.swap(false, Ordering::Relaxed);
        let is_answered = context
            .response()
            .is_some_and(|response| response.status().as_u16() < 500);
        if is_sent && !is_answered {
            self.state.has_unknown.store(true, Ordering::Relaxed);
        }
        Ok(())
    }
}

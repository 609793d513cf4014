//! Counts the attempts of one call: an interceptor on that call alone.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use aws_sdk_dynamodb::config::interceptors::BeforeTransmitInterceptorContextRef;
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;

/// How often the SDK sent one call.
#[derive(Clone, Debug, Default)]
pub(super) struct Attempts(Arc<AtomicU32>);

impl Attempts {
    pub(super) fn count(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
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
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

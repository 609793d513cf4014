//! What of ours one call of the SDK's client has: one interceptor, since each is asked at every step of a call.

use aws_sdk_dynamodb::Config;
use aws_sdk_dynamodb::config::interceptors::{
    BeforeSerializationInterceptorContextMut, BeforeTransmitInterceptorContextRef,
    FinalizerInterceptorContextRef,
};
use aws_sdk_dynamodb::config::{
    Builder, ConfigBag, Intercept, RuntimeComponents, SharedInterceptor,
};
use aws_sdk_dynamodb::error::BoxError;

use super::Items;
use super::request::Request;
use crate::client::attempts::Attempts;

/// The request, the items of the answer, and what became of the attempts: whatever of these the call is to have.
#[derive(Debug, Default)]
pub(in crate::client) struct Ours {
    /// What is sent; `None`: the typed input.
    pub(in crate::client) request: Option<Request>,
    /// Where the answer's items are kept; `None`: in the SDK's output.
    pub(in crate::client) items: Option<Items>,
    pub(in crate::client) attempts: Option<Attempts>,
}

impl Ours {
    /// For the call's `config_override`.
    pub(in crate::client) fn config(self) -> Builder {
        let mut config = Config::builder();
        if self.request.is_some() || self.items.is_some() || self.attempts.is_some() {
            // Nobody can name it to disable it.
            config.push_interceptor(SharedInterceptor::permanent(self));
        }
        config
    }
}

impl Intercept for Ours {
    fn name(&self) -> &'static str {
        "dynamo_model::Ours"
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
        if let Some(deserializer) = self.items.as_ref().and_then(Items::deserializer) {
            config.interceptor_state().store_put(deserializer);
        }
        Ok(())
    }

    fn read_before_attempt(
        &self,
        _context: &BeforeTransmitInterceptorContextRef<'_>,
        _components: &RuntimeComponents,
        _config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Some(items) = &self.items {
            items.begin();
        }
        Ok(())
    }

    fn read_before_transmit(
        &self,
        _context: &BeforeTransmitInterceptorContextRef<'_>,
        _components: &RuntimeComponents,
        _config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Some(attempts) = &self.attempts {
            attempts.sent();
        }
        Ok(())
    }

    fn read_after_attempt(
        &self,
        context: &FinalizerInterceptorContextRef<'_>,
        _components: &RuntimeComponents,
        _config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Some(attempts) = &self.attempts {
            attempts.ended(context.response());
        }
        Ok(())
    }
}

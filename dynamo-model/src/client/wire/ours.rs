//! What of ours one call of the SDK's client has, and how the SDK comes to it.
//!
//! One interceptor is in each call, one serializer and one deserializer for each operation in those that need them: they are the same
//! for all calls. What differs is with the future of the call while it is polled, for the SDK asks all of them in there, in each attempt.

use std::cell::Cell;
use std::fmt;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::LazyLock;

use aws_sdk_dynamodb::Config;
use aws_sdk_dynamodb::config::interceptors::{
    BeforeSerializationInterceptorContextMut, BeforeTransmitInterceptorContextRef,
    FinalizerInterceptorContextRef,
};
use aws_sdk_dynamodb::config::{
    Builder, ConfigBag, Intercept, RuntimeComponents, SharedInterceptor,
};
use aws_sdk_dynamodb::error::BoxError;

use super::Reads;
use super::request::{Request, SERIALIZER};
use crate::client::attempts::Attempts;
use crate::item::{Answer, Stored};

tokio::task_local! {
    /// The call whose future is polled.
    static CALL: Ours;
}

/// The request, the items of the answer, and what became of the attempts.
#[derive(Default)]
pub(in crate::client) struct Ours {
    /// What is sent; `None`: the typed input.
    request: Option<Request>,
    /// What the answer's items are kept of; `None`: they are in the SDK's output.
    reads: Option<Reads>,
    answer: Cell<Option<Answer>>,
    attempts: Attempts,
}

/// No values.
impl fmt::Debug for Ours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ours")
            .field("request", &self.request)
            .field("reads", &self.reads)
            .finish_non_exhaustive()
    }
}

impl Ours {
    pub(in crate::client) fn new(request: Option<Request>, reads: Option<Reads>) -> Self {
        Self {
            request,
            reads,
            ..Self::default()
        }
    }

    /// For the `config_override` of a call.
    pub(in crate::client) fn config() -> Builder {
        let mut config = Config::builder();
        config.push_interceptor(INTERCEPTOR.clone());
        config
    }

    /// Awaits the SDK's call, and comes back with what was kept of it. The call is pinned where it is: it is too large to be moved.
    pub(in crate::client) async fn with<F: Future>(self, call: Pin<&mut F>) -> (F::Output, Self) {
        let mut call = pin!(CALL.scope(self, call));
        let output = call.as_mut().await;
        (output, call.take_value().unwrap_or_default())
    }

    pub(in crate::client) fn attempts(&self) -> &Attempts {
        &self.attempts
    }

    /// What was kept; `None` where the items are in the SDK's output.
    pub(in crate::client) fn take(&self) -> Option<Vec<Stored>> {
        self.take_answer().map(Answer::into_items)
    }

    pub(super) fn take_answer(&self) -> Option<Answer> {
        self.answer.take()
    }

    /// Keeps the items of the answer to the call that is polled.
    pub(super) fn keep(answer: Answer) {
        of_call(|ours| ours.answer.set(Some(answer)));
    }

    /// Whether the call that is polled has a request of its own: it is one of a client without interceptors.
    pub(super) fn has_request() -> bool {
        of_call(|ours| ours.request.is_some()).unwrap_or_default()
    }

    /// The request of the call that is polled.
    pub(super) fn request() -> Option<Request> {
        of_call(|ours| ours.request.clone()).flatten()
    }
}

/// `None` where no call of ours is polled.
fn of_call<T>(of: impl FnOnce(&Ours) -> T) -> Option<T> {
    CALL.try_with(of).ok()
}

/// In every call. Nobody can name it to disable it.
static INTERCEPTOR: LazyLock<SharedInterceptor> =
    LazyLock::new(|| SharedInterceptor::permanent(Interceptor));

/// One for all that is to be done, since each is asked at every step of a call.
#[derive(Debug)]
struct Interceptor;

impl Intercept for Interceptor {
    fn name(&self) -> &'static str {
        "dynamo_model::Ours"
    }

    fn modify_before_serialization(
        &self,
        _context: &mut BeforeSerializationInterceptorContextMut<'_>,
        _components: &RuntimeComponents,
        config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let of_call = of_call(|ours| (ours.request.is_some(), ours.reads));
        let (is_written, reads) = of_call.unwrap_or_default();
        if is_written {
            config.push_shared_layer(SERIALIZER.clone());
        }
        if let Some(deserializer) = reads.and_then(Reads::deserializer) {
            config.push_shared_layer(deserializer.clone());
        }
        Ok(())
    }

    fn read_before_attempt(
        &self,
        _context: &BeforeTransmitInterceptorContextRef<'_>,
        _components: &RuntimeComponents,
        _config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        // What an earlier attempt left is no answer of this one, which may have none.
        of_call(Ours::take_answer);
        Ok(())
    }

    fn read_before_transmit(
        &self,
        _context: &BeforeTransmitInterceptorContextRef<'_>,
        _components: &RuntimeComponents,
        _config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        of_call(|ours| ours.attempts.sent());
        Ok(())
    }

    fn read_after_attempt(
        &self,
        context: &FinalizerInterceptorContextRef<'_>,
        _components: &RuntimeComponents,
        _config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        of_call(|ours| ours.attempts.ended(context.response()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polled() -> Option<Reads> {
        of_call(|ours| ours.reads).flatten()
    }

    async fn within(reads: Reads, call: impl Future) {
        Ours::new(None, Some(reads)).with(pin!(call)).await;
    }

    /// Looks at what is polled before and after it waits, and calls something in between.
    async fn sees(reads: Reads) {
        for _ in 0..3 {
            assert_eq!(polled(), Some(reads));
            tokio::task::yield_now().await;
            assert_eq!(polled(), Some(reads));
            let inside = async {
                tokio::task::yield_now().await;
                assert_eq!(polled(), Some(Reads::Scan));
            };
            within(Reads::Scan, inside).await;
        }
    }

    #[tokio::test]
    async fn calls_beside_and_inside_one_another_are_apart() {
        tokio::join!(
            within(Reads::GetItem, sees(Reads::GetItem)),
            within(Reads::Query, sees(Reads::Query)),
            async { assert_eq!(polled(), None) },
        );
        assert_eq!(polled(), None);
    }

    #[tokio::test]
    async fn what_became_of_the_attempts_is_that_of_the_call() {
        let attempt = async {
            of_call(|ours| ours.attempts.sent());
            within(Reads::Scan, std::future::ready(())).await;
            of_call(|ours| ours.attempts.ended(None));
        };
        let ((), ours) = Ours::new(None, None).with(pin!(attempt)).await;
        assert!(ours.attempts().has_unknown());
    }
}

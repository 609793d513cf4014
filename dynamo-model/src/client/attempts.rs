//! What became of the attempts of one call.
//!
//! The SDK retries on its own. Whether an earlier attempt may have been applied decides what a later
//! answer means: a refused `create` after a lost answer may be the call's own work, after a throttled
//! attempt it is not.

use std::cell::Cell;

use aws_smithy_runtime_api::client::orchestrator::HttpResponse;

/// Whether some attempt of one call may have been applied although nobody knows it was.
#[derive(Debug, Default)]
pub(super) struct Attempts {
    is_sent: Cell<bool>,
    has_unknown: Cell<bool>,
}

impl Attempts {
    /// Some attempt had no answer that says what became of it.
    pub(super) fn has_unknown(&self) -> bool {
        self.has_unknown.get()
    }

    /// An attempt is about to be sent.
    pub(super) fn sent(&self) {
        self.is_sent.set(true);
    }

    /// An attempt is over, with this response.
    pub(super) fn ended(&self, response: Option<&HttpResponse>) {
        // A refusal (4xx) was not applied; no response, or a fault of the service, may have been.
        // What failed before it was sent, for want of credentials, was not applied either.
        let is_sent = self.is_sent.replace(false);
        let is_answered = response.is_some_and(|response| response.status().as_u16() < 500);
        if is_sent && !is_answered {
            self.has_unknown.set(true);
        }
    }
}

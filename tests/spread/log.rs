//! What a repository sent.

use std::sync::{Arc, Mutex};

use dynamo_model::{Answer, Observe, Observed};

/// Remembers each request's text and what it examined.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<(String, u32)>>>);

impl Observe for Log {
    fn answered(&self, request: &Observed<'_>, answer: &Answer) {
        let examined = answer.examined.unwrap_or_default();
        self.0.lock().unwrap().push((request.explain(), examined));
    }
}

impl Log {
    /// The requests since the last call.
    pub(crate) fn take(&self) -> Vec<(String, u32)> {
        std::mem::take(&mut self.0.lock().unwrap())
    }

    /// How many requests there were since the last call, and how many items they examined.
    pub(crate) fn sums(&self) -> (usize, u32) {
        let requests = self.take();
        (
            requests.len(),
            requests.iter().map(|(_, examined)| examined).sum(),
        )
    }
}

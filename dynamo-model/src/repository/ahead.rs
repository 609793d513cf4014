//! A request that is under way before anybody waits for its answer: the next page, while the present one is read.
//!
//! A future does nothing until it is polled, and what it has the client send is written by the connection's own task. So the task that
//! reads steps back for a moment, in which the connection of the last answer becomes free; then the request is polled; then the task
//! steps back again, in which the request is written. Now the answer is on its way while this thread decodes. There is no task of
//! ours: a request that is dropped before its answer is wanted is cancelled.

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, MaybeDone, maybe_done};

use crate::error::Result;

/// A request that was sent.
pub(super) struct Ahead<T>(MaybeDone<BoxFuture<'static, Result<T>>>);

impl<T> Ahead<T> {
    /// Sends it.
    pub(super) async fn send(request: impl Future<Output = Result<T>> + Send + 'static) -> Self {
        let mut ahead = Self(maybe_done(request.boxed()));
        step_back(|_| false).await;
        step_back(|cx| ahead.0.poll_unpin(cx).is_ready()).await;
        ahead
    }

    /// Waits for the answer.
    pub(super) async fn answer(mut self) -> Option<Result<T>> {
        (&mut self.0).await;
        Pin::new(&mut self.0).take_output()
    }
}

impl<T> fmt::Debug for Ahead<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ahead")
    }
}

/// Begins something, and lets the tasks that it woke run before this one goes on. Whether it is done already says `begin`, which is
/// called once more afterwards where it is not.
pub(super) async fn step_back(mut begin: impl FnMut(&mut std::task::Context<'_>) -> bool) {
    let mut has_stepped_back = false;
    poll_fn(|cx| {
        if begin(cx) || has_stepped_back {
            return Poll::Ready(());
        }
        has_stepped_back = true;
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

//! What a repository tells about its requests: one call before each is sent, one after.
//!
//! The printing observer gives the documents' request log.

use std::fmt;
use std::sync::Mutex;

/// A request about to be sent, or just answered.
pub struct Observed<'r> {
    pub(crate) operation: &'static str,
    pub(crate) table: &'r str,
    pub(crate) explain: Explain<'r>,
}

/// How a request's text is made; only where somebody reads it.
pub(crate) type Explain<'r> = &'r (dyn Fn() -> String + Sync);

impl Observed<'_> {
    /// The operation's name: `Query`.
    #[must_use]
    pub fn operation(&self) -> &'static str {
        self.operation
    }

    /// The table's name; of a transaction over several all names, with `, ` between.
    #[must_use]
    pub fn table(&self) -> &str {
        self.table
    }

    /// The request in the layout of the request log, names and values put in.
    #[must_use]
    pub fn explain(&self) -> String {
        (self.explain)()
    }
}

impl fmt::Debug for Observed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.operation, self.table)
    }
}

/// What a request cost and brought.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Answer {
    /// Capacity units of table and indexes together, where the service told.
    pub capacity_units: Option<f64>,
    /// Items that came back (queries).
    pub items: Option<u32>,
    /// Items that the service examined (queries): these are what is paid for.
    pub examined: Option<u32>,
    /// Whether the request succeeded.
    pub is_ok: bool,
}

/// Sees each request of a repository. It is called in the task that sends, so it should be quick.
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering};
/// use dynamo_model::{Answer, Observe, Observed};
///
/// #[derive(Default)]
/// struct Count(AtomicU32);
///
/// impl Observe for Count {
///     fn answered(&self, _request: &Observed<'_>, _answer: &Answer) {
///         self.0.fetch_add(1, Ordering::Relaxed);
///     }
/// }
/// ```
pub trait Observe: Send + Sync {
    /// A request is about to be sent.
    fn sending(&self, request: &Observed<'_>) {
        let _ = request;
    }

    /// The request was answered, or failed.
    fn answered(&self, request: &Observed<'_>, answer: &Answer) {
        let _ = (request, answer);
    }
}

/// Prints each request to the standard output as `>>> ` and its [`explain`](Observed::explain); of
/// several BatchWriteItem in a row the first one, and then how many more there were.
#[derive(Debug, Default)]
pub struct PrintRequests {
    repeated: Mutex<Option<u32>>,
}

const REPEATED: &str = "BatchWriteItem";

fn print_repeated(more: u32) {
    if more > 0 {
        println!("    ... (+{more} more {REPEATED} calls not shown)");
    }
}

impl Drop for PrintRequests {
    fn drop(&mut self) {
        let repeated = self
            .repeated
            .get_mut()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        print_repeated(repeated.unwrap_or_default());
    }
}

impl Observe for PrintRequests {
    fn sending(&self, request: &Observed<'_>) {
        let mut repeated = self
            .repeated
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let is_batch = request.operation == REPEATED;
        if let Some(more) = repeated.as_mut() {
            if is_batch {
                *more += 1;
                return;
            }
            print_repeated(*more);
        }
        *repeated = is_batch.then_some(0);
        println!("\n>>> {}", request.explain());
    }
}

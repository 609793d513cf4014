//! What a test's hook sees of a request and what it can do with it.
//!
//! The engine has no failures of its own to offer, so faults and interleavings are scripted: the hook decides per HTTP attempt, which is what retries, throttling and lost
//! answers are made of.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use futures_core::future::BoxFuture;
use serde_json::Value;

pub(super) type Hook = Arc<dyn Fn(Request) -> BoxFuture<'static, Action> + Send + Sync>;

/// One HTTP attempt, as a hook sees it. A retry is another attempt of the same operation, with the next number.
#[derive(Clone)]
pub struct Request {
    number: u64,
    operation: Arc<str>,
    table: Option<Arc<str>>,
    body: Arc<str>,
}

impl Request {
    pub(super) fn new(number: u64, operation: &str, body: &str) -> Self {
        Self {
            number,
            operation: operation.into(),
            table: only_table(body).map(Into::into),
            body: body.into(),
        }
    }

    /// The operation's name in DynamoDB's API: `PutItem`.
    #[must_use]
    pub fn operation(&self) -> &str {
        &self.operation
    }

    /// The table it names. `None` for an operation without a table, and for a batch or transaction over more than one.
    #[must_use]
    pub fn table(&self) -> Option<&str> {
        self.table.as_deref()
    }

    /// The request in DynamoDB's JSON, as it goes over the wire.
    #[must_use]
    pub fn body(&self) -> &str {
        &self.body
    }

    /// Its place among all attempts on this database, from 1. Attempts are counted with and without a hook.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }
}

impl fmt::Debug for Request {
    /// Leaves out the body: it holds the items' values.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("number", &self.number)
            .field("operation", &self.operation)
            .field("table", &self.table)
            .finish_non_exhaustive()
    }
}

/// The table that all of the request is about, if it is one.
fn only_table(body: &str) -> Option<String> {
    let body: Value = serde_json::from_str(body).ok()?;
    let name = |of: &Value| of.get("TableName")?.as_str().map(str::to_owned);
    if let Some(table) = name(&body) {
        return Some(table);
    }
    let mut tables = BTreeSet::new();
    if let Some(batch) = body.get("RequestItems").and_then(Value::as_object) {
        tables.extend(batch.keys().cloned());
    }
    if let Some(actions) = body.get("TransactItems").and_then(Value::as_array) {
        // An action is an object with one member: `{"Put": {"TableName": …}}`.
        let members = actions.iter().filter_map(Value::as_object).flatten();
        tables.extend(members.filter_map(|(_, action)| name(action)));
    }
    let table = tables.pop_first()?;
    tables.is_empty().then_some(table)
}

/// What becomes of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// The engine answers.
    Pass,
    /// This answer is returned; the engine sees nothing.
    Answer {
        /// The HTTP status.
        status: u16,
        /// The body: DynamoDB's JSON.
        body: String,
    },
    /// The connection breaks before the request arrives: nothing is applied.
    Fail,
    /// The engine applies the request, then the connection breaks: the answer is lost.
    PassThenFail,
}

impl Action {
    /// Answers with the service's error `code`, which the SDK maps to its typed error where it has one.
    ///
    /// The status is 500 for `InternalServerError` and `InternalFailure`, 503 for `ServiceUnavailable` and 400 for all others. For an error that carries more than a message
    /// (cancellation reasons, an item) use [`Action::Answer`].
    #[must_use]
    pub fn error(code: &str, message: &str) -> Self {
        let status = match code {
            "InternalServerError" | "InternalFailure" => 500,
            "ServiceUnavailable" | "ServiceUnavailableException" => 503,
            _ => 400,
        };
        let body = serde_json::json!({
            "__type": format!("com.amazonaws.dynamodb.v20120810#{code}"),
            "message": message,
        });
        Self::Answer {
            status,
            body: body.to_string(),
        }
    }

    /// Answers with `ProvisionedThroughputExceededException`, which the SDK retries.
    #[must_use]
    pub fn throttle() -> Self {
        Self::error(
            "ProvisionedThroughputExceededException",
            "The level of configured provisioned throughput for the table was exceeded. Consider increasing your provisioning level with the UpdateTable API.",
        )
    }
}

//! DynamoDB inside the test process, under the SDK's own client.
//!
//! [`client()`] gives an `aws_sdk_dynamodb::Client` whose HTTP client is answered in the process by the engine crate `dynoxide-rs` (SQLite); no socket is opened. Because
//! only the HTTP layer is replaced, serialization, signing, retries, timeouts and error mapping are the SDK's own, in tests as in production.
//!
//! ```
//! # async fn example() -> Result<(), aws_sdk_dynamodb::Error> {
//! let client = dynamo_model::embedded::client();
//! assert!(client.list_tables().send().await?.table_names().is_empty());
//! # Ok(())
//! # }
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(example()).unwrap();
//! ```
//!
//! # Use
//!
//! For tests and local development, not for production loads. The engine's work is synchronous SQLite done inline in the request's future: microseconds per request, but
//! it blocks the thread that polls, and all requests to one database take turns. Opening an in-memory database costs a fraction of a millisecond, so each test can have its
//! own. The SDK needs a tokio runtime with time enabled, for its retries and timeouts.
//!
//! # What the engine does not do
//!
//! Script these with [`Embedded::on_request`], which sees every HTTP attempt before the engine does:
//!
//! - throttling, at any load;
//! - transaction conflicts: `TransactionConflictException` and the reason `TransactionConflict` never happen by themselves, since requests take turns;
//! - leftovers of batches: `UnprocessedItems` is always empty, and `UnprocessedKeys` until an answer would pass 16 MB;
//! - stale reads: every read is strongly consistent, global secondary indexes included;
//! - broken connections and lost answers.
//!
//! Other differences from the service:
//!
//! - A table or a global secondary index is ACTIVE at once; the states between are not shown.
//! - The key length limits (2,048 and 1,024 bytes) are not applied to index keys.
//! - A sweep ([`Embedded::sweep_ttl`]) deletes whatever expired before the clock's time, also what expired more than five years ago, which DynamoDB leaves alone.
//! - A page that fills its `Limit` with the last item always carries a `LastEvaluatedKey`; the service may leave it out.
//! - A scan walks the partitions in key order, the service in the order of an internal hash.
//! - Idempotency tokens of transactions are kept for ten minutes of real time, in memory: they neither follow a [`ManualClock`] nor survive a reopened file.
//! - Numbers in batches and transactions are checked by the rules of the single-item operations; the service words some of those refusals in another way.
//! - The HTTP layer's own limits (16 MB per request), signatures and credentials are not checked. Of the SDK's timeouts, those of an attempt and of an operation work;
//!   connect and read timeouts do nothing, there being no connection.
//! - Streams have one shard and no retention limit. Backups, global tables, imports and exports, resource policies and the like are unknown operations.

mod builder;
mod clock;
mod connector;
mod dispatch;
mod engine;
mod hook;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use aws_sdk_dynamodb::config::{
    BehaviorVersion, Credentials, Region, SharedCredentialsProvider, SharedHttpClient,
};

pub use self::builder::{EmbeddedBuilder, OpenError};
pub use self::clock::ManualClock;
pub use self::hook::{Action, Request};

use self::connector::{Connector, Shared};
use self::engine::Engine;

/// A name that resolves nowhere (RFC 2606): if the HTTP client is replaced in [`Embedded::sdk_config`], nothing is sent to the service by accident.
const ENDPOINT: &str = "http://dynamo-model.invalid";

/// A client on a new, empty in-memory database.
///
/// The database lives as long as the client and its clones. For a second client on the same data, a file, a clock or a hook, start from [`Embedded`].
#[must_use]
pub fn client() -> aws_sdk_dynamodb::Client {
    Embedded::new().client()
}

/// An embedded database, and the source of clients on it.
///
/// A clone shares the database, the hook and the count of requests. The database closes when the last clone and the last client on it are dropped.
#[derive(Clone)]
pub struct Embedded {
    shared: Arc<Shared>,
}

impl Embedded {
    /// A new, empty database in memory, on the system's clock.
    ///
    /// Should the engine fail to open (no memory is left), every request is answered with `InternalServerError`; to see that failure at once, use [`Embedded::builder`].
    #[must_use]
    pub fn new() -> Self {
        Self::over(Engine::in_memory(None))
    }

    /// The database in the file at `path`, created if missing; the same path later holds the same data, also in a new process.
    ///
    /// SQLite keeps a `-wal` and a `-shm` file beside it while it is open. Open a path once at a time and clone the result: the engine caches table definitions per
    /// opening, so a second opening can miss the tables that the first one creates or changes.
    ///
    /// # Errors
    ///
    /// [`OpenError`] when the folder is missing, the file cannot be opened or is not such a database, or the path is empty or not UTF-8.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, OpenError> {
        Self::builder().path(path).build()
    }

    /// A database in memory or in a file, with or without a [`ManualClock`].
    pub fn builder() -> EmbeddedBuilder {
        EmbeddedBuilder::new()
    }

    fn over(engine: Result<Engine, OpenError>) -> Self {
        Self {
            shared: Arc::new(Shared::new(engine)),
        }
    }

    /// A client on this database, with the SDK's default retries and timeouts.
    #[must_use]
    pub fn client(&self) -> aws_sdk_dynamodb::Client {
        aws_sdk_dynamodb::Client::from_conf(self.sdk_config().build())
    }

    /// The configuration behind [`client`](Embedded::client), to change retries or timeouts or to add interceptors before `Client::from_conf`.
    ///
    /// Region and credentials are placeholders, and any others work as well. The SDK's retries wait as they do in production; a test that provokes them can shorten the wait:
    ///
    /// ```
    /// use std::time::Duration;
    /// use aws_sdk_dynamodb::config::retry::RetryConfig;
    ///
    /// let embedded = dynamo_model::embedded::Embedded::new();
    /// let retries = RetryConfig::standard().with_initial_backoff(Duration::from_millis(1));
    /// let config = embedded.sdk_config().retry_config(retries).build();
    /// let client = aws_sdk_dynamodb::Client::from_conf(config);
    /// # drop(client);
    /// ```
    pub fn sdk_config(&self) -> aws_sdk_dynamodb::config::Builder {
        let credentials = Credentials::new("embedded", "embedded", None, None, "embedded");
        aws_sdk_dynamodb::Config::builder()
            .behavior_version(BehaviorVersion::v2026_01_12())
            .region(Region::from_static("us-east-1"))
            .credentials_provider(SharedCredentialsProvider::new(credentials))
            .endpoint_url(ENDPOINT)
            .http_client(self.http_client())
    }

    /// The HTTP client behind [`client`](Embedded::client), for another SDK client on the same database: that of DynamoDB Streams is a crate of its own
    /// (`aws-sdk-dynamodbstreams`).
    #[must_use]
    pub fn http_client(&self) -> SharedHttpClient {
        SharedHttpClient::new(Connector::new(Arc::clone(&self.shared)))
    }

    /// Deletes what the clock says is expired, as DynamoDB's background process would, and returns how many items that were.
    ///
    /// Nothing is deleted until this is called. Looked at are the tables on which `UpdateTimeToLive` has enabled an attribute; the deletions appear in their streams as the
    /// service's. The time is that of the [`ManualClock`] given to the builder, else the system's. The hook does not see it. A sweep that the engine cannot finish (the disk
    /// is full, the file is locked by another process) is logged as an error through `tracing` and returns 0.
    pub fn sweep_ttl(&self) -> usize {
        self.shared.sweep_ttl()
    }

    /// Sets the hook, which sees each HTTP attempt of each client on this database before the engine does, and says what becomes of it; it replaces an earlier one.
    ///
    /// The hook's future runs inside the request's future: to hold a request, await in it; when the caller gives up (a timeout), it is dropped with the request. A hook may
    /// send requests through a client of its own database, and then sees these too; such a hook keeps the database open until it is cleared or replaced.
    ///
    /// ```
    /// use dynamo_model::embedded::{Action, Embedded};
    ///
    /// let embedded = Embedded::new();
    /// // The first two attempts are throttled, later ones pass.
    /// embedded.on_request(|request| async move {
    ///     if request.number() <= 2 { Action::throttle() } else { Action::Pass }
    /// });
    /// ```
    pub fn on_request<F, A>(&self, hook: F)
    where
        F: Fn(Request) -> A + Send + Sync + 'static,
        A: Future<Output = Action> + Send + 'static,
    {
        self.shared
            .set_hook(Some(Arc::new(move |request| Box::pin(hook(request)))));
    }

    /// Removes the hook. Attempts that it already holds stay with it.
    pub fn clear_hook(&self) {
        self.shared.set_hook(None);
    }
}

impl Default for Embedded {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Embedded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Embedded").finish_non_exhaustive()
    }
}

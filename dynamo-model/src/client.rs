//! The only module that awaits the SDK: plain requests in, plain answers out, each observed, traced, and
//! its errors named.

mod attempts;
mod batch_get;
mod batch_write;
mod collections;
mod errors;
mod once;
mod reasons;
mod scan;
mod send;
mod transact;
mod transact_get;
mod wire;
mod write;

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use tracing::Instrument;

use crate::error::{Error, Kind, Result};
use crate::item::Stored;
use crate::observe::{Answer, Explain, Observe, Observed};
use crate::op::{CreateTable, Get, Query, StartKey, TableState};
pub(crate) use batch_write::{BatchSent, Pace};
use send::Consumed;

/// The SDK's client and what is done around each call.
#[derive(Clone)]
pub(crate) struct Client {
    sdk: aws_sdk_dynamodb::Client,
    observer: Option<Arc<dyn Observe>>,
    /// The table has a local index: each write asks how large its item collection is.
    has_local_index: bool,
    /// Items are read from the answer itself, and not from the SDK's types.
    reads_wire: bool,
    /// Requests are text of our own, and not the SDK's types.
    writes_wire: bool,
    /// Every answer is to say what it consumed, whether somebody observes it or not.
    measures: bool,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Client")
    }
}

/// One page of a query.
#[derive(Debug, Default)]
pub(crate) struct QueryPage {
    pub(crate) items: Vec<Stored>,
    pub(crate) next: Option<StartKey>,
    pub(crate) count: u32,
    pub(crate) examined: u32,
    pub(crate) capacity_units: Option<f64>,
}

/// Attempts for the leftovers of a batch, counted anew whenever one makes progress.
const BATCH_ATTEMPTS: u32 = 8;
const FIRST_DELAY: Duration = Duration::from_millis(50);
const LONGEST_DELAY: Duration = Duration::from_secs(5);
const FIRST_CONFLICT_DELAY: Duration = Duration::from_millis(5);
const LONGEST_CONFLICT_DELAY: Duration = Duration::from_millis(500);
/// Attempts to see a table active: five to ten minutes.
const TABLE_ATTEMPTS: u32 = 130;

impl Client {
    pub(crate) fn new(sdk: aws_sdk_dynamodb::Client, has_local_index: bool) -> Self {
        // They are shown the SDK's inputs, and may change them.
        let has_interceptors = sdk.config().interceptors().next().is_some();
        Self {
            sdk,
            observer: None,
            has_local_index,
            reads_wire: true,
            writes_wire: !has_interceptors,
            measures: false,
        }
    }

    /// Reads and writes the SDK's types alone.
    pub(crate) fn without_wire(&mut self) {
        self.reads_wire = false;
        self.writes_wire = false;
    }

    pub(crate) fn set_observer(&mut self, observer: Arc<dyn Observe>) {
        self.observer = Some(observer);
    }

    /// Capacity is asked for only where somebody looks at it: it makes every answer longer.
    fn wants_capacity(&self) -> bool {
        self.observer.is_some() || self.measures
    }

    pub(crate) async fn get(&self, get: &Get) -> Result<Option<Stored>> {
        self.observed(
            "GetItem",
            &get.table,
            None,
            &|| get.explain(),
            self.send_get(get),
        )
        .await
    }

    pub(crate) async fn query(&self, query: &Query) -> Result<QueryPage> {
        if query.spread.is_some() {
            // Its key is that of the first partition: to read it alone would lose the others.
            return Err(Error::new(Kind::Request)
                .with_detail("this call reads one partition, and the path is one over several"));
        }
        self.observed(
            "Query",
            &query.table,
            query.index.as_deref(),
            &|| query.explain(),
            self.send_query(query),
        )
        .await
    }

    pub(crate) async fn create_table(&self, create: &CreateTable) -> Result<()> {
        self.observed(
            "CreateTable",
            &create.table,
            None,
            &|| create.explain(),
            self.send_create_table(create),
        )
        .await
    }

    /// The service deletes what is expired, within days.
    pub(crate) async fn enable_ttl(&self, table: &str, attribute: &str) -> Result<()> {
        let explain = || format!("UpdateTimeToLive {table}\n    attribute:  {attribute}");
        let sent = self.send_enable_ttl(table, attribute);
        self.observed("UpdateTimeToLive", table, None, &explain, sent)
            .await
    }

    pub(crate) async fn describe_table(&self, table: &str) -> Result<TableState> {
        let explain = || format!("DescribeTable {table}");
        self.observed(
            "DescribeTable",
            table,
            None,
            &explain,
            self.send_describe_table(table),
        )
        .await
    }

    /// Waits until table and indexes are active.
    pub(crate) async fn wait_until_active(&self, table: &str) -> Result<TableState> {
        for attempt in 0..TABLE_ATTEMPTS {
            match self.describe_table(table).await {
                Ok(state)
                    if state.is_active && state.indexes.iter().all(|index| index.is_active) =>
                {
                    return Ok(state);
                }
                Ok(_) => {}
                // A table that was just created may not be seen at once.
                Err(error) if error.is_table_not_found() => {}
                Err(error) => return Err(error),
            }
            tokio::time::sleep(full_jitter(attempt)).await;
        }
        Err(Error::new(Kind::Service)
            .with_detail(format!("the table `{table}` did not become active in time")))
    }

    /// One call with its span and observer.
    async fn observed<T: Answered, E>(
        &self,
        operation: &'static str,
        table: &str,
        index: Option<&str>,
        explain: Explain<'_>,
        call: impl Future<Output = Result<(T, Consumed), E>>,
    ) -> Result<T, E> {
        let span = tracing::debug_span!("dynamodb", operation, table, index);
        self.tell(operation, table, explain, None);
        // On the heap: the SDK's futures are large, and a caller may await many in one function.
        let result = Box::pin(call.instrument(span)).await;
        let answer = match &result {
            Ok((answer, consumed)) => Answer {
                is_ok: true,
                ..answer.answer(*consumed)
            },
            Err(_) => Answer::default(),
        };
        self.tell(operation, table, explain, Some(&answer));
        result.map(|(answer, _)| answer)
    }

    fn tell(
        &self,
        operation: &'static str,
        table: &str,
        explain: Explain<'_>,
        answer: Option<&Answer>,
    ) {
        let Some(observer) = &self.observer else {
            return;
        };
        let request = Observed {
            operation,
            table,
            explain,
        };
        match answer {
            None => observer.sending(&request),
            Some(answer) => observer.answered(&request, answer),
        }
    }
}

/// What an answer says to the observer.
trait Answered {
    fn answer(&self, consumed: Consumed) -> Answer {
        Answer {
            capacity_units: consumed,
            ..Answer::default()
        }
    }
}

impl Answered for () {}
impl Answered for Option<Stored> {}
impl Answered for TableState {}

impl Answered for QueryPage {
    fn answer(&self, consumed: Consumed) -> Answer {
        Answer {
            capacity_units: consumed,
            items: Some(self.count),
            examined: Some(self.examined),
            is_ok: true,
        }
    }
}

/// Full jitter: anything up to a delay that doubles with each attempt.
pub(crate) fn full_jitter(attempt: u32) -> Duration {
    jitter(FIRST_DELAY, LONGEST_DELAY, attempt)
}

/// The same after a conflict with another writer, who is done within milliseconds.
pub(crate) fn conflict_jitter(attempt: u32) -> Duration {
    jitter(FIRST_CONFLICT_DELAY, LONGEST_CONFLICT_DELAY, attempt)
}

fn jitter(first: Duration, longest: Duration, attempt: u32) -> Duration {
    let longest = first
        .saturating_mul(2_u32.saturating_pow(attempt.min(16)))
        .min(longest);
    longest.mul_f64(fastrand::f64())
}

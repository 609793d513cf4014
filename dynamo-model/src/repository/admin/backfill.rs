//! `Admin::backfill`: the request. What is done about an item is in `plan`, what sends it in `run`.

use std::fmt;
use std::future::IntoFuture;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex};

use futures_util::future::join_all;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::pace::Pace;
use super::plan::{Choices, PlanFn, plan};
use super::report::BackfillReport;
use super::run::{Done, OnProgress, Run};
use super::segments::{Places, Reader, Segments, Source};
use crate::entity::{Entity, IntoQuery, QueryIndex, Table};
use crate::error::{Error, Kind, Result};
use crate::op::{Query, Scan, ScanState, queries_fingerprint};
use crate::repository::{Repository, RequestFuture, explained};
use crate::schema::projects_all;

/// Writes in flight, unless said otherwise.
const CONCURRENCY: usize = 8;
/// Requests that a report shows, unless said otherwise.
const SAMPLES: usize = 10;
/// Write units of a write whose answer does not tell.
const ASSUMED_WRITE: f64 = 1.0;

/// A backfill. `.await` runs it.
#[must_use = "a backfill does nothing until it is awaited"]
pub struct BackfillRequest<E: Entity> {
    repository: Repository<E::Table>,
    scan: Scan,
    /// What is read instead of the table.
    within: Result<Option<Vec<Query>>>,
    plan: PlanFn,
    choices: Choices,
    is_dry_run: bool,
    samples: usize,
    concurrency: usize,
    units_per_second: Option<f64>,
    write_units_per_second: Option<f64>,
    state: Option<ScanState>,
    on_progress: Option<OnProgress>,
    entity: PhantomData<fn() -> E>,
}

impl<E: Entity> fmt::Debug for BackfillRequest<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BackfillRequest")
            .field("entity", &E::KEYS.entity)
            .field("is_dry_run", &self.is_dry_run)
            .finish_non_exhaustive()
    }
}

impl<E: Entity + Serialize + DeserializeOwned> BackfillRequest<E> {
    pub(super) fn new(repository: Repository<E::Table>, scan: Scan) -> Self {
        let choices = Choices {
            table: repository.inner.table.clone(),
            sets_type: false,
            rekeys: false,
            live: repository.live::<E>(),
        };
        Self {
            repository,
            scan,
            within: Ok(None),
            plan: plan::<E>,
            choices,
            is_dry_run: false,
            samples: SAMPLES,
            concurrency: CONCURRENCY,
            units_per_second: None,
            write_units_per_second: None,
            state: None,
            on_progress: None,
            entity: PhantomData,
        }
    }

    /// Writes nothing: the report counts what would be written, and shows the first requests.
    pub fn dry_run(mut self) -> Self {
        self.is_dry_run = true;
        self
    }

    /// The report shows at most so many requests; 10 unless said otherwise.
    pub fn samples(mut self, samples: usize) -> Self {
        self.samples = samples;
        self
    }

    /// Scans so many segments side by side; one unless said otherwise.
    pub fn segments(mut self, segments: u32) -> Self {
        self.scan.segments = segments.max(1);
        self
    }

    /// One read examines at most this many items; at least one. Otherwise 1 MB.
    pub fn page_size(mut self, items: u32) -> Self {
        self.scan.page_size = Some(items.max(1));
        self
    }

    /// At most this many writes of each segment are in flight at a time; at least one, 8 unless said
    /// otherwise.
    pub fn concurrency(mut self, writes: usize) -> Self {
        self.concurrency = writes.max(1);
        self
    }

    /// Reads at most so many units per second, as
    /// [`ScanRequest::capacity_units_per_second`](crate::ScanRequest::capacity_units_per_second).
    pub fn capacity_units_per_second(mut self, units: f64) -> Self {
        self.units_per_second = Some(units);
        self
    }

    /// Writes at most so many units per second, all segments together, by what the answers say. Moves count
    /// as other writes.
    pub fn write_units_per_second(mut self, units: f64) -> Self {
        self.write_units_per_second = Some(units);
        self
    }

    /// Reads what the path finds, in place of the table: an item collection, or whole items in an index. With
    /// several calls, all of these, each as a segment. What an index lacks, since its keys are missing, is
    /// not found by it.
    ///
    /// An index that does not project whole items is [`Error::is_invalid_request`] when run.
    pub fn within<Q>(mut self, path: Q) -> Self
    where
        Q: IntoQuery,
        Q::Index: QueryIndex<Entity = E>,
    {
        let query = self.query_of(path);
        self.within = self.within.and_then(|queries| {
            let mut queries = queries.unwrap_or_default();
            queries.extend(query?);
            Ok(Some(queries))
        });
        self
    }

    fn query_of<Q>(&self, path: Q) -> Result<Vec<Query>>
    where
        Q: IntoQuery,
        Q::Index: QueryIndex<Entity = E>,
    {
        let inner = &self.repository.inner;
        let mut query = Query::of_path(inner.table.clone(), path.into_path().finish()?)
            .live(self.scan.live, E::Table::LAYOUT)
            .renamed(&inner.index_names);
        if let Some(index) = query.on.filter(|on| !projects_all(E::Table::LAYOUT, on)) {
            return Err(Error::new(Kind::Request)
                .for_entity(E::KEYS.entity)
                .with_detail(format!(
                    "the index `{index}` does not hold whole items: name a path of the table"
                )));
        }
        // Items without a type are wanted too: the reader tells whose they are.
        query.is_mixed |= query.type_filter.take().is_some();
        Ok(match query.spread {
            _ if query.is_empty() => Vec::new(),
            Some(_) => query.parts(),
            None => vec![query],
        })
    }

    /// Sets the type attribute of items that have none, where the shape of the key proves the type: no other
    /// entity of the table can have such a key. Otherwise these are counted as
    /// [`untagged`](BackfillReport::untagged), and only their index attributes are put right.
    pub fn set_missing_type(mut self) -> Self {
        self.choices.sets_type = true;
        self
    }

    /// Moves an item whose primary key is not the one that its attributes give: one TransactWriteItems that
    /// deletes it, if it still is as it was read, and puts it under the new key, which has to be free. What
    /// the struct does not know moves along, and so do copies and guards; only an attribute that the struct does not
    /// know and that another program adds after the item was read is lost. Costs two write units per KB of each.
    /// Without this such an item is a failure in the report.
    pub fn rekey(mut self) -> Self {
        self.choices.rekeys = true;
        self
    }

    /// Goes on where a state says: that of a report, or of a progress.
    pub fn resume(mut self, state: impl Into<Option<ScanState>>) -> Self {
        self.state = state.into();
        self
    }

    /// Is called after each page with what was done so far; its `state` is where to go on.
    pub fn on_progress(mut self, progress: impl FnMut(&BackfillReport) + Send + 'static) -> Self {
        self.on_progress = Some(Box::new(progress));
        self
    }

    /// The text of the first read; nothing is sent. What would be written shows a
    /// [`dry_run`](Self::dry_run).
    #[must_use]
    pub fn explain(&self) -> String {
        explained(&self.within, |within| {
            let first = sources(&self.scan, within.as_deref()).into_iter().next();
            first.map_or_else(
                || "nothing is sent: the paths find nothing".to_owned(),
                |source| source.explain(),
            )
        })
    }
}

impl<E: Entity> BackfillRequest<E> {
    async fn run(self) -> Result<BackfillReport> {
        self.scan.check(E::Table::LAYOUT)?;
        let within = self.within?;
        let bound_to = match &within {
            Some(queries) => queries_fingerprint("backfill", E::KEYS.entity, queries),
            None => self.scan.fingerprint("backfill", E::KEYS.entity),
        };
        let sources = sources(&self.scan, within.as_deref());
        let segments = Segments::new(bound_to, sources, self.state.as_ref())?;
        let client = &self.repository.inner.client;
        let reader = Reader::new(client, self.units_per_second)?;
        let pace = self
            .write_units_per_second
            .map(|limit| Pace::new(limit, ASSUMED_WRITE))
            .transpose()?;
        let places = Places::of(&segments);
        let report = BackfillReport {
            segments: places.count(),
            finished_segments: places.finished(),
            state: places.state(),
            ..BackfillReport::default()
        };
        let run = Arc::new(Run {
            client: client.clone().measuring(),
            reader,
            pace,
            plan: self.plan,
            choices: self.choices,
            is_dry_run: self.is_dry_run,
            samples: self.samples,
            concurrency: self.concurrency,
            done: Mutex::new(Done {
                report,
                places,
                on_progress: self.on_progress,
            }),
        });
        let loops = segments.open().into_iter().map(|segment| {
            let run = Arc::clone(&run);
            async move { run.segment(segment).await }
        });
        join_all(loops).await;
        let report = std::mem::take(&mut run.done().report);
        Ok(report)
    }
}

impl<E: Entity + 'static> IntoFuture for BackfillRequest<E> {
    type Output = Result<BackfillReport>;
    type IntoFuture = RequestFuture<BackfillReport>;

    /// Runs it. An error that concerns one item is in the report and the run goes on; one of the service,
    /// after retries, ends it and is in the report with the state to go on from.
    ///
    /// Before anything is sent: [`Error::is_cursor`] where the state is none of this call,
    /// [`Error::is_key`] and [`Error::is_invalid_request`] where an option or a path cannot be right.
    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

/// What each segment reads: a part of the scan, or one of the queries in its place.
fn sources(scan: &Scan, within: Option<&[Query]>) -> Vec<Source> {
    let Some(queries) = within else {
        return scan.parts().into_iter().map(Source::Scan).collect();
    };
    let paged = |query: &Query| {
        let mut query = query.clone();
        query.page_size = scan.page_size;
        query
    };
    let queries = queries.iter().map(paged);
    queries
        .map(|query| Source::Query(Box::new(query)))
        .collect()
}

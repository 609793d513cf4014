//! A backfill under way.
//!
//! Each segment is a loop of its own: a page, its items with a bounded number of writes in flight, then its
//! place. So one page of a segment is in memory, a place is saved only when all before it is done, and what
//! is done twice after an interruption is found to be right the second time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::{StreamExt, stream};

use super::pace::Pace;
use super::plan::{Choices, Plan, PlanFn, Step};
use super::report::BackfillReport;
use super::segments::{Places, Reader, Segment, SegmentPage};
use crate::client::{Client, conflict_jitter, full_jitter};
use crate::entity::KeyTexts;
use crate::error::{Error, Kind, Result};
use crate::item::Stored;
use crate::op::{Get, Transact, Update};

/// Tries to write one item: others changed it after each, or the service had no capacity.
const ATTEMPTS: u32 = 32;
/// Tries of one write that the service refuses for capacity, after the retries of the SDK.
const THROTTLED_ATTEMPTS: u32 = 8;

pub(super) type OnProgress = Box<dyn FnMut(&BackfillReport) + Send>;

/// A run of all segments.
pub(super) struct Run {
    pub(super) client: Client,
    pub(super) reader: Reader,
    pub(super) pace: Option<Pace>,
    pub(super) plan: PlanFn,
    pub(super) choices: Choices,
    pub(super) is_dry_run: bool,
    pub(super) samples: usize,
    pub(super) concurrency: usize,
    pub(super) done: Mutex<Done>,
}

pub(super) struct Done {
    pub(super) report: BackfillReport,
    pub(super) places: Places,
    pub(super) on_progress: Option<OnProgress>,
}

/// What became of a write.
enum Written {
    Done,
    /// The item is not there any more.
    Gone,
    /// Somebody else wrote, or nobody knows: this is what is stored now, if the answer told.
    Overtaken(Option<Stored>),
    /// This item cannot be written.
    Refused(Error),
    /// No item can be, now.
    Stopped(Error),
}

impl Run {
    pub(super) async fn segment(self: Arc<Self>, segment: Segment) {
        let mut rest = Some(segment);
        while let Some(segment) = rest.take() {
            if self.is_stopped() {
                return;
            }
            match self.reader.next(segment).await {
                Ok((page, next)) => {
                    if Arc::clone(&self).page(page).await {
                        rest = next;
                    }
                }
                Err(error) => self.stop(error),
            }
        }
    }

    /// Does one page; whether all of it is done.
    async fn page(self: Arc<Self>, page: SegmentPage) -> bool {
        let SegmentPage {
            segment,
            items,
            examined,
            capacity_units,
            next,
        } = page;
        let items = items.into_iter().map(|item| {
            let run = Arc::clone(&self);
            async move { run.item(item).await }
        });
        let mut results = stream::iter(items).buffer_unordered(self.concurrency);
        let mut is_done = true;
        while let Some(result) = results.next().await {
            match result {
                Ok(is_item_done) => is_done &= is_item_done,
                Err(error) => {
                    is_done = false;
                    self.stop(error);
                }
            }
        }
        let mut done = self.done();
        let Done {
            report,
            places,
            on_progress,
        } = &mut *done;
        report.examined += examined;
        report.capacity_units += capacity_units;
        if is_done {
            places.advance(segment, next);
        }
        report.finished_segments = places.finished();
        report.state = places.state();
        if let Some(on_progress) = on_progress {
            on_progress(report);
        }
        is_done
    }

    /// Does one item; whether it is done. An error is one that ends the run.
    async fn item(&self, mut stored: Stored) -> Result<bool> {
        let (mut attempt, mut throttled) = (0, 0);
        loop {
            // After an error elsewhere nothing new is begun.
            if self.is_stopped() {
                return Ok(false);
            }
            let plan = (self.plan)(&stored, &self.choices);
            let Plan {
                step, is_untagged, ..
            } = self.with_companions(plan).await?;
            let Some((entity, key)) = step.target() else {
                self.count_unwritten(step, is_untagged, attempt);
                return Ok(true);
            };
            if attempt == 0 && throttled == 0 {
                self.sample(&step);
            }
            let now = match self.write(&step).await {
                Written::Done => {
                    self.count_written(&step, is_untagged);
                    return Ok(true);
                }
                Written::Refused(error) => {
                    self.done().report.fail(error);
                    return Ok(true);
                }
                Written::Stopped(error) => {
                    throttled += 1;
                    if !error.is_throttled() || throttled >= THROTTLED_ATTEMPTS {
                        return Err(error);
                    }
                    tokio::time::sleep(full_jitter(throttled)).await;
                    continue;
                }
                Written::Gone => None,
                Written::Overtaken(now) => {
                    attempt += 1;
                    if attempt == ATTEMPTS {
                        self.done().report.fail(overtaken(entity, key));
                        return Ok(true);
                    }
                    tokio::time::sleep(conflict_jitter(attempt)).await;
                    match now {
                        Some(now) => Some(now),
                        None => self.read(key).await?,
                    }
                }
            };
            match now {
                Some(now) => stored = now,
                None => {
                    self.done().report.gone += 1;
                    return Ok(true);
                }
            }
        }
    }

    async fn write(&self, step: &Step) -> Written {
        match step {
            _ if self.is_dry_run => Written::Done,
            Step::Rewrite(update) => self.update(update).await,
            Step::Move(moving) => self.transact(moving, 2).await,
            Step::Together(writes, _) => self.transact(writes, 1).await,
            Step::Other | Step::Nothing | Step::Fail(_) => Written::Done,
        }
    }

    async fn read(&self, key: &KeyTexts) -> Result<Option<Stored>> {
        let get = Get {
            table: self.choices.table.clone(),
            key: key.clone(),
            is_consistent: true,
            projection: None,
        };
        self.client.get(&get).await
    }

    fn count_written(&self, step: &Step, is_untagged: bool) {
        let report = &mut self.done().report;
        match step {
            Step::Move(_) => report.moved += 1,
            _ => {
                report.rewritten += 1;
                report.untagged += usize::from(is_untagged);
            }
        }
        if let Step::Together(_, companions) = step {
            report.companions += companions;
        }
    }

    fn count_unwritten(&self, step: Step, is_untagged: bool, attempt: u32) {
        let report = &mut self.done().report;
        report.untagged += usize::from(is_untagged);
        match step {
            // It was one when it was read.
            Step::Other => report.gone += usize::from(attempt > 0),
            Step::Fail(error) => report.fail(error),
            _ => report.unchanged += 1,
        }
    }

    fn sample(&self, step: &Step) {
        let report = &mut self.done().report;
        if report.samples.len() < self.samples {
            report.samples.extend(match step {
                Step::Rewrite(update) => Some(update.explain()),
                Step::Move(writes) | Step::Together(writes, _) => Some(writes.explain()),
                _ => None,
            });
        }
    }

    async fn update(&self, update: &Update) -> Written {
        let send = self.client.update_metered(update);
        let sent = match &self.pace {
            Some(pace) => pace.spend(send, |units: &Option<f64>| *units).await,
            None => send.await,
        };
        match sent {
            Ok(units) => {
                self.done().report.write_units += units.unwrap_or_default();
                Written::Done
            }
            Err(error) => written(error),
        }
    }

    /// Several writes, of which the first ones are of the item itself.
    async fn transact(&self, writes: &Transact<'_>, own: usize) -> Written {
        let mut sent = self.send_transact(writes).await;
        if sent.as_ref().is_err_and(Error::is_unknown_outcome) {
            // By its token it is known to be the same: what was applied is not applied twice.
            sent = self.send_transact(writes).await;
        }
        let Err(error) = sent else {
            return Written::Done;
        };
        let failed = |is_own: bool| {
            let mut failed = error.canceled().iter();
            failed.any(|action| {
                action.error().is_condition_failed()
                    && action.write().is_some_and(|write| (write < own) == is_own)
            })
        };
        match (failed(true), failed(false)) {
            // Of a copy or guard: they are read again with the item, and then it shows whose they are.
            (false, true) => Written::Overtaken(None),
            // The new key is taken: no other read makes that another.
            _ if error.is_already_exists() => Written::Refused(error),
            _ => written(error),
        }
    }

    async fn send_transact(&self, writes: &Transact<'_>) -> Result<()> {
        let send = self.client.transact(writes);
        match &self.pace {
            Some(pace) => pace.spend(send, |()| None).await,
            None => send.await,
        }
    }

    /// The plan with what the copies and guards of the item need.
    async fn with_companions(&self, mut plan: Plan) -> Result<Plan> {
        let Some(beside) = plan.beside.take() else {
            return Ok(plan);
        };
        let (stored, units) = beside.read(&self.client).await?;
        self.reader.pay(units);
        self.done().report.capacity_units += units;
        Ok(plan.compared(beside, &stored))
    }

    fn is_stopped(&self) -> bool {
        self.done().report.error.is_some()
    }

    fn stop(&self, error: Error) {
        self.done().report.error.get_or_insert(error);
    }

    pub(super) fn done(&self) -> MutexGuard<'_, Done> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn overtaken(entity: &'static str, key: &KeyTexts) -> Error {
    Error::new(Kind::ConditionFailed)
        .for_entity(entity)
        .with_key(key.to_string())
        .with_detail(format!(
            "others changed the item after each of {ATTEMPTS} reads"
        ))
}

/// What an error of a write means for the run.
fn written(error: Error) -> Written {
    if error.is_not_found() {
        return Written::Gone;
    }
    if error.is_condition_failed() {
        return Written::Overtaken(error.existing_as::<Stored>().cloned());
    }
    if error.is_conflict() || error.is_unknown_outcome() {
        return Written::Overtaken(None);
    }
    let is_of_item = error.is_invalid_request()
        || error.is_encode()
        || error.is_item_collection_full()
        || error.code() == Some("ValidationException");
    match is_of_item {
        true => Written::Refused(error),
        false => Written::Stopped(error),
    }
}

//! The run of a fan-out: see the protocol in the module above.

use std::sync::Arc;

use super::plan::Plan;
use super::{FanOut, FanOutProgress, FanOutReport, FanOutRequest, Options};
use crate::client::{Client, conflict_jitter};
use crate::entity::SourceValues;
use crate::error::{Error, Kind, Result};
use crate::op::TRANSACTION_ACTIONS;
use crate::repository::plan::deliver;
use crate::repository::step::Step;

/// Attempts without progress until a run gives up: others changed the source or a copy after each.
const ATTEMPTS: u32 = 32;
/// Bytes of copies in one transaction, which with its other items has at most 4 MB.
const CHUNK_BYTES: usize = 3 * 1024 * 1024;

/// The whole of it: the write, then each source's copies.
pub(super) async fn run(request: FanOutRequest<'_>) -> Result<FanOutReport> {
    let FanOutRequest {
        client,
        steps,
        plans,
        settle,
        token,
        options,
    } = request;
    let steps = steps?;
    let mut report = FanOutReport::default();
    let written: Vec<_> = steps.iter().filter_map(written).collect();
    if !steps.is_empty() {
        write(&client, &steps, &written, token, &options, &mut report).await?;
        settle.into_iter().for_each(|settle| settle());
    }
    let is_written = !steps.is_empty();
    let unknown = plans.into_iter().map(|plan| (plan, None));
    for (plan, values) in written.into_iter().chain(unknown) {
        let values = values.filter(|values| plan.is_complete(values));
        until_true(&client, &plan, &options, &mut report, values)
            .await
            .map_err(|error| match is_written {
                true => error.of_unfinished_fan_out(),
                false => error,
            })?;
    }
    Ok(report)
}

/// Updates the copies of a source until none is stale, beginning with its values where they are known.
pub(super) async fn until_true(
    client: &Client,
    plan: &Plan,
    options: &Options,
    report: &mut FanOutReport,
    known: Option<SourceValues>,
) -> Result<()> {
    let mut run = Run {
        client,
        plan,
        options,
        report,
        copies: 0,
        unreadable: Vec::new(),
    };
    let end = run.until_true(known).await;
    run.finish();
    end
}

/// A source with its values after a write of it, as far as they are known.
type Written = (Arc<Plan>, Option<SourceValues>);

fn written(step: &Step) -> Option<Written> {
    let plan = step.copies.to_fan_out()?;
    Some((Arc::clone(plan), plan.values_after(&step.write)))
}

/// Step 1: with all copies in one transaction, or alone.
async fn write(
    client: &Client,
    steps: &[Step],
    written: &[Written],
    token: Option<String>,
    options: &Options,
    report: &mut FanOutReport,
) -> Result<()> {
    for attempt in 0..ATTEMPTS {
        let copies = match &token {
            // A transaction that is built anew is another one, and the caller's token is for one.
            Some(_) => None,
            None => fitting(client, steps, written).await?,
        };
        let copies = match (copies, options.mode) {
            (None, FanOut::TransactionOnly) => return Err(too_large(written)),
            (Some(copies), _) if !copies.is_empty() => copies,
            _ => return alone(client, steps, token, report).await,
        };
        let updated = copies.len();
        let all = steps.iter().cloned().chain(copies).collect();
        match deliver(client, all, None, false).await {
            Ok(_) => {
                report.transactions += 1;
                report.updated += updated;
                return Ok(());
            }
            // Copies were deleted or changed since they were read.
            Err(error) if is_of_copies(&error, steps.len()) => {
                tokio::time::sleep(conflict_jitter(attempt)).await;
            }
            Err(error) => return Err(error),
        }
    }
    Err(Error::new(Kind::Conflict).with_detail(format!(
        "others changed copies after each of {ATTEMPTS} reads; nothing is written"
    )))
}

/// Nothing but copies was in the way.
fn is_of_copies(error: &Error, steps: usize) -> bool {
    let failed = error.canceled();
    !failed.is_empty()
        && failed
            .iter()
            .all(|action| action.index() >= steps && action.error().is_condition_failed())
}

async fn alone(
    client: &Client,
    steps: &[Step],
    token: Option<String>,
    report: &mut FanOutReport,
) -> Result<()> {
    let is_single = matches!(steps, [step] if step.is_plain()) && token.is_none();
    deliver(client, steps.to_vec(), token, is_single).await?;
    report.transactions += usize::from(!is_single);
    Ok(())
}

fn too_large(written: &[Written]) -> Error {
    let error = match written.first() {
        Some((plan, _)) => plan.error(Kind::Request),
        None => Error::new(Kind::Request),
    };
    error.with_detail(format!(
        "the write and the updates of its copies do not fit one transaction, which has at most {TRANSACTION_ACTIONS} actions and 4 MB and needs values that are known: without `FanOut::TransactionOnly` they are updated in chunks after it"
    ))
}

/// The updates of all copies, where they fit one transaction with the write; `None` where they do not, or the new values are not known.
async fn fitting(
    client: &Client,
    steps: &[Step],
    written: &[Written],
) -> Result<Option<Vec<Step>>> {
    let mut chunk = Chunk::default();
    for (actions, bytes) in steps.iter().map(Step::extent) {
        chunk.actions += actions;
        chunk.bytes += bytes;
    }
    for (plan, values) in written {
        let Some(values) = values else {
            return Ok(None);
        };
        let mut pages = plan.pages(client);
        while let Some(page) = pages.next().await? {
            for found in &page.copies {
                // An item that the caller's transaction writes too is looked at again afterwards.
                if steps.iter().any(|step| *step.write.key() == found.key) {
                    continue;
                }
                // One that cannot be updated is no reason not to write the source.
                let Ok(Some((update, size))) = plan.update(found, values) else {
                    continue;
                };
                if !chunk.has_room(&update, size) {
                    return Ok(None);
                }
                chunk.add(update, size);
            }
        }
    }
    Ok(Some(chunk.updates))
}

/// Steps 2 to 5 for one source.
struct Run<'r> {
    client: &'r Client,
    plan: &'r Plan,
    options: &'r Options,
    report: &'r mut FanOutReport,
    /// Copies of the present pass, and items in it that could not be read.
    copies: usize,
    unreadable: Vec<Error>,
}

/// How a pass over the copies ended.
enum Pass {
    /// No copy was stale.
    Clean,
    /// Stale copies were updated.
    Updated,
    /// A chunk was not applied.
    Interrupted(Error),
}

impl Run<'_> {
    async fn until_true(&mut self, known: Option<SourceValues>) -> Result<()> {
        let mut values = match known {
            Some(values) => values,
            None => match self.plan.read(self.client).await? {
                Some(values) => values,
                None => return Ok(()),
            },
        };
        let (mut failures, mut is_settled) = (0, !self.plan.is_by_index());
        while failures < ATTEMPTS {
            let before = self.report.updated;
            self.report.passes += 1;
            let pass = self.pass(&values).await?;
            if self.report.updated > before {
                failures = 0;
            }
            match pass {
                Pass::Updated => continue,
                Pass::Clean => {
                    let Some(now) = self.plan.read(self.client).await? else {
                        return Ok(());
                    };
                    if now == values {
                        if is_settled {
                            return Ok(());
                        }
                        is_settled = true;
                        tokio::time::sleep(self.options.settle).await;
                        continue;
                    }
                    values = now;
                }
                Pass::Interrupted(error) if is_final(&error) => return Err(error),
                // The source has other values, a copy is not as it was read, or somebody else is in the way.
                Pass::Interrupted(_) => match self.plan.read(self.client).await? {
                    Some(now) => values = now,
                    None => return Ok(()),
                },
            }
            failures += 1;
            tokio::time::sleep(conflict_jitter(failures)).await;
        }
        Err(self.plan.error(Kind::Conflict).with_detail(format!(
            "others changed the source or its copies after each of {ATTEMPTS} reads"
        )))
    }

    /// What the last pass saw.
    fn finish(&mut self) {
        self.report.copies += self.copies;
        self.report.unreadable.append(&mut self.unreadable);
    }

    /// Steps 3 and 4.
    async fn pass(&mut self, values: &SourceValues) -> Result<Pass> {
        self.copies = 0;
        self.unreadable.clear();
        let mut pages = self.plan.pages(self.client);
        let mut chunk = Chunk::with_check();
        let mut is_clean = true;
        while let Some(page) = pages.next().await? {
            self.copies += page.copies.len();
            self.unreadable.extend(page.errors);
            for found in &page.copies {
                let (update, size) = match self.plan.update(found, values) {
                    Ok(Some(update)) => update,
                    Ok(None) => continue,
                    Err(error) => {
                        self.unreadable.push(error);
                        continue;
                    }
                };
                is_clean = false;
                if !chunk.has_room(&update, size)
                    && let Some(end) = self.send(&mut chunk, values).await?
                {
                    return Ok(end);
                }
                chunk.add(update, size);
            }
            self.tell();
        }
        if let Some(end) = self.send(&mut chunk, values).await? {
            return Ok(end);
        }
        Ok(match is_clean {
            true => Pass::Clean,
            false => Pass::Updated,
        })
    }

    /// Applies a chunk while the source has the values; how the pass ends where it could not.
    async fn send(&mut self, chunk: &mut Chunk, values: &SourceValues) -> Result<Option<Pass>> {
        let updates = std::mem::replace(chunk, Chunk::with_check()).updates;
        let updated = updates.len();
        if updated == 0 {
            return Ok(None);
        }
        let check = Step::new(self.plan.check(values)).any();
        let all = std::iter::once(check).chain(updates).collect();
        match deliver(self.client, all, None, false).await {
            Ok(_) => {
                self.report.transactions += 1;
                self.report.updated += updated;
                self.tell();
                Ok(None)
            }
            Err(error) => Ok(Some(Pass::Interrupted(error))),
        }
    }

    fn tell(&self) {
        if let Some(tell) = &self.options.on_progress {
            tell(&FanOutProgress {
                copies: self.copies,
                updated: self.report.updated,
                transactions: self.report.transactions,
                pass: self.report.passes,
            });
        }
    }
}

/// Another read would not help. After a lost answer it does: what is stored tells what was applied.
fn is_final(error: &Error) -> bool {
    !(error.is_condition_failed() || error.is_conflict() || error.is_unknown_outcome())
}

/// Updates that are applied together, with a check of the source or the write of it.
#[derive(Default)]
struct Chunk {
    updates: Vec<Step>,
    actions: usize,
    bytes: usize,
}

impl Chunk {
    /// One action is the check of the source.
    fn with_check() -> Self {
        Self {
            actions: 1,
            ..Self::default()
        }
    }

    /// A chunk that is always tried: one copy, whatever its size.
    fn has_room(&self, update: &Step, size: usize) -> bool {
        let (actions, _) = update.extent();
        self.updates.is_empty() && self.actions <= 1
            || self.actions + actions <= TRANSACTION_ACTIONS && self.bytes + size <= CHUNK_BYTES
    }

    fn add(&mut self, update: Step, size: usize) {
        self.actions += update.extent().0;
        self.bytes += size;
        self.updates.push(update);
    }
}

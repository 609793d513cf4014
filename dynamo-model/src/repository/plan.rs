//! From steps to what is sent: each write with its copies and guards, planned from what is read, and planned anew where
//! others came in between.
//!
//! A write that does not know the old values of `unique` fields reads the item first, and is sent on the condition
//! that they are still as read. Where that fails, all is done again from the read, as a new transaction with a new token.

use super::explained;
use super::step::{Step, delete_expired, met_expired, send_update};
use crate::client::{Client, conflict_jitter};
use crate::entity::KeyTexts;
use crate::error::{Error, Result};
use crate::item::Stored;
use crate::op::{Along, Companion, Get, Planned, Transact, Update, Write, new_token};

/// Plans of one call until it gives up: others changed an item after each.
const ATTEMPTS: u32 = 16;

/// What the steps' items were when they were read: as many as there are steps.
type Reads = Vec<Option<Stored>>;

/// Sends the steps, as one transaction or, where a single step is one write and `alone`, as that; returns the item
/// before or after, where an update asks for it.
pub(super) async fn deliver(
    client: &Client,
    steps: Vec<Step>,
    token: Option<String>,
    alone: bool,
) -> Result<Option<Stored>> {
    for step in &steps {
        step.copies.check_decided()?;
    }
    let mut delivery = Delivery {
        client,
        steps,
        others: Vec::new(),
    };
    let mut attempt = 0;
    loop {
        let reads = delivery.read().await?;
        let actions = delivery.planned(&reads)?;
        let token = nth_token(token.as_deref(), attempt);
        let failed = match Request::of(actions, token, alone)? {
            None => return Ok(None),
            Some(request) => match request.send(client).await {
                Ok(stored) => return Ok(stored),
                Err(error) => Failed { request, error },
            },
        };
        attempt += 1;
        match delivery.next(&failed, &reads) {
            Next::Fail => return Err(failed.error),
            _ if attempt == ATTEMPTS => {
                let detail = format!("others changed the item after each of {ATTEMPTS} reads");
                return Err(failed.error.with_detail(detail));
            }
            Next::ReadAgain => tokio::time::sleep(conflict_jitter(attempt)).await,
            Next::Without(others) => delivery.others.extend(others),
            Next::AfterDeleting(expired) => {
                for update in expired {
                    delete_expired(client, update).await?;
                }
            }
        }
    }
}

/// A caller's own token is of one transaction, and a new plan is another one.
fn nth_token(token: Option<&str>, attempt: u32) -> Option<String> {
    match (token, attempt) {
        (Some(token), 0) => Some(token.to_owned()),
        _ => Some(new_token()),
    }
}

/// What is sent.
enum Request {
    One(Box<Write>),
    Transaction(Transact),
}

impl Request {
    fn of(actions: Vec<Planned>, token: Option<String>, alone: bool) -> Result<Option<Self>> {
        let is_one = alone && matches!(actions.as_slice(), [one] if one.write.is_item());
        if is_one {
            return Ok(actions
                .into_iter()
                .next()
                .map(|one| Self::One(Box::new(one.write))));
        }
        Ok(Transact::new(actions, token)?.map(Self::Transaction))
    }

    async fn send(&self, client: &Client) -> Result<Option<Stored>> {
        match self {
            Self::One(write) => send_item(client, write).await,
            Self::Transaction(transact) => client.transact(transact).await.map(|()| None),
        }
    }
}

/// One write by itself, which is no check.
pub(super) async fn send_item(client: &Client, write: &Write) -> Result<Option<Stored>> {
    match write {
        Write::Put(put) => client.put(put).await.map(|()| None),
        Write::Delete(delete) => client.delete(delete).await.map(|()| None),
        Write::Update(update) => send_update(client, update).await,
        Write::Check(_) => Ok(None),
    }
}

struct Failed {
    request: Request,
    error: Error,
}

impl Failed {
    /// The writes that failed, each with its error.
    fn writes(&self) -> Vec<(&Write, &Error)> {
        match &self.request {
            Request::One(write) => vec![(write, &self.error)],
            Request::Transaction(transact) => {
                let failed = self.error.canceled().iter().filter_map(|action| {
                    Some((transact.writes.get(action.write()?)?, action.error()))
                });
                failed.collect()
            }
        }
    }
}

/// What to do about a failure.
enum Next<'f> {
    Fail,
    ReadAgain,
    /// Copies or guards are not this item's, so they stay.
    Without(Vec<KeyTexts>),
    /// Upserts do not merge into expired items.
    AfterDeleting(Vec<&'f Update>),
}

struct Delivery<'c> {
    client: &'c Client,
    steps: Vec<Step>,
    /// Copies and guards that turned out to be other items'.
    others: Vec<KeyTexts>,
}

impl Delivery<'_> {
    async fn read(&self) -> Result<Reads> {
        let mut reads = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            reads.push(match step.read() {
                Some(get) => self.client.get(&get).await?,
                None => None,
            });
        }
        Ok(reads)
    }

    fn planned(&self, reads: &Reads) -> Result<Vec<Planned>> {
        let plan = |(step, read): (&Step, &Option<Stored>)| step.planned(read.as_ref());
        let plans = self.steps.iter().zip(reads).map(plan);
        Ok(joined(plans.collect::<Result<Vec<_>>>()?, &self.others))
    }

    fn next<'f>(&self, failed: &'f Failed, reads: &Reads) -> Next<'f> {
        let writes = failed.writes();
        if writes.is_empty() {
            return Next::Fail;
        }
        let is_overtaken = |(write, error): &(&Write, &Error)| {
            let mut steps = self.steps.iter().zip(reads);
            steps.any(|(step, read)| step.is_overtaken(read.as_ref(), write, error))
        };
        if writes.iter().any(is_overtaken) {
            return Next::ReadAgain;
        }
        let is_own = |write: &Write| self.steps.iter().any(|step| step.write.is_on(write));
        let expired = |(write, error): &(&'f Write, &Error)| match write {
            Write::Update(update) if met_expired(update, error) => Some(update),
            _ => None,
        };
        let found: Vec<_> = writes.iter().filter_map(expired).collect();
        let mut others = writes.iter().filter(|failed| expired(failed).is_none());
        // What else failed may be due to the expired item; of another step it is not.
        if !found.is_empty() && !others.any(|(write, _)| is_own(write)) {
            return Next::AfterDeleting(found);
        }
        let is_others = |(write, error): &(&Write, &Error)| {
            let is_gone = matches!(write, Write::Delete(_)) && !is_own(write);
            (is_gone && error.is_condition_failed()).then(|| write.key().clone())
        };
        match writes.iter().map(is_others).collect() {
            Some(others) => Next::Without(others),
            None => Next::Fail,
        }
    }
}

/// A step's own write and what goes with it.
pub(super) type StepPlan = (Vec<Write>, Vec<Companion>);

/// The actions of all steps: first each step's own, so that its failure is what is reported.
fn joined(plans: Vec<StepPlan>, others: &[KeyTexts]) -> Vec<Planned> {
    let (mut actions, mut companions) = (Vec::with_capacity(plans.len()), Vec::new());
    for (position, (writes, along)) in plans.into_iter().enumerate() {
        actions.extend(writes.into_iter().map(|write| Planned { write, position }));
        companions.extend(along.into_iter().map(|companion| (position, companion)));
    }
    let is_left =
        |companion: &Companion| companion.is_deletion() && others.contains(&companion.key);
    let companions = Companion::handed_over(companions).into_iter();
    let companions = companions.filter(|(_, companion)| !is_left(companion));
    actions.extend(companions.map(|(position, companion)| Planned {
        write: companion.into_write(),
        position,
    }));
    actions
}

/// The transaction of the steps, as far as it is known without reading; `None` for no steps.
pub(super) fn unread(steps: &[Step], token: Option<String>) -> Result<Option<Transact>> {
    let plans = steps.iter().map(Step::unread).collect::<Result<Vec<_>>>()?;
    Transact::new(joined(plans, &[]), token)
}

/// The text of the requests for the steps; those for a single step with `alone`.
pub(super) fn explain(steps: &[Step], alone: bool) -> String {
    let reads: Vec<Get> = steps.iter().filter_map(Step::read).collect();
    if let ([step], true, true) = (steps, alone, reads.is_empty()) {
        let plan = step.unread();
        if let Ok((writes, companions)) = &plan
            && let ([write], []) = (writes.as_slice(), companions.as_slice())
            && write.is_item()
        {
            return write.explain();
        }
    }
    let text = explained(&unread(steps, None), |transact| {
        transact.as_ref().map_or_else(
            || "nothing is sent: the transaction has no actions".to_owned(),
            Transact::explain,
        )
    });
    let unknown = steps.iter().filter(|step| step.read().is_some());
    let unknown = unknown.filter_map(|step| step.along.as_ref());
    let unknown = unknown.map(|along| format!("    {}", along.unknown_guards()));
    let reads = reads.iter().map(Get::explain);
    let lines: Vec<String> = reads.chain([text]).chain(unknown).collect();
    lines.join("\n")
}

impl Step {
    /// The read that comes first.
    fn read(&self) -> Option<Get> {
        let along = self.along.as_ref()?;
        along.reads(&self.write).then(|| Get {
            table: self.write.table().to_owned(),
            key: self.write.key().clone(),
            is_consistent: true,
            projection: None,
        })
    }

    fn planned(&self, read: Option<&Stored>) -> Result<StepPlan> {
        let write = self.write.clone();
        let (write, companions) = match &self.along {
            Some(along) => along.planned(write, read)?,
            None => (write, Vec::new()),
        };
        Ok((self.with_beside(write), companions))
    }

    fn unread(&self) -> Result<StepPlan> {
        self.copies.check_decided()?;
        match &self.along {
            Some(along) if along.reads(&self.write) => {
                let write = self.with_beside(self.write.clone());
                Ok((write, along.copies(&self.write)))
            }
            _ => self.planned(None),
        }
    }

    fn with_beside(&self, write: Write) -> Vec<Write> {
        std::iter::once(write)
            .chain(self.beside.iter().cloned())
            .collect()
    }

    /// The actions that it is at most, and the bytes of their items as far as they are known. Which guards move is seen
    /// when the item is read.
    pub(super) fn extent(&self) -> (usize, usize) {
        let reads = |along: &&Along| along.reads(&self.write);
        let of_guards = self.along.as_ref().filter(reads);
        let of_guards = of_guards.map_or(0, |along| 2 * along.keys.companions.unique.len());
        match self.unread() {
            Ok((writes, companions)) => {
                let bytes = writes.iter().map(Write::size).sum::<usize>();
                let items = writes.len() + companions.len() + of_guards;
                (items, bytes * (1 + companions.len()))
            }
            // It fails when it is sent.
            Err(_) => (1, 0),
        }
    }

    /// Whether the step's own write failed because the values that were read are not there any more.
    fn is_overtaken(&self, read: Option<&Stored>, write: &Write, error: &Error) -> bool {
        let Some(along) = self.along.as_ref().filter(|along| along.reads(&self.write)) else {
            return false;
        };
        let existing = error.existing_as::<Stored>();
        let is_expired =
            || read.is_some_and(|read| along.live.is_some_and(|live| live.is_expired(read)));
        // A write that needs the item finds none either way.
        let is_missing = || write.failure().absent.is_some() && existing.is_none() && is_expired();
        self.write.is_on(write)
            && error.is_condition_failed()
            && along.values(read) != along.values(existing)
            && !is_missing()
    }
}

//! From steps to what is sent: each write with its copies and guards, planned from what is read, and planned anew where
//! others came in between.
//!
//! A write that does not know the old values of `unique` fields reads the item first, and is sent on the condition
//! that they are still as read. Where that fails, all is done again from the read, as a new transaction with a new token;
//! under a caller's own token it is a conflict.

use super::explained;
use super::step::{Step, delete_expired, met_expired, send_update};
use crate::client::{Client, conflict_jitter};
use crate::entity::KeyTexts;
use crate::error::{Error, Kind, Result};
use crate::item::Stored;
use crate::op::{Along, Companion, Get, Planned, Sent, Transact, Update, Write, new_token};

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
    let delivery = Delivery {
        client,
        steps: &steps,
    };
    // Copies and guards that turned out to be other items'.
    let mut others = Vec::new();
    let has_own_token = token.is_some();
    let mut attempt = 0;
    loop {
        let reads = delivery.read().await?;
        let actions = delivery.planned(&reads, &others)?;
        // A plan that is made anew is another transaction.
        let token = token.clone().unwrap_or_else(new_token);
        let failed = match Request::of(actions, Some(token), alone)? {
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
            Next::ReadAgain if has_own_token => return Err(failed.overtaken()),
            Next::ReadAgain => tokio::time::sleep(conflict_jitter(attempt)).await,
            Next::Without(found) => others.extend(found),
            Next::AfterDeleting(expired) => {
                for update in expired {
                    delete_expired(client, update).await?;
                }
                if has_own_token && delivery.is_read() {
                    return Err(failed.overtaken());
                }
            }
        }
    }
}

/// What is sent.
enum Request<'s> {
    One(Sent<'s>),
    Transaction(Transact<'s>),
}

impl<'s> Request<'s> {
    fn of(actions: Vec<Planned<'s>>, token: Option<String>, alone: bool) -> Result<Option<Self>> {
        let is_one = alone && matches!(actions.as_slice(), [one] if one.write.is_item());
        if is_one {
            return Ok(actions.into_iter().next().map(|one| Self::One(one.write)));
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

struct Failed<'s> {
    request: Request<'s>,
    error: Error,
}

impl Failed<'_> {
    /// A new plan is another transaction, and a caller's own token is of one. Under a random one, a call that is repeated
    /// would be applied twice.
    fn overtaken(&self) -> Error {
        let writes = self.writes();
        let error = match writes.first() {
            Some((write, _)) => write.error(Kind::Conflict),
            None => Error::new(Kind::Conflict),
        };
        error.with_detail(
            "others changed the item since it was read, and the transaction of what is stored now is another one than that of the token: nothing is applied, so call again with another token",
        )
    }

    /// The writes that failed, each with its error.
    fn writes(&self) -> Vec<(&Write, &Error)> {
        match &self.request {
            Request::One(write) => vec![(&**write, &self.error)],
            Request::Transaction(transact) => {
                let failed = self.error.canceled().iter().filter_map(|action| {
                    let write = transact.writes.get(action.write()?)?;
                    Some((&**write, action.error()))
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

struct Delivery<'s> {
    client: &'s Client,
    steps: &'s [Step],
}

impl<'s> Delivery<'s> {
    /// Whether the plan is made of what is read.
    fn is_read(&self) -> bool {
        self.steps.iter().any(|step| step.read().is_some())
    }

    async fn read(&self) -> Result<Reads> {
        let mut reads = Vec::with_capacity(self.steps.len());
        for step in self.steps {
            reads.push(match step.read() {
                Some(get) => self.client.get(&get).await?,
                None => None,
            });
        }
        Ok(reads)
    }

    fn planned(&self, reads: &Reads, others: &[KeyTexts]) -> Result<Vec<Planned<'s>>> {
        let mut plan = Plan::of(self.steps.len());
        for (step, read) in self.steps.iter().zip(reads) {
            plan.add(step, read.as_ref())?;
        }
        Ok(plan.joined(others))
    }

    fn next<'f>(&self, failed: &'f Failed<'_>, reads: &Reads) -> Next<'f> {
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

/// The actions of some steps: writes are the steps' own, but for those that are on a condition of what was read.
#[derive(Default)]
struct Plan<'s> {
    steps: usize,
    /// What each step writes, but for the copies and guards of its item.
    actions: Vec<Planned<'s>>,
    companions: Vec<(usize, Companion)>,
}

impl<'s> Plan<'s> {
    /// None yet of so many steps.
    fn of(steps: usize) -> Self {
        Self {
            actions: Vec::with_capacity(steps),
            ..Self::default()
        }
    }

    /// Adds a step, its item as it was read.
    fn add(&mut self, step: &'s Step, read: Option<&Stored>) -> Result<()> {
        match &step.along {
            Some(along) => {
                let (write, companions) = along.planned(step.write.clone(), read)?;
                self.push(step, Sent::Own(Box::new(write)), companions);
            }
            None => self.push(step, Sent::Asked(&step.write), Vec::new()),
        }
        Ok(())
    }

    /// Adds a step, as far as it is known without reading.
    fn add_unread(&mut self, step: &'s Step) -> Result<()> {
        step.copies.check_decided()?;
        match &step.along {
            Some(along) if along.reads(&step.write) => {
                let companions = along.copies(&step.write);
                self.push(step, Sent::Asked(&step.write), companions);
                Ok(())
            }
            _ => self.add(step, None),
        }
    }

    fn push(&mut self, step: &'s Step, write: Sent<'s>, companions: Vec<Companion>) {
        let position = self.steps;
        self.steps += 1;
        let beside = step.beside.iter().map(Sent::Asked);
        let writes = std::iter::once(write).chain(beside);
        let actions = writes.map(|write| Planned { write, position });
        self.actions.extend(actions);
        let companions = companions.into_iter();
        self.companions
            .extend(companions.map(|companion| (position, companion)));
    }

    /// The actions in order: first each step's own, so that its failure is what is reported.
    fn joined(self, others: &[KeyTexts]) -> Vec<Planned<'s>> {
        let mut actions = self.actions;
        let is_left =
            |companion: &Companion| companion.is_deletion() && others.contains(&companion.key);
        let companions = Companion::handed_over(self.companions).into_iter();
        let companions = companions.filter(|(_, companion)| !is_left(companion));
        actions.extend(
            companions.map(|(position, companion)| Planned::new(position, companion.into_write())),
        );
        actions
    }
}

/// The transaction of the steps, as far as it is known without reading; `None` for no steps.
pub(super) fn unread(steps: &[Step], token: Option<String>) -> Result<Option<Transact<'_>>> {
    let mut plan = Plan::of(steps.len());
    for step in steps {
        plan.add_unread(step)?;
    }
    Transact::new(plan.joined(&[]), token)
}

/// The text of the requests for the steps; those for a single step with `alone`.
pub(super) fn explain(steps: &[Step], alone: bool) -> String {
    let reads: Vec<Get> = steps.iter().filter_map(Step::read).collect();
    if let ([step], true, true) = (steps, alone, reads.is_empty()) {
        let mut plan = Plan::of(1);
        if plan.add_unread(step).is_ok()
            && let ([one], []) = (plan.actions.as_slice(), plan.companions.as_slice())
            && one.write.is_item()
        {
            return one.write.explain();
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
            table: self.write.table().into(),
            key: self.write.key().clone(),
            is_consistent: true,
            projection: None,
        })
    }

    /// The actions that it is at most, and the bytes of their items as far as they are known. Which guards move is seen
    /// when the item is read.
    pub(super) fn extent(&self) -> (usize, usize) {
        let reads = |along: &&Along| along.reads(&self.write);
        let of_guards = self.along.as_deref().filter(reads);
        let of_guards = of_guards.map_or(0, |along| 2 * along.keys.companions.unique.len());
        let mut plan = Plan::of(1);
        if plan.add_unread(self).is_err() {
            // It fails when it is sent.
            return (1, 0);
        }
        let bytes: usize = plan.actions.iter().map(|action| action.write.size()).sum();
        let companions = plan.companions.len();
        let items = plan.actions.len() + companions + of_guards;
        (items, bytes * (1 + companions))
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

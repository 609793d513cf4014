//! Fan-out: the copies of what a write changes follow it.
//!
//! # The protocol, and why each step
//!
//! A copy is never born stale: a write that sets a copied value is a transaction with a ConditionCheck `source.field = :value` (the step's
//! `sources`). So whatever is committed while the source has a value `v` has this value, and only a change of the source can make copies
//! stale. A write that changes a source and fans out is then:
//!
//! 1. The copies are looked for. If the write and an update of each copy fit one transaction (100 actions, 4 MB), it is that transaction:
//!    nobody sees the one without the others. Otherwise, or where the new value is known to the service only, the write goes alone.
//! 2. The source is read, consistently: `v`. (After a write of literal values these are known, and the read comes at the end of the pass.)
//! 3. All pages of the copies are read: from the table consistently, or by an index, and then each item from the table. Stale is what has
//!    another value than `v`. The copies that step 1 found are looked at again: one that was born between the query and the transaction had
//!    a source with the old value, and nothing else tells of it.
//! 4. Stale copies are updated in chunks, one after the other: a ConditionCheck `source.field = v` and up to 99 updates, each on the
//!    condition that the item is there, names the source, and that the other inputs of index keys that are made anew are as they were read.
//!    - A failed check means that a newer write has come, a failed copy that it was deleted or changed meanwhile. Then step 2, with the newer
//!      value: whoever runs later runs for the newest one, and an older run cannot overwrite a newer value, since each chunk is applied in a
//!      moment in which the source has the chunk's value.
//!    - A transaction that is built anew has a new token. One that is sent again after a conflict or a lost answer has its old one.
//! 5. It is finished after a pass in which no copy was stale and after which the source still has the pass's value.
//!
//! No state is saved: a run that died is resumed by running again ([`Repository::fan_out`]), since all that it needs is in the table.
//! Equality with the source is enough, and no version of it is needed: a value that comes back (A, B, A) is the value that the copies should
//! have.
//!
//! Items that are expired and not yet deleted count as stored here: they are checked, updated and found as others are.
//!
//! What holds: once a source's last fan-out has returned, no copy disagrees with it. Until then a reader may see the old value. A copy is
//! no concern of its source's deletion: it stays as it is, and is neither stale nor updated while there is no source. A source that is made
//! again says what becomes of the copies that are left, as any write does, and its fan-out finds them.
//!
//! One thing is out of reach: the service shows the items of a transaction one after the other, within milliseconds, to queries. A copy whose birth
//! is committed just before the source changes, and that the last pass's query does not show yet, is missed. Like all that was
//! written past the library it is found by [`Repository::audit_copies`], and put right by the next fan-out.
//!
//! Copies that are found by a global secondary index hold this as far as the index does: it is behind the table, so a copy that was born a
//! moment ago may not be in it. A pass without a stale copy is repeated once after a pause ([`FanOutRequest::settle_for`]); it is best effort,
//! and [`Repository::audit_copies`] tells what was missed.

mod audit;
mod plan;
mod run;

use std::fmt;
use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use super::copies::Decision;
use super::rekey::RekeyRequest;
use super::step::{Step, explain, explain_one};
use super::transact::Settle;
use super::update::UpdateRequest;
use super::write::WriteRequest;
use super::{Repository, explained};
use crate::client::Client;
use crate::entity::{Entity, IntoKey, Table};
use crate::error::{Error, Result};
use crate::op::Write;

pub use audit::{AuditRequest, RepairRequest, StaleCopy};
pub(crate) use plan::Plan;

/// How long an index is waited for by default.
const SETTLE: Duration = Duration::from_secs(1);

/// How a fan-out is sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum FanOut {
    /// In one transaction where everything fits; otherwise the source first, then its copies in chunks that each check it.
    #[default]
    Chunks,
    /// In one transaction, or not at all: [`Error::is_invalid_request`] where it does not fit, and nothing is written.
    TransactionOnly,
}

/// How far a fan-out has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FanOutProgress {
    /// Copies that the present pass has looked at.
    pub copies: usize,
    /// Updates of copies that are applied.
    pub updated: usize,
    /// Transactions that are applied.
    pub transactions: usize,
    /// The present pass over the copies, from 1.
    pub pass: usize,
}

/// What a fan-out did.
#[derive(Debug, Default)]
#[non_exhaustive]
#[must_use = "a fan-out can leave copies that cannot be read"]
pub struct FanOutReport {
    /// Copies that there are: what the last pass looked at.
    pub copies: usize,
    /// Updates of copies that were applied.
    pub updated: usize,
    /// Transactions that were applied, the one with the source among them.
    pub transactions: usize,
    /// Passes over the copies.
    pub passes: usize,
    /// Items among the copies that cannot be read as their entity: they are as they were.
    pub unreadable: Vec<Error>,
}

type OnProgress = Arc<dyn Fn(&FanOutProgress) + Send + Sync>;

/// A write and the fan-out to its copies, or a fan-out alone. `.await` runs it.
///
/// Made by `.fan_out()` on a write, and by [`Repository::fan_out`]. An entity that was passed as `&mut` is borrowed until the end; it holds
/// what was stored as soon as the source is written, also where the fan-out then fails.
#[must_use = "a fan-out does nothing until it is awaited"]
pub struct FanOutRequest<'e> {
    pub(super) client: Client,
    pub(super) steps: Result<Vec<Step>>,
    /// Sources that are not written.
    pub(super) plans: Vec<Arc<Plan>>,
    pub(super) settle: Vec<Settle<'e>>,
    pub(super) token: Option<String>,
    pub(super) options: Options,
}

/// What the caller chose.
#[derive(Clone)]
pub(super) struct Options {
    mode: FanOut,
    settle: Duration,
    on_progress: Option<OnProgress>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            mode: FanOut::default(),
            settle: SETTLE,
            on_progress: None,
        }
    }
}

impl fmt::Debug for FanOutRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FanOutRequest").field(&self.steps).finish()
    }
}

impl<'e> FanOutRequest<'e> {
    pub(super) fn new(client: Client, steps: Result<Vec<Step>>, settle: Vec<Settle<'e>>) -> Self {
        let steps = steps.map(|mut steps| {
            steps
                .iter_mut()
                .for_each(|step| step.copies.decide(Decision::FanOut));
            steps
        });
        Self {
            client,
            steps,
            plans: Vec::new(),
            settle,
            token: None,
            options: Options::default(),
        }
    }

    /// In one transaction only, or also in chunks.
    pub fn mode(mut self, mode: FanOut) -> Self {
        self.options.mode = mode;
        self
    }

    /// Tells how far it has come, after each page and each transaction. It is called in the task that runs, so it should be quick.
    pub fn on_progress(mut self, tell: impl Fn(&FanOutProgress) + Send + Sync + 'static) -> Self {
        self.options.on_progress = Some(Arc::new(tell));
        self
    }

    /// How long an index by which copies are found may be behind the table: a second unless told otherwise. Copies in a partition of the
    /// table are not waited for.
    pub fn settle_for(mut self, pause: Duration) -> Self {
        self.options.settle = pause;
        self
    }

    /// The text of the write, and of the queries that find the copies; nothing is sent. Which copies there are is known when it runs: an
    /// observer sees each request.
    #[must_use]
    pub fn explain(&self) -> String {
        explained(&self.steps, |steps| {
            let write = match steps.as_slice() {
                [] => None,
                [step] => Some(explain_one(step)),
                steps => Some(explain(steps)),
            };
            let planned = steps.iter().filter_map(|step| step.copies.to_fan_out());
            let queries = planned.chain(&self.plans).flat_map(|plan| plan.explain());
            write
                .into_iter()
                .chain(queries)
                .collect::<Vec<_>>()
                .join("\n")
        })
    }
}

impl<'e> IntoFuture for FanOutRequest<'e> {
    type Output = Result<FanOutReport>;
    type IntoFuture = Pin<Box<dyn Future<Output = Result<FanOutReport>> + Send + 'e>>;

    /// Writes the source, and updates its copies until none is stale.
    ///
    /// Costs, for copies in a partition: two Queries over it, a GetItem, and two write units per KB of each copy that changes, of the source
    /// and of each check, in transactions of up to 100 actions.
    ///
    /// # Errors
    /// Those of the write. After it is applied, what went wrong with the copies, which
    /// [`Error::is_fan_out_unfinished`] tells: [`Error::is_conflict`] where others changed the source or copies each time,
    /// [`Error::is_throttled`], … To go on is to call [`Repository::fan_out`], also after an [`Error::is_unknown_outcome`] of the write.
    fn into_future(self) -> Self::IntoFuture {
        Box::pin(run::run(self))
    }
}

impl<T: Table> Repository<T> {
    /// Updates the copies of a source until none is stale: what a write with `.fan_out()` does after it. It resumes one that did not come to
    /// its end, and puts right what was written past the library. Nothing is written where no copy is stale.
    ///
    /// Where there is no source the copies stay as they are.
    ///
    /// # Errors
    /// [`Error::is_key`] (nothing is sent); [`Error::is_conflict`] where others changed the source or copies after each of 32 reads;
    /// [`Error::is_throttled`].
    pub fn fan_out<E: Entity<Table = T>>(&self, key: impl IntoKey<E>) -> FanOutRequest<'static> {
        let plan = self.plan_of_key::<E>(&key.into_key());
        let (steps, plans) = match plan {
            Ok(plan) => (Ok(Vec::new()), plan.into_iter().collect()),
            Err(error) => (Err(error), Vec::new()),
        };
        FanOutRequest {
            plans,
            ..FanOutRequest::new(self.inner.client.clone(), steps, Vec::new())
        }
    }
}

/// The step of a single call, for a fan-out.
fn one<W: Into<Write>>(step: Result<Step<W>>) -> Result<Vec<Step>> {
    step.map(|step| vec![step.any()])
}

/// What all requests of one write have.
macro_rules! says_what_becomes_of_copies {
    ($field:ident) => {
        /// Leaves the copies of what this writes as they are: they may disagree with it from then on, until
        /// [`fan_out`](Repository::fan_out) or [`repair_copies`](Repository::repair_copies) is called. Without copies it changes nothing.
        pub fn leave_copies(mut self) -> Self {
            if let Ok(step) = &mut self.$field {
                step.copies.decide(Decision::Leave);
            }
            self
        }

        /// Takes the copies in what is written as they are, without a check of their source: a price as it was at the time of the order,
        /// an import. The write is then a request of its own and no transaction. If they differ from the source, its next fan-out
        /// changes them: what shall stay for ever is better a field without `copy_of`.
        pub fn unchecked_copies(mut self) -> Self {
            if let Ok(step) = &mut self.$field {
                step.unchecked_copies();
            }
            self
        }
    };
}

impl<H> WriteRequest<H> {
    says_what_becomes_of_copies!(put);
}

impl WriteRequest {
    /// Updates the copies of what this writes; see [`FanOutRequest`].
    pub fn fan_out(self) -> FanOutRequest<'static> {
        FanOutRequest::new(self.client, one(self.put), Vec::new())
    }
}

impl<'e, E: Entity + Send> WriteRequest<&'e mut E> {
    /// Updates the copies of what this writes; see [`FanOutRequest`].
    pub fn fan_out(self) -> FanOutRequest<'e> {
        let held = self.held;
        let settle: Settle<'e> = Box::new(move || held.entity.set_stamps(&held.stamps));
        FanOutRequest::new(self.client, one(self.put), vec![settle])
    }
}

impl<E, R> UpdateRequest<E, R> {
    says_what_becomes_of_copies!(update);
}

impl<E> UpdateRequest<E> {
    /// Updates the copies of what this changes; see [`FanOutRequest`].
    ///
    /// ```
    /// # use dynamo_model::{Entity, Repository, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # #[table(name = "shop", entities(Customer, Order))]
    /// # struct Shop;
    /// #[derive(Entity, Serialize, Deserialize)]
    /// #[entity(table = Shop, pk = "CUST#{customer_id}", sk = "PROFILE")]
    /// struct Customer {
    ///     customer_id: String,
    ///     name: String,
    /// }
    ///
    /// #[derive(Entity, Serialize, Deserialize)]
    /// #[entity(table = Shop, pk = "CUST#{customer_id}", sk = "ORDER#{order_id}")]
    /// struct Order {
    ///     customer_id: String,
    ///     order_id: String,
    ///     #[entity(copy_of = Customer::name)]
    ///     customer_name: String,
    /// }
    ///
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), dynamo_model::Error> {
    /// # let shop = Repository::<Shop>::new(dynamo_model::embedded::client());
    /// # shop.create_table().await?;
    /// let carol = Customer { customer_id: "c1".into(), name: "Carol".into() };
    /// shop.create(&carol).leave_copies().await?; // there are none yet
    /// let order = |name: &str| Order {
    ///     customer_id: "c1".into(),
    ///     order_id: "o1".into(),
    ///     customer_name: name.into(),
    /// };
    /// let error = shop.create(&order("Caroline")).await.unwrap_err();
    /// assert!(error.is_stale_copy());
    /// shop.create(&order("Carol")).await?;
    ///
    /// let rename = Customer::update(Customer::key("c1")).name("Carol Smith");
    /// let report = shop.update(rename).fan_out().await?;
    /// assert_eq!((report.copies, report.updated, report.transactions), (1, 1, 1));
    /// assert_eq!(shop.get(Order::key("c1", "o1")).await?.unwrap().customer_name, "Carol Smith");
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn fan_out(self) -> FanOutRequest<'static> {
        FanOutRequest::new(self.client, one(self.update), Vec::new())
    }
}

impl<H> RekeyRequest<H> {
    /// Leaves the copies that name the new key as they are; those that name the old one stay in any case.
    pub fn leave_copies(mut self) -> Self {
        for step in self.steps.iter_mut().flatten() {
            step.copies.decide(Decision::Leave);
        }
        self
    }

    /// Takes the copies in the new item as they are, without a check of their source.
    pub fn unchecked_copies(mut self) -> Self {
        self.steps
            .iter_mut()
            .flatten()
            .for_each(|step| step.unchecked_copies());
        self
    }
}

impl RekeyRequest {
    /// Updates the copies that name the new key; see [`FanOutRequest`].
    pub fn fan_out(self) -> FanOutRequest<'static> {
        FanOutRequest::new(self.client, self.steps.map(Vec::from), Vec::new())
    }
}

impl<'e, E: Entity + Send> RekeyRequest<&'e mut E> {
    /// Updates the copies that name the new key; see [`FanOutRequest`].
    pub fn fan_out(self) -> FanOutRequest<'e> {
        let held = self.held;
        let settle: Settle<'e> = Box::new(move || held.entity.set_stamps(&held.stamps));
        FanOutRequest::new(self.client, self.steps.map(Vec::from), vec![settle])
    }
}

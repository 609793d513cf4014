//! One logical write of an entity, and how it is sent: the seam between the typed calls and what goes over the wire.
//!
//! A single call and an action of a transaction are the same step, built by the same function, so that neither knows
//! something of an entity that the other one does not. A step becomes one write or several ([`expanded`]); one alone
//! goes as PutItem, UpdateItem or DeleteItem, several as one transaction.

use serde::Serialize;

use super::copies::StepCopies;
use super::{Repository, expected_version, explained};
use crate::client::Client;
use crate::entity::{
    Entity, Held, IntoKey, IntoWrite, KeyTexts, Stamps, Table, encode_entity, of_type,
};
use crate::error::{CanceledAction, Error, Result};
use crate::expr::Expr;
use crate::item::{Stored, Value};
use crate::op::{Check, Delete, Expected, Planned, Put, PutMode, Transact, Update, Write};
use crate::update::{IntoUpdate, Purpose};

/// One write with the meaning that its entity gives it.
#[derive(Clone, Debug)]
pub(crate) struct Step<W = Write> {
    pub(crate) write: W,
    /// What it means for copies.
    pub(crate) copies: StepCopies,
}

impl<W> Step<W> {
    pub(crate) fn new(write: W) -> Self {
        Self {
            write,
            copies: StepCopies::default(),
        }
    }

    /// The write with what it means for copies.
    pub(crate) fn with_copies(mut self, copies: StepCopies) -> Self {
        self.copies = copies;
        self
    }
}

impl<W: Into<Write>> Step<W> {
    /// The step of whatever kind.
    pub(crate) fn any(self) -> Step {
        Step {
            write: self.write.into(),
            copies: self.copies,
        }
    }
}

impl Step {
    /// Whether it is its one write and nothing else, so that a single call needs no transaction.
    pub(super) fn is_plain(&self) -> bool {
        !matches!(self.write, Write::Check(_)) && self.copies.sources.is_empty()
    }

    /// The writes that it is: a copy is written with checks of its sources.
    pub(super) fn into_writes(self) -> impl Iterator<Item = Write> {
        let checks = self.copies.sources.into_iter().map(Write::Check);
        std::iter::once(self.write).chain(checks)
    }
}

impl<T: Table> Repository<T> {
    pub(super) fn put_step<W>(&self, entity: W, mode: PutMode) -> (Result<Step<Put>>, Held<W::Held>)
    where
        W: IntoWrite<Entity: Entity<Table = T> + Serialize>,
    {
        let version = entity.version();
        let next = version.map(|version| match mode {
            PutMode::Create => 1,
            PutMode::Put | PutMode::Replace => version.saturating_add(1),
        });
        let creates = mode == PutMode::Create || version == Some(0);
        let stamps = Stamps::new(next, creates, self.inner.clock.now());
        let (encoded, held) = entity.into_write(stamps, |entity| {
            let (key, item) = encode_entity(entity)?;
            let copies = self.copies_of_put(entity, &item)?;
            Ok((key, item, copies))
        });
        let expected = match mode {
            PutMode::Create => None,
            PutMode::Put | PutMode::Replace => expected_version::<W::Entity>(version),
        };
        let step = encoded.map(|(key, item, copies)| {
            let step = Step::new(Put {
                table: self.inner.table.clone(),
                entity: W::Entity::KEYS.entity,
                key,
                item,
                mode,
                version: expected,
                live: self.live::<W::Entity>(),
                only_if: None,
            });
            step.with_copies(copies)
        });
        (step, held)
    }

    /// By an entity with a version, the item has to be there with it.
    pub(super) fn delete_step<E: Entity<Table = T>>(
        &self,
        key: impl IntoKey<E>,
    ) -> Result<Step<Delete>> {
        let version = expected_version::<E>(key.version());
        Ok(Step::new(Delete {
            table: self.inner.table.clone(),
            entity: E::KEYS.entity,
            key: key.into_key().render()?,
            must_exist: false,
            version,
            live: self.live::<E>(),
            only_expired: false,
            only_if: None,
        }))
    }

    pub(super) fn update_step<U>(&self, update: U, purpose: Purpose) -> Result<Step<Update>>
    where
        U: IntoUpdate<Entity: Entity<Table = T>>,
    {
        let update = update.into_update(self.inner.clock.now());
        let plan = self.plan_of_update(&update, purpose)?;
        let mut parts = update.finish(purpose)?;
        let sources = std::mem::take(&mut parts.sources);
        let live = self.live::<U::Entity>();
        // Its attributes and index keys are not another entity's.
        let only_if = is_own::<U::Entity>(&parts.key).map(|is_own| match purpose {
            Purpose::Update => is_own,
            Purpose::Upsert => Expr::not_exists(parts.key.pk_name).or(is_own),
        });
        let mut update = Update::new(self.inner.table.clone(), parts, purpose, live);
        update.only_if = only_if;
        let copies = StepCopies::new(&self.inner.table, sources, plan);
        Ok(Step::new(update).with_copies(copies))
    }

    pub(super) fn check_step<E: Entity<Table = T>>(
        &self,
        key: impl IntoKey<E>,
        expects: Expected,
    ) -> Result<Step<Check>> {
        let key = key.into_key().render()?;
        let only_if = match expects {
            Expected::Present => is_own::<E>(&key),
            Expected::Absent | Expected::Any => None,
        };
        Ok(Step::new(Check {
            table: self.inner.table.clone(),
            entity: E::KEYS.entity,
            key,
            expects,
            live: self.live::<E>(),
            only_if,
            equal: Vec::new(),
        }))
    }
}

impl Step<Update> {
    /// The update on a further condition.
    pub(super) fn only_if(mut self, condition: Expr) -> Self {
        let earlier = self.write.only_if.take();
        self.write.only_if = earlier.into_iter().chain([condition]).reduce(Expr::and);
        self
    }
}

/// The item is of the entity, where another entity can have its key.
pub(super) fn is_own<E: Entity>(key: &KeyTexts) -> Option<Expr> {
    let (attribute, name) = of_type::<E>(key)?;
    Some(Expr::equals(attribute, Value::string(name)))
}

/// The writes that a step is.
#[expect(
    clippy::unused_async,
    reason = "a step of several writes may have to read first"
)]
pub(super) async fn expanded(_client: &Client, step: Step) -> Result<Vec<Write>> {
    step.copies.check_decided()?;
    Ok(step.into_writes().collect())
}

/// Sends the step of a single call; returns the item before or after, where an update asks for it.
pub(crate) async fn send_one(client: &Client, step: Step) -> Result<Option<Stored>> {
    step.copies.check_decided()?;
    match &step.write {
        _ if !step.is_plain() => {}
        Write::Put(put) => return client.put(put).await.map(|()| None),
        Write::Delete(delete) => return client.delete(delete).await.map(|()| None),
        Write::Update(update) => return send_update(client, update).await,
        Write::Check(_) => {}
    }
    send(client, vec![step], None).await.map(|()| None)
}

/// Sends the steps as one transaction; nothing for none.
///
/// The token is the caller's own, or a new one: it stays the same over all attempts of this call.
pub(crate) async fn send(client: &Client, steps: Vec<Step>, token: Option<String>) -> Result<()> {
    let actions = actions(client, steps).await?;
    send_actions(client, actions, token).await
}

/// The actions of the steps, each with the position of its step.
pub(super) async fn actions(client: &Client, steps: Vec<Step>) -> Result<Vec<Planned>> {
    let mut actions = Vec::with_capacity(steps.len());
    for (position, step) in steps.into_iter().enumerate() {
        let writes = expanded(client, step).await?;
        actions.extend(writes.into_iter().map(|write| Planned { write, position }));
    }
    Ok(actions)
}

/// Sends the actions as one transaction; nothing for none.
pub(super) async fn send_actions(
    client: &Client,
    actions: Vec<Planned>,
    token: Option<String>,
) -> Result<()> {
    let Some(transact) = Transact::new(actions, token)? else {
        return Ok(());
    };
    match client.transact(&transact).await {
        Err(error) => {
            let expired = expired_upserts(&transact, &error);
            if expired.is_empty() {
                return Err(error);
            }
            for update in expired {
                delete_expired(client, update).await?;
            }
            client.transact(&transact).await
        }
        Ok(()) => Ok(()),
    }
}

/// The request of [`send`], as far as it is known without reading; `None` for no steps.
pub(crate) fn planned(steps: Vec<Step>, token: Option<String>) -> Result<Option<Transact>> {
    for step in &steps {
        step.copies.check_decided()?;
    }
    let steps = steps.into_iter().enumerate();
    let planned = steps.flat_map(|(position, step)| {
        let writes = step.into_writes();
        writes.map(move |write| Planned { write, position })
    });
    Transact::new(planned, token)
}

/// Its text.
pub(crate) fn explain(steps: &[Step]) -> String {
    explained(&planned(steps.to_vec(), None), |transact| {
        transact.as_ref().map_or_else(
            || "nothing is sent: the transaction has no actions".to_owned(),
            Transact::explain,
        )
    })
}

/// The text of a single call: that of its write, or of the transaction that it is.
pub(super) fn explain_one<W: Into<Write> + Clone>(step: &Result<Step<W>>) -> String {
    explained(step, |step| match step.clone().any() {
        step if step.is_plain() => match step.copies.check_decided() {
            Ok(()) => step.write.explain(),
            Err(error) => format!("nothing is sent: {error}"),
        },
        step => explain(&[step]),
    })
}

async fn send_update(client: &Client, update: &Update) -> Result<Option<Stored>> {
    match client.update(update).await {
        Err(error) if met_expired(update, &error) => {
            delete_expired(client, update).await?;
            client.update(update).await
        }
        result => result,
    }
}

/// An upsert does not merge into an expired item.
fn met_expired(update: &Update, error: &Error) -> bool {
    let existing = error.existing_as::<Stored>();
    match (update.purpose, update.live, existing) {
        (Purpose::Upsert, Some(live), Some(existing)) => {
            error.is_condition_failed() && live.is_expired(existing)
        }
        _ => false,
    }
}

/// The upserts that an expired item was in the way of, if nothing else was in the way of the transaction.
fn expired_upserts<'t>(transact: &'t Transact, error: &Error) -> Vec<&'t Update> {
    let met = |action: &CanceledAction| {
        let mut actions = transact.writes.iter().zip(&transact.positions);
        actions.find_map(|(write, position)| match write {
            Write::Update(update)
                if *position == action.index() && met_expired(update, action.error()) =>
            {
                Some(update)
            }
            _ => None,
        })
    };
    let expired: Option<Vec<_>> = error.canceled().iter().map(met).collect();
    expired.unwrap_or_default()
}

async fn delete_expired(client: &Client, update: &Update) -> Result<()> {
    let delete = Delete {
        table: update.table.clone(),
        entity: update.entity,
        key: update.key.clone(),
        must_exist: false,
        version: None,
        live: update.live,
        only_expired: true,
        only_if: None,
    };
    match client.delete(&delete).await {
        // Another made it new in between: then the upsert merges into that.
        Err(error) if error.is_condition_failed() => Ok(()),
        result => result,
    }
}

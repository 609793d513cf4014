//! One logical write of an entity, and how it is sent: the seam between the typed calls and what goes over the wire.
//!
//! A single call and an action of a transaction are the same step, built by the same function, so that neither knows
//! something of an entity that the other one does not. A step becomes one write or several ([`plan`]); one alone
//! goes as PutItem, UpdateItem or DeleteItem, several as one transaction.

use serde::Serialize;

use super::copies::StepCopies;
use super::plan::{self, deliver, send_item};
use super::{Inner, Repository, expected_of, expected_version};
use crate::client::Client;
use crate::entity::{
    Described, Entity, Held, IntoKey, IntoWrite, KeyTexts, OwnCompanions, Stamps, Table,
    WriteField, copy_keys_of_key, encode_entity, of_type,
};
use crate::error::{Error, Result};
use crate::expr::Expr;
use crate::item::{Item, Stored, Value};
use crate::op::{
    Along, Check, Delete, Expected, ExpectedVersion, Guards, Live, Put, PutMode, Transact, Update,
    Write,
};
use crate::schema::{EntityKeys, TableLayout};
use crate::stamp::Now;
use crate::update::{IntoUpdate, Purpose};

/// One write with the meaning that its entity gives it.
#[derive(Clone, Debug)]
pub(crate) struct Step<W = Write> {
    pub(crate) write: W,
    /// The item's copies and guards, where its entity has some.
    pub(crate) along: Option<Box<Along>>,
    /// Further actions of the same transaction: what is known without reading.
    pub(crate) beside: Vec<Write>,
    /// The copies that it can make stale.
    pub(crate) copies: StepCopies,
}

impl<W> Step<W> {
    pub(crate) fn new(write: W) -> Self {
        Self {
            write,
            along: None,
            beside: Vec::new(),
            copies: StepCopies::default(),
        }
    }

    /// The write with checks of what it copies, and the copies that it can make stale.
    pub(super) fn with_copies(mut self, sources: Vec<Check>, copies: StepCopies) -> Self {
        self.beside.extend(sources.into_iter().map(Write::Check));
        self.copies = copies;
        self
    }

    /// Its own copies are taken as they are.
    pub(super) fn unchecked_copies(&mut self) {
        let is_of_source =
            |write: &Write| matches!(write, Write::Check(check) if check.expects == Expected::Any);
        self.beside.retain(|write| !is_of_source(write));
    }

    /// The write with the copies and guards of its item; nothing for an entity without.
    pub(super) fn along(mut self, along: Option<Along>) -> Self {
        self.along = along.map(Box::new);
        self
    }
}

impl<W: Into<Write>> Step<W> {
    /// The step of whatever kind.
    pub(crate) fn any(self) -> Step {
        Step {
            write: self.write.into(),
            along: self.along,
            beside: self.beside,
            copies: self.copies,
        }
    }
}

impl Step {
    /// Whether it is its one write and nothing else, so that a single call has nothing to plan.
    pub(super) fn is_plain(&self) -> bool {
        self.along.is_none() && self.beside.is_empty() && self.write.is_item()
    }
}

/// What is the same for each entity.
impl Inner {
    fn stamps(&self, keys: &EntityKeys, version: Option<u64>, mode: PutMode) -> Stamps {
        let next = version.map(|version| match mode {
            PutMode::Create => 1,
            _ => version.saturating_add(1),
        });
        let creates = mode == PutMode::Create || version == Some(0);
        let now = match keys.roles.has_times() {
            true => self.clock.now(),
            false => Now::default(),
        };
        Stamps::new(next, creates, now)
    }

    /// The put of what was encoded, over the version that is in memory.
    fn step_of_put(
        &self,
        layout: &'static TableLayout,
        keys: &'static EntityKeys,
        encoded: Result<Whole>,
        mode: PutMode,
        version: Option<u64>,
    ) -> Result<Step<Put>> {
        let expected = match mode {
            PutMode::Create => None,
            _ => expected_of(keys, version),
        };
        encoded.map(|whole| self.step_of_whole(layout, keys, whole, mode, expected))
    }

    fn step_of_whole(
        &self,
        layout: &'static TableLayout,
        keys: &'static EntityKeys,
        whole: Whole,
        mode: PutMode,
        version: Option<ExpectedVersion>,
    ) -> Step<Put> {
        let live = self.live_of(keys.roles.ttl);
        let OwnCompanions { copies, guards } = whole.companions;
        let along = along(layout, keys, copies, Guards::Are(guards), live);
        let put = Put {
            table: self.table.clone(),
            entity: keys.entity,
            key: whole.key,
            item: whole.item,
            mode,
            version,
            live,
            only_if: None,
        };
        // Made at once: it is large to be moved.
        Step {
            write: put,
            along: along.map(Box::new),
            beside: whole.sources.into_iter().map(Write::Check).collect(),
            copies: whole.copies,
        }
    }

    fn whole(
        &self,
        entity: Described,
        (key, item): (KeyTexts, Item),
        write: WriteField<'_>,
    ) -> Result<Whole> {
        let (sources, copies) = self.copies_of_put(entity, &key, &item, write)?;
        Ok(Whole {
            companions: OwnCompanions::written(entity.layout, entity.keys, write)?,
            key,
            item,
            sources,
            copies,
        })
    }
}

impl<T: Table> Repository<T> {
    pub(super) fn put_step<W>(&self, entity: W, mode: PutMode) -> (Result<Step<Put>>, Held<W::Held>)
    where
        W: IntoWrite<Entity: Entity<Table = T> + Serialize>,
    {
        let (keys, version) = (W::Entity::KEYS, entity.version());
        let stamps = self.inner.stamps(keys, version, mode);
        let (encoded, held) = entity.into_write(stamps, |entity| self.encode_whole(entity));
        let step = self
            .inner
            .step_of_put(T::LAYOUT, keys, encoded, mode, version);
        (step, held)
    }

    /// The put of an encoded entity.
    pub(super) fn step_of_whole<E: Entity<Table = T>>(
        &self,
        whole: Whole,
        mode: PutMode,
        version: Option<ExpectedVersion>,
    ) -> Step<Put> {
        self.inner
            .step_of_whole(T::LAYOUT, E::KEYS, whole, mode, version)
    }

    pub(super) fn encode_whole<E: Entity<Table = T> + Serialize>(
        &self,
        entity: &E,
    ) -> Result<Whole> {
        let encoded = encode_entity(entity)?;
        let write: WriteField<'_> = &|field, format, out| entity.write_part(field, format, out);
        self.inner.whole(Described::of::<E>(), encoded, write)
    }

    /// By an entity with a version, the item has to be there with it.
    pub(super) fn delete_step<E: Entity<Table = T>>(
        &self,
        key: impl IntoKey<E>,
    ) -> Result<Step<Delete>> {
        let version = expected_version::<E>(key.version());
        let (key, live) = (key.into_key(), self.live::<E>());
        let copies = copy_keys_of_key::<E>(key.fields())?;
        let delete = Delete {
            table: self.inner.table.clone(),
            entity: E::KEYS.entity,
            key: key.render()?,
            must_exist: false,
            version,
            live,
            only_expired: false,
            only_if: None,
        };
        Ok(Step::new(delete).along(along_of::<E>(copies, Guards::Gone, live)))
    }

    pub(super) fn update_step<U>(&self, update: U, purpose: Purpose) -> Result<Step<Update>>
    where
        U: IntoUpdate<Entity: Entity<Table = T>>,
    {
        let update = update.into_update(self.inner.clock.now());
        let plan = self.plan_of_update(&update, purpose)?;
        let mut parts = update.finish(purpose)?;
        let sources = self.checks(std::mem::take(&mut parts.sources));
        let live = self.live::<U::Entity>();
        let copies = std::mem::take(&mut parts.copies);
        // Its attributes and index keys are not another entity's.
        let only_if = is_own::<U::Entity>(&parts.key).map(|is_own| match purpose {
            Purpose::Update => is_own,
            Purpose::Upsert => Expr::not_exists(parts.key.pk_name).or(is_own),
        });
        let mut update = Update::new(self.inner.table.clone(), parts, purpose, live);
        update.only_if = only_if;
        let along = along_of::<U::Entity>(copies, Guards::Follow, live);
        Ok(Step::new(update)
            .along(along)
            .with_copies(sources, StepCopies::new(plan)))
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

/// An entity as it is stored: its key, its item, what is written along with it, and what it means for copies.
pub(super) struct Whole {
    pub(super) key: KeyTexts,
    item: Item,
    companions: OwnCompanions,
    sources: Vec<Check>,
    copies: StepCopies,
}

/// What is written along with an item of `E`; `None` where that is nothing.
pub(super) fn along_of<E: Entity>(
    copies: Vec<KeyTexts>,
    guards: Guards,
    live: Option<Live>,
) -> Option<Along> {
    along(E::Table::LAYOUT, E::KEYS, copies, guards, live)
}

fn along(
    layout: &'static TableLayout,
    keys: &'static EntityKeys,
    copies: Vec<KeyTexts>,
    guards: Guards,
    live: Option<Live>,
) -> Option<Along> {
    keys.has_companions().then(|| Along {
        layout,
        keys,
        copies,
        guards,
        live,
        read: None,
    })
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

/// Sends the step of a single call; returns the item before or after, where an update asks for it.
pub(crate) async fn send_one(client: &Client, step: Step) -> Result<Option<Stored>> {
    step.copies.check_decided()?;
    match &step.write {
        write if step.is_plain() => send_item(client, write).await,
        _ => deliver(client, vec![step], None, true).await,
    }
}

/// Sends the steps as one transaction; nothing for none.
///
/// The token is the caller's own, or a new one: it stays the same over all attempts of one transaction.
pub(crate) async fn send(client: &Client, steps: Vec<Step>, token: Option<String>) -> Result<()> {
    deliver(client, steps, token, false).await.map(|_| ())
}

/// The request of [`send`], as far as it is known without reading; `None` for no steps.
pub(crate) fn planned(steps: &[Step], token: Option<String>) -> Result<Option<Transact<'_>>> {
    plan::unread(steps, token)
}

/// Its text.
pub(crate) fn explain(steps: &[Step]) -> String {
    plan::explain(steps, false)
}

/// The text of the request of [`send_one`].
pub(crate) fn explain_one<W: Into<Write> + Clone>(step: &Step<W>) -> String {
    plan::explain(&[step.clone().any()], true)
}

pub(super) async fn send_update(client: &Client, update: &Update) -> Result<Option<Stored>> {
    match client.update(update).await {
        Err(error) if met_expired(update, &error) => {
            delete_expired(client, update).await?;
            client.update(update).await
        }
        result => result,
    }
}

/// An upsert does not merge into an expired item.
pub(super) fn met_expired(update: &Update, error: &Error) -> bool {
    let existing = error.existing_as::<Stored>();
    match (update.purpose, update.live, existing) {
        (Purpose::Upsert, Some(live), Some(existing)) => {
            error.is_condition_failed() && live.is_expired(existing)
        }
        _ => false,
    }
}

pub(super) async fn delete_expired(client: &Client, update: &Update) -> Result<()> {
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

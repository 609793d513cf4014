//! `Repository::modify`: read, change, write on the condition that nobody else did in between.

use std::future::Future;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::copies::Decision;
use super::fan_out::{FanOutReport, FanOutRequest};
use super::get::present;
use super::step::{Step, along_of, send_one};
use super::{Repository, expected_version};
use crate::client::{Client, conflict_jitter};
use crate::entity::{
    Decoded, Entity, IntoKey, KeyTexts, Read, Stamps, Table, check_whole, copy_keys_of_key,
    encode_entity,
};
use crate::error::{Error, Kind, Result};
use crate::item::{Item, Stored};
use crate::op::{Along, Change, Get, Guards, Live, TableName, Update};
use crate::stamp::SharedClock;

/// Reads of one call until it gives up: others changed the item after each.
const ATTEMPTS: u32 = 32;

/// What the closure of `modify` returns: nothing, or a `Result`, whose error stops it.
pub trait Outcome {
    /// What the call returns then: the entity, or the closure's error.
    type Output<E>;
    #[doc(hidden)]
    type Stop;
    #[doc(hidden)]
    fn stop(self) -> Option<Self::Stop>;
    #[doc(hidden)]
    fn changed<E>(entity: E) -> Self::Output<E>;
    #[doc(hidden)]
    fn stopped<E>(stop: Self::Stop) -> Self::Output<E>;
}

impl Outcome for () {
    type Output<E> = E;
    type Stop = std::convert::Infallible;

    fn stop(self) -> Option<Self::Stop> {
        None
    }

    fn changed<E>(entity: E) -> E {
        entity
    }

    fn stopped<E>(stop: Self::Stop) -> E {
        match stop {}
    }
}

impl<X> Outcome for std::result::Result<(), X> {
    type Output<E> = std::result::Result<E, X>;
    type Stop = X;

    fn stop(self) -> Option<X> {
        self.err()
    }

    fn changed<E>(entity: E) -> Self::Output<E> {
        Ok(entity)
    }

    fn stopped<E>(stop: X) -> Self::Output<E> {
        Err(stop)
    }
}

impl<T: Table> Repository<T> {
    /// Changes a stored entity by a function of it: a consistent GetItem, the closure, and one UpdateItem
    /// of what differs, on the condition that the item is still the one that was read: by its `version`,
    /// or else by every attribute that the entity knows. Where another write came first, all of it is
    /// done again after a pause with full jitter, up to 32 times; so the closure may run more than once.
    ///
    /// Attributes that the entity does not know stay as they are. Where nothing differs, nothing is
    /// written. Returns the entity as it is stored then.
    ///
    /// Costs a read unit per 4 KB of the item, and the write as an [`update`](Self::update).
    ///
    /// The closure returns nothing, or a `Result`: its error comes back as the inner result, and nothing
    /// is written.
    ///
    /// ```
    /// # use dynamo_model::{Entity, Repository, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # #[table(name = "bank", entities(Account))]
    /// # struct Bank;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Bank, pk = "ACCOUNT#{id}", sk = "ACCOUNT")]
    /// # struct Account { id: String, balance: u64 }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), dynamo_model::Error> {
    /// let bank = Repository::<Bank>::new(dynamo_model::embedded::client());
    /// bank.create_table().await?;
    /// bank.create(&Account { id: "a1".into(), balance: 100 }).await?;
    ///
    /// let account = bank.modify(Account::key("a1"), |account| account.balance += 20).await?;
    /// assert_eq!(account.balance, 120);
    ///
    /// let withdraw = |account: &mut Account| {
    ///     account.balance = account.balance.checked_sub(500).ok_or("not enough")?;
    ///     Ok(())
    /// };
    /// assert_eq!(bank.modify(Account::key("a1"), withdraw).await?.err(), Some("not enough"));
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    ///
    /// # Errors
    /// [`Error::is_not_found`] where no item of this key is stored, or an expired one;
    /// [`Error::is_condition_failed`] where others changed it each time; [`Error::is_decode`];
    /// [`Error::is_invalid_request`] where the closure changed a field of the primary key (see
    /// [`rekey`](Self::rekey)); [`Error::is_key`], [`Error::is_encode`]; [`Error::is_unknown_outcome`]
    /// where no answer came, and the item does not tell whether the write was applied.
    pub fn modify<E, K, F, R>(
        &self,
        key: K,
        change: F,
    ) -> impl Future<Output = Result<R::Output<E>>> + use<T, E, K, F, R>
    where
        E: Entity<Table = T> + Serialize + DeserializeOwned,
        K: IntoKey<E>,
        F: FnMut(&mut E) -> R,
        R: Outcome,
    {
        let modified = Modifying::new(self).modified(key.into_key().render(), change, None);
        async move { Ok(modified.await?.0) }
    }

    /// The same for an entity whose fields have copies, where the change is one of these fields: the copies follow, as with
    /// `.fan_out()` on an update. [`modify`](Self::modify) refuses such a change.
    ///
    /// # Errors
    /// As [`modify`](Self::modify) and, once the item is written, [`Error::is_fan_out_unfinished`].
    pub fn modify_and_fan_out<E, K, F, R>(
        &self,
        key: K,
        change: F,
    ) -> impl Future<Output = Result<(R::Output<E>, FanOutReport)>> + use<T, E, K, F, R>
    where
        E: Entity<Table = T> + Serialize + DeserializeOwned,
        K: IntoKey<E>,
        F: FnMut(&mut E) -> R,
        R: Outcome,
    {
        let key = key.into_key().render();
        Modifying::new(self).modified(key, change, Some(Decision::FanOut))
    }

    /// The same, and the copies stay as they are, as with `.leave_copies()` on an update.
    ///
    /// # Errors
    /// As [`modify`](Self::modify).
    pub fn modify_and_leave_copies<E, K, F, R>(
        &self,
        key: K,
        change: F,
    ) -> impl Future<Output = Result<R::Output<E>>> + use<T, E, K, F, R>
    where
        E: Entity<Table = T> + Serialize + DeserializeOwned,
        K: IntoKey<E>,
        F: FnMut(&mut E) -> R,
        R: Outcome,
    {
        let key = key.into_key().render();
        let modified = Modifying::new(self).modified(key, change, Some(Decision::Leave));
        async move { Ok(modified.await?.0) }
    }
}

struct Modifying<T> {
    repository: Repository<T>,
    client: Client,
    table: TableName,
    clock: SharedClock,
}

struct Written {
    step: Step<Update>,
    stamps: Stamps,
}

impl<T: Table> Modifying<T> {
    fn new(repository: &Repository<T>) -> Self {
        Self {
            repository: repository.clone(),
            client: repository.inner.client.clone(),
            table: repository.inner.table.clone(),
            clock: repository.inner.clock.clone(),
        }
    }

    async fn modified<E, F, R>(
        self,
        key: Result<KeyTexts>,
        mut change: F,
        decision: Option<Decision>,
    ) -> Result<(R::Output<E>, FanOutReport)>
    where
        E: Entity<Table = T> + Serialize + DeserializeOwned,
        F: FnMut(&mut E) -> R,
        R: Outcome,
    {
        let key = key?;
        for attempt in 0..ATTEMPTS {
            let (stored, mut entity) = self.read::<E>(&key).await?;
            let (_, before) = encode_entity(&entity)?;
            if let Some(stop) = change(&mut entity).stop() {
                return Ok((R::stopped(stop), FanOutReport::default()));
            }
            let Some(written) = self.prepare(&key, &stored, &before, &mut entity)? else {
                return Ok((R::changed(entity), FanOutReport::default()));
            };
            let report = match self.send(written.step, decision).await {
                Ok(report) => report,
                Err(error) if is_overtaken(&error) => {
                    tokio::time::sleep(conflict_jitter(attempt)).await;
                    continue;
                }
                Err(error) => return Err(error),
            };
            entity.set_stamps(&written.stamps);
            return Ok((R::changed(entity), report));
        }
        Err(Error::new(Kind::ConditionFailed)
            .for_entity(E::KEYS.entity)
            .with_key(key.to_string())
            .with_detail(format!(
                "others changed the item after each of {ATTEMPTS} reads"
            )))
    }

    async fn send(
        &self,
        mut step: Step<Update>,
        decision: Option<Decision>,
    ) -> Result<FanOutReport> {
        if let Some(decision) = decision {
            step.copies.decide(decision);
        }
        if step.copies.to_fan_out().is_some() {
            let steps = Ok(vec![step.any()]);
            return FanOutRequest::new(self.client.clone(), steps, Vec::new()).await;
        }
        send_one(&self.client, step.any()).await?;
        Ok(FanOutReport::default())
    }

    async fn read<E: Entity + DeserializeOwned>(&self, key: &KeyTexts) -> Result<(Stored, E)> {
        let get = Get {
            table: self.table.clone(),
            key: key.clone(),
            is_consistent: true,
            projection: None,
        };
        let live = Live::at(E::KEYS.roles.ttl, self.clock.now());
        let missing = |kind| {
            Error::new(kind)
                .for_entity(E::KEYS.entity)
                .with_key(key.to_string())
        };
        let stored =
            present(self.client.get(&get).await?, live).ok_or_else(|| missing(Kind::NotFound))?;
        match E::read(stored.clone())? {
            Decoded::This(entity) => {
                check_whole(E::Table::LAYOUT, E::KEYS, &stored)?;
                Ok((stored, entity))
            }
            Decoded::Other => {
                Err(missing(Kind::Decode).with_detail("the item of this key is of another entity"))
            }
        }
    }

    /// The copies and guards of the entity, whose item was read.
    fn along<E: Entity>(&self, entity: &E, read: Stored) -> Result<Option<Along>> {
        let live = Live::at(E::KEYS.roles.ttl, self.clock.now());
        let copies = copy_keys_of_key::<E>(&entity.key_fields())?;
        let along = along_of::<E>(copies, Guards::Follow, live);
        Ok(along.map(|along| Along {
            read: Some(read),
            ..along
        }))
    }

    /// The update, if there is something to write.
    fn prepare<E: Entity<Table = T> + Serialize>(
        &self,
        key: &KeyTexts,
        stored: &Stored,
        before: &Item,
        entity: &mut E,
    ) -> Result<Option<Written>> {
        let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
        let change = |after| Change {
            layout,
            keys,
            stored,
            before,
            after,
        };
        let (new_key, unstamped) = encode_entity(entity)?;
        if new_key != *key {
            return Err(Error::new(Kind::Request)
                .for_entity(keys.entity)
                .with_key(key.to_string())
                .with_detail(format!(
                    "the changed entity has the key {new_key}: `rekey` moves an item to another key"
                )));
        }
        if !change(&unstamped).is_any() {
            return Ok(None);
        }
        let read = keys
            .roles
            .version
            .and_then(|name| before.get(name))
            .and_then(|value| value.as_integer())
            .and_then(|version| u64::try_from(version).ok());
        let stamps = Stamps::new(
            read.map(|version| version.saturating_add(1)),
            false,
            self.clock.now(),
        );
        let (_, after) = entity.with_stamps(&stamps, encode_entity)?;
        let version = expected_version::<E>(read);
        let update = change(&after).update(self.table.clone(), key.clone(), version)?;
        let (sources, copies) = self.repository.copies_of_change(entity, before, &after)?;
        let step = Step::new(update)
            .along(self.along(entity, stored.clone())?)
            .with_copies(sources, copies);
        Ok(Some(Written { step, stamps }))
    }
}

/// Somebody else wrote, or is writing. After a lost answer that may have been this call itself, and an equal
/// item another writer's: the outcome is unknown then, and the caller's to settle.
fn is_overtaken(error: &Error) -> bool {
    // Of a copy or a guard, which another item has, or of a source, which is as it is.
    let is_of_others =
        error.is_unique_taken() || error.is_already_exists() || error.is_stale_copy();
    let is_changed = error.is_condition_failed() && !error.is_not_found() && !is_of_others;
    !error.is_fan_out_unfinished() && (error.is_conflict() || is_changed)
}

//! `Repository::update` and `Repository::upsert`.

use std::fmt;
use std::future::IntoFuture;
use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use serde::de::DeserializeOwned;

use super::step::{Step, explain_one, send_one};
use super::{Repository, RequestFuture, explained};
use crate::client::Client;
use crate::entity::{Decoded, Entity, OfItem, Read, Table, UpdateEntity, WrittenAlone};
use crate::error::{Error, Kind, Result};
use crate::expr::{Condition, Expr};
use crate::item::Stored;
use crate::op::{ExpectedVersion, Returns, Update};
use crate::update::{IntoUpdate, Purpose};

/// An update that returns nothing.
#[derive(Debug)]
pub struct Nothing;

/// An update that returns the entity as it is after it.
#[derive(Debug)]
pub struct Updated;

/// An update that returns the entity as it was before it.
#[derive(Debug)]
pub struct Previous;

/// An update of an item that may not be there returns what was, if something was.
#[derive(Debug)]
pub struct Existing;

/// Changes of one item. `.await` sends them.
#[must_use = "a request does nothing until it is awaited"]
pub struct UpdateRequest<E, R = Nothing> {
    pub(super) client: Client,
    pub(super) update: Result<Step<Update>>,
    returns: PhantomData<fn() -> (E, R)>,
}

impl<E, R> fmt::Debug for UpdateRequest<E, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("UpdateRequest").field(&self.update).finish()
    }
}

impl<T: Table> Repository<T> {
    /// Changes single attributes of a stored item: one UpdateItem with `attribute_exists` on the partition
    /// key. What is not mentioned is not touched. The attributes of every index that the changes concern
    /// are set or removed in the same request.
    ///
    /// Costs a write unit per KB of the larger of the old and the new item, and of its projection in each
    /// index that changes; as much when the condition fails. A `version` becomes one more, an `updated_at`
    /// the time of the write.
    ///
    /// With `also` it is one transaction with the same changes of the copies. Where it sets a `unique` field, a
    /// field of its scope, or the expiry of an entity that has one, the item is read first, by a consistent GetItem;
    /// the update is then on the condition that the unique values are as read, in one transaction with the guards that
    /// come and go, and starts over where another write came first.
    ///
    /// ```
    /// # use dynamo_model::{Entity, KeyPart, Repository, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # #[table(name = "shop", gsi("Open"), entities(Order))]
    /// # struct Shop;
    /// #[derive(Entity, Serialize, Deserialize)]
    /// #[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER",
    ///     index(name = open, on = "Open", pk = "OPEN", sk = "{id}", when = |status| *status == Status::Open))]
    /// struct Order {
    ///     id: String,
    ///     status: Status,
    ///     total: u64,
    /// }
    /// # #[derive(KeyPart, Serialize, Deserialize, PartialEq)]
    /// # enum Status { Open, Closed }
    ///
    /// # #[cfg(feature = "embedded")]
    /// # {
    /// let shop = Repository::<Shop>::new(dynamo_model::embedded::client());
    /// let close = shop.update(Order::update(Order::key("o1")).status(Status::Closed).add_total(5));
    /// assert_eq!(close.explain(), "\
    /// UpdateItem shop
    ///     key:        {PK: 'ORDER#o1', SK: 'ORDER'}
    ///     update:     SET status = 'Closed' REMOVE OpenPK, OpenSK ADD total 5
    ///     condition:  attribute_exists(PK)");
    /// # }
    /// ```
    ///
    /// An update of a field that is `copy_of` another, or of what names its source, is a transaction with a check of the source; one of a
    /// field that has copies says [`fan_out`](UpdateRequest::fan_out) or [`leave_copies`](UpdateRequest::leave_copies). See
    /// [`create`](Self::create).
    ///
    /// # Errors
    /// [`Error::is_not_found`] where no item of this key is stored, or an expired one;
    /// [`Error::is_condition_failed`] where it is there and another condition does not hold
    /// ([`Error::existing`] is the item then), which includes that it is of another entity that can have the
    /// same key (`overlap_ok`); [`Error::is_unique_taken`]; [`Error::is_key`], [`Error::is_encode`] and
    /// [`Error::is_invalid_request`] (overlapping paths, an expression over 4 KB or 300 operators, an index
    /// whose inputs are not known): nothing is sent; [`Error::is_unknown_outcome`] where no answer came: it
    /// is not sent again then, since adding twice is not adding once.
    pub fn update<U>(&self, update: U) -> UpdateRequest<U::Entity>
    where
        U: IntoUpdate<Entity: Entity<Table = T>>,
    {
        self.changes(update, Purpose::Update)
    }

    /// Changes an item, or makes it where it is not there: one UpdateItem without a condition.
    ///
    /// All that a new item needs is supplied: its type, all index keys, key fields that are attributes, the
    /// version, `created_at`. What only a new item gets (`created_at`, `set_if_absent_*`) is left as it is
    /// on one that is there. An expired item is not merged with: it is deleted first, in a request of its
    /// own. An entity with `unique` fields is read first, as it may have values already.
    ///
    /// # Errors
    /// [`Error::is_invalid_request`] where the update does not know an input of an index, or an attribute
    /// without which a new item could not be read: nothing is sent; and those of [`update`](Self::update)
    /// but [`Error::is_not_found`].
    pub fn upsert<U>(&self, update: U) -> UpdateRequest<U::Entity>
    where
        U: IntoUpdate<Entity: Entity<Table = T>>,
    {
        self.changes(update, Purpose::Upsert)
    }

    fn changes<U>(&self, update: U, purpose: Purpose) -> UpdateRequest<U::Entity>
    where
        U: IntoUpdate<Entity: Entity<Table = T>>,
    {
        let update = self.update_step(update, purpose);
        UpdateRequest {
            client: self.inner.client.clone(),
            update,
            returns: PhantomData,
        }
    }
}

impl<E: UpdateEntity, R> UpdateRequest<E, R> {
    /// Updates only an item for which the condition holds; several must all hold.
    pub fn only_if(mut self, condition: impl FnOnce(E::Fields) -> Condition<OfItem<E>>) -> Self {
        self.update = self.update.and_then(|step| {
            let condition = condition(E::fields()).into_expr()?;
            Ok(step.only_if(condition))
        });
        self
    }

    /// Updates only an item with this version.
    ///
    /// An entity without a `version` has none to expect:
    /// [`Error::is_invalid_request`] when it is sent.
    pub fn expect_version(mut self, version: u64) -> Self {
        self.update = self.update.and_then(|mut step| {
            let Some(attribute) = E::KEYS.roles.version else {
                let error = Error::new(Kind::Request).for_entity(E::KEYS.entity);
                return Err(error.with_detail("the entity has no field with `#[entity(version)]`"));
            };
            step.write.version = Some(ExpectedVersion { attribute, version });
            Ok(step)
        });
        self
    }

    /// The request's text; nothing is sent.
    #[must_use]
    pub fn explain(&self) -> String {
        explained(&self.update, explain_one)
    }

    /// The SDK's request builder for this update, for the benchmark.
    #[doc(hidden)]
    pub fn into_sdk_request(self) -> Result<UpdateItemFluentBuilder> {
        self.client.update_request(&self.update?.write)
    }

    fn returning<S>(mut self, returns: Returns) -> UpdateRequest<E, S> {
        if let Ok(step) = &mut self.update {
            step.write.returns = returns;
        }
        UpdateRequest {
            client: self.client,
            update: self.update,
            returns: PhantomData,
        }
    }

    async fn send(self) -> Result<Option<Stored>> {
        let step = self.update?;
        let update = &step.write;
        if update.only_if == Some(Expr::Constant(false)) {
            // No value is one of none: nothing to ask.
            return Err(Error::new(Kind::ConditionFailed)
                .for_entity(update.entity)
                .with_key(update.key.to_string()));
        }
        if update.returns != Returns::Nothing && !step.beside.is_empty() {
            return Err(update_error(update).with_detail(
                "an update of a copy, or of what names its source, is a transaction, which returns no item: read it afterwards, or use `modify`",
            ));
        }
        send_one(&self.client, step.any()).await
    }
}

fn update_error(update: &Update) -> Error {
    Error::new(Kind::Request)
        .for_entity(update.entity)
        .with_key(update.key.to_string())
}

impl<E: UpdateEntity> UpdateRequest<E> {
    /// Returns the entity as it is after the update, at no further request.
    ///
    /// An entity with `also` or `unique` has none of these three: a transaction returns no item. For the same reason an update of a
    /// copy (`copy_of`), or of what names its source, is refused with them ([`Error::is_invalid_request`]).
    pub fn returning_new(self) -> UpdateRequest<E, Updated>
    where
        E: WrittenAlone,
    {
        self.returning(Returns::New)
    }

    /// Returns the entity as it was before the update, at no further request.
    pub fn returning_old(self) -> UpdateRequest<E, Previous>
    where
        E: WrittenAlone,
    {
        self.returning(Returns::Old)
    }

    /// Returns the entity as it was before an upsert, if it was there.
    pub fn returning_existing(self) -> UpdateRequest<E, Existing>
    where
        E: WrittenAlone,
    {
        self.returning(Returns::Old)
    }
}

/// Nothing is stored but the key, so that the old item's attributes do not tell whether it was there.
fn makes_only(update: &Update) -> bool {
    let is_free = update.only_if.is_none() && update.version.is_none() && update.live.is_none();
    update.purpose == Purpose::Upsert && update.actions.is_empty() && is_free
}

impl<E: UpdateEntity + DeserializeOwned> UpdateRequest<E, Existing> {
    /// Makes the item, or is told of the one that is there and needs no change.
    async fn make(self) -> Result<Option<E>> {
        let mut step = self.update?;
        step.write.only_if = Some(Expr::not_exists(step.write.key.pk_name));
        match send_one(&self.client, step.any()).await {
            Ok(_) => Ok(None),
            Err(error) if error.is_condition_failed() => {
                match error.existing_as::<Stored>().cloned() {
                    Some(existing) => decoded(Some(existing)),
                    None => Err(error),
                }
            }
            Err(error) => Err(error),
        }
    }
}

fn decoded<E: Entity + DeserializeOwned>(stored: Option<Stored>) -> Result<Option<E>> {
    match stored.map(E::read).transpose()? {
        Some(Decoded::This(entity)) => Ok(Some(entity)),
        Some(Decoded::Other) => Err(Error::new(Kind::Decode)
            .for_entity(E::KEYS.entity)
            .with_detail("the item of this key is of another entity")),
        None => Ok(None),
    }
}

fn required<E: Entity + DeserializeOwned>(stored: Option<Stored>) -> Result<E> {
    decoded(stored)?.ok_or_else(|| {
        Error::new(Kind::Decode)
            .for_entity(E::KEYS.entity)
            .with_detail("the update was applied, and the answer has no item")
    })
}

impl<E: UpdateEntity + 'static> IntoFuture for UpdateRequest<E> {
    type Output = Result<()>;
    type IntoFuture = RequestFuture<()>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { self.send().await.map(|_| ()) })
    }
}

impl<E: UpdateEntity + DeserializeOwned + 'static> IntoFuture for UpdateRequest<E, Updated> {
    type Output = Result<E>;
    type IntoFuture = RequestFuture<E>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { required(self.send().await?) })
    }
}

impl<E: UpdateEntity + DeserializeOwned + 'static> IntoFuture for UpdateRequest<E, Previous> {
    type Output = Result<E>;
    type IntoFuture = RequestFuture<E>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { required(self.send().await?) })
    }
}

impl<E: UpdateEntity + DeserializeOwned + 'static> IntoFuture for UpdateRequest<E, Existing> {
    type Output = Result<Option<E>>;
    type IntoFuture = RequestFuture<Option<E>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            if self
                .update
                .as_ref()
                .is_ok_and(|step| makes_only(&step.write))
            {
                return self.make().await;
            }
            // Of an item that is new, some engines return the key.
            let keys = 1 + usize::from(E::Table::LAYOUT.sk.is_some());
            let stored = self.send().await?;
            decoded(stored.filter(|stored| stored.len() > keys))
        })
    }
}

//! `Repository::transact`: several writes as one.

use std::fmt;
use std::future::{Future, IntoFuture};
use std::pin::Pin;

use aws_sdk_dynamodb::types::TransactWriteItem;
use serde::Serialize;

use super::copies::Decision;
use super::fan_out::FanOutRequest;
use super::step::{Step, explain, planned, send};
use super::{Repository, explained};
use crate::client::Client;
use crate::entity::{Entity, IntoKey, IntoWrite, OfItem, Table, UpdateEntity};
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::expr::{Condition, Expr};
use crate::op::{Expected, PutMode, TRANSACTION_ACTIONS, Write};
use crate::update::{IntoUpdate, Purpose};

/// So many steps make more likely.
const SEVERAL: usize = 8;

/// Sets the version and times of an entity that was passed as `&mut`.
pub(super) type Settle<'e> = Box<dyn FnOnce() + Send + 'e>;

/// Writes that are applied together or not at all. `.await` sends them.
///
/// Made by [`Repository::transact`]. It owns what it needs, but for entities that were passed as `&mut`: these are
/// borrowed until the answer, which sets their versions and times on success and leaves them as they were on failure.
/// Each action means what the call of the same name on the repository means: conditions, versions, times,
/// expiry, index keys.
#[must_use = "a transaction does nothing until it is awaited"]
pub struct Transaction<'e, T> {
    repository: Repository<T>,
    client: Client,
    steps: Result<Vec<Step>>,
    settle: Vec<Settle<'e>>,
    token: Option<String>,
    /// What it says of copies, of those that are added later too.
    leaves_copies: bool,
    has_unchecked_copies: bool,
}

impl<T> fmt::Debug for Transaction<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Transaction").field(&self.steps).finish()
    }
}

impl<T: Table> Repository<T> {
    /// Starts a transaction: up to 100 writes and checks, in one TransactWriteItems, of which all are applied or
    /// none.
    ///
    /// Each item costs twice the write units of the write alone, also where the transaction is canceled; a check
    /// costs two per KB of its item. An item can be written once: a check of an item that the same transaction
    /// writes becomes a condition of that write. Nothing is sent for no actions.
    ///
    /// A transaction that conflicts with others, or is throttled, is sent again after a pause with jitter, up to eight
    /// times. All attempts have one token, so that one whose answer was lost is not applied twice.
    ///
    /// ```
    /// # use dynamo_model::{Entity, Repository, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # #[table(name = "shop", entities(Customer, Order, Product))]
    /// # struct Shop;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Shop, pk = "CUST#{id}", sk = "PROFILE")]
    /// # struct Customer { id: String, orders: u32 }
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{number:06}")]
    /// # struct Order { customer: String, number: u32 }
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Shop, pk = "PRODUCT#{id}", sk = "PRODUCT")]
    /// # struct Product { id: String, stock: u32 }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), dynamo_model::Error> {
    /// # let shop = Repository::<Shop>::new(dynamo_model::embedded::client());
    /// # shop.create_table().await?;
    /// # shop.create(&Customer { id: "c1".into(), orders: 0 }).await?;
    /// # shop.create(&Product { id: "p1".into(), stock: 0 }).await?;
    /// let order = Order { customer: "c1".into(), number: 1 };
    /// let error = shop
    ///     .transact()
    ///     .create(&order)
    ///     .update(Customer::update(Customer::key("c1")).add_orders(1))
    ///     .check(Product::key("p1"), |product| product.stock.ge(1))
    ///     .await
    ///     .unwrap_err();
    /// assert!(error.is_transaction_canceled() && error.is_condition_failed());
    /// let failed = &error.canceled()[0];
    /// assert_eq!((failed.index(), failed.entity()), (2, Some("Product")));
    /// assert_eq!(failed.error().existing::<Product>()?.map(|product| product.stock), Some(0));
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn transact<'e>(&self) -> Transaction<'e, T> {
        Transaction {
            repository: self.clone(),
            client: self.inner.client.clone(),
            steps: Ok(Vec::new()),
            settle: Vec::new(),
            token: None,
            leaves_copies: false,
            has_unchecked_copies: false,
        }
    }
}

impl<'e, T: Table> Transaction<'e, T> {
    /// Adds what [`Repository::create`] does: it fails as [`Error::is_already_exists`].
    pub fn create<W>(self, entity: W) -> Self
    where
        W: IntoWrite<Entity: Entity<Table = T> + Serialize, Held: Send + 'e>,
    {
        self.write(entity, PutMode::Create)
    }

    /// Adds what [`Repository::put`] does.
    pub fn put<W>(self, entity: W) -> Self
    where
        W: IntoWrite<Entity: Entity<Table = T> + Serialize, Held: Send + 'e>,
    {
        self.write(entity, PutMode::Put)
    }

    /// Adds what [`Repository::replace`] does: it fails as [`Error::is_not_found`], or as
    /// [`Error::is_condition_failed`] where the item has another version.
    pub fn replace<W>(self, entity: W) -> Self
    where
        W: IntoWrite<Entity: Entity<Table = T> + Serialize, Held: Send + 'e>,
    {
        self.write(entity, PutMode::Replace)
    }

    /// Adds what [`Repository::update`] does: it fails as [`Error::is_not_found`].
    ///
    /// An update that changes nothing is a check that the item is there.
    pub fn update<U>(self, update: U) -> Self
    where
        U: IntoUpdate<Entity: Entity<Table = T>>,
    {
        let step = self.repository.update_step(update, Purpose::Update);
        self.with(step.map(Step::any))
    }

    /// Adds an update of an item for which the condition holds.
    pub fn update_if<U>(
        self,
        update: U,
        condition: impl FnOnce(FieldsOf<U>) -> Condition<OfItem<U::Entity>>,
    ) -> Self
    where
        U: IntoUpdate<Entity: Entity<Table = T>>,
    {
        let step = self.repository.update_step(update, Purpose::Update);
        let step = step.and_then(|step| Ok(step.only_if(condition_of::<U::Entity>(condition)?)));
        self.with(step.map(Step::any))
    }

    /// Adds what [`Repository::upsert`] does.
    ///
    /// Where an expired item is in the way, it is deleted in a request of its own, and the transaction is sent again.
    pub fn upsert<U>(self, update: U) -> Self
    where
        U: IntoUpdate<Entity: Entity<Table = T>>,
    {
        let step = self.repository.update_step(update, Purpose::Upsert);
        self.with(step.map(Step::any))
    }

    /// Adds what [`Repository::delete`] does, by an entity or a key.
    pub fn delete<E: Entity<Table = T>>(self, key: impl IntoKey<E>) -> Self {
        let step = self.repository.delete_step(key);
        self.with(step.map(Step::any))
    }

    /// Adds the deletion of an item that is there and for which the condition holds.
    pub fn delete_if<E: UpdateEntity<Table = T>>(
        self,
        key: impl IntoKey<E>,
        condition: impl FnOnce(E::Fields) -> Condition<OfItem<E>>,
    ) -> Self {
        let step = self.repository.delete_step(key).and_then(|mut step| {
            step.write.must_exist = true;
            let is_own = super::step::is_own::<E>(&step.write.key);
            let condition = condition_of::<E>(condition)?;
            step.write.only_if = is_own.into_iter().chain([condition]).reduce(Expr::and);
            Ok(step.any())
        });
        self.with(step)
    }

    /// Adds a condition on an item that the transaction does not write: the item is there, and the condition holds.
    /// It fails as [`Error::is_not_found`] or [`Error::is_condition_failed`].
    ///
    /// Where the transaction writes the item too, the condition becomes one of that write.
    pub fn check<E: UpdateEntity<Table = T>>(
        self,
        key: impl IntoKey<E>,
        condition: impl FnOnce(E::Fields) -> Condition<OfItem<E>>,
    ) -> Self {
        let step = self.repository.check_step(key, Expected::Present);
        let step = step.and_then(|mut step| {
            let is_own = step.write.only_if.take();
            let condition = condition_of::<E>(condition)?;
            step.write.only_if = is_own.into_iter().chain([condition]).reduce(Expr::and);
            Ok(step.any())
        });
        self.with(step)
    }

    /// Adds the condition that an item is there: it fails as [`Error::is_not_found`].
    pub fn check_exists<E: Entity<Table = T>>(self, key: impl IntoKey<E>) -> Self {
        let step = self.repository.check_step(key, Expected::Present);
        self.with(step.map(Step::any))
    }

    /// Adds the condition that an item is not there: it fails as [`Error::is_already_exists`]. An expired item
    /// counts as none.
    pub fn check_absent<E: Entity<Table = T>>(self, key: impl IntoKey<E>) -> Self {
        let step = self.repository.check_step(key, Expected::Absent);
        self.with(step.map(Step::any))
    }

    /// Goes on with the entities of another repository: another table, or the same under another name.
    ///
    /// Both repositories need clones of one SDK client: otherwise the transaction fails with
    /// [`Error::is_invalid_request`], and nothing is sent. Requests are shown to the first repository's observer.
    pub fn on<U: Table>(self, other: &Repository<U>) -> Transaction<'e, U> {
        let joined = self.client.joined(&other.inner.client);
        let (client, steps) = match (joined, self.steps) {
            (Ok(client), steps) => (client, steps),
            (Err(_), Err(earlier)) => (self.client, Err(earlier)),
            (Err(error), Ok(_)) => (self.client, Err(error)),
        };
        Transaction {
            repository: other.clone(),
            client,
            steps,
            settle: self.settle,
            token: self.token,
            leaves_copies: self.leaves_copies,
            has_unchecked_copies: self.has_unchecked_copies,
        }
    }

    /// Sends the transaction under a token of the caller's own, of 1 to 36 characters, and not under a random one.
    ///
    /// The service takes a transaction with the token of an earlier one for the same transaction, for ten minutes: it
    /// is not applied again. So a call that is repeated within this time, in another process too, is applied once: with
    /// other actions it fails ([`Error::code`] is `IdempotentParameterMismatchException`). `updated_at`
    /// and the like make them other ones, and so do guards: those of `unique` fields that a write moves depend on what is stored,
    /// so a repeated call that finds its own values fails.
    ///
    /// Where others changed an item between the read of its guards and the transaction, it is not planned anew, as
    /// without a token: [`Error::is_conflict`], and nothing is applied.
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.token = Some(token.into());
        self
    }

    /// Updates the copies of the sources that it writes; see [`FanOutRequest`]. Where all of them fit, they are a part of the transaction;
    /// otherwise, and where it has a [`token`](Self::token) of the caller's own, they follow it in chunks.
    pub fn fan_out(self) -> FanOutRequest<'e> {
        FanOutRequest {
            token: self.token,
            ..FanOutRequest::new(self.client, self.steps, self.settle)
        }
    }

    /// Leaves the copies of the sources that it writes as they are, whichever actions it has.
    pub fn leave_copies(mut self) -> Self {
        self.leaves_copies = true;
        self.say_of_copies()
    }

    /// Takes the copies in what it writes as they are, without checks of their sources, whichever actions it has.
    pub fn unchecked_copies(mut self) -> Self {
        self.has_unchecked_copies = true;
        self.say_of_copies()
    }

    fn say_of_copies(mut self) -> Self {
        let said = (self.leaves_copies, self.has_unchecked_copies);
        let steps = self.steps.iter_mut().flatten();
        steps.for_each(|step| say_of_copies(step, said));
        self
    }

    /// The request's text; nothing is sent.
    #[must_use]
    pub fn explain(&self) -> String {
        explained(&self.steps, |steps| explain(steps))
    }

    /// The SDK's actions, for the benchmark.
    #[doc(hidden)]
    pub fn into_sdk_actions(self) -> Result<Vec<TransactWriteItem>> {
        match planned(&self.steps?, self.token)? {
            Some(transact) => Client::transact_actions(&transact),
            None => Ok(Vec::new()),
        }
    }

    fn write<W>(mut self, entity: W, mode: PutMode) -> Self
    where
        W: IntoWrite<Entity: Entity<Table = T> + Serialize, Held: Send + 'e>,
    {
        let (step, held) = self.repository.put_step(entity, mode);
        if W::IS_HELD {
            self.settle.push(Box::new(move || W::settle(held)));
        }
        self.add(step);
        self
    }

    fn with(mut self, step: Result<Step>) -> Self {
        self.add(step);
        self
    }

    /// Adds a step, which is made at its place; the first error is the transaction's.
    fn add<W: Into<Write>>(&mut self, step: Result<Step<W>>) {
        let said = (self.leaves_copies, self.has_unchecked_copies);
        let Ok(steps) = &mut self.steps else { return };
        match step {
            Ok(step) => {
                make_room(steps);
                steps.push(step.any());
                if let Some(step) = steps.last_mut() {
                    say_of_copies(step, said);
                }
            }
            Err(error) => self.steps = Err(error),
        }
    }
}

/// A step is some hundred bytes: where there are several, room is made for all that can come, and they are moved no more.
fn make_room(steps: &mut Vec<Step>) {
    let is_full = steps.len() == steps.capacity();
    if is_full && steps.len() >= SEVERAL {
        steps.reserve(TRANSACTION_ACTIONS.saturating_sub(steps.len()));
    }
}

/// What a transaction says of copies: those that a step makes stale are left, those that it has are taken as they are.
fn say_of_copies(step: &mut Step, (leaves, has_unchecked): (bool, bool)) {
    if leaves {
        step.copies.decide(Decision::Leave);
    }
    if has_unchecked {
        step.unchecked_copies();
    }
}

/// The attributes of an update's entity.
type FieldsOf<U> = <<U as IntoUpdate>::Entity as UpdateEntity>::Fields;

fn condition_of<E: UpdateEntity>(
    condition: impl FnOnce(E::Fields) -> Condition<OfItem<E>>,
) -> Result<Expr> {
    condition(E::fields()).into_expr()
}

impl<'e, T: Table> IntoFuture for Transaction<'e, T> {
    type Output = Result<()>;
    type IntoFuture = Pin<Box<dyn Future<Output = Result<()>> + Send + 'e>>;

    /// Sends the transaction.
    ///
    /// # Errors
    /// [`Error::is_transaction_canceled`], with the predicates of the action that failed and
    /// [`Error::canceled`] for all that did; [`Error::is_conflict`] and [`Error::is_throttled`] after all attempts;
    /// [`Error::is_invalid_request`] (over 100 actions or 4 MB, two writes of one item, checks that cannot hold with
    /// them), [`Error::is_key`], [`Error::is_encode`]: nothing is sent; [`Error::is_unknown_outcome`] where no
    /// answer came.
    fn into_future(self) -> Self::IntoFuture {
        let Self {
            client,
            steps,
            settle,
            token,
            ..
        } = self;
        Box::pin(async move {
            send(&client, steps?, token).await?;
            settle.into_iter().for_each(|settle| settle());
            Ok(())
        })
    }
}

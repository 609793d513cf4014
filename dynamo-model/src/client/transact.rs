//! TransactWriteItems: sent with one token for all attempts, and what a cancellation says.

use std::borrow::Cow;
use std::collections::HashMap;
use std::pin::pin;
use std::time::Duration;

use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::{
    ConditionCheck, Delete as SdkDelete, Put as SdkPut, TransactWriteItem, Update as SdkUpdate,
};

use super::collections::warn_of_large;
use super::errors::of_write;
use super::reasons::{Part, Reason, delay, of_canceled, of_reasons};
use super::send::{Consumed, incomplete, key, name_map, value_map};
use super::wire::{Ours, Reads, Request};
use super::write::{condition, on_failure};
use super::{Client, full_jitter};
use crate::error::{Error, Kind, Result};
use crate::op::{Check, Delete, Put, Transact, Update, Write};

/// Attempts of a transaction that others are in the way of.
pub(super) const ATTEMPTS: u32 = 8;

/// An error, and what the service says of it.
struct Failed {
    error: Error,
    answer: Refusal,
}

enum Refusal {
    /// Nothing was applied; a reason for each action, as far as the service tells.
    Canceled(Vec<Reason>),
    /// An attempt of the same call is not decided yet.
    InProgress,
    /// The request as a whole is refused for capacity.
    Throttled,
    Other,
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Self {
            error,
            answer: Refusal::Other,
        }
    }
}

impl Client {
    /// A client for transactions over both repositories: the same connection.
    ///
    /// # Errors
    /// [`Error::is_invalid_request`] where the repositories have two.
    pub(crate) fn joined(&self, other: &Self) -> Result<Self> {
        // Clones of an SDK client share their configuration.
        if !std::ptr::eq(self.sdk.config(), other.sdk.config()) {
            return Err(Error::new(Kind::Request).with_detail(
                "the repositories of a transaction have different SDK clients: make both from clones of one",
            ));
        }
        Ok(Self {
            has_local_index: self.has_local_index || other.has_local_index,
            reads_wire: self.reads_wire && other.reads_wire,
            writes_wire: self.writes_wire && other.writes_wire,
            ..self.clone()
        })
    }

    /// Applies all writes or none. Conflicts with other transactions, throttling, and an attempt of the same call
    /// that is still running are waited for, with jitter, up to eight times; the token stays, so that nothing is
    /// applied twice [fault 91].
    pub(crate) async fn transact(&self, transact: &Transact<'_>) -> Result<()> {
        let names = transact.tables();
        let tables = match names.as_slice() {
            [one] => Cow::Borrowed(*one),
            names => Cow::Owned(names.join(", ")),
        };
        // The same for all attempts.
        let written = self.written_transact(transact)?;
        let mut was_running = false;
        let mut attempt = 0;
        loop {
            let sent = self
                .observed(
                    "TransactWriteItems",
                    &tables,
                    None,
                    &|| transact.explain(),
                    self.send_transact(transact, written.clone()),
                )
                .await;
            let failed = match sent {
                Ok(()) => return Ok(()),
                Err(failed) => failed,
            };
            attempt += 1;
            was_running |= matches!(failed.answer, Refusal::InProgress);
            match failed.answer.delay(attempt) {
                Some(delay) if attempt < ATTEMPTS => tokio::time::sleep(delay).await,
                _ => return Err(of_failed(failed, transact, was_running)),
            }
        }
    }

    async fn send_transact(
        &self,
        transact: &Transact<'_>,
        written: Option<Request>,
    ) -> Result<((), Consumed), Failed> {
        let actions = match &written {
            Some(_) => transact.tables().into_iter().map(only_table).collect(),
            None => Self::transact_actions(transact),
        };
        let actions = actions?;
        let request = self
            .sdk
            .transact_write_items()
            .set_transact_items(Some(actions))
            .client_request_token(&transact.token)
            .set_return_item_collection_metrics(self.collection_metrics())
            .set_return_consumed_capacity(self.capacity());
        let ours = Ours::new(written, self.kept(Reads::TransactWriteItems));
        let call = request.customize().config_override(Ours::config());
        let (sent, ours) = ours.with(pin!(call.send())).await;
        match sent {
            Ok(output) => {
                for (table, metrics) in output.item_collection_metrics.iter().flatten() {
                    warn_of_large(table, metrics);
                }
                let consumed = output
                    .consumed_capacity
                    .map(|all| all.iter().filter_map(|one| one.capacity_units).sum());
                Ok(((), consumed))
            }
            Err(error) => {
                let answer = Refusal::of(error.as_service_error(), &ours);
                let error = of_write(error, ours.attempts(), Kind::ConditionFailed);
                let answer = match answer {
                    Refusal::Other if error.is_throttled() => Refusal::Throttled,
                    answer => answer,
                };
                Err(Failed { error, answer })
            }
        }
    }

    /// The SDK's actions.
    pub(crate) fn transact_actions(transact: &Transact<'_>) -> Result<Vec<TransactWriteItem>> {
        let writes = transact.writes.iter();
        writes.map(|write| action(write)).collect()
    }
}

impl Refusal {
    fn of(error: Option<&TransactWriteItemsError>, ours: &Ours) -> Self {
        match error {
            Some(TransactWriteItemsError::TransactionCanceledException(canceled)) => {
                Self::Canceled(of_canceled(
                    canceled.cancellation_reasons.as_deref(),
                    canceled.message.as_deref(),
                    ours,
                ))
            }
            Some(TransactWriteItemsError::TransactionInProgressException(_)) => Self::InProgress,
            _ => Self::Other,
        }
    }

    /// How long to wait before the next attempt, where one may help.
    fn delay(&self, attempt: u32) -> Option<Duration> {
        match self {
            Self::InProgress | Self::Throttled => Some(full_jitter(attempt)),
            Self::Canceled(reasons) => delay(reasons, attempt),
            Self::Other => None,
        }
    }
}

fn of_failed(failed: Failed, transact: &Transact<'_>, was_running: bool) -> Error {
    match failed.answer {
        Refusal::Canceled(reasons) => {
            let actions = transact.writes.iter().zip(&transact.positions);
            let parts = actions.map(|(write, position)| Part {
                position: *position,
                entity: write.entity(),
                key: write.key(),
                failure: write.failure(),
            });
            of_reasons(failed.error, &reasons, parts)
        }
        _ if was_running => failed.error.into_kind(Kind::UnknownOutcome),
        _ => match transact.writes.as_slice() {
            [write] => failed
                .error
                .for_entity(write.entity())
                .with_key(write.key().to_string()),
            _ => failed.error,
        },
    }
}

/// An action that names a table, for what is made of that, and no item: the service takes none.
fn only_table(table: &str) -> Result<TransactWriteItem> {
    let delete = SdkDelete::builder()
        .table_name(table)
        .set_key(Some(HashMap::new()))
        .build()
        .map_err(incomplete)?;
    Ok(TransactWriteItem::builder().delete(delete).build())
}

fn action(write: &Write) -> Result<TransactWriteItem> {
    let named = |error: Error| {
        error
            .for_entity(write.entity())
            .with_key(write.key().to_string())
    };
    let action = TransactWriteItem::builder();
    let action = match write {
        Write::Put(of) => action.put(put(of).map_err(named)?),
        Write::Delete(of) => action.delete(delete(of).map_err(named)?),
        Write::Update(of) => action.update(update(of).map_err(named)?),
        Write::Check(of) => action.condition_check(check(of).map_err(named)?),
    };
    Ok(action.build())
}

fn put(put: &Put) -> Result<SdkPut> {
    let (condition, names) = condition(put.condition())?;
    SdkPut::builder()
        .table_name(&*put.table)
        .set_item(Some(put.item.clone().into_map()))
        .set_return_values_on_condition_check_failure(on_failure(condition.as_ref()))
        .set_condition_expression(condition)
        .set_expression_attribute_names(name_map(&names))
        .set_expression_attribute_values(value_map(&names))
        .build()
        .map_err(incomplete)
}

fn delete(delete: &Delete) -> Result<SdkDelete> {
    let (condition, names) = condition(delete.condition())?;
    SdkDelete::builder()
        .table_name(&*delete.table)
        .set_key(Some(key(&delete.key)))
        .set_return_values_on_condition_check_failure(on_failure(condition.as_ref()))
        .set_condition_expression(condition)
        .set_expression_attribute_names(name_map(&names))
        .set_expression_attribute_values(value_map(&names))
        .build()
        .map_err(incomplete)
}

fn update(update: &Update) -> Result<SdkUpdate> {
    let texts = update.texts()?;
    SdkUpdate::builder()
        .table_name(&*update.table)
        .set_key(Some(key(&update.key)))
        .set_update_expression(texts.update)
        .set_return_values_on_condition_check_failure(on_failure(texts.condition.as_ref()))
        .set_condition_expression(texts.condition)
        .set_expression_attribute_names(name_map(&texts.names))
        .set_expression_attribute_values(value_map(&texts.names))
        .build()
        .map_err(incomplete)
}

fn check(check: &Check) -> Result<ConditionCheck> {
    let (condition, names) = condition(Some(check.condition()))?;
    ConditionCheck::builder()
        .table_name(&*check.table)
        .set_key(Some(key(&check.key)))
        .set_return_values_on_condition_check_failure(on_failure(condition.as_ref()))
        .set_condition_expression(condition)
        .set_expression_attribute_names(name_map(&names))
        .set_expression_attribute_values(value_map(&names))
        .build()
        .map_err(incomplete)
}

//! TransactWriteItems, as far as a move needs it.

use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::{
    CancellationReason, Delete as SdkDelete, Put as SdkPut, ReturnValuesOnConditionCheckFailure,
    TransactWriteItem,
};

use super::attempts::Attempts;
use super::collections::warn_of_large;
use super::errors::of_write;
use super::send::{Consumed, incomplete, key, name_map, value_map};
use super::write::{condition, met};
use super::{Client, full_jitter};
use crate::entity::KeyTexts;
use crate::error::{Error, Kind, Result};
use crate::item::Stored;
use crate::op::{Delete, Put, Rekey};

/// Attempts of a transaction that others are in the way of.
const ATTEMPTS: u32 = 8;

/// An error, and why each action was refused.
type Failed = (Error, Vec<CancellationReason>);

impl Client {
    pub(crate) async fn rekey(&self, rekey: &Rekey) -> Result<()> {
        let mut attempt = 0;
        loop {
            let sent = self
                .observed(
                    "TransactWriteItems",
                    &rekey.delete.table,
                    None,
                    &|| rekey.explain(),
                    self.send_rekey(rekey),
                )
                .await;
            let (error, reasons) = match sent {
                Ok(()) => return Ok(()),
                Err(failed) => failed,
            };
            attempt += 1;
            if is_passing(&reasons) && attempt < ATTEMPTS {
                tokio::time::sleep(full_jitter(attempt)).await;
                continue;
            }
            return Err(of_reasons(error, reasons, rekey));
        }
    }

    async fn send_rekey(&self, rekey: &Rekey) -> Result<((), Consumed), Failed> {
        let built = || {
            let delete = TransactWriteItem::builder()
                .delete(delete(&rekey.delete)?)
                .build();
            let put = TransactWriteItem::builder().put(put(&rekey.put)?).build();
            Ok(vec![delete, put])
        };
        let actions = built().map_err(|error: Error| (error, Vec::new()))?;
        let attempts = Attempts::default();
        let sent = self
            .sdk
            .transact_write_items()
            .set_transact_items(Some(actions))
            .client_request_token(&rekey.token)
            .set_return_item_collection_metrics(self.collection_metrics())
            .set_return_consumed_capacity(self.capacity())
            .customize()
            .interceptor(attempts.clone())
            .send()
            .await;
        match sent {
            Ok(output) => {
                let metrics = output.item_collection_metrics.iter().flatten();
                warn_of_large(
                    &rekey.delete.table,
                    metrics.flat_map(|(_, metrics)| metrics),
                );
                let consumed = output
                    .consumed_capacity
                    .map(|all| all.iter().filter_map(|one| one.capacity_units).sum());
                Ok(((), consumed))
            }
            Err(error) => {
                let reasons = match error.as_service_error() {
                    Some(TransactWriteItemsError::TransactionCanceledException(canceled)) => {
                        canceled.cancellation_reasons.clone().unwrap_or_default()
                    }
                    _ => Vec::new(),
                };
                Err((of_write(error, &attempts, Kind::ConditionFailed), reasons))
            }
        }
    }
}

fn delete(delete: &Delete) -> Result<SdkDelete> {
    let (condition, names) = condition(delete.condition())?;
    SdkDelete::builder()
        .table_name(&delete.table)
        .set_key(Some(key(&delete.key)))
        .set_condition_expression(condition)
        .set_expression_attribute_names(name_map(&names))
        .set_expression_attribute_values(value_map(&names))
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
        .build()
        .map_err(incomplete)
}

fn put(put: &Put) -> Result<SdkPut> {
    let (condition, names) = condition(put.condition())?;
    SdkPut::builder()
        .table_name(&put.table)
        .set_item(Some(put.item.clone().into_map()))
        .set_condition_expression(condition)
        .set_expression_attribute_names(name_map(&names))
        .set_expression_attribute_values(value_map(&names))
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
        .build()
        .map_err(incomplete)
}

/// Nothing but other requests was in the way.
fn is_passing(reasons: &[CancellationReason]) -> bool {
    let mut codes = reasons
        .iter()
        .filter_map(|reason| reason.code.as_deref())
        .filter(|code| *code != "None")
        .peekable();
    codes.peek().is_some()
        && codes.all(|code| {
            matches!(
                code,
                "TransactionConflict" | "ThrottlingError" | "ProvisionedThroughputExceeded"
            )
        })
}

/// Reasons come in the order of the actions [fault 89]; what is missing in a short list is none.
fn of_reasons(error: Error, reasons: Vec<CancellationReason>, rekey: &Rekey) -> Error {
    let is_failed =
        |reason: &CancellationReason| reason.code.as_deref() == Some("ConditionalCheckFailed");
    let failed = reasons
        .into_iter()
        .enumerate()
        .find(|(_, reason)| is_failed(reason));
    let at = |error: Error, key: &KeyTexts| {
        error
            .for_entity(rekey.delete.entity)
            .with_key(key.to_string())
    };
    match failed {
        None => at(error, &rekey.delete.key),
        Some((action, reason)) => {
            let existing = reason.item.map(Stored::from_sdk);
            let error = error.into_kind(Kind::ConditionFailed);
            if action == 0 {
                let error = at(error, &rekey.delete.key);
                met(
                    error,
                    existing,
                    Kind::ConditionFailed,
                    Some(rekey.delete.live),
                )
            } else {
                let error = at(error, &rekey.put.key);
                met(error, existing, Kind::AlreadyExists, None)
            }
        }
    }
}

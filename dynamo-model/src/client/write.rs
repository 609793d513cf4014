//! Writes of single items: sent, and what a failed condition means.

use std::pin::pin;

use aws_sdk_dynamodb::operation::delete_item::DeleteItemError;
use aws_sdk_dynamodb::operation::delete_item::builders::DeleteItemFluentBuilder;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::{ReturnValue, ReturnValuesOnConditionCheckFailure};

use super::Client;
use super::collections::warn_of_large;
use super::errors::of_write;
use super::once::Once;
use super::send::{Consumed, key, maps, name_map, units, value_map};
use super::wire::{Ours, Reads, one};
use crate::error::{Error, Kind, Result};
use crate::expr::{Expr, Placeholders, check_expression};
use crate::item::Stored;
use crate::op::{Delete, Live, Put, PutMode, Returns, Update};
use crate::update::Purpose;

/// An error, and what is stored where a condition met it.
type Failed = (Error, Option<Stored>);

impl Client {
    pub(crate) async fn put(&self, put: &Put) -> Result<()> {
        let sent = self
            .observed(
                "PutItem",
                &put.table,
                None,
                &|| put.explain(),
                self.send_put(put),
            )
            .await;
        let (error, existing) = match sent {
            Ok(()) => return Ok(()),
            Err(failed) => failed,
        };
        // An attempt whose answer was lost may have stored the very item that a later one met.
        let is_own = existing
            .as_ref()
            .is_some_and(|existing| put.item.is_same_as(existing));
        if error.is_unknown_outcome() && is_own {
            return Ok(());
        }
        Err(match put.mode {
            PutMode::Create => met(error, existing, Kind::AlreadyExists, None),
            // Copies and guards are written in transactions only.
            PutMode::Put | PutMode::Copy | PutMode::Guard(_) => {
                met(error, existing, Kind::ConditionFailed, None)
            }
            PutMode::Replace => met(error, existing, Kind::ConditionFailed, Some(put.live)),
        })
    }

    pub(crate) async fn delete(&self, delete: &Delete) -> Result<()> {
        let sent = self
            .observed(
                "DeleteItem",
                &delete.table,
                None,
                &|| delete.explain(),
                self.send_delete(delete),
            )
            .await;
        match sent {
            Ok(()) => Ok(()),
            Err((error, existing)) => Err(met(
                error,
                existing,
                Kind::ConditionFailed,
                Some(delete.live),
            )),
        }
    }

    /// The item before or after, where it was asked for and there is one.
    pub(crate) async fn update(&self, update: &Update) -> Result<Option<Stored>> {
        let sent = self
            .observed(
                "UpdateItem",
                &update.table,
                None,
                &|| update.explain(),
                self.send_update(update),
            )
            .await;
        match sent {
            Ok(answer) => Ok(answer),
            Err((error, existing)) => {
                let absent = (update.purpose == Purpose::Update).then_some(update.live);
                Err(met(error, existing, Kind::ConditionFailed, absent))
            }
        }
    }

    async fn send_put(&self, put: &Put) -> Result<((), Consumed), Failed> {
        let written = self.written_put(put).map_err(|error| (error, None))?;
        let request = match &written {
            Some(_) => self.sdk.put_item().table_name(&*put.table),
            None => self.put_request(put).map_err(|error| (error, None))?,
        };
        let reads = self.kept(Reads::PutItem);
        let ours = Ours::new(written, reads.filter(|_| put.condition().is_some()));
        let call = request.customize().config_override(Ours::config());
        let (sent, ours) = ours.with(pin!(call.send())).await;
        match sent {
            Ok(output) => {
                warn_of_large(&put.table, &output.item_collection_metrics);
                Ok(((), units(output.consumed_capacity.as_ref())))
            }
            Err(error) => {
                let existing = match error.as_service_error() {
                    Some(PutItemError::ConditionalCheckFailedException(failed)) => {
                        one(failed.item.clone(), &ours)
                    }
                    _ => None,
                };
                let error = of_write(error, ours.attempts(), Kind::ConditionFailed)
                    .for_entity(put.entity)
                    .with_key(put.key.to_string());
                Err((error, existing))
            }
        }
    }

    /// The SDK's request.
    fn put_request(&self, put: &Put) -> Result<PutItemFluentBuilder> {
        let (condition, names) = condition(put.condition())?;
        Ok(self
            .sdk
            .put_item()
            .table_name(&*put.table)
            .set_item(Some(put.item.clone().into_map()))
            .set_return_values_on_condition_check_failure(on_failure(condition.as_ref()))
            .set_condition_expression(condition)
            .set_expression_attribute_names(name_map(&names))
            .set_expression_attribute_values(value_map(&names))
            .set_return_item_collection_metrics(self.collection_metrics())
            .set_return_consumed_capacity(self.capacity()))
    }

    async fn send_delete(&self, delete: &Delete) -> Result<((), Consumed), Failed> {
        let written = self.written_delete(delete).map_err(|error| (error, None))?;
        let request = match &written {
            Some(_) => self.sdk.delete_item().table_name(&*delete.table),
            None => self.delete_request(delete).map_err(|error| (error, None))?,
        };
        let reads = self.kept(Reads::DeleteItem);
        let ours = Ours::new(written, reads.filter(|_| delete.condition().is_some()));
        let call = request.customize().config_override(Ours::config());
        let (sent, ours) = ours.with(pin!(call.send())).await;
        match sent {
            Ok(output) => {
                warn_of_large(&delete.table, &output.item_collection_metrics);
                Ok(((), units(output.consumed_capacity.as_ref())))
            }
            Err(error) => {
                let existing = match error.as_service_error() {
                    Some(DeleteItemError::ConditionalCheckFailedException(failed)) => {
                        one(failed.item.clone(), &ours)
                    }
                    _ => None,
                };
                let error = of_write(error, ours.attempts(), Kind::ConditionFailed)
                    .for_entity(delete.entity)
                    .with_key(delete.key.to_string());
                Err((error, existing))
            }
        }
    }

    /// The SDK's request.
    fn delete_request(&self, delete: &Delete) -> Result<DeleteItemFluentBuilder> {
        let (condition, names) = condition(delete.condition())?;
        Ok(self
            .sdk
            .delete_item()
            .table_name(&*delete.table)
            .set_key(Some(key(&delete.key)))
            .set_return_values_on_condition_check_failure(on_failure(condition.as_ref()))
            .set_condition_expression(condition)
            .set_expression_attribute_names(name_map(&names))
            .set_expression_attribute_values(value_map(&names))
            .set_return_item_collection_metrics(self.collection_metrics())
            .set_return_consumed_capacity(self.capacity()))
    }

    /// The SDK's request.
    pub(crate) fn update_request(&self, update: &Update) -> Result<UpdateItemFluentBuilder> {
        let texts = update.texts()?;
        let (names, values) = maps(texts.names);
        let returns = match update.returns {
            Returns::Nothing => None,
            Returns::New => Some(ReturnValue::AllNew),
            Returns::Old => Some(ReturnValue::AllOld),
        };
        Ok(self
            .sdk
            .update_item()
            .table_name(&*update.table)
            .set_key(Some(key(&update.key)))
            .set_update_expression(texts.update)
            .set_return_values_on_condition_check_failure(on_failure(texts.condition.as_ref()))
            .set_condition_expression(texts.condition)
            .set_expression_attribute_names(names)
            .set_expression_attribute_values(values)
            .set_return_values(returns)
            .set_return_item_collection_metrics(self.collection_metrics())
            .set_return_consumed_capacity(self.capacity()))
    }

    pub(super) async fn send_update(
        &self,
        update: &Update,
    ) -> Result<(Option<Stored>, Consumed), Failed> {
        let named = |error: Error| {
            error
                .for_entity(update.entity)
                .with_key(update.key.to_string())
        };
        let refused = |error| (named(error), None);
        let written = self.written_update(update).map_err(refused)?;
        let request = match &written {
            Some(_) => self.sdk.update_item().table_name(&*update.table),
            None => self.update_request(update).map_err(refused)?,
        };
        let ours = Ours::new(written, self.kept(Reads::UpdateItem));
        let config = match update.is_repeatable() {
            true => Ours::config(),
            false => Ours::config().retry_classifier(Once),
        };
        let call = request.customize().config_override(config);
        let (sent, ours) = ours.with(pin!(call.send())).await;
        match sent {
            Ok(output) => {
                warn_of_large(&update.table, &output.item_collection_metrics);
                let consumed = units(output.consumed_capacity.as_ref());
                Ok((one(output.attributes, &ours), consumed))
            }
            Err(error) => {
                let existing = match error.as_service_error() {
                    Some(UpdateItemError::ConditionalCheckFailedException(failed)) => {
                        one(failed.item.clone(), &ours)
                    }
                    _ => None,
                };
                let error = named(of_write(error, ours.attempts(), Kind::ConditionFailed));
                Err((explained(error), existing))
            }
        }
    }
}

/// What a failed condition says, by the item that it met. `absent`: where none counts as not found, and
/// one that is expired as none.
pub(super) fn met(
    error: Error,
    existing: Option<Stored>,
    kind: Kind,
    absent: Option<Option<Live>>,
) -> Error {
    if !error.is_condition_failed() {
        return match existing {
            // Some attempt had no answer, and a later one met this.
            Some(existing) => error.with_existing(existing),
            None => error,
        };
    }
    match (existing, absent) {
        (None, Some(_)) => error.into_kind(Kind::NotFound),
        (Some(existing), Some(Some(live))) if live.is_expired(&existing) => {
            error.into_kind(Kind::NotFound)
        }
        (Some(existing), _) => error.into_kind(kind).with_existing(existing),
        (None, None) => error.into_kind(kind),
    }
}

fn explained(error: Error) -> Error {
    use aws_sdk_dynamodb::error::ProvideErrorMetadata;
    let message = error.sdk_error().and_then(ProvideErrorMetadata::message);
    match message.and_then(remedy) {
        Some(remedy) => error.with_detail(remedy),
        None => error,
    }
}

/// The service makes no parents of a path, and says so in words that name neither path nor remedy
/// [fault 65].
pub(super) fn remedy(message: &str) -> Option<&'static str> {
    message.contains("document path").then_some(
        "a map or list that the update changes inside is not stored: set it as a whole first",
    )
}

pub(super) fn condition(condition: Option<Expr>) -> Result<(Option<String>, Placeholders)> {
    let mut names = Placeholders::default();
    let Some(condition) = condition else {
        return Ok((None, names));
    };
    let mut text = String::new();
    condition.render(&mut names, &mut text);
    check_expression("condition", &text, condition.operators())?;
    Ok((Some(text), names))
}

/// The stored item comes back with a condition that fails.
pub(super) fn on_failure(
    condition: Option<&String>,
) -> Option<ReturnValuesOnConditionCheckFailure> {
    condition.map(|_| ReturnValuesOnConditionCheckFailure::AllOld)
}

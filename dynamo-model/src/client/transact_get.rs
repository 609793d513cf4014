//! TransactGetItems: sent again where a transaction of others is in the way.

use std::collections::HashMap;
use std::pin::pin;

use aws_sdk_dynamodb::operation::transact_get_items::TransactGetItemsError;
use aws_sdk_dynamodb::types::{Get as SdkGet, TransactGetItem};

use super::errors::of_read;
use super::reasons::{Part, Reason, delay, of_canceled, of_reasons};
use super::send::{Consumed, incomplete, key};
use super::transact::ATTEMPTS;
use super::wire::{Ours, Reads, placed};
use super::{Answered, Client, full_jitter};
use crate::error::{Error, Kind, Result};
use crate::item::Stored;
use crate::op::{Failure, TransactGet};

impl Answered for Vec<Option<Stored>> {}

/// An error, and the reasons where the transaction was canceled.
type Failed = (Error, Option<Vec<Reason>>);

impl Client {
    /// The items in the order of the keys, `None` for one that is not there. Conflicts and throttling are waited for,
    /// with jitter, up to eight times. Nothing is sent for no keys.
    pub(crate) async fn transact_get(&self, transact: &TransactGet) -> Result<Vec<Option<Stored>>> {
        if transact.gets.is_empty() {
            return Ok(Vec::new());
        }
        let mut attempt = 0;
        loop {
            let sent = self
                .observed(
                    "TransactGetItems",
                    &transact.table,
                    None,
                    &|| transact.explain(),
                    self.send_transact_get(transact),
                )
                .await;
            let (error, reasons) = match sent {
                Ok(items) => return Ok(items),
                Err(failed) => failed,
            };
            attempt += 1;
            let delay = match &reasons {
                Some(reasons) => delay(reasons, attempt),
                None => error.is_throttled().then(|| full_jitter(attempt)),
            };
            match (delay, reasons) {
                (Some(delay), _) if attempt < ATTEMPTS => tokio::time::sleep(delay).await,
                (_, Some(reasons)) => return Err(of_reasons(error, &reasons, parts(transact))),
                (_, None) => return Err(error),
            }
        }
    }

    async fn send_transact_get(
        &self,
        transact: &TransactGet,
    ) -> Result<(Vec<Option<Stored>>, Consumed), Failed> {
        let refused = |error| (error, None);
        let written = self.written_transact_get(transact).map_err(refused)?;
        let get = |key| {
            let get = SdkGet::builder()
                .table_name(&*transact.table)
                .set_key(Some(key))
                .build();
            let get = get.map_err(incomplete)?;
            Ok(TransactGetItem::builder().get(get).build())
        };
        let gets: Result<Vec<_>> = match &written {
            // The name of the table, for what is made of that.
            Some(_) => [HashMap::new()].into_iter().map(get).collect(),
            None => {
                let keys = transact.gets.iter().map(|asked| key(&asked.key));
                keys.map(get).collect()
            }
        };
        let request = self
            .sdk
            .transact_get_items()
            .set_transact_items(Some(gets.map_err(refused)?))
            .set_return_consumed_capacity(self.capacity());
        let ours = Ours::new(written, self.kept(Reads::TransactGetItems));
        let call = request.customize().config_override(Ours::config());
        let (sent, ours) = ours.with(pin!(call.send())).await;
        let output = sent.map_err(|error| {
            let reasons = match error.as_service_error() {
                Some(TransactGetItemsError::TransactionCanceledException(canceled)) => {
                    Some(of_canceled(
                        canceled.cancellation_reasons.as_deref(),
                        canceled.message.as_deref(),
                        &ours,
                    ))
                }
                _ => None,
            };
            (of_read(error), reasons)
        })?;
        let consumed = output
            .consumed_capacity
            .as_ref()
            .map(|all| all.iter().filter_map(|one| one.capacity_units).sum());
        let of_sdk = output.responses.unwrap_or_default().into_iter();
        let of_sdk = of_sdk.map(|response| response.item);
        let items: Vec<_> = placed(of_sdk, &ours)
            .into_iter()
            .map(|item| item.filter(|item| item.len() > 0))
            .collect();
        if items.len() != transact.gets.len() {
            let error = Error::new(Kind::Service)
                .with_detail("the service answered another number of items than was asked for");
            return Err((error, None));
        }
        Ok((items, consumed))
    }
}

fn parts(transact: &TransactGet) -> impl Iterator<Item = Part<'_>> {
    let gets = transact.gets.iter().zip(&transact.positions);
    gets.map(|(asked, position)| Part {
        position: *position,
        entity: asked.entity,
        key: &asked.key,
        // A read has no condition that could fail.
        failure: Failure {
            met: Kind::ConditionFailed,
            absent: None,
            field: None,
        },
    })
}

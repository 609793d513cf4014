//! BatchGetItem: what the service leaves is asked again.

use std::pin::pin;

use aws_sdk_dynamodb::types::KeysAndAttributes;
use aws_sdk_dynamodb::types::builders::KeysAndAttributesBuilder;

use super::errors::of_read;
use super::send::{Consumed, incomplete, key, name_map, read};
use super::wire::{Ours, Reads};
use super::{Answered, BATCH_ATTEMPTS, Client, full_jitter};
use crate::entity::KeyTexts;
use crate::error::{Error, Kind, Result};
use crate::expr::Placeholders;
use crate::item::Stored;
use crate::op::BatchGet;

/// Items in no order, and the keys that the service left.
type Got = (Vec<Stored>, Vec<KeyTexts>);

impl Answered for Got {}

impl Client {
    /// The stored items of a batch, in no order, and the keys that the service left in the end: what it leaves is
    /// asked again with full jitter, up to eight times without progress. A refusal for capacity counts as having left everything. Nothing is sent for no keys.
    ///
    /// A key that is in neither list has no item.
    pub(crate) async fn batch_get(&self, mut batch: BatchGet) -> Result<Got> {
        let mut items = Vec::with_capacity(batch.keys.len());
        let mut attempt = 0;
        while !batch.keys.is_empty() {
            let sent = self
                .observed(
                    "BatchGetItem",
                    &batch.table,
                    None,
                    &|| batch.explain(),
                    self.send_batch_get(&batch),
                )
                .await;
            let (found, left) = match sent {
                Err(error) if error.is_throttled() => (Vec::new(), batch.keys.clone()),
                sent => sent?,
            };
            items.extend(found);
            attempt = match left.len() < batch.keys.len() {
                true => 0,
                false => attempt + 1,
            };
            batch.keys = left;
            if batch.keys.is_empty() || attempt >= BATCH_ATTEMPTS {
                break;
            }
            tokio::time::sleep(full_jitter(attempt)).await;
        }
        Ok((items, batch.keys))
    }

    async fn send_batch_get(&self, batch: &BatchGet) -> Result<(Got, Consumed)> {
        let written = self.written_batch_get(batch)?;
        let asked = match &written {
            // The name of the table, for what is made of that.
            Some(_) => KeysAndAttributes::builder().set_keys(Some(Vec::new())),
            None => asked(batch),
        };
        let request = self
            .sdk
            .batch_get_item()
            .request_items(&*batch.table, asked.build().map_err(incomplete)?)
            .set_return_consumed_capacity(self.capacity());
        let ours = Ours::new(written, self.kept(Reads::BatchGetItem));
        let call = request.customize().config_override(Ours::config());
        let (sent, ours) = ours.with(pin!(call.send())).await;
        let output = sent.map_err(of_read)?;
        let consumed = output
            .consumed_capacity
            .as_ref()
            .map(|all| all.iter().filter_map(|one| one.capacity_units).sum());
        let of_sdk = output.responses.into_iter().flatten();
        let of_sdk = of_sdk.flat_map(|(_, items)| items).collect();
        let items = read(Some(of_sdk), &ours);
        let left = output.unprocessed_keys.into_iter().flatten();
        let left = left
            .flat_map(|(_, left)| left.keys)
            .map(|left| asked_as(batch, &Stored::from_sdk(left)))
            .collect::<Result<_>>()?;
        Ok(((items, left), consumed))
    }
}

/// What the SDK's request asks for.
fn asked(batch: &BatchGet) -> KeysAndAttributesBuilder {
    let mut names = Placeholders::default();
    let projection = batch.projection_text(&mut names);
    KeysAndAttributes::builder()
        .set_keys(Some(batch.keys.iter().map(key).collect()))
        .set_consistent_read(batch.is_consistent.then_some(true))
        .set_projection_expression(projection)
        .set_expression_attribute_names(name_map(&names))
}

/// The key of the request that came back.
fn asked_as(batch: &BatchGet, left: &Stored) -> Result<KeyTexts> {
    let key = batch.keys.iter().find(|key| key.is_of(left)).cloned();
    key.ok_or_else(|| {
        Error::new(Kind::Service).with_detail("the service left a key that was not asked for")
    })
}

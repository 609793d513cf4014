//! BatchWriteItem: what the service leaves is sent again, at a pace if there is one.

use std::pin::pin;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use aws_sdk_dynamodb::types::{DeleteRequest, PutRequest, WriteRequest};
use tokio::time::Instant;

use super::collections::warn_of_large;
use super::errors::of_write;
use super::send::{Consumed, incomplete, key};
use super::wire::Ours;
use super::{Answered, BATCH_ATTEMPTS, Client, full_jitter};
use crate::error::{Error, Kind, Result};
use crate::item::Stored;
use crate::op::{BatchEntry, BatchWrite};

/// What became of one request's writes.
#[derive(Debug)]
pub(crate) struct BatchSent {
    /// Not applied; with an error whose outcome is unknown they may be.
    pub(crate) left: Vec<BatchEntry>,
    pub(crate) error: Option<Error>,
}

impl Answered for Vec<Stored> {}

impl Client {
    /// Sends a batch, and what the service left of it again with full jitter, up to eight times without
    /// progress. A refusal for capacity counts as having left everything.
    ///
    /// Each write is applied, or in [`BatchSent::left`]: no answer loses one.
    pub(crate) async fn batch_write(&self, mut batch: BatchWrite, pace: &Pace) -> BatchSent {
        let mut attempt = 0;
        while !batch.entries.is_empty() {
            pace.wait(&batch).await;
            let sent = self
                .observed(
                    "BatchWriteItem",
                    &batch.table,
                    None,
                    &|| batch.explain(),
                    self.send_batch(&batch),
                )
                .await;
            let before = batch.entries.len();
            match sent.and_then(|left| check_left(&batch, left)) {
                Ok(left) => {
                    let is_left = |entry: &BatchEntry| left.iter().any(|left| entry.is_of(left));
                    batch.entries.retain(is_left);
                }
                Err(error) if error.is_throttled() => {}
                Err(error) => {
                    return BatchSent {
                        left: batch.entries,
                        error: Some(error),
                    };
                }
            }
            attempt = match batch.entries.len() < before {
                true => 0,
                false => attempt + 1,
            };
            if batch.entries.is_empty() || attempt >= BATCH_ATTEMPTS {
                break;
            }
            tokio::time::sleep(full_jitter(attempt)).await;
        }
        BatchSent {
            left: batch.entries,
            error: None,
        }
    }

    /// What the service left unprocessed: items of puts, keys of deletes.
    async fn send_batch(&self, batch: &BatchWrite) -> Result<(Vec<Stored>, Consumed)> {
        let written = self.written_batch(batch)?;
        let requests = match &written {
            Some(_) => Vec::new(),
            None => batch.entries.iter().map(request).collect::<Result<_>>()?,
        };
        let request = self
            .sdk
            .batch_write_item()
            .request_items(&*batch.table, requests)
            .set_return_item_collection_metrics(self.collection_metrics())
            .set_return_consumed_capacity(self.capacity());
        let call = request.customize().config_override(Ours::config());
        let ours = Ours::new(written, None);
        let (sent, ours) = ours.with(pin!(call.send())).await;
        let output =
            sent.map_err(|error| of_write(error, ours.attempts(), Kind::ConditionFailed))?;
        let metrics = output.item_collection_metrics.iter().flatten();
        warn_of_large(&batch.table, metrics.flat_map(|(_, metrics)| metrics));
        let consumed = output
            .consumed_capacity
            .as_ref()
            .map(|all| all.iter().filter_map(|one| one.capacity_units).sum());
        let left = output.unprocessed_items.into_iter().flatten();
        let left = left.flat_map(|(_, left)| left).map(|request| {
            let put = request.put_request.map(|put| put.item);
            let delete = request.delete_request.map(|delete| delete.key);
            Stored::from_sdk(put.or(delete).unwrap_or_default())
        });
        Ok((left.collect(), consumed))
    }
}

fn request(entry: &BatchEntry) -> Result<WriteRequest> {
    let request = WriteRequest::builder();
    let request = match &entry.item {
        Some(item) => request.put_request(
            PutRequest::builder()
                .set_item(Some(item.clone().into_map()))
                .build()
                .map_err(incomplete)?,
        ),
        None => request.delete_request(
            DeleteRequest::builder()
                .set_key(Some(key(&entry.key)))
                .build()
                .map_err(incomplete)?,
        ),
    };
    Ok(request.build())
}

/// What is left has to be of this batch: otherwise nobody knows what was written.
fn check_left(batch: &BatchWrite, left: Vec<Stored>) -> Result<Vec<Stored>> {
    let is_ours = |left: &Stored| batch.entries.iter().any(|entry| entry.is_of(left));
    if left.iter().all(is_ours) {
        return Ok(left);
    }
    Err(Error::new(Kind::UnknownOutcome)
        .with_detail("the service left a write that the batch does not have"))
}

/// At most so many write units a second, over all requests that share it.
#[derive(Debug, Default)]
pub(crate) struct Pace(Option<Schedule>);

#[derive(Debug)]
struct Schedule {
    units_per_second: u32,
    /// When the next request may be sent.
    next: Mutex<Option<Instant>>,
}

impl Pace {
    pub(crate) fn new(units_per_second: Option<u32>) -> Self {
        Self(units_per_second.map(|units_per_second| Schedule {
            units_per_second,
            next: Mutex::new(None),
        }))
    }

    /// Waits for its turn, and keeps the next one waiting for as long as these units take.
    async fn wait(&self, batch: &BatchWrite) {
        let Some(schedule) = &self.0 else { return };
        let turn = schedule.reserve(batch.units());
        tokio::time::sleep_until(turn).await;
    }
}

impl Schedule {
    fn reserve(&self, units: usize) -> Instant {
        let now = Instant::now();
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = next.map_or(now, |next| next.max(now));
        let seconds = units as f64 / f64::from(self.units_per_second);
        // A pause that no clock can hold is as good as the longest one.
        let pause = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        *next = Some(turn.checked_add(pause).unwrap_or(turn));
        turn
    }
}

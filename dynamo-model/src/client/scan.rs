//! What `admin()` sends: Scan, deletes in batches, updates whose capacity is looked at.

use aws_sdk_dynamodb::types::{DeleteRequest, ReturnConsumedCapacity, WriteRequest};

use super::attempts::Attempts;
use super::collections::warn_of_large;
use super::errors::{of_read, of_write};
use super::send::{Consumed, incomplete, key, name_map, start_key, start_key_of, units, value_map};
use super::write::met;
use super::{Answered, BATCH_ATTEMPTS, Client, QueryPage, full_jitter};
use crate::entity::KeyTexts;
use crate::error::{Kind, Result};
use crate::expr::Placeholders;
use crate::item::{Stored, Value};
use crate::op::{BatchDelete, Scan, Update};

/// A write's capacity units, where the service told.
#[derive(Debug)]
struct Metered(Consumed);

impl Answered for Metered {}
impl Answered for Vec<KeyTexts> {}

impl Client {
    /// The same client, whose every answer says what it consumed.
    pub(crate) fn measuring(mut self) -> Self {
        self.measures = true;
        self
    }

    /// One page of one segment.
    pub(crate) async fn scan(&self, scan: &Scan) -> Result<QueryPage> {
        self.observed(
            "Scan",
            &scan.table,
            scan.index.as_deref(),
            &|| scan.explain(),
            self.send_scan(scan),
        )
        .await
    }

    /// Deletes up to 25 items; what the service leaves is sent again with full jitter, up to eight times
    /// without progress. Returns what is left in the end.
    pub(crate) async fn batch_delete(&self, mut batch: BatchDelete) -> Result<Vec<KeyTexts>> {
        let mut attempt = 0;
        loop {
            let sent = batch.keys.len();
            let left = self
                .observed(
                    "BatchWriteItem",
                    &batch.table,
                    None,
                    &|| batch.explain(),
                    self.send_batch_delete(&batch),
                )
                .await?;
            attempt = if left.len() < sent { 0 } else { attempt + 1 };
            if left.is_empty() || attempt >= BATCH_ATTEMPTS {
                return Ok(left);
            }
            batch.keys = left;
            tokio::time::sleep(full_jitter(attempt)).await;
        }
    }

    /// An update, and what it consumed.
    pub(crate) async fn update_metered(&self, update: &Update) -> Result<Consumed> {
        let sent = async {
            let (_, consumed) = self.send_update(update).await?;
            Ok((Metered(consumed), consumed))
        };
        let sent = self
            .observed(
                "UpdateItem",
                &update.table,
                None,
                &|| update.explain(),
                sent,
            )
            .await;
        match sent {
            Ok(Metered(consumed)) => Ok(consumed),
            Err((error, existing)) => Err(met(
                error,
                existing,
                Kind::ConditionFailed,
                Some(update.live),
            )),
        }
    }

    async fn send_scan(&self, scan: &Scan) -> Result<(QueryPage, Consumed)> {
        let mut names = Placeholders::default();
        let filter = scan.filter_text(&mut names)?;
        let segment = (scan.segments > 1).then_some((scan.segment, scan.segments));
        let number = |number: u32| i32::try_from(number).unwrap_or(i32::MAX);
        let output = self
            .sdk
            .scan()
            .table_name(&scan.table)
            .set_index_name(scan.index.as_deref().map(str::to_owned))
            .set_filter_expression(filter)
            .set_expression_attribute_names(name_map(&names))
            .set_expression_attribute_values(value_map(&names))
            .set_consistent_read(scan.is_consistent.then_some(true))
            .set_limit(scan.page_size.map(number))
            .set_segment(segment.map(|(segment, _)| number(segment)))
            .set_total_segments(segment.map(|(_, segments)| number(segments)))
            .set_exclusive_start_key(scan.start.as_ref().map(start_key))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(of_read)?;
        let consumed = units(output.consumed_capacity.as_ref());
        let page = QueryPage {
            count: u32::try_from(output.count).unwrap_or_default(),
            examined: u32::try_from(output.scanned_count).unwrap_or_default(),
            next: output
                .last_evaluated_key
                .filter(|key| !key.is_empty())
                .map(start_key_of),
            items: output
                .items
                .unwrap_or_default()
                .into_iter()
                .map(Stored::from_sdk)
                .collect(),
            capacity_units: consumed,
        };
        Ok((page, consumed))
    }

    /// What the service left unprocessed.
    async fn send_batch_delete(&self, batch: &BatchDelete) -> Result<(Vec<KeyTexts>, Consumed)> {
        let attempts = Attempts::default();
        let mut requests = Vec::with_capacity(batch.keys.len());
        for texts in &batch.keys {
            let delete = DeleteRequest::builder()
                .set_key(Some(key(texts)))
                .build()
                .map_err(incomplete)?;
            requests.push(WriteRequest::builder().delete_request(delete).build());
        }
        let output = self
            .sdk
            .batch_write_item()
            .request_items(&batch.table, requests)
            .set_return_item_collection_metrics(self.collection_metrics())
            .set_return_consumed_capacity(self.capacity())
            .customize()
            .interceptor(attempts.clone())
            .send()
            .await
            .map_err(|error| of_write(error, &attempts, Kind::ConditionFailed))?;
        let metrics = output.item_collection_metrics.iter().flatten();
        warn_of_large(&batch.table, metrics.flat_map(|(_, metrics)| metrics));
        let consumed = output
            .consumed_capacity
            .as_ref()
            .map(|all| all.iter().filter_map(|one| one.capacity_units).sum());
        let left: Vec<_> = output
            .unprocessed_items
            .unwrap_or_default()
            .into_values()
            .flatten()
            .filter_map(|request| request.delete_request)
            .map(|delete| Stored::from_sdk(delete.key))
            .collect();
        let is_left = |texts: &&KeyTexts| {
            let is_of = |key: &Stored| {
                let mut attributes = texts.attributes();
                attributes.all(|(name, value)| key.value(name) == Some(Value::from(value)))
            };
            left.iter().any(is_of)
        };
        Ok((
            batch.keys.iter().filter(is_left).cloned().collect(),
            consumed,
        ))
    }
}

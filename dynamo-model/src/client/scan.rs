//! What maintenance sends: Scan, and updates whose capacity is looked at.

use std::pin::pin;

use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;
use aws_sdk_dynamodb::types::ReturnConsumedCapacity;

use super::errors::of_read;
use super::send::{Consumed, name_map, page, read, start_key, units, value_map};
use super::wire::{Ours, Reads};
use super::write::met;
use super::{Answered, Client, QueryPage};
use crate::error::{Kind, Result};
use crate::expr::Placeholders;
use crate::op::{Scan, Update};

/// A write's capacity units, where the service told.
#[derive(Debug)]
struct Metered(Consumed);

impl Answered for Metered {}

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
        let written = self.written_scan(scan)?;
        let request = match &written {
            Some(_) => self.sdk.scan().table_name(&*scan.table),
            None => self.scan_request(scan)?,
        };
        let ours = Ours::new(written, self.kept(Reads::Scan));
        let call = request.customize().config_override(Ours::config());
        let (sent, ours) = ours.with(pin!(call.send())).await;
        let output = sent.map_err(of_read)?;
        let consumed = units(output.consumed_capacity.as_ref());
        let counts = (output.count, output.scanned_count);
        let items = read(output.items, &ours);
        let page = page(counts, items, output.last_evaluated_key, consumed);
        Ok((page, consumed))
    }

    /// The SDK's request.
    fn scan_request(&self, scan: &Scan) -> Result<ScanFluentBuilder> {
        let mut names = Placeholders::default();
        let filter = scan.filter_text(&mut names)?;
        let segment = (scan.segments > 1).then_some((scan.segment, scan.segments));
        let number = |number: u32| i32::try_from(number).unwrap_or(i32::MAX);
        Ok(self
            .sdk
            .scan()
            .table_name(&*scan.table)
            .set_index_name(scan.index.as_deref().map(str::to_owned))
            .set_filter_expression(filter)
            .set_expression_attribute_names(name_map(&names))
            .set_expression_attribute_values(value_map(&names))
            .set_consistent_read(scan.is_consistent.then_some(true))
            .set_limit(scan.page_size.map(number))
            .set_segment(segment.map(|(segment, _)| number(segment)))
            .set_total_segments(segment.map(|(_, segments)| number(segments)))
            .set_exclusive_start_key(scan.start.as_ref().map(start_key))
            .return_consumed_capacity(ReturnConsumedCapacity::Total))
    }
}

//! Scan for the sources of copies.

use super::errors::of_read;
use super::send::{Consumed, name_map, start_key, start_key_of, units, value_map};
use super::{Client, QueryPage};
use crate::error::Result;
use crate::expr::Placeholders;
use crate::item::Stored;
use crate::op::SourceScan;

impl Client {
    /// One page of it.
    pub(crate) async fn scan_sources(&self, scan: &SourceScan) -> Result<QueryPage> {
        let sent = self.send_source_scan(scan);
        self.observed("Scan", &scan.table, None, &|| scan.explain(), sent)
            .await
    }

    async fn send_source_scan(&self, scan: &SourceScan) -> Result<(QueryPage, Consumed)> {
        let mut names = Placeholders::default();
        let filter = scan.filter_text(&mut names)?;
        let output = self
            .sdk
            .scan()
            .table_name(&scan.table)
            .set_filter_expression(filter)
            .set_expression_attribute_names(name_map(&names))
            .set_expression_attribute_values(value_map(&names))
            .consistent_read(true)
            .set_exclusive_start_key(scan.start.as_ref().map(start_key))
            .set_return_consumed_capacity(self.capacity())
            .send()
            .await
            .map_err(of_read)?;
        let consumed = units(output.consumed_capacity.as_ref());
        let items = output.items.unwrap_or_default().into_iter();
        let page = QueryPage {
            count: u32::try_from(output.count).unwrap_or_default(),
            examined: u32::try_from(output.scanned_count).unwrap_or_default(),
            next: output
                .last_evaluated_key
                .filter(|key| !key.is_empty())
                .map(start_key_of),
            items: items.map(Stored::from_sdk).collect(),
            capacity_units: consumed,
        };
        Ok((page, consumed))
    }
}

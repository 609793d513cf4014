//! Item collections of tables with a local index: all items under one partition key, with their copies
//! in the local indexes, are at most 10 GB (service limit), and a write beyond fails.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::{AttributeValue, ItemCollectionMetrics, ReturnItemCollectionMetrics};

use super::Client;
use crate::item::Value;

/// Size from which each write warns: the service tells a lower and an upper estimate in whole GB.
const WARNING_GB: f64 = 8.0;

impl Client {
    /// Asked for only where the limit exists.
    pub(super) fn collection_metrics(&self) -> Option<ReturnItemCollectionMetrics> {
        self.has_local_index
            .then_some(ReturnItemCollectionMetrics::Size)
    }
}

/// Warns of each collection that is near the limit.
pub(super) fn warn_of_large<'m>(
    table: &str,
    metrics: impl IntoIterator<Item = &'m ItemCollectionMetrics>,
) {
    for metrics in metrics {
        let upper = metrics.size_estimate_range_gb.iter().flatten().last();
        let Some(&gigabytes) = upper.filter(|size| **size >= WARNING_GB) else {
            continue;
        };
        let key = metrics
            .item_collection_key
            .as_ref()
            .map(text)
            .unwrap_or_default();
        tracing::warn!(
            table,
            key,
            gigabytes,
            "an item collection comes near the 10 GB that a table with a local index allows"
        );
    }
}

fn text(key: &HashMap<String, AttributeValue>) -> String {
    let attributes = key
        .iter()
        .map(|(name, value)| format!("{name}: {}", Value::from_sdk(value.clone()).explain()));
    attributes.collect::<Vec<_>>().join(", ")
}

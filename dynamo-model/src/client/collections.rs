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

#[cfg(test)]
mod tests {
    use std::fmt;
    use std::sync::{Arc, Mutex};

    use tracing::field::{Field, Visit};
    use tracing::span::{Attributes, Id, Record};
    use tracing::{Event, Metadata, Subscriber};

    use super::*;

    /// Keeps the fields of each event.
    #[derive(Clone, Default)]
    struct Heard(Arc<Mutex<Vec<String>>>);

    struct Fields(String);

    impl Visit for Fields {
        fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
            self.0.push_str(&format!("{field}={value:?} "));
        }
    }

    impl Subscriber for Heard {
        fn enabled(&self, _: &Metadata<'_>) -> bool {
            true
        }
        fn new_span(&self, _: &Attributes<'_>) -> Id {
            Id::from_u64(1)
        }
        fn record(&self, _: &Id, _: &Record<'_>) {}
        fn record_follows_from(&self, _: &Id, _: &Id) {}
        fn event(&self, event: &Event<'_>) {
            let mut fields = Fields(event.metadata().level().to_string() + " ");
            event.record(&mut fields);
            self.0.lock().unwrap().push(fields.0);
        }
        fn enter(&self, _: &Id) {}
        fn exit(&self, _: &Id) {}
    }

    fn metrics(upper: f64) -> ItemCollectionMetrics {
        ItemCollectionMetrics::builder()
            .item_collection_key("PK", AttributeValue::S("CUST#c1".to_owned()))
            .size_estimate_range_gb(upper - 1.0)
            .size_estimate_range_gb(upper)
            .build()
    }

    #[test]
    fn a_collection_near_its_limit_is_warned_of() {
        let heard = Heard::default();
        tracing::subscriber::with_default(heard.clone(), || {
            warn_of_large("shop", &[metrics(7.0), metrics(8.0)]);
        });
        let events = heard.0.lock().unwrap();
        assert_eq!(events.len(), 1);
        assert!(events[0].starts_with("WARN"), "{}", events[0]);
        assert!(events[0].contains("PK: 'CUST#c1'"), "{}", events[0]);
    }
}

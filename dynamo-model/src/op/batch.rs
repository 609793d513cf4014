//! BatchWriteItem: puts in chunks of at most 25.

use std::collections::HashSet;

use super::explain::Explanation;
use crate::entity::KeyTexts;
use crate::error::{Error, Kind, Result};
use crate::item::Item;

/// Requests that one BatchWriteItem takes (service limit).
const CHUNK: usize = 25;
/// Bytes that one BatchWriteItem takes (service limit).
const CHUNK_BYTES: usize = 16 * 1024 * 1024;

/// Up to 25 items for one table.
#[derive(Clone, Debug)]
pub(crate) struct BatchWrite {
    pub(crate) table: String,
    pub(crate) puts: Vec<Item>,
}

impl BatchWrite {
    /// Cuts the items into requests, in their order; nothing for no items.
    pub(crate) fn chunks(table: &str, items: Vec<Item>) -> Vec<Self> {
        let mut chunks: Vec<Self> = Vec::with_capacity(items.len().div_ceil(CHUNK));
        let mut bytes = 0;
        for item in items {
            let size = item.size();
            let fits = chunks
                .last()
                .is_some_and(|chunk| chunk.puts.len() < CHUNK && bytes + size <= CHUNK_BYTES);
            if !fits {
                chunks.push(Self {
                    table: table.to_owned(),
                    puts: Vec::with_capacity(CHUNK),
                });
                bytes = 0;
            }
            bytes += size;
            if let Some(chunk) = chunks.last_mut() {
                chunk.puts.push(item);
            }
        }
        chunks
    }

    pub(crate) fn explain(&self) -> String {
        Explanation::untitled("BatchWriteItem")
            .plain(&format!(
                "{}: {} puts, 0 deletes",
                self.table,
                self.puts.len()
            ))
            .finish()
    }
}

/// Two writes of one key in a batch have no order: refused before anything is sent.
pub(crate) fn check_distinct<'k>(
    keys: impl IntoIterator<Item = &'k (&'static str, KeyTexts)>,
) -> Result<()> {
    let mut seen = HashSet::new();
    for (entity, key) in keys {
        if !seen.insert((&key.pk, &key.sk)) {
            let error = Error::new(Kind::Request)
                .for_entity(entity)
                .with_key(key.to_string());
            return Err(error.with_detail(
                "the batch writes this key twice, and a batch has no order: write it once",
            ));
        }
    }
    Ok(())
}

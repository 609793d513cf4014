//! BatchWriteItem: puts and deletes in chunks of at most 25.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::TableName;
use super::explain::Explanation;
use crate::entity::KeyTexts;
use crate::error::{Error, Kind, Result};
use crate::item::{Item, Stored, Value};
use crate::key::value::KeyValue;

/// Requests that one BatchWriteItem takes (service limit).
const CHUNK: usize = 25;
/// Bytes that one BatchWriteItem takes (service limit).
const CHUNK_BYTES: usize = 16 * 1024 * 1024;
/// Bytes of an item for one write unit.
const UNIT: usize = 1024;

/// One write of a batch: a put of an item, or a delete of a key.
#[derive(Clone, Debug)]
pub(crate) struct BatchEntry {
    pub(crate) entity: &'static str,
    pub(crate) key: KeyTexts,
    /// `None` deletes.
    pub(crate) item: Option<Item>,
}

impl BatchEntry {
    fn size(&self) -> usize {
        let of_value = |(name, value): (&str, _)| name.len() + Value::from(value).size();
        match &self.item {
            Some(item) => item.size(),
            None => self.key.attributes().map(of_value).sum(),
        }
    }

    /// Write units in the table, as far as the request tells: one for each KB begun of an item, one for a
    /// delete.
    fn units(&self) -> usize {
        self.size().div_ceil(UNIT).max(1)
    }

    fn verb(&self) -> &'static str {
        match self.item {
            Some(_) => "puts",
            None => "deletes",
        }
    }

    /// Whether an item has the key of this write.
    pub(crate) fn is_of(&self, item: &Stored) -> bool {
        self.key.is_of(item)
    }
}

/// Up to 25 writes in one table.
#[derive(Clone, Debug)]
pub(crate) struct BatchWrite {
    pub(crate) table: TableName,
    pub(crate) entries: Vec<BatchEntry>,
}

impl BatchWrite {
    /// Cuts the writes into requests, in their order; nothing for no writes. With a rate, no request has more
    /// write units than a second has, unless one write alone has more.
    pub(crate) fn chunks(
        table: &str,
        entries: Vec<BatchEntry>,
        units_per_second: Option<u32>,
    ) -> Vec<Self> {
        let bytes = || entries.iter().map(BatchEntry::size).sum::<usize>();
        let fit_in_one = units_per_second.is_none() && (1..=CHUNK).contains(&entries.len());
        if fit_in_one && bytes() <= CHUNK_BYTES {
            // As most batches are: nothing has to be moved.
            let table = table.into();
            return vec![Self { table, entries }];
        }
        let cost_of = |entry: &BatchEntry| units_per_second.map_or(0, |_| entry.units());
        let most_units = units_per_second.map_or(usize::MAX, |units| units as usize);
        let mut chunks: Vec<Self> = Vec::with_capacity(entries.len().div_ceil(CHUNK));
        let (mut bytes, mut units) = (0_usize, 0_usize);
        for entry in entries {
            let (size, cost) = (entry.size(), cost_of(&entry));
            let fits = chunks.last().is_some_and(|chunk| {
                chunk.entries.len() < CHUNK
                    && bytes + size <= CHUNK_BYTES
                    && units + cost <= most_units
            });
            if !fits {
                chunks.push(Self {
                    table: table.into(),
                    entries: Vec::with_capacity(CHUNK),
                });
                (bytes, units) = (0, 0);
            }
            bytes += size;
            units += cost;
            if let Some(chunk) = chunks.last_mut() {
                chunk.entries.push(entry);
            }
        }
        chunks
    }

    pub(crate) fn units(&self) -> usize {
        self.entries.iter().map(BatchEntry::units).sum()
    }

    pub(crate) fn explain(&self) -> String {
        let puts = self.entries.iter().filter(|entry| entry.item.is_some());
        let puts = puts.count();
        Explanation::untitled("BatchWriteItem")
            .plain(&format!(
                "{}: {puts} puts, {} deletes",
                self.table,
                self.entries.len() - puts
            ))
            .finish()
    }
}

/// Two writes of one key in a batch have no order: refused before anything is sent [fault 81].
pub(crate) fn check_distinct(entries: &[BatchEntry]) -> Result<()> {
    fn key(entry: &BatchEntry) -> (&Option<KeyValue>, &KeyValue) {
        (&entry.key.sk, &entry.key.pk)
    }
    // Keys that end in times or in numbers are mostly in order.
    let mut keys = entries.iter().map(key);
    if let Some(mut last) = keys.next()
        && keys.all(|key| std::mem::replace(&mut last, key) < key)
    {
        return Ok(());
    }
    let mut sorted: Vec<_> = entries.iter().map(key).collect();
    sorted.sort_unstable();
    if sorted.windows(2).all(|two| two.first() != two.last()) {
        return Ok(());
    }
    let mut seen = HashMap::with_capacity(entries.len());
    for entry in entries {
        match seen.entry((&entry.key.pk, &entry.key.sk)) {
            Entry::Vacant(vacant) => {
                vacant.insert(entry);
            }
            Entry::Occupied(first) => return Err(twice(first.get(), entry)),
        }
    }
    Ok(())
}

fn twice(first: &BatchEntry, second: &BatchEntry) -> Error {
    Error::new(Kind::Request)
        .for_entity(second.entity)
        .with_key(second.key.to_string())
        .with_detail(format!(
            "the batch {} this key as `{}` and {} it as `{}`, and a batch has no order: write it once, or in two batches",
            first.verb(),
            first.entity,
            second.verb(),
            second.entity
        ))
}

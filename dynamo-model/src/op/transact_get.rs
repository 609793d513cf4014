//! TransactGetItems: several items as they are at one moment.

use super::TableName;
use super::explain::Explanation;
use super::live::Live;
use crate::entity::KeyTexts;
use crate::error::{Error, Kind, Result};

/// Items that one transaction takes (service limit).
const ITEMS: usize = 100;

/// A key, and what it is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) entity: &'static str,
    pub(crate) key: KeyTexts,
    /// What tells that the item is expired.
    pub(crate) live: Option<Live>,
}

/// Up to 100 distinct keys of one table.
#[derive(Clone, Debug)]
pub(crate) struct TransactGet {
    pub(crate) table: TableName,
    pub(crate) gets: Vec<Asked>,
    /// For each of them, the position at which it was first asked for.
    pub(crate) positions: Vec<usize>,
}

impl TransactGet {
    /// One read of each item, however often it is asked for: the service takes one only.
    ///
    /// # Errors
    /// [`Error::is_invalid_request`] for more than 100 items.
    pub(crate) fn new(table: TableName, asked: &[Asked]) -> Result<Self> {
        let mut gets: Vec<Asked> = Vec::with_capacity(asked.len());
        let mut positions = Vec::with_capacity(asked.len());
        for (position, one) in asked.iter().enumerate() {
            if !gets.iter().any(|known| known.key == one.key) {
                gets.push(one.clone());
                positions.push(position);
            }
        }
        match gets.len() {
            0..=ITEMS => Ok(Self {
                table,
                gets,
                positions,
            }),
            count => Err(Error::new(Kind::Request).with_detail(format!(
                "the transaction reads {count} items, and it has at most {ITEMS}"
            ))),
        }
    }

    pub(crate) fn explain(&self) -> String {
        let title = format!("- Get {}", self.table);
        self.gets
            .iter()
            .fold(
                Explanation::untitled("TransactGetItems"),
                |explanation, get| {
                    explanation
                        .plain(&title)
                        .plain(&format!("    {:<11} {}", "key:", get.key))
                },
            )
            .finish()
    }
}

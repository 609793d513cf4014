//! BatchGetItem: keys in chunks of at most 100.

use std::collections::HashSet;

use super::TableName;
use super::explain::Explanation;
use crate::entity::KeyTexts;
use crate::expr::Placeholders;

/// Keys that one BatchGetItem takes (service limit).
const CHUNK: usize = 100;

/// Up to 100 distinct keys of one table.
#[derive(Clone, Debug)]
pub(crate) struct BatchGet {
    pub(crate) table: TableName,
    pub(crate) keys: Vec<KeyTexts>,
    pub(crate) is_consistent: bool,
    /// The attributes to be read; all where it is `None`. Answers come in any order, so the key's belong to
    /// them.
    pub(crate) projection: Option<Vec<String>>,
}

impl BatchGet {
    /// Cuts the keys into requests, in the order of their first mention; a key that is there twice is asked
    /// once [fault 81]. Nothing for no keys.
    pub(crate) fn chunks(table: &str, keys: impl IntoIterator<Item = KeyTexts>) -> Vec<Self> {
        let mut seen = HashSet::new();
        let distinct: Vec<KeyTexts> = keys
            .into_iter()
            .filter(|key| seen.insert((key.pk.clone(), key.sk.clone())))
            .collect();
        distinct
            .chunks(CHUNK)
            .map(|keys| Self {
                table: table.into(),
                keys: keys.to_vec(),
                is_consistent: false,
                projection: None,
            })
            .collect()
    }

    /// The projection expression, its names added to `names`.
    pub(crate) fn projection_text(&self, names: &mut Placeholders) -> Option<String> {
        let attributes = self.projection.as_ref()?;
        Some(names.projection(attributes))
    }

    pub(crate) fn explain(&self) -> String {
        let mut explanation = Explanation::new("BatchGetItem", &self.table);
        for key in &self.keys {
            explanation = explanation.line("key", &key.to_string());
        }
        if let Some(attributes) = &self.projection {
            explanation = explanation.line("projection", &attributes.join(", "));
        }
        match self.is_consistent {
            true => explanation.line("ConsistentRead", "true"),
            false => explanation,
        }
        .finish()
    }
}

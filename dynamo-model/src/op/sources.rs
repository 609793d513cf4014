//! Scan for the sources of copies: all items of one entity.

use super::StartKey;
use super::explain::{Explanation, condition_text};
use crate::error::Result;
use crate::expr::{Expr, Placeholders, check_expression};
use crate::item::Value;
use crate::schema::{EntityKeys, TableLayout};

/// One page of a table, of which the items of an entity are returned.
#[derive(Clone, Debug)]
pub(crate) struct SourceScan {
    pub(crate) table: String,
    filter: Option<Expr>,
    pub(crate) start: Option<StartKey>,
}

impl SourceScan {
    /// Items without a type are returned too, since their key can tell.
    pub(crate) fn new(
        table: String,
        layout: &'static TableLayout,
        keys: &'static EntityKeys,
    ) -> Self {
        let filter = layout.type_attribute.map(|attribute| {
            let of_type = Expr::equals(attribute, Value::string(keys.type_name));
            Expr::not_exists(attribute).or(of_type)
        });
        Self {
            table,
            filter,
            start: None,
        }
    }

    /// The page that begins there.
    pub(crate) fn from(mut self, start: Option<StartKey>) -> Self {
        self.start = start;
        self
    }

    /// The filter as sent.
    pub(crate) fn filter_text(&self, names: &mut Placeholders) -> Result<Option<String>> {
        let Some(filter) = &self.filter else {
            return Ok(None);
        };
        let mut text = String::new();
        filter.render(names, &mut text);
        check_expression("filter", &text, filter.operators())?;
        Ok(Some(text))
    }

    pub(crate) fn explain(&self) -> String {
        let explanation = Explanation::new("Scan", &self.table);
        let explanation = match &self.filter {
            Some(filter) => explanation.line("filter", &condition_text(filter)),
            None => explanation,
        };
        explanation.line("ConsistentRead", "true").finish()
    }
}

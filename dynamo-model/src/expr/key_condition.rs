//! The key condition of a query: the partition and, at most, one condition on the sort key.

use std::fmt;

use super::names::Render;
use crate::item::Value;
use crate::key::bounds::SortCondition;

/// `PK = … AND begins_with(SK, …)` as data.
#[derive(Clone, PartialEq)]
pub(crate) struct KeyCondition {
    pub(crate) pk_name: &'static str,
    pub(crate) partition: String,
    pub(crate) sk_name: Option<&'static str>,
    pub(crate) sort: SortCondition,
}

/// Names only: `Debug` shows no values.
impl fmt::Debug for KeyCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entry(&self.pk_name)
            .entries(self.sk_name)
            .finish()
    }
}

impl KeyCondition {
    pub(crate) fn render(&self, names: &mut dyn Render, out: &mut String) {
        let Some(sk_name) = self.sk_name.filter(|_| self.sort != SortCondition::All) else {
            return self.partition(names, out);
        };
        out.push('(');
        self.partition(names, out);
        out.push_str(" AND ");
        let mut compare = |operator: &str, text: &str| {
            names.name(sk_name, out);
            out.push_str(operator);
            names.value(&Value::string(text), out);
        };
        match &self.sort {
            SortCondition::All | SortCondition::Nothing => {}
            SortCondition::Equals(text) => compare(" = ", text),
            SortCondition::AtLeast(text) => compare(" >= ", text),
            SortCondition::AtMost(text) => compare(" <= ", text),
            SortCondition::Before(text) => compare(" < ", text),
            SortCondition::Between(low, high) => {
                compare(" BETWEEN ", low);
                out.push_str(" AND ");
                names.value(&Value::string(high.as_str()), out);
            }
            SortCondition::BeginsWith(text) => {
                out.push_str("begins_with(");
                names.name(sk_name, out);
                out.push_str(", ");
                names.value(&Value::string(text.as_str()), out);
                out.push(')');
            }
        }
        out.push(')');
    }

    fn partition(&self, names: &mut dyn Render, out: &mut String) {
        names.name(self.pk_name, out);
        out.push_str(" = ");
        names.value(&Value::string(self.partition.as_str()), out);
    }
}

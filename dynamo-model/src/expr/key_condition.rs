//! The key condition of a query: the partition and, at most, one condition on the sort key; where keys
//! have several attributes, those before it are equal.

use std::fmt;

use super::names::Render;
use crate::key::bounds::SortCondition;
use crate::key::value::KeyValue;

/// `PK = … AND begins_with(SK, …)` as data.
#[derive(Clone, PartialEq)]
pub(crate) struct KeyCondition {
    pub(crate) pk_name: &'static str,
    pub(crate) partition: KeyValue,
    /// The further attributes of the partition key, and those of the sort key before the last used.
    pub(crate) equal: Vec<(&'static str, KeyValue)>,
    /// The attribute that `sort` is on.
    pub(crate) sk_name: Option<&'static str>,
    pub(crate) sort: SortCondition<KeyValue>,
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
        let sk_name = self.sk_name.filter(|_| self.sort != SortCondition::All);
        if sk_name.is_none() && self.equal.is_empty() {
            return equals(self.pk_name, &self.partition, names, out);
        }
        out.push('(');
        equals(self.pk_name, &self.partition, names, out);
        for (name, value) in &self.equal {
            out.push_str(" AND ");
            equals(name, value, names, out);
        }
        if let Some(sk_name) = sk_name {
            out.push_str(" AND ");
            self.sort(sk_name, names, out);
        }
        out.push(')');
    }

    fn sort(&self, sk_name: &str, names: &mut dyn Render, out: &mut String) {
        let mut compare = |operator: &str, value: &KeyValue| {
            names.name(sk_name, out);
            out.push_str(operator);
            names.key(value, out);
        };
        match &self.sort {
            SortCondition::All | SortCondition::Nothing => {}
            SortCondition::Equals(value) => compare(" = ", value),
            SortCondition::AtLeast(value) => compare(" >= ", value),
            SortCondition::AtMost(value) => compare(" <= ", value),
            SortCondition::Before(value) => compare(" < ", value),
            SortCondition::Between(low, high) => {
                compare(" BETWEEN ", low);
                out.push_str(" AND ");
                names.key(high, out);
            }
            SortCondition::BeginsWith(value) => {
                out.push_str("begins_with(");
                names.name(sk_name, out);
                out.push_str(", ");
                names.key(value, out);
                out.push(')');
            }
        }
    }
}

fn equals(name: &str, value: &KeyValue, names: &mut dyn Render, out: &mut String) {
    names.name(name, out);
    out.push_str(" = ");
    names.key(value, out);
}

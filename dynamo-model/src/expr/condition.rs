//! Conditions on attributes, for filters and for writes.

use super::names::Render;
use crate::item::Value;

/// A condition as data.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expr {
    Compare {
        name: &'static str,
        operator: &'static str,
        value: Value,
    },
    Between {
        name: &'static str,
        low: Value,
        high: Value,
    },
    Exists(&'static str),
    NotExists(&'static str),
    All(Vec<Expr>),
    Any(Vec<Expr>),
    Not(Box<Expr>),
}

impl Expr {
    pub(crate) fn equals(name: &'static str, value: Value) -> Self {
        Self::Compare {
            name,
            operator: "=",
            value,
        }
    }

    /// Both conditions; chains of `and` stay flat.
    pub(crate) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::All(mut all), Self::All(more)) => {
                all.extend(more);
                Self::All(all)
            }
            (Self::All(mut all), other) => {
                all.push(other);
                Self::All(all)
            }
            (first, Self::All(mut all)) => {
                all.insert(0, first);
                Self::All(all)
            }
            (first, second) => Self::All(vec![first, second]),
        }
    }

    pub(crate) fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Any(mut any), Self::Any(more)) => {
                any.extend(more);
                Self::Any(any)
            }
            (Self::Any(mut any), other) => {
                any.push(other);
                Self::Any(any)
            }
            (first, Self::Any(mut any)) => {
                any.insert(0, first);
                Self::Any(any)
            }
            (first, second) => Self::Any(vec![first, second]),
        }
    }

    /// The attributes that it reads.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        match self {
            Self::Compare { name, .. } | Self::Between { name, .. } => vec![name],
            Self::Exists(name) | Self::NotExists(name) => vec![name],
            Self::All(list) | Self::Any(list) => list.iter().flat_map(Self::names).collect(),
            Self::Not(inner) => inner.names(),
        }
    }

    pub(crate) fn render(&self, names: &mut dyn Render, out: &mut String) {
        match self {
            Self::Compare {
                name,
                operator,
                value,
            } => {
                names.name(name, out);
                out.push(' ');
                out.push_str(operator);
                out.push(' ');
                names.value(value, out);
            }
            Self::Between { name, low, high } => {
                names.name(name, out);
                out.push_str(" BETWEEN ");
                names.value(low, out);
                out.push_str(" AND ");
                names.value(high, out);
            }
            Self::Exists(name) => call("attribute_exists(", name, names, out),
            Self::NotExists(name) => call("attribute_not_exists(", name, names, out),
            Self::All(all) => joined(all, " AND ", names, out),
            Self::Any(any) => joined(any, " OR ", names, out),
            // A joined condition brings its parentheses; the service refuses redundant ones.
            Self::Not(inner) if matches!(**inner, Self::All(_) | Self::Any(_)) => {
                out.push_str("NOT ");
                inner.render(names, out);
            }
            Self::Not(inner) => {
                out.push_str("NOT (");
                inner.render(names, out);
                out.push(')');
            }
        }
    }
}

fn call(function: &str, name: &str, names: &mut dyn Render, out: &mut String) {
    out.push_str(function);
    names.name(name, out);
    out.push(')');
}

fn joined(list: &[Expr], separator: &str, names: &mut dyn Render, out: &mut String) {
    out.push('(');
    for (position, condition) in list.iter().enumerate() {
        if position > 0 {
            out.push_str(separator);
        }
        condition.render(names, out);
    }
    out.push(')');
}

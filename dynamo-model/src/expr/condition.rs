//! Conditions on attributes, for filters and for writes.

use super::document_path::DocumentPath;
use super::names::Render;
use crate::item::Value;

/// Operands that one `IN` takes (service limit).
const IN_LIMIT: usize = 100;

/// A condition as data.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expr {
    Compare {
        path: DocumentPath,
        operator: &'static str,
        value: Value,
    },
    Between {
        path: DocumentPath,
        low: Value,
        high: Value,
    },
    /// One to 100 values.
    In {
        path: DocumentPath,
        values: Vec<Value>,
    },
    Exists(DocumentPath),
    NotExists(DocumentPath),
    /// `begins_with`, `contains`, `attribute_type`.
    Call {
        function: &'static str,
        path: DocumentPath,
        value: Value,
    },
    Size {
        path: DocumentPath,
        operator: &'static str,
        value: Value,
    },
    /// Known without looking: no value is one of none.
    Constant(bool),
    All(Vec<Expr>),
    Any(Vec<Expr>),
    Not(Box<Expr>),
}

impl Expr {
    pub(crate) fn compare(
        path: impl Into<DocumentPath>,
        operator: &'static str,
        value: Value,
    ) -> Self {
        Self::Compare {
            path: path.into(),
            operator,
            value,
        }
    }

    pub(crate) fn equals(path: impl Into<DocumentPath>, value: Value) -> Self {
        Self::compare(path, "=", value)
    }

    pub(crate) fn exists(path: impl Into<DocumentPath>) -> Self {
        Self::Exists(path.into())
    }

    pub(crate) fn not_exists(path: impl Into<DocumentPath>) -> Self {
        Self::NotExists(path.into())
    }

    /// Equal to one of the values; an `IN` takes a hundred, so more become several.
    pub(crate) fn is_in(path: &DocumentPath, values: Vec<Value>) -> Self {
        let mut condition = Self::Constant(false);
        let mut rest = values.into_iter().peekable();
        while rest.peek().is_some() {
            let values = rest.by_ref().take(IN_LIMIT).collect();
            let path = path.clone();
            condition = condition.or(Self::In { path, values });
        }
        condition
    }

    /// Both conditions; chains of `and` stay flat.
    pub(crate) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Constant(true), other) | (other, Self::Constant(true)) => other,
            (Self::Constant(false), _) | (_, Self::Constant(false)) => Self::Constant(false),
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
            (Self::Constant(false), other) | (other, Self::Constant(false)) => other,
            (Self::Constant(true), _) | (_, Self::Constant(true)) => Self::Constant(true),
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

    pub(crate) fn negated(self) -> Self {
        match self {
            Self::Constant(holds) => Self::Constant(!holds),
            other => Self::Not(Box::new(other)),
        }
    }

    /// The attributes that it reads.
    pub(crate) fn names(&self) -> Vec<&str> {
        match self {
            Self::Compare { path, .. }
            | Self::Between { path, .. }
            | Self::In { path, .. }
            | Self::Exists(path)
            | Self::NotExists(path)
            | Self::Call { path, .. }
            | Self::Size { path, .. } => vec![path.head()],
            Self::Constant(_) => Vec::new(),
            Self::All(list) | Self::Any(list) => list.iter().flat_map(Self::names).collect(),
            Self::Not(inner) => inner.names(),
        }
    }

    pub(crate) fn render(&self, names: &mut dyn Render, out: &mut String) {
        match self {
            Self::Compare {
                path,
                operator,
                value,
            } => {
                path.render(names, out);
                operator_and_value(operator, value, names, out);
            }
            Self::Between { path, low, high } => {
                path.render(names, out);
                out.push_str(" BETWEEN ");
                names.value(low, out);
                out.push_str(" AND ");
                names.value(high, out);
            }
            Self::In { path, values } => {
                path.render(names, out);
                out.push_str(" IN (");
                for (position, value) in values.iter().enumerate() {
                    if position > 0 {
                        out.push_str(", ");
                    }
                    names.value(value, out);
                }
                out.push(')');
            }
            Self::Exists(path) => call("attribute_exists", path, None, names, out),
            Self::NotExists(path) => call("attribute_not_exists", path, None, names, out),
            Self::Call {
                function,
                path,
                value,
            } => call(function, path, Some(value), names, out),
            Self::Size {
                path,
                operator,
                value,
            } => {
                call("size", path, None, names, out);
                operator_and_value(operator, value, names, out);
            }
            // Never sent: who holds a condition looks for this first.
            Self::Constant(holds) => out.push_str(if *holds { "TRUE" } else { "FALSE" }),
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

    /// Operators and functions, as the service counts them: at most 300.
    pub(crate) fn operators(&self) -> usize {
        match self {
            Self::Constant(_) => 0,
            Self::Compare { .. }
            | Self::Between { .. }
            | Self::In { .. }
            | Self::Exists(_)
            | Self::NotExists(_)
            | Self::Call { .. } => 1,
            Self::Size { .. } => 2,
            Self::All(list) | Self::Any(list) => {
                list.iter().map(Self::operators).sum::<usize>() + list.len().saturating_sub(1)
            }
            Self::Not(inner) => inner.operators() + 1,
        }
    }
}

fn operator_and_value(operator: &str, value: &Value, names: &mut dyn Render, out: &mut String) {
    out.push(' ');
    out.push_str(operator);
    out.push(' ');
    names.value(value, out);
}

fn call(
    function: &str,
    path: &DocumentPath,
    value: Option<&Value>,
    names: &mut dyn Render,
    out: &mut String,
) {
    out.push_str(function);
    out.push('(');
    path.render(names, out);
    if let Some(value) = value {
        out.push_str(", ");
        names.value(value, out);
    }
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

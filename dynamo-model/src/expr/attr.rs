//! Typed attributes of an entity, from which filters are made.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, Not};

use serde::Serialize;

use super::condition::Expr;
use crate::entity::Filterable;
use crate::error::{Error, Kind, Result};
use crate::item::{self, Shape, Value};
use crate::key::arg::Arg;

/// An attribute of type `T`, the field number `FIELD` of an entity that is read through `I`.
pub struct Attr<I, const FIELD: usize, T> {
    name: &'static str,
    shape: Shape,
    of: PhantomData<fn() -> (I, T)>,
}

impl<I, const FIELD: usize, T> Attr<I, FIELD, T> {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str, shape: Shape) -> Self {
        Self {
            name,
            shape,
            of: PhantomData,
        }
    }
}

impl<I, const FIELD: usize, T> Clone for Attr<I, FIELD, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I, const FIELD: usize, T> Copy for Attr<I, FIELD, T> {}

impl<I, const FIELD: usize, T> fmt::Debug for Attr<I, FIELD, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Attr({})", self.name)
    }
}

/// Comparisons. But for `ne`, none holds for an item that lacks the attribute.
impl<I, const FIELD: usize, T: Serialize> Attr<I, FIELD, T> {
    /// The attribute equals the value. Equal to `None`: the attribute is absent or NULL.
    pub fn eq(self, value: impl Arg<T>) -> Condition<I>
    where
        I: Filterable<FIELD>,
    {
        self.compare("=", value)
    }

    /// The attribute does not equal the value, or is not there. Not equal to `None`: it is there and not
    /// NULL.
    pub fn ne(self, value: impl Arg<T>) -> Condition<I>
    where
        I: Filterable<FIELD>,
    {
        self.compare("<>", value)
    }

    /// The attribute is less than the value.
    pub fn lt(self, value: impl Arg<T>) -> Condition<I>
    where
        I: Filterable<FIELD>,
    {
        self.compare("<", value)
    }

    /// The attribute is at most the value.
    pub fn le(self, value: impl Arg<T>) -> Condition<I>
    where
        I: Filterable<FIELD>,
    {
        self.compare("<=", value)
    }

    /// The attribute is greater than the value.
    pub fn gt(self, value: impl Arg<T>) -> Condition<I>
    where
        I: Filterable<FIELD>,
    {
        self.compare(">", value)
    }

    /// The attribute is at least the value.
    pub fn ge(self, value: impl Arg<T>) -> Condition<I>
    where
        I: Filterable<FIELD>,
    {
        self.compare(">=", value)
    }

    /// The attribute is in the range, both ends included.
    pub fn between(self, low: impl Arg<T>, high: impl Arg<T>) -> Condition<I>
    where
        I: Filterable<FIELD>,
    {
        let expr = self.value(low).and_then(|low| {
            let high = self.value(high)?;
            match (low, high) {
                (Some(low), Some(high)) => Ok(Expr::Between {
                    name: self.name,
                    low,
                    high,
                }),
                _ => Err(self.no_order()),
            }
        });
        Condition::new(expr)
    }

    fn compare(self, operator: &'static str, value: impl Arg<T>) -> Condition<I> {
        let name = self.name;
        let expr = self.value(value).and_then(|value| match (value, operator) {
            (Some(value), _) => Ok(Expr::Compare {
                name,
                operator,
                value,
            }),
            (None, "=") => Ok(Expr::NotExists(name).or(Expr::equals(name, Value::null()))),
            (None, "<>") => Ok(Expr::Exists(name).and(Expr::Compare {
                name,
                operator,
                value: Value::null(),
            })),
            (None, _) => Err(self.no_order()),
        });
        Condition::new(expr)
    }

    fn value(self, value: impl Arg<T>) -> Result<Option<Value>> {
        item::encode_value(&value.into_arg(), self.shape).map_err(|error| {
            Error::new(Kind::Encode)
                .with_field(self.name)
                .with_detail(error.reason().to_owned())
        })
    }

    fn no_order(self) -> Error {
        let detail = "an absent value has no order: compare it with `eq` or `ne`";
        Error::new(Kind::Request)
            .with_field(self.name)
            .with_detail(detail)
    }
}

/// A condition on the attributes of items that are read through `I`. Combine with `&`, `|` and `!`.
#[must_use = "a condition is used in a filter"]
pub struct Condition<I> {
    expr: Result<Expr>,
    of: PhantomData<fn() -> I>,
}

impl<I> Condition<I> {
    fn new(expr: Result<Expr>) -> Self {
        Self {
            expr,
            of: PhantomData,
        }
    }

    pub(crate) fn into_expr(self) -> Result<Expr> {
        self.expr
    }

    fn join(self, other: Self, join: fn(Expr, Expr) -> Expr) -> Self {
        Self::new(self.expr.and_then(|first| Ok(join(first, other.expr?))))
    }
}

impl<I> fmt::Debug for Condition<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Condition")
    }
}

impl<I> BitAnd for Condition<I> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.join(other, Expr::and)
    }
}

impl<I> BitOr for Condition<I> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.join(other, Expr::or)
    }
}

impl<I> Not for Condition<I> {
    type Output = Self;

    fn not(self) -> Self {
        Self::new(self.expr.map(|expr| Expr::Not(Box::new(expr))))
    }
}

//! Typed attributes of an entity, from which filters and conditions are made.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, Not};

use serde::Serialize;

use super::attr_kinds::{AttributeType, ContainsArg, HasSize};
use super::condition::Expr;
use super::document_path::DocumentPath;
use crate::entity::Filterable;
use crate::error::{Error, Kind, Result};
use crate::item::{self, Shape, Value};
use crate::key::arg::Arg;

/// An attribute of type `T`, or a place inside one, of the field number `FIELD` of an entity that is read
/// through `I`.
pub struct Attr<I, const FIELD: usize, T> {
    pub(super) path: DocumentPath,
    pub(super) shape: Shape,
    of: PhantomData<fn() -> (I, T)>,
}

/// The type of an attribute, for copies of it.
pub trait CopiedValue {
    /// The field's type.
    type Value;
}

impl<I, const FIELD: usize, T> CopiedValue for Attr<I, FIELD, T> {
    type Value = T;
}

impl<I, const FIELD: usize, T> Attr<I, FIELD, T> {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str, shape: Shape) -> Self {
        Self::at(DocumentPath::attribute(name), shape)
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn at(path: DocumentPath, shape: Shape) -> Self {
        Self {
            path,
            shape,
            of: PhantomData,
        }
    }

    /// The attribute is there, with whatever value; NULL too.
    pub fn exists(&self) -> Condition<I>
    where
        I: Filterable<FIELD>,
    {
        Condition::new(Ok(Expr::Exists(self.path.clone())))
    }

    /// The attribute is not there. An empty set and a `None` field are not.
    pub fn not_exists(&self) -> Condition<I>
    where
        I: Filterable<FIELD>,
    {
        Condition::new(Ok(Expr::NotExists(self.path.clone())))
    }

    /// The attribute is there and is stored as this type.
    pub fn attribute_type(&self, stored_as: AttributeType) -> Condition<I>
    where
        I: Filterable<FIELD>,
    {
        self.call("attribute_type", Value::string(stored_as.name()))
    }

    /// The attribute is stored as text that begins so. False for numbers, and for an absent attribute.
    pub fn begins_with(&self, text: impl AsRef<str>) -> Condition<I>
    where
        I: Filterable<FIELD>,
    {
        self.call("begins_with", Value::string(text.as_ref()))
    }

    /// The text has this part, or the set or list this element.
    pub fn contains<A: ContainsArg<T>>(&self, part: A) -> Condition<I>
    where
        I: Filterable<FIELD>,
    {
        match part.encode().0 {
            Ok(Some(value)) => self.call("contains", value),
            Ok(None) => Condition::new(Ok(Expr::Constant(false))),
            Err(error) => Condition::new(Err(error.with_field(self.path.to_string()))),
        }
    }

    /// The attribute's size: bytes of text in UTF-8 and of binary, elements of sets, lists and maps.
    ///
    /// An absent attribute has no size: every comparison with it is false, `size().eq(0)` too.
    pub fn size(&self) -> Size<I>
    where
        I: Filterable<FIELD>,
        T: HasSize,
    {
        Size {
            path: self.path.clone(),
            of: PhantomData,
        }
    }

    fn call(&self, function: &'static str, value: Value) -> Condition<I> {
        let path = self.path.clone();
        Condition::new(Ok(Expr::Call {
            function,
            path,
            value,
        }))
    }
}

impl<I, const FIELD: usize, T> Clone for Attr<I, FIELD, T> {
    fn clone(&self) -> Self {
        Self::at(self.path.clone(), self.shape)
    }
}

impl<I, const FIELD: usize, T> fmt::Debug for Attr<I, FIELD, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Attr({})", self.path)
    }
}

/// Comparisons. But for `ne`, none holds for an item that lacks the attribute.
impl<I, const FIELD: usize, T: Serialize> Attr<I, FIELD, T> {
    /// The attribute equals the value. Equal to `None`: the attribute is absent or NULL.
    pub fn eq(&self, value: impl Arg<T>) -> Condition<I>
    where
        I: Filterable<FIELD>,
    {
        self.compare("=", value)
    }

    /// The attribute does not equal the value, or is not there. Not equal to `None`: it is there and not
    /// NULL.
    pub fn ne(&self, value: impl Arg<T>) -> Condition<I>
    where
        I: Filterable<FIELD>,
    {
        self.compare("<>", value)
    }

    /// The attribute is less than the value.
    pub fn lt(&self, value: impl Arg<T>) -> Condition<I>
    where
        I: Filterable<FIELD>,
    {
        self.compare("<", value)
    }

    /// The attribute is at most the value.
    pub fn le(&self, value: impl Arg<T>) -> Condition<I>
    where
        I: Filterable<FIELD>,
    {
        self.compare("<=", value)
    }

    /// The attribute is greater than the value.
    pub fn gt(&self, value: impl Arg<T>) -> Condition<I>
    where
        I: Filterable<FIELD>,
    {
        self.compare(">", value)
    }

    /// The attribute is at least the value.
    pub fn ge(&self, value: impl Arg<T>) -> Condition<I>
    where
        I: Filterable<FIELD>,
    {
        self.compare(">=", value)
    }

    /// The attribute is in the range, both ends included.
    pub fn between(&self, low: impl Arg<T>, high: impl Arg<T>) -> Condition<I>
    where
        I: Filterable<FIELD>,
    {
        let expr = self.value(low).and_then(|low| {
            let high = self.value(high)?;
            match (low, high) {
                (Some(low), Some(high)) => Ok(Expr::Between {
                    path: self.path.clone(),
                    low,
                    high,
                }),
                _ => Err(self.no_order()),
            }
        });
        Condition::new(expr)
    }

    /// The attribute equals one of the values. More than a hundred are sent as several `IN`s; of none
    /// nothing is asked, since nothing can match.
    pub fn is_in<A: Arg<T>>(&self, values: impl IntoIterator<Item = A>) -> Condition<I>
    where
        I: Filterable<FIELD>,
    {
        let values: Result<Vec<_>> = values
            .into_iter()
            .map(|value| self.value(value)?.ok_or_else(|| self.no_order()))
            .collect();
        Condition::new(values.map(|values| Expr::is_in(&self.path, values)))
    }

    fn compare(&self, operator: &'static str, value: impl Arg<T>) -> Condition<I> {
        let path = || self.path.clone();
        let expr = self.value(value).and_then(|value| match (value, operator) {
            (Some(value), _) => Ok(Expr::compare(path(), operator, value)),
            (None, "=") => Ok(Expr::not_exists(path()).or(Expr::equals(path(), Value::null()))),
            (None, "<>") => {
                Ok(Expr::exists(path()).and(Expr::compare(path(), operator, Value::null())))
            }
            (None, _) => Err(self.no_order()),
        });
        Condition::new(expr)
    }

    fn value(&self, value: impl Arg<T>) -> Result<Option<Value>> {
        item::encode_value(&value.into_arg(), self.shape).map_err(|error| {
            Error::new(Kind::Encode)
                .with_field(self.path.to_string())
                .with_detail(error.reason().to_owned())
        })
    }

    fn no_order(&self) -> Error {
        let detail = "an absent value has no order: compare it with `eq` or `ne`";
        Error::new(Kind::Request)
            .with_field(self.path.to_string())
            .with_detail(detail)
    }
}

/// The size of an attribute, to be compared; see [`Attr::size`].
#[must_use = "a size is compared in a condition"]
pub struct Size<I> {
    path: DocumentPath,
    of: PhantomData<fn() -> I>,
}

impl<I> fmt::Debug for Size<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Size({})", self.path)
    }
}

macro_rules! size_comparisons {
    ($($method:ident $operator:literal $words:literal;)*) => {$(
        #[doc = concat!("The size is ", $words, " the number.")]
        pub fn $method(&self, size: usize) -> Condition<I> {
            let path = self.path.clone();
            let (operator, value) = ($operator, Value::number(size));
            Condition::new(Ok(Expr::Size { path, operator, value }))
        }
    )*};
}

impl<I> Size<I> {
    size_comparisons! {
        eq "=" "equal to";
        ne "<>" "not";
        lt "<" "less than";
        le "<=" "at most";
        gt ">" "greater than";
        ge ">=" "at least";
    }
}

/// A condition on the attributes of items that are read or written through `I`. Combine with `&`, `|` and `!`.
#[must_use = "a condition is used in a filter or a write"]
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
        Self::new(self.expr.map(Expr::negated))
    }
}

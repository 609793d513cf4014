//! What can be asked of a field by its type: rustc decides, not the type's spelling.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::Arc;

use serde::Serialize;

use crate::error::{Error, Kind, Result};
use crate::item::{self, Shape, Value};
use crate::key::arg::Arg;
use crate::stamp::checked_ttl;

/// How a value is stored, for `attribute_type`; under DynamoDB's own names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeType {
    /// Text.
    S,
    /// A number.
    N,
    /// Binary.
    B,
    /// `true` or `false`.
    Bool,
    /// NULL.
    Null,
    /// A list.
    L,
    /// A map.
    M,
    /// A set of texts.
    Ss,
    /// A set of numbers.
    Ns,
    /// A set of binaries.
    Bs,
}

impl AttributeType {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::S => "S",
            Self::N => "N",
            Self::B => "B",
            Self::Bool => "BOOL",
            Self::Null => "NULL",
            Self::L => "L",
            Self::M => "M",
            Self::Ss => "SS",
            Self::Ns => "NS",
            Self::Bs => "BS",
        }
    }
}

/// A type with a size in DynamoDB: text, binary, sets, lists and maps.
///
/// Implement it for a type of your own that is stored as one of these.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no size in DynamoDB",
    label = "a size is asked of this attribute",
    note = "text, binary, sets, lists and maps have one, and types that derive `Document`; for another type that is stored as one of these, implement `HasSize`"
)]
pub trait HasSize {}

/// A type that is stored as a list.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list",
    label = "elements of a list are asked for",
    note = "`Vec`, `VecDeque` and an `Option` of these are lists"
)]
pub trait ListField {
    /// What its elements are.
    type Element;
}

/// A type that is stored as a map with keys of text.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a map with keys of text",
    label = "an entry of a map is asked for",
    note = "`HashMap<String, _>`, `BTreeMap<String, _>` and an `Option` of these are; for a struct derive `Document`"
)]
pub trait MapField {
    /// What its values are.
    type Value;
}

/// A type that is stored as a set.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a set",
    label = "elements of a set are asked for",
    note = "`HashSet`, `BTreeSet` and an `Option` of these are sets"
)]
pub trait SetField {
    /// What its elements are.
    type Element;
}

/// A number that can be added to. Implement it for a newtype of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number",
    label = "only a number can be added to",
    note = "for a type of your own that is stored as a number, implement `Number`"
)]
pub trait Number {
    /// [`Whole`] or [`Fractional`]: what can be added.
    type Class;
}

/// The class of integers: integers can be added.
#[derive(Debug)]
pub struct Whole;

/// The class of floating-point numbers: any number can be added.
#[derive(Debug)]
pub struct Fractional;

/// A field that can be absent: an `Option`, a set.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` cannot be cleared",
    label = "the field has to be there when the item is read",
    note = "an `Option` and a set can be cleared"
)]
pub trait Clearable {
    #[doc(hidden)]
    fn cleared() -> Self;
}

impl<T> Clearable for Option<T> {
    fn cleared() -> Self {
        None
    }
}

impl<T, S: Default> Clearable for HashSet<T, S> {
    fn cleared() -> Self {
        Self::default()
    }
}

impl<T> Clearable for BTreeSet<T> {
    fn cleared() -> Self {
        Self::new()
    }
}

macro_rules! kinds {
    ($($(#($($param:ident),+))? $kind:ident for $ty:ty { $($name:ident = $element:ty)? })+) => {$(
        impl $(<$($param),+>)? $kind for $ty {
            $(type $name = $element;)?
        }
    )+};
}

kinds! {
    HasSize for String {}
    HasSize for str {}
    HasSize for Box<str> {}
    HasSize for Arc<str> {}
    #(T) HasSize for Vec<T> {}
    #(T) HasSize for VecDeque<T> {}
    #(T, S) HasSize for HashSet<T, S> {}
    #(T) HasSize for BTreeSet<T> {}
    #(K, V, S) HasSize for HashMap<K, V, S> {}
    #(K, V) HasSize for BTreeMap<K, V> {}
    #(T) ListField for Vec<T> { Element = T }
    #(T) ListField for VecDeque<T> { Element = T }
    #(V, S) MapField for HashMap<String, V, S> { Value = V }
    #(V) MapField for BTreeMap<String, V> { Value = V }
    #(T, S) SetField for HashSet<T, S> { Element = T }
    #(T) SetField for BTreeSet<T> { Element = T }
}

macro_rules! numbers {
    ($($class:ident: $($ty:ty)+;)+) => {$($(
        impl Number for $ty {
            type Class = $class;
        }
    )+)+};
}

numbers! {
    Whole: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize;
    Fractional: f32 f64;
}

impl HasSize for &str {}
impl HasSize for Cow<'_, str> {}
impl<T, const N: usize> HasSize for [T; N] {}
impl<T: HasSize> HasSize for Option<T> {}

impl<T: ListField> ListField for Option<T> {
    type Element = T::Element;
}

impl<T: MapField> MapField for Option<T> {
    type Value = T::Value;
}

impl<T: SetField> SetField for Option<T> {
    type Element = T::Element;
}

impl<T: Number> Number for Option<T> {
    type Class = T::Class;
}

/// What `contains` can look for in a field of type `T`: a part of text, an element of a set or list.
#[diagnostic::on_unimplemented(
    message = "a field of type `{T}` cannot contain a `{Self}`",
    label = "text contains text, sets and lists contain elements"
)]
pub trait ContainsArg<T> {
    #[doc(hidden)]
    fn encode(self) -> FieldValue;
}

macro_rules! contains {
    ($($(#($($param:ident),+))? $ty:ty: $part:ty;)+) => {$(
        impl<Part: Arg<$part> $($(, $param)+)?> ContainsArg<$ty> for Part
        where
            $part: Serialize,
        {
            fn encode(self) -> FieldValue {
                encode_value(&self.into_arg(), Shape::Plain)
            }
        }

        impl<Part: Arg<$part> $($(, $param)+)?> ContainsArg<Option<$ty>> for Part
        where
            $part: Serialize,
        {
            fn encode(self) -> FieldValue {
                encode_value(&self.into_arg(), Shape::Plain)
            }
        }
    )+};
}

contains! {
    String: String;
    Box<str>: String;
    Arc<str>: String;
    #(T) Vec<T>: T;
    #(T) VecDeque<T>: T;
    #(T, S) HashSet<T, S>: T;
    #(T) BTreeSet<T>: T;
}

/// A value's attribute; nothing where it is one that is not stored (`None`, an empty set); or why it has
/// none.
#[derive(Debug)]
pub struct FieldValue(pub(super) Result<Option<Value>>);

impl FieldValue {
    /// Nothing is stored.
    #[must_use]
    pub fn nothing() -> Self {
        Self(Ok(None))
    }

    /// A `ttl`: whole seconds within reason.
    pub(super) fn seconds(seconds: Option<i64>) -> Self {
        Self(
            checked_ttl(seconds)
                .map(|seconds| seconds.map(Value::number))
                .map_err(|reason| Error::new(Kind::Encode).with_detail(reason)),
        )
    }

    /// What a function of serde's `with` writes.
    pub fn of<T: Serialize>(value: &T) -> Self {
        encode_value(value, Shape::Plain)
    }

    pub(crate) fn into_result(self) -> Result<Option<Value>> {
        self.0
    }
}

/// A value's attribute, with the codec's reason as the error's detail.
pub(crate) fn encode_value<T: Serialize + ?Sized>(value: &T, shape: Shape) -> FieldValue {
    FieldValue(
        item::encode_value(value, shape)
            .map_err(|error| Error::new(Kind::Encode).with_detail(error.reason().to_owned())),
    )
}

//! Arguments of an update's methods. Each is generic over the argument, so that what a field's type does
//! not have is an error at the call and not where the builder is generated.

use serde::Serialize;

use super::attr_kinds::{
    Clearable, FieldValue, Fractional, ListField, Number, SetField, Whole, encode_value,
};
use super::nested::NestedField;
use super::recorder::Recorder;
use crate::item::Shape;
use crate::key::arg::Arg;
use crate::stamp::TtlValue;

/// A field that no index reads.
#[derive(Debug)]
pub struct Free;

/// A field that is the key of an index by itself, if `OWN`; else a part of one.
#[derive(Debug)]
pub struct OwnKey<const OWN: bool>;

/// A field that an index reads, by a template or by `when`, or that a guard is made of.
#[derive(Debug)]
pub struct IndexInput;

/// The field may be changed by an expression whose outcome only the service knows.
#[diagnostic::on_unimplemented(
    message = "this change's outcome is known to the service only, and a key is built from the field",
    label = "the field is an input of an index, or of the guard of a `unique` field",
    note = "set the field to a value, or use `modify`, which reads the item first"
)]
pub trait ByExpression {}

impl ByExpression for Free {}
impl ByExpression for OwnKey<true> {}

/// What a builder of updates is generic over, so that its bounds are looked at when it is used.
#[derive(Debug)]
pub struct Builder;

/// A value for a field of type `T`.
pub trait FieldArg<T> {
    #[doc(hidden)]
    fn into_field(self) -> T;
    #[doc(hidden)]
    fn encode(value: &T, shape: Shape) -> FieldValue;
}

impl<T: Serialize, A: Arg<T>> FieldArg<T> for A {
    fn into_field(self) -> T {
        self.into_arg()
    }

    fn encode(value: &T, shape: Shape) -> FieldValue {
        encode_value(value, shape)
    }
}

/// A value for a field of type `T` where nothing is stored.
pub trait AbsentArg<T, F> {
    #[doc(hidden)]
    fn encode(self, shape: Shape) -> FieldValue;
}

impl<T: Serialize, F: ByExpression, A: Arg<T>> AbsentArg<T, F> for A {
    fn encode(self, shape: Shape) -> FieldValue {
        encode_value(&self.into_arg(), shape)
    }
}

/// The same for a field that a function of serde's `with` writes.
pub trait AbsentWithArg<T, F> {
    #[doc(hidden)]
    fn into_absent(self) -> T;
}

impl<T, F: ByExpression, A: Arg<T>> AbsentWithArg<T, F> for A {
    fn into_absent(self) -> T {
        self.into_arg()
    }
}

/// An instant or whole Unix seconds, for a `ttl` field of type `T`.
pub trait TtlArg<T> {
    #[doc(hidden)]
    fn into_field(self) -> T;
    #[doc(hidden)]
    fn encode(value: &T) -> FieldValue;
}

impl<T: TtlValue, A: Arg<T>> TtlArg<T> for A {
    fn into_field(self) -> T {
        self.into_arg()
    }

    fn encode(value: &T) -> FieldValue {
        FieldValue::seconds(value.unix_seconds())
    }
}

/// A `ttl` field of type `T` can be stored.
pub trait StoresTtl<T> {
    #[doc(hidden)]
    fn encode(value: &T) -> FieldValue;
}

impl<T: TtlValue> StoresTtl<T> for Builder {
    fn encode(value: &T) -> FieldValue {
        FieldValue::seconds(value.unix_seconds())
    }
}

/// A number that can be added to a field of class `C`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be added to this field",
    label = "an integer, or for a floating-point field any number"
)]
pub trait Amount<C> {
    #[doc(hidden)]
    fn amount(self) -> FieldValue;
}

macro_rules! amounts {
    ($($class:ty: $($ty:ty)+;)+) => {$($(
        impl Amount<$class> for $ty {
            fn amount(self) -> FieldValue {
                encode_value(&self, Shape::Plain)
            }
        }
    )+)+};
}

amounts! {
    Whole: u8 u16 u32 u64 u128 i8 i16 i32 i64 i128;
    Fractional: u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f32 f64;
}

/// A number to be added to a field of type `T`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be added to a field of type `{T}`",
    label = "an integer, or for a floating-point field any number"
)]
pub trait AddArg<T, F> {
    #[doc(hidden)]
    fn encode(self) -> FieldValue;
}

impl<T: Number, F: ByExpression, A: Amount<T::Class>> AddArg<T, F> for A {
    fn encode(self) -> FieldValue {
        self.amount()
    }
}

/// Elements to be put before or behind a list of type `T`.
pub trait ListArg<T, F> {
    #[doc(hidden)]
    fn encode(self, shape: Shape) -> FieldValue;
}

impl<T, F: ByExpression, A> ListArg<T, F> for A
where
    T: ListField,
    T::Element: Serialize,
    A: IntoIterator,
    A::Item: Arg<T::Element>,
{
    fn encode(self, shape: Shape) -> FieldValue {
        let elements: Vec<T::Element> = self.into_iter().map(Arg::into_arg).collect();
        if elements.is_empty() {
            return FieldValue::nothing();
        }
        let shape = match shape {
            Shape::Documents(_) => shape,
            _ => Shape::List,
        };
        encode_value(&elements, shape)
    }
}

/// A field that is a set by its type.
#[derive(Debug)]
pub struct SetByType;

/// A field of a list's type that says `#[entity(set)]`.
#[derive(Debug)]
pub struct DeclaredSet;

/// The elements of a field that is stored as a set.
pub trait ElementsOf<K> {
    /// What they are.
    type Element;
}

impl<T: SetField> ElementsOf<SetByType> for T {
    type Element = T::Element;
}

impl<T: ListField> ElementsOf<DeclaredSet> for T {
    type Element = T::Element;
}

/// Elements to be put into or taken out of a set of type `T`.
pub trait ElementsArg<T, F, K> {
    #[doc(hidden)]
    fn encode(self) -> FieldValue;
}

impl<T, F: ByExpression, K, A> ElementsArg<T, F, K> for A
where
    T: ElementsOf<K>,
    T::Element: Serialize,
    A: IntoIterator,
    A::Item: Arg<T::Element>,
{
    fn encode(self) -> FieldValue {
        let elements: Vec<T::Element> = self.into_iter().map(Arg::into_arg).collect();
        encode_value(&elements, Shape::Set)
    }
}

/// A field of type `T` can be cleared.
pub trait Clears<T> {
    #[doc(hidden)]
    fn cleared() -> T;
}

impl<T: Clearable> Clears<T> for Builder {
    fn cleared() -> T {
        T::cleared()
    }
}

/// A field of type `T` can be changed inside.
pub trait Opens<T, F> {
    /// The builder of changes inside.
    type Changes;
    #[doc(hidden)]
    fn open(inside: Recorder) -> Self::Changes;
    #[doc(hidden)]
    fn close(changes: Self::Changes) -> Recorder;
}

impl<T: NestedField, F: ByExpression> Opens<T, F> for Builder {
    type Changes = T::Changes;

    fn open(inside: Recorder) -> T::Changes {
        T::open(inside)
    }

    fn close(changes: T::Changes) -> Recorder {
        T::close(changes)
    }
}

/// A field of type `T` can be encoded by an update that was not given it: a key field, the time of the
/// write.
pub trait Encodes<T> {
    #[doc(hidden)]
    fn encode(value: &T, shape: Shape) -> FieldValue;
}

impl<T: Serialize> Encodes<T> for Builder {
    fn encode(value: &T, shape: Shape) -> FieldValue {
        encode_value(value, shape)
    }
}

/// A value for a field of the primary key: there is none.
#[diagnostic::on_unimplemented(
    message = "a field of the primary key cannot be changed by an update",
    label = "the item's key is made from this field",
    note = "`rekey` moves an item to another key in one transaction"
)]
pub trait KeyFieldArg {}

/// A value for a `version`: there is none.
#[diagnostic::on_unimplemented(
    message = "the version is not set by hand: each write adds one",
    label = "the field is the item's version",
    note = "`.expect_version(n)` on the request conditions on it"
)]
pub trait VersionArg {}

/// A value for a `created_at` or `updated_at`: there is none.
#[diagnostic::on_unimplemented(
    message = "the times of writing are not set by hand: each write sets them from the repository's clock",
    label = "the field is the time of a write",
    note = "`Repository::with_clock` sets the clock"
)]
pub trait StampArg {}

//! Which attribute type a field asks for, where serde alone cannot tell.
//!
//! serde sees one kind of sequence, DynamoDB has lists, sets and binary. The type decides, through a
//! trait: an alias or a full path gives the same result, and a spelling that merely looks like a set
//! does not count.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt;
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;

use super::wire::escape;

/// A struct field: the name it is stored under, and its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attribute {
    /// The stored name.
    pub name: &'static str,
    /// What its sequences become.
    pub shape: Shape,
    /// Of the name, for the encoder.
    pub(super) hash: u8,
    /// `,"name":`, where that has no escapes and was said.
    pub(super) head: Option<&'static str>,
}

impl Attribute {
    /// A field stored as `name` with the given shape.
    #[must_use]
    pub const fn new(name: &'static str, shape: Shape) -> Self {
        Attribute {
            name,
            shape,
            hash: name_hash(name),
            head: None,
        }
    }

    /// The same for a field that is written: `head` is what begins it in an item, `,"name":`.
    #[must_use]
    pub const fn with_head(self, head: &'static str) -> Self {
        let is_plain = escape::needs_none(self.name) && head.len() == self.name.len() + HEAD;
        Attribute {
            head: if is_plain { Some(head) } else { None },
            ..self
        }
    }
}

/// The bytes of a field's head beside its name.
const HEAD: usize = 4;

/// A hash of a name's length and of three of its bytes: few names of an item have one hash.
#[inline]
pub(super) const fn name_hash(name: &str) -> u8 {
    let (name, length) = (name.as_bytes(), name.len());
    if length == 0 {
        return 0;
    }
    let mixed = name[0] as u32
        | (name[length - 1] as u32) << 8
        | (name[length / 2] as u32) << 16
        | (length as u32) << 24;
    (mixed.wrapping_mul(0x9e37_79b1) >> 24) as u8
}

/// What the sequences of a field become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Shape {
    /// L.
    #[default]
    Plain,
    /// SS, NS or BS; absent if empty, and absence reads as the empty set.
    Set,
    /// As `Set`, but absence reads as `None`.
    OptionalSet,
    /// B.
    Bytes,
    /// L, said on purpose: a `Vec<u8>` that is a list of numbers.
    List,
    /// M, a struct whose fields have shapes of their own.
    Document(Nested),
    /// L or M of such structs.
    Documents(Nested),
}

impl Shape {
    /// Whether what one of them writes is what the other does, for fields of one type.
    pub(crate) const fn is_like(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::Plain, Self::Plain)
                | (Self::Set, Self::Set | Self::OptionalSet)
                | (Self::OptionalSet, Self::Set | Self::OptionalSet)
                | (Self::Bytes, Self::Bytes)
                | (Self::Plain | Self::List, Self::List)
                | (Self::List, Self::Plain)
                | (Self::Document(_), Self::Document(_))
                | (Self::Documents(_), Self::Documents(_))
        )
    }

    /// The shape of a list's elements or a map's values.
    pub(crate) fn element(self) -> Self {
        match self {
            Self::Documents(nested) => Self::Document(nested),
            _ => Self::Plain,
        }
    }
}

/// The shape of the field that is stored as `name`.
pub(super) fn shape_of(attributes: &[Attribute], name: &str) -> Shape {
    attributes
        .iter()
        .find(|attribute| attribute.name == name)
        .map_or(Shape::Plain, |attribute| attribute.shape)
}

/// The fields of a nested struct. A function, so that a struct can hold itself in a list.
#[derive(Clone, Copy)]
pub struct Nested(fn() -> &'static [Attribute]);

impl Nested {
    /// The fields that `attributes` returns.
    #[must_use]
    pub const fn new(attributes: fn() -> &'static [Attribute]) -> Self {
        Self(attributes)
    }

    pub(super) fn attributes(self) -> &'static [Attribute] {
        (self.0)()
    }
}

impl PartialEq for Nested {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::fn_addr_eq(self.0, other.0)
    }
}

impl Eq for Nested {}

impl fmt::Debug for Nested {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Nested")
    }
}

/// A struct that derives `Document`: its fields by their stored names, with their shapes.
pub trait DocumentShape {
    /// The fields.
    const NESTED: Nested;
}

/// Types that are not stored as a list although serde sees a sequence.
pub trait AttributeShape {
    /// The shape.
    const SHAPE: Shape;
}

impl<T, S> AttributeShape for HashSet<T, S> {
    const SHAPE: Shape = Shape::Set;
}

impl<T> AttributeShape for BTreeSet<T> {
    const SHAPE: Shape = Shape::Set;
}

impl AttributeShape for Vec<u8> {
    const SHAPE: Shape = Shape::Bytes;
}

impl<const N: usize> AttributeShape for [u8; N] {
    const SHAPE: Shape = Shape::Bytes;
}

impl AttributeShape for [u8] {
    const SHAPE: Shape = Shape::Bytes;
}

impl<T: DocumentShape> AttributeShape for Vec<T> {
    const SHAPE: Shape = Shape::Documents(T::NESTED);
}

impl<T: DocumentShape> AttributeShape for VecDeque<T> {
    const SHAPE: Shape = Shape::Documents(T::NESTED);
}

impl<T: DocumentShape, S> AttributeShape for HashMap<String, T, S> {
    const SHAPE: Shape = Shape::Documents(T::NESTED);
}

impl<T: DocumentShape> AttributeShape for BTreeMap<String, T> {
    const SHAPE: Shape = Shape::Documents(T::NESTED);
}

impl<T: AttributeShape> AttributeShape for Option<T> {
    const SHAPE: Shape = match T::SHAPE {
        Shape::Set => Shape::OptionalSet,
        other => other,
    };
}

impl<T: AttributeShape + ?Sized> AttributeShape for &T {
    const SHAPE: Shape = T::SHAPE;
}

impl<T: AttributeShape + ?Sized> AttributeShape for Box<T> {
    const SHAPE: Shape = T::SHAPE;
}

impl<T: AttributeShape + ?Sized> AttributeShape for Rc<T> {
    const SHAPE: Shape = T::SHAPE;
}

impl<T: AttributeShape + ?Sized> AttributeShape for Arc<T> {
    const SHAPE: Shape = T::SHAPE;
}

impl<T: AttributeShape + ToOwned + ?Sized> AttributeShape for Cow<'_, T> {
    const SHAPE: Shape = T::SHAPE;
}

/// Asks for the shape of any type: `Probe::<T>::SHAPE`, with [`PlainShape`] in scope.
///
/// Where `T: AttributeShape` is known, the inherent constant is found first; elsewhere the trait's
/// default is. It therefore works for concrete types only: inside generic code a type parameter is
/// always [`Shape::Plain`].
#[derive(Debug)]
pub struct Probe<T: ?Sized>(PhantomData<T>);

impl<T: AttributeShape + ?Sized> Probe<T> {
    /// The type's shape.
    pub const SHAPE: Shape = T::SHAPE;
}

/// What [`Probe`] answers for a type without [`AttributeShape`].
pub trait PlainShape {
    /// [`Shape::Plain`].
    const SHAPE: Shape = Shape::Plain;
}

impl<T: ?Sized> PlainShape for Probe<T> {}

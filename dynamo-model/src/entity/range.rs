//! Arguments of `*_in(range)`: any of Rust's ranges over what a person would write.

use std::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

use crate::key::arg::Arg;
use crate::key::part::{IndexKeyPart, KeyPart};
use crate::key::width::{FixedWidth, VaryingWidth};

/// A level whose texts sort by value: of fixed width, or the last of its template.
#[derive(Debug)]
pub struct Sorted;

/// A level before a literal in its type's default format: the type says whether its width is fixed.
#[derive(Debug)]
pub struct ByType;

/// The last level in its type's default format: the type says whether its texts sort by value.
#[derive(Debug)]
pub struct AtEnd;

/// A level whose format does not keep the order, or whose width varies before a literal.
#[derive(Debug)]
pub struct Unsorted;

/// The level's texts sort as its values do.
#[diagnostic::on_unimplemented(
    message = "this level has no ranges: its texts do not sort by value",
    label = "text of varying length before a literal, or a format that does not keep the order",
    note = "only parts of fixed width (dates, times, numbers with a width, `Uuid`, `Ulid`) and the last part of a sort key have ranges",
    note = "for a partial value use the method that ends in `_starts_with`"
)]
pub trait SortsBy<T> {}

/// The width of a type whose texts sort by value before a literal.
#[diagnostic::on_unimplemented(
    message = "this level has no ranges: its texts do not sort by value",
    label = "text of varying length before a literal",
    note = "only parts of fixed width (dates, times, numbers with a width, `Uuid`, `Ulid`) and the last part of a sort key have ranges",
    note = "for a partial value use the method that ends in `_starts_with`"
)]
pub trait SortsBeforeLiteral {}

impl SortsBeforeLiteral for FixedWidth {}

/// The width of a type whose texts sort by value at the end of a key.
#[diagnostic::on_unimplemented(
    message = "this level has no ranges: its texts do not sort by value",
    label = "the spellings of this enum do not sort in the order of its variants",
    note = "spell the variants so that they sort, or read the values one by one"
)]
pub trait SortsAtEnd {}

impl SortsAtEnd for FixedWidth {}
impl SortsAtEnd for VaryingWidth {}

impl<T> SortsBy<T> for Sorted {}
impl<T: KeyPart<Width: SortsBeforeLiteral>> SortsBy<T> for ByType {}
impl<T: KeyPart<Width: SortsAtEnd>> SortsBy<T> for AtEnd {}

/// A range over values of type `T`.
pub trait RangeArg<T, W> {
    /// Its two ends.
    fn into_bounds(self) -> (Bound<T>, Bound<T>);
}

/// A range over the values inside an index field of type `F`.
pub trait IndexRangeArg<F, W> {
    /// The type inside.
    type Inner: KeyPart;
    /// Its two ends.
    fn into_inner_bounds(self) -> (Bound<Self::Inner>, Bound<Self::Inner>);
}

impl<F: IndexKeyPart, W, R: RangeArg<F::Inner, W>> IndexRangeArg<F, W> for R {
    type Inner = F::Inner;

    fn into_inner_bounds(self) -> (Bound<F::Inner>, Bound<F::Inner>) {
        self.into_bounds()
    }
}

macro_rules! ranges {
    ($($range:ident |$name:ident| $low:expr, $high:expr;)*) => {$(
        impl<T, W: SortsBy<T>, A: Arg<T>> RangeArg<T, W> for $range<A> {
            fn into_bounds(self) -> (Bound<T>, Bound<T>) {
                let $name = self;
                ($low, $high)
            }
        }
    )*};
}

ranges! {
    Range |range| Bound::Included(range.start.into_arg()), Bound::Excluded(range.end.into_arg());
    RangeFrom |range| Bound::Included(range.start.into_arg()), Bound::Unbounded;
    RangeTo |range| Bound::Unbounded, Bound::Excluded(range.end.into_arg());
    RangeToInclusive |range| Bound::Unbounded, Bound::Included(range.end.into_arg());
}

impl<T, W: SortsBy<T>, A: Arg<T>> RangeArg<T, W> for RangeInclusive<A> {
    fn into_bounds(self) -> (Bound<T>, Bound<T>) {
        let (start, end) = self.into_inner();
        (
            Bound::Included(start.into_arg()),
            Bound::Included(end.into_arg()),
        )
    }
}

impl<T, W: SortsBy<T>> RangeArg<T, W> for RangeFull {
    fn into_bounds(self) -> (Bound<T>, Bound<T>) {
        (Bound::Unbounded, Bound::Unbounded)
    }
}

impl<T, W: SortsBy<T>, A: Arg<T>> RangeArg<T, W> for (Bound<A>, Bound<A>) {
    fn into_bounds(self) -> (Bound<T>, Bound<T>) {
        (self.0.map(Arg::into_arg), self.1.map(Arg::into_arg))
    }
}

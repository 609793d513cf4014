//! Arguments as a person writes them.
//!
//! Generated functions take key fields as `impl Arg<T>`. `impl Into<T>` would refuse the literal `5` for
//! a `u64` (several types convert into it, and an unsuffixed literal falls back to `i32`) and takes
//! conversions that nobody means. These are all: the value, a reference to it, text for any type of
//! text, and each of them for an optional field.

use std::borrow::Cow;
use std::sync::Arc;

/// A value that can be given for a field of type `T`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no value for a field of type `{T}`",
    label = "expected a `{T}`, owned or borrowed"
)]
pub trait Arg<T> {
    /// The field's value.
    fn into_arg(self) -> T;
}

impl<T> Arg<T> for T {
    fn into_arg(self) -> T {
        self
    }
}

impl<T: Clone> Arg<T> for &T {
    fn into_arg(self) -> T {
        self.clone()
    }
}

impl<T> Arg<Option<T>> for T {
    fn into_arg(self) -> Option<T> {
        Some(self)
    }
}

impl<T: Clone> Arg<Option<T>> for &T {
    fn into_arg(self) -> Option<T> {
        Some(self.clone())
    }
}

macro_rules! text_arg {
    ($($target:ty: $($source:ty),+;)+) => {$($(
        impl<'a> Arg<$target> for $source {
            fn into_arg(self) -> $target {
                self.into()
            }
        }

        impl<'a> Arg<Option<$target>> for $source {
            fn into_arg(self) -> Option<$target> {
                Some(self.into())
            }
        }
    )+)+};
}

text_arg! {
    String: &'a str, Cow<'a, str>, Box<str>;
    Box<str>: &'a str, Cow<'a, str>, String;
    Arc<str>: &'a str, Cow<'a, str>, Box<str>, String;
    Cow<'a, str>: &'a str, String, &'a String;
}

// What an iterator over `&str`s gives.
impl Arg<String> for &&str {
    fn into_arg(self) -> String {
        (*self).to_owned()
    }
}

impl Arg<Option<String>> for &&str {
    fn into_arg(self) -> Option<String> {
        Some((*self).to_owned())
    }
}

impl<'a> Arg<&'a str> for &'a String {
    fn into_arg(self) -> &'a str {
        self
    }
}

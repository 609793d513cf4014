//! What generated code does with a field's type in a key, behind one helper.
//!
//! Everything that needs the bound goes through [`part`] or [`index_part`], so a type that cannot be a
//! key part is reported once: rustc drops identical diagnostics.

use super::arg::Arg;
use super::format::{Format, PartKind};
use super::part::{IndexKeyPart, KeyPart, PartError};

/// What became of writing a part.
#[derive(Debug)]
pub enum Written {
    /// The text is complete.
    Done,
    /// There is no value; the index has no entry then.
    Absent,
    /// The value has no text in this format.
    Failed(PartError),
}

impl From<Result<(), PartError>> for Written {
    fn from(result: Result<(), PartError>) -> Self {
        match result {
            Ok(()) => Self::Done,
            Err(error) => Self::Failed(error),
        }
    }
}

/// The operations of a type that is part of a primary key.
#[derive(Debug)]
pub struct PartOps<T> {
    /// What kind of text the type has.
    pub kind: PartKind,
    write: fn(&T, Format, &mut String) -> Result<(), PartError>,
    read: fn(&str, Format) -> Result<T, PartError>,
    next: fn(&str, Format) -> Option<String>,
}

/// The operations of `T` as a part of a key.
#[must_use]
pub const fn part<T: KeyPart>() -> PartOps<T> {
    PartOps {
        kind: T::KIND,
        write: T::write_part,
        read: T::read_part,
        next: T::next_part,
    }
}

impl<T> PartOps<T> {
    /// Appends the value's text.
    pub fn write(&self, value: &T, format: Format, out: &mut String) -> Written {
        (self.write)(value, format, out).into()
    }

    pub(crate) fn read(&self, text: &str, format: Format) -> Result<T, PartError> {
        (self.read)(text, format)
    }

    pub(crate) fn next(&self, text: &str, format: Format) -> Option<String> {
        (self.next)(text, format)
    }
}

/// The operations of a type that is part of an index key only, and so may be absent.
#[derive(Debug)]
pub struct IndexOps<T> {
    /// What kind of text the type has.
    pub kind: PartKind,
    /// Whether there may be no value.
    pub is_optional: bool,
    write: fn(&T, Format, &mut String) -> Written,
}

/// The operations of `T` as a part of an index key.
#[must_use]
pub const fn index_part<T: IndexKeyPart>() -> IndexOps<T> {
    IndexOps {
        kind: T::KIND,
        is_optional: T::IS_OPTIONAL,
        write: write_index_part::<T>,
    }
}

fn write_index_part<T: IndexKeyPart>(value: &T, format: Format, out: &mut String) -> Written {
    match value.part() {
        Some(part) => part.write_part(format, out).into(),
        None => Written::Absent,
    }
}

impl<T> IndexOps<T> {
    /// Appends the value's text, if there is a value.
    pub fn write(&self, value: &T, format: Format, out: &mut String) -> Written {
        (self.write)(value, format, out)
    }
}

/// An argument for a field of an index key: the value inside the `Option`, where the field is one.
#[diagnostic::on_unimplemented(message = "`{Self}` is no value for a key part of type `{F}`")]
pub trait IndexArg<F> {
    /// The type inside.
    type Inner: KeyPart;
    /// The argument as that type.
    fn into_inner(self) -> Self::Inner;
}

impl<F: IndexKeyPart, A: Arg<F::Inner>> IndexArg<F> for A {
    type Inner = F::Inner;

    fn into_inner(self) -> F::Inner {
        self.into_arg()
    }
}

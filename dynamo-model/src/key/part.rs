//! What a type has to offer to stand in a key template.
//!
//! A trait of our own, and neither `Display` nor serde: both are free to change with a type's
//! presentation, and a key is stored data that has to be written the same way for ever. There is no
//! implementation for `bool` and floats, since neither makes a key that sorts or spreads in a way its
//! author means; the messages say what to use instead.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use super::format::{Format, PartKind};

/// A value that can be part of a key.
///
/// Derive it for enums and newtypes. A hand-written implementation keeps two promises: for a format that
/// [`is_lossless`](Format::is_lossless), reading what was written gives an equal value; and in every
/// format a value is read only from the text that it is written as.
///
/// ```
/// use dynamo_model::key::{Format, KeyPart};
///
/// let mut text = String::new();
/// 42_u32.write_part(Format::Padded { width: 6 }, &mut text)?;
/// assert_eq!(text, "000042");
/// assert_eq!(u32::read_part(&text, Format::Padded { width: 6 })?, 42);
/// # Ok::<(), dynamo_model::key::PartError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be part of a key",
    label = "not a key part",
    note = "strings, integers, dates, times, `Uuid`, `Ulid` and types with `#[derive(KeyPart)]` can",
    note = "an `Option` can be part of an index key only",
    note = "instead of a bool: an enum with `#[derive(KeyPart)]`, or `when` for a sparse index",
    note = "instead of a float: an integer of a smaller unit (cents), or an integer that sorts the same way"
)]
pub trait KeyPart {
    /// Decides which formats a template can name for this type.
    const KIND: PartKind;
    /// [`FixedWidth`](super::FixedWidth) where the text in the default format always has the same
    /// length, else [`VaryingWidth`](super::VaryingWidth): only the first has ranges before a literal.
    type Width;

    /// Appends the text of the value to `out`.
    ///
    /// Whether the text is empty or holds a delimiter is not looked at here.
    ///
    /// # Errors
    ///
    /// If the format cannot be used for the type, or cannot hold the value: more digits than its width,
    /// a year outside 0000 to 9999, an instant finer than a millisecond in the default format. `out` may
    /// then hold a part of the text.
    fn write_part(&self, format: Format, out: &mut String) -> Result<(), PartError>;

    /// The value that is written as `text`.
    ///
    /// Where the format loses information it is one of these values: the first instant of the month, the
    /// folded text.
    ///
    /// # Errors
    ///
    /// If no value of the type is written exactly so in this format.
    fn read_part(text: &str, format: Format) -> Result<Self, PartError>
    where
        Self: Sized;

    /// The text that comes after `text` in a format that counts: the next `date`, `month` or `year`.
    ///
    /// A path over time buckets goes from partition to partition by it. `None`, as here, where there is
    /// none; the types of `jiff`, `chrono` and `time` have it, and newtypes of them.
    #[must_use]
    fn next_part(text: &str, format: Format) -> Option<String> {
        let _ = (text, format);
        None
    }
}

/// A value that can be part of an index key: a [`KeyPart`], or an `Option` of one.
///
/// `None` means that the item is not in the index.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be part of an index key",
    label = "not a key part",
    note = "strings, integers, dates, times, `Uuid`, `Ulid`, types with `#[derive(KeyPart)]` and an `Option` of these can",
    note = "instead of a bool: an enum with `#[derive(KeyPart)]`, or `when` for a sparse index",
    note = "instead of a float: an integer of a smaller unit (cents), or an integer that sorts the same way"
)]
pub trait IndexKeyPart {
    /// The type without the `Option`.
    type Inner: KeyPart;
    /// The kind of [`Self::Inner`].
    const KIND: PartKind;
    #[doc(hidden)]
    const IS_OPTIONAL: bool;

    /// The part, or `None` if there is none.
    fn part(&self) -> Option<&Self::Inner>;
}

impl<T: KeyPart> IndexKeyPart for T {
    type Inner = T;
    const KIND: PartKind = T::KIND;
    const IS_OPTIONAL: bool = false;

    fn part(&self) -> Option<&T> {
        Some(self)
    }
}

impl<T: KeyPart> IndexKeyPart for Option<T> {
    type Inner = T;
    const KIND: PartKind = T::KIND;
    const IS_OPTIONAL: bool = true;

    fn part(&self) -> Option<&T> {
        self.as_ref()
    }
}

/// Why a value has no text in a format, or a text no value.
///
/// The reason names neither entity, key and field, which the caller knows, nor the value, which may be
/// private.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartError {
    reason: Cow<'static, str>,
}

impl PartError {
    /// An error for a hand-written [`KeyPart`]: `reason` says what is wrong and what to do.
    #[must_use]
    pub fn new(reason: impl Into<Cow<'static, str>>) -> Self {
        Self {
            reason: reason.into(),
        }
    }

    /// What is wrong with the value or the text, and what to do.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// The text is not one that the format writes.
    pub(crate) fn misspelt(format: Format) -> Self {
        match format {
            Format::Default => Self::new("the text is not how a value of the type is written"),
            _ => Self::new(format!(
                "the text is not how `{format}` writes a value of the type"
            )),
        }
    }
}

impl fmt::Display for PartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl Error for PartError {}

/// Turns a [`Format::refusal`] into an error, for callers that did not ask at compile time.
pub(crate) fn accept(format: Format, kind: PartKind) -> Result<(), PartError> {
    match format.refusal(kind) {
        None => Ok(()),
        Some(reason) => Err(PartError::new(reason)),
    }
}

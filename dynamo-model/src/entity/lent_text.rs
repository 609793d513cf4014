//! Text that is a part of a page, or its own where it is not stored as it reads.

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::ops::Deref;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::{Serialize, Serializer};

/// Text of a page that is lent where it can be: without escapes (quotes, backslashes, line breaks) it is borrowed, with some
/// it is a text of its own.
///
/// Serde borrows a `Cow<str>` only where it is the field itself, with `#[serde(borrow)]`: in an `Option`, a list or a map it
/// is always a copy. A `LentText` borrows everywhere, and does not compile without `#[serde(borrow)]` on its field.
///
/// ```
/// # use serde::Deserialize;
/// # use dynamo_model::LentText;
/// #[derive(Deserialize)]
/// struct OrderView<'a> {
///     #[serde(borrow)]
///     note: Option<LentText<'a>>,
/// }
/// # let order = OrderView { note: Some(LentText::from("fragile")) };
/// assert!(order.note.is_some_and(|note| note == "fragile" && note.len() == 7));
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LentText<'a>(Cow<'a, str>);

impl<'a> LentText<'a> {
    /// The text; borrowed for as long as the page lives, or its own.
    #[must_use]
    pub fn into_cow(self) -> Cow<'a, str> {
        self.0
    }
}

impl Deref for LentText<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for LentText<'_> {
    fn as_ref(&self) -> &str {
        self
    }
}

impl Borrow<str> for LentText<'_> {
    fn borrow(&self) -> &str {
        self
    }
}

impl<'a> From<&'a str> for LentText<'a> {
    fn from(text: &'a str) -> Self {
        Self(Cow::Borrowed(text))
    }
}

impl PartialEq<str> for LentText<'_> {
    fn eq(&self, other: &str) -> bool {
        &**self == other
    }
}

impl PartialEq<&str> for LentText<'_> {
    fn eq(&self, other: &&str) -> bool {
        &**self == *other
    }
}

impl PartialEq<String> for LentText<'_> {
    fn eq(&self, other: &String) -> bool {
        **self == **other
    }
}

impl fmt::Debug for LentText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl fmt::Display for LentText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl Serialize for LentText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for LentText<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Text).map(Self)
    }
}

struct Text;

impl<'de> Visitor<'de> for Text {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.to_owned()))
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text))
    }
}

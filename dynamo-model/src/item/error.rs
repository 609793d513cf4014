//! The codec's error: which attribute, and why.
//!
//! The path is built while the error travels outwards: each container puts its own step in front. So the
//! good case pays nothing for it. Stored values are not quoted, since errors end in logs; the names of
//! variants are, and the path has the keys of maps.

use std::fmt;

use serde::de::{Expected, Unexpected};

/// Why a value could not be encoded or decoded. In a box, since every result of the codec has the size of its error at least.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct CodecError(Box<Parts>);

#[derive(Clone, PartialEq, Eq)]
struct Parts {
    attribute: String,
    reason: String,
    /// Where in the answer the value to blame is.
    at: Option<u32>,
}

impl CodecError {
    pub(super) fn new(reason: impl Into<String>) -> Self {
        CodecError(Box::new(Parts {
            attribute: String::new(),
            reason: reason.into(),
            at: None,
        }))
    }

    /// The document path of the attribute to blame, as `address.city` or `tags[2]`; empty if it is the
    /// whole value.
    ///
    /// What serde buffers (flattened structs, untagged and internally tagged enums) has no path of its
    /// own: it ends at the attribute, or at the struct, that contains it.
    #[must_use]
    pub(crate) fn attribute(&self) -> &str {
        &self.0.attribute
    }

    /// What is wrong, without the path and the place.
    #[must_use]
    pub(crate) fn reason(&self) -> &str {
        &self.0.reason
    }

    /// What is wrong, and at which byte of the answer where that is known, without the path.
    #[must_use]
    pub(crate) fn detail(&self) -> String {
        match self.0.at {
            Some(at) => format!("{} at byte {at} of the answer", self.0.reason),
            None => self.0.reason.clone(),
        }
    }

    /// Puts a field's name, or a map's key, in front of the path.
    pub(super) fn in_field(mut self, name: &str) -> Self {
        let dot = if self.0.attribute.is_empty() || self.0.attribute.starts_with('[') {
            ""
        } else {
            "."
        };
        self.0.attribute = format!("{name}{dot}{}", self.0.attribute);
        self
    }

    /// Puts a list's index in front of the path.
    pub(super) fn in_element(self, index: usize) -> Self {
        self.in_field(&format!("[{index}]"))
    }

    /// Says where in the answer it is, unless the innermost value to blame has said it already.
    #[cold]
    pub(super) fn at_byte(mut self, at: impl Into<Option<u32>>) -> Self {
        self.0.at = self.0.at.or(at.into());
        self
    }

    /// Leaves out where it is.
    #[cold]
    pub(super) fn at_no_byte(mut self) -> Self {
        self.0.at = None;
        self
    }

    pub(super) fn too_deep() -> Self {
        CodecError::new(format!(
            "nested deeper than DynamoDB's {} levels",
            super::MAX_LEVEL
        ))
    }

    pub(super) fn too_many_steps() -> Self {
        CodecError::new(format!(
            "more than {} newtypes, options and containers inside one another",
            super::MAX_STEPS
        ))
    }
}

impl fmt::Display for CodecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.attribute.is_empty() {
            return f.write_str(&self.detail());
        }
        write!(f, "attribute `{}`: {}", self.0.attribute, self.detail())
    }
}

impl fmt::Debug for CodecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CodecError")
            .field("attribute", &self.0.attribute)
            .field("reason", &self.0.reason)
            .field("at", &self.0.at)
            .finish()
    }
}

impl std::error::Error for CodecError {}

impl serde::ser::Error for CodecError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        CodecError::new(message.to_string())
    }
}

impl serde::de::Error for CodecError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        let message = message.to_string();
        match message.as_str() {
            // What serde's buffer says does not tell where that is.
            "u128 is not supported" | "i128 is not supported" => CodecError::new(
                "serde reads no 128-bit integers in flattened structs, or in enums that are untagged or internally tagged: store it as text there",
            ),
            _ => CodecError::new(message),
        }
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        if let Some(reason) = not_lent(&found, expected) {
            return CodecError::new(reason);
        }
        CodecError::new(format!("expected {expected}, found {}", Kind(found)))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        CodecError::new(format!(
            "expected {expected}, found another value of its type ({})",
            Kind(found)
        ))
    }

    // The name is the key that is being read, so the path has it already.
    fn unknown_field(_field: &str, _expected: &'static [&'static str]) -> Self {
        CodecError::new("the type has no such field")
    }

    fn missing_field(field: &'static str) -> Self {
        CodecError::new("the attribute is missing and has no default").in_field(field)
    }

    fn duplicate_field(field: &'static str) -> Self {
        CodecError::new("the field occurs twice").in_field(field)
    }
}

/// Why a reader that borrows cannot have what is there, though it is of the right type.
fn not_lent(found: &Unexpected<'_>, expected: &dyn Expected) -> Option<&'static str> {
    match (found, expected.to_string().as_str()) {
        (Unexpected::Str(_), "a borrowed string") => Some(
            "the text is not stored as it reads (it has escapes, or is made of a key), so `&str` cannot borrow it: read it as `Cow<str>` with `#[serde(borrow)]`, in an `Option` or a list as `LentText`, or as `String`",
        ),
        (Unexpected::Bytes(_), "a borrowed byte array") => {
            Some("binary is stored as base64, so `&[u8]` cannot borrow it: read it as `Vec<u8>`")
        }
        _ => None,
    }
}

/// What was found, by DynamoDB's names of types.
struct Kind<'a>(Unexpected<'a>);

impl fmt::Display for Kind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.0 {
            Unexpected::Bool(_) => "a boolean (BOOL)",
            Unexpected::Unsigned(_) | Unexpected::Signed(_) | Unexpected::Float(_) => {
                "a number (N)"
            }
            Unexpected::Char(_) | Unexpected::Str(_) => "a string (S)",
            Unexpected::Bytes(_) => "binary (B)",
            Unexpected::Unit | Unexpected::Option => "NULL",
            Unexpected::NewtypeStruct => "a newtype",
            Unexpected::Seq => "a list (L) or set",
            Unexpected::Map => "a map (M)",
            Unexpected::Enum => "an enum",
            Unexpected::UnitVariant => "a variant without content",
            Unexpected::NewtypeVariant | Unexpected::TupleVariant | Unexpected::StructVariant => {
                "a variant with content"
            }
            // serde's default for `visit_u128` puts the number itself in here.
            Unexpected::Other(text) if text.starts_with("integer `") => {
                "a number (N) of more than 64 bits"
            }
            Unexpected::Other(text) => text,
        };
        f.write_str(name)
    }
}

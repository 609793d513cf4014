//! The one error of this crate: opaque, with predicates and typed details.
//!
//! A caller asks what happened (`is_already_exists`, `is_not_found`, …) and reads the details (`entity`,
//! `key`, `attribute`); the text is for people. What caused it is in `source`, never repeated in the
//! text.

mod canceled;

use std::any::Any;
use std::borrow::Cow;
use std::error::Error as StdError;
use std::fmt;

pub use canceled::CanceledAction;

type Source = Box<dyn StdError + Send + Sync>;

/// The result of this crate's calls.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong, with the entity, key, field or attribute it concerns.
///
/// ```
/// # use dynamo_model::Error;
/// fn is_worth_another_try(error: &Error) -> bool {
///     error.is_throttled()
/// }
/// ```
pub struct Error(Box<Inner>);

struct Inner {
    kind: Kind,
    entity: Option<&'static str>,
    key: Option<String>,
    field: Option<Cow<'static, str>>,
    detail: Option<Cow<'static, str>>,
    source: Option<Source>,
    /// The stored item that a condition met, as the layers above hold it.
    existing: Option<Box<dyn Any + Send + Sync>>,
    /// The actions that failed, where this is the error of a transaction that was canceled.
    canceled: Option<Vec<CanceledAction>>,
    /// The source of copies is written, and its fan-out is not at its end.
    is_unfinished: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    AlreadyExists,
    UniqueTaken,
    TableExists,
    NotFound,
    ConditionFailed,
    StaleCopy,
    Key,
    Encode,
    Decode,
    Cursor,
    Request,
    Throttled,
    Conflict,
    CollectionFull,
    TableNotFound,
    UnknownOutcome,
    Service,
}

impl Error {
    pub(crate) fn new(kind: Kind) -> Self {
        Self(Box::new(Inner {
            kind,
            entity: None,
            key: None,
            field: None,
            detail: None,
            source: None,
            existing: None,
            canceled: None,
            is_unfinished: false,
        }))
    }

    pub(crate) fn for_entity(mut self, entity: &'static str) -> Self {
        self.0.entity = Some(entity);
        self
    }

    pub(crate) fn with_key(mut self, key: impl Into<String>) -> Self {
        self.0.key = Some(key.into());
        self
    }

    pub(crate) fn with_field(mut self, field: impl Into<Cow<'static, str>>) -> Self {
        self.0.field = Some(field.into());
        self
    }

    pub(crate) fn with_detail(mut self, detail: impl Into<Cow<'static, str>>) -> Self {
        self.0.detail = Some(detail.into());
        self
    }

    pub(crate) fn with_source(mut self, source: impl Into<Source>) -> Self {
        self.0.source = Some(source.into());
        self
    }

    pub(crate) fn with_existing(mut self, existing: impl Any + Send + Sync) -> Self {
        self.0.existing = Some(Box::new(existing));
        self
    }

    pub(crate) fn of_unfinished_fan_out(mut self) -> Self {
        self.0.is_unfinished = true;
        self
    }

    pub(crate) fn existing_as<T: Any>(&self) -> Option<&T> {
        self.0.existing.as_ref()?.downcast_ref()
    }

    pub(crate) fn into_kind(mut self, kind: Kind) -> Self {
        self.0.kind = kind;
        self
    }

    /// `create` met an item of the same key, or `create_table` a table of the same name.
    #[must_use]
    pub fn is_already_exists(&self) -> bool {
        matches!(self.0.kind, Kind::AlreadyExists | Kind::TableExists)
    }

    /// Another item has the value of a `unique` field: [`attribute`](Self::attribute) names the field,
    /// [`key`](Self::key) is the key of the guard item that holds the value. Nothing of the write is applied.
    #[must_use]
    pub fn is_unique_taken(&self) -> bool {
        self.0.kind == Kind::UniqueTaken
    }

    /// The item that the call needs is not there.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        self.0.kind == Kind::NotFound
    }

    /// The write's condition did not hold. True for [`is_already_exists`](Self::is_already_exists) and
    /// for the [`is_not_found`](Self::is_not_found) and [`is_unique_taken`](Self::is_unique_taken) of a write too,
    /// since those are conditions.
    #[must_use]
    pub fn is_condition_failed(&self) -> bool {
        matches!(
            self.0.kind,
            Kind::ConditionFailed
                | Kind::StaleCopy
                | Kind::AlreadyExists
                | Kind::NotFound
                | Kind::UniqueTaken
        )
    }

    /// A copy was to be written that its source does not agree with: the source has another value now.
    /// [`entity`](Self::entity) and [`key`](Self::key) are the source's, [`existing`](Self::existing) is what it is.
    /// A condition, so [`is_condition_failed`](Self::is_condition_failed) is true as well; where there is no source,
    /// [`is_not_found`](Self::is_not_found) says so instead.
    #[must_use]
    pub fn is_stale_copy(&self) -> bool {
        self.0.kind == Kind::StaleCopy
    }

    /// The source is written, and its fan-out did not come to its end: some copies may be stale until
    /// `Repository::fan_out` is called for its key and returns.
    #[must_use]
    pub fn is_fan_out_unfinished(&self) -> bool {
        self.0.is_unfinished
    }

    /// A key could not be built: an empty part, a delimiter in a part, a number wider than its width, a
    /// key over the service's limit. Nothing was sent.
    #[must_use]
    pub fn is_key(&self) -> bool {
        self.0.kind == Kind::Key
    }

    /// A value has no form in DynamoDB (NaN, a number over 38 digits, an item over 400 KB). Nothing was
    /// sent.
    #[must_use]
    pub fn is_encode(&self) -> bool {
        self.0.kind == Kind::Encode
    }

    /// A stored item does not have the form that the entity asks for.
    #[must_use]
    pub fn is_decode(&self) -> bool {
        self.0.kind == Kind::Decode
    }

    /// A cursor is not one of this query, or was changed. Nothing was sent.
    #[must_use]
    pub fn is_cursor(&self) -> bool {
        self.0.kind == Kind::Cursor
    }

    /// The request cannot be right, whatever is stored (two puts of one key in a batch). Nothing was
    /// sent.
    #[must_use]
    pub fn is_invalid_request(&self) -> bool {
        self.0.kind == Kind::Request
    }

    /// The service refused for capacity, after the retries of the SDK.
    #[must_use]
    pub fn is_throttled(&self) -> bool {
        self.0.kind == Kind::Throttled
    }

    /// The item collection has reached the 10 GB that a table with a local secondary index allows; the
    /// service takes no write that would make it larger.
    #[must_use]
    pub fn is_item_collection_full(&self) -> bool {
        self.0.kind == Kind::CollectionFull
    }

    /// A transaction of somebody else was writing the same item, after the retries of this call.
    #[must_use]
    pub fn is_conflict(&self) -> bool {
        self.0.kind == Kind::Conflict
    }

    /// The table, or the index, does not exist.
    #[must_use]
    pub fn is_table_not_found(&self) -> bool {
        self.0.kind == Kind::TableNotFound
    }

    /// The answer of a write was lost: it may or may not have been applied.
    #[must_use]
    pub fn is_unknown_outcome(&self) -> bool {
        self.0.kind == Kind::UnknownOutcome
    }

    /// The entity concerned.
    #[must_use]
    pub fn entity(&self) -> Option<&str> {
        self.0.entity
    }

    /// The key concerned, as `{PK: '…', SK: '…'}`.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.0.key.as_deref()
    }

    /// The field (errors of keys) or the attribute's document path (errors of encoding and decoding)
    /// concerned.
    #[must_use]
    pub fn attribute(&self) -> Option<&str> {
        self.0.field.as_deref()
    }

    /// The service's error code, where the service answered.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        use aws_sdk_dynamodb::error::ProvideErrorMetadata;
        self.sdk_error().and_then(|error| error.code())
    }

    /// The SDK's error behind this one, where there is one.
    ///
    /// The item that a failed condition met is not in it, but here: [`existing`](Self::existing),
    /// [`existing_raw`](Self::existing_raw). With `Repository::without_wire_codec` it is in both.
    ///
    /// # Errors
    /// This error itself, where the SDK was not involved.
    pub fn into_sdk_error(mut self) -> Result<aws_sdk_dynamodb::Error> {
        match self
            .0
            .source
            .take()
            .map(|source| source.downcast::<aws_sdk_dynamodb::Error>())
        {
            Some(Ok(error)) => Ok(*error),
            Some(Err(source)) => Err(self.with_source(source)),
            None => Err(self),
        }
    }

    pub(crate) fn sdk_error(&self) -> Option<&aws_sdk_dynamodb::Error> {
        self.0.source.as_ref()?.downcast_ref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner {
            kind,
            entity,
            key,
            field,
            detail,
            is_unfinished,
            ..
        } = &*self.0;
        f.write_str(match kind {
            Kind::AlreadyExists => "an item with this key exists already",
            Kind::UniqueTaken => "another item has this unique value",
            Kind::TableExists => "a table of this name exists already",
            Kind::NotFound => "there is no item with this key",
            Kind::ConditionFailed => "the condition does not hold",
            Kind::StaleCopy => "the source of a copy has another value",
            Kind::Key => "the key cannot be built",
            Kind::Encode => "the item cannot be stored",
            Kind::Decode => "the stored item cannot be read",
            Kind::Cursor => "the cursor does not belong to this query",
            Kind::Request => "the request cannot be sent",
            Kind::Throttled => "the service refused for capacity",
            Kind::Conflict => "a transaction on the same item was in the way",
            Kind::CollectionFull => "the item collection has the 10 GB that a local index allows",
            Kind::TableNotFound => "the table or index does not exist",
            Kind::UnknownOutcome => {
                "the answer was lost: the write may or may not have been applied"
            }
            Kind::Service => "the request failed",
        })?;
        if let Some(entity) = entity {
            write!(f, " ({entity}")?;
            if let Some(key) = key {
                write!(f, " {key}")?;
            }
            f.write_str(")")?;
        } else if let Some(key) = key {
            write!(f, " ({key})")?;
        }
        if let Some(field) = field {
            write!(f, ": `{field}`")?;
        }
        if let Some(detail) = detail {
            write!(f, ": {detail}")?;
        }
        if *is_unfinished {
            f.write_str(
                "; the copies of what is written are not all updated: run `fan_out` for it",
            )?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner {
            kind,
            entity,
            key,
            field,
            detail,
            source,
            ..
        } = &*self.0;
        f.debug_struct("Error")
            .field("kind", kind)
            .field("entity", entity)
            .field("key", key)
            .field("field", field)
            .field("detail", detail)
            // In its own short text: the SDK's `Debug` shows stored values.
            .field("source", &source.as_ref().map(ToString::to_string))
            .finish()
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0
            .source
            .as_deref()
            .map(|source| source as &(dyn StdError + 'static))
    }
}

//! Operations: plain data from which the client makes the SDK's inputs, and `explain` the text of the
//! documents' request log.
//!
//! Nothing here sends anything, so nearly everything about a request is tested without I/O.

mod along;
mod batch;
mod batch_get;
mod check;
mod copies;
mod cursor;
mod delete;
mod difference;
mod explain;
mod get;
mod live;
mod put;
mod query;
mod repair;
mod scan;
mod spread;
mod table;
mod transact;
mod transact_get;
mod update;

pub(crate) use along::{Along, Companion, Guards, owned_or_absent};
pub(crate) use batch::{BatchEntry, BatchWrite, check_distinct};
pub(crate) use batch_get::BatchGet;
pub(crate) use check::{Check, Expected};
pub(crate) use copies::{is_stored_as, source_check, update_of_copy, values_after};
pub use cursor::Cursor;
pub(crate) use cursor::StartKey;
pub(crate) use delete::Delete;
pub(crate) use difference::Change;
pub(crate) use get::Get;
pub(crate) use live::{ExpectedVersion, Live};
pub(crate) use put::{Put, PutMode};
pub(crate) use query::{Query, Type};
pub(crate) use repair::Repair;
pub use scan::ScanState;
pub(crate) use scan::{Scan, queries_fingerprint};
pub(crate) use spread::{Place, Position, first_ask};
pub(crate) use table::{
    CreateTable, IndexNames, IndexState, TableState, describe_differences, index_name,
};
pub(crate) use transact::{
    Failure, Planned, Sent, TRANSACTION_ACTIONS, Transact, Write, new_token,
};
pub(crate) use transact_get::{Asked, TransactGet};
pub(crate) use update::{Returns, Update};

/// A table's name, which all requests of a repository share.
pub(crate) type TableName = std::sync::Arc<str>;

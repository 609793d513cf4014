//! DynamoDB single-table design as annotated structs: typed keys, queries along them, sparse and
//! overloaded indexes that follow the fields, over `aws-sdk-dynamodb`.
//!
//! Annotate a struct; what can be wrong about keys and indexes does not compile, or is an error before
//! anything is sent. The README shows a shop; the `examples` folder has an example for each modelling
//! pattern.
//!
//! ```
//! # #[cfg(feature = "embedded")]
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), dynamo_model::Error> {
//! use dynamo_model::{Entity, Repository, Table};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Table)]
//! #[table(name = "shop", entities(Customer, Order))]
//! struct Shop;
//!
//! #[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
//! #[entity(table = Shop, pk = "CUST#{id}", sk = "PROFILE")]
//! struct Customer {
//!     id: String,
//!     name: String,
//! }
//!
//! #[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
//! #[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{number:06}")]
//! struct Order {
//!     customer: String,
//!     number: u32,
//!     total: u64,
//! }
//!
//! let shop = Repository::<Shop>::new(dynamo_model::embedded::client());
//! shop.create_table().await?;
//! shop.create(&Customer { id: "c1".into(), name: "Carol".into() }).await?;
//! for number in [1, 2] {
//!     shop.create(&Order { customer: "c1".into(), number, total: 42 }).await?;
//! }
//! let newest = shop.query(Order::query("c1")).newest_first().limit(1).all().await?;
//! assert_eq!(newest[0].number, 2);
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "embedded"))]
//! # fn main() {}
//! ```
//!
//! # Where things are
//! Modules import only from those listed before them in the source; a test keeps it so.

// Opaque error, predicates.
mod error;

// Fields to key text and back: formats, templates, bounds.
pub mod key;

// The clock, and what fields hold of it.
mod stamp;

// Values to attributes and back: the one place that knows the codec.
mod item;

// The model as const data, and the checks over it.
mod schema;

// The traits that the derives implement, typed keys, query paths, an entity's way to its item.
mod entity;

// Conditions as data, placeholders.
mod expr;

// Typed updates: what is set, and what the indexes need then.
mod update;

// Requests as data.
mod op;

// What a repository tells about its requests.
mod observe;

// The only file that awaits the SDK.
mod client;

// Typed calls.
mod repository;

// The SDK's HTTP client answered by an engine in this process.
#[cfg(feature = "embedded")]
pub mod embedded;

// What generated code may touch, nothing else.
#[doc(hidden)]
pub mod __private;

#[cfg(feature = "derive")]
pub use dynamo_model_derive::{Collection, Document, Entity, KeyPart, Projection, Table};

pub use entity::{
    Collection, CollectionEnum, CollectionField, CollectionStruct, ConsistentReads, Entity,
    Filterable, IntoKey, IntoPartition, IntoQuery, IntoScope, IntoWrite, Key, Lend, LendItem,
    LentFrom, LentText, Lists, OfItem, Partition, Projection, QueryIndex, RawItem, RawKey,
    ReadItem, ReadableFrom, ReadsFrom, Table, TablePartition, Unversioned, UpdateEntity,
    WithoutCopies, WrittenAlone, WrittenByRef, from_item, to_item,
};
pub use error::{CanceledAction, Error, Result};
pub use expr::{
    Attr, AttributeType, Condition, ContainsArg, Document, DocumentField, Fractional, HasSize,
    ListChanges, ListField, MapChanges, MapField, NestedField, Number, SetField, Size, Whole,
};
pub use item::{bytes, set};
pub use key::KeyPart;
pub use observe::{Answer, Observe, Observed, PrintRequests};
pub use op::{Cursor, ScanState};
pub use repository::{
    Admin, AuditRequest, BackfillReport, BackfillRequest, Batch, BatchOf, BatchReport, Checked,
    CollectRequest, CollectionReport, DeletePartition, DeletePartitionReport, DeleteRequest,
    Existing, FanOut, FanOutProgress, FanOutReport, FanOutRequest, GetAllRequest, GetManyReport,
    GetManyRequest, GetRequest, HydrateRequest, ItemStream, ItemsRequest, KeyTuple, LentItems,
    LentPage, NamesItem, Nothing, Outcome, Page, Previous, Projected, QueryRequest, Raw, ReadMode,
    RekeyRequest, RepairRequest, Repository, RequestFuture, ScanReport, ScanRequest, ScanStream,
    StaleCopy, Transaction, Typed, Unchecked, UpdateRequest, Updated, WriteRequest,
};
pub use schema::{EntityKeys, TableLayout};
pub use stamp::{Clock, StampValue, TtlValue, ttl};
pub use update::IntoUpdate;

/// The README's code compiles and runs as it stands.
#[cfg(all(doctest, feature = "derive", feature = "embedded", feature = "jiff"))]
#[doc = include_str!("../../README.md")]
struct Readme;

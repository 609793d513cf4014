//! What generated code may touch, and nothing else. Not a public API: it changes with any release.

pub use std::convert::AsRef;
pub use std::option::Option;
pub use std::result::Result;
pub use std::string::String;

pub use crate::entity::{
    AfterRange, BelongsTo, ByType, ConsistentReads, Entity, Filterable, IndexRangeArg, IndexRead,
    IntoPartition, IntoQuery, Key, KeyReadError, KeyReader, Lists, Partition, Path, QueryIndex,
    RangeArg, ReadAs, Sorted, Table, UnknownTable, Unsorted, parse_key,
};
pub use crate::error::Error;
pub use crate::expr::Attr;
pub use crate::item::{Attribute, AttributeShape, PlainShape, Probe, Shape};
pub use crate::key::name::{read_name, write_name};
pub use crate::key::ops::{IndexArg, Written, index_part, part};
pub use crate::key::template::{FieldPart, Part, Template};
pub use crate::key::{Arg, FixedWidth, Format, KeyPart, PartError, PartKind, VaryingWidth};
pub use crate::schema::{EntityKeys, IndexEntry, IndexLayout, Projection, TableLayout};

/// Whether items of the table's index hold all attributes.
#[must_use]
pub const fn projects_all<T: Table>(index: &str) -> bool {
    crate::schema::projects_all(T::LAYOUT, index)
}

pub mod check {
    //! Compile-time checks; see `schema::check`.

    use crate::entity::{BelongsTo, Lists, Table};
    use crate::schema::{EntityKeys, check};

    pub use crate::schema::check::{entity, partition_template, sort_template, table};

    /// `T` lists `E`.
    pub const fn listed<T: Table + Lists<E>, E>() {}

    /// `E` lives in `T`.
    pub const fn same_table<T: Table, E: BelongsTo<T>>() {}

    /// An index entry fits its index.
    #[track_caller]
    pub const fn index<T: Table>(keys: &EntityKeys, entry: usize) {
        check::index(T::LAYOUT, keys, entry);
    }

    /// The entity has a sort key if its table has one.
    #[track_caller]
    pub const fn sort_key<T: Table>(keys: &EntityKeys) {
        check::sort_key(T::LAYOUT, keys);
    }

    /// No two attributes of one name.
    #[track_caller]
    pub const fn attributes<T: Table>(keys: &EntityKeys) {
        check::attributes(T::LAYOUT, keys);
    }
}

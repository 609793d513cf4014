//! What generated code may touch, and nothing else. Not a public API: it changes with any release.

pub use std::convert::AsRef;
pub use std::option::Option;
pub use std::result::Result;
pub use std::string::String;

pub use crate::entity::{
    AfterRange, AtEnd, BelongsTo, BucketArg, ByType, ConsistentReads, Entity, Filterable,
    IndexBucketArg, IndexKind, IndexRangeArg, IndexRead, IntoKey, IntoPartition, IntoQuery, Key,
    KeyReadError, KeyReader, Lists, LocalIndex, OfItem, Partition, Path, QueryIndex, RangeArg,
    ReadAs, Restored, Sorted, Stamps, Table, UnknownTable, Unsorted, Unversioned, UpdateEntity,
    WrittenByRef, parse_key, restore, restore_index, stamp_of, version_of,
};
pub use crate::error::Error;
pub use crate::expr::{
    AbsentArg, AbsentWithArg, AddArg, Attr, Builder, Clears, DeclaredSet, Document, DocumentPath,
    ElementsArg, Encodes, FieldArg, FieldValue, Free, IndexInput, KeyFieldArg, ListArg, Opens,
    OwnKey, Recorder, SetByType, StampArg, StoresTtl, TtlArg, VersionArg,
};
pub use crate::item::{Attribute, AttributeShape, DocumentShape, Nested, PlainShape, Probe, Shape};
pub use crate::key::name::{read_name, write_name};
pub use crate::key::ops::{IndexArg, Written, index_part, part};
pub use crate::key::shard::ShardPart;
pub use crate::key::template::{FieldPart, Part, Template};
pub use crate::key::{
    Arg, FixedWidth, Format, KeyPart, PartError, PartKind, UnorderedText, VaryingWidth,
};
pub use crate::schema::{
    EntityKeys, IndexEntry, IndexLayout, KeyOnly, Projection, Roles, TableLayout,
};
pub use crate::stamp::Now;
pub use crate::update::{AllOrNone, Gate, IntoUpdate, Presence, RequiredField, Updating};

pub mod serde {
    //! What the encoding of a field with serde's `with` is written with.
    pub use serde::{Serialize, Serializer};
}

/// Whether the keys of an index of the table are attributes that are there anyway: fields with these
/// stored names, in order, and the table's own keys.
#[must_use]
pub const fn is_own_index<T: Table>(index: &str, pk: &[Option<&str>], sk: &[Option<&str>]) -> bool {
    crate::schema::is_own_index(T::LAYOUT, index, pk, sk)
}

/// Whether items of the table's index hold all attributes.
#[must_use]
pub const fn projects_all<T: Table>(index: &str) -> bool {
    crate::schema::projects_all(T::LAYOUT, index)
}

/// Whether the table's index is local.
#[must_use]
pub const fn is_local<T: Table>(index: &str) -> bool {
    match T::LAYOUT.index(index) {
        Some(index) => index.is_local,
        None => false,
    }
}

/// The keys of an entity that lives in the table.
#[must_use]
pub const fn keys<T, E: BelongsTo<T>>() -> &'static EntityKeys {
    E::KEYS
}

/// The codec alone, for the benchmarks: without a request around it.
#[doc(hidden)]
pub mod bench {
    use std::collections::HashMap;

    use aws_sdk_dynamodb::types::AttributeValue;
    use serde::Serialize;
    use serde::de::DeserializeOwned;

    use crate::entity::{Entity, RawItem, Table};
    use crate::error::{Error, Kind, Result};
    use crate::item::{Body, ItemWriter, Stored, Value};

    /// An entity as the SDK's map.
    ///
    /// # Errors
    /// Those of a write.
    pub fn to_item<E: Entity + Serialize>(entity: &E) -> Result<HashMap<String, AttributeValue>> {
        Ok(crate::entity::encode_entity(entity)?.1.into_map())
    }

    /// The SDK's map as an entity.
    ///
    /// # Errors
    /// Those of a read.
    pub fn from_item<E: Entity + DeserializeOwned>(
        item: HashMap<String, AttributeValue>,
    ) -> Result<E> {
        RawItem::<E::Table>::new(Stored::from_sdk(item)).into_entity()
    }

    /// An entity's own attributes as they go over the wire.
    ///
    /// # Errors
    /// Those of a write.
    pub fn to_wire<E: Entity + Serialize>(entity: &E) -> Result<String> {
        let mut writer = ItemWriter::begin();
        let written = E::Table::LAYOUT
            .type_attribute
            .map_or(Ok(()), |name| {
                writer.attribute(name, &Value::string(E::KEYS.type_name))
            })
            .and_then(|()| writer.fields(entity, E::KEYS.attributes, &[]))
            .and_then(|()| writer.end());
        written.map_err(|error| Error::new(Kind::Encode).with_detail(error.to_string()))
    }

    /// The entities of a Query's answer.
    ///
    /// # Errors
    /// Those of a read.
    pub fn from_wire<E: Entity + DeserializeOwned>(answer: Vec<u8>) -> Result<Vec<E>> {
        let body = Body::of_answer(answer.into(), "Items")
            .map_err(|error| Error::new(Kind::Decode).with_detail(error.to_string()))?;
        let items = body.map(Stored::of_answer).unwrap_or_default().into_iter();
        items
            .map(|item| RawItem::<E::Table>::new(item).into_entity())
            .collect()
    }
}

pub mod check {
    //! Compile-time checks; see `schema::check`.
    //!
    //! They take the entity and not its table: what is no table is reported where the entity names it,
    //! and not here again.

    use crate::entity::{Entity, Lists, Table};
    use crate::schema::{check, check_keys, creation};
    use crate::stamp::WholeSeconds;

    pub use crate::schema::check::{entity, table};

    /// A template of a partition key: of the table (`None`) or of an index entry.
    #[track_caller]
    pub const fn partition_template<E: Entity>(entry: Option<usize>, position: usize) {
        check_keys::template(E::Table::LAYOUT, E::KEYS, entry, false, position);
    }

    /// A template of a sort key: its numbers need a width.
    #[track_caller]
    pub const fn sort_template<E: Entity>(entry: Option<usize>, position: usize) {
        check_keys::template(E::Table::LAYOUT, E::KEYS, entry, true, position);
    }

    /// A field that is stored in keys only can be read again.
    #[track_caller]
    pub const fn key_only<E: Entity>(number: usize) {
        check_keys::key_only(E::KEYS, number);
    }

    /// `T` lists `E`.
    pub const fn listed<T: Lists<E>, E>() {}

    /// A `ttl` field without serde's `with` is an integer.
    pub const fn whole_seconds<T: WholeSeconds>() {}

    /// An index entry fits its index.
    #[track_caller]
    pub const fn index<E: Entity>(entry: usize) {
        check::index(E::Table::LAYOUT, E::KEYS, entry);
    }

    /// An index that reads the time of creation has its keys by itself.
    #[track_caller]
    pub const fn creation<E: Entity>(entry: usize, is_own: bool) {
        creation::check(E::Table::LAYOUT, E::KEYS, entry, is_own);
    }

    /// The entity has a sort key if its table has one.
    #[track_caller]
    pub const fn sort_key<E: Entity>() {
        check::sort_key(E::Table::LAYOUT, E::KEYS);
    }

    /// No two attributes of one name.
    #[track_caller]
    pub const fn attributes<E: Entity>() {
        check::attributes(E::Table::LAYOUT, E::KEYS);
    }
}

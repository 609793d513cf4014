//! What generated code may touch, and nothing else. Not a public API: it changes with any release.

pub use std::convert::AsRef;
pub use std::option::Option;
pub use std::result::Result;
pub use std::string::String;

pub use crate::entity::{
    AfterRange, AtEnd, BelongsTo, BucketArg, ByType, ConsistentReads, Entity, Filterable,
    HasAttribute, HeldByIndex, HoldsAttribute, IndexBucketArg, IndexHolds, IndexKind,
    IndexRangeArg, IndexRead, IntoKey, IntoPartition, IntoQuery, Key, KeyReadError, KeyReader,
    Known, Lists, LocalIndex, NotKnown, OfItem, PartOf, Partition, Path, Projection as ReadType,
    QueryIndex, RangeArg, ReadAs, ReadableFrom, Reads, Restored, Sorted, Stamps, StoredItem, Table,
    UnknownTable, Unsorted, Unversioned, UpdateEntity, Whole, WrittenAlone, WrittenByRef,
    companions, parse_key, projected, restore, restore_index, stamp_of, stored_field, version_of,
};
pub use crate::entity::{Borrows, Lend, OwnedProjection};
pub use crate::entity::{CopiedAs, CopySource, NoSource, Source, SourceProbe, WithoutCopies};
pub use crate::error::Error;
pub use crate::expr::CopiedValue;
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
    Also, Companions, EntityKeys, IndexEntry, IndexLayout, KeyOnly, Projection, Roles, TableLayout,
    Unique,
};
pub use crate::schema::{CopiedField, SourceKey};
pub use crate::stamp::Now;
pub use crate::update::CopiedTogether;
pub use crate::update::{AllOrNone, Gate, IntoUpdate, Presence, RequiredField, Updating};

pub use crate::entity::Fields as CollectionFields;
pub use crate::entity::{
    Collection, CollectionEnum, CollectionField, CollectionStruct, CollectionVariant, IntoScope,
    Member, NoMember, OnAny, OnIndex, OnTable, RawItem, ReadsFrom, Scope, Sorting, Unknown,
    UnknownItem, UnknownItems, is_member,
};
pub use crate::schema::collection::{index_number, is_local_index};

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

/// Whether items of the table's index hold the attribute.
#[must_use]
pub const fn index_holds<T: Table>(index: &str, attribute: &str) -> bool {
    T::LAYOUT.projects(index, attribute)
}

/// Whether items of the table's index hold the expiry.
#[must_use]
pub const fn index_holds_expiry<T: Table>(index: &str) -> bool {
    T::LAYOUT.projects_expiry(index)
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

    use crate::entity::{CollectionStruct, Decoded, Entity, Fields, RawItem, read_entry};
    use crate::error::{Error, Kind, Result};
    use crate::item::{Body, Stored};

    /// An entity's item as it goes over the wire.
    ///
    /// # Errors
    /// Those of a write.
    pub fn to_wire<E: Entity + Serialize>(entity: &E) -> Result<String> {
        let (_, item) = crate::entity::encode_entity(entity)?;
        let mut json = String::with_capacity(item.text_length());
        item.write_json(&mut json);
        Ok(json)
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

    /// The SDK's maps as a collection.
    ///
    /// # Errors
    /// Those of reading it.
    pub fn entries<C: CollectionStruct>(items: Vec<HashMap<String, AttributeValue>>) -> Result<C> {
        let mut slots = <C::Fields as Fields<C::Table>>::Slots::default();
        for item in items {
            if let Decoded::This(entry) = read_entry::<C>(Stored::from_sdk(item), None)? {
                C::Fields::put(&mut slots, entry, C::FIELDS)?;
            }
        }
        C::Fields::take(slots, C::FIELDS).map(C::from_fields)
    }
}

/// Parsers that see text from outside, for the fuzz targets and the tests of their corpora.
#[doc(hidden)]
pub mod fuzz {
    use crate::entity::{IntoQuery, RawItem, Table};
    use crate::error::Result;
    use crate::item::{Body, Stored};
    use crate::op::{Cursor, Query};

    /// The items that the wire's decoder finds in the answer to a query, and the answer without them. `None`: it leaves
    /// the answer to the SDK.
    #[must_use]
    pub fn items_of_answer<T: Table>(answer: &[u8]) -> Option<(Vec<RawItem<T>>, String)> {
        let body = Body::of_answer(answer.to_vec().into(), "Items").ok()??;
        let rest = body.rest();
        let items = Stored::of_answer(body).into_iter().map(RawItem::new);
        Some((items.collect(), rest))
    }

    /// A cursor of a path with any content, under the fingerprint and the checksum of a real one: without
    /// these nothing but a real content is ever parsed.
    ///
    /// # Errors
    /// Where the path is none.
    pub fn sealed(path: impl IntoQuery, content: &[u8]) -> Result<Cursor> {
        Ok(query(path)?.sealed(content))
    }

    /// Where the path goes on at a cursor, written as a cursor again.
    ///
    /// # Errors
    /// Those of a page that begins at it.
    pub fn reopened(path: impl IntoQuery, cursor: &Cursor) -> Result<Cursor> {
        Ok(query(path)?.starting_at(Some(cursor))?.start_cursor())
    }

    fn query(path: impl IntoQuery) -> Result<Query> {
        let parts = path.into_path().finish()?;
        Ok(Query::of_path("table".into(), parts))
    }
}

pub mod check {
    //! Compile-time checks; see `schema::check`.
    //!
    //! They take the entity and not its table: what is no table is reported where the entity names it,
    //! and not here again.

    use crate::entity::{Borrows, CopiedAs, CopySource, Entity, HasAttribute, Lists, Reads, Table};
    use crate::expr::CopiedValue;
    use crate::schema::copies as check_copies;
    use crate::schema::{EntityKeys, TableLayout, check, check_keys, collection, creation};
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

    /// A field of a projection reads an attribute of the entity, by the type that stored it.
    #[track_caller]
    pub const fn projected<E, Field, const NAME: u64, T>(is_with: bool)
    where
        E: HasAttribute<Field, NAME>,
        T: Reads<E::Type, E::Known>,
    {
        has_its_with(E::IS_WITH, is_with);
    }

    #[track_caller]
    const fn has_its_with(of_entity: Option<bool>, is_with: bool) {
        match of_entity {
            Some(true) if !is_with => panic!(
                "the entity stores this field by a function of serde's `with`: read it by the same `with`"
            ),
            Some(false) if is_with => panic!(
                "serde's `with` reads this field, and the entity stores it without: remove it here"
            ),
            _ => {}
        }
    }

    /// The same for a field that borrows: it reads what the type of the entity's field stores.
    #[track_caller]
    pub const fn lent<E, Field, const NAME: u64, T>(is_with: bool)
    where
        E: HasAttribute<Field, NAME>,
        T: Borrows<E::Type, E::Known>,
    {
        has_its_with(E::IS_WITH, is_with);
    }

    /// A field that is stored in keys only can be read again.
    #[track_caller]
    pub const fn key_only<E: Entity>(number: usize) {
        check_keys::key_only(E::KEYS, number);
    }

    /// A field of the source can be copied into one of type `C`.
    pub const fn copied_field<V: CopiedValue<Value: CopiedAs<C>>, C>(field: &V) {
        let _ = field;
    }

    /// The copies of a source, which has these itself: that it changes, is named by the copy's entity and finds them.
    #[track_caller]
    pub const fn copy<E: Entity>(source: usize, field: usize, of_source: &[CopySource]) {
        let of = &E::COPIES[source].of;
        let is_copy = is_copied(of_source, of.fields[field].name);
        check_copies::check(E::Table::LAYOUT, of, field, is_copy);
    }

    const fn is_copied(copies: &[CopySource], name: &str) -> bool {
        let mut i = 0;
        while i < copies.len() {
            let fields = copies[i].of.fields;
            let mut j = 0;
            while j < fields.len() {
                if fields[j].is_named(name) {
                    return true;
                }
                j += 1;
            }
            i += 1;
        }
        false
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

    /// The index that a collection reads holds whole items.
    #[track_caller]
    pub const fn collection_index(layout: &TableLayout, index: &str) {
        collection::index(layout, index);
    }

    /// A member of a collection is in its index, and can share a partition with those before it.
    #[track_caller]
    pub const fn collection_member(
        layout: &TableLayout,
        members: &[(Option<&EntityKeys>, &TableLayout)],
        index: Option<&str>,
        position: usize,
    ) {
        collection::member(layout, members, index, position);
    }

    /// A template of a place of `also` fits the table.
    #[track_caller]
    pub const fn also_template<E: Entity>(number: usize, is_sort: bool) {
        check::also_template(E::Table::LAYOUT, E::KEYS, number, is_sort);
    }

    /// A place of `also` fits the table and is no key of anything else.
    #[track_caller]
    pub const fn also<E: Entity>(number: usize) {
        check::also(E::Table::LAYOUT, E::KEYS, number);
    }

    /// The guards of a `unique` field likewise.
    #[track_caller]
    pub const fn unique<E: Entity>(number: usize) {
        check::unique(E::Table::LAYOUT, E::KEYS, number);
    }

    /// No two attributes of one name.
    #[track_caller]
    pub const fn attributes<E: Entity>() {
        check::attributes(E::Table::LAYOUT, E::KEYS);
    }
}

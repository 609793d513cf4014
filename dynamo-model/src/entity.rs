//! The traits that the derives implement, typed keys, query paths, and the way of an entity to its item
//! and back.

mod collection;
mod companions;
mod copies;
mod encode;
mod existing;
mod interop;
mod key;
mod kind;
mod known;
mod lend;
mod lent_text;
mod level;
mod partition;
mod path;
mod period;
mod projection;
mod range;
mod raw;
mod raw_key;
mod record;
mod restore;
mod scope;
mod spread;
mod stamps;
mod target;
mod updating;
mod whole;
mod writer;

use crate::key::format::Format;
use crate::key::ops::Written;
use crate::schema::{EntityKeys, TableLayout};

pub use collection::{
    Collection, CollectionEnum, CollectionField, CollectionStruct, CollectionVariant, Fields,
    Member, NoMember, OnAny, OnIndex, OnTable, ReadsFrom, Sorting, Unknown, UnknownItem,
    UnknownItems, is_member,
};
pub(crate) use collection::{judge_entry, read_entry};
pub(crate) use companions::{
    Guard, OwnCompanions, copy_keys_of_key, copy_keys_of_stored, copy_of, guard_item, has_own_form,
    is_of_index, owner_attributes, owner_of, place_of, stored_guards,
};
pub use companions::{StoredItem, companions, stored_field};
pub use copies::{CopiedAs, CopySource, NoSource, Source, SourceProbe};
pub(crate) use copies::{
    Described, ReadCopy, SourceState, SourceValues, WriteField, copies_of, sources_of,
};
pub(crate) use encode::{check_own_attribute, differs_from_template, encode_entity};
pub use interop::{from_item, to_item};
pub use key::{IntoKey, Key, KeyReadError, KeyReader, parse_key};
pub(crate) use key::{KeyTexts, key_error, key_text};
pub(crate) use kind::{is_at, is_of, of_type};
pub(crate) use lend::ReadLent;
pub use lend::{Borrows, Lend, LendItem, LentFrom};
pub use lent_text::LentText;
pub use partition::{AfterRange, IntoPartition, IntoQuery, Partition, TablePartition};
pub use path::Path;
pub(crate) use path::QueryParts;
pub use projection::{
    HasAttribute, HeldByIndex, HoldsAttribute, IndexHolds, Known, NotKnown, OwnedProjection,
    PartOf, Projection, ReadableFrom, Reads, projected,
};
pub(crate) use projection::{attributes_of_key, attributes_to_read, of_another_entity};
pub use range::{AtEnd, ByType, IndexRangeArg, RangeArg, Sorted, Unsorted};
pub use raw::RawItem;
pub use raw_key::RawKey;
pub(crate) use record::{Decoded, Read, decode_apart, key_of};
pub use record::{ReadItem, Whole};
pub use restore::{Restored, restore, restore_index};
pub(crate) use scope::{Below, CollectionParts};
pub use scope::{IntoScope, Scope};
pub(crate) use spread::Group;
pub use spread::{BucketArg, IndexBucketArg};
pub(crate) use stamps::Held;
pub use stamps::{
    IntoWrite, Stamps, Unversioned, WithoutCopies, WrittenAlone, WrittenByRef, stamp_of, version_of,
};
pub use updating::{OfItem, UpdateEntity};
pub(crate) use whole::check_whole;

/// A table: its attributes, indexes and entities. Derived.
///
/// ```
/// # use dynamo_model::{Entity, Table};
/// # use serde::{Deserialize, Serialize};
/// #[derive(Table)]
/// #[table(name = "shop", gsi("GSI1"), entities(Customer))]
/// struct Shop;
///
/// #[derive(Entity, Serialize, Deserialize)]
/// #[entity(table = Shop, pk = "CUST#{id}", sk = "PROFILE")]
/// struct Customer {
///     id: String,
/// }
/// assert_eq!(Shop::LAYOUT.name(), "shop");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a table",
    note = "write `#[derive(Table)]` and `#[table(name = \"...\", entities(...))]` on it"
)]
pub trait Table: 'static {
    /// Attributes and indexes.
    const LAYOUT: &'static TableLayout;
    /// The entities that may live in the table.
    const ENTITIES: &'static [&'static EntityKeys];
    /// The copies that its entities hold of fields of others.
    #[doc(hidden)]
    const COPIES: &'static [&'static [CopySource]] = &[];
}

/// A table lists an entity. Derived for each name in `entities(...)`.
#[diagnostic::on_unimplemented(
    message = "the table `{Self}` does not list `{E}`",
    label = "`{E}` is missing in its `entities(...)`",
    note = "the checks over a whole table need all its entities: add `{E}` to `entities(...)` of `{Self}`"
)]
pub trait Lists<E> {}

/// An entity lives in a table. Derived for the table that it names.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not live in the table `{T}`",
    label = "it is no entity, or its `table = ...` names another table",
    note = "write `#[derive(Entity)]` and `#[entity(table = {T}, ...)]` on `{Self}`, or remove it from `entities(...)` of `{T}`"
)]
pub trait BelongsTo<T>: Entity {
    /// The entity's attributes, by which copies name them.
    #[doc(hidden)]
    type Attributes;
}

/// The table of an entity that does not name one; its derive has reported that.
#[derive(Debug)]
pub struct UnknownTable;

impl Table for UnknownTable {
    const LAYOUT: &'static TableLayout = &TableLayout::unknown();
    const ENTITIES: &'static [&'static EntityKeys] = &[];
}

impl<E> Lists<E> for UnknownTable {}

/// An entity: a struct with key templates. Derived.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an entity",
    note = "write `#[derive(Entity)]` and `#[entity(table = ..., pk = \"...\")]` on it"
)]
pub trait Entity: Sized {
    /// The table that it lives in.
    type Table: Table;
    /// The primary key's fields, in the order of the templates.
    type KeyFields;
    /// Its templates, indexes and attributes.
    const KEYS: &'static EntityKeys;
    /// The copies that it holds. Apart from its keys, since it names other entities'.
    #[doc(hidden)]
    const COPIES: &'static [CopySource] = &[];

    /// The primary key.
    fn key(&self) -> Key<Self> {
        Key::new(self.key_fields())
    }

    #[doc(hidden)]
    fn key_fields(&self) -> Self::KeyFields;

    #[doc(hidden)]
    fn write_part(&self, field: usize, format: Format, out: &mut String) -> Written;

    #[doc(hidden)]
    fn write_key_part(
        fields: &Self::KeyFields,
        field: usize,
        format: Format,
        out: &mut String,
    ) -> Written;

    #[doc(hidden)]
    fn read_key(reader: &KeyReader<'_>) -> Result<Self::KeyFields, KeyReadError>;

    /// The version that is in memory, where the entity has one.
    #[doc(hidden)]
    fn version(&self) -> Option<u64> {
        None
    }

    /// Calls `f` with the fields that the library keeps as the write will store them, then puts them
    /// back.
    #[doc(hidden)]
    fn with_stamps<R>(&mut self, stamps: &Stamps, f: impl FnOnce(&Self) -> R) -> R {
        let _ = stamps;
        f(self)
    }

    /// Sets the fields that the library keeps as the write stored them.
    #[doc(hidden)]
    fn set_stamps(&mut self, stamps: &Stamps) {
        let _ = stamps;
    }

    /// A field that is stored in keys only, from its text there.
    #[doc(hidden)]
    fn restore(field: usize, text: &str, format: Format) -> Restored {
        let _ = (field, text, format);
        Restored::none()
    }

    /// The text of a field outside the primary key that a guard is made of, as it is stored.
    #[doc(hidden)]
    fn stored_field(
        item: &StoredItem<'_>,
        field: usize,
        format: Format,
        out: &mut String,
    ) -> Written {
        let _ = (item, field, format, out);
        Written::Absent
    }

    /// Whether the entity is in the index of this entry.
    #[doc(hidden)]
    fn holds(&self, entry: usize) -> bool {
        let _ = entry;
        true
    }
}

/// What a query's path says about the table or index it reads. Derived.
pub trait QueryIndex {
    /// The entity that is read.
    type Entity: Entity;
    /// What an item becomes: the entity, or its key where the index does not hold the whole item.
    type Read;
    /// The entity's attributes, for filters.
    type Fields;

    #[doc(hidden)]
    fn fields() -> Self::Fields;
}

/// Reads of this index can be strongly consistent: the table or a local index, not a global secondary
/// index.
#[diagnostic::on_unimplemented(
    message = "a global secondary index has no consistent reads",
    label = "this query reads a global secondary index",
    note = "remove `consistent()`, or read the table itself"
)]
pub trait ConsistentReads {}

/// An index, by its being local; the lifetime lets generated code ask before the answer is known.
#[derive(Debug)]
pub struct IndexKind<'a, const LOCAL: bool>(std::marker::PhantomData<&'a ()>);

/// The index is local.
#[diagnostic::on_unimplemented(
    message = "a global secondary index has no consistent reads",
    label = "this query reads a global secondary index",
    note = "remove `consistent()`, or read the table itself"
)]
pub trait LocalIndex {}

impl LocalIndex for IndexKind<'_, true> {}

/// A filter on this attribute is possible: it is no key attribute of the index that is read.
#[diagnostic::on_unimplemented(
    message = "a key attribute of the queried index cannot be filtered",
    label = "this attribute is a key of the index",
    note = "give the value to the query's path instead, or narrow it with a range"
)]
pub trait Filterable<const FIELD: usize> {}

/// What a query on an index yields, by the index's projection.
#[derive(Debug)]
pub struct IndexRead<const ALL: bool>;

/// The type that an entity is read as.
pub trait ReadAs<E> {
    /// The entity, or its key.
    type Read;
}

impl<E> ReadAs<E> for IndexRead<true> {
    type Read = E;
}

impl<E: Entity> ReadAs<E> for IndexRead<false> {
    type Read = Key<E>;
}

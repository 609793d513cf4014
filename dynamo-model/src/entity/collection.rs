//! Collections: the items of several entities under one partition key, as one struct or as one enum.
//!
//! A struct is a list of fields, each of which takes the items of one entity: what a field takes, and how many, is
//! told by its type ([`CollectionField`]), so that the derive need not know it. The list is made of pairs
//! ([`Fields`]): the first field, and the rest.

use std::marker::PhantomData;

use serde::de::DeserializeOwned;

use super::companions::place_to_collect;
use super::record::{Decoded, Read};
use super::{ConsistentReads, Entity, RawItem, Table};
use crate::error::{Error, Kind, Result};
use crate::schema::{EntityKeys, TableLayout};

/// What is read of one partition, sorted by entity. Derived: see the derive for the fields, variants and attributes.
///
/// ```
/// # use dynamo_model::{Collection, Entity, Repository, Table};
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Table)]
/// # #[table(name = "shop", entities(Customer, Order))]
/// # struct Shop;
/// # #[derive(Entity, Serialize, Deserialize)]
/// # #[entity(table = Shop, pk = "CUST#{id}", sk = "PROFILE")]
/// # struct Customer { id: String }
/// # #[derive(Entity, Serialize, Deserialize)]
/// # #[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{number:06}")]
/// # struct Order { customer: String, number: u32 }
/// #[derive(Collection)]
/// struct CustomerPage {
///     customer: Customer,
///     orders: Vec<Order>,
/// }
///
/// #[derive(Collection)]
/// enum Entry {
///     Customer(Customer),
///     Order(Order),
/// }
/// # #[cfg(feature = "embedded")]
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), dynamo_model::Error> {
/// # let shop = Repository::<Shop>::new(dynamo_model::embedded::client());
/// # shop.create_table().await?;
/// # shop.create(&Customer { id: "c1".into() }).await?;
/// # shop.create(&Order { customer: "c1".into(), number: 1 }).await?;
///
/// let page: CustomerPage = shop.collect(Customer::partition("c1")).await?;
/// assert_eq!((page.customer.id.as_str(), page.orders.len()), ("c1", 1));
///
/// let entries: Vec<Entry> = shop.collect(Customer::partition("c1")).all().await?;
/// assert!(matches!(entries[..], [Entry::Order(_), Entry::Customer(_)]));
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "embedded"))]
/// # fn main() {}
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a collection",
    note = "write `#[derive(Collection)]` on a struct or an enum of entities"
)]
pub trait Collection: Sized + Send + 'static {
    /// The table that it is read from.
    type Table: Table;
    /// The table's own partitions, or those of an index.
    type On;
    /// What an item becomes: for an enum the enum itself.
    #[doc(hidden)]
    type Entry: Send + 'static;

    #[doc(hidden)]
    const MEMBERS: &'static [&'static EntityKeys];

    /// The index that it is read from.
    #[doc(hidden)]
    const INDEX: Option<&'static str>;

    /// Whether it takes items that are none of its members'.
    #[doc(hidden)]
    const KEEPS_UNKNOWN: bool;

    /// `None` for an item of no member.
    #[doc(hidden)]
    fn read(item: RawItem<Self::Table>) -> Result<Option<Self::Entry>>;
}

/// A collection that is an enum: one value for each item.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no enum, so it is not read item by item",
    label = "this collection is one value for the whole partition",
    note = "await the request itself: `let page: {Self} = shop.collect(..).await?`; for a list, a page or a stream derive `Collection` on an enum"
)]
pub trait CollectionEnum: Collection<Entry = Self> {
    /// Whether the item is one of a variant's; it is not decoded.
    #[doc(hidden)]
    fn has(item: &RawItem<Self::Table>) -> bool;
}

/// A collection that is a struct: one value for the whole partition.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no struct, so it is not read as a whole",
    label = "this collection is one value for each item",
    note = "read its items by `all()`, `page(..)` or `stream()`; for one value of the partition derive `Collection` on a struct"
)]
pub trait CollectionStruct:
    Collection<
    Entry = <<Self as CollectionStruct>::Fields as Fields<<Self as Collection>::Table>>::Entry,
>
{
    #[doc(hidden)]
    type Fields: Fields<<Self as Collection>::Table>;

    #[doc(hidden)]
    const FIELDS: &'static [&'static str];

    #[doc(hidden)]
    fn from_fields(fields: Self::Fields) -> Self;
}

/// A collection is read from partitions of the table itself, or of an index. Derived.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no collection that is read from this partition",
    label = "no collection, or one of another index or of the table itself",
    note = "a collection is a struct or an enum of entities with `#[derive(Collection)]`",
    note = "it reads the table's own partitions; with `#[collection(on = \"...\")]` it reads those of that index"
)]
pub trait ReadsFrom<On>: Collection {}

/// The table's own partitions are read.
#[derive(Debug)]
pub struct OnTable;

impl ConsistentReads for OnTable {}

/// The partitions of an index are read, by its number.
#[derive(Debug)]
pub struct OnIndex<const NUMBER: usize, const LOCAL: bool>;

impl<const NUMBER: usize> ConsistentReads for OnIndex<NUMBER, true> {}

/// Partitions of an index of a table that is a type parameter: which one is told when the collection is read.
#[derive(Debug)]
pub struct OnAny;

/// A field of a collection: the items of one entity.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no field of a collection",
    label = "expected an entity, an `Option` of one, or a `Vec` of one",
    note = "an entity derives `Entity` and `Deserialize`, has no borrowed fields, and is `Send`",
    note = "for items of other types write `#[collection(unknown)]` on a field that is a `Vec` of `RawItem`"
)]
pub trait CollectionField: Sized {
    /// The entity.
    type Entity: Entity + DeserializeOwned + Send + 'static;
    /// What is there while the partition is read.
    #[doc(hidden)]
    type Slot: Default + Send;

    /// `false` where there is room for one only, and it is taken.
    #[doc(hidden)]
    fn put(slot: &mut Self::Slot, entity: Self::Entity) -> bool;

    /// `None` where one is required and there is none.
    #[doc(hidden)]
    fn take(slot: Self::Slot) -> Option<Self>;
}

fn put_one<E>(slot: &mut Option<E>, entity: E) -> bool {
    let is_free = slot.is_none();
    if is_free {
        *slot = Some(entity);
    }
    is_free
}

impl<E: Entity + DeserializeOwned + Send + 'static> CollectionField for E {
    type Entity = E;
    type Slot = Option<E>;

    fn put(slot: &mut Self::Slot, entity: E) -> bool {
        put_one(slot, entity)
    }

    fn take(slot: Self::Slot) -> Option<Self> {
        slot
    }
}

impl<E: Entity + DeserializeOwned + Send + 'static> CollectionField for Option<E> {
    type Entity = E;
    type Slot = Self;

    fn put(slot: &mut Self::Slot, entity: E) -> bool {
        put_one(slot, entity)
    }

    fn take(slot: Self::Slot) -> Option<Self> {
        Some(slot)
    }
}

impl<E: Entity + DeserializeOwned + Send + 'static> CollectionField for Vec<E> {
    type Entity = E;
    type Slot = Self;

    fn put(slot: &mut Self::Slot, entity: E) -> bool {
        slot.push(entity);
        true
    }

    fn take(slot: Self::Slot) -> Option<Self> {
        Some(slot)
    }
}

/// What a variant of a collection holds: an entity.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no variant of a collection",
    label = "expected an entity",
    note = "an entity derives `Entity` and `Deserialize`, has no borrowed fields, and is `Send`",
    note = "for items of other types write `#[collection(unknown)]` on a variant that holds a `RawItem`"
)]
pub trait CollectionVariant: Entity + DeserializeOwned + Send + 'static {}

#[diagnostic::do_not_recommend]
impl<E: Entity + DeserializeOwned + Send + 'static> CollectionVariant for E {}

/// What takes the items that are none of the members': of a variant.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not hold unknown items",
    label = "expected `RawItem<{T}>`",
    note = "what is none of the other variants is kept as it is stored: let the variant hold a `RawItem<{T}>`"
)]
pub trait UnknownItem<T>: Sized {
    #[doc(hidden)]
    fn from_item(item: RawItem<T>) -> Self;
}

impl<T> UnknownItem<T> for RawItem<T> {
    fn from_item(item: Self) -> Self {
        item
    }
}

/// What takes the items that are none of the members': of a field.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not hold unknown items",
    label = "expected `Vec<RawItem<{T}>>`",
    note = "what is none of the other fields is kept as it is stored: let the field be a `Vec<RawItem<{T}>>`"
)]
pub trait UnknownItems<T>: Sized {
    #[doc(hidden)]
    fn from_items(items: Vec<RawItem<T>>) -> Self;
}

impl<T> UnknownItems<T> for Vec<RawItem<T>> {
    fn from_items(items: Self) -> Self {
        items
    }
}

/// A member as the compile-time checks see it: what is no entity has no keys, and is reported once and elsewhere.
#[derive(Debug)]
pub struct Member<F>(PhantomData<fn() -> F>);

impl<F: CollectionField> Member<F> {
    /// The keys of the entity.
    pub const KEYS: Option<&'static EntityKeys> = Some(F::Entity::KEYS);
    /// Its table.
    pub const LAYOUT: &'static TableLayout = <F::Entity as Entity>::Table::LAYOUT;
}

/// What [`Member`] has where the type is none; the inherent constants hide these.
pub trait NoMember {
    /// None.
    const KEYS: Option<&'static EntityKeys> = None;
    /// That of no table.
    const LAYOUT: &'static TableLayout = &TableLayout::unknown();
}

impl<F> NoMember for Member<F> {}

/// The fields of a collection: the first and the rest.
pub trait Fields<T>: Sized {
    /// What an item becomes.
    type Entry: Send + 'static;
    /// What is there while the partition is read.
    type Slots: Default + Send;

    /// `None` for an item of no field. `on` is the index that is read.
    fn read(item: RawItem<T>, on: Option<&str>) -> Result<Option<Self::Entry>>;

    /// Puts an item to those of its field; an error where there is room for one only, and it is taken.
    fn put(slots: &mut Self::Slots, entry: Self::Entry, names: &[&'static str]) -> Result<()>;

    /// The fields; an error where a required one is missing.
    fn take(slots: Self::Slots, names: &[&'static str]) -> Result<Self>;
}

/// An item of the first field, or of one of the others.
#[derive(Debug)]
pub enum Either<A, B> {
    /// Of the first.
    First(A),
    /// Of one of the others.
    Other(B),
}

impl<T: Table, F: CollectionField, R: Fields<T>> Fields<T> for (F, R) {
    type Entry = Either<F::Entity, R::Entry>;
    type Slots = (F::Slot, R::Slots);

    fn read(item: RawItem<T>, on: Option<&str>) -> Result<Option<Self::Entry>> {
        if is_member::<T, F::Entity>(&item, on) {
            return entity(item, on).map(|entity| Some(Either::First(entity)));
        }
        Ok(R::read(item, on)?.map(Either::Other))
    }

    fn put(
        (slot, rest): &mut Self::Slots,
        entry: Self::Entry,
        names: &[&'static str],
    ) -> Result<()> {
        let (name, names) = split(names);
        let is_free = match entry {
            Either::First(entity) => F::put(slot, entity),
            Either::Other(entry) => return R::put(rest, entry, names),
        };
        if is_free {
            return Ok(());
        }
        Err(Error::new(Kind::Decode)
            .for_entity(F::Entity::KEYS.entity)
            .with_field(name)
            .with_detail("the partition has a second item for a field that takes one: let the field be a `Vec`, or read less of the partition"))
    }

    fn take((slot, rest): Self::Slots, names: &[&'static str]) -> Result<Self> {
        let (name, names) = split(names);
        let field = F::take(slot).ok_or_else(|| {
            Error::new(Kind::NotFound)
                .for_entity(F::Entity::KEYS.entity)
                .with_field(name)
                .with_detail("the partition has no item for this field: let the field be an `Option` where there may be none")
        })?;
        Ok((field, R::take(rest, names)?))
    }
}

fn split<'n>(names: &'n [&'static str]) -> (&'static str, &'n [&'static str]) {
    match names {
        [name, names @ ..] => (name, names),
        [] => ("", &[]),
    }
}

/// The end of the fields: other items are left out.
impl<T> Fields<T> for () {
    type Entry = std::convert::Infallible;
    type Slots = ();

    fn read(_: RawItem<T>, _: Option<&str>) -> Result<Option<Self::Entry>> {
        Ok(None)
    }

    fn put((): &mut (), entry: Self::Entry, _: &[&'static str]) -> Result<()> {
        match entry {}
    }

    fn take((): (), _: &[&'static str]) -> Result<Self> {
        Ok(())
    }
}

/// The end of the fields: one that takes all other items.
#[derive(Debug)]
pub struct Unknown<F>(pub F);

impl<T: Table, F: UnknownItems<T>> Fields<T> for Unknown<F> {
    type Entry = RawItem<T>;
    type Slots = Vec<RawItem<T>>;

    fn read(item: RawItem<T>, _: Option<&str>) -> Result<Option<Self::Entry>> {
        Ok(Some(item))
    }

    fn put(slots: &mut Self::Slots, item: RawItem<T>, _: &[&'static str]) -> Result<()> {
        slots.push(item);
        Ok(())
    }

    fn take(slots: Self::Slots, _: &[&'static str]) -> Result<Self> {
        Ok(Self(F::from_items(slots)))
    }
}

/// An item on its way to the variant of its entity.
pub struct Sorting<T, C> {
    item: Option<RawItem<T>>,
    /// The index that is read.
    on: Option<&'static str>,
    sorted: Result<Option<C>>,
}

/// Without values.
impl<T, C> std::fmt::Debug for Sorting<T, C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sorting")
    }
}

impl<T: Table, C> Sorting<T, C> {
    /// An item that is not sorted yet.
    #[must_use]
    pub fn new(item: RawItem<T>, on: Option<&'static str>) -> Self {
        Self {
            item: Some(item),
            on,
            sorted: Ok(None),
        }
    }

    /// Takes the item where it is of this entity.
    #[must_use]
    pub fn member<E: Entity + DeserializeOwned>(mut self, variant: fn(E) -> C) -> Self {
        let on = self.on;
        let is_of = |item: &mut RawItem<T>| is_member::<T, E>(item, on);
        if let Some(item) = self.item.take_if(is_of) {
            self.sorted = entity(item, on).map(|entity| Some(variant(entity)));
        }
        self
    }

    /// Takes the item where it is of none before.
    #[must_use]
    pub fn unknown(mut self, variant: fn(RawItem<T>) -> C) -> Self {
        if let Some(item) = self.item.take() {
            self.sorted = Ok(Some(variant(item)));
        }
        self
    }

    /// What it became.
    ///
    /// # Errors
    /// Where the item cannot be read as its entity.
    pub fn finish(self) -> Result<Option<C>> {
        self.sorted
    }
}

/// Whether the item is of the entity, under its own key or, where that is none of this partition, under one of `also`.
#[must_use]
pub fn is_member<T: Table, E: Entity>(item: &RawItem<T>, on: Option<&str>) -> bool {
    let place = place_to_collect(T::LAYOUT, E::KEYS, item.stored(), on);
    super::kind::is_at::<E>(item.stored(), place)
}

/// The entity of an item that is known to be one of its.
fn entity<T: Table, E: Entity + DeserializeOwned>(item: RawItem<T>, on: Option<&str>) -> Result<E> {
    let place = place_to_collect(T::LAYOUT, E::KEYS, item.stored(), on);
    super::record::decode_at(item.into_stored(), place)
}

/// An item as a collection reads it: it looks by itself at which place an item is.
pub(crate) fn read_entry<C: Collection>(
    item: crate::item::Stored,
    _place: Option<usize>,
) -> Result<Decoded<C::Entry>> {
    let Decoded::This(item) = RawItem::<C::Table>::read(item)? else {
        return Ok(Decoded::Other);
    };
    Ok(match C::read(item)? {
        Some(entry) => Decoded::This(entry),
        None => Decoded::Other,
    })
}

/// The same for who asks only whether an item is one of the members'.
pub(crate) fn judge_entry<C: CollectionEnum>(
    item: crate::item::Stored,
    _place: Option<usize>,
) -> Result<Decoded<()>> {
    Ok(match C::has(&RawItem::new(item)) {
        true => Decoded::This(()),
        false => Decoded::Other,
    })
}

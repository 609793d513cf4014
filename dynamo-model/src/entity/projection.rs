//! Projections: structs with some of an entity's fields, as which items are read.
//!
//! The derive of the entity says for each stored name what its type is, and for each index which names it
//! holds; the derive of the projection asks for both. A name is a number in these traits, its hash, since
//! types cannot hold text; a type that is named after the field makes the messages readable.

use serde::de::DeserializeOwned;

use super::key::KeyTexts;
use super::kind::is_at;
use super::record::{Decoded, Read, undecoded};
use super::restore::{restored, sources};
use super::{Entity, QueryIndex, Table};
use crate::error::{Error, Kind, Result};
use crate::item::{Attribute, Seen, Shape, Stored};
use crate::schema::companions::{OWNER_PK, OWNER_SK};
use crate::schema::{EntityKeys, KeyOnly, TableLayout, equal};

/// A read type for items of the entity `E`: some of its fields. Derived.
///
/// With a lifetime it borrows from the page that lends it: see [`QueryRequest::page_bytes`](crate::QueryRequest::page_bytes).
/// Its fields that name the lifetime read what is [lent from](crate::LentFrom) the entity's.
///
/// ```
/// # use dynamo_model::{Entity, Projection, Repository, Table};
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Table)]
/// # #[table(name = "shop", entities(Order))]
/// # struct Shop;
/// #[derive(Entity, Serialize, Deserialize)]
/// #[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{number:06}")]
/// struct Order {
///     customer: String,
///     number: u32,
///     total: u64,
///     note: String,
/// }
///
/// #[derive(Projection, Deserialize)]
/// #[projection(of = Order)]
/// struct OrderLine {
///     number: u32,
///     total: u64,
/// }
///
/// # #[cfg(feature = "embedded")]
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), dynamo_model::Error> {
/// # let shop = Repository::<Shop>::new(dynamo_model::embedded::client());
/// # shop.create_table().await?;
/// shop.create(&Order { customer: "c1".into(), number: 1, total: 42, note: "long".into() }).await?;
/// let lines: Vec<OrderLine> = shop.query(Order::query("c1")).project().all().await?;
/// assert_eq!((lines[0].number, lines[0].total), (1, 42));
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "embedded"))]
/// # fn main() {}
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no projection of `{E}`",
    label = "not a read type of `{E}`",
    note = "write `#[derive(Projection)]` and `#[projection(of = {E})]` on `{Self}`"
)]
pub trait Projection<E>: Sized {
    /// The attributes that are read, by their stored names.
    #[doc(hidden)]
    const ATTRIBUTES: &'static [Attribute];
}

/// A projection that is a value of its own, and borrows from no page. Derived.
#[diagnostic::on_unimplemented(
    message = "`{Self}` borrows from the page that it is read from",
    label = "lent by `page_bytes`, and cannot be kept without its page",
    note = "read it page by page: `query.page_bytes(cursor)`; or give the projection owned fields, and no lifetime"
)]
pub trait OwnedProjection {}

/// A projection whose fields are all held by what a query reads: the table, or the index `I`. Derived.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no projection of the entity that this query reads",
    label = "not a read type of this query",
    note = "a projection is read by queries of the entity that it names in `#[projection(of = ...)]`"
)]
pub trait ReadableFrom<I: QueryIndex>: Projection<I::Entity> {}

/// An entity has a field that is stored under a name, whose hash is `NAME`; `Field` is called like the field
/// that reads it. Derived.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no attribute for the field `{Field}`",
    label = "no field of `{Self}` is stored under this name",
    note = "the stored names count, those after serde's `rename` and `rename_all`, of both structs"
)]
pub trait HasAttribute<Field, const NAME: u64> {
    /// The type of the entity's field.
    type Type;
    /// Whether the type is known: not of an entity whose derive found a mistake.
    type Known;
    /// Whether a function of serde's `with` stores it.
    const IS_WITH: Option<bool>;
}

/// The type of an entity's field is known.
#[derive(Debug)]
pub struct Known;

/// The type of an entity's field is not known, since its derive found a mistake.
#[derive(Debug)]
pub struct NotKnown;

/// A field of a projection can read an attribute of the type.
#[diagnostic::on_unimplemented(
    message = "the entity has this field as `{Stored}`, and not as `{Self}`",
    label = "not the type of the entity's field",
    note = "a projection reads a field by the type that stored it"
)]
pub trait Reads<Stored, IsKnown> {}

impl<T> Reads<T, Known> for T {}
impl<T, S> Reads<S, NotKnown> for T {}

/// What a query reads holds the attribute whose name has the hash `NAME`. Derived.
#[diagnostic::on_unimplemented(
    message = "this query does not read the field `{Field}`",
    label = "this query does not read the field `{Field}`"
)]
pub trait HoldsAttribute<Field, const NAME: u64> {}

/// An index, by its holding an attribute; the lifetime lets generated code ask before the answer is known.
#[derive(Debug)]
pub struct IndexHolds<'a, const HOLDS: bool>(std::marker::PhantomData<&'a ()>);

/// The index holds the attribute.
#[diagnostic::on_unimplemented(
    message = "the index of this query does not hold the field `{Field}`",
    label = "the projection reads `{Field}`, which the index lacks",
    note = "read another projection, add the attribute to the index's `include(...)`, or read whole items with `hydrate()`"
)]
pub trait HeldByIndex<Field> {}

impl<Field> HeldByIndex<Field> for IndexHolds<'_, true> {}

/// The attributes of a projection, with the shapes that they have in the entity.
#[must_use]
pub const fn projected<E: Entity, const N: usize>(names: [&'static str; N]) -> [Attribute; N] {
    let mut attributes = [Attribute::new("", Shape::Plain); N];
    let mut i = 0;
    while i < N {
        attributes[i] = attribute(E::KEYS, names[i]);
        i += 1;
    }
    attributes
}

const fn attribute(keys: &EntityKeys, name: &'static str) -> Attribute {
    let mut i = 0;
    while i < keys.attributes.len() {
        if equal(keys.attributes[i].name, name) {
            return keys.attributes[i];
        }
        i += 1;
    }
    Attribute::new(name, Shape::Plain)
}

/// Items are read as projections of `E`.
#[derive(Debug)]
pub struct PartOf<E>(std::marker::PhantomData<fn() -> E>);

impl<E: Entity, P: Projection<E> + OwnedProjection + DeserializeOwned> Read<PartOf<E>> for P {
    fn read_at(item: Stored, place: Option<usize>) -> Result<Decoded<Self>> {
        if !is_at::<E>(&item, place) {
            return Ok(Decoded::Other);
        }
        decode::<E, P>(item).map(Decoded::This)
    }
}

fn decode<E: Entity, P: Projection<E> + OwnedProjection + DeserializeOwned>(
    mut item: Stored,
) -> Result<P> {
    let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
    let seen = Seen {
        kept: Some(P::ATTRIBUTES),
        hidden: (0, &Vec::new),
        others: restored::<E>(&item, &is_read::<E, P>)?,
    };
    item.decode(P::ATTRIBUTES, seen, &[Some(layout.pk), layout.sk])
        .map_err(|error| undecoded(layout, keys, &item, &error))
}

fn is_read<E, P: Projection<E>>(field: &KeyOnly) -> bool {
    let mut attributes = P::ATTRIBUTES.iter();
    attributes.any(|attribute| attribute.name == field.stored)
}

/// The attributes that a request has to ask for to read `P`: its own; instead of fields that are stored in keys
/// only, the keys. The table's keys and the type are always among them: they tell what an item is.
pub(crate) fn attributes_to_read<E: Entity, P: Projection<E>>(
    index: Option<&str>,
) -> Vec<&'static str> {
    let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
    let mut names = attributes_to_tell(layout, index);
    let mut add = |name: &'static str| {
        if !names.contains(&name) {
            names.push(name);
        }
    };
    for attribute in P::ATTRIBUTES {
        let mut key_only = keys.key_only.iter();
        let Some(field) = key_only.find(|field| field.stored == attribute.name) else {
            add(attribute.name);
            continue;
        };
        let of_keys = || sources(layout, keys, field.field).map(|(name, ..)| name);
        // The table's keys are there already.
        if !of_keys().any(|name| layout.is_key(name)) {
            of_keys()
                .filter(|name| index.is_none_or(|index| layout.projects(index, name)))
                .for_each(&mut add);
        }
    }
    names
}

/// The attributes that tell the key of an item, of a copy that of whose it is.
pub(crate) fn attributes_of_key(
    layout: &'static TableLayout,
    index: Option<&str>,
    place: Option<usize>,
) -> Vec<&'static str> {
    let mut names = attributes_to_tell(layout, index);
    if place.is_some() {
        names.push(OWNER_PK);
        names.extend(layout.sk.map(|_| OWNER_SK));
    }
    names
}

/// The attributes that tell what an item is: the table's keys and the type.
fn attributes_to_tell(layout: &'static TableLayout, index: Option<&str>) -> Vec<&'static str> {
    let has = |name: &&'static str| index.is_none_or(|index| layout.projects(index, name));
    std::iter::once(layout.pk)
        .chain(layout.sk)
        .chain(layout.type_attribute.filter(has))
        .collect()
}

/// An item of another entity under the key that was asked for.
pub(crate) fn of_another_entity<E: Entity>(key: &KeyTexts) -> Error {
    Error::new(Kind::Decode)
        .for_entity(E::KEYS.entity)
        .with_key(key.to_string())
        .with_detail("the item of this key is of another entity")
}

//! Read types that borrow from the page that lends them.
//!
//! A page owns an answer's text, and reads an item when it is asked for it. So what it lends has the lifetime of the page, which the type that the
//! caller names cannot have yet: [`Lend`] gives it that lifetime.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use serde::de::Deserialize;

use super::kind::hidden_names;
use super::record::{Decoded, Read, check_own_key, key_of, undecoded};
use super::restore::restored;
use super::{Entity, Key, Known, LentText, NotKnown, PartOf, Projection, RawItem, Table, Whole};
use crate::error::{Error, Kind, Result};
use crate::item::{HiddenNames, Stored};

/// A read type with the lifetime of the page that lends it. Derived with `Projection`, and with `Entity`.
///
/// What does not borrow is lent as it is. See [`QueryRequest::page_bytes`](crate::QueryRequest::page_bytes).
#[diagnostic::on_unimplemented(
    message = "a page cannot lend `{Self}`",
    label = "not a read type whose lifetime can be that of the page",
    note = "derive `Projection` on a struct whose one lifetime is that of what it borrows: `#[projection(of = Order)] struct OrderView<'a> {{ .. }}`",
    note = "entities can be lent too, but for those with a lifetime and other parameters, or with bounds on the lifetime"
)]
pub trait Lend {
    /// The type with this lifetime.
    type As<'p>;
}

impl<E: Entity> Lend for Key<E> {
    type As<'p> = Self;
}

impl<T: Table> Lend for RawItem<T> {
    type As<'p> = Self;
}

/// What a page can lend: a projection or an entity that deserializes, the key of an entity.
#[diagnostic::on_unimplemented(
    message = "items cannot be lent as `{Self}`",
    note = "what is read needs `#[derive(Deserialize)]`"
)]
#[expect(
    private_bounds,
    reason = "sealed: what an item is made of stays inside"
)]
pub trait LendItem<'p, Form = Whole>: ReadLent<'p, Form> {}

impl<'p, Form, R: ReadLent<'p, Form>> LendItem<'p, Form> for R {}

/// How [`LendItem`] reads: items that are known to be meant.
pub(crate) trait ReadLent<'p, Form>: Sized {
    /// The attributes that the reader does not see.
    fn hidden(place: Option<usize>) -> Vec<&'static str>;

    fn read_lent(item: &'p Stored, place: Option<usize>, hidden: &HiddenNames) -> Result<Self>;
}

impl<'p, E: Entity + Deserialize<'p>> ReadLent<'p, Whole> for E {
    fn hidden(place: Option<usize>) -> Vec<&'static str> {
        hidden_names(E::Table::LAYOUT, E::KEYS.attributes, place)
    }

    fn read_lent(item: &'p Stored, place: Option<usize>, hidden: &HiddenNames) -> Result<Self> {
        let restored = restored::<E>(item, &|_| true)?;
        let entity: E = item
            .lend(E::KEYS.attributes, hidden, restored)
            .map_err(|error| undecoded(E::Table::LAYOUT, E::KEYS, item, &error))?;
        check_own_key(&entity, place, item)?;
        Ok(entity)
    }
}

impl<'p, E: Entity, P: Projection<E> + Deserialize<'p>> ReadLent<'p, PartOf<E>> for P {
    fn hidden(place: Option<usize>) -> Vec<&'static str> {
        let mut hidden = hidden_names(E::Table::LAYOUT, P::ATTRIBUTES, place);
        let is_own = |name: &str| P::ATTRIBUTES.iter().any(|own| own.name == name);
        hidden.extend(E::KEYS.roles.ttl.filter(|name| !is_own(name)));
        hidden
    }

    fn read_lent(item: &'p Stored, _: Option<usize>, hidden: &HiddenNames) -> Result<Self> {
        let restored = restored::<E>(item, &|field| {
            P::ATTRIBUTES.iter().any(|own| own.name == field.stored)
        })?;
        item.lend(P::ATTRIBUTES, hidden, restored)
            .map_err(|error| undecoded(E::Table::LAYOUT, E::KEYS, item, &error))
    }
}

impl<'p, E: Entity> ReadLent<'p, Whole> for Key<E> {
    fn hidden(_: Option<usize>) -> Vec<&'static str> {
        Vec::new()
    }

    fn read_lent(item: &'p Stored, place: Option<usize>, _: &HiddenNames) -> Result<Self> {
        match Self::read_at(item.clone(), place)? {
            Decoded::This(key) => Ok(key),
            Decoded::Other => Err(Error::new(Kind::Decode)
                .for_entity(E::KEYS.entity)
                .with_key(key_of(E::Table::LAYOUT, item))
                .with_detail("the item does not have the key of the entity")),
        }
    }
}

impl<'p, T: Table> ReadLent<'p, Whole> for RawItem<T> {
    fn hidden(_: Option<usize>) -> Vec<&'static str> {
        Vec::new()
    }

    fn read_lent(item: &'p Stored, _: Option<usize>, _: &HiddenNames) -> Result<Self> {
        Ok(Self::new(item.clone()))
    }
}

/// A field that borrows reads what a field of the type `Stored` stores.
///
/// It holds for `&str`, `Cow<str>` and [`LentText`] of text, and for `Option`, `Vec`, sets and maps of what borrows; a set can be lent as a `Vec`. A struct of one's own that borrows says so itself:
///
/// ```
/// # use serde::{Deserialize, Serialize};
/// #[derive(Serialize, Deserialize)]
/// struct Address {
///     street: String,
///     city: String,
/// }
///
/// #[derive(Deserialize)]
/// struct AddressView<'a> {
///     city: &'a str,
/// }
///
/// impl dynamo_model::LentFrom<Address> for AddressView<'_> {}
/// ```
pub trait LentFrom<Stored: ?Sized> {}

/// A field of a projection can borrow from an attribute of the type; see [`LentFrom`].
#[diagnostic::on_unimplemented(
    message = "the entity has this field as `{Stored}`, which cannot be lent as `{Self}`",
    label = "cannot borrow what the entity's field stores",
    note = "text is lent as `&str` or, where it may have escapes (quotes, line breaks), as `Cow<str>` with `#[serde(borrow)]`, inside of other types as `LentText`",
    note = "for a struct of your own that reads what `{Stored}` stores write `impl dynamo_model::LentFrom<{Stored}> for ...`"
)]
pub trait Borrows<Stored, IsKnown> {}

#[diagnostic::do_not_recommend]
impl<S, T: LentFrom<S>> Borrows<S, Known> for T {}
impl<S, T> Borrows<S, NotKnown> for T {}

macro_rules! text_lent {
    ($($stored:ty),+) => {$(
        impl LentFrom<$stored> for &str {}
        impl LentFrom<$stored> for Cow<'_, str> {}
        impl LentFrom<$stored> for LentText<'_> {}
    )+};
}

text_lent!(String, Box<str>, Rc<str>, Arc<str>, Cow<'_, str>, &str);

impl<S, T: LentFrom<S>> LentFrom<Option<S>> for Option<T> {}
impl<S, T: LentFrom<S>> LentFrom<Vec<S>> for Vec<T> {}
impl<S, T: LentFrom<S>> LentFrom<Box<S>> for Box<T> {}

macro_rules! sets_lent {
    ($($set:ident as $($lent:ident),+;)+) => {$($(
        impl<S, T: LentFrom<S>> LentFrom<$set<S>> for $lent<T> {}
    )+)+};
}

sets_lent! {
    BTreeSet as BTreeSet, HashSet, Vec;
    HashSet as BTreeSet, HashSet, Vec;
}

macro_rules! maps_lent {
    ($($map:ident),+) => {$(
        impl<J, K: LentFrom<J>, S, T: LentFrom<S>> LentFrom<$map<J, S>> for $map<K, T> {}
    )+};
}

maps_lent!(HashMap, BTreeMap);

/// As what elements and values of containers are read, that borrow in another place.
macro_rules! lent_as_they_are {
    ($($owned:ty),+) => {$(
        impl LentFrom<$owned> for $owned {}
    )+};
}

lent_as_they_are!(
    String, bool, char, u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, f32, f64
);

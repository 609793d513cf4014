//! Updates, documents and roles, generated without a prelude, under denied lints, over fields named like what is generated or imported. (faults 124, 128, 130, 131)
#![no_implicit_prelude]
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    unused_qualifications,
    non_snake_case,
    unsafe_code,
    rust_2018_idioms,
    unnameable_types
)]
#![allow(dead_code, clippy::struct_field_names, clippy::pub_underscore_fields)]

/// A table.
#[derive(::dynamo_model::Table, Debug)]
#[table(name = "shop", type_attribute = "_type", gsi("GSI1"), gsi("GSI2"), gsi("Own", pk = "self_", sk = "key"), entities(Order, Borrowed<'static>))]
pub struct Shop;

/// A status.
#[derive(::dynamo_model::KeyPart, ::serde::Serialize, ::serde::Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// a
    Open,
}
impl Status {
    const OPEN: Self = Self::Open;
}

/// A place.
#[derive(::dynamo_model::Document, ::serde::Serialize, ::serde::Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// a
    pub r#type: ::std::string::String,
    path: ::std::vec::Vec<Self>,
    open: ::core::option::Option<::std::boxed::Box<u8>>,
    #[serde(with = "digits")]
    close: u8,
    #[document(set)]
    marks: ::std::vec::Vec<::std::string::String>,
}

mod digits {
    use ::core::result::Result;
    pub(super) fn serialize<S: ::serde::Serializer>(value: &u8, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(::core::convert::Into::into(*value))
    }
    pub(super) fn deserialize<'de, D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
        ::serde::Deserialize::deserialize(deserializer)
    }
}

/// An order.
#[derive(::dynamo_model::Entity, ::serde::Serialize, ::serde::Deserialize, Clone, Debug)]
#[entity(table = Shop, pk = "{id}", sk = "ORDER#{number:04}",
  index(name = by_status, on = "GSI1", pk = "STATUS#{status}", sk = "{number:04}#{r}", when = |status, update, id| *status == Status::OPEN && update.is_empty() && id.is_empty()),
  index(name = status, on = "GSI2", pk = "X#{self_}", sk = "{r}"),
  index(name = own, on = "Own", pk = "{self_}", sk = "{key}"))]
pub struct Order {
    id: ::std::string::String,
    number: u32,
    status: Status,
    update: ::std::vec::Vec<u8>,
    self_: ::std::string::String,
    key: ::std::string::String,
    r: ::std::string::String,
    place: Place,
    count: u64,
    add_count: u64,
    #[serde(with = "digits")]
    with: u8,
    #[entity(version)]
    r#type: u64,
    #[entity(ttl)]
    now: ::core::option::Option<u64>,
    #[entity(created_at)]
    created_at: u64,
    #[entity(updated_at)]
    updated_at: u64,
}

/// Lifetimes.
#[derive(::dynamo_model::Entity, ::serde::Serialize, Debug)]
#[entity(table = Shop, pk = "G#{id}", sk = "{n:010}", index(name = x, on = "GSI1", pk = "{t}", sk = "X#{u}", when = |t| t.is_empty()))]
pub struct Borrowed<'a>
where
    Self: 'a,
{
    id: &'a str,
    n: u64,
    t: &'a str,
    u: &'a str,
}

/// Generics.
#[derive(::dynamo_model::Entity, ::serde::Serialize, Debug)]
#[entity(table = Shop, pk = "G#{id}", sk = "{n:010}", index(name = x, on = "GSI1", pk = "{t}", sk = "X#{u}", when = |t| ::core::mem::size_of_val(t) > 3))]
pub struct Generic<'a, T: ::dynamo_model::KeyPart + ::core::clone::Clone + ::core::fmt::Debug + ::core::cmp::PartialEq = ::std::string::String, const N: usize = 3>
where
    T: ::core::marker::Send,
{
    id: T,
    n: u64,
    t: T,
    u: T,
    b: &'a str,
}

/// f
pub fn f(shop: &::dynamo_model::Repository<Shop>) {
    let key = || Order::key("a", 1);
    let _ = shop.update(Order::update(key()).status(Status::Open).update(::std::vec::Vec::new()).r("r").self_("s"));
    let _ = shop.update(Order::update(key()).key("k").count(3_u64).add_count(4_u64).with(3).now(5_u64).clear_now());
    let _ = shop.update(Order::update(key()).in_place(|place| place.r#type("x").close(3).clear_open().in_path(|p| p.inside(0, |p| p.r#type("y")))));
    let _ = shop.update(Borrowed::update(Borrowed::key("a", 1_u64)).t("a").u("b"));
}

fn main() {}

//! Generated code neither captures nor is captured by the user's names, and breaks no lint of the user's: entities and fields are named like what the derives
//! generate, use or import, there is no prelude, and the lints that crates like to deny are denied. (faults 124, 128, 130, 131)
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
#![allow(dead_code, clippy::pub_underscore_fields, clippy::struct_field_names)]

/// A table.
#[derive(::dynamo_model::Table, Debug)]
#[table(name = "shop", type_attribute = "_type", gsi("GSI1"), gsi("GSI2"), gsi("Open"), gsi("Inv", pk = "SK", sk = "PK"), entities(Order, T, Private, Borrowed<'static>, Result, inner::Nested, inner::Deep, Index, Spread))]
pub struct Shop;

/// A status.
#[derive(::dynamo_model::KeyPart, Clone, Copy, Debug, PartialEq, Eq)]
#[key_part(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// a
    Pending,
    /// b
    r#Paid,
}
impl Status {
    const fn is_open(self) -> bool {
        ::core::matches!(self, Self::Pending)
    }
}
/// One.
#[derive(::dynamo_model::KeyPart, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Single {
    /// a
    Only,
}
/// Id.
#[derive(::dynamo_model::KeyPart, Clone, Debug, PartialEq, Eq)]
pub struct Id(::std::string::String);
/// Gid.
#[derive(::dynamo_model::KeyPart, Clone, Debug, PartialEq, Eq)]
pub struct Gid<T>
where
    T: ::core::clone::Clone,
{
    inner: T,
}

/// An order.
#[derive(::dynamo_model::Entity, Debug)]
#[entity(table = Shop, pk = "CUST#{customer_id}", sk = "ORDER#{placed_on}#{order_id}",
  index(name = by_id, on = "GSI1", pk = "ORDER#{order_id}", sk = "ORDER#{order_id}"),
  index(name = by_status, on = "GSI2", pk = "STATUS#{status}", sk = "{placed_on}#{note}"),
  index(name = open, on = "Open", pk = "OPEN", sk = "{placed_on}", when = |status, total| status.is_open() && *total > 3),
  index(name = inverted, on = "Inv"))]
pub struct Order {
    /// a
    pub customer_id: Id,
    order_id: ::std::string::String,
    /// b
    pub placed_on: ::std::string::String,
    status: Status,
    total: u64,
    note: ::core::option::Option<::std::string::String>,
}

/// Fields named like what is generated.
#[derive(::dynamo_model::Entity, Debug)]
#[entity(table = Shop, pk = "{type}#{key}#{query}", sk = "{self_}#{pk}#{sk}#{text}#{range}", index(name = r#match, on = "GSI1", pk = "{text}#{I}", sk = "{query}#{type}"))]
#[allow(non_snake_case)]
pub struct T {
    r#type: ::std::string::String,
    key: ::std::string::String,
    query: ::std::string::String,
    self_: ::std::string::String,
    pk: ::std::string::String,
    sk: ::std::string::String,
    text: ::std::string::String,
    range: ::std::string::String,
    I: ::std::string::String,
}
/// Like Result.
#[derive(::dynamo_model::Entity, Debug)]
#[entity(table = Shop, pk = "{id}", sk = "RESULT#{id}", overlap_ok = "x")]
pub struct Result {
    id: ::std::string::String,
    partition: Option,
    arg: Arg,
}
/// Like Option.
#[derive(Clone, Debug)]
pub struct Option;
/// Like Arg.
#[derive(Clone, Debug)]
pub struct Arg;
/// Const.
#[derive(::dynamo_model::Entity, Debug)]
#[entity(table = Shop, pk = "CONST", sk = "CONST", constant_sk_ok = "one")]
pub struct Index {}

/// Over several partitions.
#[derive(::dynamo_model::Entity, Debug)]
#[entity(table = Shop, pk = "SPREAD#{at:month}#{type}#{shard}", sk = "{at}#{type}", overlap_ok = "t", shard(count = 12, by = [r#type, at]),
  index(name = r#in, on = "GSI2", pk = "{range:year}#{shard:02}", sk = "{range}#{at}"))]
pub struct Spread {
    r#type: ::std::string::String,
    /// a
    pub at: ::jiff::civil::Date,
    range: ::core::option::Option<::jiff::civil::Date>,
}

#[derive(::dynamo_model::Entity, Debug)]
#[entity(table = Shop, pk = "P#{id}", sk = "B#{id}", index(name = x, on = "GSI1", pk = "{t}", sk="X#"))]
struct Private {
    id: PrivateId,
    t: PrivateId,
}
#[derive(::dynamo_model::KeyPart, Clone, Debug, PartialEq, Eq)]
struct PrivateId(::std::string::String);

/// Lifetimes.
#[derive(::dynamo_model::Entity, Debug)]
#[entity(table = Shop, pk = "G#{id}", sk = "{n:010}", index(name = x, on = "GSI1", pk = "{t}", sk="X#"))]
pub struct Borrowed<'a>
where
    Self: 'a,
{
    id: &'a str,
    n: u64,
    t: &'a str,
}

/// Generics.
#[derive(::dynamo_model::Entity, Debug)]
#[entity(table = Shop, pk = "G#{id}", sk = "{n:010}", index(name = x, on = "GSI1", pk = "{t}", sk="X#", when = |t| ::core::mem::size_of_val(t) > 3))]
pub struct Generic<'a, T: ::dynamo_model::KeyPart + ::core::clone::Clone + ::core::fmt::Debug + ::core::cmp::PartialEq = ::std::string::String, const N: usize = 3> where T: ::core::marker::Send { id: T, n: u64, t: T, a: [u8; N], b: &'a str }

/// m
pub mod inner {
    use super::Shop;
    #[derive(::dynamo_model::Entity, Debug)]
    #[entity(table = Shop, overlap_ok = "t", pk = "{id}", sk = "B{id}")]
    pub(super) struct Nested {
        id: ::std::string::String,
    }
    #[derive(::dynamo_model::Entity, Debug)]
    #[entity(table = super::Shop, overlap_ok = "t", pk = "{id}", sk = "B{id}", crate = ::dynamo_model)]
    pub(crate) struct Deep {
        id: ::std::string::String,
    }
}

/// f
pub fn f() {
    let _ = Order::query(Id(::std::string::String::new()))
        .placed_on("x")
        .order_id("y");
    let _ = Order::by_status(Status::Pending).placed_on("x").note("y");
    let _ = Order::by_status(Status::Pending)
        .placed_on("x")
        .note_in("y".."z");
    let _ = Order::inverted("a", "b").customer_id(Id(::std::string::String::new()));
    let _ = T::query("", "", "")
        .self_("")
        .pk("")
        .sk("")
        .text("")
        .range("");
    let _ = T::r#match("", "").query("").r#type("");
    let _ = T::r#match("", "").query("").type_starts_with("");
    let _ = inner::Nested::partition("x");
    let _ = Generic::<'_, ::std::string::String, 3>::key(::std::string::String::new(), 3);
}
/// In a function.
pub fn in_function() {
    #[derive(::dynamo_model::Table, Debug)]
    #[table(name = "xyz", entities(E))]
    struct Local;
    #[derive(::dynamo_model::Entity, Debug)]
    #[entity(table = Local, pk = "{id}", sk = "{k}")]
    struct E {
        id: ::std::string::String,
        k: K,
    }
    #[derive(::dynamo_model::KeyPart, Clone, Debug, PartialEq, Eq)]
    enum K {
        A,
        B,
    }
    let _ = E::query("x").k(K::A);
}

fn main() {}

//! Generated code of projections neither captures nor is captured by the user's names, and breaks no lint of the user's: no prelude, fields named like what the
//! derives generate, entities with parameters, a table that is a parameter, and types in a function.
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
#![allow(dead_code)]

/// A table.
#[derive(::dynamo_model::Table, Debug)]
#[table(
    name = "shop",
    gsi("Some", include("type", "held")),
    gsi("Keys", keys_only),
    type_attribute = "kind",
    entities(Result, Of<'static>)
)]
pub struct Shop;

/// An entity.
#[derive(::dynamo_model::Entity, Debug)]
#[entity(table = Shop, pk = "R#{id}", sk = "R", index(name = some, on = "Some", pk = "S#{held}", sk = "{id}"), index(name = keys, on = "Keys", pk = "K#{held}", sk = "{id}"))]
pub struct Result {
    /// a
    pub id: ::std::string::String,
    /// b
    pub r#type: u64,
    /// c
    pub held: ::std::string::String,
    /// d
    pub field: ::core::option::Option<u64>,
}

/// A projection with the names of what it is made of.
#[derive(::dynamo_model::Projection, Debug)]
#[projection(of = Result, crate = ::dynamo_model)]
pub struct Projection {
    /// a
    pub r#type: u64,
    /// b
    pub held: ::std::string::String,
}

/// An entity that borrows.
#[derive(::dynamo_model::Entity, Debug)]
#[entity(table = Shop, pk = "O#{id}", sk = "O")]
pub struct Of<'a> {
    /// a
    pub id: ::std::string::String,
    /// b
    pub text: &'a str,
}

#[derive(::dynamo_model::Projection, Debug)]
#[projection(of = Of::<'static>)]
struct Private {
    id: ::std::string::String,
}

/// What borrows from its page.
#[derive(::dynamo_model::Projection, ::serde::Deserialize, Debug)]
#[projection(of = Of::<'static>)]
pub struct Lent<'__a> {
    /// a
    pub id: &'__a str,
    /// b
    #[serde(borrow)]
    pub text: ::std::borrow::Cow<'__a, str>,
}

#[derive(::dynamo_model::Projection, Debug)]
#[projection(of = Result)]
struct Empty {}

/// An entity of several tables.
#[derive(::dynamo_model::Entity, Debug)]
#[entity(table = Tab, pk = "I#{id}", sk = "I", index(name = every, on = "Some", pk = "E", sk = "{id}"))]
pub struct In<Tab: ::dynamo_model::Table + ::core::marker::Send> {
    /// a
    pub id: ::std::string::String,
    table: ::core::marker::PhantomData<Tab>,
}

/// f
pub fn f(shop: &::dynamo_model::Repository<Shop>) {
    let _ = shop.query(Result::some("a")).project::<Projection>();
    let _ = shop.query(Result::query("a")).project::<Projection>();
    let _ = shop.query(Result::keys("a")).project::<Empty>();
    let _ = shop.get(Result::key("a")).project::<Projection>();
    let _ = shop.query(Result::keys("a")).hydrate();
    let _ = shop.query(Of::query("a")).project::<Lent<'_>>().page_bytes(::core::option::Option::None);
}

/// In a function.
pub fn in_function(shop: &::dynamo_model::Repository<Shop>) {
    #[derive(::dynamo_model::Projection, Debug)]
    #[projection(of = Result)]
    struct Local {
        id: ::std::string::String,
    }
    let _ = shop.get(Result::key("a")).project::<Local>();
}

fn main() {}

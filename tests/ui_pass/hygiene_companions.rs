//! What `also` and `unique` add is as hygienic as the rest: names of the prelude and of generated items, no prelude, lints that crates like to deny, type parameters.
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

use ::core::clone::Clone;
use ::core::marker::Sized;

/// A table.
#[derive(::dynamo_model::Table, Debug)]
#[table(name = "shop", gsi("GSI1"), entities(Option, Held<::std::string::String>))]
pub struct Shop;

/// Named like what generated code is written with.
#[derive(::dynamo_model::Entity, ::serde::Serialize, ::serde::Deserialize, Debug)]
#[entity(table = Shop, pk = "A#{item}", sk = "B#{format}",
  also(name = companions, pk = "C#{format}", sk = "D#{item}"),
  also(name = r#type, pk = "E", sk = "F#{item}#{format}"),
  index(name = by_out, on = "GSI1", pk = "O#{out}", sk = "{field:04}"))]
pub struct Option {
    /// a
    pub item: ::std::string::String,
    /// b
    pub format: ::std::string::String,
    /// c
    #[entity(unique(scope = "{item}#{field}"))]
    pub out: ::core::option::Option<::std::string::String>,
    /// d
    #[entity(unique)]
    pub field: u64,
}

/// With a type parameter: its table checks it.
#[derive(::dynamo_model::Entity, ::serde::Serialize, ::serde::Deserialize, Debug)]
#[serde(bound = "T: ::serde::Serialize + ::serde::de::DeserializeOwned")]
#[entity(table = Shop, pk = "H#{id}", sk = "H#{id}", also(name = all, pk = "H", sk = "{id}"))]
pub struct Held<T>
where
    T: ::dynamo_model::KeyPart + ::serde::Serialize + ::serde::de::DeserializeOwned + Clone + Sized,
{
    /// a
    pub id: T,
    /// b
    #[entity(unique)]
    pub value: T,
}

fn main() {
    let shop = ::dynamo_model::Repository::<Shop>::new(::dynamo_model::embedded::client());
    let _ = shop.update(Option::update(Option::key("a", "b")).out("c").field(1_u64));
    let _ = shop.query(Option::companions("b").item("a"));
    let _ = shop.query(Option::r#type().item("a").format("b"));
    let _ = shop.delete(Held::<::std::string::String>::key("a"));
}

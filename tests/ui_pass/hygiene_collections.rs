//! Collections as the generated code of `hygiene.rs`: no prelude, names of its own, the lints that crates like to deny. (faults 124, 128, 130, 131)
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
#[table(name = "shop", gsi("GSI1"), entities(Option, Vec, Entity, Member))]
pub struct Shop;

/// Named like what the fields of a collection are made of.
#[derive(::dynamo_model::Entity, ::serde::Serialize, ::serde::Deserialize, Debug)]
#[entity(table = Shop, pk = "A#{id}", sk = "OPTION")]
pub struct Option {
    /// id
    pub id: ::std::string::String,
}

/// Likewise.
#[derive(::dynamo_model::Entity, ::serde::Serialize, ::serde::Deserialize, Debug)]
#[entity(
    table = Shop,
    pk = "A#{id}",
    sk = "VEC#{item}",
    index(name = of_item, on = "GSI1", pk = "{item}", sk = "{id}")
)]
pub struct Vec {
    /// id
    pub id: ::std::string::String,
    /// item
    pub item: ::std::string::String,
}

/// Likewise.
#[derive(::dynamo_model::Entity, ::serde::Serialize, ::serde::Deserialize, Debug)]
#[entity(table = Shop, pk = "A#{id}", sk = "ENTITY")]
pub struct Entity {
    /// id
    pub id: ::std::string::String,
}

/// Likewise.
#[derive(::dynamo_model::Entity, ::serde::Serialize, ::serde::Deserialize, Debug)]
#[entity(table = Shop, pk = "A#{id}", sk = "MEMBER#{item}")]
pub struct Member {
    /// id
    pub id: ::std::string::String,
    /// item
    pub item: ::std::string::String,
}

/// A struct.
#[derive(::dynamo_model::Collection, Debug)]
pub struct Collection {
    /// raw
    pub r#type: ::std::option::Option<Option>,
    /// item
    pub item: ::std::vec::Vec<Vec>,
    /// unknown
    #[collection(unknown)]
    pub fields: ::std::vec::Vec<::dynamo_model::RawItem<Shop>>,
    /// entity
    pub entity: Entity,
}

/// An enum.
#[derive(::dynamo_model::Collection, Debug)]
pub enum Entry {
    /// a
    Option(Option),
    /// b
    Some(Vec),
    /// c
    #[collection(unknown)]
    None(::dynamo_model::RawItem<Shop>),
    /// d
    Ok(Member),
}

/// On an index.
#[derive(::dynamo_model::Collection, Debug)]
#[collection(on = "GSI1", crate = ::dynamo_model)]
pub struct OnIndex {
    /// item
    pub items: ::std::vec::Vec<Vec>,
}

/// Private.
#[derive(::dynamo_model::Collection, Debug)]
struct Private {
    item: Member,
}

/// Reads them.
///
/// # Errors
/// The service's.
pub async fn read(
    shop: ::dynamo_model::Repository<Shop>,
) -> ::dynamo_model::Result<(Collection, OnIndex, ::std::vec::Vec<Entry>)> {
    let whole: Collection = shop.collect(Option::partition("a")).await?;
    let of_index = shop.collect::<OnIndex, _>(Vec::of_item("a")).await?;
    let entries = shop.collect(Vec::query("a").item("b")).all().await?;
    let _: Private = shop.collect(Member::partition("a")).limit(1).await?;
    ::std::result::Result::Ok((whole, of_index, entries))
}

fn main() {}

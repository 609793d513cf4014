//! Copies, generated without a prelude, under denied lints, over fields and sources named like what is generated or imported.
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
#[table(name = "shop", gsi("GSI1"), gsi("GSI2"), type_attribute = "kind", entities(people::Source, Copy))]
pub struct Shop;

/// Elsewhere.
pub mod people {
    /// A source.
    #[derive(::dynamo_model::Entity, ::serde::Serialize, ::serde::Deserialize, Clone, Debug, PartialEq, Eq)]
    #[entity(table = super::Shop, pk = "SOURCE#{type}", sk = "{fields:04}")]
    pub struct Source {
        /// a
        pub r#type: ::std::string::String,
        /// b
        pub fields: u32,
        /// c
        pub r#match: ::std::string::String,
        /// d
        pub copies: ::core::option::Option<u32>,
    }
}

/// A copy.
#[derive(::dynamo_model::Entity, ::serde::Serialize, ::serde::Deserialize, Clone, Debug, PartialEq, Eq)]
#[entity(table = Shop, pk = "COPY#{id}", sk = "COPY",
  index(name = by_source, on = "GSI1", pk = "SOURCE#{of}#{fields:04}", sk = "{id}"),
  index(name = by_name, on = "GSI2", pk = "NAME#{source}", sk = "{id}"))]
pub struct Copy {
    id: ::std::string::String,
    of: ::std::string::String,
    fields: ::core::option::Option<u32>,
    #[entity(copy_of(people::Source::r#match, r#type = of, fields))]
    source: ::std::string::String,
    #[entity(copy_of(people::Source::copies, r#type = of, fields))]
    copied: ::core::option::Option<u32>,
}

fn main() {
    let _ = Copy::update(Copy::key("c1")).of("a").fields(1_u32).source("b").clear_copied();
}

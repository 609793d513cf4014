//! The derives over `proc_macro2` tokens, so that unit tests can call them.
//!
//! Mistakes give the compile errors and a fallback impl; code that uses the type then has no further error.

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::errors::Errors;
use crate::parse::collection::RawCollection;
use crate::parse::document::RawDocument;
use crate::parse::entity::RawEntity;
use crate::parse::key_part::RawKeyPart;
use crate::parse::projection::RawProjection;
use crate::parse::table::RawTable;
use crate::{expand, validate};

/// `#[derive(Table)]`.
pub(crate) fn table(input: TokenStream) -> TokenStream {
    run(input, |input, errors| {
        let raw = RawTable::read(input, errors);
        let fallback = expand::fallback::table(input, raw.krate.as_ref());
        let table = validate::table::table(raw, errors);
        (table.map(|table| expand::table::table(&table)), fallback)
    })
}

/// `#[derive(Entity)]`.
pub(crate) fn entity(input: TokenStream) -> TokenStream {
    run(input, |input, errors| {
        let raw = RawEntity::read(input, errors);
        let fallback = expand::fallback::entity(input, raw.krate.as_ref(), raw.table.as_ref());
        let entity = validate::entity::entity(raw, errors);
        (entity.map(|entity| expand::entity(&entity)), fallback)
    })
}

/// `#[derive(Document)]`.
pub(crate) fn document(input: TokenStream) -> TokenStream {
    run(input, |input, errors| {
        let raw = RawDocument::read(input, errors);
        let fallback = expand::fallback::document(input, raw.krate.as_ref());
        let document = validate::document::document(raw, errors);
        (
            document.map(|document| expand::document::document(&document)),
            fallback,
        )
    })
}

/// `#[derive(Projection)]`.
pub(crate) fn projection(input: TokenStream) -> TokenStream {
    run(input, |input, errors| {
        let raw = RawProjection::read(input, errors);
        let fallback = expand::fallback::projection(input, raw.krate.as_ref());
        let projection = validate::projection::projection(raw, errors);
        (
            projection.map(|projection| expand::projection::projection(&projection)),
            fallback,
        )
    })
}

/// `#[derive(Collection)]`. What a collection would be with a mistake in it, nobody can tell: there is no fallback.
pub(crate) fn collection(input: TokenStream) -> TokenStream {
    run(input, |input, errors| {
        let raw = RawCollection::read(input, errors);
        let collection = validate::collection::collection(raw, errors);
        let expansion = collection.map(|collection| expand::collection::collection(&collection));
        (expansion, TokenStream::new())
    })
}

/// `#[derive(KeyPart)]`.
pub(crate) fn key_part(input: TokenStream) -> TokenStream {
    run(input, |input, errors| {
        let raw = RawKeyPart::read(input, errors);
        let fallback = expand::fallback::key_part(input, raw.krate.as_ref());
        let key_part = validate::key_part::key_part(raw, errors);
        (
            key_part.map(|key_part| expand::key_part::key_part(&key_part)),
            fallback,
        )
    })
}

fn run(
    input: TokenStream,
    stages: impl FnOnce(&DeriveInput, &Errors) -> (Option<TokenStream>, TokenStream),
) -> TokenStream {
    let input = match syn::parse2::<DeriveInput>(input) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    let errors = Errors::default();
    let (expansion, fallback) = stages(&input, &errors);
    match (errors.finish(), expansion) {
        (None, Some(expansion)) => expansion,
        (errors, _) => quote::quote!(#errors #fallback),
    }
}

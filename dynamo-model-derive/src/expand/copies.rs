//! `Entity::COPIES`, and what it asks of the sources.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::descriptor::part;
use super::obligations::check;
use crate::model::{Copied, Copy, Entity};

/// The const; nothing for an entity without copies.
pub(crate) fn copies(entity: &Entity) -> TokenStream {
    if entity.copies.is_empty() {
        return TokenStream::new();
    }
    let private = entity.krate.private();
    let sources = entity.copies.iter().map(|copy| source(entity, copy));
    quote!(const COPIES: &'static [#private::CopySource] = &[#(#sources),*];)
}

fn source(entity: &Entity, copy: &Copy) -> TokenStream {
    let private = entity.krate.private();
    let (table, source) = (&entity.table, &copy.source);
    let fields = copy.fields.iter().filter_map(|copied| {
        let field = entity.fields.get(copied.position)?;
        let (name, own, stored) = (text(copied), &field.name, &field.stored);
        Some(quote!(#private::CopiedField::new(#name, #own, #stored)))
    });
    let keys = copy.keys.iter().filter_map(|(name, position)| {
        let (number, part) = (entity.number(*position)?, part(entity, *position));
        let stored = &entity.fields.get(*position)?.stored;
        Some(quote!(#private::SourceKey::new(#name, #number, #stored, #part.kind)))
    });
    // An index that an absent field keeps an item out of does not find it.
    let optional = entity
        .numbered
        .iter()
        .enumerate()
        .skip(entity.key_fields)
        .map(|(number, position)| {
            let part = part(entity, *position);
            quote!((#number, #part.is_optional))
        });
    let source = quote!(#private::SourceProbe::<#table, #source>::SOURCE);
    let span = copy
        .fields
        .first()
        .map_or_else(|| copy.source.span(), |copied| copied.key.span());
    let new = quote_spanned!(span=> #private::CopySource::of::<#table, Self>);
    quote!(#new(#source, &[#(#fields),*], &[#(#keys),*], &[#(#optional),*]))
}

fn text(copied: &Copied) -> String {
    syn::ext::IdentExt::unraw(&copied.name).to_string()
}

/// A source is an entity of the same table with such a field, which is no copy and not in its key, and its copies can be found.
pub(crate) fn obligations(entity: &Entity) -> TokenStream {
    let Some(ty) = super::generics::nameable(entity) else {
        return TokenStream::new();
    };
    let krate = &entity.krate;
    let (table, mut found) = (&entity.table, Vec::new());
    for (number, copy) in entity.copies.iter().enumerate() {
        let source = &copy.source;
        for (position, copied) in copy.fields.iter().enumerate() {
            let (Some(field), name) = (entity.fields.get(copied.position), &copied.name) else {
                continue;
            };
            let (own, span) = (&field.ty, copied.path.span());
            let private = krate.private_at(span);
            found.push(quote_spanned! {span=>
                // The one place that asks for an entity of the table with such a field.
                fn __copied(__source: &<#source as #private::BelongsTo<#table>>::Attributes) {
                    #private::check::copied_field::<_, #own>(&__source.#name);
                }
            });
            let of_copies = quote!(#private::SourceProbe::<#table, #source>::COPIES);
            let arguments = quote!(#number, #position, #of_copies);
            found.push(check(krate, span, "copy", &quote!(#ty), &arguments));
        }
    }
    let found = found.iter().map(|one| quote!(const _: () = { #one };));
    quote!(#(#found)*)
}

//! The conditions of sparse entries: one function each, over references to the fields that they name.
//!
//! They belong to a trait of the entity, so that a condition can name `Self` and sees no value but its
//! own [fault 25].

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::generics::EntityGenerics;
use crate::model::{Entity, Index};

/// The trait and its impl; nothing without conditions.
pub(crate) fn conditions(entity: &Entity) -> TokenStream {
    let functions: Vec<_> = entity
        .indexes
        .iter()
        .enumerate()
        .filter_map(|(position, index)| condition(entity, position, index))
        .collect();
    if functions.is_empty() {
        return TokenStream::new();
    }
    let EntityGenerics {
        params,
        args,
        where_clause,
        ty,
    } = &EntityGenerics::of(entity);
    let name = name(entity);
    let declarations = functions.iter().map(|(signature, _)| quote!(#signature;));
    let bodies = functions
        .iter()
        .map(|(signature, body)| quote!(#signature { #body }));
    quote! {
        trait #name<#(#params),*> #where_clause {
            #(#declarations)*
        }

        #[automatically_derived]
        impl<#(#params),*> #name<#(#args),*> for #ty #where_clause {
            #(#bodies)*
        }
    }
}

/// The path of the condition of an entry.
pub(crate) fn call(entity: &Entity, position: usize) -> TokenStream {
    let EntityGenerics { args, ty, .. } = &EntityGenerics::of(entity);
    let (name, function) = (name(entity), function(position));
    quote!(<#ty as #name<#(#args),*>>::#function)
}

fn name(entity: &Entity) -> Ident {
    format_ident!("__{}When", entity.name)
}

fn function(position: usize) -> Ident {
    format_ident!("__entry_{position}", span = Span::mixed_site())
}

/// Signature and body.
fn condition(
    entity: &Entity,
    position: usize,
    index: &Index,
) -> Option<(TokenStream, TokenStream)> {
    let when = index.when.as_ref()?;
    let mut params = Vec::new();
    for (param, field) in &when.inputs {
        let ty = &entity.fields.get(*field)?.ty;
        params.push(quote!(#param: &#ty));
    }
    let (function, body) = (function(position), &when.body);
    let signature = quote_spanned!(Span::mixed_site()=> fn #function(#(#params),*) -> bool);
    Some((signature, quote!(#body)))
}

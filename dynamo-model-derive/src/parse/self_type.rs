//! `Self` in a field's type, by the struct's name: generated items have another `Self`.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::{Generics, Type};

/// The type with the struct's own name in place of `Self`.
pub(crate) fn named(ty: &Type, ident: &Ident, generics: &Generics) -> Type {
    let (_, arguments, _) = generics.split_for_impl();
    let tokens = replaced(ty.to_token_stream(), ident, &arguments.to_token_stream());
    syn::parse2(tokens).unwrap_or_else(|_| ty.clone())
}

fn replaced(tokens: TokenStream, ident: &Ident, arguments: &TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Ident(word) if word == "Self" => {
                let mut name = ident.clone();
                name.set_span(word.span());
                quote_spanned!(word.span()=> #name #arguments)
            }
            TokenTree::Group(group) => {
                let inside = replaced(group.stream(), ident, arguments);
                let mut new = Group::new(group.delimiter(), inside);
                new.set_span(group.span());
                TokenTree::Group(new).into()
            }
            other => other.into(),
        })
        .collect()
}

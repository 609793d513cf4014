//! Everything that `#[derive(Projection)]` adds.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};

use super::generics::params;
use super::held::name_hash;
use super::lend::lend;
use super::obligations::check;
use super::{enclosed, located};
use crate::model::{ReadField, ReadType};

/// The attributes, from which queries the projection can be read, and what its fields have to be.
pub(crate) fn projection(projection: &ReadType) -> TokenStream {
    let private = projection.krate.private();
    let (ident, of) = (&projection.ident, &projection.of);
    let (impl_generics, ty_generics, _) = projection.generics.split_for_impl();
    let params = params(&projection.generics);
    let lend = lend(&private, ident, &projection.generics);
    let is_owned = projection.generics.params.is_empty();
    let owned = is_owned
        .then(|| quote!(#[automatically_derived] impl #private::OwnedProjection for #ident {}));
    let names = projection.fields.iter().map(|field| &field.stored);
    let count = projection.fields.len();
    let markers = markers(projection);
    let holds = projection.fields.iter().map(|field| {
        let (marker, hash) = (marker(projection, field), name_hash(&field.stored));
        quote!(__I: #private::HoldsAttribute<#marker, #hash>,)
    });
    let obligations = projection
        .fields
        .iter()
        .map(|field| obligation(projection, field));
    enclosed(&quote! {
        #markers

        #[automatically_derived]
        impl #impl_generics #private::ReadType<#of> for #ident #ty_generics {
            const ATTRIBUTES: &'static [#private::Attribute] = &#private::projected::<#of, #count>([#(#names),*]);
        }

        #[automatically_derived]
        impl<#(#params,)* __I> #private::ReadableFrom<__I> for #ident #ty_generics
        where
            __I: #private::QueryIndex,
            // And not by equal entities: the message is then the trait's own.
            Self: #private::ReadType<<__I as #private::QueryIndex>::Entity>,
            #(#holds)*
        {
        }

        #lend

        #owned

        #(#obligations)*
    })
}

/// Types that are named after the fields, for rustc's messages.
fn markers(projection: &ReadType) -> TokenStream {
    let module = module(projection);
    let idents = projection.fields.iter().map(|field| &field.ident);
    quote! {
        #[doc(hidden)]
        mod #module {
            #(pub struct #idents;)*
        }
    }
}

fn module(projection: &ReadType) -> Ident {
    format_ident!("__{}Field", projection.name)
}

fn marker(projection: &ReadType, field: &ReadField) -> TokenStream {
    let (module, ident) = (module(projection), &field.ident);
    quote!(#module::#ident)
}

/// The entity has the field, of this type.
fn obligation(projection: &ReadType, field: &ReadField) -> TokenStream {
    let (of, is_with) = (&projection.of, field.is_with);
    let (marker, hash) = (marker(projection, field), name_hash(&field.stored));
    let span = field.ident.span();
    // What is missing is blamed at the field, a wrong type at its type.
    let of = located(quote!(#of), span);
    let ty = nameable(projection, field);
    let types = quote!(#of, #marker, #hash, #ty);
    check(
        &projection.krate,
        span,
        if field.is_lent { "lent" } else { "projected" },
        &types,
        &quote!(#is_with),
    )
}

/// The field's type where no lifetime of the struct's is known.
fn nameable(projection: &ReadType, field: &ReadField) -> TokenStream {
    let ty = field.ty.to_token_stream();
    match projection.generics.lifetimes().next() {
        Some(lifetime) if field.is_lent => with_static(ty, &lifetime.lifetime.ident),
        _ => ty,
    }
}

/// The tokens with `'static` in place of a lifetime, which is two of them.
fn with_static(tokens: TokenStream, lifetime: &Ident) -> TokenStream {
    let mut is_after_quote = false;
    let replaced = |token| match token {
        TokenTree::Ident(ident) if is_after_quote && ident == *lifetime => {
            is_after_quote = false;
            Ident::new("static", ident.span()).into()
        }
        TokenTree::Group(group) => {
            let mut new = Group::new(group.delimiter(), with_static(group.stream(), lifetime));
            new.set_span(group.span());
            is_after_quote = false;
            new.into()
        }
        token => {
            is_after_quote = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\'');
            token
        }
    };
    tokens.into_iter().map(replaced).collect()
}

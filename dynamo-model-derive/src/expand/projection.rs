//! Everything that `#[derive(Projection)]` adds.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::held::name_hash;
use super::obligations::check;
use super::{enclosed, located};
use crate::model::{ReadField, ReadType};

/// The attributes, from which queries the projection can be read, and what its fields have to be.
pub(crate) fn projection(projection: &ReadType) -> TokenStream {
    let private = projection.krate.private();
    let (ident, of) = (&projection.ident, &projection.of);
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
        impl #private::ReadType<#of> for #ident {
            const ATTRIBUTES: &'static [#private::Attribute] = &#private::projected::<#of, #count>([#(#names),*]);
        }

        #[automatically_derived]
        impl<__I> #private::ReadableFrom<__I> for #ident
        where
            __I: #private::QueryIndex,
            // And not by equal entities: the message is then the trait's own.
            Self: #private::ReadType<<__I as #private::QueryIndex>::Entity>,
            #(#holds)*
        {
        }

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
    let (of, ty, is_with) = (&projection.of, &field.ty, field.is_with);
    let (marker, hash) = (marker(projection, field), name_hash(&field.stored));
    let span = field.ident.span();
    // What is missing is blamed at the field, a wrong type at its type.
    let of = located(quote!(#of), span);
    let types = quote!(#of, #marker, #hash, #ty);
    check(
        &projection.krate,
        span,
        "projected",
        &types,
        &quote!(#is_with),
    )
}

//! `impl Lend`: the type with the lifetime of the page that lends it.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Generics;

use super::generics::params;

/// Nothing where the lifetimes cannot all be another one without more being known.
pub(crate) fn lend(private: &TokenStream, ident: &Ident, generics: &Generics) -> TokenStream {
    let (_, ty_generics, where_clause) = generics.split_for_impl();
    let params = params(generics);
    let lifetimes: Vec<_> = generics.lifetimes().collect();
    let are_free = generics.params.len() == lifetimes.len()
        && where_clause.is_none()
        && lifetimes.iter().all(|lifetime| lifetime.bounds.is_empty());
    let lent = match lifetimes.as_slice() {
        [] => quote!(Self),
        _ if !are_free => return TokenStream::new(),
        lifetimes => {
            let lent = lifetimes.iter().map(|_| quote!('__p));
            quote!(#ident<#(#lent),*>)
        }
    };
    quote! {
        #[automatically_derived]
        impl<#(#params),*> #private::Lend for #ident #ty_generics #where_clause {
            type As<'__p> = #lent;
        }
    }
}

//! `impl KeyPart`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, Member, Type};

use super::enclosed;
use crate::model::{KeyPart, KeyPartBody};

/// Everything that `#[derive(KeyPart)]` adds.
pub(crate) fn key_part(key_part: &KeyPart) -> TokenStream {
    match &key_part.body {
        KeyPartBody::Enum(names) => enumeration(key_part, names),
        KeyPartBody::Newtype { member, ty } => newtype(key_part, member, ty),
    }
}

fn enumeration(key_part: &KeyPart, names: &[(Ident, String)]) -> TokenStream {
    let private = key_part.krate.private();
    let ident = &key_part.ident;
    let (impl_generics, ty_generics, where_clause) = key_part.generics.split_for_impl();
    let (variants, spellings): (Vec<_>, Vec<_>) = names
        .iter()
        .map(|(variant, spelling)| (variant, spelling))
        .unzip();
    // A range over variants means their order of declaration; as text they sort by spelling.
    let width = if spellings.is_sorted() {
        quote!(VaryingWidth)
    } else {
        quote!(UnorderedText)
    };
    let last = variants.last();
    let others = variants.iter().take(variants.len().saturating_sub(1));
    let positions = 0_usize..;
    let arms = others
        .zip(positions)
        .map(|(variant, position)| quote!(#position => Self::#variant,));
    enclosed(&quote! {
        #[automatically_derived]
        impl #impl_generics #private::KeyPart for #ident #ty_generics #where_clause {
            const KIND: #private::PartKind = #private::PartKind::Text;
            type Width = #private::#width;

            fn write_part(&self, __format: #private::Format, __out: &mut #private::String) -> #private::Result<(), #private::PartError> {
                let __name = match self {
                    #(Self::#variants => #spellings,)*
                };
                #private::write_name(__name, __format, __out)
            }

            fn read_part(__text: &str, __format: #private::Format) -> #private::Result<Self, #private::PartError> {
                #private::Result::Ok(match #private::read_name(__text, __format, &[#(#spellings),*])? {
                    #(#arms)*
                    _ => Self::#last,
                })
            }
        }
    })
}

/// The bound on the inner type, even a concrete one, makes rustc judge the type there and once; the body may then rely on it.
fn newtype(key_part: &KeyPart, member: &Member, ty: &Type) -> TokenStream {
    let private = key_part.krate.private();
    let ident = &key_part.ident;
    let (impl_generics, ty_generics, where_clause) = key_part.generics.split_for_impl();
    let predicates = where_clause
        .map(|clause| &clause.predicates)
        .into_iter()
        .flatten();
    let span = ty.span();
    let private_at = key_part.krate.private_at(span);
    let bound = quote_spanned!(span=> #ty: #private_at::KeyPart);
    let inner = quote!(<#ty as #private::KeyPart>);
    enclosed(&quote! {
        #[automatically_derived]
        impl #impl_generics #private::KeyPart for #ident #ty_generics where #(#predicates,)* #bound {
            const KIND: #private::PartKind = #inner::KIND;
            type Width = #inner::Width;

            fn write_part(&self, __format: #private::Format, __out: &mut #private::String) -> #private::Result<(), #private::PartError> {
                #inner::write_part(&self.#member, __format, __out)
            }

            fn read_part(__text: &str, __format: #private::Format) -> #private::Result<Self, #private::PartError> {
                #private::Result::Ok(Self { #member: #inner::read_part(__text, __format)? })
            }

            fn next_part(__text: &str, __format: #private::Format) -> #private::Option<#private::String> {
                #inner::next_part(__text, __format)
            }
        }
    })
}

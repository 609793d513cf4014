//! What stands in for an impl when the derive found a mistake: enough that code which uses the type has no further error.
//!
//! Descriptors are the runtime's `unknown()` ones, which every const check passes over.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Path, Type};

use super::enclosed;
use super::generics::params;
use super::lend::lend;
use crate::model::Krate;

/// A table that lists whatever claims to be in it.
pub(crate) fn table(input: &DeriveInput, krate: Option<&Path>) -> TokenStream {
    let private = Krate(krate.cloned()).private();
    let ident = &input.ident;
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    let params = params(&input.generics);
    enclosed(&quote! {
        #[automatically_derived]
        impl #impl_generics #private::Table for #ident #ty_generics #where_clause {
            const LAYOUT: &'static #private::TableLayout = &#private::TableLayout::unknown();
            const ENTITIES: &'static [&'static #private::EntityKeys] = &[];
        }

        #[automatically_derived]
        impl<#(#params,)* __Entity> #private::Lists<__Entity> for #ident #ty_generics #where_clause {}
    })
}

/// An entity without keys; where its table is not known it belongs to any.
pub(crate) fn entity(
    input: &DeriveInput,
    krate: Option<&Path>,
    table: Option<&Type>,
) -> TokenStream {
    let private = Krate(krate.cloned()).private();
    let (ident, vis) = (&input.ident, &input.vis);
    let name = ident.unraw().to_string();
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    let params = params(&input.generics);
    let (attributes_of, fields) = (
        format_ident!("__FieldsOf{name}"),
        attributes(input, &private),
    );
    let attributes = quote!(type Attributes = #attributes_of #ty_generics;);
    let lend = lend(&private, ident, &input.generics);
    let belongs = match table {
        Some(table) => {
            quote!(impl #impl_generics #private::BelongsTo<#table> for #ident #ty_generics #where_clause { #attributes })
        }
        None => {
            quote!(impl<#(#params,)* __Table> #private::BelongsTo<__Table> for #ident #ty_generics #where_clause { #attributes })
        }
    };
    let table = table.map_or_else(|| quote!(#private::UnknownTable), |table| quote!(#table));
    enclosed(&quote! {
        #[automatically_derived]
        impl #impl_generics #private::Entity for #ident #ty_generics #where_clause {
            type Table = #table;
            type KeyFields = ();
            const KEYS: &'static #private::EntityKeys = &#private::EntityKeys::unknown(#name);

            fn key_fields(&self) -> Self::KeyFields {}

            fn write_part(&self, _: usize, _: #private::Format, _: &mut #private::String) -> #private::Written {
                #private::Written::Absent
            }

            fn write_key_part(_: &Self::KeyFields, _: usize, _: #private::Format, _: &mut #private::String) -> #private::Written {
                #private::Written::Absent
            }

            fn read_key(_: &#private::KeyReader<'_>) -> #private::Result<Self::KeyFields, #private::KeyReadError> {
                #private::Result::Ok(())
            }

            fn holds(&self, _: usize) -> bool {
                true
            }
        }

        #[automatically_derived]
        impl<#(#params,)* __Field, const __NAME: u64> #private::HasAttribute<__Field, __NAME> for #ident #ty_generics #where_clause {
            type Type = ();
            type Known = #private::NotKnown;
            const IS_WITH: #private::Option<bool> = #private::Option::None;
        }

        #[automatically_derived]
        impl #impl_generics #private::WrittenByRef for #ident #ty_generics #where_clause {}

        #[automatically_derived]
        impl #impl_generics #private::Unversioned for #ident #ty_generics #where_clause {}

        #[automatically_derived]
        impl #impl_generics #private::WithoutCopies for #ident #ty_generics #where_clause {}

        #[automatically_derived]
        impl #impl_generics #private::WrittenAlone for #ident #ty_generics #where_clause {}

        #[doc(hidden)]
        #vis struct #attributes_of #impl_generics #where_clause {
            #fields
            __of: ::core::marker::PhantomData<fn() -> #ident #ty_generics>,
        }

        #[automatically_derived]
        #belongs

        #lend
    })
}

/// The fields, as far as there are some, so that copies of them are known.
fn attributes(input: &DeriveInput, private: &TokenStream) -> TokenStream {
    let Data::Struct(data) = &input.data else {
        return TokenStream::new();
    };
    let vis = &input.vis;
    let fields = data.fields.iter().filter_map(|field| {
        let (ident, ty) = (field.ident.as_ref()?, &field.ty);
        Some(quote!(#vis #ident: #private::Attr<(), 0, #ty>,))
    });
    fields.collect()
}

/// A document without fields.
pub(crate) fn document(input: &DeriveInput, krate: Option<&Path>) -> TokenStream {
    let private = Krate(krate.cloned()).private();
    let ident = &input.ident;
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    enclosed(&quote! {
        #[automatically_derived]
        impl #impl_generics #private::Document for #ident #ty_generics #where_clause {
            type Fields<__I, const __FIELD: usize> = ();
            type Changes = #private::Recorder;

            fn fields<__I, const __FIELD: usize>(_: #private::DocumentPath) {}

            fn open(__inside: #private::Recorder) -> #private::Recorder {
                __inside
            }

            fn close(__changes: #private::Recorder) -> #private::Recorder {
                __changes
            }
        }
    })
}

/// A read type of whatever is read.
pub(crate) fn projection(input: &DeriveInput, krate: Option<&Path>) -> TokenStream {
    let private = Krate(krate.cloned()).private();
    let ident = &input.ident;
    let (_, ty_generics, where_clause) = input.generics.split_for_impl();
    let params = params(&input.generics);
    let lend = lend(&private, ident, &input.generics);
    enclosed(&quote! {
        #[automatically_derived]
        impl<#(#params,)* __Entity> #private::ReadType<__Entity> for #ident #ty_generics #where_clause {
            const ATTRIBUTES: &'static [#private::Attribute] = &[];
        }

        #[automatically_derived]
        impl<#(#params,)* __Index: #private::QueryIndex> #private::ReadableFrom<__Index> for #ident #ty_generics #where_clause {}

        #[automatically_derived]
        impl<#(#params),*> #private::OwnedProjection for #ident #ty_generics #where_clause {}

        #lend
    })
}

/// A key part that is never written or read, since nothing that holds it compiles.
pub(crate) fn key_part(input: &DeriveInput, krate: Option<&Path>) -> TokenStream {
    let private = Krate(krate.cloned()).private();
    let ident = &input.ident;
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    enclosed(&quote! {
        #[automatically_derived]
        impl #impl_generics #private::KeyPart for #ident #ty_generics #where_clause {
            const KIND: #private::PartKind = #private::PartKind::Text;
            type Width = #private::VaryingWidth;

            fn write_part(&self, _: #private::Format, _: &mut #private::String) -> #private::Result<(), #private::PartError> {
                ::core::unreachable!()
            }

            fn read_part(_: &str, _: #private::Format) -> #private::Result<Self, #private::PartError> {
                ::core::unreachable!()
            }
        }
    })
}

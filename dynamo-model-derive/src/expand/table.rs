//! `impl Table` and the checks over the whole table.

use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned;

use super::enclosed;
use super::obligations::check;
use crate::model::{Projection, Table, TableIndex};

/// Everything that `#[derive(Table)]` adds.
pub(crate) fn table(table: &Table) -> TokenStream {
    let private = table.krate.private();
    let (ident, entities) = (&table.ident, &table.entities);
    let layout = layout(table);
    let checks = checks(table);
    enclosed(&quote! {
        #[allow(unused_imports)]
        use #private::NoSource as _;
        #[automatically_derived]
        impl #private::Table for #ident {
            const LAYOUT: &'static #private::TableLayout = #layout;
            const ENTITIES: &'static [&'static #private::EntityKeys] = &[#(#private::keys::<#ident, #entities>()),*];
            const COPIES: &'static [&'static [#private::CopySource]] = &[#(#private::SourceProbe::<#ident, #entities>::COPIES),*];
        }
        #(
            #[automatically_derived]
            impl #private::Lists<#entities> for #ident {}
        )*
        #checks
    })
}

fn layout(table: &Table) -> TokenStream {
    let private = table.krate.private();
    let Table {
        name,
        pk,
        delimiter,
        number,
        binary,
        ..
    } = table;
    let type_attribute = sort_key(&private, table.type_attribute.as_ref());
    let number = (!number.is_empty()).then(|| quote!(.number(&[#(#number),*])));
    let binary = (!binary.is_empty()).then(|| quote!(.binary(&[#(#binary),*])));
    let sk = sort_key(&private, table.sk.as_ref());
    let indexes = table.indexes.iter().map(|entry| index(&private, entry));
    quote!(&#private::TableLayout::new(#name, #pk, #sk, &[#(#indexes),*], #type_attribute, #delimiter) #number #binary)
}

fn index(private: &TokenStream, index: &TableIndex) -> TokenStream {
    let TableIndex { name, pk, .. } = index;
    let sk = sort_key(private, index.sk.as_ref());
    let projection = match &index.projection {
        Projection::All => quote!(All),
        Projection::KeysOnly => quote!(KeysOnly),
        Projection::Include(names) => quote!(Include(&[#(#names),*])),
    };
    let (more_pk, more_sk) = (&index.more_pk, &index.more_sk);
    let several = (!more_pk.is_empty() || !more_sk.is_empty())
        .then(|| quote!(.further(&[#(#more_pk),*], &[#(#more_sk),*])));
    let local = index.is_local.then(|| quote!(.local()));
    quote!(#private::IndexLayout::new(#name, #pk, #sk, #private::Projection::#projection) #several #local)
}

fn sort_key(private: &TokenStream, name: Option<&String>) -> TokenStream {
    match name {
        Some(name) => quote!(#private::Option::Some(#name)),
        None => quote!(#private::Option::None),
    }
}

/// One check of the layout, and one per entity: that it goes together with those before it.
fn checks(table: &Table) -> TokenStream {
    let (krate, ident) = (&table.krate, &table.ident);
    let private = krate.private();
    let layout = quote!(<#ident as #private::Table>::LAYOUT);
    let none = TokenStream::new();
    let whole = check(krate, ident.span(), "table", &none, &layout);
    let entities = table.entities.iter().enumerate().map(|(position, entity)| {
        let arguments = quote!(#layout, <#ident as #private::Table>::ENTITIES, #position);
        let fits = check(krate, entity.span(), "entity", &none, &arguments);
        quote! {
            #[allow(long_running_const_eval)]
            #fits
        }
    });
    quote!(#whole #(#entities)*)
}

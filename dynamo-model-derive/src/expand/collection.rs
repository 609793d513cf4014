//! `impl Collection`, and that of a struct or of an enum.
//!
//! The bounds on the members' types, even concrete ones, make rustc judge each type there and once; the bodies may then rely on them.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

use super::enclosed;
use crate::model::{Collection, CollectionMember};

/// Everything that `#[derive(Collection)]` adds.
pub(crate) fn collection(collection: &Collection) -> TokenStream {
    let private = collection.krate.private();
    let implementation = implementation(collection);
    let kind = if collection.is_enum {
        enumeration(collection)
    } else {
        structure(collection)
    };
    let checks = checks(collection);
    enclosed(&quote! {
        #[allow(unused_imports)]
        use #private::NoMember as _;
        #implementation
        #kind
        #checks
    })
}

fn implementation(collection: &Collection) -> TokenStream {
    let private = collection.krate.private();
    let ident = &collection.ident;
    let (bounds, table, on) = (bounds(collection), table(collection), on(collection));
    let keys = collection.members.iter().map(|member| {
        let entity = entity(collection, &member.ty);
        quote!(<#entity as #private::Entity>::KEYS)
    });
    let index = match &collection.on {
        Some(on) => quote!(#private::Option::Some(#on)),
        None => quote!(#private::Option::None),
    };
    let keeps_unknown = collection.unknown.is_some();
    let (entry, read) = if collection.is_enum {
        (quote!(Self), sort(collection))
    } else {
        let fields = fields(collection);
        let fields = quote!(<#fields as #private::CollectionFields<#table>>);
        (
            quote!(#fields::Entry),
            quote!(#fields::read(__item, Self::INDEX)),
        )
    };
    quote! {
        #[automatically_derived]
        impl #private::ReadsFrom<#on> for #ident where #bounds {}

        #[automatically_derived]
        impl #private::ReadsFrom<#private::OnAny> for #ident where #bounds {}

        #[automatically_derived]
        impl #private::Collection for #ident where #bounds {
            type Table = #table;
            type On = #on;
            type Entry = #entry;
            const MEMBERS: &'static [&'static #private::EntityKeys] = &[#(#keys),*];
            const INDEX: #private::Option<&'static str> = #index;
            const KEEPS_UNKNOWN: bool = #keeps_unknown;

            fn read(__item: #private::RawItem<#table>) -> #private::Result<#private::Option<#entry>, #private::Error> {
                #read
            }
        }
    }
}

/// The way of an item to its variant.
fn sort(collection: &Collection) -> TokenStream {
    let private = collection.krate.private();
    let members = collection.members.iter().map(|member| {
        let variant = &member.ident;
        quote!(.member(Self::#variant))
    });
    let unknown = collection.unknown.iter().map(|CollectionMember { ident, ty }| {
        quote!(.unknown(|__item| Self::#ident(<#ty as #private::UnknownItem<_>>::from_item(__item))))
    });
    quote!(#private::Sorting::new(__item, Self::INDEX) #(#members)* #(#unknown)* .finish())
}

fn enumeration(collection: &Collection) -> TokenStream {
    let private = collection.krate.private();
    let (ident, bounds, table) = (&collection.ident, bounds(collection), table(collection));
    let entities = collection.members.iter().map(|member| &member.ty);
    let of_self = quote!(<Self as #private::Collection>);
    quote! {
        #[automatically_derived]
        impl #private::CollectionEnum for #ident where #bounds {
            fn has(__item: &#private::RawItem<#table>) -> bool {
                #of_self::KEEPS_UNKNOWN #(|| #private::is_member::<_, #entities>(__item, #of_self::INDEX))*
            }
        }
    }
}

fn structure(collection: &Collection) -> TokenStream {
    let private = collection.krate.private();
    let (ident, bounds, fields) = (&collection.ident, bounds(collection), fields(collection));
    let idents: Vec<_> = collection
        .members
        .iter()
        .map(|member| &member.ident)
        .collect();
    let names = collection.members.iter().map(CollectionMember::name);
    let locals: Vec<_> = (0..idents.len())
        .map(|number| format_ident!("__{number}"))
        .collect();
    let end = match &collection.unknown {
        Some(_) => quote!(#private::Unknown(__unknown)),
        None => quote!(()),
    };
    let pattern = nested(locals.iter(), end);
    let unknown = collection.unknown.iter().map(|unknown| &unknown.ident);
    quote! {
        #[automatically_derived]
        impl #private::CollectionStruct for #ident where #bounds {
            type Fields = #fields;
            const FIELDS: &'static [&'static str] = &[#(#names),*];

            fn from_fields(#pattern: #fields) -> Self {
                Self { #(#idents: #locals,)* #(#unknown: __unknown,)* }
            }
        }
    }
}

/// The types of the fields as pairs: the first, and the rest.
fn fields(collection: &Collection) -> TokenStream {
    let private = collection.krate.private();
    let end = match &collection.unknown {
        Some(CollectionMember { ty, .. }) => quote!(#private::Unknown<#ty>),
        None => quote!(()),
    };
    nested(collection.members.iter().map(|member| &member.ty), end)
}

fn nested<'t>(
    parts: impl DoubleEndedIterator<Item = &'t (impl quote::ToTokens + 't)>,
    end: TokenStream,
) -> TokenStream {
    parts.rev().fold(end, |rest, part| quote!((#part, #rest)))
}

/// The entity of a member.
fn entity(collection: &Collection, ty: &Type) -> TokenStream {
    let private = collection.krate.private();
    if collection.is_enum {
        quote!(#ty)
    } else {
        quote!(<#ty as #private::CollectionField>::Entity)
    }
}

/// The table of the first member; the others have to live in it too.
fn table(collection: &Collection) -> TokenStream {
    let private = collection.krate.private();
    let first = collection.members.first().map(|member| {
        let entity = entity(collection, &member.ty);
        quote!(<#entity as #private::Entity>::Table)
    });
    first.unwrap_or_else(|| quote!(#private::UnknownTable))
}

fn on(collection: &Collection) -> TokenStream {
    let private = collection.krate.private();
    let (Some(on), Some(layout)) = (&collection.on, layout(collection)) else {
        return quote!(#private::OnTable);
    };
    quote!(#private::OnIndex<{ #private::index_number(#layout, #on) }, { #private::is_local_index(#layout, #on) }>)
}

/// The table's layout, also where the first member is none.
fn layout(collection: &Collection) -> Option<TokenStream> {
    let private = collection.krate.private();
    let CollectionMember { ty, .. } = collection.members.first()?;
    Some(quote!(#private::Member::<#ty>::LAYOUT))
}

fn bounds(collection: &Collection) -> TokenStream {
    let name = if collection.is_enum {
        "CollectionVariant"
    } else {
        "CollectionField"
    };
    let table = table(collection);
    let members = collection
        .members
        .iter()
        .map(|CollectionMember { ty, .. }| {
            let span = ty.span();
            let (private, name) = (collection.krate.private_at(span), Ident::new(name, span));
            quote_spanned!(span=> #ty: #private::#name,)
        });
    let unknown = collection
        .unknown
        .iter()
        .map(|CollectionMember { ty, .. }| {
            let span = ty.span();
            let private = collection.krate.private_at(span);
            let name = if collection.is_enum {
                "UnknownItem"
            } else {
                "UnknownItems"
            };
            let name = Ident::new(name, span);
            quote_spanned!(span=> #ty: #private::#name<#table>,)
        });
    quote!(#(#members)* #(#unknown)*)
}

/// What rustc judges when it evaluates the constants: the members against each other.
fn checks(collection: &Collection) -> TokenStream {
    let Some(layout) = layout(collection) else {
        return TokenStream::new();
    };
    let private = collection.krate.private();
    let types = collection.members.iter().map(|member| &member.ty);
    let members =
        quote!(&[#((#private::Member::<#types>::KEYS, #private::Member::<#types>::LAYOUT)),*]);
    let index = match &collection.on {
        Some(on) => quote!(#private::Option::Some(#on)),
        None => quote!(#private::Option::None),
    };
    let each = collection.members.iter().enumerate().map(|(position, CollectionMember { ty, .. })| {
        let span = ty.span();
        let private = collection.krate.private_at(span);
        quote_spanned! {span=>
            const _: () = #private::check::collection_member(#layout, #members, #index, #position);
        }
    });
    let on = collection.on.iter().map(|on| {
        let span = on.span();
        let private = collection.krate.private_at(span);
        quote_spanned! {span=>
            const _: () = #private::check::collection_index(#layout, #on);
        }
    });
    quote!(#(#each)* #(#on)*)
}

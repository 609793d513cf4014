//! The struct of a query path, its level methods and its traits.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::descriptor::part;
use super::docs;
use super::functions::argument;
use super::generics::EntityGenerics;
use super::paths::{Order, PathPart, QueryPath};
use crate::model::Entity;

/// Everything about one path.
pub(crate) fn path(entity: &Entity, path: &QueryPath<'_>) -> TokenStream {
    let generics = EntityGenerics::of(entity);
    let definition = definition(entity, path, &generics);
    let levels = path
        .levels
        .iter()
        .enumerate()
        .map(|(level, part)| level_methods(entity, path, level, part, &generics));
    let traits = traits(entity, path, &generics);
    let filterable = filterable(entity, path, &generics);
    quote! {
        #definition
        #(#levels)*
        #traits
        #filterable
    }
}

fn definition(entity: &Entity, path: &QueryPath<'_>, generics: &EntityGenerics) -> TokenStream {
    let private = entity.krate.private();
    let (vis, ident, docs) = (&entity.vis, &path.ident, docs::path_struct(entity, path));
    let EntityGenerics {
        params,
        where_clause,
        ty,
        ..
    } = generics;
    quote! {
        #[doc = #docs]
        #vis struct #ident<#(#params,)* const __LEVEL: usize>(#private::Path<#ty>) #where_clause;
    }
}

fn level_methods(
    entity: &Entity,
    path: &QueryPath<'_>,
    level: usize,
    path_part: &PathPart<'_>,
    generics: &EntityGenerics,
) -> TokenStream {
    let private = entity.krate.private();
    let EntityGenerics {
        args, where_clause, ..
    } = generics;
    let (vis, ident, impl_generics) = (&entity.vis, &path.ident, generics.impl_generics());
    let (name, ty) = (&path_part.field.ident, &path_part.field.ty);
    let range_name = format_ident!("{}_in", path_part.field.name, span = name.span());
    let starts_name = format_ident!("{}_starts_with", path_part.field.name, span = name.span());
    let (docs, range_docs, starts_docs) = (
        docs::level(path_part),
        docs::range(path_part),
        docs::starts_with(path_part),
    );
    let argument = argument(entity, path_part.index, path_part.field);
    let part = part(entity, path_part.index);
    let order = order(path_part.order);
    let (fix, range, range_arg) = if entity.in_key(path_part.index) {
        (
            quote!(level(#part, &#private::Arg::into_arg(#name))),
            quote!(range),
            quote!(RangeArg),
        )
    } else {
        (
            quote!(index_level(#part, #name)),
            quote!(index_range),
            quote!(IndexRangeArg),
        )
    };
    let next = level + 1;
    quote! {
        #[automatically_derived]
        impl #impl_generics #ident<#(#args,)* #level> #where_clause {
            #[doc = #docs]
            #vis fn #name(self, #argument) -> #ident<#(#args,)* #next> {
                #ident(self.0.#fix)
            }

            #[doc = #range_docs]
            #vis fn #range_name(self, range: impl #private::#range_arg<#ty, #private::#order>) -> #private::AfterRange<#ident<#(#args,)* 0>> {
                #private::AfterRange::new(self.0.#range(#part, range))
            }

            #[doc = #starts_docs]
            #vis fn #starts_name(self, text: impl #private::AsRef<str>) -> #private::AfterRange<#ident<#(#args,)* 0>> {
                #private::AfterRange::new(self.0.starts_with(#private::AsRef::as_ref(&text)))
            }
        }
    }
}

fn traits(entity: &Entity, path: &QueryPath<'_>, generics: &EntityGenerics) -> TokenStream {
    let private = entity.krate.private();
    let EntityGenerics {
        params,
        args,
        where_clause,
        ty,
    } = generics;
    let (ident, table, impl_generics) = (&path.ident, &entity.table, generics.impl_generics());
    let fields_ident = super::fields::ident(entity);
    let fields = super::fields::constructor(entity);
    let read = match &path.on {
        // What a table that is a parameter projects is known to nobody here.
        Some(_) if entity.has_generic_table() => quote!(#ty),
        Some(on) => {
            quote!(<#private::IndexRead<{ #private::projects_all::<#table>(#on) }> as #private::ReadAs<#ty>>::Read)
        }
        None => quote!(#ty),
    };
    let consistent = consistent(entity, path, generics);
    let scope = scope(entity, path, generics);
    quote! {
        #[automatically_derived]
        impl<#(#params,)* const __LEVEL: usize> #private::IntoQuery for #ident<#(#args,)* __LEVEL> #where_clause {
            type Index = #ident<#(#args,)* 0>;

            fn into_path(self) -> #private::Path<#ty> {
                self.0
            }
        }

        #[automatically_derived]
        impl #impl_generics #private::QueryIndex for #ident<#(#args,)* 0> #where_clause {
            type Entity = #ty;
            type Read = #read;
            type Fields = #fields_ident<#(#args,)* Self>;

            fn fields() -> Self::Fields {
                #fields
            }
        }

        #[automatically_derived]
        impl #impl_generics #private::IntoPartition for #ident<#(#args,)* 0> #where_clause {
            type Table = #table;

            fn into_partition(self) -> #private::Partition<#table> {
                self.0.into_partition()
            }
        }

        #consistent
        #scope
    }
}

/// What a path stands for in a collection of the table or of the same index. Which number an index of a table that is a parameter has is known to nobody here.
fn scope(entity: &Entity, path: &QueryPath<'_>, generics: &EntityGenerics) -> TokenStream {
    let private = entity.krate.private();
    let EntityGenerics {
        params,
        args,
        where_clause,
        ..
    } = generics;
    let (ident, table) = (&path.ident, &entity.table);
    let layout = quote!(<#table as #private::Table>::LAYOUT);
    let on = match &path.on {
        Some(_) if entity.has_generic_table() => quote!(#private::OnAny),
        Some(on) => {
            quote!(#private::OnIndex<{ #private::index_number(#layout, #on) }, { #private::is_local_index(#layout, #on) }>)
        }
        None => quote!(#private::OnTable),
    };
    quote! {
        #[automatically_derived]
        impl<#(#params,)* const __LEVEL: usize> #private::IntoScope for #ident<#(#args,)* __LEVEL> #where_clause {
            type Table = #table;
            type On = #on;

            fn into_scope(self) -> #private::Scope<#table> {
                self.0.into_scope()
            }
        }
    }
}

/// Whether an index is local is known to its table alone; the lifetime keeps rustc from judging the bound here.
fn consistent(entity: &Entity, path: &QueryPath<'_>, generics: &EntityGenerics) -> TokenStream {
    let private = entity.krate.private();
    let (ident, table, impl_generics) = (&path.ident, &entity.table, generics.impl_generics());
    let args = &generics.args;
    let predicates = entity
        .generics
        .where_clause
        .iter()
        .flat_map(|clause| &clause.predicates);
    if path.on.is_some() && entity.has_generic_table() {
        return TokenStream::new();
    }
    let local = path.on.as_ref().map(|on| {
        quote!(for<'__a> #private::IndexKind<'__a, { #private::is_local::<#table>(#on) }>: #private::LocalIndex)
    });
    quote! {
        #[automatically_derived]
        impl #impl_generics #private::ConsistentReads for #ident<#(#args,)* 0> where #(#predicates,)* #local {}
    }
}

/// DynamoDB refuses a filter on a key attribute of what is queried, so a field that is one has no filter there.
fn filterable(entity: &Entity, path: &QueryPath<'_>, generics: &EntityGenerics) -> TokenStream {
    let private = entity.krate.private();
    let EntityGenerics {
        params,
        args,
        where_clause,
        ..
    } = generics;
    let (ident, impl_generics) = (&path.ident, generics.impl_generics());
    if path.bare.is_empty() {
        return quote! {
            #[automatically_derived]
            impl<#(#params,)* const __FIELD: usize> #private::Filterable<__FIELD> for #ident<#(#args,)* 0> #where_clause {}
        };
    }
    let free = entity
        .fields
        .iter()
        .enumerate()
        .filter(|(position, field)| field.storage.is_filterable() && !path.bare.contains(position));
    let impls = free.map(|(position, _)| {
        quote! {
            #[automatically_derived]
            impl #impl_generics #private::Filterable<#position> for #ident<#(#args,)* 0> #where_clause {}
        }
    });
    quote!(#(#impls)*)
}

fn order(order: Order) -> TokenStream {
    match order {
        Order::Sorted => quote!(Sorted),
        Order::ByType => quote!(ByType),
        Order::Last => quote!(AtEnd),
        Order::Unsorted => quote!(Unsorted),
    }
}

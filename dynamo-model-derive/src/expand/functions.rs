//! The inherent functions: `key`, `parse_key`, `partition`, `query` and one per index.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt;

use super::descriptor::part;
use super::docs;
use super::generics::EntityGenerics;
use super::paths::{PathPart, QueryPath};
use crate::model::{Entity, Field};

/// The inherent impl.
pub(crate) fn functions(entity: &Entity, paths: &[QueryPath<'_>]) -> TokenStream {
    let generics = EntityGenerics::of(entity);
    let (impl_generics, ty, where_clause) = (
        generics.impl_generics(),
        &generics.ty,
        &generics.where_clause,
    );
    let key = key(entity);
    let parse_key = parse_key(entity);
    let partition = paths.first().map(|base| partition(entity, base));
    let update = super::update::function(entity);
    let begins = paths.iter().map(|path| begin(entity, path, &generics));
    let ranges = paths
        .iter()
        .filter_map(|path| begin_in(entity, path, &generics));
    quote! {
        #[automatically_derived]
        impl #impl_generics #ty #where_clause {
            #key
            #parse_key
            #partition
            #(#begins)*
            #(#ranges)*
            #update
        }
    }
}

/// An argument for a field: a value of the primary key, or what an index key has of it.
pub(crate) fn argument(entity: &Entity, position: usize, field: &Field) -> TokenStream {
    let private = entity.krate.private();
    let (ident, ty) = (&field.ident, &field.ty);
    if entity.in_key(position) {
        quote!(#ident: impl #private::Arg<#ty>)
    } else {
        quote!(#ident: impl #private::IndexArg<#ty>)
    }
}

fn key(entity: &Entity) -> TokenStream {
    let private = entity.krate.private();
    let (vis, docs) = (&entity.vis, docs::key(entity));
    let positions = entity.numbered.iter().take(entity.key_fields);
    let arguments = positions
        .zip(entity.key_fields())
        .map(|(position, field)| argument(entity, *position, field));
    let idents = entity.key_fields().map(|field| &field.ident);
    quote! {
        #[doc = #docs]
        #vis fn key(#(#arguments),*) -> #private::Key<Self> {
            #private::Key::new((#(#private::Arg::into_arg(#idents),)*))
        }
    }
}

fn parse_key(entity: &Entity) -> TokenStream {
    let private = entity.krate.private();
    let (vis, docs) = (&entity.vis, docs::parse_key(entity));
    let (parameter, argument) = match entity.sk {
        Some(_) => (quote!(, sk: &str), quote!(#private::Option::Some(sk))),
        None => (TokenStream::new(), quote!(#private::Option::None)),
    };
    quote! {
        #[doc = #docs]
        #vis fn parse_key(pk: &str #parameter) -> #private::Result<#private::Key<Self>, #private::Error> {
            #private::parse_key(pk, #argument)
        }
    }
}

fn partition(entity: &Entity, base: &QueryPath<'_>) -> TokenStream {
    let private = entity.krate.private();
    let (vis, docs, table) = (&entity.vis, docs::partition(entity, base), &entity.table);
    let arguments = base
        .partition
        .iter()
        .map(|part| argument(entity, part.index, part.field));
    let idents = base.partition.iter().map(|part| &part.field.ident);
    quote! {
        #[doc = #docs]
        #vis fn partition(#(#arguments),*) -> #private::Partition<#table> {
            #private::IntoPartition::into_partition(Self::query(#(#idents),*))
        }
    }
}

fn begin(entity: &Entity, path: &QueryPath<'_>, generics: &EntityGenerics) -> TokenStream {
    let private = entity.krate.private();
    let (vis, docs) = (&entity.vis, docs::path(entity, path));
    let (function, struct_ident) = (&path.function, &path.ident);
    let args = &generics.args;
    let arguments = path
        .partition
        .iter()
        .map(|part| argument(entity, part.index, part.field));
    let origin = origin(path);
    let bindings = path.partition.iter().map(|part| bind(entity, part));
    quote! {
        #[doc = #docs]
        #vis fn #function(#(#arguments),*) -> #struct_ident<#(#args,)* 0> {
            #struct_ident(#private::Path::<Self>::#origin #(#bindings)*)
        }
    }
}

/// The path over a range of time buckets.
fn begin_in(
    entity: &Entity,
    path: &QueryPath<'_>,
    generics: &EntityGenerics,
) -> Option<TokenStream> {
    let bucket = path.bucket?;
    let private = entity.krate.private();
    let (vis, docs) = (&entity.vis, docs::buckets(entity, path));
    let function = format_ident!("{}_in", path.function.unraw(), span = path.function.span());
    let struct_ident = &path.ident;
    let args = &generics.args;
    let arguments = path.partition.iter().enumerate().map(|(position, part)| {
        let (ident, ty) = (&part.field.ident, &part.field.ty);
        match (position == bucket, entity.in_key(part.index)) {
            (false, _) => argument(entity, part.index, part.field),
            (true, true) => quote!(#ident: impl #private::BucketArg<#ty>),
            (true, false) => quote!(#ident: impl #private::IndexBucketArg<#ty>),
        }
    });
    let origin = origin(path);
    let bindings = path
        .partition
        .iter()
        .enumerate()
        .map(|(position, path_part)| {
            let (ident, part) = (&path_part.field.ident, part(entity, path_part.index));
            match (position == bucket, entity.in_key(path_part.index)) {
                (false, _) => bind(entity, path_part),
                (true, true) => quote!(.buckets(#part, #ident)),
                (true, false) => quote!(.index_buckets(#part, #ident)),
            }
        });
    Some(quote! {
        #[doc = #docs]
        #vis fn #function(#(#arguments),*) -> #private::AfterRange<#struct_ident<#(#args,)* 0>> {
            #private::AfterRange::new(#private::Path::<Self>::#origin #(#bindings)*)
        }
    })
}

fn origin(path: &QueryPath<'_>) -> TokenStream {
    match (path.index, path.also) {
        (Some(index), _) => quote!(index(#index)),
        (None, Some(also)) => quote!(also(#also)),
        (None, None) => quote!(primary()),
    }
}

/// `.partition(…)` with one of the function's arguments.
fn bind(entity: &Entity, path_part: &PathPart<'_>) -> TokenStream {
    let private = entity.krate.private();
    let ident = &path_part.field.ident;
    let part = part(entity, path_part.index);
    if entity.in_key(path_part.index) {
        quote!(.partition(#part, &#private::Arg::into_arg(#ident)))
    } else {
        quote!(.index_partition(#part, #ident))
    }
}

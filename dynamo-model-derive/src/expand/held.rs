//! What projections ask an entity and its indexes for: the type of each field, and who holds it.

use proc_macro2::TokenStream;
use quote::quote;

use super::generics::EntityGenerics;
use super::paths::QueryPath;
use crate::model::{Entity, Field, Role, Storage};

/// The number that stands for a stored name in types: FNV-1a, of 64 bits.
pub(crate) fn name_hash(stored: &str) -> u64 {
    stored.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Fields that a projection can read, with their positions.
fn readable(entity: &Entity) -> impl Iterator<Item = (usize, &Field)> {
    let fields = entity.fields.iter().enumerate();
    fields.filter(|(_, field)| field.storage.is_attribute() || field.storage == Storage::KeyOnly)
}

/// The types of the fields by their stored names.
pub(crate) fn attributes(entity: &Entity) -> TokenStream {
    let private = entity.krate.private();
    let EntityGenerics {
        params,
        where_clause,
        ty,
        ..
    } = EntityGenerics::of(entity);
    let impls = readable(entity).map(|(_, field)| {
        let (hash, field_ty) = (name_hash(&field.stored), &field.ty);
        let is_with = field.storage == Storage::With;
        quote! {
            #[automatically_derived]
            impl<#(#params,)* __Field> #private::HasAttribute<__Field, #hash> for #ty #where_clause {
                type Type = #field_ty;
                type Known = #private::Known;
                const IS_WITH: #private::Option<bool> = #private::Option::Some(#is_with);
            }
        }
    });
    quote!(#(#impls)*)
}

/// What the table or index of a path holds. The table holds everything, and so do, for all that is known here, the
/// indexes of a table that is a parameter.
pub(crate) fn held(entity: &Entity, path: &QueryPath<'_>) -> TokenStream {
    let private = entity.krate.private();
    let EntityGenerics {
        params,
        args,
        where_clause,
        ..
    } = EntityGenerics::of(entity);
    let ident = &path.ident;
    let Some(on) = path.on.as_ref().filter(|_| !entity.has_generic_table()) else {
        return quote! {
            #[automatically_derived]
            impl<#(#params,)* __Field, const __NAME: u64> #private::HoldsAttribute<__Field, __NAME> for #ident<#(#args,)* 0> #where_clause {}
        };
    };
    let predicates: Vec<_> = entity
        .generics
        .where_clause
        .iter()
        .flat_map(|clause| &clause.predicates)
        .collect();
    let impls = readable(entity).map(|(position, field)| {
        let hash = name_hash(&field.stored);
        // The lifetime keeps rustc from judging the bound here.
        let bound = is_held(entity, path, position, field, on).map(|holds| {
            quote!(for<'__a> #private::IndexHolds<'__a, { #holds }>: #private::HeldByIndex<__Field>,)
        });
        quote! {
            #[automatically_derived]
            impl<#(#params,)* __Field> #private::HoldsAttribute<__Field, #hash> for #ident<#(#args,)* 0>
            where
                #(#predicates,)*
                #bound
            {
            }
        }
    });
    quote!(#(#impls)*)
}

/// A const expression: whether the index holds the field; `None` where it does in any case.
fn is_held(
    entity: &Entity,
    path: &QueryPath<'_>,
    position: usize,
    field: &Field,
    on: &str,
) -> Option<TokenStream> {
    let private = entity.krate.private();
    let (table, stored) = (&entity.table, &field.stored);
    if field.storage == Storage::KeyOnly {
        let mut parts = path.partition.iter().chain(&path.levels);
        // Every index has the table's keys, and its own.
        let is_in_key = entity.in_key(position) || parts.any(|part| part.index == position);
        return (!is_in_key).then(|| quote!(#private::projects_all::<#table>(#on)));
    }
    if field.role == Some(Role::Ttl) {
        return Some(
            quote!(#private::index_holds_expiry::<#table>(#on) || #private::index_holds::<#table>(#on, #stored)),
        );
    }
    Some(quote!(#private::index_holds::<#table>(#on, #stored)))
}

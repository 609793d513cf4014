//! Version and times: what a write sets in the entity.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::generics::EntityGenerics;
use crate::model::{Entity, Field, Role};

/// The methods of `impl Entity` that the roles need; none without roles.
pub(crate) fn methods(entity: &Entity) -> TokenStream {
    if !entity.is_stamped() {
        return TokenStream::new();
    }
    let private = entity.krate.private();
    let fields: Vec<_> = [Role::Version, Role::CreatedAt, Role::UpdatedAt]
        .into_iter()
        .filter_map(|role| entity.role(role))
        .map(|(_, field)| field)
        .collect();
    let sets = fields.iter().map(|field| set(entity, field));
    let idents: Vec<_> = fields.iter().map(|field| &field.ident).collect();
    let numbers = (0..fields.len()).map(|position| quote::format_ident!("__was_{position}"));
    let numbers: Vec<_> = numbers.collect();
    let replaced = fields.iter().zip(&numbers).map(|(field, number)| {
        let (ident, new) = (&field.ident, new(entity, field));
        quote! {
            let #number = #new;
            let #number = #private::Stamps::swap(&mut self.#ident, #number);
        }
    });
    let version = entity.role(Role::Version).map(|(_, field)| {
        let (ident, version) = (&field.ident, version(entity, field));
        quote! {
            fn version(&self) -> #private::Option<u64> {
                #private::Option::Some(#version.get(&self.#ident))
            }
        }
    });
    quote! {
        #version

        fn with_stamps<__R>(
            &mut self,
            __stamps: &#private::Stamps,
            __f: impl ::core::ops::FnOnce(&Self) -> __R,
        ) -> __R {
            #(#replaced)*
            let __result = __f(self);
            #(#private::Stamps::restore(&mut self.#idents, #numbers);)*
            __result
        }

        fn set_stamps(&mut self, __stamps: &#private::Stamps) {
            #(#sets)*
        }
    }
}

/// The markers: what a write leaves as it is is written by reference, what has no version and no copies in batches, what has neither
/// `also` nor guards alone.
pub(crate) fn markers(entity: &Entity) -> TokenStream {
    let private = entity.krate.private();
    let generics = EntityGenerics::of(entity);
    let (impl_generics, ty, where_clause) = (
        generics.impl_generics(),
        &generics.ty,
        &generics.where_clause,
    );
    let by_ref = (!entity.is_stamped()).then(|| quote!(WrittenByRef));
    let unversioned = entity
        .role(Role::Version)
        .is_none()
        .then(|| quote!(Unversioned));
    let uncopied = entity.copies.is_empty().then(|| quote!(WithoutCopies));
    let alone = entity.is_written_alone().then(|| quote!(WrittenAlone));
    let markers = by_ref
        .into_iter()
        .chain(unversioned)
        .chain(uncopied)
        .chain(alone);
    quote! {
        #(
            #[automatically_derived]
            impl #impl_generics #private::#markers for #ty #where_clause {}
        )*
    }
}

fn set(entity: &Entity, field: &Field) -> TokenStream {
    let private = entity.krate.private();
    let (ident, new) = (&field.ident, new(entity, field));
    quote! {
        let __new = #new;
        #private::Stamps::swap(&mut self.#ident, __new);
    }
}

/// The value that the write stores; none where it leaves the one in memory.
fn new(entity: &Entity, field: &Field) -> TokenStream {
    let private = entity.krate.private();
    let ident = &field.ident;
    match field.role {
        Some(Role::Version) => {
            let version = version(entity, field);
            quote!(#version.next(&self.#ident, __stamps))
        }
        Some(Role::CreatedAt) => {
            let stamp = stamp(entity, field);
            quote!(#private::Stamps::created(__stamps, #stamp))
        }
        _ => {
            let stamp = stamp(entity, field);
            quote!(#private::Stamps::updated(__stamps, #stamp))
        }
    }
}

/// The helper that asks the field's type to be a version: one and the same, at the type, so that rustc
/// shows one complaint.
fn version(entity: &Entity, field: &Field) -> TokenStream {
    let (ty, span) = (&field.ty, field.ty.span());
    let private = entity.krate.private_at(span);
    quote_spanned!(span=> #private::version_of::<#ty>())
}

/// The same for the time of a write.
pub(crate) fn stamp(entity: &Entity, field: &Field) -> TokenStream {
    let (ty, span) = (&field.ty, field.ty.span());
    let private = entity.krate.private_at(span);
    quote_spanned!(span=> #private::stamp_of::<#ty>())
}

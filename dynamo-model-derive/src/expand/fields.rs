//! The typed attribute paths that filters are built from.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::descriptor::shape;
use super::docs;
use super::generics::EntityGenerics;
use crate::model::{Entity, Field};

/// The struct's name.
pub(crate) fn ident(entity: &Entity) -> Ident {
    format_ident!("__FieldsOf{}", entity.name)
}

/// The struct: one typed path per attribute, numbered by the field's place in the entity.
pub(crate) fn fields(entity: &Entity) -> TokenStream {
    let private = entity.krate.private();
    let generics = EntityGenerics::of(entity);
    let EntityGenerics {
        params,
        where_clause,
        ty,
        ..
    } = &generics;
    let (vis, ident, docs) = (&entity.vis, ident(entity), docs::fields(entity));
    let attributes = filterable(entity).map(|(position, field)| {
        let (name, ty, docs) = (
            &field.ident,
            &field.ty,
            format!("The attribute `{}`.", field.stored),
        );
        quote! {
            #[doc = #docs]
            #vis #name: #private::Attr<__I, #position, #ty>,
        }
    });
    quote! {
        #[doc = #docs]
        #vis struct #ident<#(#params,)* __I> #where_clause {
            #(#attributes)*
            // Uses every parameter, whichever of them the attributes use.
            __of: ::core::marker::PhantomData<fn() -> (#ty, __I)>,
        }
    }
}

/// A value of the struct.
pub(crate) fn constructor(entity: &Entity) -> TokenStream {
    let private = entity.krate.private();
    let ident = ident(entity);
    let attributes = filterable(entity).map(|(_, field)| {
        let (name, stored, shape) = (&field.ident, &field.stored, shape(entity, field));
        quote!(#name: #private::Attr::new(#stored, #shape),)
    });
    quote! {
        #ident {
            #(#attributes)*
            __of: ::core::marker::PhantomData,
        }
    }
}

fn filterable(entity: &Entity) -> impl Iterator<Item = (usize, &Field)> {
    entity
        .fields
        .iter()
        .enumerate()
        .filter(|(_, field)| field.storage.is_filterable())
}

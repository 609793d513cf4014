//! Fields that a function of serde's `with` writes: a wrapper that serializes by it.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::generics::EntityGenerics;
use crate::model::{Entity, Field, Role, Storage};

/// The wrappers of an entity.
pub(crate) fn wrappers(entity: &Entity) -> TokenStream {
    let private = entity.krate.private();
    let EntityGenerics {
        params,
        args,
        where_clause,
        ty: owner,
    } = &EntityGenerics::of(entity);
    let fields = entity.fields.iter().filter(|field| {
        field.storage == Storage::With && field.role != Some(Role::Ttl)
    });
    let wrappers = fields.filter_map(|field| {
        let serialize = field.serialize.as_ref()?;
        let (name, ty) = (ident(entity, field), &field.ty);
        Some(quote! {
            struct #name<'__v, #(#params),*>(&'__v #ty, ::core::marker::PhantomData<fn() -> #owner>) #where_clause;

            #[automatically_derived]
            impl<'__v, #(#params),*> #private::serde::Serialize for #name<'__v, #(#args),*> #where_clause {
                fn serialize<__S: #private::serde::Serializer>(&self, __serializer: __S) -> #private::Result<__S::Ok, __S::Error> {
                    #serialize(self.0, __serializer)
                }
            }
        })
    });
    wrappers.collect()
}

/// The stored form of a reference to the field's value.
pub(crate) fn wrapped(entity: &Entity, field: &Field, value: TokenStream) -> TokenStream {
    let private = entity.krate.private();
    let name = ident(entity, field);
    let args = EntityGenerics::of(entity).args;
    quote!(#private::FieldValue::of(&#name::<'_, #(#args),*>(#value, ::core::marker::PhantomData)))
}

fn ident(entity: &Entity, field: &Field) -> Ident {
    format_ident!("__{}With_{}", entity.name, field.name)
}

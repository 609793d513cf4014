//! Fields that a function of serde's `with` writes: a wrapper that serializes by it.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::generics::EntityGenerics;
use crate::model::{Field, Krate, Role, Storage};

/// The wrappers of a struct of that name.
pub(crate) fn wrappers(
    krate: &Krate,
    owner: &str,
    generics: &EntityGenerics,
    fields: &[Field],
) -> TokenStream {
    let private = krate.private();
    let EntityGenerics {
        params,
        args,
        where_clause,
        ty: owner_ty,
    } = generics;
    let fields = fields
        .iter()
        .filter(|field| field.storage == Storage::With && field.role != Some(Role::Ttl));
    let wrappers = fields.filter_map(|field| {
        let serialize = field.serialize.as_ref()?;
        let (name, ty) = (ident(owner, field), &field.ty);
        Some(quote! {
            struct #name<'__v, #(#params),*>(&'__v #ty, ::core::marker::PhantomData<fn() -> #owner_ty>) #where_clause;

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
pub(crate) fn wrapped(
    krate: &Krate,
    owner: &str,
    generics: &EntityGenerics,
    field: &Field,
    value: TokenStream,
) -> TokenStream {
    let private = krate.private();
    let (name, args) = (ident(owner, field), &generics.args);
    quote!(#private::FieldValue::of(&#name::<'_, #(#args),*>(#value, ::core::marker::PhantomData)))
}

fn ident(owner: &str, field: &Field) -> Ident {
    format_ident!("__{owner}With_{}", field.name)
}

//! `impl Entity`.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};

use super::descriptor::{key_only_fields, keys, part};
use super::generics::EntityGenerics;
use crate::model::Entity;

/// The impl, and the marker that ties the entity to its table.
pub(crate) fn entity_impl(entity: &Entity) -> TokenStream {
    let private = entity.krate.private();
    let generics = EntityGenerics::of(entity);
    let (impl_generics, ty, where_clause) = (
        generics.impl_generics(),
        &generics.ty,
        &generics.where_clause,
    );
    let table = &entity.table;
    let key_types = entity.key_fields().map(|field| &field.ty);
    // A field's type that cannot be compared or shown is blamed at the template that makes it part of the key.
    let key_fields = quote_spanned!(entity.pk.literal.span()=> (#(#key_types,)*));
    let (attributes, args) = (super::fields::ident(entity), &generics.args);
    let lend = super::lend::lend(&private, &entity.ident, &entity.generics);
    let keys = keys(entity);
    let copies = super::copies::copies(entity);
    let methods = [
        clone_key_fields(entity),
        write_part(entity),
        write_key_part(entity),
        read_key(entity),
        restore(entity),
        holds(entity),
        super::companions::stored_field(entity),
        super::roles::methods(entity),
    ];
    quote! {
        #[automatically_derived]
        impl #impl_generics #private::Entity for #ty #where_clause {
            type Table = #table;
            type KeyFields = #key_fields;
            const KEYS: &'static #private::EntityKeys = #keys;
            #copies
            #(#methods)*
        }

        #[automatically_derived]
        impl #impl_generics #private::BelongsTo<#table> for #ty #where_clause {
            type Attributes = #attributes<#(#args,)* #private::OfItem<Self>>;
        }

        #lend
    }
}

fn clone_key_fields(entity: &Entity) -> TokenStream {
    let idents = entity.key_fields().map(|field| &field.ident);
    quote! {
        fn key_fields(&self) -> Self::KeyFields {
            (#(::core::clone::Clone::clone(&self.#idents),)*)
        }
    }
}

fn write_part(entity: &Entity) -> TokenStream {
    let private = entity.krate.private();
    let arms = entity
        .numbered
        .iter()
        .enumerate()
        .filter_map(|(number, position)| {
            let ident = &entity.fields.get(*position)?.ident;
            let part = part(entity, *position);
            Some(quote!(#number => #part.write(&self.#ident, __format, __out),))
        });
    quote! {
        fn write_part(&self, __field: usize, __format: #private::Format, __out: &mut #private::String) -> #private::Written {
            match __field {
                #(#arms)*
                _ => #private::Written::Absent,
            }
        }
    }
}

fn write_key_part(entity: &Entity) -> TokenStream {
    let private = entity.krate.private();
    let arms = entity
        .numbered
        .iter()
        .take(entity.key_fields)
        .enumerate()
        .map(|(number, position)| {
            let part = part(entity, *position);
            let member = Literal::usize_unsuffixed(number);
            quote!(#number => #part.write(&__fields.#member, __format, __out),)
        });
    quote! {
        fn write_key_part(
            __fields: &Self::KeyFields,
            __field: usize,
            __format: #private::Format,
            __out: &mut #private::String,
        ) -> #private::Written {
            match __field {
                #(#arms)*
                _ => #private::Written::Absent,
            }
        }
    }
}

fn read_key(entity: &Entity) -> TokenStream {
    let private = entity.krate.private();
    let reads = entity
        .numbered
        .iter()
        .take(entity.key_fields)
        .enumerate()
        .map(|(number, position)| {
            let part = part(entity, *position);
            quote!(__reader.read(#number, #part)?,)
        });
    quote! {
        fn read_key(__reader: &#private::KeyReader<'_>) -> #private::Result<Self::KeyFields, #private::KeyReadError> {
            #private::Result::Ok((#(#reads)*))
        }
    }
}

/// Reads the fields that are stored in keys only, as values for serde.
fn restore(entity: &Entity) -> TokenStream {
    let private = entity.krate.private();
    let arms: Vec<_> = key_only_fields(entity)
        .map(|(field, position, number)| {
            let ty = &field.ty;
            let restore = match entity.in_key(position) {
                true => quote!(restore),
                false => quote!(restore_index),
            };
            quote!(#number => #private::#restore::<#ty>(__text, __format),)
        })
        .collect();
    if arms.is_empty() {
        return TokenStream::new();
    }
    quote! {
        fn restore(__field: usize, __text: &str, __format: #private::Format) -> #private::Restored {
            match __field {
                #(#arms)*
                _ => #private::Restored::none(),
            }
        }
    }
}

/// Each condition is a function of its own, which an update calls too.
fn holds(entity: &Entity) -> TokenStream {
    let arms = entity
        .indexes
        .iter()
        .enumerate()
        .filter_map(|(position, index)| {
            let when = index.when.as_ref()?;
            let idents = when
                .inputs
                .iter()
                .filter_map(|(_, field)| entity.fields.get(*field))
                .map(|field| &field.ident);
            let call = super::when::call(entity, position);
            Some(quote!(#position => #call(#(&self.#idents),*),))
        });
    quote! {
        fn holds(&self, __entry: usize) -> bool {
            match __entry {
                #(#arms)*
                _ => true,
            }
        }
    }
}

//! What an update knows of the fields that indexes read, and `impl UpdateEntity` over it.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::descriptor::part;
use super::generics::EntityGenerics;
use super::{fields, when};
use crate::model::{Entity, Field, Index, Storage};

/// The struct of given values, and the impl.
pub(crate) fn inputs(entity: &Entity) -> TokenStream {
    let definition = definition(entity);
    let update_entity = update_entity(entity);
    quote! {
        #definition
        #update_entity
    }
}

fn ident(entity: &Entity) -> Ident {
    format_ident!("__{}Inputs", entity.name)
}

fn input_fields(entity: &Entity) -> impl Iterator<Item = (usize, &Field)> {
    entity
        .inputs()
        .filter_map(|position| Some((position, entity.fields.get(position)?)))
}

fn definition(entity: &Entity) -> TokenStream {
    let private = entity.krate.private();
    let EntityGenerics {
        params,
        args,
        where_clause,
        ty,
    } = &EntityGenerics::of(entity);
    let (vis, name) = (&entity.vis, ident(entity));
    let (idents, types): (Vec<_>, Vec<_>) = input_fields(entity)
        .map(|(_, field)| (&field.ident, &field.ty))
        .unzip();
    quote! {
        #[doc(hidden)]
        #vis struct #name<#(#params),*> #where_clause {
            #(#idents: #private::Option<#types>,)*
            __of: ::core::marker::PhantomData<fn() -> #ty>,
        }

        #[automatically_derived]
        impl<#(#params),*> ::core::default::Default for #name<#(#args),*> #where_clause {
            fn default() -> Self {
                Self {
                    #(#idents: #private::Option::None,)*
                    __of: ::core::marker::PhantomData,
                }
            }
        }
    }
}

fn update_entity(entity: &Entity) -> TokenStream {
    let private = entity.krate.private();
    let EntityGenerics {
        params,
        args,
        where_clause,
        ty,
    } = &EntityGenerics::of(entity);
    let (inputs, fields_ident) = (ident(entity), fields::ident(entity));
    let constructor = fields::constructor(entity);
    let required = required(entity);
    let methods = [write_known(entity), is_given(entity), holds_with(entity)];
    quote! {
        #[automatically_derived]
        impl<#(#params),*> #private::UpdateEntity for #ty #where_clause {
            type Inputs = #inputs<#(#args),*>;
            type Fields = #fields_ident<#(#args,)* #private::OfItem<Self>>;
            const REQUIRED: &'static [(&'static str, bool)] = &[#(#required),*];

            fn fields() -> Self::Fields {
                #constructor
            }

            #(#methods)*
        }
    }
}

/// The stored names, and whether an item without the attribute cannot be read.
fn required(entity: &Entity) -> impl Iterator<Item = TokenStream> {
    let private = entity.krate.private();
    let attributes = entity
        .fields
        .iter()
        .filter(|field| field.storage.is_attribute());
    attributes.map(move |field| {
        let (stored, ty) = (&field.stored, &field.ty);
        let is_lenient = field.has_default || field.storage == Storage::Set;
        match is_lenient {
            true => quote!((#stored, false)),
            // A function of serde's `with` gets `None` only where there is a default.
            false if field.storage == Storage::With => quote!((#stored, true)),
            false => quote!((#stored, #private::Presence::<#ty>::REQUIRED)),
        }
    })
}

fn write_known(entity: &Entity) -> TokenStream {
    let private = entity.krate.private();
    let numbered = entity.numbered.iter().enumerate().skip(entity.key_fields);
    let arms = numbered.filter_map(|(number, position)| {
        let ident = &entity.fields.get(*position)?.ident;
        let part = part(entity, *position);
        Some(quote! {
            #number => match &__inputs.#ident {
                #private::Option::Some(__value) => #part.write(__value, __format, __out),
                #private::Option::None => #private::Written::Absent,
            },
        })
    });
    quote! {
        fn write_known(
            __key: &Self::KeyFields,
            __inputs: &Self::Inputs,
            __field: usize,
            __format: #private::Format,
            __out: &mut #private::String,
        ) -> #private::Written {
            match __field {
                #(#arms)*
                _ => <Self as #private::Entity>::write_key_part(__key, __field, __format, __out),
            }
        }
    }
}

fn is_given(entity: &Entity) -> TokenStream {
    let arms: Vec<_> = input_fields(entity)
        .filter_map(|(position, field)| {
            let (number, ident) = (entity.input_number(position)?, &field.ident);
            Some(quote!(#number => __inputs.#ident.is_some(),))
        })
        .collect();
    if arms.is_empty() {
        return TokenStream::new();
    }
    quote! {
        fn is_given(__inputs: &Self::Inputs, __field: usize) -> bool {
            match __field {
                #(#arms)*
                _ => false,
            }
        }
    }
}

fn holds_with(entity: &Entity) -> TokenStream {
    let arms: Vec<_> = entity
        .indexes
        .iter()
        .enumerate()
        .filter_map(|(position, index)| holds_arm(entity, position, index))
        .collect();
    if arms.is_empty() {
        return TokenStream::new();
    }
    quote! {
        fn holds_with(__key: &Self::KeyFields, __inputs: &Self::Inputs, __entry: usize) -> bool {
            match __entry {
                #(#arms)*
                _ => true,
            }
        }
    }
}

fn holds_arm(entity: &Entity, position: usize, index: &Index) -> Option<TokenStream> {
    let private = entity.krate.private();
    let when = index.when.as_ref()?;
    let call = when::call(entity, position);
    let (mut given, mut bound, mut arguments) = (Vec::new(), Vec::new(), Vec::new());
    for (_, field) in &when.inputs {
        if entity.in_key(*field) {
            let member = Literal::usize_unsuffixed(entity.number(*field)?);
            arguments.push(quote!(&__key.#member));
        } else {
            let ident = &entity.fields.get(*field)?.ident;
            let value = format_ident!("__value_{}", bound.len());
            given.push(quote!(&__inputs.#ident));
            arguments.push(quote!(#value));
            bound.push(value);
        }
    }
    Some(quote! {
        #position => match (#(#given,)*) {
            (#(#private::Option::Some(#bound),)*) => #call(#(#arguments),*),
            #[allow(unreachable_patterns)]
            _ => false,
        },
    })
}

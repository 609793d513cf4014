//! Copies under other keys and guards of unique values: their templates, and how a guard's fields are read
//! from a stored item.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::descriptor::{field_part, optional, part, template, template_part};
use crate::model::{Also, Entity, Format, Part, Unique};

/// What the descriptor says of them; nothing without any.
pub(crate) fn descriptor(entity: &Entity) -> Option<TokenStream> {
    let private = entity.krate.private();
    let also = entity.also.iter().map(|one| also(entity, one));
    let unique = entity.unique.iter().map(|one| unique(entity, one));
    (!entity.is_written_alone())
        .then(|| quote!(.companions(#private::companions::<Self>(&[#(#also),*], &[#(#unique),*]))))
}

fn also(entity: &Entity, also: &Also) -> TokenStream {
    let private = entity.krate.private();
    let name = also.name.unraw().to_string();
    let pk = template(entity, &also.pk);
    let sk = optional(&private, also.sk.as_ref().map(|sk| template(entity, sk)));
    quote!(#private::Also::new(#name, #pk, #sk))
}

fn unique(entity: &Entity, unique: &Unique) -> TokenStream {
    let private = entity.krate.private();
    let Some(field) = entity.fields.get(unique.field) else {
        return TokenStream::new();
    };
    let name = &field.name;
    let text = unique.template.literal.value();
    let last = unique.template.parts.len().saturating_sub(1);
    let parts = unique.template.parts.iter().enumerate();
    let parts = parts.map(|(position, piece)| match piece {
        // Nothing follows the value, so it may be any text.
        Part::Field(part) if position == last && part.format == Format::Default => {
            let part = field_part(entity, part);
            quote!(#private::Part::Field(#part.open()))
        }
        piece => template_part(entity, piece),
    });
    quote!(#private::Unique::new(#name, #private::Template::new(#text, &[#(#parts),*])))
}

/// `Entity::stored_field`: the fields outside the primary key that guards are made of.
pub(crate) fn stored_field(entity: &Entity) -> TokenStream {
    let private = entity.krate.private();
    let arms: Vec<_> = entity
        .guarded()
        .filter_map(|position| {
            let (number, field) = (entity.number(position)?, entity.fields.get(position)?);
            let (ty, stored, part) = (&field.ty, &field.stored, part(entity, position));
            let span = ty.span();
            let private = entity.krate.private_at(span);
            let read = quote_spanned!(span=> #private::stored_field::<#ty>);
            Some(quote!(#number => #read(__item, #stored, |__value: &#ty| #part.write(__value, __format, __out)),))
        })
        .collect();
    if arms.is_empty() {
        return TokenStream::new();
    }
    quote! {
        fn stored_field(
            __item: &#private::StoredItem<'_>,
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

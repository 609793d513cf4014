//! `Entity::KEYS`: templates, indexes and attributes as const data.
//!
//! The const is total. What it says is checked by const items of its own (`obligations`), so that a mistake is blamed at its literal and not at whatever first used
//! the const.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::model::{
    Entity, Field, FieldPart, Format, Index, IndexKeys, Krate, Origin, Part, Role, Shard, Storage,
    Template,
};

/// The value of `Entity::KEYS`.
pub(crate) fn keys(entity: &Entity) -> TokenStream {
    let private = entity.krate.private();
    let (name, type_name) = (&entity.name, &entity.type_name);
    let pk = template(entity, &entity.pk);
    let sk = optional(&private, entity.sk.as_ref().map(|sk| template(entity, sk)));
    let indexes = entity.indexes.iter().map(|entry| index(entity, entry));
    let attributes = entity
        .fields
        .iter()
        .filter(|field| field.storage.is_attribute())
        .map(|field| attribute(&entity.krate, field));
    let overlap_ok = entity
        .overlap_ok
        .as_ref()
        .map(|reason| quote!(.overlap_ok(#reason)));
    let constant_sk_ok = entity
        .constant_sk_ok
        .as_ref()
        .map(|reason| quote!(.constant_sk_ok(#reason)));
    let checked_by_table = (!entity.is_nameable()).then(|| quote!(.checked_by_table()));
    let key_only = key_only(entity);
    let numbered = entity.numbered.iter().chain(&entity.when_fields);
    let names = numbered
        .filter_map(|field| entity.fields.get(*field))
        .map(|field| &field.name);
    let roles = roles(entity);
    let companions = super::companions::descriptor(entity);
    let attribute_names = entity
        .fields
        .iter()
        .filter(|field| field.storage.is_attribute())
        .map(|field| &field.name);
    quote! {
        &#private::EntityKeys::new(#name, #type_name, #pk, #sk, &[#(#indexes),*], &[#(#attributes),*])
            .field_names(&[#(#names),*])
            .attribute_names(&[#(#attribute_names),*])
            #roles #companions #overlap_ok #constant_sk_ok #checked_by_table #key_only
    }
}

/// Position and number of each field that is stored in keys only.
pub(crate) fn key_only_fields(entity: &Entity) -> impl Iterator<Item = (&Field, usize, usize)> {
    let fields = entity.fields.iter().enumerate();
    fields.filter_map(|(position, field)| {
        let number = entity.number(position)?;
        (field.storage == Storage::KeyOnly).then_some((field, position, number))
    })
}

fn key_only(entity: &Entity) -> Option<TokenStream> {
    let private = entity.krate.private();
    let fields: Vec<_> = key_only_fields(entity)
        .map(|(field, _, number)| {
            let (name, stored) = (&field.name, &field.stored);
            quote!(#private::KeyOnly::new(#number, #name, #stored))
        })
        .collect();
    (!fields.is_empty()).then(|| quote!(.key_only(&[#(#fields),*])))
}

/// The shape of a field's attribute.
pub(crate) fn shape(entity: &Entity, field: &Field) -> TokenStream {
    shape_in(&entity.krate, field)
}

/// A field as an item has it, with the text that begins it there.
pub(crate) fn attribute(krate: &Krate, field: &Field) -> TokenStream {
    let (private, stored, shape) = (krate.private(), &field.stored, shape_in(krate, field));
    let head = format!(",\"{stored}\":");
    quote!(#private::Attribute::new(#stored, #shape).with_head(#head))
}

/// The same for a field of any struct.
pub(crate) fn shape_in(krate: &Krate, field: &Field) -> TokenStream {
    let private = krate.private();
    let ty = &field.ty;
    match field.storage {
        Storage::ByType => quote!(#private::Probe::<#ty>::SHAPE),
        Storage::Set => quote!(#private::Shape::Set),
        Storage::Bytes => quote!(#private::Shape::Bytes),
        Storage::List => quote!(#private::Shape::List),
        Storage::Plain
        | Storage::With
        | Storage::Flattened
        | Storage::Skipped
        | Storage::KeyOnly => {
            quote!(#private::Shape::Plain)
        }
    }
}

/// The helper through which everything passes that asks a field's type to be a key part.
///
/// The type's tokens are the user's own and the helper is one and the same, so that rustc's complaints about a type are equal and it shows one.
pub(crate) fn part(entity: &Entity, field: usize) -> TokenStream {
    let private = entity.krate.private();
    let Some(Field { ty, .. }) = entity.fields.get(field) else {
        return TokenStream::new();
    };
    if entity.in_key(field) {
        quote!(#private::part::<#ty>())
    } else {
        quote!(#private::index_part::<#ty>())
    }
}

fn index(entity: &Entity, index: &Index) -> TokenStream {
    let private = entity.krate.private();
    let name = syn::ext::IdentExt::unraw(&index.name).to_string();
    let on = index.on.value();
    let keys = index.keys.as_ref();
    let pk = optional(&private, keys.map(|keys| template(entity, &keys.pk)));
    let sk = optional(
        &private,
        keys.and_then(|keys| keys.sk.as_ref())
            .map(|sk| template(entity, sk)),
    );
    let sparse = index.when.is_some();
    let inputs = entity
        .reads(index)
        .into_iter()
        .filter(|field| !entity.in_key(*field))
        .filter_map(|field| entity.input_number(field));
    let of_when = || index.when.iter().flat_map(|when| &when.inputs);
    let when_inputs = of_when()
        .filter(|(_, field)| !entity.in_key(*field))
        .filter_map(|(_, field)| entity.input_number(*field));
    let key_inputs = of_when()
        .filter(|(_, field)| entity.in_key(*field))
        .filter_map(|(_, field)| entity.number(*field));
    let further = keys.and_then(|keys| further(entity, keys));
    quote! {
        #private::IndexEntry::new(#name, #on, #pk, #sk, #sparse) #further .inputs(&[#(#inputs),*], &[#(#when_inputs),*], &[#(#key_inputs),*])
    }
}

/// The attributes that the library keeps.
fn roles(entity: &Entity) -> Option<TokenStream> {
    let private = entity.krate.private();
    let found = [Role::Version, Role::Ttl, Role::CreatedAt, Role::UpdatedAt]
        .into_iter()
        .filter_map(|role| {
            let (_, field) = entity.role(role)?;
            let (method, stored) = (Ident::new(role.name(), Span::call_site()), &field.stored);
            Some(quote!(.#method(#stored)))
        });
    let found: Vec<_> = found.collect();
    (!found.is_empty()).then(|| quote!(.roles(#private::Roles::none() #(#found)*)))
}

pub(crate) fn template(entity: &Entity, template: &Template) -> TokenStream {
    let private = entity.krate.private();
    let text = template.literal.value();
    let parts = template
        .parts
        .iter()
        .map(|piece| template_part(entity, piece));
    let origin = match template.origin {
        Origin::Own => TokenStream::new(),
        Origin::TablePk => quote!(.of_table_pk()),
        Origin::TableSk => quote!(.of_table_sk()),
    };
    quote!(#private::Template::new(#text, &[#(#parts),*]) #origin)
}

/// One part of a template.
pub(crate) fn template_part(entity: &Entity, piece: &Part) -> TokenStream {
    let private = entity.krate.private();
    match piece {
        Part::Literal(literal) => quote!(#private::Part::Literal(#literal)),
        Part::Field(part) => {
            let part = field_part(entity, part);
            quote!(#private::Part::Field(#part))
        }
        Part::Shard(format) => {
            let shard = shard(entity, format);
            quote!(#private::Part::Shard(#shard))
        }
    }
}

/// The templates of the attributes after the first, where a key has several.
fn further(entity: &Entity, keys: &IndexKeys) -> Option<TokenStream> {
    let pk: Vec<_> = keys
        .more_pk
        .iter()
        .map(|one| template(entity, one))
        .collect();
    let sk: Vec<_> = keys
        .more_sk
        .iter()
        .map(|one| template(entity, one))
        .collect();
    (!pk.is_empty() || !sk.is_empty()).then(|| quote!(.further(&[#(#pk),*], &[#(#sk),*])))
}

pub(crate) fn field_part(entity: &Entity, field_part: &FieldPart) -> TokenStream {
    let private = entity.krate.private();
    let number = entity.number(field_part.field);
    let Some(field) = entity.fields.get(field_part.field) else {
        return TokenStream::new();
    };
    let (name, stored) = (&field.name, &field.stored);
    let format = format(&private, &field_part.format);
    let part = part(entity, field_part.field);
    quote!(#private::FieldPart::new(#number, #name, #stored, #format, #part.kind))
}

/// What is hashed is what the key says of a field, so that the shard can be computed from the key: its last part in the primary key, where it stands in detail.
fn shard(entity: &Entity, padding: &Format) -> TokenStream {
    let private = entity.krate.private();
    let Some(Shard { count, by }) = &entity.shard else {
        return TokenStream::new();
    };
    let padding = format(&private, padding);
    let parts = by.iter().map(|field| {
        let templates = std::iter::once(&entity.pk).chain(&entity.sk);
        let said = templates.flat_map(Template::fields).map(|(_, part)| part);
        let last = said.filter(|part| part.field == *field).last();
        let default = FieldPart {
            field: *field,
            format: Format::Default,
        };
        field_part(entity, last.unwrap_or(&default))
    });
    quote!(#private::ShardPart::new(#count, #padding, &[#(#parts),*]))
}

fn format(private: &TokenStream, format: &Format) -> TokenStream {
    let variant = match format {
        Format::Default => quote!(Default),
        Format::Padded(width) => quote!(Padded { width: #width }),
        Format::Hex(width) => quote!(Hex { width: #width }),
        Format::PaddedDesc(width) => quote!(PaddedDesc { width: #width }),
        Format::HexDesc(width) => quote!(HexDesc { width: #width }),
        Format::Unpadded => quote!(Unpadded),
        Format::Lower => quote!(Lower),
        Format::Upper => quote!(Upper),
        Format::Escaped => quote!(Escaped),
        Format::Raw => quote!(Raw),
        Format::Time(name) => {
            let name = Ident::new(name, Span::call_site());
            quote!(#name)
        }
        Format::Strftime(pattern) => quote!(Strftime(#pattern)),
    };
    quote!(#private::Format::#variant)
}

pub(crate) fn optional(private: &TokenStream, value: Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => quote!(#private::Option::Some(#value)),
        None => quote!(#private::Option::None),
    }
}

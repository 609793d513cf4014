//! `#[projection(…)]` on a struct, as written.

use syn::{Attribute, Data, DeriveInput, Fields, Generics, Ident, Path, Type};

use super::self_type;
use super::serde::{SerdeContainer, SerdeReading};
use super::settings::{attribute_items, once, setting};
use crate::errors::Errors;

/// A projection as written.
#[derive(Debug)]
pub(crate) struct RawProjection {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) krate: Option<Path>,
    pub(crate) of: Option<Type>,
    /// Whether `of` may have been written, readable or not.
    pub(crate) has_of: bool,
    pub(crate) serde: SerdeContainer,
    /// `None` when the item is no struct with named fields; that is reported already.
    pub(crate) fields: Option<Vec<RawReadField>>,
}

/// A field with its attributes.
#[derive(Debug)]
pub(crate) struct RawReadField {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) serde: SerdeReading,
}

impl RawProjection {
    /// Reads the struct.
    pub(crate) fn read(input: &DeriveInput, errors: &Errors) -> Self {
        let mut raw = Self {
            ident: input.ident.clone(),
            generics: input.generics.clone(),
            krate: None,
            of: None,
            has_of: false,
            serde: SerdeContainer::read(&input.attrs),
            fields: fields(input, errors),
        };
        for item in attribute_items(&input.attrs, "projection", errors) {
            let Some(setting) = setting(item, "`#[projection(…)]`", &["of", "crate"], errors)
            else {
                // It may have been meant to be `of`.
                raw.has_of = true;
                continue;
            };
            if setting.name == "of" {
                raw.has_of = true;
                once(&mut raw.of, setting.ty(errors), &setting.key, errors);
            } else {
                once(&mut raw.krate, setting.path(errors), &setting.key, errors);
            }
        }
        raw
    }
}

fn fields(input: &DeriveInput, errors: &Errors) -> Option<Vec<RawReadField>> {
    let found = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => {
                let fields = fields.named.iter().filter_map(|field| {
                    refuse(&field.attrs, errors);
                    Some(RawReadField {
                        ident: field.ident.clone()?,
                        ty: self_type::named(&field.ty, &input.ident, &input.generics),
                        serde: SerdeReading::read(&field.attrs),
                    })
                });
                return Some(fields.collect());
            }
            Fields::Unnamed(_) => "a tuple struct",
            Fields::Unit => "a unit struct",
        },
        Data::Enum(_) => "an enum",
        Data::Union(_) => "a union",
    };
    errors.at(
        &input.ident,
        format!(
            "a projection is a struct with named fields, and `{}` is {found}",
            input.ident
        ),
    );
    None
}

/// A field has nothing of its own to say: the entity knows how it is stored.
fn refuse(attrs: &[Attribute], errors: &Errors) {
    for attr in attrs
        .iter()
        .filter(|attr| attr.path().is_ident("projection"))
    {
        errors.at(
            attr,
            "a field of a projection has no attributes of its own: the entity says how it is stored",
        );
    }
}

//! `#[key_part(…)]` as written.

use syn::{Attribute, Data, DeriveInput, Fields, Generics, Ident, LitStr, Member, Path, Type};

use super::settings::{attribute_items, once, setting};
use crate::errors::Errors;

/// A type that derives `KeyPart`, as written.
#[derive(Debug)]
pub(crate) struct RawKeyPart {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) krate: Option<Path>,
    pub(crate) rename_all: Option<LitStr>,
    pub(crate) body: RawBody,
}

/// What kind of item it is.
#[derive(Debug)]
pub(crate) enum RawBody {
    Enum(Vec<RawVariant>),
    Struct(Vec<(Member, Type)>),
    Union,
}

/// A variant with its attribute.
#[derive(Debug)]
pub(crate) struct RawVariant {
    pub(crate) ident: Ident,
    pub(crate) rename: Option<LitStr>,
    /// Whether it carries no data.
    pub(crate) unit: bool,
}

impl RawKeyPart {
    /// Reads the item.
    pub(crate) fn read(input: &DeriveInput, errors: &Errors) -> Self {
        let mut raw = Self {
            ident: input.ident.clone(),
            generics: input.generics.clone(),
            krate: None,
            rename_all: None,
            body: body(&input.data, errors),
        };
        for item in attribute_items(&input.attrs, "key_part", errors) {
            let Some(setting) = setting(item, "`#[key_part(…)]`", &["rename_all", "crate"], errors)
            else {
                continue;
            };
            match setting.name.as_str() {
                "rename_all" => once(
                    &mut raw.rename_all,
                    setting.text(errors),
                    &setting.key,
                    errors,
                ),
                _ => once(&mut raw.krate, setting.path(errors), &setting.key, errors),
            }
        }
        raw
    }
}

fn body(data: &Data, errors: &Errors) -> RawBody {
    match data {
        Data::Enum(data) => RawBody::Enum(
            data.variants
                .iter()
                .map(|variant| {
                    variant
                        .fields
                        .iter()
                        .for_each(|field| no_attribute(&field.attrs, errors));
                    RawVariant {
                        ident: variant.ident.clone(),
                        rename: rename(&variant.attrs, errors),
                        unit: matches!(variant.fields, Fields::Unit),
                    }
                })
                .collect(),
        ),
        Data::Struct(data) => RawBody::Struct(
            data.fields
                .members()
                .zip(&data.fields)
                .map(|(member, field)| {
                    no_attribute(&field.attrs, errors);
                    (member, field.ty.clone())
                })
                .collect(),
        ),
        Data::Union(_) => RawBody::Union,
    }
}

fn rename(attrs: &[Attribute], errors: &Errors) -> Option<LitStr> {
    let mut rename = None;
    for item in attribute_items(attrs, "key_part", errors) {
        if let Some(setting) = setting(item, "a variant's `#[key_part(…)]`", &["rename"], errors)
        {
            once(&mut rename, setting.text(errors), &setting.key, errors);
        }
    }
    rename
}

fn no_attribute(attrs: &[Attribute], errors: &Errors) {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("key_part")) {
        errors.at(attr, "a field takes no `#[key_part(…)]`");
    }
}

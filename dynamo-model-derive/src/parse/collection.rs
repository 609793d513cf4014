//! `#[collection(…)]` as written.

use syn::{Attribute, Data, DeriveInput, Field, Fields, Generics, Ident, LitStr, Path, Type};

use super::settings::{attribute_items, once, setting};
use crate::errors::Errors;

/// A type that derives `Collection`, as written.
#[derive(Debug)]
pub(crate) struct RawCollection {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) krate: Option<Path>,
    pub(crate) on: Option<LitStr>,
    pub(crate) body: RawBody,
}

/// What kind of item it is.
#[derive(Debug)]
pub(crate) enum RawBody {
    Struct(Vec<RawMember>),
    Enum(Vec<RawMember>),
    /// A tuple struct, a unit struct or a union.
    Other,
}

/// A field or a variant.
#[derive(Debug)]
pub(crate) struct RawMember {
    pub(crate) ident: Ident,
    /// `None` for a variant that does not hold exactly one value.
    pub(crate) ty: Option<Type>,
    /// The word `unknown`, where it is written.
    pub(crate) unknown: Option<Path>,
}

impl RawCollection {
    /// Reads the item.
    pub(crate) fn read(input: &DeriveInput, errors: &Errors) -> Self {
        let mut raw = Self {
            ident: input.ident.clone(),
            generics: input.generics.clone(),
            krate: None,
            on: None,
            body: body(&input.data, errors),
        };
        for item in attribute_items(&input.attrs, "collection", errors) {
            let Some(setting) = setting(item, "`#[collection(…)]`", &["on", "crate"], errors)
            else {
                continue;
            };
            match setting.name.as_str() {
                "on" => once(&mut raw.on, setting.name_text(errors), &setting.key, errors),
                _ => once(&mut raw.krate, setting.path(errors), &setting.key, errors),
            }
        }
        raw
    }
}

fn body(data: &Data, errors: &Errors) -> RawBody {
    match data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => RawBody::Struct(
                fields
                    .named
                    .iter()
                    .filter_map(|of| field(of, errors))
                    .collect(),
            ),
            Fields::Unnamed(_) | Fields::Unit => RawBody::Other,
        },
        Data::Enum(data) => RawBody::Enum(
            data.variants
                .iter()
                .map(|variant| RawMember {
                    ident: variant.ident.clone(),
                    ty: inside(&variant.fields, errors),
                    unknown: unknown(&variant.attrs, "a variant's", errors),
                })
                .collect(),
        ),
        Data::Union(_) => RawBody::Other,
    }
}

fn field(field: &Field, errors: &Errors) -> Option<RawMember> {
    Some(RawMember {
        ident: field.ident.clone()?,
        ty: Some(field.ty.clone()),
        unknown: unknown(&field.attrs, "a field's", errors),
    })
}

/// The type in `Variant(Type)`.
fn inside(fields: &Fields, errors: &Errors) -> Option<Type> {
    for attr in fields.iter().flat_map(|field| &field.attrs) {
        if attr.path().is_ident("collection") {
            errors.at(
                attr,
                "`#[collection(…)]` stands on the variant, not inside it",
            );
        }
    }
    let Fields::Unnamed(fields) = fields else {
        return None;
    };
    let mut types = fields.unnamed.iter().map(|field| &field.ty);
    let first = types.next()?;
    types.next().is_none().then(|| first.clone())
}

fn unknown(attrs: &[Attribute], whose: &str, errors: &Errors) -> Option<Path> {
    let mut unknown = None;
    let place = format!("{whose} `#[collection(…)]`");
    for item in attribute_items(attrs, "collection", errors) {
        if let Some(setting) = setting(item, &place, &["unknown"], errors) {
            let word = setting.flag(errors).map(|()| setting.key.clone());
            once(&mut unknown, word, &setting.key, errors);
        }
    }
    unknown
}

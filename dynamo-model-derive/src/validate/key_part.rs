//! `#[derive(KeyPart)]`: unit variants with distinct spellings, or a struct of one field.

use syn::ext::IdentExt;
use syn::{Ident, LitStr, Member, Type};

use super::rename::RenameRule;
use crate::errors::Errors;
use crate::model::{KeyPart, KeyPartBody, Krate};
use crate::parse::key_part::{RawBody, RawKeyPart, RawVariant};

/// Judges the item.
pub(crate) fn key_part(raw: RawKeyPart, errors: &Errors) -> Option<KeyPart> {
    let body = match raw.body {
        RawBody::Enum(variants) => {
            enumeration(&raw.ident, variants, raw.rename_all.as_ref(), errors)
        }
        RawBody::Struct(fields) => newtype(&raw.ident, fields, raw.rename_all.as_ref(), errors),
        RawBody::Union => {
            errors.at(
                &raw.ident,
                "a key part is an enum of unit variants or a struct of one field, not a union",
            );
            None
        }
    };
    Some(KeyPart {
        ident: raw.ident,
        generics: raw.generics,
        krate: Krate(raw.krate),
        body: body?,
    })
}

fn enumeration(
    ident: &Ident,
    variants: Vec<RawVariant>,
    rename_all: Option<&LitStr>,
    errors: &Errors,
) -> Option<KeyPartBody> {
    if variants.is_empty() {
        errors.at(
            ident,
            format!("`{ident}` has no variants, so it has no value to write into a key"),
        );
        return None;
    }
    let rule = rename_all.and_then(|text| match RenameRule::parse(&text.value()) {
        Ok(rule) => Some(rule),
        Err(message) => {
            errors.at(text, message);
            None
        }
    });
    let mut names: Vec<(Ident, String)> = Vec::new();
    for variant in variants {
        if !variant.unit {
            let message = format!(
                "variant `{}` carries data; a key part is an enum of unit variants only",
                variant.ident
            );
            errors.at(&variant.ident, message);
        }
        let spelling = spelling(&variant, rule);
        if spelling.is_empty() {
            errors.at(
                &variant.rename,
                "an empty part cannot stand in a key; write at least one character",
            );
        } else if let Some((first, _)) = names.iter().find(|(_, other)| *other == spelling) {
            errors.twice(
                &variant.ident,
                first,
                format!("two variants are spelled `{spelling}` in keys"),
            );
        }
        names.push((variant.ident, spelling));
    }
    Some(KeyPartBody::Enum(names))
}

fn spelling(variant: &RawVariant, rule: Option<RenameRule>) -> String {
    let name = variant.ident.unraw().to_string();
    match (&variant.rename, rule) {
        (Some(rename), _) => rename.value(),
        (None, Some(rule)) => rule.variant(&name),
        (None, None) => name,
    }
}

fn newtype(
    ident: &Ident,
    fields: Vec<(Member, Type)>,
    rename_all: Option<&LitStr>,
    errors: &Errors,
) -> Option<KeyPartBody> {
    if let Some(rule) = rename_all {
        errors.at(
            rule,
            "`rename_all` is for enums; a newtype is written as the type inside it",
        );
    }
    match <[_; 1]>::try_from(fields) {
        Ok([(member, ty)]) => Some(KeyPartBody::Newtype {
            member,
            ty: Box::new(ty),
        }),
        Err(fields) => {
            let count = fields.len();
            errors.at(ident, format!("a struct as key part has one field, and `{ident}` has {count}; name the fields in the template instead"));
            None
        }
    }
}

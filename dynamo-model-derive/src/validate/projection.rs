//! `#[derive(Projection)]`: fields that read attributes of an entity.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::Lifetime;
use syn::ext::IdentExt;

use super::rename::RenameRule;
use crate::errors::Errors;
use crate::model::{Krate, ReadField, ReadType};
use crate::parse::projection::{RawProjection, RawReadField};
use crate::parse::settings::path_text;

/// Judges the struct.
pub(crate) fn projection(raw: RawProjection, errors: &Errors) -> Option<ReadType> {
    for path in &raw.serde.refused {
        let name = path_text(path);
        errors.at(
            path,
            format!(
                "serde's `{name}` on a projection is refused: the attributes must be its fields"
            ),
        );
    }
    let lifetimes: Vec<_> = raw.generics.lifetimes().collect();
    if lifetimes.len() < raw.generics.params.len() {
        errors.at(
            &raw.generics,
            "a projection has no generic parameters but a lifetime: it reads fields of known types",
        );
    } else if let [first, second, ..] = lifetimes.as_slice() {
        errors.twice(
            &second.lifetime,
            &first.lifetime,
            "a projection has one lifetime, that of the page that lends it: borrow all fields with it".to_owned(),
        );
    }
    let lifetime = lifetimes.first().map(|lifetime| lifetime.lifetime.clone());
    if !raw.has_of {
        errors.at(
            &raw.ident,
            "a projection names the entity that it reads: `#[projection(of = Order)]`",
        );
    }
    let rule = raw.serde.rename_all_read.as_ref();
    // An unknown rule is serde's own error.
    let rule = rule.and_then(|text| RenameRule::parse(&text.value()).ok());
    let mut fields: Vec<ReadField> = Vec::new();
    for field in raw.fields?.into_iter().filter(|field| !field.serde.skip) {
        let field = read(field, rule, lifetime.as_ref(), errors);
        if let Some(first) = fields.iter().find(|other| other.stored == field.stored) {
            errors.twice(
                &field.ident,
                &first.ident,
                format!("two fields read `{}`", field.stored),
            );
        }
        fields.push(field);
    }
    Some(ReadType {
        name: raw.ident.unraw().to_string(),
        ident: raw.ident,
        krate: Krate(raw.krate),
        generics: raw.generics,
        of: raw.of?,
        fields,
    })
}

fn read(
    raw: RawReadField,
    rule: Option<RenameRule>,
    lifetime: Option<&Lifetime>,
    errors: &Errors,
) -> ReadField {
    if let Some(flatten) = &raw.serde.flatten {
        errors.at(
            flatten,
            "serde's `flatten` in a projection is refused: which attributes it reads is known to nobody; name them as fields",
        );
    }
    if let Some(alias) = &raw.serde.alias {
        errors.at(
            alias,
            "serde's `alias` in a projection is refused: a field reads one attribute; name it with `rename`",
        );
    }
    let name = raw.ident.unraw().to_string();
    let stored = match (&raw.serde.rename, rule) {
        (Some(rename), _) => rename.value(),
        (None, Some(rule)) => rule.field(&name),
        (None, None) => name,
    };
    ReadField {
        ident: raw.ident,
        is_lent: lifetime.is_some_and(|lifetime| names(raw.ty.to_token_stream(), lifetime)),
        ty: raw.ty,
        stored,
        is_with: raw.serde.with,
    }
}

/// Whether a type names the lifetime.
fn names(ty: TokenStream, lifetime: &Lifetime) -> bool {
    // A lifetime is two tokens.
    let mut is_after_quote = false;
    ty.into_iter().any(|token| match token {
        TokenTree::Punct(punct) => {
            is_after_quote = punct.as_char() == '\'';
            false
        }
        TokenTree::Ident(ident) => std::mem::take(&mut is_after_quote) && ident == lifetime.ident,
        TokenTree::Group(group) => names(group.stream(), lifetime),
        TokenTree::Literal(_) => false,
    })
}

//! `#[derive(Projection)]`: fields that read attributes of an entity.

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
    if !raw.generics.params.is_empty() {
        errors.at(
            &raw.generics,
            "a projection has no generic parameters: it reads fields of known types",
        );
    }
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
        let field = read(field, rule, errors);
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
        of: raw.of?,
        fields,
    })
}

fn read(raw: RawReadField, rule: Option<RenameRule>, errors: &Errors) -> ReadField {
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
        ty: raw.ty,
        stored,
        is_with: raw.serde.with,
    }
}

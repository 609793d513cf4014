//! `unique` fields: the template of a guard item's key, from the entity's type, the field, the scope and
//! the value.

use proc_macro2::Span;
use syn::LitStr;
use syn::spanned::Spanned;

use super::template::Fields;
use crate::errors::Errors;
use crate::model::{Field, FieldPart, Format, Origin, Part, Role, Storage, Template, Unique};
use crate::parse::entity::RawField;
use crate::parse::format;
use crate::parse::unique::RawUnique;

/// The beginning of every guard's key.
const UNIQUE: &str = "UNIQUE";

/// The fields' `unique`s with their positions.
pub(crate) fn written(fields: &[RawField], errors: &Errors) -> Vec<(usize, RawUnique)> {
    let written = fields.iter().enumerate().filter_map(|(position, field)| {
        let unique = field.unique.clone()?;
        if let Some((role, _)) = &field.role {
            let name = role.name();
            errors.at(
                &unique.key,
                format!("the library sets the `{name}`, so no two values of it are kept apart: remove `unique`"),
            );
        }
        Some((position, unique))
    });
    written.collect()
}

/// Judges one `unique`; `primary` is the entity's own key.
pub(crate) fn unique(
    (field, raw): (usize, RawUnique),
    type_name: &str,
    primary: &[&Template],
    fields: Fields<'_>,
    errors: &Errors,
) -> Option<Unique> {
    let scope = raw
        .scope
        .as_ref()
        .map(|literal| scope(literal, fields, errors));
    let format = raw.format.as_ref().map(|text| {
        let read = format::parse(&text.value());
        read.map_err(|reason| errors.at(text, format!("the format of `unique` {reason}")))
            .ok()
    });
    let scope = scope.map_or(Some(None), |scope| scope.map(Some))?;
    let format = format.unwrap_or(Some(Format::Default))?;
    let own = fields.fields.get(field)?;
    if let (Some(scope), Some(literal)) = (&scope, &raw.scope)
        && scope.fields().any(|(_, part)| part.field == field)
    {
        errors.at(
            literal,
            format!("the scope of `unique` names `{}` itself, so every value would be free: name other fields", own.name),
        );
        return None;
    }
    let template = template(type_name, own, field, scope.as_ref(), format, &raw);
    let blame = |position: usize| match (position == field, &raw.scope) {
        (false, Some(scope)) => scope.span(),
        _ => raw.key.span(),
    };
    let read: Vec<usize> = template.fields().map(|(_, part)| part.field).collect();
    let is_stored = read
        .into_iter()
        // What the field itself is to the library is judged already.
        .filter(|position| *position != field || own.role.is_none())
        .map(|position| check_field(position, primary, fields, blame(position), errors));
    let is_stored: Vec<_> = is_stored.collect();
    is_stored
        .into_iter()
        .all(|is_stored| is_stored)
        .then_some(Unique {
            key: raw.key,
            field,
            template,
        })
}

fn scope(literal: &LitStr, fields: Fields<'_>, errors: &Errors) -> Option<Template> {
    let template = fields.template(literal, "`scope` of `unique`", errors)?;
    if template.shard().is_some() {
        errors.at(
            literal,
            "the scope of `unique` has `{shard}`; a value is unique among all shards: name fields",
        );
        return None;
    }
    let is_raw = template
        .fields()
        .any(|(_, part)| part.format == Format::Raw);
    if is_raw {
        errors.at(
            literal,
            "the scope of `unique` has a `raw` field, and the value follows it; `raw` can only be last: use `esc`",
        );
        return None;
    }
    Some(template)
}

/// `UNIQUE#Customer#email#{tenant_id}#{email}`: after the stored names, which stay when the code is renamed.
fn template(
    type_name: &str,
    own: &Field,
    field: usize,
    scope: Option<&Template>,
    format: Format,
    raw: &RawUnique,
) -> Template {
    let head = format!("{UNIQUE}#{type_name}#{}#", own.stored);
    let mut text = head.clone();
    let mut parts = vec![Part::Literal(head)];
    if let Some(scope) = scope {
        text.push_str(&scope.literal.value());
        text.push('#');
        parts.extend(scope.parts.iter().cloned());
        parts.push(Part::Literal("#".to_owned()));
    }
    text.push_str(&match &raw.format {
        Some(format) => format!("{{{}:{}}}", own.name, format.value()),
        None => format!("{{{}}}", own.name),
    });
    parts.push(Part::Field(FieldPart { field, format }));
    Template {
        literal: LitStr::new(&text, raw.key.span()),
        parts: joined(parts),
        origin: Origin::Own,
    }
}

/// One literal where two meet.
fn joined(parts: Vec<Part>) -> Vec<Part> {
    let mut joined: Vec<Part> = Vec::with_capacity(parts.len());
    for part in parts {
        match (joined.last_mut(), part) {
            (Some(Part::Literal(text)), Part::Literal(more)) => text.push_str(&more),
            (_, part) => joined.push(part),
        }
    }
    joined
}

/// A write reads the old value from the stored attribute, or from the primary key.
fn check_field(
    position: usize,
    primary: &[&Template],
    fields: Fields<'_>,
    blame: Span,
    errors: &Errors,
) -> bool {
    let Some(field) = fields.fields.get(position) else {
        return false;
    };
    let mut in_key = primary.iter().flat_map(|template| template.fields());
    if in_key.any(|(_, part)| part.field == position) {
        return true;
    }
    let name = &field.name;
    let reason = match (field.storage, field.role) {
        (_, Some(role @ (Role::Version | Role::CreatedAt | Role::UpdatedAt))) => format!(
            "the scope of `unique` names `{name}`, the `{}`, which every write changes: name fields that the program sets",
            role.name()
        ),
        (Storage::ByType | Storage::Plain | Storage::Bytes, _) => return true,
        _ => format!(
            "`unique` reads `{name}` from its stored attribute, as its own type says: not with `key_only`, a shape, or serde's `with`, `flatten` or `skip`"
        ),
    };
    errors.push(syn::Error::new(blame, reason));
    false
}

//! `copy_of`: which fields are copies, of what, and which fields name the source.
//!
//! Whether the source has such a field, and whether its copies can be found, is judged by rustc and by the runtime's checks.

use syn::ext::IdentExt;
use syn::{Generics, Path};

use super::template::Fields;
use crate::errors::Errors;
use crate::model::{Copied, Copy, Field, Storage};
use crate::parse::copy::RawCopy;
use crate::parse::settings::path_text;

/// The copies of an entity: fields with one source and one way to its key together.
pub(crate) fn copies(
    raw: Vec<(usize, RawCopy)>,
    scope: Fields<'_>,
    generics: &Generics,
    errors: &Errors,
) -> Vec<Copy> {
    let mut copies: Vec<Copy> = Vec::new();
    for (position, raw) in raw {
        let Some(field) = scope.fields.get(position) else {
            continue;
        };
        check_field(field, &raw, errors);
        if generics.type_params().next().is_some() || generics.const_params().next().is_some() {
            errors.at(
                &raw.key,
                "an entity with type parameters has no copies: their source could not find them",
            );
        }
        let keys = keys(&raw, position, scope, errors);
        let Some((source, name)) = split(&raw.source) else {
            continue;
        };
        let copied = Copied {
            position,
            name,
            path: raw.source,
            key: raw.key,
        };
        let is_same =
            |copy: &&mut Copy| path_text(&copy.source) == path_text(&source) && copy.keys == keys;
        match copies.iter_mut().find(is_same) {
            Some(copy) => copy.fields.push(copied),
            None => copies.push(Copy {
                source,
                fields: vec![copied],
                keys,
            }),
        }
    }
    copies
}

/// The type, and the field.
fn split(path: &Path) -> Option<(Path, syn::Ident)> {
    let mut source = path.clone();
    let field = source.segments.pop()?.ident;
    source.segments.pop_punct();
    Some((source, field))
}

fn check_field(field: &Field, raw: &RawCopy, errors: &Errors) {
    if let Some(role) = field.role {
        let role = role.name();
        errors.at(
            &raw.key,
            format!("a `{role}` is kept by the library, and is no copy of another field"),
        );
    }
    if !field.storage.is_filterable() {
        errors.at(
            &raw.key,
            "a copy is stored as its type says, not with serde's `skip`, `flatten` or `with`, and not in keys only",
        );
    }
}

/// The fields that hold the source's key, as far as they are named.
fn keys(
    raw: &RawCopy,
    position: usize,
    scope: Fields<'_>,
    errors: &Errors,
) -> Vec<(String, usize)> {
    let mut keys: Vec<(String, usize)> = Vec::new();
    for (of_source, own) in &raw.keys {
        let (of_source_name, name) = (of_source.unraw().to_string(), own.unraw().to_string());
        let Some(found) = scope.find(&name) else {
            let (entity, nearest) = (scope.entity, scope.nearest(&name));
            errors.at(
                own,
                format!("`copy_of` names `{name}`, but `{entity}` has no such field{nearest}"),
            );
            continue;
        };
        if found == position {
            errors.at(
                own,
                format!("`{name}` is the copy; a field that names the source is another one"),
            );
        }
        if keys.iter().any(|(earlier, _)| *earlier == of_source_name) {
            errors.at(
                of_source,
                format!("`copy_of` names `{of_source_name}` twice"),
            );
            continue;
        }
        keys.push((of_source_name, found));
    }
    keys
}

/// No copy in the primary key; and the fields that name a source are stored.
pub(crate) fn check_keys(
    copies: &[Copy],
    in_key: impl Fn(usize) -> bool,
    fields: &[Field],
    errors: &Errors,
) {
    for copied in copies.iter().flat_map(|copy| &copy.fields) {
        if in_key(copied.position) {
            let name = fields.get(copied.position).map(|field| field.name.as_str());
            errors.at(
                &copied.path,
                format!(
                    "`{}` is part of the primary key, which never changes: a copy there could not follow its source",
                    name.unwrap_or_default()
                ),
            );
        }
    }
    for (copy, (_, position)) in copies
        .iter()
        .flat_map(|copy| copy.keys.iter().map(move |key| (copy, key)))
    {
        let Some(field) = fields.get(*position).filter(|_| !in_key(*position)) else {
            continue;
        };
        let is_stored = !matches!(
            field.storage,
            Storage::Skipped | Storage::Flattened | Storage::KeyOnly
        );
        if !is_stored && let Some(copied) = copy.fields.first() {
            errors.at(
                &copied.path,
                format!(
                    "the source is named by `{}`, which is not an attribute of its own",
                    field.name
                ),
            );
        }
    }
}

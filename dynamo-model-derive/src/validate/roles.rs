//! Fields that the library keeps: one of each, stored, and not where they would contradict themselves.

use crate::errors::Errors;
use crate::model::{Field, Index, IndexKeys, Role, Shard, Template};
use crate::parse::entity::RawField;

/// Each role once, on a field that is an attribute.
pub(crate) fn check(fields: &[RawField], errors: &Errors) {
    let roles: Vec<_> = fields
        .iter()
        .filter_map(|field| field.role.as_ref().map(|(role, key)| (*role, key, field)))
        .collect();
    for (position, (role, key, field)) in roles.iter().enumerate() {
        let name = role.name();
        let earlier = roles.iter().take(position);
        if let Some((_, first, _)) = earlier.into_iter().find(|(other, ..)| other == role) {
            errors.twice(key, first, format!("an entity has one `{name}`"));
        }
        if field.serde.skip || field.serde.flatten {
            errors.at(
                key,
                format!(
                    "`{name}` needs an attribute of its own: not with serde's `skip` or `flatten`"
                ),
            );
        }
        if field.key_only.is_some() {
            errors.at(
                key,
                format!("a `{name}` is an attribute of its own, not `key_only`"),
            );
        }
        if field.shape.is_some() {
            errors.at(key, format!("a `{name}` has no shape"));
        }
    }
}

/// The schema's checks say the same where the table's attributes decide.
const CREATION: &str = "an index cannot be made of the `created_at`: an update does not know it, and an upsert not whether it is new; let it be the index's key attribute by itself (a bare field under its stored name), or use a field that the program sets";

/// Whether the index reads the field as a bare template only: then it can be its key attribute by itself.
fn is_key_by_itself(index: &Index, field: usize, shard: Option<&Shard>) -> bool {
    let mut templates = index.keys.iter().flat_map(IndexKeys::templates);
    let is_bare = templates.all(|template| {
        let of_shard = template.shard().and(shard).into_iter();
        template.bare() == Some(field)
            || !(template.fields().any(|(_, part)| part.field == field)
                || of_shard.flat_map(|shard| &shard.by).any(|by| *by == field))
    });
    is_bare && index.when.is_none()
}

/// What each write changes cannot be a key; a version's next value is known to the service only.
pub(crate) fn check_keys(
    primary: &[&Template],
    indexes: &[Index],
    shard: Option<&Shard>,
    fields: &[Field],
    errors: &Errors,
) {
    let role = |field: usize| fields.get(field).and_then(|field| field.role);
    for template in primary {
        for (_, part) in template.fields() {
            if let Some(role @ (Role::Version | Role::UpdatedAt)) = role(part.field) {
                errors.at(
                    &template.literal,
                    format!(
                        "each write changes the `{}`, and a primary key never changes",
                        role.name()
                    ),
                );
            }
        }
    }
    let in_key = |field: usize| {
        let mut parts = primary.iter().flat_map(|template| template.fields());
        parts.any(|(_, part)| part.field == field)
    };
    for index in indexes {
        let is_creation = |field: &usize| role(*field) == Some(Role::CreatedAt) && !in_key(*field);
        let mut created = index.reads(shard).into_iter().filter(is_creation);
        if created.any(|field| !is_key_by_itself(index, field, shard)) {
            errors.at(&index.name, CREATION);
        }
        let is_version = |field: &usize| role(*field) == Some(Role::Version);
        if index.reads(shard).iter().any(is_version) {
            errors.at(
                &index.name,
                "an index cannot read the `version`: what an update makes of it is known to the service only",
            );
        }
    }
}

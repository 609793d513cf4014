//! Fields that the library keeps: one of each, stored, and not where they would contradict themselves.

use crate::errors::Errors;
use crate::model::{Field, Index, Role, Shard, Template};
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
    for index in indexes {
        let is_version = |field: &usize| role(*field) == Some(Role::Version);
        if index.reads(shard).iter().any(is_version) {
            errors.at(
                &index.name,
                "an index cannot read the `version`: what an update makes of it is known to the service only",
            );
        }
    }
}

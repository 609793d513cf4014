//! `also(…)` of an entity: further places of its items, whose keys are made of the primary key's fields.

use syn::LitStr;
use syn::ext::IdentExt;

use super::index;
use super::template::Fields;
use crate::errors::Errors;
use crate::model::{Also, Template};
use crate::parse::also::RawAlso;

/// Judges one place; `primary` is the entity's own key, as far as it could be read.
pub(crate) fn also(
    raw: RawAlso,
    primary: &[&Template],
    has_sort_key: bool,
    fields: Fields<'_>,
    errors: &Errors,
) -> Option<Also> {
    check_written(&raw, has_sort_key, errors);
    if let Some(name) = &raw.name {
        index::check_taken(name, errors);
    }
    let of = raw
        .name
        .as_ref()
        .map_or_else(String::new, |name| format!(" of also `{}`", name.unraw()));
    let template = |literal: &LitStr, key: &str| {
        let template = fields.template(literal, &format!("`{key}`{of}"), errors)?;
        check_fields(&template, primary, &format!("`{key}`{of}"), fields, errors)
            .then_some(template)
    };
    let pk = raw.pk.as_ref().map(|literal| template(literal, "pk"));
    let sk = raw.sk.as_ref().map(|literal| template(literal, "sk"));
    if let Some(Some(sk)) = &sk {
        index::check_methods(sk, fields.fields, errors);
    }
    Some(Also {
        pk: pk??,
        sk: sk.map_or(Some(None), |sk| sk.map(Some))?,
        name: raw.name?,
    })
}

/// What was written but could not be read is reported already.
fn check_written(raw: &RawAlso, has_sort_key: bool, errors: &Errors) {
    let written = |key: &str| raw.written.iter().any(|written| written == key);
    if !written("name") {
        errors.at(
            &raw.key,
            "`also` needs a name, which becomes its function: `name = by_order`",
        );
    }
    if !written("pk") {
        errors.at(
            &raw.key,
            "`also` needs a partition key of its own: `pk = \"ORDER#{order_id}\"`",
        );
    }
    match (has_sort_key, written("sk")) {
        (true, false) => errors.at(
            &raw.key,
            "`also` needs a sort key, as the entity has one: `sk = \"CUST#{customer_id}\"`",
        ),
        (false, true) => errors.at(
            &raw.sk,
            "the entity has no sort key, so `also` has none either: remove `sk`",
        ),
        _ => {}
    }
}

/// A key never changes, so it is made of what never changes: the primary key's fields.
fn check_fields(
    template: &Template,
    primary: &[&Template],
    role: &str,
    fields: Fields<'_>,
    errors: &Errors,
) -> bool {
    if template.shard().is_some() {
        errors.at(
            &template.literal,
            format!("key template {role} has `{{shard}}`; only the primary key and indexes are spread over shards"),
        );
        return false;
    }
    let in_key = |field: usize| {
        let mut parts = primary.iter().flat_map(|template| template.fields());
        parts.any(|(_, part)| part.field == field)
    };
    let outside = template
        .fields()
        .map(|(_, part)| part.field)
        .find(|field| !in_key(*field));
    let Some(field) = outside.and_then(|field| fields.fields.get(field)) else {
        return true;
    };
    // Without a primary key that could be read there is nothing to compare with.
    if !primary.is_empty() {
        errors.at(
            &template.literal,
            format!("key template {role} names `{0}`, which is not in the primary key, so an update could change it, and a key never changes; name fields of `pk` and `sk`, or use an index for `{0}`", field.name),
        );
    }
    false
}

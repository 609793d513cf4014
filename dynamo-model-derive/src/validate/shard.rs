//! `shard(…)` of an entity: how many, by what, and where `{shard}` may stand.

use syn::Ident;
use syn::ext::IdentExt;

use super::template::Fields;
use crate::errors::Errors;
use crate::model::{Format, Part, Shard, Template};
use crate::parse::shard::RawShard;

/// The name of the part, which no field can have then.
pub(crate) const SHARD: &str = "shard";
/// More shards than that are more requests for each query than any partition needs: it is a million
/// write units a second.
const MOST: u16 = 1000;

/// Judges a `shard(…)`.
pub(crate) fn shard(raw: &RawShard, fields: Fields<'_>, errors: &Errors) -> Option<Shard> {
    let missing = match (raw.has_count, raw.has_by) {
        (false, false) => Some("how many and by which field"),
        (false, true) => Some("how many there are"),
        (true, false) => Some("by which field an item finds its own"),
        (true, true) => None,
    };
    if let Some(missing) = missing {
        let example = "`shard(count = 10, by = order_id)`";
        errors.at(&raw.key, format!("shards need {missing}: {example}"));
    }
    if let Some(position) = fields.find(SHARD)
        && let Some(field) = fields.fields.get(position)
    {
        errors.at(
            &field.ident,
            "`{shard}` is the number that `shard(…)` computes, so no field can have its name; rename the field, or remove `shard(…)` to set the shard yourself",
        );
    }
    let count = raw.count.as_ref().and_then(|literal| {
        let count = literal
            .base10_parse::<u16>()
            .ok()
            .filter(|count| (2..=MOST).contains(count));
        if count.is_none() {
            errors.at(
                literal,
                format!("the number of shards is from 2 to {MOST}, and this is {literal}"),
            );
        }
        count
    });
    let by: Vec<_> = raw
        .by
        .iter()
        .flatten()
        .map(|ident| by(ident, fields, errors))
        .collect();
    for (position, ident) in raw.by.iter().flatten().enumerate() {
        if raw
            .by
            .iter()
            .flatten()
            .take(position)
            .any(|earlier| earlier == ident)
        {
            errors.at(ident, format!("`by` names `{}` twice", ident.unraw()));
        }
    }
    let by = by.into_iter().collect::<Option<Vec<_>>>()?;
    raw.by.as_ref()?;
    Some(Shard { count: count?, by })
}

fn by(ident: &Ident, fields: Fields<'_>, errors: &Errors) -> Option<usize> {
    let name = ident.unraw().to_string();
    let found = fields.find(&name);
    if found.is_none() {
        let (entity, nearest) = (fields.entity, fields.nearest(&name));
        errors.at(
            ident,
            format!("`by` names `{name}`, but `{entity}` has no such field{nearest}"),
        );
    }
    found
}

/// The entity's templates and what they say of its shards.
pub(crate) struct Uses<'a> {
    pub(crate) pk: &'a Template,
    pub(crate) sk: Option<&'a Template>,
    /// Partition and sort key of each index that has templates.
    pub(crate) indexes: Vec<(&'a Template, Option<&'a Template>)>,
}

/// Judges where `{shard}` stands.
pub(crate) fn check_uses(
    raw: Option<&RawShard>,
    shard: Option<&Shard>,
    uses: &Uses<'_>,
    fields: Fields<'_>,
    errors: &Errors,
) {
    let sorts = uses
        .sk
        .into_iter()
        .chain(uses.indexes.iter().filter_map(|(_, sk)| *sk));
    for sort in sorts.filter(|sort| sort.shard().is_some()) {
        errors.at(
            &sort.literal,
            "`{shard}` stands in a partition key; in a sort key it would spread nothing and break the order",
        );
    }
    let partitions = || std::iter::once(uses.pk).chain(uses.indexes.iter().map(|(pk, _)| *pk));
    let Some(raw) = raw else { return };
    let mut all = partitions()
        .chain(uses.sk)
        .chain(uses.indexes.iter().filter_map(|(_, sk)| *sk));
    // A field of that name is reported already, and the templates name it.
    if fields.find(SHARD).is_none() && all.all(|template| template.shard().is_none()) {
        errors.at(
            &raw.key,
            "no key template has `{shard}`; put it into a partition key, as in `pk = \"EVENT#{day}#{shard}\"`, or remove `shard(…)`",
        );
    }
    let Some(shard) = shard else { return };
    for template in partitions() {
        if let Some(Format::Padded(width)) = template.shard() {
            check_width(*width, shard.count, template, errors);
        }
    }
    if uses.pk.shard().is_none() {
        return;
    }
    let in_key = |field: usize| {
        let mut key = std::iter::once(uses.pk).chain(uses.sk);
        key.any(|template| template.fields().any(|(_, part)| part.field == field))
    };
    for (ident, position) in raw.by.iter().flatten().zip(&shard.by) {
        if !in_key(*position) {
            let name = ident.unraw();
            let entity = fields.entity;
            errors.at(
                ident,
                format!("`{{shard}}` is in the primary key of `{entity}`, so a get has to know it from the key's fields, and `{name}` is none of them; name fields of `pk` or `sk`, or put `{name}` into the sort key"),
            );
        }
    }
}

fn check_width(width: u8, count: u16, template: &Template, errors: &Errors) {
    let needed = (count - 1).to_string().len();
    if usize::from(width) < needed {
        errors.at(
            &template.literal,
            format!("`{{shard:0{width}}}` is too narrow for {count} shards, whose last is {}; write `{{shard:0{needed}}}`", count - 1),
        );
    }
}

/// The part `{shard}` of a template; it was written `{shard:format}`.
pub(crate) fn part(
    format: Format,
    template: &syn::LitStr,
    role: &str,
    errors: &Errors,
) -> Option<Part> {
    if matches!(format, Format::Default | Format::Padded(_)) {
        return Some(Part::Shard(format));
    }
    errors.at(
        template,
        format!("key template {role} has a `{{shard}}` with a format that is no width; it takes none, or a width such as `{{shard:02}}`"),
    );
    None
}

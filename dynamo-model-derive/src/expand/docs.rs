//! The docs of generated functions: what each reads, and what that costs.

use super::paths::{PathPart, QueryPath};
use crate::model::Entity;

/// `E::key`.
pub(crate) fn key(entity: &Entity) -> String {
    format!(
        "The primary key of the `{}` with these values: partition key `{}`{}. Sends nothing.",
        entity.name,
        entity.pk.literal.value(),
        entity.sk.as_ref().map_or_else(String::new, |sk| format!(
            ", sort key `{}`",
            sk.literal.value()
        )),
    )
}

/// `E::parse_key`.
pub(crate) fn parse_key(entity: &Entity) -> String {
    format!(
        "The typed key of a `{}` from its key attributes' text. Sends nothing.\n\n# Errors\n\nIf the text does not have the form of the key template, or a part of it \
         is no value of its field's type.",
        entity.name
    )
}

/// `E::partition`.
pub(crate) fn partition(entity: &Entity, base: &QueryPath<'_>) -> String {
    format!(
        "The item collection that holds the `{}`: all items under the partition key `{}`, whatever their type. Sends nothing by itself.{}",
        entity.name,
        entity.pk.literal.value(),
        shards(base),
    )
}

/// `E::query` and the index functions.
pub(crate) fn path(entity: &Entity, path: &QueryPath<'_>) -> String {
    let place = match &path.on {
        Some(on) => format!("one partition of the index `{on}`, eventually consistent"),
        None if path.also.is_some() => {
            "one partition of the table, under the keys of `also`".to_owned()
        }
        None => "one partition of the table".to_owned(),
    };
    format!(
        "The `{}` items of {place}. Nothing is sent until the query is run: one Query request per page, paid by the data examined, as many pages as needed.{}",
        entity.name,
        shards(path),
    )
}

/// `E::query_in` and the same of an index.
pub(crate) fn buckets(entity: &Entity, path: &QueryPath<'_>) -> String {
    let bucket = path.bucket.and_then(|bucket| path.partition.get(bucket));
    let field = bucket.map_or("", |part| part.field.name.as_str());
    let place = match &path.on {
        Some(on) => format!("the index `{on}`, eventually consistent"),
        None => "the table".to_owned(),
    };
    format!(
        "The `{}` items of {place} whose `{field}` is in the range, over all partitions that the range touches: one after the other in the direction of the query, \
         until its limit. At least one Query request per partition, empty ones included. Both ends have to be given; more than 10,000 partitions are an error \
         before anything is sent.{}",
        entity.name,
        shards(path),
    )
}

/// What a path over shards adds to its docs.
fn shards(path: &QueryPath<'_>) -> String {
    path.shards.map_or_else(String::new, |count| {
        format!(" All {count} shards are read, several at a time, and merged by the sort key: a request for each of them and page.")
    })
}

/// The method that fixes a level.
pub(crate) fn level(part: &PathPart<'_>) -> String {
    format!(
        "Narrows the query to items whose `{}` is this value. A part of the key condition: items outside it are not read.",
        part.field.name
    )
}

/// The method that takes a range.
pub(crate) fn range(part: &PathPart<'_>) -> String {
    format!(
        "Narrows the query to items whose `{}` is in the range. A part of the key condition: items outside it are not read. No level can follow; an empty range sends \
         nothing.",
        part.field.name
    )
}

/// The method that takes the beginning of a text.
pub(crate) fn starts_with(part: &PathPart<'_>) -> String {
    format!(
        "Narrows the query to items whose `{}`, as written in the key, begins with the text. A part of the key condition: items outside it are not read. No level can follow.",
        part.field.name
    )
}

/// The struct of a path.
pub(crate) fn path_struct(entity: &Entity, path: &QueryPath<'_>) -> String {
    format!(
        "A query of `{}::{}` with its first `__LEVEL` sort-key levels given.",
        entity.name, path.function
    )
}

/// The struct of filter paths.
pub(crate) fn fields(entity: &Entity) -> String {
    format!("The attributes of `{}`, for filters.", entity.name)
}

/// `E::update`.
pub(crate) fn update(entity: &Entity) -> String {
    format!(
        "Begins an update of the `{}` with this key. Nothing is sent until a repository is given it.",
        entity.name
    )
}

//! The query paths of an entity: which fields are arguments, which become methods.
//!
//! One path per index and one for the base table. The partition template's fields are the arguments; each field of the sort template is a level with methods, but
//! for those that the partition has bound already.

use proc_macro2::Ident;
use quote::format_ident;
use syn::ext::IdentExt;

use crate::model::{Entity, Field, FieldPart, Format, Part, Template};
use crate::validate::rename::pascal;

/// A query path.
pub(crate) struct QueryPath<'e> {
    /// Position among the entity's indexes; `None` for the base table.
    pub(crate) index: Option<usize>,
    /// Position among the entity's further places in the base table.
    pub(crate) also: Option<usize>,
    /// The generated struct's name.
    pub(crate) ident: Ident,
    /// The function that begins it.
    pub(crate) function: Ident,
    /// The name of the index, for docs.
    pub(crate) on: Option<String>,
    pub(crate) partition: Vec<PathPart<'e>>,
    /// Where a range over time buckets is possible: the bucket's place in `partition`.
    pub(crate) bucket: Option<usize>,
    /// How many shards the partition has.
    pub(crate) shards: Option<u16>,
    pub(crate) levels: Vec<PathPart<'e>>,
    /// Positions of the fields that are a key of the path by themselves.
    pub(crate) bare: Vec<usize>,
}

/// A field in a path.
pub(crate) struct PathPart<'e> {
    /// Position among the template's parts.
    pub(crate) position: usize,
    /// Position among the entity's fields.
    pub(crate) index: usize,
    pub(crate) field: &'e Field,
    pub(crate) order: Order,
}

/// Whether ranges over a part are ranges over its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Text order is value order in this place.
    Sorted,
    /// It is so if the type's text has one width.
    ByType,
    /// It is so if the type's texts sort as its values do: the part is the last.
    Last,
    /// It is not.
    Unsorted,
}

/// The base table's path, those of the indexes, and those of the further places in the base table.
pub(crate) fn all(entity: &Entity) -> Vec<QueryPath<'_>> {
    let (table_pk, table_sk) = (vec![&entity.pk], entity.sk.iter().collect::<Vec<_>>());
    let base = path(entity, None, "query", table_pk.clone(), table_sk.clone());
    let indexes = entity.indexes.iter().enumerate().map(|(position, index)| {
        let (pk, sk) = match (&index.keys, &entity.sk) {
            (Some(keys), _) => (keys.partition().collect(), keys.sort().collect()),
            // An inverted index; without a sort key there is nothing to invert, which the runtime's check of the index says.
            (None, Some(sk)) => (vec![sk], table_pk.clone()),
            (None, None) => (table_pk.clone(), Vec::new()),
        };
        let mut path = path(
            entity,
            Some(position),
            &index.name.unraw().to_string(),
            pk,
            sk,
        );
        path.function = index.name.clone();
        path.on = Some(index.on.value());
        path
    });
    let also = entity.also.iter().enumerate().map(|(position, also)| {
        let name = also.name.unraw().to_string();
        let mut path = path(
            entity,
            None,
            &name,
            vec![&also.pk],
            also.sk.iter().collect(),
        );
        path.function = also.name.clone();
        path.also = Some(position);
        // A range over time buckets is one of the entity's own keys or of an index.
        path.bucket = None;
        path
    });
    std::iter::once(base).chain(indexes).chain(also).collect()
}

fn path<'e>(
    entity: &'e Entity,
    index: Option<usize>,
    name: &str,
    pk: Vec<&'e Template>,
    sk: Vec<&'e Template>,
) -> QueryPath<'e> {
    let partition = pk.iter().flat_map(|pk| parts(entity, pk)).collect();
    let bound: Vec<&FieldPart> = pk
        .iter()
        .flat_map(|pk| pk.fields())
        .map(|(_, part)| part)
        .collect();
    let levels = sk
        .iter()
        .flat_map(|sk| free_parts(entity, sk, &bound))
        .collect();
    let single = match (pk.as_slice(), sk.as_slice()) {
        ([pk], [sk]) => Some((*pk, Some(*sk))),
        ([pk], []) => Some((*pk, None)),
        // A key of several attributes names fields only: no shard and no bucket.
        _ => None,
    };
    let partition: Vec<PathPart<'e>> = partition;
    let bucket = single
        .and_then(|(pk, sk)| pk.bucket(sk))
        .and_then(|position| partition.iter().position(|part| part.position == position));
    let shards = single
        .and_then(|(pk, _)| pk.shard())
        .and(entity.shard.as_ref())
        .map(|shard| shard.count);
    QueryPath {
        index,
        also: None,
        bucket,
        shards,
        ident: format_ident!("__{}{}", entity.name, pascal(name)),
        function: format_ident!("{name}"),
        on: None,
        partition,
        levels,
        bare: pk
            .into_iter()
            .chain(sk)
            .filter_map(Template::bare)
            .collect(),
    }
}

/// The parts of a sort template that the partition does not bind.
fn free_parts<'e>(
    entity: &'e Entity,
    template: &'e Template,
    bound: &[&FieldPart],
) -> Vec<PathPart<'e>> {
    // Behind the shard of an inverted index no level can be given: nobody knows the shard there.
    let end = template
        .parts
        .iter()
        .position(|part| matches!(part, Part::Shard(_)));
    let free: Vec<usize> = template
        .fields()
        .filter(|(position, part)| !bound.contains(part) && end.is_none_or(|end| *position < end))
        .map(|(position, _)| position)
        .collect();
    parts(entity, template)
        .into_iter()
        .filter(|part| free.contains(&part.position))
        .collect()
}

fn parts<'e>(entity: &'e Entity, template: &'e Template) -> Vec<PathPart<'e>> {
    template
        .fields()
        .filter_map(|(position, part)| {
            let field = entity.fields.get(part.field)?;
            Some(PathPart {
                position,
                index: part.field,
                field,
                order: order(template, position, part),
            })
        })
        .collect()
}

fn order(template: &Template, position: usize, part: &FieldPart) -> Order {
    if part.format.is_unordered() {
        return Order::Unsorted;
    }
    let last = position + 1 == template.parts.len();
    if part.format.is_fixed_width() {
        return Order::Sorted;
    }
    if last {
        return if part.format == Format::Default {
            Order::Last
        } else {
            Order::Sorted
        };
    }
    match (&part.format, template.parts.get(position + 1)) {
        (Format::Default, _) => Order::ByType,
        (_, Some(Part::Literal(_) | Part::Field(_) | Part::Shard(_)) | None) => Order::Unsorted,
    }
}

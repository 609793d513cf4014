//! What a collection reads of a partition: all of it, what can be its members', or what stands below a path.
//!
//! A condition on the sort key leaves out what is not wanted before it is examined and paid for. Which one it may be is
//! proved from the templates: the members' sort keys begin with known text, rendered as far as the partition key tells.

use std::marker::PhantomData;

use super::collection::{Collection, OnTable};
use super::path::Core;
use super::spread::Group;
use super::target::{Filling, Target};
use super::{AfterRange, Entity, IntoQuery, Partition, Path, QueryIndex, Table};
use crate::error::{Error, Kind, Result};
use crate::key::bounds::{SortCondition, raised};
use crate::key::template::{FieldPart, Part, SORT_KEY_LIMIT, Template};
use crate::key::value::{KeyType, KeyValue};
use crate::schema::{EntityKeys, can_render};

/// What names the items of a collection: a partition, or a path at any level.
#[diagnostic::on_unimplemented(
    message = "`{Self}` names no partition",
    label = "expected a partition or a path of an entity",
    note = "a partition is named by one of the entities in it: `Customer::partition(\"c1\")`, `Order::query(\"c1\")`, or the path of an index"
)]
pub trait IntoScope {
    /// The table.
    type Table;
    /// The table's own partitions, or those of an index.
    type On;

    #[doc(hidden)]
    fn into_scope(self) -> Scope<Self::Table>;
}

impl<T: Table> IntoScope for Partition<T> {
    type Table = T;
    type On = OnTable;

    fn into_scope(self) -> Scope<T> {
        Scope {
            parts: whole(self),
            table: PhantomData,
        }
    }
}

impl<I: QueryIndex + IntoScope> IntoScope for AfterRange<I> {
    type Table = <I::Entity as Entity>::Table;
    type On = I::On;

    fn into_scope(self) -> Scope<Self::Table> {
        self.into_path().into_scope()
    }
}

/// What is read of a partition.
#[derive(Debug)]
pub struct Scope<T> {
    parts: Result<CollectionParts>,
    table: PhantomData<fn() -> T>,
}

/// A partition, and a condition on its sort key.
#[derive(Debug)]
pub(crate) struct CollectionParts {
    pub(crate) index: Option<&'static str>,
    pub(crate) pk_name: &'static str,
    pub(crate) partition: KeyValue,
    /// The further attributes of a partition key of several, and those of the sort key before the condition.
    pub(crate) equal: Vec<(&'static str, KeyValue)>,
    pub(crate) sk_name: Option<&'static str>,
    pub(crate) sort: SortCondition<KeyValue>,
    /// A sort key that the range excludes but the condition does not.
    pub(crate) dropped: Option<KeyValue>,
    pub(crate) below: Option<Below>,
    /// All partitions, where there are several.
    pub(crate) spread: Option<Vec<Group>>,
    /// Items of other entities, or copies of the members', can match the condition.
    pub(crate) is_mixed: bool,
    /// No level was given.
    is_whole: bool,
}

/// An item and what is below it: two prefixes that one range covers, with others between them.
#[derive(Clone)]
pub(crate) struct Below {
    item: String,
    /// The item's sort key and the delimiter.
    prefix: String,
}

/// Without values.
impl std::fmt::Debug for Below {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Below")
    }
}

impl Below {
    pub(crate) fn has(&self, sort_key: &KeyValue) -> bool {
        let text = sort_key.text();
        *text == *self.item || text.starts_with(&self.prefix)
    }
}

fn whole<T>(partition: Partition<T>) -> Result<CollectionParts> {
    let Partition {
        key,
        further,
        shards,
        index,
        pk_name,
        sk_name,
        ..
    } = partition;
    Ok(CollectionParts {
        index,
        pk_name,
        partition: key?,
        equal: further,
        sk_name,
        sort: SortCondition::All,
        dropped: None,
        below: None,
        spread: shards.map(|partitions| {
            vec![Group {
                partitions,
                sort: SortCondition::All,
                dropped: None,
            }]
        }),
        is_mixed: false,
        is_whole: true,
    })
}

impl<E: Entity> Path<E> {
    /// What this path stands for in a collection.
    #[must_use]
    pub fn into_scope(self) -> Scope<E::Table> {
        let Core {
            levels,
            narrowed,
            buckets,
            ..
        } = &self.core;
        let parts = if *levels == 0 && narrowed.is_none() && buckets.is_none() {
            whole(self.into_partition())
        } else {
            self.into_parts()
        };
        Scope {
            parts,
            table: PhantomData,
        }
    }

    fn into_parts(self) -> Result<CollectionParts> {
        let parts = self.finish()?;
        let target = parts.target;
        let sk_name = target.sk_names.get(parts.equal.len()).copied();
        let mut values = target.pk_names.iter().copied().zip(parts.partition);
        let (pk_name, partition) = values
            .next()
            .unwrap_or((target.layout.pk, KeyValue::from("")));
        Ok(CollectionParts {
            index: target.index,
            pk_name,
            partition,
            equal: values
                .chain(target.sk_names.iter().copied().zip(parts.equal))
                .collect(),
            sk_name,
            sort: parts.sort,
            dropped: parts.dropped,
            below: None,
            spread: parts.spread,
            is_mixed: false,
            is_whole: false,
        })
    }
}

impl<T: Table> Scope<T> {
    /// What a collection reads, with a condition on the sort key where one can be proved.
    pub(crate) fn for_collection<C: Collection<Table = T>>(self) -> Result<CollectionParts> {
        let mut parts = self.parts?;
        let Some(first) = C::MEMBERS.first() else {
            return Err(unreadable(&parts).with_detail("the collection has no members"));
        };
        if parts.index != C::INDEX {
            let name = |index: Option<&str>| match index {
                Some(index) => format!("the index `{index}`"),
                None => "the table itself".to_owned(),
            };
            let (given, read) = (name(parts.index), name(C::INDEX));
            return Err(unreadable(&parts).with_detail(format!(
                "the collection reads {read}, and the partition is of {given}: name one of {read}, or say `#[collection(on = \"...\")]` on the collection"
            )));
        }
        let target = Target::of_collection(T::LAYOUT, first, C::INDEX);
        let partitions = parts.partitions(&target);
        let is_member = |name: &str| C::MEMBERS.iter().any(|member| member.type_name == name);
        let (members, others): (Vec<&EntityKeys>, Vec<_>) = T::ENTITIES
            .iter()
            .copied()
            .partition(|keys| is_member(keys.type_name));
        let is_here = |(pk, _): &Filling| partitions.can_be_of(pk, target.layout.delimiter);
        let here = |all: Vec<_>| -> Vec<Filling> {
            let fillings = all.into_iter().flat_map(|keys| target.fillings(keys));
            fillings.filter(is_here).collect()
        };
        // What belongs to a member's items is none of them, though it stands under keys of the member.
        let companions = members
            .iter()
            .flat_map(|keys| Target::of_collection(T::LAYOUT, keys, C::INDEX).companions());
        let companions: Vec<Filling> = companions.filter(is_here).collect();
        let (members, others) = (here(members), here(others));
        let has_buckets = parts.has_buckets();
        if members.is_empty() && !C::KEEPS_UNKNOWN && !has_buckets {
            return Err(unreadable(&parts).with_detail(
                "no member of the collection can be in this partition: name the partition by one of its members",
            ));
        }
        if let [name] = target.sk_names[..]
            && T::LAYOUT.key_type(name) == KeyType::Text
        {
            let members = Members {
                fillings: &members,
                keeps_unknown: C::KEEPS_UNKNOWN,
                delimiter: T::LAYOUT.delimiter,
            };
            if parts.is_whole && !others.is_empty() && !C::KEEPS_UNKNOWN {
                let sort = members.range(&partitions);
                parts.narrow(&sort);
            } else if !parts.is_whole {
                members.with_those_below(&mut parts);
            }
        }
        let can_match = |(_, sk): &Filling| parts.can_match(sk, T::LAYOUT.delimiter);
        // Where unknown items are taken nothing is left out.
        parts.is_mixed =
            !C::KEEPS_UNKNOWN && (has_buckets || others.iter().chain(&companions).any(can_match));
        Ok(parts)
    }
}

fn unreadable(parts: &CollectionParts) -> Error {
    Error::new(Kind::Request).with_key(format!("{{{}: {}}}", parts.pk_name, parts.partition))
}

/// The values of the partition key: one for each attribute, of each partition.
struct Partitions(Vec<Vec<KeyValue>>);

impl Partitions {
    /// Whether templates can render one of the partitions' keys.
    fn can_be_of(&self, templates: &[&'static Template], delimiter: &str) -> bool {
        self.0.iter().any(|values| {
            templates.iter().zip(values).all(|(template, value)| {
                can_render(template, &value.text_for(template.bare()), delimiter)
            })
        })
    }

    /// The texts of the templates' fields, where there is one partition.
    fn known(&self, templates: &[&'static Template]) -> Vec<(&'static FieldPart, String)> {
        let [values] = &self.0[..] else {
            return Vec::new();
        };
        let mut known = Vec::new();
        for (template, value) in templates.iter().zip(values) {
            let text = value.text_for(template.bare());
            let fields = template.split(&text).unwrap_or_default();
            // What stands for a field that others write has no name.
            let named = fields
                .into_iter()
                .filter(|(field, _)| !field.name.is_empty());
            known.extend(named.map(|(field, text)| (field, text.to_owned())));
        }
        known
    }
}

impl CollectionParts {
    /// The partitions, and of time buckets, of which there may be thousands, those of the first.
    fn partitions(&self, target: &Target) -> Partitions {
        let further = target.pk_names.len().saturating_sub(1);
        let with_further = |first: &KeyValue| {
            let further = self.equal.iter().take(further).map(|(_, value)| value);
            std::iter::once(first).chain(further).cloned().collect()
        };
        let shards = self.spread.as_ref().and_then(|groups| groups.first());
        Partitions(match shards {
            Some(shards) => shards.partitions.iter().map(with_further).collect(),
            None => vec![with_further(&self.partition)],
        })
    }

    fn has_buckets(&self) -> bool {
        let groups = self.spread.as_ref();
        groups.is_some_and(|groups| groups.len() != 1)
    }

    /// The same condition for all partitions.
    fn narrow(&mut self, sort: &SortCondition) {
        let Ok(sort) = sort
            .clone()
            .try_map(|text| Ok::<_, std::convert::Infallible>(KeyValue::Text(text)));
        for group in self.spread.iter_mut().flatten() {
            group.sort = sort.clone();
        }
        self.sort = sort;
    }

    /// Whether an item with sort keys of these templates can match the condition.
    fn can_match(&self, sk: &[&'static Template], delimiter: &str) -> bool {
        let [sk] = sk else { return true };
        match &self.sort {
            SortCondition::Equals(key) => can_render(sk, &key.text_for(sk.bare()), delimiter),
            SortCondition::BeginsWith(key) => sk.can_begin(&key.text(), delimiter),
            _ => true,
        }
    }
}

/// The sort keys of a collection's members.
struct Members<'m> {
    fillings: &'m [Filling],
    keeps_unknown: bool,
    delimiter: &'static str,
}

/// A sort key as far as it is known.
#[derive(PartialEq, Eq)]
struct Beginning {
    text: String,
    is_complete: bool,
}

impl Members<'_> {
    /// From the least beginning of the sort keys to the end of the greatest.
    fn range(&self, partitions: &Partitions) -> SortCondition {
        let beginnings: Vec<_> = self
            .fillings
            .iter()
            .filter_map(|(pk, sk)| Some(beginning(sk.first()?, &partitions.known(pk))))
            .collect();
        let Some(least) = beginnings.iter().min_by(|a, b| a.text.cmp(&b.text)) else {
            return SortCondition::All;
        };
        let low = least.text.clone();
        if low.is_empty() {
            return SortCondition::All;
        }
        if beginnings.iter().all(|beginning| beginning == least) && least.is_complete {
            return SortCondition::Equals(low);
        }
        let is_prefix = |beginning: &Beginning| !beginning.is_complete && beginning.text == low;
        if beginnings.iter().any(is_prefix)
            && beginnings
                .iter()
                .all(|beginning| beginning.text.starts_with(&low))
        {
            return SortCondition::BeginsWith(low);
        }
        let ends = beginnings.iter().map(|beginning| {
            if beginning.is_complete {
                Some(beginning.text.clone())
            } else {
                raised(&beginning.text)
            }
        });
        match ends
            .collect::<Option<Vec<_>>>()
            .map(|ends| ends.into_iter().max())
        {
            Some(Some(high)) => SortCondition::Between(low, high),
            _ => SortCondition::AtLeast(low),
        }
    }

    /// Where the path names one sort key, what goes on after it and the delimiter belongs to it.
    fn with_those_below(&self, parts: &mut CollectionParts) {
        let SortCondition::Equals(KeyValue::Text(item)) = &parts.sort else {
            return;
        };
        let item = item.clone();
        let prefix = format!("{item}{}", self.delimiter);
        let any = |can: fn(&Template, &str, &str) -> bool, text: &str| {
            let mut sort_keys = self.fillings.iter().filter_map(|(_, sk)| sk.first());
            self.keeps_unknown || sort_keys.any(|sk| can(sk, text, self.delimiter))
        };
        if prefix.len() >= SORT_KEY_LIMIT || !any(Template::can_begin, &prefix) {
            return;
        }
        if !any(can_render, &item) {
            return parts.narrow(&SortCondition::BeginsWith(prefix));
        }
        let Some(end) = raised(&prefix) else { return };
        parts.narrow(&SortCondition::Between(item.clone(), end));
        parts.below = Some(Below { item, prefix });
    }
}

/// What a sort key begins with: its literals, and the fields that the partition key tells.
fn beginning(sk: &Template, known: &[(&'static FieldPart, String)]) -> Beginning {
    let mut text = String::new();
    for part in sk.parts {
        match part {
            Part::Literal(literal) => text.push_str(literal),
            Part::Field(field) => match known.iter().find(|(other, _)| other.is_same_text(field)) {
                Some((_, known)) => text.push_str(known),
                None => {
                    return Beginning {
                        text,
                        is_complete: false,
                    };
                }
            },
            Part::Shard(_) => {
                return Beginning {
                    text,
                    is_complete: false,
                };
            }
        }
    }
    Beginning {
        text,
        is_complete: true,
    }
}

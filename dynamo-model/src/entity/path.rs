//! Query paths: the partition's fields, then one level after the other, down to a condition on the sort
//! key.
//!
//! The generated path structs wrap [`Path`]; it renders with the template's own code, keeps the first
//! fault for the time of sending, and in the end knows what the templates prove: whether other entities
//! can be in the partition, and whether one can match the condition.

use std::marker::PhantomData;
use std::ops::Bound;

use smallvec::SmallVec;

use super::key::key_value;
use super::level::{bound_text, range_of};
use super::partition::Partition;
use super::range::{IndexRangeArg, RangeArg};
use super::spread::{Buckets, Group, groups, shard_partitions};
use super::target::{Filling, Target};
use super::writer::KeyWriter;
use super::{Entity, Table};
use crate::error::{Error, Result};
use crate::key::Few;
use crate::key::bounds::{self, SortCondition};
use crate::key::format::{Format, PartKind};
use crate::key::ops::{IndexArg, IndexOps, PartOps, Written};
use crate::key::part::KeyPart;
use crate::key::template::{KeyFault, PARTITION_KEY_LIMIT, SORT_KEY_LIMIT, Template};
use crate::key::text::write_text;
use crate::key::value::{KeyType, KeyValue};
use crate::schema::{EntityKeys, Pattern, can_be_equal, can_render};

/// A query in the making; the generated path structs wrap it.
#[derive(Debug)]
pub struct Path<E> {
    pub(super) core: Core,
    entity: PhantomData<fn() -> E>,
}

#[derive(Debug)]
pub(super) struct Core {
    pub(super) target: Target,
    pub(super) partition: KeyWriter,
    pub(super) sort: KeyWriter,
    /// The texts of the partition's field parts, for the same parts in the sort key.
    pub(super) known: Few<String>,
    pub(super) buckets: Option<Buckets>,
    pub(super) levels: usize,
    pub(super) narrowed: Option<(SortCondition, Option<String>)>,
    fault: Option<Error>,
}

/// A finished path.
#[derive(Debug)]
pub(crate) struct QueryParts {
    pub(crate) target: Target,
    /// One value for each attribute of the partition key.
    pub(crate) partition: Few<KeyValue>,
    /// The values of the sort key's attributes before the one that the condition is on.
    pub(crate) equal: Vec<KeyValue>,
    pub(crate) sort: SortCondition<KeyValue>,
    /// A sort key that the range excludes but the condition does not.
    pub(crate) dropped: Option<KeyValue>,
    /// Another entity can match the condition.
    pub(crate) is_shared: bool,
    /// Items of the same entity under another key can match it.
    pub(crate) meets_copies: bool,
    /// The sort key's template, where another entry of the same entity can match the condition.
    pub(crate) told_by: Option<&'static Template>,
    /// All partitions of a path over several; `partition` is then the first of them.
    pub(crate) spread: Option<Vec<Group>>,
}

impl<E: Entity> Path<E> {
    /// A path on the table itself.
    #[must_use]
    pub fn primary() -> Self {
        Self::on(None)
    }

    /// A path on the index of an entry.
    #[must_use]
    pub fn index(entry: usize) -> Self {
        Self::on(Some(entry))
    }

    /// A path on the table under the keys of an `also`.
    #[must_use]
    pub fn also(place: usize) -> Self {
        Self::of(Target::also::<E>(place))
    }

    pub(super) fn on(entry: Option<usize>) -> Self {
        Self::of(Target::new::<E>(entry))
    }

    fn of(target: Target) -> Self {
        Self {
            core: Core::new(target),
            entity: PhantomData,
        }
    }

    /// The next field of the partition key.
    #[must_use]
    pub fn partition<T>(mut self, ops: PartOps<T>, value: &T) -> Self {
        self.core
            .partition(&|format, out| ops.write(value, format, out));
        self
    }

    /// The next field of an index's partition key.
    #[must_use]
    pub fn index_partition<F, A: IndexArg<F>>(mut self, _ops: IndexOps<F>, value: A) -> Self {
        let value = value.into_inner();
        self.core
            .partition(&|format, out| value.write_part(format, out).into());
        self
    }

    /// The next level of the sort key, equal to a value.
    #[must_use]
    pub fn level<T>(mut self, ops: PartOps<T>, value: &T) -> Self {
        self.core
            .level(&|format, out| ops.write(value, format, out));
        self
    }

    /// The next level of an index's sort key, equal to a value.
    #[must_use]
    pub fn index_level<F, A: IndexArg<F>>(mut self, _ops: IndexOps<F>, value: A) -> Self {
        let value = value.into_inner();
        self.core
            .level(&|format, out| value.write_part(format, out).into());
        self
    }

    /// A range over the next level.
    #[must_use]
    pub fn range<T, W>(mut self, ops: PartOps<T>, range: impl RangeArg<T, W>) -> Self {
        self.core.range(range.into_bounds(), |value, format, out| {
            ops.write(value, format, out)
        });
        self
    }

    /// A range over the next level of an index.
    #[must_use]
    pub fn index_range<F, W, R: IndexRangeArg<F, W>>(
        mut self,
        _ops: IndexOps<F>,
        range: R,
    ) -> Self {
        self.core
            .range(range.into_inner_bounds(), |value, format, out| {
                value.write_part(format, out).into()
            });
        self
    }

    /// A partial value of the next level.
    #[must_use]
    pub fn starts_with(mut self, text: &str) -> Self {
        self.core.starts_with(text);
        self
    }

    /// The partition of this path.
    pub fn into_partition(self) -> Partition<E::Table> {
        self.core.into_partition()
    }

    pub(crate) fn finish(self) -> Result<QueryParts> {
        self.core.finish(E::Table::ENTITIES)
    }
}

type Write<'w> = &'w dyn Fn(Format, &mut String) -> Written;

impl Core {
    fn new(target: Target) -> Self {
        let delimiter = target.layout.delimiter;
        Self {
            partition: KeyWriter::new(&target.pk, delimiter),
            sort: KeyWriter::new(&target.sk, delimiter),
            target,
            known: Few::new(),
            buckets: None,
            levels: 0,
            narrowed: None,
            fault: None,
        }
    }

    /// Generic over the table alone: all entities of one share it.
    fn into_partition<T>(mut self) -> Partition<T> {
        self.pass_shard();
        let Core {
            target,
            partition,
            known,
            fault,
            ..
        } = self;
        let shards = match fault {
            None => shard_partitions(&target, &known),
            Some(_) => Ok(None),
        };
        let values = partition_values(&target, partition, fault);
        let (key, further, shards) = match values.and_then(|values| Ok((values, shards?))) {
            Ok((values, shards)) => {
                let mut values = target.pk_names.iter().copied().zip(values);
                let key = values.next().map_or(KeyValue::from(""), |(_, value)| value);
                (Ok(key), values.collect(), shards)
            }
            Err(error) => (Err(error), Vec::new(), None),
        };
        Partition {
            key,
            further,
            shards,
            index: target.index,
            pk_name: target.pk_names.first().copied().unwrap_or_default(),
            sk_name: target.sk_names.first().copied(),
            table: PhantomData,
        }
    }

    pub(super) fn partition(&mut self, write: Write<'_>) {
        self.pass_shard();
        let Some((_, writer)) = self.partition.open() else {
            return;
        };
        let Some(field) = writer.next_field() else {
            return;
        };
        let known = match self.target.asks_what_is_known() {
            true => writer.field_text(|out| write(field.format, out)),
            // It has its place, and nobody looks at it.
            false => writer
                .field(|out| write(field.format, out))
                .map(|is_written| is_written.then(String::new)),
        };
        match known {
            Ok(Some(known)) => self.known.push(known),
            Ok(None) => {}
            Err(fault) => self.fail(self.target.pk_names.first().copied(), fault),
        }
    }

    pub(super) fn level(&mut self, write: Write<'_>) {
        self.skip_known();
        self.levels += 1;
        let Some((position, writer)) = self.sort.open() else {
            return;
        };
        let Some(field) = writer.next_field() else {
            return;
        };
        if let Err(fault) = writer.field(|out| write(field.format, out)) {
            self.fail(self.target.sk_names.get(position).copied(), fault);
        }
    }

    fn range<T>(
        &mut self,
        (low, high): (Bound<T>, Bound<T>),
        write: impl Fn(&T, Format, &mut String) -> Written,
    ) {
        self.skip_known();
        let of = self.sort_type();
        let Some((position, sort)) = self.sort.open() else {
            return;
        };
        let Some(field) = sort.next_field() else {
            return;
        };
        let name = self.target.sk_names.get(position).copied();
        let bound = |bound, is_high| bound_text(sort, field, bound, is_high, &write);
        match (bound(&low, false), bound(&high, true)) {
            (Ok(low), Ok(high)) => match range_of(of, sort, field, low, high) {
                Ok(bounds::Range { condition, dropped }) => {
                    self.narrowed = Some((condition, dropped));
                }
                Err(fault) => self.fail(name, fault),
            },
            (Err(fault), _) | (_, Err(fault)) => self.fail(name, fault),
        }
    }

    fn starts_with(&mut self, text: &str) {
        self.skip_known();
        let of = self.sort_type();
        let Some((position, sort)) = self.sort.open() else {
            return;
        };
        if of == KeyType::Number {
            let fault =
                KeyFault::without_field("a number has no beginning: give a range".to_owned());
            return self.fail(self.target.sk_names.get(position).copied(), fault);
        }
        let mut start = sort.text().to_owned();
        // What the template folds or escapes, it folds or escapes here too.
        let written = match sort.next_field() {
            Some(field) if field.kind == PartKind::Text => {
                write_text(text, field.format, &mut start)
                    .map_err(|error| KeyFault::of_part(field, text, &error))
            }
            _ => {
                start.push_str(text);
                Ok(())
            }
        };
        match written {
            Ok(()) => self.narrowed = Some((prefix(start), None)),
            Err(fault) => self.fail(self.target.sk_names.get(position).copied(), fault),
        }
    }

    /// Writes the parts of the sort key that the partition has told already.
    pub(super) fn skip_known(&mut self) {
        while let Some((position, sort)) = self.sort.open() {
            let Some(field) = sort.next_field() else {
                return;
            };
            let told = self
                .target
                .pk
                .iter()
                .flat_map(|pk| pk.fields())
                .position(|other| other.is_same_text(field));
            let Some(text) = told.and_then(|position| self.known.get(position)) else {
                return;
            };
            if let Err(fault) = sort.field(|out| {
                out.push_str(text);
                Written::Done
            }) {
                self.fail(self.target.sk_names.get(position).copied(), fault);
                return;
            }
        }
    }

    pub(super) fn fail(&mut self, attribute: Option<&'static str>, fault: KeyFault) {
        let error = self.target.error(attribute.unwrap_or("sort key"), fault);
        self.fault.get_or_insert(error);
    }

    /// The type of the sort key's attribute that comes next.
    pub(super) fn sort_type(&self) -> KeyType {
        let name = self.target.sk_names.get(self.sort.position());
        name.map_or(KeyType::Text, |name| self.target.layout.key_type(name))
    }

    fn finish(mut self, entities: &'static [&'static EntityKeys]) -> Result<QueryParts> {
        self.skip_known();
        self.pass_shard();
        let Self {
            target,
            partition,
            sort,
            known,
            buckets,
            levels,
            narrowed,
            fault,
        } = self;
        let partition = partition_values(&target, partition, fault)?;
        let shares = |(pk, _): &Filling| target.can_share_partition(pk);
        let others: SmallVec<[Filling; 4]> = target.others(entities).filter(shares).collect();
        let own: Vec<Filling> = target.own_others().into_iter().filter(shares).collect();
        let copies: Vec<Filling> = target.copies().into_iter().filter(shares).collect();
        let is_alone = others.is_empty() && own.is_empty() && copies.is_empty();
        let written = sort.written();
        let (mut equal, last) = sort.into_parts();
        let (condition, dropped) = match (last, narrowed) {
            (_, Some(narrowed)) => narrowed,
            (None, None) if equal.is_empty() => (SortCondition::All, None),
            _ if levels == 0 && is_alone => {
                equal.clear();
                (SortCondition::All, None)
            }
            // All is given: the last one is the condition.
            (None, None) => match equal.pop() {
                Some((text, _)) => (SortCondition::Equals(text), None),
                None => (SortCondition::All, None),
            },
            (Some((text, _)), None) => match (prefix(text), equal.pop()) {
                (SortCondition::All, Some((text, _))) => (SortCondition::Equals(text), None),
                (condition, popped) => {
                    equal.extend(popped);
                    (condition, None)
                }
            },
        };
        let delimiter = target.layout.delimiter;
        let matches = |condition: &SortCondition, position: usize, template: &Template| {
            let is_open = !matches!(condition, SortCondition::Equals(_));
            let pattern = Pattern {
                parts: written.get(position).copied().unwrap_or_default(),
                is_open: is_open && position >= equal.len(),
            };
            can_be_equal(pattern, Pattern::whole(template), delimiter)
                // An upper bound that was raised by one character is itself in the range.
                || (position == equal.len()
                    && condition.highest().is_some_and(|text| can_render(template, text, delimiter)))
        };
        let spread = groups(&target, &known, buckets, (&condition, dropped.as_deref()))?;
        let is_any = |is: &dyn Fn(&SortCondition) -> bool| match &spread {
            Some(groups) => groups.iter().any(|group| is(&group.sort)),
            None => is(&condition),
        };
        let is_matched = |fillings: &[Filling]| {
            fillings.iter().any(|(_, sk)| {
                is_any(&|condition| {
                    (*condition == SortCondition::All && equal.is_empty())
                        || sk
                            .iter()
                            .enumerate()
                            .all(|(position, sk)| matches(condition, position, sk))
                })
            })
        };
        let is_shared = is_matched(&others);
        let meets_copies = is_matched(&copies);
        let position = equal.len();
        let told_by = target.sk.get(position).copied();
        let told_by = told_by.filter(|_| is_matched(&own));
        let value = |position: usize, text: String| {
            let name = target.sk_names.get(position).copied().unwrap_or_default();
            let Some(template) = target.sk.get(position) else {
                return Ok(KeyValue::Text(text));
            };
            key_value(target.layout.key_type(name), text, template, SORT_KEY_LIMIT)
                .map_err(|fault| target.error(name, fault))
        };
        let spread = spread
            .map(|groups| {
                let groups = groups.into_iter();
                let typed = groups.map(|group| group.try_map(|text| value(position, text)));
                typed.collect::<Result<Vec<_>>>()
            })
            .transpose()?;
        let equal = equal
            .into_iter()
            .enumerate()
            .map(|(position, (text, _))| value(position, text))
            .collect::<Result<Vec<_>>>()?;
        let sort = condition.try_map(|text| value(position, text))?;
        let dropped = dropped.map(|text| value(position, text)).transpose()?;
        Ok(QueryParts {
            target,
            partition,
            equal,
            sort,
            dropped,
            is_shared,
            meets_copies,
            told_by,
            spread,
        })
    }
}

fn prefix(text: String) -> SortCondition {
    if text.is_empty() {
        SortCondition::All
    } else {
        SortCondition::BeginsWith(text)
    }
}

fn partition_values(
    target: &Target,
    partition: KeyWriter,
    fault: Option<Error>,
) -> Result<Few<KeyValue>> {
    if let Some(fault) = fault {
        return Err(fault);
    }
    let values = partition.into_texts().into_iter().zip(&target.pk_names);
    values
        .zip(&target.pk)
        .map(|((text, name), template)| {
            key_value(
                target.layout.key_type(name),
                text,
                template,
                PARTITION_KEY_LIMIT,
            )
            .map_err(|fault| target.error(name, fault))
        })
        .collect()
}

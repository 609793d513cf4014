//! Query paths: the partition's fields, then one level after the other, down to a condition on the sort
//! key.
//!
//! The generated path structs wrap [`Path`]; it renders with the template's own code, keeps the first
//! fault for the time of sending, and in the end knows what the templates prove: whether other entities
//! can be in the partition, and whether one can match the condition.

use std::marker::PhantomData;
use std::ops::Bound;

use super::key::check_length;
use super::partition::Partition;
use super::period;
use super::range::{IndexRangeArg, RangeArg};
use super::spread::{Buckets, Group, groups, shard_partitions};
use super::target::{Filling, Target};
use super::{Entity, Table};
use crate::error::{Error, Result};
use crate::key::bounds::{self, Ending, SortCondition};
use crate::key::format::{Format, PartKind};
use crate::key::ops::{IndexArg, IndexOps, PartOps, Written};
use crate::key::part::KeyPart;
use crate::key::template::{
    FieldPart, KeyFault, PARTITION_KEY_LIMIT, SORT_KEY_LIMIT, Template, TemplateWriter,
};
use crate::key::text::write_text;
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
    entry: Option<usize>,
    pub(super) partition: TemplateWriter,
    pub(super) sort: Option<TemplateWriter>,
    /// The texts of the partition's field parts, for the same parts in the sort key.
    pub(super) known: Vec<String>,
    pub(super) buckets: Option<Buckets>,
    levels: usize,
    narrowed: Option<(SortCondition, Option<String>)>,
    fault: Option<Error>,
}

/// A finished path.
#[derive(Debug)]
pub(crate) struct QueryParts {
    pub(crate) target: Target,
    pub(crate) partition: String,
    pub(crate) sort: SortCondition,
    /// A sort key that the range excludes but the condition does not.
    pub(crate) dropped: Option<String>,
    /// Another entity can match the condition.
    pub(crate) is_shared: bool,
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

    fn on(entry: Option<usize>) -> Self {
        let target = Target::new::<E>(entry);
        let delimiter = target.layout.delimiter;
        let core = Core {
            target,
            entry,
            partition: TemplateWriter::new(target.pk, delimiter),
            sort: target.sk.map(|sk| TemplateWriter::new(sk, delimiter)),
            known: Vec::new(),
            buckets: None,
            levels: 0,
            narrowed: None,
            fault: None,
        };
        Self {
            core,
            entity: PhantomData,
        }
    }

    /// The next field of the partition key.
    #[must_use]
    pub fn partition<T>(mut self, ops: PartOps<T>, value: &T) -> Self {
        self.core
            .partition(|format, out| ops.write(value, format, out));
        self
    }

    /// The next field of an index's partition key.
    #[must_use]
    pub fn index_partition<F, A: IndexArg<F>>(mut self, _ops: IndexOps<F>, value: A) -> Self {
        let value = value.into_inner();
        self.core
            .partition(|format, out| value.write_part(format, out).into());
        self
    }

    /// The next level of the sort key, equal to a value.
    #[must_use]
    pub fn level<T>(mut self, ops: PartOps<T>, value: &T) -> Self {
        self.core.level(|format, out| ops.write(value, format, out));
        self
    }

    /// The next level of an index's sort key, equal to a value.
    #[must_use]
    pub fn index_level<F, A: IndexArg<F>>(mut self, _ops: IndexOps<F>, value: A) -> Self {
        let value = value.into_inner();
        self.core
            .level(|format, out| value.write_part(format, out).into());
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
    pub fn into_partition(mut self) -> Partition<E::Table> {
        self.core.pass_shard();
        let Core {
            target,
            partition,
            known,
            fault,
            ..
        } = self.core;
        let key = partition_text(&target, partition, fault);
        let (key, shards) = match key.and_then(|key| Ok((key, shard_partitions(&target, &known)?)))
        {
            Ok((key, shards)) => (Ok(key), shards),
            Err(error) => (Err(error), None),
        };
        Partition {
            key,
            shards,
            index: target.index,
            pk_name: target.pk_name,
            sk_name: target.sk_name,
            table: PhantomData,
        }
    }

    pub(crate) fn finish(self) -> Result<QueryParts> {
        self.core.finish(E::Table::ENTITIES)
    }
}

type Write<'w> = &'w dyn Fn(Format, &mut String) -> Written;

impl Core {
    fn partition(&mut self, write: impl Fn(Format, &mut String) -> Written) {
        self.pass_shard();
        let Some(field) = self.partition.next_field() else {
            return;
        };
        let write: Write<'_> = &write;
        let known = self.partition.peek(|out| write(field.format, out));
        let written = self.partition.field(|out| write(field.format, out));
        match (known, written) {
            (Ok(known), Ok(true)) => self.known.push(known),
            (Err(fault), _) | (_, Err(fault)) => self.fail(self.target.pk_name, fault),
            (_, Ok(false)) => {}
        }
    }

    fn level(&mut self, write: impl Fn(Format, &mut String) -> Written) {
        self.skip_known();
        self.levels += 1;
        let Some(sort) = self.sort.as_mut() else {
            return;
        };
        let Some(field) = sort.next_field() else {
            return;
        };
        if let Err(fault) = sort.field(|out| write(field.format, out)) {
            self.fail(self.sort_name(), fault);
        }
    }

    fn range<T>(
        &mut self,
        (low, high): (Bound<T>, Bound<T>),
        write: impl Fn(&T, Format, &mut String) -> Written,
    ) {
        self.skip_known();
        let Some(sort) = &self.sort else { return };
        let Some(field) = sort.next_field() else {
            return;
        };
        let bound = |bound, is_high| bound_text(sort, field, bound, is_high, &write);
        match (bound(&low, false), bound(&high, true)) {
            (Ok(low), Ok(high)) => {
                let (low, high) = if field.format.is_descending() {
                    (high, low)
                } else {
                    (low, high)
                };
                let bounds::Range { condition, dropped } =
                    bounds::range(sort.text(), low, high, ending(sort, field));
                self.narrowed = Some((condition, dropped));
            }
            (Err(fault), _) | (_, Err(fault)) => self.fail(self.sort_name(), fault),
        }
    }

    fn starts_with(&mut self, text: &str) {
        self.skip_known();
        let Some(sort) = &self.sort else { return };
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
            Err(fault) => self.fail(self.sort_name(), fault),
        }
    }

    /// Writes the parts of the sort key that the partition has told already.
    fn skip_known(&mut self) {
        let Some(sort) = self.sort.as_mut() else {
            return;
        };
        while let Some(field) = sort.next_field() {
            let told = self
                .target
                .pk
                .fields()
                .position(|other| other.is_same_text(field));
            let Some(text) = told.and_then(|position| self.known.get(position)) else {
                return;
            };
            if let Err(fault) = sort.field(|out| {
                out.push_str(text);
                Written::Done
            }) {
                self.fail(self.sort_name(), fault);
                return;
            }
        }
    }

    pub(super) fn fail(&mut self, attribute: &'static str, fault: KeyFault) {
        let error = self.target.error(attribute, fault);
        self.fault.get_or_insert(error);
    }

    pub(super) fn sort_name(&self) -> &'static str {
        self.target.sk_name.unwrap_or("sort key")
    }

    fn finish(mut self, entities: &'static [&'static EntityKeys]) -> Result<QueryParts> {
        self.skip_known();
        self.pass_shard();
        let sort_name = self.sort_name();
        let Self {
            target,
            entry,
            partition,
            sort,
            known,
            buckets,
            levels,
            narrowed,
            fault,
        } = self;
        let partition = partition_text(&target, partition, fault)?;
        let delimiter = target.layout.delimiter;
        let shares = |(pk, _): &Filling| {
            can_be_equal(Pattern::whole(target.pk), Pattern::whole(pk), delimiter)
        };
        let others: Vec<Filling> = target.others(entities).filter(shares).collect();
        let own: Vec<Filling> = target.own_others(entry).filter(shares).collect();
        let is_alone = others.is_empty() && own.is_empty();
        let (condition, dropped) = match (&sort, narrowed) {
            (None, _) => (SortCondition::All, None),
            (Some(_), Some(narrowed)) => narrowed,
            (Some(_), None) if levels == 0 && is_alone => (SortCondition::All, None),
            (Some(sort), None) if sort.is_complete() => {
                (SortCondition::Equals(sort.text().to_owned()), None)
            }
            (Some(sort), None) => (prefix(sort.text().to_owned()), None),
        };
        if let Some(text) = condition.longest() {
            check_length(text, SORT_KEY_LIMIT).map_err(|fault| target.error(sort_name, fault))?;
        }
        let matches = |condition: &SortCondition, sk: &Template| match &sort {
            None => true,
            Some(sort) => {
                let is_open = !matches!(condition, SortCondition::Equals(_));
                let pattern = Pattern {
                    parts: sort.written(),
                    is_open,
                };
                can_be_equal(pattern, Pattern::whole(sk), delimiter)
                    // An upper bound that was raised by one character is itself in the range.
                    || condition.highest().is_some_and(|text| can_render(sk, text, delimiter))
            }
        };
        let spread = groups(&target, &known, buckets, (&condition, dropped.as_deref()))?;
        let conditions: Vec<&SortCondition> = match &spread {
            Some(groups) => groups.iter().map(|group| &group.sort).collect(),
            None => vec![&condition],
        };
        let is_matched = |fillings: &[Filling]| {
            fillings.iter().any(|(_, sk)| {
                conditions.iter().any(|condition| {
                    **condition == SortCondition::All || sk.is_none_or(|sk| matches(condition, sk))
                })
            })
        };
        let is_shared = is_matched(&others);
        let told_by = target.sk.filter(|_| is_matched(&own));
        Ok(QueryParts {
            target,
            partition,
            sort: condition,
            dropped,
            is_shared,
            told_by,
            spread,
        })
    }
}

/// A bound's text. A bound inside the period that a text stands for cannot cut it.
pub(super) fn bound_text<T>(
    sort: &TemplateWriter,
    field: &FieldPart,
    bound: &Bound<T>,
    is_high: bool,
    write: &impl Fn(&T, Format, &mut String) -> Written,
) -> Result<Bound<String>, KeyFault> {
    let text = |value: &T| sort.peek(|out| write(value, field.format, out));
    match bound {
        Bound::Included(value) => text(value).map(Bound::Included),
        Bound::Excluded(value) => {
            let write = |format, out: &mut String| write(value, format, out);
            let excludes = field.format.is_lossless(field.kind)
                || (is_high && period::is_beginning(field.format, field.kind, write));
            text(value).map(if excludes {
                Bound::Excluded
            } else {
                Bound::Included
            })
        }
        Bound::Unbounded => Ok(Bound::Unbounded),
    }
}

/// How the next level ends.
pub(super) fn ending(sort: &TemplateWriter, field: &FieldPart) -> Ending {
    match (sort.at_last_part(), field.format.fixed_width(field.kind)) {
        (false, _) => Ending::Closed(sort.closing()),
        (true, Some(_)) => Ending::LastFixed,
        (true, None) => Ending::LastVarying,
    }
}

fn prefix(text: String) -> SortCondition {
    if text.is_empty() {
        SortCondition::All
    } else {
        SortCondition::BeginsWith(text)
    }
}

fn partition_text(
    target: &Target,
    partition: TemplateWriter,
    fault: Option<Error>,
) -> Result<String> {
    if let Some(fault) = fault {
        return Err(fault);
    }
    let text = partition.finish();
    check_length(&text, PARTITION_KEY_LIMIT)
        .map_err(|fault| target.error(target.pk_name, fault))?;
    Ok(text)
}

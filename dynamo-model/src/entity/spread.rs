//! Paths over several partitions: the shards of a key, and the time buckets of a range.
//!
//! A group is the shards of one bucket (or of none): its partitions are merged, groups are read one after
//! the other. All of it is known before anything is sent.

use std::fmt;
use std::ops::{Bound, Range, RangeInclusive};

use super::Entity;
use super::key::key_value;
use super::level::{bound_text, range_of};
use super::path::{Core, Path};
use super::target::Target;
use crate::error::Result;
use crate::key::arg::Arg;
use crate::key::bounds::{self, SortCondition};
use crate::key::ops::{IndexOps, PartOps, Written, part};
use crate::key::part::{IndexKeyPart, KeyPart};
use crate::key::template::{FieldPart, KeyFault, PARTITION_KEY_LIMIT, TemplateWriter};
use crate::key::value::KeyValue;

/// Partitions that one path can read; more are an error before anything is sent.
const PARTITION_LIMIT: usize = 10_000;

/// Partitions that are read together, merged by the sort key.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Group<V = KeyValue> {
    pub(crate) partitions: Vec<KeyValue>,
    pub(crate) sort: SortCondition<V>,
    /// A sort key that the range excludes but the condition does not.
    pub(crate) dropped: Option<V>,
}

impl Group<String> {
    /// The same with what the sort key's texts are in their attribute.
    pub(super) fn try_map(self, map: impl Fn(String) -> Result<KeyValue>) -> Result<Group> {
        Ok(Group {
            partitions: self.partitions,
            sort: self.sort.try_map(&map)?,
            dropped: self.dropped.map(map).transpose()?,
        })
    }
}

/// Without values.
impl<V> fmt::Debug for Group<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Group({} partitions)", self.partitions.len())
    }
}

/// The buckets that a range touches, in ascending order.
#[derive(Debug)]
pub(super) struct Buckets {
    /// The bucket's place among the partition's field parts.
    position: usize,
    list: Vec<Bucket>,
}

#[derive(Debug)]
struct Bucket {
    text: String,
    /// Only the first and the last bucket are narrowed.
    range: Option<bounds::Range>,
}

/// A range over instants or days that has both ends.
#[diagnostic::on_unimplemented(
    message = "a path over time buckets needs both ends of its range",
    label = "expected `start..end` or `start..=end`",
    note = "each bucket is a query of its own, and nothing tells where the data begin or end: say how far to go, as in `now - 30.days()..=now`"
)]
pub trait BucketArg<T> {
    /// Its two ends.
    fn into_bounds(self) -> (Bound<T>, Bound<T>);
}

impl<T, A: Arg<T>> BucketArg<T> for Range<A> {
    fn into_bounds(self) -> (Bound<T>, Bound<T>) {
        (
            Bound::Included(self.start.into_arg()),
            Bound::Excluded(self.end.into_arg()),
        )
    }
}

impl<T, A: Arg<T>> BucketArg<T> for RangeInclusive<A> {
    fn into_bounds(self) -> (Bound<T>, Bound<T>) {
        let (start, end) = self.into_inner();
        (
            Bound::Included(start.into_arg()),
            Bound::Included(end.into_arg()),
        )
    }
}

/// An unbounded end is an error when the query is sent.
impl<T, A: Arg<T>> BucketArg<T> for (Bound<A>, Bound<A>) {
    fn into_bounds(self) -> (Bound<T>, Bound<T>) {
        (self.0.map(Arg::into_arg), self.1.map(Arg::into_arg))
    }
}

/// The same over the values inside an index field of type `F`.
pub trait IndexBucketArg<F> {
    /// The type inside.
    type Inner: KeyPart;
    /// Its two ends.
    fn into_inner_bounds(self) -> (Bound<Self::Inner>, Bound<Self::Inner>);
}

impl<F: IndexKeyPart, R: BucketArg<F::Inner>> IndexBucketArg<F> for R {
    type Inner = F::Inner;

    fn into_inner_bounds(self) -> (Bound<F::Inner>, Bound<F::Inner>) {
        self.into_bounds()
    }
}

impl<E: Entity> Path<E> {
    /// A range over the next field of the partition key, which the sort key holds with more detail.
    #[must_use]
    pub fn buckets<T>(mut self, ops: PartOps<T>, range: impl BucketArg<T>) -> Self {
        self.core.buckets(range.into_bounds(), &ops);
        self
    }

    /// The same in an index.
    #[must_use]
    pub fn index_buckets<F, R: IndexBucketArg<F>>(mut self, _ops: IndexOps<F>, range: R) -> Self {
        self.core
            .buckets(range.into_inner_bounds(), &part::<R::Inner>());
        self
    }
}

impl Core {
    /// Passes over a shard in the partition key; it stands for all of them.
    pub(super) fn pass_shard(&mut self) {
        if let Some((_, partition)) = self.partition.open() {
            partition.shard(0);
        }
    }

    fn buckets<T>(&mut self, range: (Bound<T>, Bound<T>), ops: &PartOps<T>) {
        self.pass_shard();
        let bucket = self.partition.next().and_then(TemplateWriter::next_field);
        let Some(bucket) = bucket else {
            return;
        };
        match self.list_buckets(bucket, range, ops) {
            Ok((first, list)) => {
                // Later fields are written behind it, and it stands for all of them.
                let written = match self.partition.open() {
                    Some((_, partition)) => partition.field(|out| {
                        out.push_str(&first);
                        Written::Done
                    }),
                    None => Ok(true),
                };
                self.buckets = Some(Buckets {
                    position: self.known.len(),
                    list,
                });
                self.known.push(first);
                if let Err(fault) = written {
                    self.fail(self.target.pk_names.first().copied(), fault);
                }
            }
            Err(fault) => self.fail(self.target.pk_names.first().copied(), fault),
        }
    }

    /// The text of the first bucket, and the buckets that hold anything of the range.
    fn list_buckets<T>(
        &self,
        bucket: &'static FieldPart,
        (low, high): (Bound<T>, Bound<T>),
        ops: &PartOps<T>,
    ) -> Result<(String, Vec<Bucket>), KeyFault> {
        let level = self
            .sort
            .next()
            .and_then(|sort| Some((sort, sort.next_field()?)));
        let partition = self.partition.next();
        let (Some(from), Some(to), Some((sort, level)), Some(partition)) =
            (end(&low), end(&high), level, partition)
        else {
            return Err(KeyFault {
                field: Some(bucket.name),
                value: None,
                reason: "a path over time buckets needs both ends of its range".to_owned(),
            });
        };
        let bucket_of = |value: &T| partition.peek(|out| ops.write(value, bucket.format, out));
        let (first, last) = (bucket_of(from)?, bucket_of(to)?);
        let write = |value: &T, format, out: &mut String| ops.write(value, format, out);
        let low = bound_text(sort, level, &low, false, &write)?;
        let high = bound_text(sort, level, &high, true, &write)?;
        let mut texts = self.bucket_texts(bucket, &first, &last, ops)?;
        // What ends before the first instant of a bucket has nothing in it.
        let begin = texts
            .last()
            .and_then(|text| ops.read(text, bucket.format).ok())
            .and_then(|begin| sort.peek(|out| ops.write(&begin, level.format, out)).ok());
        if matches!(&high, Bound::Excluded(high) if begin.as_ref() == Some(high)) {
            texts.pop();
        }
        let of = self.sort_type();
        let narrowed = |text: String| {
            let open = || Bound::Unbounded;
            let range = match (text == first, text == last) {
                (true, true) => Some((low.clone(), high.clone())),
                (true, false) => Some((low.clone(), open())),
                (false, true) => Some((open(), high.clone())),
                (false, false) => None,
            };
            let range = range
                .map(|(low, high)| range_of(of, sort, level, low, high))
                .transpose()?;
            Ok(Bucket { text, range })
        };
        let holds_any = |bucket: &Bucket| {
            bucket
                .range
                .as_ref()
                .is_none_or(|range| range.condition != SortCondition::Nothing)
        };
        let list = texts
            .into_iter()
            .map(narrowed)
            .collect::<Result<Vec<_>, KeyFault>>()?;
        Ok((first, list.into_iter().filter(holds_any).collect()))
    }

    /// All buckets from the first to the last; none in a reversed range.
    fn bucket_texts<T>(
        &self,
        bucket: &'static FieldPart,
        first: &str,
        last: &str,
        ops: &PartOps<T>,
    ) -> Result<Vec<String>, KeyFault> {
        let shards = self.target.shard().map_or(1, |shard| shard.count);
        let limit = PARTITION_LIMIT / usize::from(shards.max(1));
        let mut texts = Vec::new();
        let mut next = (first <= last).then(|| first.to_owned());
        while let Some(text) = next {
            if texts.len() == limit {
                let reason = format!(
                    "the range touches more than {limit} buckets, each of them a query of its own for every shard: take a shorter range"
                );
                return Err(KeyFault::new(bucket, last, reason));
            }
            next = if text == last {
                None
            } else {
                let next = ops.next(&text, bucket.format);
                let missing = || "its type tells no bucket after this one".to_owned();
                Some(next.ok_or_else(|| KeyFault::new(bucket, &text, missing()))?)
            };
            texts.push(text);
        }
        Ok(texts)
    }
}

fn end<T>(bound: &Bound<T>) -> Option<&T> {
    match bound {
        Bound::Included(value) | Bound::Excluded(value) => Some(value),
        Bound::Unbounded => None,
    }
}

/// The partitions of all shards; `None` where the key has none.
pub(super) fn shard_partitions(target: &Target, known: &[String]) -> Result<Option<Vec<KeyValue>>> {
    match target.shard() {
        Some(_) => partitions(target, known, None).map(Some),
        None => Ok(None),
    }
}

/// All partitions of a path, with the condition of each group; `None` for an ordinary path.
pub(super) fn groups(
    target: &Target,
    known: &[String],
    buckets: Option<Buckets>,
    (condition, dropped): (&SortCondition, Option<&str>),
) -> Result<Option<Vec<Group<String>>>> {
    let whole = |partitions| Group {
        partitions,
        sort: condition.clone(),
        dropped: dropped.map(str::to_owned),
    };
    let Some(Buckets { position, list }) = buckets else {
        return Ok(shard_partitions(target, known)?.map(|shards| vec![whole(shards)]));
    };
    let group = |Bucket { text, range }: Bucket| {
        let whole = whole(partitions(target, known, Some((position, &text)))?);
        Ok(match range {
            Some(bounds::Range { condition, dropped }) => Group {
                sort: condition,
                dropped,
                ..whole
            },
            None => whole,
        })
    };
    list.into_iter().map(group).collect::<Result<_>>().map(Some)
}

/// The partitions of one bucket.
fn partitions(
    target: &Target,
    known: &[String],
    bucket: Option<(usize, &str)>,
) -> Result<Vec<KeyValue>> {
    let (Some(template), Some(name)) = (target.pk.first(), target.pk_names.first()) else {
        return Ok(Vec::new());
    };
    let count = target.shard().map_or(1, |shard| shard.count);
    let text = |position: usize| match bucket {
        Some((of_bucket, text)) if position == of_bucket => Some(text),
        _ => known.get(position).map(String::as_str),
    };
    let partition = |shard| {
        let mut writer = TemplateWriter::new(template, target.layout.delimiter);
        writer.shard(shard);
        let mut position = 0;
        while let (Some(_), Some(text)) = (writer.next_field(), text(position)) {
            writer.field(|out| {
                out.push_str(text);
                Written::Done
            })?;
            writer.shard(shard);
            position += 1;
        }
        key_value(
            target.layout.key_type(name),
            writer.finish(),
            template,
            PARTITION_KEY_LIMIT,
        )
    };
    (0..count)
        .map(|shard| partition(shard).map_err(|fault| target.error(name, fault)))
        .collect()
}

//! A query over several partitions: the shards of a key, the time buckets of a range.
//!
//! Each partition is a [`Query`] of its own; here is which they are, how many items each is asked for,
//! in which order what they bring is merged, and the cursor over all of them.

use std::cmp::Ordering;
use std::sync::Arc;

use super::Query;
use super::cursor::{self, Cursor, StartKey, fingerprint};
use crate::entity::Group;
use crate::error::Result;
use crate::expr::{KeyCondition, Plain};
use crate::item::{Stored, Value};
use crate::key::bounds::SortCondition;
use crate::key::value::KeyValue;

/// Requests in flight for one query.
const CONCURRENCY: usize = 8;

/// The partitions of a query.
#[derive(Clone, Debug)]
pub(crate) struct Spread {
    /// In ascending order; each is merged, one is read after the other.
    pub(crate) groups: Arc<[Group]>,
    pub(crate) concurrency: usize,
    pub(crate) start: Place,
}

/// Where a spread query stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    /// The group that is read, counted in the direction of the query.
    pub(crate) group: usize,
    /// How far each partition of the group was read; empty at its beginning.
    pub(crate) positions: Vec<Position>,
}

/// How far a partition was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Position {
    #[default]
    Start,
    After(StartKey),
    End,
}

impl Spread {
    pub(crate) fn new(groups: Vec<Group>) -> Self {
        Self {
            groups: groups.into(),
            concurrency: CONCURRENCY,
            start: Place::default(),
        }
    }

    /// A group by its number in the direction of the query.
    pub(crate) fn group(&self, number: usize, is_newest_first: bool) -> Option<&Group> {
        if is_newest_first {
            self.groups.iter().rev().nth(number)
        } else {
            self.groups.get(number)
        }
    }
}

impl Query {
    /// The same query over several partitions; none of them means that nothing can match.
    pub(super) fn spread_over(mut self, groups: Vec<Group>) -> Self {
        match groups.first() {
            Some(first) => {
                self.key.sort = first.sort.clone();
                self.dropped = first.dropped.clone();
            }
            None => self.key.sort = SortCondition::Nothing,
        }
        self.spread = Some(Spread::new(groups));
        self
    }

    /// The query of one partition of a group.
    pub(crate) fn part(&self, group: &Group, partition: &KeyValue) -> Self {
        Self {
            key: self.part_key(group, partition),
            dropped: group.dropped.clone(),
            spread: None,
            start: None,
            ..self.clone()
        }
    }

    fn part_key(&self, group: &Group, partition: &KeyValue) -> KeyCondition {
        KeyCondition {
            partition: partition.clone(),
            sort: group.sort.clone(),
            ..self.key.clone()
        }
    }

    /// All its partitions, each as a query.
    pub(crate) fn parts(&self) -> Vec<Self> {
        let groups = self.spread.iter().flat_map(|spread| spread.groups.iter());
        groups
            .flat_map(|group| {
                let partitions = group.partitions.iter();
                partitions.map(|partition| self.part(group, partition))
            })
            .collect()
    }

    /// Whether a limit alone decides how many items a request examines, so that a page can be filled.
    pub(crate) fn fills_pages(&self) -> bool {
        self.limit.is_some() && self.page_size.is_none() && self.returns_all()
    }

    /// Which of two items comes first in the direction of the query.
    pub(crate) fn order(&self, a: &Stored, b: &Stored) -> Ordering {
        let order = match self.key.sk_name {
            Some(name) => {
                let key = |item: &Stored| item.value(name).and_then(Value::into_key);
                match (key(a), key(b)) {
                    (Some(a), Some(b)) => a.compare(&b),
                    (a, b) => a.is_some().cmp(&b.is_some()),
                }
            }
            None => Ordering::Equal,
        };
        if self.is_newest_first {
            order.reverse()
        } else {
            order
        }
    }

    /// What a spread query's cursors are bound to: every condition, and the number of partitions.
    pub(super) fn spread_fingerprint(&self, spread: &Spread) -> [u8; cursor::HASH] {
        let mut parts = vec!["spread".to_owned(), self.table.to_string()];
        parts.push(self.index.as_deref().unwrap_or_default().to_owned());
        parts.push(
            if self.is_newest_first {
                "backward"
            } else {
                "forward"
            }
            .to_owned(),
        );
        for group in spread.groups.iter() {
            parts.push(group.partitions.len().to_string());
            if let Some(partition) = group.partitions.first() {
                let mut condition = String::new();
                self.part_key(group, partition)
                    .render(&mut Plain, &mut condition);
                parts.push(condition);
            }
        }
        let parts: Vec<_> = parts.iter().map(String::as_str).collect();
        fingerprint(&parts)
    }

    /// The cursor of a place.
    pub(crate) fn cursor_of(&self, spread: &Spread, place: &Place) -> Cursor {
        let mut body = Vec::new();
        // At most 10,000 groups of at most 1,000 partitions.
        let number = |number: usize| u16::try_from(number).unwrap_or(u16::MAX).to_le_bytes();
        body.extend(number(place.group));
        body.extend(number(place.positions.len()));
        for position in &place.positions {
            match position {
                Position::Start => body.push(0),
                Position::End => body.push(1),
                Position::After(key) => {
                    body.push(2);
                    // The partition is known from the query.
                    let key = key.without(self.key.pk_name);
                    body.extend(number(key.0.len()));
                    key.write(&mut body);
                }
            }
        }
        cursor::seal(self.spread_fingerprint(spread), &body)
    }

    /// The place of a cursor.
    pub(super) fn place_of(&self, spread: &Spread, cursor: &Cursor) -> Result<Place> {
        let body = cursor::open(cursor, self.spread_fingerprint(spread))?;
        self.read_place(spread, &body).ok_or_else(cursor::broken)
    }

    fn read_place(&self, spread: &Spread, body: &[u8]) -> Option<Place> {
        let mut rest = body;
        let group = cursor::take_number(&mut rest)?;
        let count = cursor::take_number(&mut rest)?;
        let partitions = &spread.group(group, self.is_newest_first)?.partitions;
        if count != 0 && count != partitions.len() {
            return None;
        }
        let mut positions = Vec::with_capacity(count);
        for partition in partitions.iter().take(count) {
            let (tag, after) = rest.split_first()?;
            rest = after;
            positions.push(match tag {
                0 => Position::Start,
                1 => Position::End,
                2 => {
                    let attributes = cursor::take_number(&mut rest)?;
                    let key = StartKey::read(&mut rest, attributes)?;
                    Position::After(key.with(self.key.pk_name, partition.clone()))
                }
                _ => return None,
            });
        }
        rest.is_empty().then_some(Place { group, positions })
    }

    /// The first request's text, and how many more there are.
    pub(super) fn explain_spread(&self, spread: &Spread) -> String {
        let Some(first) = spread.group(0, self.is_newest_first) else {
            return String::new();
        };
        let Some((partition, others)) = first.partitions.split_first() else {
            return String::new();
        };
        let mut part = self.part(first, partition);
        part.limit = self
            .limit
            .map(|limit| first_ask(limit, first.partitions.len()));
        let mut text = part.explain();
        if let Some(last) = others.last() {
            let (more, how) = (others.len(), self.key.sk_name.unwrap_or("partition"));
            text.push_str(&format!(
                "\n    ... (+{more} more shards to {last}, merged by {how})"
            ));
        }
        let further = spread.groups.len() - 1;
        let last = spread.group(further, self.is_newest_first);
        if let (1.., Some(last)) = (further, last.and_then(|last| last.partitions.first())) {
            text.push_str(&format!(
                "\n    ... (+{further} more buckets to {last}, one after the other)"
            ));
        }
        text
    }
}

/// How many items a partition is asked for, of `wanted` from `partitions` of them.
///
/// Hashing spreads items evenly, so a fair share and three standard deviations of it nearly always
/// suffice; where they do not, the partition is asked again. Asking each for all that are wanted would
/// examine, and pay for, as many times more as there are partitions.
pub(crate) fn first_ask(wanted: usize, partitions: usize) -> usize {
    let share = wanted.div_ceil(partitions.max(1));
    wanted.min(share.saturating_add(3 * share.isqrt() + 1))
}

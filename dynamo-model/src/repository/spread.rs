//! Reading over several partitions: the shards of a group merged, group after group.
//!
//! Each shard has a buffer. An item may be handed on only while every shard that is not at its end has
//! one: the smallest of the first ones is the next. A shard is asked again when its buffer is empty and
//! another item is wanted, never before, so that what was examined and paid for was needed. Where all will be read, all is
//! needed: then the shards are asked for their next pages while what they brought is read.

use std::cmp::Ordering;
use std::collections::VecDeque;

use futures_util::future::BoxFuture;
use futures_util::stream::{self, FuturesUnordered, StreamExt};
use futures_util::{FutureExt, TryStreamExt};

use super::ahead::step_back;
use super::reading::{Page, Reading};
use crate::client::{Client, QueryPage};
use crate::error::{Error, Result};
use crate::item::Stored;
use crate::op::{Place, Position, Query, first_ask};

/// The group that is read, and how far.
#[derive(Debug)]
pub(super) struct Merge {
    group: usize,
    shards: Vec<Shard>,
    in_flight: FuturesUnordered<BoxFuture<'static, Result<Answer>>>,
    /// What a request that was sent ahead came to.
    failed: Option<Error>,
}

/// A shard's number, what it was asked, and what it said.
type Answer = (usize, Query, QueryPage);

#[derive(Debug)]
struct Shard {
    /// Behind what was handed on.
    position: Position,
    /// Behind what was fetched.
    fetched: Position,
    buffer: VecDeque<Stored>,
    /// Items of the last request, and how many were asked for.
    received: usize,
    asked: usize,
    is_asked: bool,
}

impl Shard {
    fn at(position: Position) -> Self {
        Self {
            fetched: position.clone(),
            position,
            buffer: VecDeque::new(),
            received: 0,
            asked: 0,
            is_asked: false,
        }
    }

    fn has_more(&self) -> bool {
        self.fetched != Position::End
    }

    fn is_finished(&self) -> bool {
        self.buffer.is_empty() && !self.has_more()
    }

    fn is_starved(&self) -> bool {
        self.buffer.is_empty() && self.has_more()
    }

    /// Without a limit all will be read; evenly filled shards then run dry, and are asked, together.
    fn is_low(&self) -> bool {
        self.has_more() && self.buffer.len() < self.received / 2
    }

    fn take(&mut self, page: QueryPage, query: &Query) {
        self.fetched = page.next.map_or(Position::End, Position::After);
        let kept = page.items.into_iter().filter(|item| !query.drops(item));
        let before = self.buffer.len();
        self.buffer.extend(kept);
        self.received = self.buffer.len() - before;
        if self.buffer.is_empty() {
            self.position = self.fetched.clone();
        }
    }
}

impl Merge {
    /// Where a query begins or a cursor stands.
    pub(super) fn new(query: &Query) -> Option<Self> {
        let spread = query.spread.as_ref()?;
        let Place { group, positions } = spread.start.clone();
        if positions.is_empty() {
            return Self::of_group(query, group);
        }
        Some(Self::of_shards(group, positions.into_iter().map(Shard::at)))
    }

    fn of_shards(group: usize, shards: impl Iterator<Item = Shard>) -> Self {
        Self {
            group,
            shards: shards.collect(),
            in_flight: FuturesUnordered::new(),
            failed: None,
        }
    }

    fn of_group(query: &Query, group: usize) -> Option<Self> {
        let spread = query.spread.as_ref()?;
        let partitions = &spread.group(group, query.is_newest_first)?.partitions;
        let shards = partitions.iter().map(|_| Shard::at(Position::Start));
        Some(Self::of_shards(group, shards))
    }

    fn is_finished(&self) -> bool {
        self.shards.iter().all(Shard::is_finished)
    }

    fn place(&self) -> Place {
        Place {
            group: self.group,
            positions: self
                .shards
                .iter()
                .map(|shard| shard.position.clone())
                .collect(),
        }
    }

    /// Asks the shards that have nothing left, several at a time. Where `is_ahead`, those that have something are not waited for.
    async fn refill(
        &mut self,
        client: &Client,
        query: &Query,
        is_ahead: bool,
        answered: &mut impl FnMut(&QueryPage),
    ) -> Result<()> {
        let wanted = query.limit;
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        if !self.shards.iter().any(Shard::is_starved) {
            return Ok(());
        }
        let live = self.shards.iter().filter(|shard| !shard.is_finished());
        let live = live.count();
        let is_wanted = |shard: &Shard| shard.is_starved() || (wanted.is_none() && shard.is_low());
        let shards = self.shards.iter().enumerate();
        let mut unasked: VecDeque<_> = shards
            .filter(|(_, shard)| !shard.is_asked && is_wanted(shard))
            .map(|(number, _)| number)
            .collect();
        loop {
            while self.has_room(query)
                && let Some(number) = unasked.pop_front()
            {
                self.ask(client, query, number, live);
            }
            let Some((number, part, page)) = self.in_flight.try_next().await? else {
                return Ok(());
            };
            answered(&page);
            self.put(number, &part, page);
            if is_ahead && !self.shards.iter().any(Shard::is_starved) {
                return Ok(());
            }
        }
    }

    /// Asks the shards for what comes behind that which they have, the emptiest first.
    async fn ask_ahead(
        &mut self,
        client: &Client,
        query: &Query,
        answered: &mut impl FnMut(&QueryPage),
    ) {
        let shards = self.shards.iter().enumerate();
        let mut further: Vec<_> = shards
            .filter(|(_, shard)| !shard.is_asked && shard.has_more())
            .map(|(number, shard)| (shard.buffer.len(), number))
            .collect();
        further.sort_unstable();
        for (_, number) in further {
            if self.has_room(query) {
                self.ask(client, query, number, 1);
            }
        }
        step_back(|_| false).await;
        step_back(|cx| {
            while let std::task::Poll::Ready(Some(answer)) = self.in_flight.poll_next_unpin(cx) {
                match answer {
                    Ok((number, part, page)) => {
                        answered(&page);
                        self.put(number, &part, page);
                    }
                    Err(error) => self.failed = Some(error),
                }
            }
            self.in_flight.is_empty()
        })
        .await;
    }

    fn has_room(&self, query: &Query) -> bool {
        let spread = query.spread.as_ref();
        spread.is_some_and(|spread| self.in_flight.len() < spread.concurrency)
    }

    /// Has a shard asked for what comes behind that which it has. `live`: how many shards the rest is spread over.
    fn ask(&mut self, client: &Client, query: &Query, number: usize, live: usize) {
        let spread = query.spread.as_ref();
        let group = spread.and_then(|spread| spread.group(self.group, query.is_newest_first));
        let partition = group.and_then(|group| Some((group, group.partitions.get(number)?)));
        let (Some((group, partition)), Some(shard)) = (partition, self.shards.get_mut(number))
        else {
            return;
        };
        let mut part = query.part(group, partition);
        part.start = match &shard.fetched {
            Position::After(key) => Some(key.clone()),
            Position::Start | Position::End => None,
        };
        part.limit = query.limit.map(|wanted| {
            let again = shard.asked.saturating_mul(2);
            shard.asked = first_ask(wanted, live).max(again).min(wanted);
            shard.asked
        });
        shard.is_asked = true;
        let client = client.clone();
        let request = async move {
            let page = client.query(&part).await?;
            Ok((number, part, page))
        };
        self.in_flight.push(request.boxed());
    }

    fn put(&mut self, number: usize, part: &Query, page: QueryPage) {
        if let Some(shard) = self.shards.get_mut(number) {
            shard.is_asked = false;
            shard.take(page, part);
        }
    }

    /// The next item in the order of the sort key, of equal ones that of the lowest shard; `None` where a
    /// shard has to be asked first, or all are at their end.
    fn pop(&mut self, query: &Query, keeps_place: bool) -> Option<Stored> {
        let mut first: Option<(usize, &Stored)> = None;
        for (number, shard) in self.shards.iter().enumerate() {
            if shard.is_finished() {
                continue;
            }
            let item = shard.buffer.front()?;
            if first.is_none_or(|(_, first)| query.order(item, first) == Ordering::Less) {
                first = Some((number, item));
            }
        }
        let (number, _) = first?;
        let shard = self.shards.get_mut(number)?;
        let item = shard.buffer.pop_front()?;
        if shard.buffer.is_empty() {
            shard.position = shard.fetched.clone();
        } else if keeps_place {
            shard.position = Position::After(query.start_key_of(&item));
        }
        Some(item)
    }
}

impl<R> Reading<R> {
    /// One page over several partitions: of one group, up to where a shard has to be asked again. With a
    /// limit that requests can carry, up to the limit or the group's end.
    pub(super) async fn next_of_spread(&mut self, mut merge: Merge) -> Result<Page<R>> {
        let mut page = Page::empty();
        let mut wanted = self.query.limit;
        loop {
            let counts_skipped = self.query.filters_types_only();
            let mut answered = |answer: &QueryPage| {
                page.examined += answer.examined as usize;
                if counts_skipped {
                    page.skipped += answer.examined.saturating_sub(answer.count) as usize;
                }
                if let Some(units) = answer.capacity_units {
                    *page.capacity_units.get_or_insert(0.0) += units;
                }
            };
            self.query.limit = wanted;
            let (client, query) = (&self.client, &self.query);
            merge
                .refill(client, query, self.reads_ahead, &mut answered)
                .await?;
            if self.reads_ahead {
                merge.ask_ahead(client, query, &mut answered).await;
            }
            while wanted != Some(0)
                && let Some(item) = merge.pop(&self.query, self.keeps_place)
            {
                let is_returned = self.take(item, &mut page);
                wanted = wanted.map(|wanted| wanted - usize::from(is_returned));
            }
            if wanted == Some(0) || merge.is_finished() || !self.query.fills_pages() {
                break;
            }
        }
        self.query.limit = wanted;
        let place = if merge.is_finished() {
            let next = merge.group + 1;
            let next = Merge::of_group(&self.query, next);
            next.map(|next| {
                merge = next;
                Place {
                    group: merge.group,
                    positions: Vec::new(),
                }
            })
        } else {
            Some(merge.place())
        };
        self.is_finished = place.is_none() || wanted == Some(0);
        if let (Some(spread), Some(place), true) = (&self.query.spread, place, self.keeps_place) {
            page.next = Some(self.query.cursor_of(spread, &place));
        }
        self.merge = Some(merge);
        Ok(page)
    }

    /// Counts each partition, several at a time.
    pub(super) async fn count_spread(self) -> Result<usize> {
        let concurrency = self
            .query
            .spread
            .as_ref()
            .map_or(1, |spread| spread.concurrency);
        let counts = self.query.parts().into_iter().map(|part| {
            let client = self.client.clone();
            async move { count(&client, part).await }
        });
        let counts: Vec<_> = counts.collect();
        stream::iter(counts)
            .buffer_unordered(concurrency)
            .try_fold(0, |sum, count| async move { Ok(sum + count) })
            .await
    }
}

/// The number of items that match, page after page.
pub(super) async fn count(client: &Client, mut query: Query) -> Result<usize> {
    query.counts_only = true;
    let mut count = 0;
    loop {
        let page = client.query(&query).await?;
        count += page.count as usize;
        if page.next.is_none() {
            return Ok(count);
        }
        query.start = page.next;
    }
}

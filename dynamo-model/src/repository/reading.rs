//! Paging, the same for typed queries and raw items: one page, all pages, a stream, a count.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;
use futures_util::stream;

use super::ahead::Ahead;
use super::query::Judge;
use super::spread::{Merge, count};
use crate::client::{Client, QueryPage};
use crate::entity::Decoded;
use crate::error::{Error, Result};
use crate::item::Stored;
use crate::op::{Cursor, Query};

/// One page of a query.
#[derive(Debug)]
#[non_exhaustive]
pub struct Page<R> {
    /// What was read, in the order of the sort key.
    pub items: Vec<R>,
    /// Where the next page begins; `None` at the end. A page without items is not the end.
    pub next: Option<Cursor>,
    /// Items that could not be read: stored items that contradict the model.
    pub errors: Vec<Error>,
    /// Items of other entities, and copies under the keys of an `also`, that were skipped, here or by the filter on
    /// the type (where there is no other filter).
    pub skipped: usize,
    /// Items that the service examined: these are paid for.
    pub examined: usize,
    /// Capacity units, where an observer asks for them.
    pub capacity_units: Option<f64>,
    /// How many items came before each error.
    places: Vec<usize>,
}

impl<R> Page<R> {
    pub(super) fn empty() -> Self {
        Self {
            items: Vec::new(),
            next: None,
            errors: Vec::new(),
            skipped: 0,
            examined: 0,
            capacity_units: None,
            places: Vec::new(),
        }
    }

    /// The page with what its items have become, in their place: another item, an error, or nothing.
    pub(super) fn with_items<S>(self, new: impl Iterator<Item = Option<Result<S>>>) -> Page<S> {
        let mut page = Page {
            next: self.next,
            skipped: self.skipped,
            examined: self.examined,
            capacity_units: self.capacity_units,
            ..Page::empty()
        };
        for result in in_order(new, self.places, self.errors) {
            match result.and_then(Option::transpose) {
                Ok(item) => page.items.extend(item),
                Err(error) => page.push_error(error),
            }
        }
        page
    }

    fn push_error(&mut self, error: Error) {
        self.places.push(self.items.len());
        self.errors.push(error);
    }

    /// Items and errors in the order of the sort key.
    pub(super) fn into_results(self) -> Vec<Result<R>> {
        in_order(self.items.into_iter(), self.places, self.errors).collect()
    }
}

/// Items, and among them the errors: each behind as many items as its place says.
fn in_order<T>(
    items: impl Iterator<Item = T>,
    places: Vec<usize>,
    errors: Vec<Error>,
) -> impl Iterator<Item = Result<T>> {
    let mut items = items.enumerate().peekable();
    let mut errors = places.into_iter().zip(errors).peekable();
    std::iter::from_fn(move || {
        let next = items.peek().map(|(number, _)| *number);
        let error = errors.next_if(|(place, _)| next.is_none_or(|next| *place <= next));
        match error {
            Some((_, error)) => Some(Err(error)),
            None => items.next().map(|(_, item)| Ok(item)),
        }
    })
}

/// The items of a query, page after page: a [`Stream`] of results.
pub struct ItemStream<R>(Pin<Box<dyn Stream<Item = Result<R>> + Send>>);

impl<R> ItemStream<R> {
    pub(super) fn new(items: impl Stream<Item = Result<R>> + Send + 'static) -> Self {
        Self(Box::pin(items))
    }
}

impl<R> Stream for ItemStream<R> {
    type Item = Result<R>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll_next(cx)
    }
}

impl<R> fmt::Debug for ItemStream<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ItemStream")
    }
}

/// How an item is read.
type ReadFn<R> = fn(Stored, Option<usize>) -> Result<Decoded<R>>;

/// A query that goes from page to page.
pub(super) struct Reading<R> {
    pub(super) client: Client,
    pub(super) query: Query,
    read: ReadFn<R>,
    pub(super) is_finished: bool,
    /// The state of a query over several partitions.
    pub(super) merge: Option<Merge>,
    /// Whether somebody looks at the cursor.
    pub(super) keeps_place: bool,
    /// Whether all will be read, so that requests can be sent before their items are wanted.
    pub(super) reads_ahead: bool,
    /// The request for the next page.
    ahead: Option<Ahead<QueryPage>>,
}

impl<R> Reading<R> {
    pub(super) fn new(client: Client, query: Query, read: ReadFn<R>) -> Self {
        let is_finished = query.is_empty();
        Self {
            client,
            merge: Merge::new(&query),
            query,
            read,
            is_finished,
            keeps_place: false,
            reads_ahead: false,
            ahead: None,
        }
    }

    /// The same, with the request for the next page on its way while a page is read: for who reads all of them. With a limit nothing
    /// is sent ahead, since only the items tell whether it is needed.
    pub(super) fn ahead(mut self) -> Self {
        self.reads_ahead = self.query.limit.is_none();
        self
    }

    /// The answer for the page that is wanted.
    async fn answer(&mut self) -> Result<QueryPage> {
        let sent = match self.ahead.take() {
            Some(ahead) => ahead.answer().await,
            None => None,
        };
        let page = match sent {
            Some(answer) => answer?,
            None => self.client.query(&self.query).await?,
        };
        if let (true, Some(next)) = (self.reads_ahead, &page.next) {
            let (client, mut query) = (self.client.clone(), self.query.clone());
            query.start = Some(next.clone());
            let request = async move { client.query(&query).await };
            self.ahead = Some(Ahead::send(request).await);
        }
        Ok(page)
    }

    /// The next page; `None` after the last.
    pub(super) async fn next(&mut self) -> Result<Option<Page<R>>> {
        if self.is_finished {
            return Ok(None);
        }
        if let Some(merge) = self.merge.take() {
            return self.next_of_spread(merge).await.map(Some);
        }
        let QueryPage {
            items,
            mut next,
            count,
            examined,
            capacity_units,
        } = self.answer().await?;
        let filtered = if self.query.filters_types_only() {
            examined.saturating_sub(count)
        } else {
            0
        };
        let mut page = Page {
            items: Vec::with_capacity(items.len()),
            skipped: filtered as usize,
            examined: examined as usize,
            capacity_units,
            ..Page::empty()
        };
        let mut wanted = self.query.limit.unwrap_or(usize::MAX);
        let mut items = items.into_iter().peekable();
        while let Some(item) = items.next() {
            if self.query.drops(&item) {
                continue;
            }
            // Only where the limit cuts the page is the cursor that of the last item returned.
            let last =
                (wanted == 1 && items.peek().is_some()).then(|| self.query.start_key_of(&item));
            wanted -= usize::from(self.take(item, &mut page));
            if wanted == 0 {
                next = last.or(next);
                break;
            }
        }
        self.query.limit = self.query.limit.map(|_| wanted);
        self.is_finished = next.is_none() || wanted == 0;
        page.next = next
            .as_ref()
            .map(|next| next.to_cursor(self.query.fingerprint()));
        self.query.start = next;
        Ok(Some(page))
    }

    /// Reads one item into the page; whether it is one of those that were asked for.
    pub(super) fn take(&self, item: Stored, page: &mut Page<R>) -> bool {
        match (self.read)(item, self.query.place) {
            Ok(Decoded::This(item)) => {
                page.items.push(item);
                return true;
            }
            Ok(Decoded::Other) => page.skipped += 1,
            Err(error) => page.push_error(error),
        }
        false
    }

    /// One page: an empty one where nothing can match.
    pub(super) async fn page(mut self) -> Result<Page<R>> {
        self.keeps_place = true;
        if self.query.limit == Some(0) && self.query.can_match() {
            // Nothing was asked for, so the place is still the same; without a cursor it would be the end.
            return Ok(Page {
                next: Some(self.query.start_cursor()),
                ..Page::empty()
            });
        }
        Ok(self.next().await?.unwrap_or_else(Page::empty))
    }

    /// All items of all pages; the first that cannot be read is the error.
    pub(super) async fn all(self) -> Result<Vec<R>> {
        let mut pages = self.ahead();
        let mut all = Vec::new();
        while let Some(page) = pages.next().await? {
            if let Some(error) = page.errors.into_iter().next() {
                return Err(error);
            }
            match all.is_empty() {
                true => all = page.items,
                false => all.extend(page.items),
            }
        }
        Ok(all)
    }

    pub(super) async fn first(mut self) -> Result<Option<R>> {
        self.query.limit = Some(self.query.limit.map_or(1, |limit| limit.min(1)));
        self.is_finished = self.query.is_empty();
        Ok(self.all().await?.into_iter().next())
    }

    /// The number of items: counted by the service where it can.
    pub(super) async fn count(self) -> Result<usize> {
        // What only the items can tell, they have to.
        if self.query.drops_some() || self.query.limit.is_some() || self.query.is_mixed {
            let (mut pages, mut count) = (self.ahead(), 0);
            while let Some(page) = pages.next().await? {
                count += page.items.len() + page.errors.len();
            }
            return Ok(count);
        }
        if self.is_finished {
            return Ok(0);
        }
        if self.merge.is_some() {
            return self.count_spread().await;
        }
        count(&self.client, self.query).await
    }

    pub(super) fn stream(reading: Result<Self>) -> ItemStream<R>
    where
        R: Send + 'static,
    {
        let reading = reading.map(Self::ahead);
        let pages = stream::unfold(Some(reading), |state| async move {
            let mut reading = match state? {
                Ok(reading) => reading,
                Err(error) => return Some((vec![Err(error)], None)),
            };
            match reading.next().await {
                Ok(Some(page)) => Some((page.into_results(), Some(Ok(reading)))),
                Ok(None) => None,
                Err(error) => Some((vec![Err(error)], None)),
            }
        });
        ItemStream::new(stream::StreamExt::flat_map(pages, stream::iter))
    }
}

impl Reading<Stored> {
    /// A query whose items are judged by their types and keys, and left as they are.
    pub(super) fn judging<I, M: Judge<I>>(client: Client, query: Query) -> Self {
        Self::new(client, query, |item, place| {
            Ok(match M::is_meant(&item, place) {
                true => Decoded::This(item),
                false => Decoded::Other,
            })
        })
    }
}

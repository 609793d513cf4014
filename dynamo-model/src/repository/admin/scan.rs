//! `Admin::scan` and `Admin::scan_items`.

use std::collections::VecDeque;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;
use futures_util::{StreamExt, stream};

use super::report::ScanReport;
use super::segments::{Places, Reader, SegmentPage, Segments, Source};
use crate::client::Client;
use crate::entity::{Decoded, ReadItem, Table};
use crate::error::{Error, Kind, Result};
use crate::item::Stored;
use crate::op::{IndexNames, Position, Scan, ScanState};
use crate::repository::{Repository, explained};
use crate::schema::{TableLayout, projects_all};

type ReadFn<R> = fn(Stored) -> Result<Decoded<R>>;
type OnProgress = Box<dyn FnMut(&ScanReport) + Send>;

/// A scan. Choose what to do with it: [`for_each`](Self::for_each), [`all`](Self::all),
/// [`stream`](Self::stream).
#[must_use = "a scan does nothing until it is read"]
pub struct ScanRequest<R> {
    client: Client,
    layout: &'static TableLayout,
    index_names: IndexNames,
    scan: Result<Scan>,
    entity: &'static str,
    needs_whole_items: bool,
    read: ReadFn<R>,
    units_per_second: Option<f64>,
    state: Option<ScanState>,
    on_progress: Option<OnProgress>,
}

impl<R> fmt::Debug for ScanRequest<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ScanRequest").field(&self.scan).finish()
    }
}

impl<R> ScanRequest<R> {
    pub(super) fn new<T: Table>(
        repository: &Repository<T>,
        scan: Scan,
        entity: &'static str,
        read: ReadFn<R>,
    ) -> Self {
        Self {
            client: repository.inner.client.clone(),
            layout: T::LAYOUT,
            index_names: repository.inner.index_names.clone(),
            scan: Ok(scan),
            entity,
            needs_whole_items: !entity.is_empty(),
            read,
            units_per_second: None,
            state: None,
            on_progress: None,
        }
    }

    fn with(mut self, change: impl FnOnce(&mut Scan)) -> Self {
        if let Ok(scan) = &mut self.scan {
            change(scan);
        }
        self
    }

    /// Reads so many segments side by side, each on its own; one unless said otherwise. More of them are
    /// faster as long as the table's capacity lasts.
    pub fn segments(self, segments: u32) -> Self {
        self.with(|scan| scan.segments = segments.max(1))
    }

    /// Consumes at most so many read units per second, all segments together: after each page the next waits
    /// until it is paid for. The limit holds over time and not within each second, since a page costs up to
    /// 128 units at once: [`page_size`](Self::page_size) makes them smaller.
    pub fn capacity_units_per_second(mut self, units: f64) -> Self {
        self.units_per_second = Some(units);
        self
    }

    /// One request examines at most this many items (the service's `Limit`); at least one. Otherwise 1 MB.
    pub fn page_size(self, items: u32) -> Self {
        self.with(|scan| scan.page_size = Some(items.max(1)))
    }

    /// Reads what was written last, at twice the cost. A global secondary index does not have it:
    /// [`Error::is_invalid_request`] when read.
    pub fn consistent(self) -> Self {
        self.with(|scan| scan.is_consistent = true)
    }

    /// Scans this index (by its name in the model) and not the table: only what is in it, at the cost of
    /// what it holds. An index that the model does not have, and a scan of entities on one that does not
    /// project whole items, is [`Error::is_invalid_request`] when read.
    pub fn index(mut self, index: &str) -> Self {
        let is_partial = self.layout.index(index).is_some() && !projects_all(self.layout, index);
        self.scan = self.scan.and_then(|scan| {
            if self.needs_whole_items && is_partial {
                return Err(Error::new(Kind::Request)
                    .for_entity(self.entity)
                    .with_detail(format!(
                        "the index `{index}` does not hold whole items: use `scan_items`"
                    )));
            }
            scan.on_index(self.layout, index, &self.index_names)
        });
        self
    }

    /// Expired items that the service has not deleted yet are read too.
    pub fn with_expired(self) -> Self {
        self.with(|scan| scan.live = None)
    }

    /// Goes on where a state says: that of a report, of a progress, or of a stream.
    pub fn resume(mut self, state: impl Into<Option<ScanState>>) -> Self {
        self.state = state.into();
        self
    }

    /// Is called after each page with what was done so far; its `state` is where to go on.
    pub fn on_progress(mut self, progress: impl FnMut(&ScanReport) + Send + 'static) -> Self {
        self.on_progress = Some(Box::new(progress));
        self
    }

    /// The text of the first segment's request; nothing is sent.
    #[must_use]
    pub fn explain(&self) -> String {
        explained(&self.scan, Scan::explain)
    }
}

impl<R: ReadItem + 'static> ScanRequest<R> {
    fn open(self) -> Result<ScanStream<R>> {
        let scan = self.scan?;
        scan.check(self.layout)?;
        let fingerprint = scan.fingerprint("scan", self.entity);
        let sources = scan.parts().into_iter().map(Source::Scan).collect();
        let segments = Segments::new(fingerprint, sources, self.state.as_ref())?;
        let reader = Reader::new(&self.client, self.units_per_second)?;
        let places = Places::of(&segments);
        Ok(ScanStream {
            report: ScanReport {
                segments: places.count(),
                finished_segments: places.finished(),
                state: places.state(),
                ..ScanReport::default()
            },
            places,
            pages: Box::pin(reader.pages(segments.open())),
            ahead: None,
            steps_back: 0,
            read: self.read,
            current: None,
            on_progress: self.on_progress,
            refused: None,
        })
    }

    /// Hands each item to `f`, one after the other; what cannot be read is handed over as its error. The
    /// first error that `f` returns ends the scan, as one of the service does: then the report has it, and
    /// the state to go on from.
    ///
    /// # Errors
    /// Before anything is sent: [`Error::is_cursor`] where the state is none of this scan,
    /// [`Error::is_invalid_request`] where an option cannot be right. All other errors are in the report.
    pub async fn for_each<F, A>(self, mut f: F) -> Result<ScanReport>
    where
        F: FnMut(Result<R>) -> A,
        A: Future<Output = Result<()>>,
    {
        let mut stream = self.open()?;
        let error = loop {
            match std::future::poll_fn(|cx| stream.poll_event(cx)).await {
                None => break None,
                Some(Event::Stopped(error)) => break Some(error),
                Some(Event::Item(item)) => {
                    if let Err(error) = f(item).await {
                        break Some(error);
                    }
                }
            }
        };
        Ok(ScanReport {
            error,
            ..stream.report
        })
    }

    /// All items, in the order in which they come: that of no key.
    ///
    /// # Errors
    /// [`Error::is_decode`] for the first item that cannot be read, those of
    /// [`for_each`](Self::for_each), or the service's.
    pub async fn all(self) -> Result<Vec<R>> {
        let mut stream = self.open()?;
        let mut all = Vec::new();
        while let Some(item) = stream.next().await {
            all.push(item?);
        }
        Ok(all)
    }

    /// The items as a stream, of all segments as they come. A segment's next page is under way while one is read, so that at
    /// most two pages of each segment are in memory.
    /// An item that cannot be read is an error, and the stream goes on; an error of the service ends it.
    pub fn stream(self) -> ScanStream<R> {
        let read = self.read;
        self.open().unwrap_or_else(|error| ScanStream {
            places: Places::none(),
            pages: Box::pin(stream::empty()),
            ahead: None,
            steps_back: 0,
            read,
            current: None,
            report: ScanReport::default(),
            on_progress: None,
            refused: Some(error),
        })
    }
}

/// The items of a scan: a [`Stream`] of results that knows where it is.
pub struct ScanStream<R> {
    places: Places,
    pages: Pin<Box<dyn Stream<Item = Result<SegmentPage>> + Send>>,
    /// What came when the requests for the next pages were sent.
    ahead: Option<Option<Result<SegmentPage>>>,
    /// How often the stream still lets others have their turn before it reads the page.
    steps_back: u8,
    read: ReadFn<R>,
    current: Option<Current>,
    report: ScanReport,
    on_progress: Option<OnProgress>,
    /// What was wrong before anything was sent.
    refused: Option<Error>,
}

/// The page that is handed over.
struct Current {
    segment: usize,
    items: VecDeque<Stored>,
    next: Position,
}

enum Event<R> {
    Item(Result<R>),
    Stopped(Error),
}

impl<R> fmt::Debug for ScanStream<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ScanStream").field(&self.report).finish()
    }
}

impl<R> ScanStream<R> {
    /// Where to go on after what was taken so far, but for the last item taken and the others of its page,
    /// which come again. `None` once the stream has ended without an error.
    #[must_use]
    pub fn state(&self) -> Option<ScanState> {
        self.report.state.clone()
    }

    fn poll_event(&mut self, cx: &mut Context<'_>) -> Poll<Option<Event<R>>> {
        if let Some(error) = self.refused.take() {
            return Poll::Ready(Some(Event::Stopped(error)));
        }
        // The requests for the next pages are sent before a page is read: as in `repository::ahead`.
        if self.steps_back > 0 && self.ahead.is_none() {
            self.steps_back -= 1;
            match self.pages.as_mut().poll_next(cx) {
                Poll::Ready(page) => self.ahead = Some(page),
                Poll::Pending if self.steps_back > 0 => {
                    cx.waker().wake_by_ref();
                    return Poll::Pending;
                }
                Poll::Pending => {}
            }
        }
        if let Some(item) = self.next_of_current() {
            return Poll::Ready(Some(Event::Item(item)));
        }
        let page = match self.ahead.take() {
            Some(page) => page,
            None => ready!(self.pages.as_mut().poll_next(cx)),
        };
        match page {
            None => Poll::Ready(None),
            Some(Err(error)) => {
                self.pages = Box::pin(stream::empty());
                Poll::Ready(Some(Event::Stopped(error)))
            }
            Some(Ok(page)) => {
                self.report.examined += page.examined;
                self.report.capacity_units += page.capacity_units;
                self.current = Some(Current {
                    segment: page.segment,
                    items: page.items.into(),
                    next: page.next,
                });
                self.steps_back = 2;
                cx.waker().wake_by_ref();
                Poll::Pending
            }
        }
    }

    /// The next item of the page; a page without any more is done.
    fn next_of_current(&mut self) -> Option<Result<R>> {
        let mut current = self.current.take()?;
        while let Some(item) = current.items.pop_front() {
            let item = match (self.read)(item) {
                Ok(Decoded::Other) => continue,
                Ok(Decoded::This(item)) => Ok(item),
                Err(error) => Err(error),
            };
            self.report.items += 1;
            self.current = Some(current);
            return Some(item);
        }
        self.places.advance(current.segment, current.next);
        self.report.finished_segments = self.places.finished();
        self.report.state = self.places.state();
        if let Some(on_progress) = &mut self.on_progress {
            on_progress(&self.report);
        }
        None
    }
}

impl<R> Stream for ScanStream<R> {
    type Item = Result<R>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.poll_event(cx).map(|event| {
            event.map(|event| match event {
                Event::Item(item) => item,
                Event::Stopped(error) => Err(error),
            })
        })
    }
}

//! What a scan or a backfill reads, page after page: segments of a scan, or queries, side by side.

use std::sync::Arc;

use futures_core::Stream;
use futures_util::stream;

use super::pace::Pace;
use crate::client::{Client, QueryPage};
use crate::error::Result;
use crate::item::Stored;
use crate::op::{Position, Query, Scan, ScanState, StartKey};

/// Read units of the largest page: 1 MB, strongly consistent.
const LARGEST_PAGE: f64 = 256.0;

/// What one segment reads.
#[derive(Clone, Debug)]
pub(super) enum Source {
    Scan(Scan),
    Query(Box<Query>),
}

impl Source {
    fn starting_at(&mut self, start: StartKey) {
        match self {
            Self::Scan(scan) => scan.start = Some(start),
            Self::Query(query) => query.start = Some(start),
        }
    }

    fn drops(&self, item: &Stored) -> bool {
        match self {
            Self::Scan(scan) => scan.drops(item),
            Self::Query(query) => query.drops(item),
        }
    }

    pub(super) fn explain(&self) -> String {
        match self {
            Self::Scan(scan) => scan.explain(),
            Self::Query(query) => query.explain(),
        }
    }
}

/// All segments, and what a state of them is bound to.
#[derive(Debug)]
pub(super) struct Segments {
    pub(super) fingerprint: [u8; 8],
    pub(super) sources: Vec<Source>,
    pub(super) positions: Vec<Position>,
}

impl Segments {
    /// At their beginning, or where a state says.
    pub(super) fn new(
        fingerprint: [u8; 8],
        sources: Vec<Source>,
        state: Option<&ScanState>,
    ) -> Result<Self> {
        let positions = match state {
            Some(state) => state.positions(fingerprint, sources.len())?,
            None => vec![Position::Start; sources.len()],
        };
        Ok(Self {
            fingerprint,
            sources,
            positions,
        })
    }

    /// Those that are not at their end.
    pub(super) fn open(&self) -> Vec<Segment> {
        let both = self.sources.iter().zip(&self.positions).enumerate();
        both.filter_map(|(number, (source, position))| {
            let mut source = source.clone();
            match position {
                Position::Start => {}
                Position::After(key) => source.starting_at(key.clone()),
                Position::End => return None,
            }
            Some(Segment { number, source })
        })
        .collect()
    }
}

/// Where the segments stand.
#[derive(Debug)]
pub(super) struct Places {
    fingerprint: [u8; 8],
    positions: Vec<Position>,
}

impl Places {
    pub(super) fn none() -> Self {
        Self {
            fingerprint: [0; 8],
            positions: Vec::new(),
        }
    }

    pub(super) fn of(segments: &Segments) -> Self {
        Self {
            fingerprint: segments.fingerprint,
            positions: segments.positions.clone(),
        }
    }

    pub(super) fn advance(&mut self, segment: usize, to: Position) {
        if let Some(position) = self.positions.get_mut(segment) {
            *position = to;
        }
    }

    pub(super) fn count(&self) -> usize {
        self.positions.len()
    }

    pub(super) fn finished(&self) -> usize {
        let is_finished = |position: &&Position| **position == Position::End;
        self.positions.iter().filter(is_finished).count()
    }

    /// `None` where all are at their end.
    pub(super) fn state(&self) -> Option<ScanState> {
        (self.finished() < self.count()).then(|| ScanState::new(self.fingerprint, &self.positions))
    }
}

/// A segment and where its next page begins.
#[derive(Debug)]
pub(super) struct Segment {
    pub(super) number: usize,
    source: Source,
}

/// A page of a segment.
#[derive(Debug)]
pub(super) struct SegmentPage {
    pub(super) segment: usize,
    pub(super) items: Vec<Stored>,
    pub(super) examined: usize,
    pub(super) capacity_units: f64,
    /// Where the segment stands once the page is done.
    pub(super) next: Position,
}

/// Sends the requests, at their pace.
#[derive(Clone, Debug)]
pub(super) struct Reader {
    client: Client,
    pace: Option<Arc<Pace>>,
}

impl Reader {
    pub(super) fn new(client: &Client, units_per_second: Option<f64>) -> Result<Self> {
        let pace = units_per_second
            .map(|limit| Pace::new(limit, LARGEST_PAGE).map(Arc::new))
            .transpose()?;
        Ok(Self {
            client: client.clone().measuring(),
            pace,
        })
    }

    /// Further units were read: the next page waits for them too.
    pub(super) fn pay(&self, units: f64) {
        if let Some(pace) = &self.pace {
            pace.add(units);
        }
    }

    /// The segment's next page, and the segment where there are more.
    pub(super) async fn next(
        &self,
        mut segment: Segment,
    ) -> Result<(SegmentPage, Option<Segment>)> {
        let page = match &self.pace {
            Some(pace) => {
                let send = self.send(&segment.source);
                pace.spend(send, |page: &QueryPage| page.capacity_units)
                    .await?
            }
            None => self.send(&segment.source).await?,
        };
        let source = &segment.source;
        let items = page.items.into_iter();
        let read = SegmentPage {
            segment: segment.number,
            items: items.filter(|item| !source.drops(item)).collect(),
            examined: page.examined as usize,
            capacity_units: page.capacity_units.unwrap_or_default(),
            next: page.next.clone().map_or(Position::End, Position::After),
        };
        let rest = page.next.map(|next| {
            segment.source.starting_at(next);
            segment
        });
        Ok((read, rest))
    }

    async fn send(&self, source: &Source) -> Result<QueryPage> {
        match source {
            Source::Scan(scan) => self.client.scan(scan).await,
            Source::Query(query) => self.client.query(query).await,
        }
    }

    /// The pages of all segments as they come. A segment's next page is asked for while its last one is
    /// looked at, and no further one: at most two pages of a segment are in memory.
    pub(super) fn pages(
        self,
        segments: Vec<Segment>,
    ) -> impl Stream<Item = Result<SegmentPage>> + Send {
        let of_segment = |segment| {
            let reader = self.clone();
            Box::pin(stream::unfold(Some(segment), move |segment| {
                let reader = reader.clone();
                async move {
                    match reader.next(segment?).await {
                        Ok((page, rest)) => Some((Ok(page), rest)),
                        Err(error) => Some((Err(error), None)),
                    }
                }
            }))
        };
        stream::select_all(segments.into_iter().map(of_segment).collect::<Vec<_>>())
    }
}

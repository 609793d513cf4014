//! Scan: a table or an index from end to end, in segments that are read side by side, and where each of
//! them stands.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use super::TableName;
use super::cursor::{Cursor, HASH, StartKey, fingerprint, open, seal};
use super::explain::{Explanation, condition_text};
use super::live::Live;
use super::query::{Query, Type};
use super::spread::Position;
use super::table::{IndexNames, index_name};
use crate::error::{Error, Kind, Result};
use crate::expr::{Expr, Placeholders, check_expression};
use crate::item::{Stored, Value};
use crate::key::value::hex;
use crate::schema::{Projection, TableLayout};

/// Segments that one scan can have (service limit).
const SEGMENT_LIMIT: u32 = 1_000_000;

/// One segment's next page.
#[derive(Clone, Debug)]
pub(crate) struct Scan {
    pub(crate) table: TableName,
    /// The index's name in the table, and in the model.
    pub(crate) index: Option<Cow<'static, str>>,
    pub(crate) on: Option<&'static str>,
    /// Items of another type are left out; items without a type are not, since their key can tell.
    pub(crate) of_type: Option<Type>,
    pub(crate) live: Option<Live>,
    /// Whether what is read has the attribute of the expiry.
    filters_expired: bool,
    pub(crate) is_consistent: bool,
    /// Items that one request examines.
    pub(crate) page_size: Option<u32>,
    pub(crate) segment: u32,
    pub(crate) segments: u32,
    pub(crate) start: Option<StartKey>,
}

impl Scan {
    pub(crate) fn new(table: TableName, live: Option<Live>) -> Self {
        Self {
            table,
            index: None,
            on: None,
            of_type: None,
            live,
            filters_expired: true,
            is_consistent: false,
            page_size: None,
            segment: 0,
            segments: 1,
            start: None,
        }
    }

    /// The same scan over an index.
    pub(crate) fn on_index(
        mut self,
        layout: &'static TableLayout,
        index: &str,
        names: &IndexNames,
    ) -> Result<Self> {
        let Some(found) = layout.index(index) else {
            let known: Vec<_> = layout.indexes.iter().map(|index| index.name).collect();
            return Err(Error::new(Kind::Request).with_detail(format!(
                "the model has no index `{index}`; its indexes are: {}",
                known.join(", ")
            )));
        };
        self.on = Some(found.name);
        self.index = Some(index_name(names, found.name));
        let has_attribute = |name: &str| layout.projects(found.name, name);
        self.of_type = self.of_type.filter(|of| has_attribute(of.attribute));
        self.filters_expired = found.projection != Projection::KeysOnly
            && self
                .live
                .is_some_and(|live| has_attribute(live.attribute()));
        Ok(self)
    }

    /// What can only be seen when all is said.
    pub(crate) fn check(&self, layout: &'static TableLayout) -> Result<()> {
        let refused = |detail: String| Err(Error::new(Kind::Request).with_detail(detail));
        if self.segments > SEGMENT_LIMIT {
            return refused(format!(
                "a scan has at most {SEGMENT_LIMIT} segments, and this one {}",
                self.segments
            ));
        }
        let is_global = |index| layout.index(index).is_some_and(|index| !index.is_local);
        match self.on {
            Some(index) if self.is_consistent && is_global(index) => refused(format!(
                "the index `{index}` is global, and has no consistent reads: scan the table"
            )),
            _ => Ok(()),
        }
    }

    /// Every segment at its beginning.
    pub(crate) fn parts(&self) -> Vec<Self> {
        (0..self.segments)
            .map(|segment| Self {
                segment,
                ..self.clone()
            })
            .collect()
    }

    /// What a state is bound to, together with what is read.
    pub(crate) fn fingerprint(&self, purpose: &str, entity: &str) -> [u8; HASH] {
        fingerprint(&[
            purpose,
            entity,
            &self.table,
            self.index.as_deref().unwrap_or_default(),
            &self.segments.to_string(),
        ])
    }

    /// The filter as sent: on the type, and on the expiry.
    pub(crate) fn filter(&self) -> Option<Expr> {
        let of_type = self.of_type.map(|Type { attribute, name }| {
            Expr::not_exists(attribute).or(Expr::equals(attribute, Value::string(name)))
        });
        let live = self.live.filter(|_| self.filters_expired);
        let all = [of_type, live.map(Live::condition)];
        all.into_iter().flatten().reduce(Expr::and)
    }

    /// The filter as sent.
    pub(crate) fn filter_text(&self, names: &mut Placeholders) -> Result<Option<String>> {
        let Some(filter) = self.filter() else {
            return Ok(None);
        };
        let mut text = String::new();
        filter.render(names, &mut text);
        check_expression("filter", &text, filter.operators())?;
        Ok(Some(text))
    }

    /// Whether the item is not meant although the filter lets it pass.
    pub(crate) fn drops(&self, item: &Stored) -> bool {
        self.live.is_some_and(|live| live.is_expired(item))
    }

    pub(crate) fn explain(&self) -> String {
        let mut explanation = Explanation::new("Scan", &self.table);
        if let Some(index) = &self.index {
            explanation = explanation.line("IndexName", index);
        }
        if let Some(filter) = self.filter() {
            explanation = explanation.line("filter", &condition_text(&filter));
        }
        if let Some(limit) = self.page_size {
            explanation = explanation.line("Limit", &limit.to_string());
        }
        if self.is_consistent {
            explanation = explanation.line("ConsistentRead", "true");
        }
        if self.segments > 1 {
            let segment = format!("{} of {}", self.segment, self.segments);
            explanation = explanation.line("Segment", &segment);
        }
        explanation.finish()
    }
}

/// What a state of several queries is bound to.
pub(crate) fn queries_fingerprint(purpose: &str, entity: &str, queries: &[Query]) -> [u8; HASH] {
    let conditions: Vec<_> = queries
        .iter()
        .map(|query| hex(&query.fingerprint()))
        .collect();
    let parts = [purpose, entity].into_iter();
    let parts: Vec<_> = parts.chain(conditions.iter().map(String::as_str)).collect();
    fingerprint(&parts)
}

/// Where a scan or a backfill stands: an opaque text that can be stored, and from which the same call goes
/// on with [`resume`](crate::ScanRequest::resume).
///
/// It carries the position of each segment and fits only the call that it came from: same table, index,
/// entity and number of segments. With any other, or changed, the call fails with [`Error::is_cursor`] and
/// nothing is sent. It is not encrypted: whoever holds it can read the keys in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScanState(String);

impl fmt::Display for ScanState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for ScanState {
    type Err = std::convert::Infallible;

    /// Takes any text; whether it is a state of the call is seen when it is used.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self(text.to_owned()))
    }
}

impl From<String> for ScanState {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<ScanState> for String {
    fn from(state: ScanState) -> Self {
        state.0
    }
}

impl serde::Serialize for ScanState {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> serde::Deserialize<'de> for ScanState {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self)
    }
}

impl ScanState {
    pub(crate) fn new(fingerprint: [u8; HASH], positions: &[Position]) -> Self {
        let mut content = Vec::new();
        for position in positions {
            match position {
                Position::Start => content.push(0),
                Position::End => content.push(1),
                Position::After(key) => {
                    content.push(2);
                    // A key of the table and one of an index have at most ten attributes together.
                    content.push(u8::try_from(key.0.len()).unwrap_or(u8::MAX));
                    key.write(&mut content);
                }
            }
        }
        Self(seal(fingerprint, &content).into())
    }

    /// The positions of so many segments.
    pub(crate) fn positions(&self, expected: [u8; HASH], segments: usize) -> Result<Vec<Position>> {
        let foreign = || {
            let detail = "it is no state of this call (same table, index, entity and number of segments), or it was changed";
            Error::new(Kind::Cursor).with_detail(detail)
        };
        let content = open(&Cursor::from(self.0.as_str()), expected).map_err(|_| foreign())?;
        let mut rest = content.as_slice();
        let positions: Option<Vec<_>> = (0..segments).map(|_| position(&mut rest)).collect();
        positions.filter(|_| rest.is_empty()).ok_or_else(foreign)
    }
}

fn position(rest: &mut &[u8]) -> Option<Position> {
    let (kind, after) = rest.split_first()?;
    *rest = after;
    match kind {
        0 => Some(Position::Start),
        1 => Some(Position::End),
        _ => {
            let (attributes, after) = rest.split_first()?;
            *rest = after;
            StartKey::read(rest, usize::from(*attributes)).map(Position::After)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::value::KeyValue;

    fn positions() -> Vec<Position> {
        let key = StartKey(vec![
            ("PK".to_owned(), KeyValue::from("CUST#c1")),
            ("n".to_owned(), KeyValue::Number("-42".to_owned())),
        ]);
        vec![Position::After(key), Position::Start, Position::End]
    }

    fn state() -> ScanState {
        ScanState::new(fingerprint(&["shop"]), &positions())
    }

    #[test]
    fn a_state_brings_its_positions_back() {
        let text = state().to_string();
        let state: ScanState = text.parse().unwrap();
        assert_eq!(
            state.positions(fingerprint(&["shop"]), 3).unwrap(),
            positions()
        );
    }

    #[test]
    fn a_state_of_another_scan_or_number_of_segments_is_refused() {
        let other = state().positions(fingerprint(&["other"]), 3);
        assert!(other.unwrap_err().is_cursor());
        for segments in [0, 2, 4] {
            let refused = state().positions(fingerprint(&["shop"]), segments);
            assert!(refused.unwrap_err().is_cursor(), "{segments}");
        }
    }

    #[test]
    fn a_cut_state_is_refused() {
        let text = state().to_string();
        for end in 0..text.len() {
            let cut = ScanState::from(text[..end].to_owned());
            assert!(cut.positions(fingerprint(&["shop"]), 3).is_err(), "{end}");
        }
    }
}

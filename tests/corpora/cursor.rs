//! Cursors of a path, of one over shards and of one over time buckets.

use dynamo_model::__private::fuzz::{reopened, sealed};
use dynamo_model::{Cursor, Entity, Table};
use jiff::civil::{Date, date};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "events", gsi("GSI1"), entities(Event, Reading))]
struct Events;

#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = Events,
    pk = "EVENT#{day}",
    sk = "{id}",
    shard(count = 4, by = id),
    index(name = by_kind, on = "GSI1", pk = "KIND#{kind}#{shard:02}", sk = "{id}"),
)]
struct Event {
    day: String,
    id: String,
    kind: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Events, pk = "DEVICE#{device}#{on:month}", sk = "{on}")]
struct Reading {
    device: String,
    on: Date,
}

/// Whether some path goes on at a cursor of this content. It is refused as a cursor, or names a place
/// that a cursor can be written of.
pub(crate) fn run(data: &[u8]) -> bool {
    let text = Cursor::from(String::from_utf8_lossy(data).into_owned());
    let plain = || Event::query("2026-10-20");
    let sharded = || Event::by_kind("Click");
    let (first, last) = (date(2026, 10, 20), date(2026, 12, 1));
    let buckets = || Reading::query_in("d1", first..=last);
    macro_rules! is_place {
        ($path:ident) => {{
            assert!(reopened($path(), &text).is_err_and(|error| error.is_cursor()));
            let cursor = sealed($path(), data).expect("the path is one");
            match reopened($path(), &cursor) {
                Ok(place) => {
                    let again = reopened($path(), &place);
                    assert!(again.is_ok_and(|again| again == place));
                    true
                }
                Err(error) => {
                    assert!(error.is_cursor(), "{error}");
                    false
                }
            }
        }};
    }
    let found = [is_place!(plain), is_place!(sharded), is_place!(buckets)];
    found.contains(&true)
}

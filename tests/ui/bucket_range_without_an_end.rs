// Each bucket is a query of its own: a range without an end would never stop.

use dynamo_model::{Entity, Table};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "log", gsi("GSI1"), entities(Reading))]
pub struct Log;

#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = Log,
    pk = "DAY#{at:date}",
    sk = "{at:iso_ms}#{device}",
    index(name = seen, on = "GSI1", pk = "MONTH#{seen:month}", sk = "{seen:iso_ms}"),
)]
pub struct Reading {
    pub device: String,
    pub at: Timestamp,
    pub seen: Option<Timestamp>,
}

fn main() {
    let now = Timestamp::UNIX_EPOCH;
    let _ = Reading::query_in(now..);
    let _ = Reading::seen_in(..=now);
}

// Two functions of one name.

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
    index(name = query_in, on = "GSI1", pk = "MONTH#{seen:month}", sk = "{seen:iso_ms}"),
)]
pub struct Reading {
    pub device: String,
    pub at: Timestamp,
    pub seen: Option<Timestamp>,
}

fn main() {}

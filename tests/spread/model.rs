//! A table with every kind of spread path.

use dynamo_model::{Entity, KeyPart, Repository, Table};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::log::Log;

#[derive(Table)]
#[table(
    name = "events",
    gsi("GSI1"),
    gsi("GSI2"),
    gsi("Inverted", pk = "SK", sk = "PK"),
    entities(Event, Note, Reading, Login, Visit, Task)
)]
pub(crate) struct Events;

/// Sharded in the primary key, in an index by another field, and inverted.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Events,
    pk = "EVENT#{day}#{shard}",
    sk = "AT#{second:05}#{id}",
    shard(count = 4, by = id),
    index(name = by_kind, on = "GSI1", pk = "KIND#{kind:lower}#{shard:02}#ALL", sk = "{second:05}"),
    index(name = inverted, on = "Inverted"),
)]
pub(crate) struct Event {
    pub(crate) day: String,
    pub(crate) second: u32,
    pub(crate) id: String,
    pub(crate) kind: Option<String>,
}

/// Shares the partitions of the events.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Events, pk = "EVENT#{day}#{number}", sk = "NOTE", constant_sk_ok = "few")]
pub(crate) struct Note {
    pub(crate) day: String,
    pub(crate) number: u8,
}

/// In buckets of a day.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Events,
    pk = "DEV#{device}#{at:date}",
    sk = "{at:iso_ms}",
    index(name = of_month, on = "GSI1", pk = "MONTH#{at:month}", sk = "R#{at:iso_ms}#{device}"),
    index(name = seen_in_year, on = "GSI2", pk = "{seen:year}#SEEN", sk = "{seen}#{device}"),
)]
pub(crate) struct Reading {
    pub(crate) device: String,
    pub(crate) at: Timestamp,
    pub(crate) seen: Option<Timestamp>,
}

/// In buckets, each of them sharded.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Events,
    pk = "LOGIN#{at:date}#{shard}",
    sk = "{at:iso_ms}#{user}",
    shard(count = 3, by = [user, at]),
)]
pub(crate) struct Login {
    pub(crate) at: Timestamp,
    pub(crate) user: String,
}

/// Sharded in an index by a field that no template names and that may be absent.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Events,
    pk = "TASK#{id}",
    sk = "TASK#{id}",
    shard(count = 12, by = [owner, id]),
    index(name = owned, on = "GSI2", pk = "OWNED#{shard}", sk = "{id}"),
)]
pub(crate) struct Task {
    pub(crate) id: String,
    pub(crate) owner: Option<String>,
}

/// A newtype in buckets of a month.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Events, pk = "VISIT#{on:month}", sk = "{on}#{who:raw}")]
pub(crate) struct Visit {
    pub(crate) on: Day,
    pub(crate) who: String,
}

#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
pub(crate) struct Day(pub(crate) jiff::civil::Date);

pub(crate) async fn events() -> (Repository<Events>, Log) {
    let log = Log::default();
    let events = Repository::<Events>::new(dynamo_model::embedded::client());
    events.create_table().await.unwrap();
    let events = events.with_observer(log.clone());
    log.take();
    (events, log)
}

pub(crate) const DAY: &str = "2026-10-20";

/// A hundred events of the day, three in a second.
pub(crate) async fn hundred() -> (Repository<Events>, Log, Vec<Event>) {
    let (repository, log) = events().await;
    let all: Vec<_> = (0..100).map(|number| event(number / 3, number)).collect();
    assert!(
        repository
            .batch()
            .put_all(&all)
            .await
            .unwrap()
            .is_complete()
    );
    log.take();
    (repository, log, all)
}

pub(crate) fn event(second: u32, id: impl ToString) -> Event {
    Event {
        day: "2026-10-20".to_owned(),
        second,
        id: id.to_string(),
        kind: Some("Click".to_owned()),
    }
}

pub(crate) fn instant(text: &str) -> Timestamp {
    text.parse().unwrap()
}

//! Write sharding: one hot partition as ten, and time buckets: a stream of messages as a partition a day.
//!
//! A daily event counter writes everything under `EVENT#2024-06-01`, and one partition takes 1,000 write units a second. Annotated with `{shard}` in the partition key
//! and `shard(count = 10, by = event_id)`, each event goes to one of ten partitions, found again from its key. The price is paid on reads: ten requests a query. They
//! are sent together, merged by the sort key, and with a limit ask each shard for its share and little more. Shards count from 0; the article counts from 1.
//!
//! Messages of a channel grow without end. In a partition a day (`{at:date}`), the newest are read from today's back, one partition after the other.

use dynamo_model::{Entity, Repository, Table};
use dynamo_model_examples::{Log, pk, show};
use jiff::civil::{Date, date};
use jiff::{Timestamp, ToSpan};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// | Access pattern | Request |
/// |---|---|
/// | count of a day's events | Query `EVENT#{day}#0` to `#9`, `Select: COUNT` |
/// | a day's latest events | Query the ten, merged by sort key |
/// | an event | GetItem, the shard computed from its id |
/// | a channel's latest messages | Query `CHANNEL#{channel}#{day}`, from the newest day on |
#[derive(Table)]
#[table(name = "p14-write-sharding", entities(Event, Message))]
struct Events;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Events,
    pk = "EVENT#{day}#{shard}",
    sk = "{second:05}#{event_id}",
    shard(count = 10, by = event_id),
)]
struct Event {
    day: Date,
    /// Of the day.
    second: u32,
    event_id: String,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Events, pk = "CHANNEL#{channel}#{at:date}", sk = "{at:iso_ms}#{author}")]
struct Message {
    channel: String,
    at: Timestamp,
    author: String,
    text: String,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let log = Log::default();
    let events = Repository::<Events>::new(dynamo_model::embedded::client());
    events.create_table().await?;

    let day = date(2024, 6, 1);
    let all: Vec<_> = (0..1000)
        .map(|number| Event {
            day,
            second: number * 86,
            event_id: format!("e{number:04}"),
        })
        .collect();
    assert!(events.batch().put_all(&all).await?.is_complete());
    let events = events.with_observer(log.clone());

    let mut shards = Vec::new();
    for shard in 0..10 {
        let held = all.iter().map(pk).collect::<Result<Vec<_>, _>>()?;
        let key = format!("EVENT#2024-06-01#{shard}");
        shards.push(held.iter().filter(|pk| **pk == key).count());
    }
    show(
        "Writes by shard",
        &shards,
        json!([94, 103, 90, 112, 106, 90, 98, 104, 102, 101]),
    );

    let total = events.query(Event::query(day)).count().await?;
    log.assert_last(
        "Query p14-write-sharding
    key:        PK = 'EVENT#2024-06-01#9'
    Select:     COUNT",
    );
    log.assert_count(10);
    show("Events of the day, all ten shards", total, json!(1000));

    let latest = events.query(Event::query(day)).newest_first().limit(20);
    println!("\n{}", latest.explain());
    let page = latest.page(None).await?;
    log.assert_count(20);
    show(
        "The latest five, of one partition in the end",
        page.items
            .iter()
            .take(5)
            .map(|event| &event.event_id)
            .collect::<Vec<_>>(),
        json!(["e0999", "e0998", "e0997", "e0996", "e0995"]),
    );
    show(
        "Items examined for twenty, and by asking each shard for twenty",
        json!({"examined": page.examined, "naive": 200}),
        json!({"examined": 60, "naive": 200}),
    );
    let next = events.query(Event::query(day)).newest_first().limit(20);
    let next = next.page(page.next).await?;
    assert_eq!(next.items.first(), all.get(979));

    let found = events.get(Event::key(day, 86, "e0001")).await?;
    assert_eq!(found.as_ref(), all.get(1));

    messages(&events, &log).await
}

async fn messages(
    events: &Repository<Events>,
    log: &Log,
) -> Result<(), Box<dyn std::error::Error>> {
    let noon: Timestamp = "2024-06-01T12:00:00Z".parse()?;
    for (hours, text) in [(0, "first"), (1, "second"), (47, "third"), (120, "fourth")] {
        let message = Message {
            channel: "general".to_owned(),
            at: noon + hours.hours(),
            author: "ann".to_owned(),
            text: text.to_owned(),
        };
        events.create(&message).await?;
    }
    let now = noon + 122.hours();
    let week = now - (7 * 24).hours()..=now;
    let latest = events
        .query(Message::query_in("general", week))
        .newest_first()
        .limit(3);
    println!("\n{}", latest.explain());
    assert_eq!(
        latest.explain(),
        "Query p14-write-sharding
    key:        (PK = 'CHANNEL#general#2024-06-06' AND SK <= '2024-06-06T14:00:00.000Z$')
    Limit:      3
    ScanIndexForward: false
    ... (+7 more buckets to 'CHANNEL#general#2024-05-30', one after the other)"
    );
    let latest = latest.all().await?;
    // Six days back, and no further: the limit is reached in the first of June.
    log.assert_count(20 + 10 + 1 + 4 + 6);
    show(
        "The latest three messages",
        latest
            .iter()
            .map(|message| &message.text)
            .collect::<Vec<_>>(),
        json!(["fourth", "third", "second"]),
    );
    Ok(())
}

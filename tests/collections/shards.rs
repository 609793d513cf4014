//! Collections under a sharded partition key.

use dynamo_model::{Collection, Entity, Repository, Table};
use dynamo_model_tests::repository;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "events", entities(Event, Note, Alarm))]
struct Events;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Events,
    pk = "DAY#{day}#{shard}",
    sk = "{second:05}#EVENT#{id}",
    shard(count = 4, by = id)
)]
struct Event {
    day: String,
    second: u32,
    id: String,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Events,
    pk = "DAY#{day}#{shard}",
    sk = "{second:05}#NOTE#{id}",
    shard(count = 4, by = id)
)]
struct Note {
    day: String,
    second: u32,
    id: String,
}

/// In the third shard.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Events, pk = "DAY#{day}#{number:unpadded}", sk = "ALARM#{number:unpadded}")]
struct Alarm {
    day: String,
    number: u8,
}

#[derive(Collection, Debug, PartialEq)]
enum Entry {
    Event(Event),
    Note(Note),
}

#[derive(Collection, Debug)]
struct Day {
    events: Vec<Event>,
    notes: Vec<Note>,
    alarms: Vec<Alarm>,
}

#[derive(Collection, Debug)]
struct Alarms {
    alarms: Vec<Alarm>,
}

async fn events() -> Repository<Events> {
    let events = repository::<Events>().await;
    let day = || "d1".to_owned();
    let all: Vec<_> = (0..40)
        .map(|second| Event {
            day: day(),
            second,
            id: format!("e{second}"),
        })
        .collect();
    let notes: Vec<_> = (0..40)
        .map(|second| Note {
            day: day(),
            second,
            id: format!("n{second}"),
        })
        .collect();
    let batch = events.batch().put_all(&all).put_all(&notes);
    let alarm = Alarm {
        day: day(),
        number: 2,
    };
    assert!(batch.put_all([&alarm]).await.unwrap().is_complete());
    events
}

#[tokio::test]
async fn all_shards_are_merged_by_the_sort_key() {
    let events = events().await;
    let request = || events.collect::<Entry, _>(Event::partition("d1"));
    let all = request().all().await.unwrap();
    assert_eq!(all.len(), 80);
    let place = |entry: &Entry| match entry {
        Entry::Event(event) => (event.second, 0),
        Entry::Note(note) => (note.second, 1),
    };
    assert!(all.is_sorted_by_key(place));

    let (mut paged, mut cursor) = (Vec::new(), None);
    loop {
        let page = request().limit(30).page(cursor).await.unwrap();
        paged.extend(page.items);
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(paged, all);
}

#[tokio::test]
async fn a_struct_has_the_items_of_all_shards() {
    let events = events().await;
    let day: Day = events.collect(Event::partition("d1")).await.unwrap();
    assert_eq!((day.events.len(), day.notes.len()), (40, 40));
    assert_eq!(day.alarms.len(), 1);
    assert!(day.events.is_sorted_by_key(|event| event.second));
}

#[tokio::test]
async fn what_only_one_shard_tells_narrows_none() {
    let events = events().await;
    let request = events.collect::<Alarms, _>(Event::partition("d1"));
    assert!(request.explain().contains("begins_with(SK, 'ALARM#')"));
    let alarms = request.await.unwrap();
    assert_eq!(alarms.alarms.len(), 1);
}

//! Write sharding: keys, requests, what a query costs, cursors.

use dynamo_model::Error;
use dynamo_model::key::shard_of;

use crate::log::Log;
use crate::model::{Event, Note, event, events};

const DAY: &str = "2026-10-20";

async fn hundred() -> (
    dynamo_model::Repository<crate::model::Events>,
    Log,
    Vec<Event>,
) {
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

#[test]
fn the_shard_is_computed_from_the_key() {
    let shard = shard_of(["e1"], 4);
    let key = Event::key(DAY, 7, "e1");
    assert_eq!(
        key.texts().unwrap(),
        (
            format!("EVENT#{DAY}#{shard}"),
            Some("AT#00007#e1".to_owned())
        )
    );
    assert_eq!(
        Event::parse_key(&format!("EVENT#{DAY}#{shard}"), "AT#00007#e1").unwrap(),
        key
    );
}

#[test]
fn a_key_with_the_shard_of_another_item_does_not_parse() {
    let wrong = (shard_of(["e1"], 4) + 1) % 4;
    for shard in [&wrong.to_string(), "4", "x", "", "00"] {
        let error = Event::parse_key(&format!("EVENT#{DAY}#{shard}"), "AT#00007#e1").unwrap_err();
        assert!(error.is_key(), "{shard}");
    }
}

#[tokio::test]
async fn an_index_has_its_own_shard_text_and_stays_sparse() {
    let (repository, _) = events().await;
    let mut first = event(1, "e1");
    repository.create(&first).await.unwrap();
    let shard = shard_of(["e1"], 4);
    let raw = repository.items(Event::partition(DAY)).all().await.unwrap();
    assert_eq!(
        raw[0].attribute::<String>("GSI1PK").unwrap().unwrap(),
        format!("KIND#click#{shard:02}#ALL")
    );
    let found = repository
        .query(Event::by_kind("CLICK"))
        .all()
        .await
        .unwrap();
    assert_eq!(found, [first.clone()]);
    first.kind = None;
    repository.replace(&first).await.unwrap();
    assert_eq!(
        repository
            .query(Event::by_kind("CLICK"))
            .count()
            .await
            .unwrap(),
        0
    );
    assert_eq!(
        repository.get(Event::key(DAY, 1, "e1")).await.unwrap(),
        Some(first)
    );
}

#[tokio::test]
async fn explain_shows_the_first_shard_and_how_many_more() {
    let (repository, log) = events().await;
    let query = repository.query(Event::query(DAY)).newest_first().limit(20);
    assert_eq!(
        query.explain(),
        "Query events
    key:        (PK = 'EVENT#2026-10-20#0' AND begins_with(SK, 'AT#'))
    Limit:      12
    ScanIndexForward: false
    ... (+3 more shards to 'EVENT#2026-10-20#3', merged by SK)"
    );
    let items = repository.items(Event::by_kind("click"));
    assert_eq!(
        items.explain(),
        "Query events
    key:        GSI1PK = 'KIND#click#00#ALL'
    IndexName:  GSI1
    ... (+3 more shards to 'KIND#click#03#ALL', merged by GSI1SK)"
    );
    assert_eq!(log.sums(), (0, 0));
}

#[tokio::test]
async fn shards_are_merged_by_the_sort_key_and_ties_by_the_shard() {
    let (repository, log, mut all) = hundred().await;
    all.sort_by_key(|event| (event.second, event.id.clone()));
    let found = repository.query(Event::query(DAY)).all().await.unwrap();
    assert_eq!(found, all);
    assert_eq!(log.sums(), (4, 100));
    let seconds = |events: Vec<Event>| -> Vec<_> {
        let place = |event: &Event| (event.second, shard_of([event.id.as_str()], 4));
        events.iter().map(place).collect()
    };
    let found = seconds(
        repository
            .query(Event::by_kind("click"))
            .all()
            .await
            .unwrap(),
    );
    assert!(found.is_sorted() && found.len() == 100);
    let found = repository.query(Event::by_kind("click")).newest_first();
    let found = seconds(found.all().await.unwrap());
    let mut expected = found.clone();
    expected.sort_by_key(|(second, shard)| (std::cmp::Reverse(*second), *shard));
    assert_eq!(found, expected);
}

#[tokio::test]
async fn a_level_and_a_range_narrow_every_shard() {
    let (repository, log, all) = hundred().await;
    let found = repository
        .query(Event::query(DAY).second(7))
        .all()
        .await
        .unwrap();
    assert_eq!(found.len(), 3);
    assert_eq!(log.sums(), (4, 3));
    let found = repository
        .query(Event::query(DAY).second(7).id("22"))
        .all()
        .await
        .unwrap();
    assert_eq!(found, [all[22].clone()]);
    let found = repository
        .query(Event::query(DAY).second_in(7..9))
        .count()
        .await
        .unwrap();
    assert_eq!(found, 6);
    let found = repository
        .query(Event::by_kind("click").second_in(7..=8))
        .all()
        .await
        .unwrap();
    assert_eq!(found.len(), 6);
    log.take();
    let found = repository
        .query(Event::query(DAY).second_in(9..7))
        .all()
        .await
        .unwrap();
    assert_eq!((found.len(), log.sums()), (0, (0, 0)));
}

#[tokio::test]
async fn counting_asks_each_shard_once_and_sums() {
    let (repository, log, _) = hundred().await;
    assert_eq!(
        repository.query(Event::query(DAY)).count().await.unwrap(),
        100
    );
    let requests = log.take();
    assert_eq!(requests.len(), 4);
    assert!(
        requests
            .iter()
            .all(|(text, _)| text.contains("Select:     COUNT")),
        "{requests:?}"
    );
    assert_eq!(
        repository
            .query(Event::query(DAY))
            .limit(30)
            .count()
            .await
            .unwrap(),
        30
    );
    assert_eq!(
        repository
            .items(Event::partition(DAY))
            .count()
            .await
            .unwrap(),
        100
    );
}

#[tokio::test]
async fn the_first_item_asks_each_shard_for_one() {
    let (repository, log, all) = hundred().await;
    let newest = repository
        .query(Event::query(DAY))
        .newest_first()
        .first()
        .await
        .unwrap();
    assert_eq!(newest, Some(all[99].clone()));
    assert_eq!(log.sums(), (4, 4));
}

#[tokio::test]
async fn a_limit_examines_little_more_than_it_returns() {
    let (repository, log, _) = hundred().await;
    for limit in [2, 10, 40] {
        let found = repository
            .query(Event::query(DAY))
            .limit(limit)
            .all()
            .await
            .unwrap();
        assert_eq!(found.len(), limit);
        let requests = log.take();
        assert!(
            requests
                .iter()
                .all(|(_, examined)| *examined as usize <= limit)
        );
        let examined: u32 = requests.iter().map(|(_, examined)| examined).sum();
        // A share of a quarter and its margin for each.
        assert!(
            examined as usize <= limit + 4 * (3 * limit.div_ceil(4).isqrt() + 2),
            "{limit}: {requests:?}"
        );
        assert!(requests.len() <= 8, "{limit}: {requests:?}");
    }
}

#[tokio::test]
async fn items_in_one_shard_only_are_still_all_returned() {
    let (repository, log) = events().await;
    let ids = (0..).filter(|id: &u32| shard_of([id.to_string().as_str()], 4) == 2);
    let all: Vec<_> = ids
        .take(50)
        .enumerate()
        .map(|(second, id)| event(second as u32, id))
        .collect();
    assert!(
        repository
            .batch()
            .put_all(&all)
            .await
            .unwrap()
            .is_complete()
    );
    log.take();
    let found = repository
        .query(Event::query(DAY))
        .limit(40)
        .all()
        .await
        .unwrap();
    assert_eq!(found, all[..40]);
    let (requests, examined) = log.sums();
    assert!(
        requests <= 3 + 3 && examined <= 40,
        "{requests} requests, {examined} examined"
    );
}

#[tokio::test]
async fn a_page_is_full_and_its_cursor_goes_on() {
    let (repository, log, mut all) = hundred().await;
    all.sort_by_key(|event| (event.second, event.id.clone()));
    let (mut found, mut cursor, mut pages) = (Vec::new(), None, 0);
    loop {
        let page = repository
            .query(Event::query(DAY))
            .limit(30)
            .page(cursor)
            .await
            .unwrap();
        pages += 1;
        assert_eq!(page.items.len(), if pages < 4 { 30 } else { 10 });
        assert_eq!(page.examined as u32, log.sums().1);
        found.extend(page.items);
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(found, all);
}

#[tokio::test]
async fn a_cursor_of_another_count_direction_or_query_is_refused() {
    let (repository, log, _) = hundred().await;
    let page = repository
        .query(Event::query(DAY))
        .limit(3)
        .page(None)
        .await
        .unwrap();
    let cursor = page.next.unwrap();
    log.take();
    let fails = |error: Error| assert!(error.is_cursor(), "{error}");
    fails(
        repository
            .query(Event::query("2026-10-21"))
            .page(cursor.clone())
            .await
            .unwrap_err(),
    );
    fails(
        repository
            .query(Event::query(DAY))
            .newest_first()
            .page(cursor.clone())
            .await
            .unwrap_err(),
    );
    fails(
        repository
            .query(Event::by_kind("click"))
            .page(cursor.clone())
            .await
            .unwrap_err(),
    );
    fails(
        repository
            .query(Note::query(DAY, 0))
            .page(cursor.clone())
            .await
            .unwrap_err(),
    );
    // The same entity with one shard more.
    let grown = dynamo_model::Repository::<grown::Events>::new(dynamo_model::embedded::client());
    fails(
        grown
            .query(grown::Event::query(DAY))
            .page(cursor.clone())
            .await
            .unwrap_err(),
    );
    let single = repository
        .query(Note::query(DAY, 0))
        .page(None)
        .await
        .unwrap();
    assert_eq!(single.next, None);
    let text = cursor.to_string();
    for position in (0..text.len()).step_by(7) {
        let mut edited = text.clone().into_bytes();
        edited[position] = if edited[position] == b'A' { b'B' } else { b'A' };
        let edited = String::from_utf8(edited).unwrap();
        fails(
            repository
                .query(Event::query(DAY))
                .page(dynamo_model::Cursor::from(edited))
                .await
                .unwrap_err(),
        );
    }
    assert_eq!(log.sums(), (1, 0));
}

mod grown {
    use dynamo_model::{Entity, Table};
    use serde::{Deserialize, Serialize};

    #[derive(Table)]
    #[table(name = "events", entities(Event))]
    pub(super) struct Events;

    #[derive(Entity, Serialize, Deserialize, Debug)]
    #[entity(table = Events, pk = "EVENT#{day}#{shard}", sk = "AT#{second:05}#{id}", shard(count = 5, by = id))]
    pub(super) struct Event {
        day: String,
        second: u32,
        id: String,
    }
}

#[tokio::test]
async fn a_filter_and_a_stream_see_all_shards() {
    use futures_util::TryStreamExt;

    let (repository, log, all) = hundred().await;
    let filtered = repository
        .query(Event::query(DAY))
        .filter(|event| event.id.ge("95".to_owned()));
    assert_eq!(filtered.all().await.unwrap().len(), 5);
    let few = repository
        .query(Event::query(DAY))
        .filter(|event| event.id.ge("95".to_owned()))
        .limit(2);
    assert_eq!(few.all().await.unwrap().len(), 2);
    log.take();
    let streamed: Vec<_> = repository
        .query(Event::query(DAY))
        .page_size(7)
        .stream()
        .try_collect()
        .await
        .unwrap();
    assert_eq!(streamed.len(), all.len());
    let requests = log.take();
    assert!(
        requests.iter().all(|(_, examined)| *examined <= 7),
        "{requests:?}"
    );
}

#[tokio::test]
async fn an_item_collection_of_a_sharded_key_is_that_of_all_shards() {
    let (repository, _, _) = hundred().await;
    let note = Note {
        day: DAY.to_owned(),
        number: 1,
    };
    repository.put(&note).await.unwrap();
    let items = repository.items(Event::partition(DAY)).all().await.unwrap();
    assert_eq!(items.len(), 101);
    assert!(items[100].is::<Note>());
    assert_eq!(
        repository.query(Event::query(DAY)).count().await.unwrap(),
        100
    );
}

#[tokio::test]
async fn an_inverted_index_ends_before_the_shard() {
    let (repository, _, all) = hundred().await;
    let found = repository
        .query(Event::inverted(7, "22").day(DAY))
        .all()
        .await
        .unwrap();
    assert_eq!(found, [all[22].clone()]);
    assert_eq!(
        repository
            .query(Event::inverted(7, "22"))
            .count()
            .await
            .unwrap(),
        1
    );
}

#[tokio::test]
async fn a_fault_in_an_argument_sends_nothing() {
    let (repository, log) = events().await;
    assert!(
        repository
            .query(Event::query(""))
            .all()
            .await
            .unwrap_err()
            .is_key()
    );
    assert!(
        repository
            .items(Event::partition("a#b"))
            .all()
            .await
            .unwrap_err()
            .is_key()
    );
    assert_eq!(log.sums(), (0, 0));
}

#[tokio::test]
async fn concurrency_bounds_the_requests_in_flight() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    use dynamo_model::{Answer, Observe, Observed, Repository};

    #[derive(Clone, Default)]
    struct InFlight(Arc<(AtomicUsize, AtomicUsize)>);

    impl Observe for InFlight {
        fn sending(&self, _: &Observed<'_>) {
            let now = self.0.0.fetch_add(1, SeqCst) + 1;
            self.0.1.fetch_max(now, SeqCst);
        }

        fn answered(&self, _: &Observed<'_>, _: &Answer) {
            self.0.0.fetch_sub(1, SeqCst);
        }
    }

    let events = Repository::<crate::model::Events>::new(dynamo_model::embedded::client());
    events.create_table().await.unwrap();
    for (concurrency, expected) in [(1, 1), (3, 3), (0, 1), (8, 4)] {
        let seen = InFlight::default();
        let events = events.clone().with_observer(seen.clone());
        events
            .query(Event::query(DAY))
            .concurrency(concurrency)
            .all()
            .await
            .unwrap();
        assert!(seen.0.1.load(SeqCst) <= expected, "{concurrency}");
    }
}

//! Write sharding: what a query examines, limits, pages, cursors, failures.

use dynamo_model::key::shard_of;
use dynamo_model::{Error, Repository};

use crate::model::{DAY, Event, Events, Note, event, events, hundred};

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
async fn a_page_of_nothing_stays_where_it_is() {
    let (repository, log, _) = hundred().await;
    let query = || repository.query(Event::query(DAY));
    let begun = query().limit(10).page(None).await.unwrap().next;
    assert!(begun.is_some());
    log.take();
    let page = query().limit(0).page(begun.clone()).await.unwrap();
    assert!(page.items.is_empty());
    assert_eq!(page.next, begun);
    let page = query().limit(0).page_bytes(begun.clone()).await.unwrap();
    assert_eq!(page.next, begun);
    let beginning = query().limit(0).page(None).await.unwrap().next;
    assert!(beginning.is_some() && beginning != begun);
    assert!(log.take().is_empty());
    // It is the end that has no cursor.
    let read = query().limit(10).page(beginning).await.unwrap();
    assert_eq!(read.next, begun);
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
    let grown = Repository::<grown::Events>::new(dynamo_model::embedded::client());
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
async fn a_shard_that_fails_fails_the_query() {
    use dynamo_model::embedded::{Action, Embedded};

    let engine = Embedded::new();
    let events = Repository::<Events>::new(engine.client());
    events.create_table().await.unwrap();
    engine.on_request(|request| async move {
        if request.body().contains("2026-10-20#2") {
            Action::error("ValidationException", "not this one")
        } else {
            Action::Pass
        }
    });
    assert!(events.query(Event::query(DAY)).all().await.is_err());
    assert!(events.query(Event::query(DAY)).count().await.is_err());
    assert!(events.query(Event::query("2026-10-21")).all().await.is_ok());
}

#[tokio::test]
async fn concurrency_bounds_the_requests_in_flight() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    use dynamo_model::{Answer, Observe, Observed};

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

    let events = Repository::<Events>::new(dynamo_model::embedded::client());
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

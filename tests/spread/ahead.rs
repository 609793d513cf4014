//! Requests ahead of what is read, of several shards: one bound for all of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::Duration;

use dynamo_model::Repository;
use dynamo_model::embedded::{Action, Embedded};
use futures_util::TryStreamExt;

use crate::model::{DAY, Event, Events, event};

#[derive(Debug, Default)]
struct Flights {
    now: AtomicUsize,
    most: AtomicUsize,
    sent: AtomicUsize,
}

/// A hundred events, and how many requests the engine has at a time.
async fn hundred() -> (Repository<Events>, Arc<Flights>) {
    let engine = Embedded::new();
    let events = Repository::<Events>::new(engine.client());
    events.create_table().await.unwrap();
    for second in 0..100 {
        let event = event(second, format!("{second:02}"));
        events.put(&event).await.unwrap();
    }
    let flights = Arc::new(Flights::default());
    let seen = Arc::clone(&flights);
    engine.on_request(move |_| {
        let seen = Arc::clone(&seen);
        async move {
            let now = seen.now.fetch_add(1, SeqCst) + 1;
            seen.most.fetch_max(now, SeqCst);
            seen.sent.fetch_add(1, SeqCst);
            tokio::time::sleep(Duration::from_millis(2)).await;
            seen.now.fetch_sub(1, SeqCst);
            Action::Pass
        }
    });
    (events, flights)
}

#[tokio::test]
async fn concurrency_bounds_the_requests_in_flight_with_those_ahead() {
    let (events, flights) = hundred().await;
    for (concurrency, expected) in [(1, 1), (3, 3), (8, 4)] {
        flights.most.store(0, SeqCst);
        let query = || {
            events
                .query(Event::query(DAY))
                .page_size(5)
                .concurrency(concurrency)
        };
        let all = query().all().await.unwrap();
        assert_eq!(all.len(), 100);
        assert!(all.is_sorted_by_key(|event| event.second));
        let streamed: Vec<_> = query().stream().try_collect().await.unwrap();
        assert_eq!(streamed, all);
        assert_eq!(flights.most.load(SeqCst), expected, "{concurrency}");
    }
}

#[tokio::test]
async fn shards_are_asked_for_the_next_pages_while_these_are_read() {
    let (events, flights) = hundred().await;
    let query = || events.query(Event::query(DAY)).page_size(5);
    let mut stream = query().stream();
    stream.try_next().await.unwrap().unwrap();
    assert_eq!(flights.sent.load(SeqCst), 8, "one ahead for each shard");
    drop(stream);
    flights.now.store(0, SeqCst);
    flights.sent.store(0, SeqCst);
    let page = query().page(None).await.unwrap();
    assert!(!page.items.is_empty());
    assert_eq!(flights.sent.load(SeqCst), 4, "none ahead");
    let lent = query().page_bytes(None).await.unwrap();
    let lent: Vec<_> = lent.iter().collect::<Result<_, _>>().unwrap();
    assert_eq!(lent, page.items);
    assert_eq!(flights.sent.load(SeqCst), 8, "none ahead");
}

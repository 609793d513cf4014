//! The request for the next page while a page is read.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use dynamo_model::embedded::{Action, Embedded};
use dynamo_model::{Answer, Entity, Observe, Observed, Repository, Table};
use dynamo_model_tests::{Shop, Wire, day, open, order};
use futures_util::{StreamExt, TryStreamExt};
use serde::{Deserialize, Deserializer, Serialize};

#[derive(Table)]
#[table(name = "log", entities(Entry))]
struct Log;

#[derive(Entity, Serialize, Deserialize, Debug)]
#[entity(table = Log, pk = "LOG#{log}", sk = "{number:04}")]
struct Entry {
    log: String,
    number: u32,
    #[serde(serialize_with = "nothing", deserialize_with = "requests_so_far")]
    requests: usize,
}

/// What the engine was asked so far.
static REQUESTS: AtomicUsize = AtomicUsize::new(0);

fn nothing<S: serde::Serializer>(_: &usize, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_unit()
}

fn requests_so_far<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    serde::de::IgnoredAny::deserialize(deserializer)?;
    Ok(REQUESTS.load(SeqCst))
}

#[tokio::test]
async fn all_has_the_next_page_on_its_way_while_one_is_decoded() {
    let (database, log) = open::<Log>().await;
    for number in 0..5 {
        let log_name = String::from("a");
        let entry = Entry {
            log: log_name,
            number,
            requests: 0,
        };
        log.put(&entry).await.unwrap();
    }
    database.on_request(|_| async {
        REQUESTS.fetch_add(1, SeqCst);
        Action::Pass
    });
    let asked = async |of_page: usize| {
        REQUESTS.store(0, SeqCst);
        let query = log.query(Entry::query("a")).page_size(2);
        let entries = match of_page {
            0 => query.all().await.unwrap(),
            _ => query.limit(5).all().await.unwrap(),
        };
        let asked = entries.iter().map(|entry| entry.requests);
        asked.collect::<Vec<_>>()
    };
    assert_eq!(asked(0).await, [2, 2, 3, 3, 3]);
    // A limit may be reached within the page.
    assert_eq!(asked(1).await, [1, 1, 2, 2, 3]);
    REQUESTS.store(0, SeqCst);
    let mut scan = log.admin().scan::<Entry>().page_size(2).stream();
    let first = scan.try_next().await.unwrap().unwrap();
    assert_eq!(first.requests, 2);
}

async fn seven() -> (Embedded, Repository<Shop>) {
    let (database, shop) = open::<Shop>().await;
    for number in 1..=7 {
        shop.put(&order("c1", day(number), "o1")).await.unwrap();
    }
    (database, shop)
}

#[tokio::test]
async fn who_reads_in_part_has_nothing_sent_ahead() {
    let (database, shop) = seven().await;
    let wire = Wire::record(&database);
    let query = || {
        shop.query(dynamo_model_tests::Order::query("c1"))
            .page_size(2)
    };
    let _ = query().page(None).await.unwrap();
    let _ = query().page_bytes(None).await.unwrap();
    let _ = query().first().await.unwrap();
    let _ = query().limit(2).all().await.unwrap();
    let mut limited = query().limit(3).stream();
    limited.try_next().await.unwrap().unwrap();
    assert_eq!(wire.count(), 5);
    limited.try_collect::<Vec<_>>().await.unwrap();
    assert_eq!(wire.count(), 6);
}

#[tokio::test]
async fn a_dropped_stream_cancels_what_it_sent_ahead() {
    struct Dropped(Arc<AtomicUsize>);
    impl Drop for Dropped {
        fn drop(&mut self) {
            self.0.fetch_add(1, SeqCst);
        }
    }

    let (database, shop) = seven().await;
    let (asked, dropped) = (Arc::new(AtomicUsize::new(0)), Arc::default());
    let (asked_there, dropped_there) = (Arc::clone(&asked), Arc::clone(&dropped));
    database.on_request(move |_| {
        let number = asked_there.fetch_add(1, SeqCst);
        let dropped = Arc::clone(&dropped_there);
        async move {
            if number == 1 {
                let _dropped = Dropped(dropped);
                tokio::time::sleep(Duration::from_secs(3600)).await;
            }
            Action::Pass
        }
    });
    let query = shop.query(dynamo_model_tests::Order::query("c1"));
    let mut stream = query.page_size(2).stream();
    stream.try_next().await.unwrap().unwrap();
    assert_eq!(asked.load(SeqCst), 2);
    assert_eq!(dropped.load(SeqCst), 0);
    drop(stream);
    assert_eq!(dropped.load(SeqCst), 1);
    assert_eq!(asked.load(SeqCst), 2);
}

#[tokio::test]
async fn what_fails_ahead_comes_after_the_items_before_it() {
    let (database, shop) = seven().await;
    let asked = AtomicUsize::new(0);
    database.on_request(move |_| {
        let fails = asked.fetch_add(1, SeqCst) == 1;
        async move {
            match fails {
                true => Action::error("ValidationException", "not this one"),
                false => Action::Pass,
            }
        }
    });
    let query = shop.query(dynamo_model_tests::Order::query("c1"));
    let read: Vec<_> = query.page_size(2).stream().collect().await;
    let read: Vec<_> = read.iter().map(Result::is_ok).collect();
    assert_eq!(read, [true, true, false]);
}

#[tokio::test]
async fn an_observer_sees_each_request_and_its_answer_once_and_in_turn() {
    #[derive(Clone, Default)]
    struct Seen(Arc<Mutex<String>>);
    impl Observe for Seen {
        fn sending(&self, _: &Observed<'_>) {
            self.0.lock().unwrap().push('s');
        }

        fn answered(&self, _: &Observed<'_>, answer: &Answer) {
            let items = answer.items.unwrap_or_default();
            self.0.lock().unwrap().push_str(&items.to_string());
        }
    }

    let (_, shop) = seven().await;
    let seen = Seen::default();
    let shop = shop.with_observer(seen.clone());
    let query = || {
        shop.query(dynamo_model_tests::Order::query("c1"))
            .page_size(3)
    };
    assert_eq!(query().all().await.unwrap().len(), 7);
    assert_eq!(std::mem::take(&mut *seen.0.lock().unwrap()), "s3s3s1");
    assert_eq!(query().stream().count().await, 7);
    assert_eq!(*seen.0.lock().unwrap(), "s3s3s1");
}

//! Collections of several pages.

use std::time::Duration;

use dynamo_model::embedded::Action;
use dynamo_model::{Collection, Entity, Error, Repository, Table};
use dynamo_model_tests::{Wire, open};
use futures_util::TryStreamExt;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "threads", entities(Thread, Post, Vote))]
struct Threads;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Threads, pk = "THREAD#{thread}", sk = "#HEAD")]
struct Thread {
    thread: String,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Threads, pk = "THREAD#{thread}", sk = "{number:05}#POST")]
struct Post {
    thread: String,
    number: u32,
    text: String,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Threads, pk = "THREAD#{thread}", sk = "{post:05}#VOTE")]
struct Vote {
    thread: String,
    post: u32,
}

#[derive(Collection, Debug)]
struct Page {
    thread: Thread,
    posts: Vec<Post>,
    votes: Vec<Vote>,
}

#[derive(Collection, Debug, PartialEq)]
enum Entry {
    Thread(Thread),
    Post(Post),
    Vote(Vote),
}

impl Entry {
    fn place(&self) -> (u32, u8) {
        match self {
            Self::Thread(_) => (0, 0),
            Self::Post(post) => (post.number, 1),
            Self::Vote(vote) => (vote.post, 2),
        }
    }
}

const POSTS: u32 = 250;

/// More than two megabytes in one partition.
async fn threads() -> (Repository<Threads>, Wire) {
    let (database, threads) = open::<Threads>().await;
    let thread = "t1".to_owned();
    threads
        .put(&Thread {
            thread: thread.clone(),
        })
        .await
        .unwrap();
    let posts = (1..=POSTS).map(|number| Post {
        thread: thread.clone(),
        number,
        text: "x".repeat(9_000),
    });
    let votes = (1..=POSTS).map(|post| Vote {
        thread: thread.clone(),
        post,
    });
    let (posts, votes): (Vec<_>, Vec<_>) = (posts.collect(), votes.collect());
    let report = threads
        .batch()
        .put_all(&posts)
        .put_all(&votes)
        .await
        .unwrap();
    assert!(report.is_complete());
    (threads, Wire::record(&database))
}

fn assert_all_in_order(entries: &[Entry]) {
    assert_eq!(entries.len(), 1 + 2 * POSTS as usize);
    assert!(entries.is_sorted_by(|a, b| a.place() < b.place()));
}

#[tokio::test]
async fn a_struct_reads_all_pages_of_a_large_partition() {
    let (threads, wire) = threads().await;
    let page: Page = threads.collect(Thread::partition("t1")).await.unwrap();
    assert_eq!(wire.count(), 3);
    assert_eq!(page.thread.thread, "t1");
    assert!((1..=POSTS).eq(page.posts.iter().map(|post| post.number)));
    assert!((1..=POSTS).eq(page.votes.iter().map(|vote| vote.post)));
}

#[tokio::test]
async fn a_stream_sends_one_query_ahead_of_what_is_taken() {
    let (threads, wire) = threads().await;
    let mut stream = threads
        .collect::<Entry, _>(Thread::partition("t1"))
        .stream();
    let mut entries = vec![stream.try_next().await.unwrap().unwrap()];
    assert_eq!(wire.count(), 2);
    entries.extend(stream.try_collect::<Vec<_>>().await.unwrap());
    assert_eq!(wire.count(), 3);
    assert_all_in_order(&entries);
}

#[tokio::test]
async fn pages_go_on_where_the_last_ended() {
    let (threads, _wire) = threads().await;
    let request = || threads.collect::<Entry, _>(Thread::partition("t1"));
    let (mut entries, mut cursor) = (Vec::new(), None);
    loop {
        let page = request().limit(70).page(cursor).await.unwrap();
        assert!(page.items.len() <= 70);
        entries.extend(page.items);
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    assert_all_in_order(&entries);

    let page = request().limit(3).page(None).await.unwrap();
    let error = request().newest_first().page(page.next).await.unwrap_err();
    assert!(error.is_cursor());
}

#[tokio::test]
async fn the_head_and_the_newest_are_one_query_with_a_limit() {
    let (threads, wire) = threads().await;
    let oldest: Page = threads
        .collect(Thread::partition("t1"))
        .limit(5)
        .await
        .unwrap();
    assert_eq!((oldest.posts.len(), oldest.votes.len()), (2, 2));
    // Nothing else can be in the partition, so the service counts.
    assert_eq!(wire.last().body["Limit"], 5);
    let error = threads
        .collect::<Page, _>(Thread::partition("t1"))
        .newest_first()
        .limit(5)
        .await
        .unwrap_err();
    assert!(
        error.is_not_found(),
        "the head is at the other end: {error}"
    );
}

#[tokio::test]
async fn a_throttled_page_is_asked_again_and_a_lost_one_is_the_error() {
    let (database, threads) = open::<Threads>().await;
    threads
        .put(&Thread {
            thread: "t1".into(),
        })
        .await
        .unwrap();
    let _wire = Wire::script(&database, |_, number| match number {
        1 => Action::throttle(),
        _ => Action::Pass,
    });
    let page: Page = threads.collect(Thread::partition("t1")).await.unwrap();
    assert!(page.posts.is_empty());
    let _wire = Wire::script(&database, |_, _| {
        Action::error("InternalServerError", "again")
    });
    let read = threads.collect::<Page, _>(Thread::partition("t1"));
    let read = tokio::time::timeout(Duration::from_secs(20), read.into_future());
    let error: Error = read.await.unwrap().unwrap_err();
    assert!(!error.is_decode() && !error.is_not_found());
}

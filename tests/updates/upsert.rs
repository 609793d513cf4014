//! Updates that may make the item: everything that a new one needs.

use std::time::{Duration, SystemTime};

use dynamo_model::embedded::{Embedded, ManualClock};
use dynamo_model::{Entity, Repository, Table};
use dynamo_model_tests::on_path_under_test;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "likes", gsi("GSI1"), gsi("GSI2"), entities(Like))]
struct Likes;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Likes, pk = "{article}", sk = "LIKE",
    index(name = ranking, on = "GSI1", pk = "ARTICLE_LIKE", sk = "{rank:05}"),
    index(name = by_article, on = "GSI2", pk = "A#{article}", sk = "LIKE"))]
struct Like {
    #[serde(rename = "PK")]
    article: String,
    rank: u32,
    count: u64,
    note: Option<String>,
    #[entity(created_at)]
    created_at: u64,
    #[entity(updated_at)]
    updated_at: jiff::Timestamp,
    #[entity(version)]
    version: u64,
}

async fn likes() -> (ManualClock, Repository<Likes>) {
    let clock = ManualClock::starting_at(SystemTime::UNIX_EPOCH + Duration::from_secs(1_000));
    let likes =
        on_path_under_test(Repository::new(Embedded::new().client())).with_clock(clock.clone());
    likes.create_table().await.unwrap();
    (clock, likes)
}

// faults 28, 29, 31, 98
#[tokio::test]
async fn an_upsert_writes_all_keys_and_keeps_what_only_creation_sets() {
    let (clock, likes) = likes().await;
    let upsert = |rank: u32| Like::update(Like::key("a1")).rank(rank).add_count(1);
    let request = likes.upsert(upsert(3));
    assert_eq!(
        request.explain(),
        "UpdateItem likes\n    key:        {PK: 'a1', SK: 'LIKE'}\n    update:     SET rank = 3, updated_at = '1970-01-01T00:16:40Z', type = 'Like', created_at = if_not_exists(created_at, 1000), GSI1PK = 'ARTICLE_LIKE', GSI1SK = '00003', GSI2PK = 'A#a1', GSI2SK = 'LIKE' ADD count 1, version 1"
    );
    request.await.unwrap();
    clock.advance(Duration::from_secs(10));
    let like = likes.upsert(upsert(4)).returning_new().await.unwrap();
    assert_eq!((like.rank, like.count, like.version), (4, 2, 2));
    assert_eq!(
        (like.created_at, like.updated_at.as_second()),
        (1_000, 1_010)
    );
    assert_eq!(
        likes.query(Like::ranking()).all().await.unwrap(),
        std::slice::from_ref(&like)
    );
    assert_eq!(
        likes.query(Like::by_article("a1")).all().await.unwrap(),
        std::slice::from_ref(&like)
    );
    let before = likes.upsert(upsert(5)).returning_existing().await.unwrap();
    assert_eq!(before, Some(like));
    let none = likes
        .upsert(Like::update(Like::key("a2")).rank(1_u32).count(0_u64))
        .returning_existing()
        .await
        .unwrap();
    assert_eq!(none, None);
}

#[tokio::test]
async fn an_upsert_that_does_not_know_enough_says_what_is_missing() {
    let (_, likes) = likes().await;
    let error = likes
        .upsert(Like::update(Like::key("a1")).count(1_u64))
        .await
        .unwrap_err();
    assert!(error.is_invalid_request());
    assert_eq!(error.attribute(), Some("rank"), "{error}");
    let error = likes
        .upsert(Like::update(Like::key("a1")).rank(1_u32))
        .await
        .unwrap_err();
    assert_eq!(error.attribute(), Some("count"), "{error}");
}

#[tokio::test]
async fn an_update_touches_neither_creation_nor_unread_keys() {
    let (_, likes) = likes().await;
    let text = likes
        .update(Like::update(Like::key("a1")).note("x"))
        .explain();
    assert_eq!(
        text.lines().nth(2),
        Some("    update:     SET note = 'x', updated_at = '1970-01-01T00:16:40Z' ADD version 1")
    );
}

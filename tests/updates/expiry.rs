//! Items that are expired and not yet deleted.

use std::time::{Duration, SystemTime};

use dynamo_model::embedded::{Embedded, ManualClock};
use dynamo_model::{Entity, Repository, Table};
use dynamo_model_tests::on_path_under_test;
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(
    name = "sessions",
    gsi("GSI1"),
    gsi("Some", include("note")),
    entities(Session, Token)
)]
struct Sessions;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Sessions, pk = "USER#{user}", sk = "SESSION#{id}",
    index(name = by_id, on = "GSI1", pk = "SESSION#{id}", sk = "S"),
    index(name = some, on = "Some", pk = "S", sk = "{id}"))]
struct Session {
    user: String,
    id: String,
    hits: u32,
    #[entity(ttl)]
    expires_at: Option<u64>,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Sessions, pk = "TOKEN#{id}", sk = "TOKEN")]
struct Token {
    id: String,
    #[entity(ttl)]
    #[serde(with = "dynamo_model::ttl", rename = "expires_at")]
    until: jiff::Timestamp,
}

const NOW: u64 = 1_800_000_000;

fn session(id: &str, expires_at: Option<u64>) -> Session {
    Session {
        user: "u".into(),
        id: id.into(),
        hits: 1,
        expires_at,
    }
}

async fn sessions() -> (ManualClock, Repository<Sessions>) {
    let clock = ManualClock::starting_at(SystemTime::UNIX_EPOCH + Duration::from_secs(NOW));
    let database = Embedded::builder().clock(clock.clone()).build().unwrap();
    let sessions = on_path_under_test(Repository::new(database.client())).with_clock(clock.clone());
    sessions.create_table().await.unwrap();
    for (id, expires_at) in [("a", Some(NOW + 60)), ("b", Some(NOW + 3600)), ("c", None)] {
        sessions.create(&session(id, expires_at)).await.unwrap();
    }
    (clock, sessions)
}

// fault 104
#[tokio::test]
async fn expired_items_are_hidden_on_every_read_path() {
    let (clock, sessions) = sessions().await;
    assert_eq!(
        sessions.query(Session::query("u")).count().await.unwrap(),
        3
    );
    clock.advance(Duration::from_secs(60));
    let a = Session::key("u", "a");
    assert_eq!(sessions.get(&a).await.unwrap(), None);
    assert!(sessions.get(&a).raw().await.unwrap().is_none());
    let query = || sessions.query(Session::query("u"));
    assert_eq!(query().all().await.unwrap().len(), 2);
    assert_eq!(query().count().await.unwrap(), 2);
    assert_eq!(query().first().await.unwrap().unwrap().id, "b");
    assert_eq!(query().stream().count().await, 2);
    let page = query().page_size(1).page(None).await.unwrap();
    assert!(page.items.is_empty() && page.next.is_some() && page.skipped == 0);
    let page = query().page_size(1).page(page.next).await.unwrap();
    assert_eq!(page.items[0].id, "b");
    let items = || sessions.items(Session::partition("u"));
    assert_eq!(items().all().await.unwrap().len(), 2);
    assert_eq!(items().count().await.unwrap(), 2);
    assert_eq!(
        sessions.query(Session::by_id("a")).first().await.unwrap(),
        None
    );
    let keys = sessions.query(Session::some()).all().await.unwrap();
    assert_eq!(keys.len(), 2, "an INCLUDE projection gets the expiry");
}

// fault 104
#[tokio::test]
async fn an_expired_item_cannot_be_changed_and_can_be_made_anew() {
    let (clock, sessions) = sessions().await;
    clock.advance(Duration::from_secs(61));
    let a = session("a", Some(NOW + 60));
    assert!(
        sessions
            .update(Session::update(&a).hits(2_u32))
            .await
            .unwrap_err()
            .is_not_found()
    );
    assert!(sessions.replace(&a).await.unwrap_err().is_not_found());
    assert!(
        sessions
            .modify(&a, |a| a.hits += 1)
            .await
            .unwrap_err()
            .is_not_found()
    );
    assert!(sessions.delete(&a).await.unwrap_err().is_not_found());
    assert!(
        sessions
            .delete(Session::key("u", "a"))
            .await
            .unwrap_err()
            .is_not_found()
    );
    let new = session("a", Some(NOW + 600));
    sessions.create(&new).await.unwrap();
    assert!(sessions.create(&new).await.unwrap_err().is_already_exists());
    sessions
        .update(Session::update(&a).hits(2_u32))
        .await
        .unwrap();
    sessions.delete(Session::key("u", "none")).await.unwrap();
}

// fault 104
#[tokio::test]
async fn an_upsert_does_not_merge_into_an_expired_item() {
    let (clock, sessions) = sessions().await;
    let upsert = |expires: u64| {
        Session::update(Session::key("u", "a"))
            .add_hits(1)
            .expires_at(expires)
    };
    let merged = sessions
        .upsert(upsert(NOW + 60))
        .returning_new()
        .await
        .unwrap();
    assert_eq!(merged.hits, 2);
    clock.advance(Duration::from_secs(61));
    let new = sessions
        .upsert(upsert(NOW + 600))
        .returning_new()
        .await
        .unwrap();
    assert_eq!(new.hits, 1);
}

// fault 103
#[tokio::test]
async fn milliseconds_are_refused_and_instants_are_seconds() {
    let (_, sessions) = sessions().await;
    let error = sessions
        .put(&session("m", Some(NOW * 1000)))
        .await
        .unwrap_err();
    assert!(
        error.is_encode() && error.to_string().contains("milliseconds"),
        "{error}"
    );
    let error = sessions
        .update(Session::update(Session::key("u", "a")).expires_at(NOW * 1000))
        .await
        .unwrap_err();
    assert!(error.is_encode(), "{error}");
    let until =
        jiff::Timestamp::from_millisecond(i64::try_from(NOW).unwrap() * 1000 + 600_900).unwrap();
    let token = Token {
        id: "t".into(),
        until,
    };
    sessions.put(&token).await.unwrap();
    let raw = sessions.get(Token::key("t")).raw().await.unwrap().unwrap();
    assert_eq!(raw.attribute::<u64>("expires_at").unwrap(), Some(NOW + 600));
    let read = sessions.get(Token::key("t")).await.unwrap().unwrap();
    assert_eq!(read.until.as_second(), until.as_second());
    let update = Token::update(&token).until(until + jiff::SignedDuration::from_secs(5));
    let new = sessions.update(update).returning_new().await.unwrap();
    assert_eq!(new.until.as_second(), until.as_second() + 5);
}

#[tokio::test]
async fn clearing_the_expiry_keeps_the_item() {
    let (clock, sessions) = sessions().await;
    sessions
        .update(Session::update(Session::key("u", "a")).clear_expires_at())
        .await
        .unwrap();
    clock.advance(Duration::from_secs(61));
    assert!(
        sessions
            .get(Session::key("u", "a"))
            .await
            .unwrap()
            .is_some()
    );
}

//! A guard expires with its owner; an expired one holds nothing.

use std::time::{Duration, SystemTime};

use dynamo_model::embedded::{Embedded, ManualClock};
use dynamo_model::{Entity, Repository, Table};
use dynamo_model_tests::on_path_under_test;
use serde::{Deserialize, Serialize};

use crate::model::contents;

#[derive(Table)]
#[table(name = "invites", entities(Invite))]
struct Invites;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Invites, pk = "USER#{user}", sk = "INVITE#{id}",
    also(name = by_id, pk = "INVITE#{id}", sk = "USER#{user}"))]
struct Invite {
    user: String,
    id: String,
    #[entity(unique)]
    code: Option<String>,
    note: Option<String>,
    #[entity(ttl)]
    expires_at: Option<u64>,
}

const NOW: u64 = 1_800_000_000;
const GUARD: &str = "UNIQUE#Invite#code#x UNIQUE#Invite#code#x";

fn invite(id: &str, expires_at: Option<u64>) -> Invite {
    Invite {
        user: "u".into(),
        id: id.into(),
        code: Some("x".into()),
        note: None,
        expires_at,
    }
}

async fn invites() -> (ManualClock, Embedded, Repository<Invites>) {
    let clock = ManualClock::starting_at(SystemTime::UNIX_EPOCH + Duration::from_secs(NOW));
    let database = Embedded::builder().clock(clock.clone()).build().unwrap();
    let invites = on_path_under_test(Repository::new(database.client())).with_clock(clock.clone());
    invites.create_table().await.unwrap();
    (clock, database, invites)
}

async fn guard(database: &Embedded) -> Option<(String, Option<String>)> {
    let guard = contents(database, "invites").await.remove(GUARD)?;
    Some((guard["owner_sk"].clone(), guard.get("expires_at").cloned()))
}

fn held(owner: &str, until: Option<u64>) -> Option<(String, Option<String>)> {
    Some((
        format!("INVITE#{owner}"),
        until.map(|until| until.to_string()),
    ))
}

#[tokio::test]
async fn the_value_of_an_expired_owner_is_free() {
    let (clock, database, invites) = invites().await;
    invites.create(&invite("a", Some(NOW + 60))).await.unwrap();
    assert_eq!(guard(&database).await, held("a", Some(NOW + 60)));
    let error = invites.create(&invite("b", None)).await.unwrap_err();
    assert!(error.is_unique_taken(), "{error}");
    clock.advance(Duration::from_secs(61));
    invites.create(&invite("b", None)).await.unwrap();
    assert_eq!(guard(&database).await, held("b", None));
    // The first one comes back without its value.
    let error = invites.create(&invite("a", None)).await.unwrap_err();
    assert!(error.is_unique_taken(), "{error}");
    let first = Invite {
        code: None,
        ..invite("a", None)
    };
    invites.put(&first).await.unwrap();
    assert_eq!(guard(&database).await, held("b", None));
}

#[tokio::test]
async fn create_over_an_expired_item_takes_its_values_over() {
    let (clock, database, invites) = invites().await;
    invites.create(&invite("a", Some(NOW + 60))).await.unwrap();
    clock.advance(Duration::from_secs(61));
    invites.create(&invite("a", Some(NOW + 600))).await.unwrap();
    assert_eq!(guard(&database).await, held("a", Some(NOW + 600)));
    let found = invites.query(Invite::by_id("a")).all().await.unwrap();
    assert_eq!(found, [invite("a", Some(NOW + 600))]);
}

#[tokio::test]
async fn the_guard_follows_the_expiry_of_its_owner() {
    let (_, database, invites) = invites().await;
    invites.create(&invite("a", Some(NOW + 60))).await.unwrap();
    let key = || Invite::key("u", "a");
    invites
        .update(Invite::update(key()).expires_at(NOW + 90))
        .await
        .unwrap();
    assert_eq!(guard(&database).await, held("a", Some(NOW + 90)));
    invites
        .modify(key(), |invite| invite.expires_at = Some(NOW + 99))
        .await
        .unwrap();
    assert_eq!(guard(&database).await, held("a", Some(NOW + 99)));
    invites.put(&invite("a", Some(NOW + 120))).await.unwrap();
    assert_eq!(guard(&database).await, held("a", Some(NOW + 120)));
    invites
        .update(Invite::update(key()).clear_expires_at())
        .await
        .unwrap();
    assert_eq!(guard(&database).await, held("a", None));
    let found = invites.query(Invite::by_id("a")).all().await.unwrap();
    assert_eq!(found, [invite("a", None)]);
}

// fault 104
#[tokio::test]
async fn an_expired_item_is_not_found_by_writes_that_need_it() {
    let (clock, database, invites) = invites().await;
    invites.create(&invite("a", Some(NOW + 60))).await.unwrap();
    clock.advance(Duration::from_secs(61));
    let before = contents(&database, "invites").await;
    let errors = [
        invites
            .update(Invite::update(Invite::key("u", "a")).code("y"))
            .await
            .unwrap_err(),
        invites
            .update(Invite::update(Invite::key("u", "a")).note("n"))
            .await
            .unwrap_err(),
        invites.replace(&invite("a", None)).await.unwrap_err(),
        invites.delete(Invite::key("u", "a")).await.unwrap_err(),
    ];
    for error in errors {
        assert!(error.is_not_found(), "{error}");
    }
    assert_eq!(contents(&database, "invites").await, before);
    assert!(
        invites
            .query(Invite::by_id("a"))
            .all()
            .await
            .unwrap()
            .is_empty()
    );
}

// fault 104
#[tokio::test]
async fn an_upsert_does_not_merge_into_an_expired_item_or_its_copy() {
    let (clock, database, invites) = invites().await;
    let noted = Invite {
        note: Some("old".into()),
        ..invite("a", Some(NOW + 60))
    };
    invites.create(&noted).await.unwrap();
    clock.advance(Duration::from_secs(61));
    invites
        .upsert(Invite::update(Invite::key("u", "a")).code("x"))
        .await
        .unwrap();
    let expected = invite("a", None);
    assert_eq!(
        invites.get(&expected).await.unwrap(),
        Some(expected.clone())
    );
    assert_eq!(
        invites.query(Invite::by_id("a")).all().await.unwrap(),
        [expected]
    );
    assert_eq!(guard(&database).await, held("a", None));
    assert_eq!(contents(&database, "invites").await.len(), 3);
}

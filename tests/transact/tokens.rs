//! A caller's own token is of one plan: what would have to be planned anew is not sent under another one.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use dynamo_model::embedded::{Action, Embedded, ManualClock};
use dynamo_model::{Entity, Repository, Table};
use dynamo_model_tests::{Wire, client, on_path_under_test};
use serde::{Deserialize, Serialize};

#[derive(Debug, Table)]
#[table(name = "club", entities(Member, Visit))]
struct Club;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Club, pk = "MEMBER#{id}", sk = "MEMBER")]
struct Member {
    id: String,
    #[entity(unique)]
    email: String,
    points: u32,
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Club, pk = "MEMBER#{member}", sk = "VISIT")]
struct Visit {
    member: String,
    count: u32,
    #[entity(ttl)]
    expires_at: u64,
}

const NOW: u64 = 1_800_000_000;

async fn club() -> (ManualClock, Embedded, Repository<Club>) {
    let clock = ManualClock::starting_at(SystemTime::UNIX_EPOCH + Duration::from_secs(NOW));
    let database = Embedded::builder().clock(clock.clone()).build().unwrap();
    let club = on_path_under_test(Repository::new(client(&database))).with_clock(clock.clone());
    club.create_table().await.unwrap();
    (clock, database, club)
}

fn tokens(wire: &Wire) -> BTreeSet<String> {
    let sent = wire.sent().into_iter();
    let sent = sent.filter(|sent| sent.operation == "TransactWriteItems");
    sent.map(|sent| sent.text("ClientRequestToken").to_owned())
        .collect()
}

// fault 91
#[tokio::test]
async fn a_plan_that_was_overtaken_is_not_sent_under_another_token_than_the_callers() {
    let (_, database, club) = club().await;
    let member = Member {
        id: "m1".into(),
        email: "a@x".into(),
        points: 0,
    };
    club.create(&member).await.unwrap();
    let (other, is_over) = (club.clone(), Arc::new(AtomicBool::new(false)));
    database.on_request(move |request| {
        let comes =
            request.operation() == "TransactWriteItems" && !is_over.swap(true, Ordering::SeqCst);
        let other = other.clone();
        async move {
            if comes {
                let update = Member::update(Member::key("m1")).email("b@x");
                other.update(update).await.unwrap();
            }
            Action::Pass
        }
    });
    let change = |token: &str| {
        let update = Member::update(Member::key("m1")).email("c@x").add_points(1);
        club.transact().update(update).token(token.to_owned())
    };
    let error = change("move-1").await.unwrap_err();
    assert!(error.is_conflict(), "{error}");
    assert_eq!(error.entity(), Some("Member"));
    let stored = club.get(Member::key("m1")).await.unwrap().unwrap();
    assert_eq!((&*stored.email, stored.points), ("b@x", 0));

    // It is not applied, so the call can be repeated; after that it cannot be applied twice.
    let wire = Wire::record(&database);
    change("move-2").await.unwrap();
    let error = change("move-2").await.unwrap_err();
    assert_eq!(error.code(), Some("IdempotentParameterMismatchException"));
    assert_eq!(tokens(&wire), BTreeSet::from(["move-2".to_owned()]));
    let stored = club.get(Member::key("m1")).await.unwrap().unwrap();
    assert_eq!((&*stored.email, stored.points), ("c@x", 1));
}

// fault 91
#[tokio::test]
async fn an_upsert_over_an_expired_item_keeps_the_callers_token() {
    let (clock, database, club) = club().await;
    let visit = |until: u64| {
        Visit::update(Visit::key("m1"))
            .add_count(1)
            .expires_at(until)
    };
    club.upsert(visit(NOW + 60)).await.unwrap();
    clock.advance(Duration::from_secs(120));
    let wire = Wire::record(&database);
    for _ in 0..2 {
        club.transact()
            .upsert(visit(NOW + 600))
            .token("visit-1")
            .await
            .unwrap();
    }
    assert_eq!(tokens(&wire), BTreeSet::from(["visit-1".to_owned()]));
    let stored = club.get(Visit::key("m1")).await.unwrap().unwrap();
    assert_eq!(stored.count, 1);
}

//! Expired items that the service deletes meanwhile, and expired copies of other items.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::embedded::{Action, Embedded, ManualClock};
use dynamo_model::{Entity, Repository, Table};
use dynamo_model_tests::{client, on_path_under_test};
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "invites", entities(Invite, Slip))]
struct Invites;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Invites, pk = "USER#{user}", sk = "INVITE#{id}")]
struct Invite {
    user: String,
    id: String,
    #[entity(unique)]
    code: Option<String>,
    #[entity(ttl)]
    expires_at: Option<u64>,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Invites, pk = "CUST#{customer}", sk = "SLIP#{id}",
    also(name = by_id, pk = "SLIP#{id}", sk = "SLIP#{id}"))]
struct Slip {
    customer: String,
    id: String,
    text: Option<String>,
    #[entity(ttl)]
    expires_at: Option<u64>,
}

const NOW: u64 = 1_800_000_000;

async fn invites() -> (ManualClock, Embedded, Repository<Invites>) {
    let clock = ManualClock::starting_at(SystemTime::UNIX_EPOCH + Duration::from_secs(NOW));
    let database = Embedded::builder().clock(clock.clone()).build().unwrap();
    let invites = on_path_under_test(Repository::new(client(&database))).with_clock(clock.clone());
    invites.create_table().await.unwrap();
    (clock, database, invites)
}

type Other = fn(Embedded) -> BoxFuture<'static, ()>;
fn before_first(database: &Embedded, other: Other) {
    let count = Arc::new(AtomicU32::new(0));
    let db = database.clone();
    database.on_request(move |request| {
        let is_write =
            ["TransactWriteItems", "DeleteItem", "PutItem"].contains(&request.operation());
        let is_first = is_write && count.fetch_add(1, Ordering::SeqCst) == 0;
        let db = db.clone();
        async move {
            if is_first {
                other(db).await;
            }
            Action::Pass
        }
    });
}

#[tokio::test]
async fn an_expired_item_that_goes_after_the_read_is_in_no_ones_way() {
    for how in ["put", "upsert", "transact"] {
        let (clock, database, app) = invites().await;
        let old = Invite {
            user: "u".into(),
            id: "a".into(),
            code: Some("x".into()),
            expires_at: Some(NOW + 60),
        };
        app.create(&old).await.unwrap();
        clock.advance(Duration::from_secs(61));
        before_first(&database, |db| {
            Box::pin(async move {
                client(&db)
                    .delete_item()
                    .table_name("invites")
                    .key("PK", AttributeValue::S("USER#u".into()))
                    .key("SK", AttributeValue::S("INVITE#a".into()))
                    .send()
                    .await
                    .unwrap();
            })
        });
        let new = Invite {
            code: Some("y".into()),
            expires_at: None,
            ..old.clone()
        };
        let r = match how {
            "put" => app.put(&new).await,
            "transact" => app.transact().put(&new).await,
            _ => {
                app.upsert(Invite::update(Invite::key("u", "a")).code("y"))
                    .await
            }
        };
        assert!(r.is_ok(), "{how} {}", r.unwrap_err());
        assert_eq!(app.get(&new).await.unwrap(), Some(new));
    }
}

#[tokio::test]
async fn an_expired_copy_of_another_item_is_in_no_ones_way() {
    for how in ["create", "put", "upsert"] {
        let (clock, _, app) = invites().await;
        let old = Slip {
            text: None,
            customer: "c".into(),
            id: "a".into(),
            expires_at: Some(NOW + 60),
        };
        app.create(&old).await.unwrap();
        clock.advance(Duration::from_secs(61));
        assert!(app.query(Slip::by_id("a")).all().await.unwrap().is_empty());
        let new = Slip {
            text: Some("new".into()),
            customer: "d".into(),
            id: "a".into(),
            expires_at: None,
        };
        match how {
            "create" => app.create(&new).await.unwrap(),
            "put" => app.put(&new).await.unwrap(),
            _ => app
                .upsert(Slip::update(Slip::key("d", "a")).text("new"))
                .await
                .unwrap(),
        }
        assert_eq!(app.query(Slip::by_id("a")).all().await.unwrap(), [new]);
    }
}

//! Unique values that are fields of the primary key: whether the guard is there, the item tells and not its attributes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use dynamo_model::embedded::{Action, Embedded};
use dynamo_model::{Entity, Repository, Table};
use dynamo_model_tests::{client, on_path_under_test, open};
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};

use crate::model::contents;

#[derive(Table)]
#[table(name = "desk", entities(Ticket))]
struct Desk;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Desk, pk = "CUST#{customer}", sk = "TICKET#{id}")]
struct Ticket {
    customer: String,
    #[entity(unique)]
    id: String,
    text: String,
}

fn ticket() -> Ticket {
    Ticket {
        customer: "c".into(),
        id: "t".into(),
        text: "x".into(),
    }
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
fn desk(db: &Embedded) -> Repository<Desk> {
    on_path_under_test(Repository::new(client(db)))
}

#[tokio::test]
async fn a_delete_of_a_missing_item_does_not_leave_the_guard_of_one_created_meanwhile() {
    let (database, app) = open::<Desk>().await;
    before_first(&database, |db| {
        Box::pin(async move { desk(&db).create(&ticket()).await.unwrap() })
    });
    app.delete(Ticket::key("c", "t")).await.unwrap();
    let c = contents(&database, "desk").await;
    assert!(c.is_empty(), "{:?}", c.keys());
}

#[tokio::test]
async fn a_put_over_an_item_deleted_meanwhile_makes_its_guard_again() {
    let (database, app) = open::<Desk>().await;
    app.create(&ticket()).await.unwrap();
    let mut second = ticket();
    second.text = "y".into();
    before_first(&database, |db| {
        Box::pin(async move { desk(&db).delete(Ticket::key("c", "t")).await.unwrap() })
    });
    app.put(&second).await.unwrap();
    let c = contents(&database, "desk").await;
    assert_eq!(c.len(), 2, "{:?}", c.keys());
}

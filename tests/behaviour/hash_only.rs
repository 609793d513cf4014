//! Tables and indexes without a sort key.

use dynamo_model::{Entity, Table};
use dynamo_model_tests::{open, raw_item, repository};
use serde::{Deserialize, Serialize};

use aws_sdk_dynamodb::types::AttributeValue;

#[derive(Debug, Table)]
#[table(name = "sessions", sk = none, gsi("ByUser", pk = "byUser", sk = none), entities(Session, Token))]
struct Sessions;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Sessions, pk = "SESSION#{id}", index(name = by_user, on = "ByUser", pk = "USER#{user}"))]
struct Session {
    id: u64,
    user: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Sessions, pk = "TOKEN#{token}", index(name = by_user, on = "ByUser", pk = "USER#{user}"))]
struct Token {
    token: String,
    user: String,
}

fn session(id: u64, user: Option<&str>) -> Session {
    Session {
        id,
        user: user.map(str::to_owned),
    }
}

#[tokio::test]
async fn a_hash_only_table_is_written_read_and_queried() {
    let sessions = repository::<Sessions>().await;
    let first = session(1, Some("u1"));
    sessions.create(&first).await.unwrap();
    assert!(
        sessions
            .create(&first)
            .await
            .unwrap_err()
            .is_already_exists()
    );
    assert_eq!(
        sessions.get(Session::key(1)).await.unwrap(),
        Some(first.clone())
    );
    assert_eq!(
        sessions.query(Session::query(1)).first().await.unwrap(),
        Some(first.clone())
    );
    assert_eq!(
        first.key().texts().unwrap(),
        (String::from("SESSION#1"), None)
    );
    assert_eq!(Session::parse_key("SESSION#1").unwrap(), first.key());
    assert_eq!(
        sessions.items(Session::partition(1)).count().await.unwrap(),
        1
    );
    sessions.delete(&first).await.unwrap();
    assert_eq!(sessions.get(&first).await.unwrap(), None);
}

#[tokio::test]
async fn a_hash_only_index_needs_the_type_filter_and_pages() {
    let sessions = repository::<Sessions>().await;
    for id in 0..5 {
        sessions.put(&session(id, Some("u1"))).await.unwrap();
        sessions
            .put(&Token {
                token: format!("t{id}"),
                user: String::from("u1"),
            })
            .await
            .unwrap();
    }
    sessions.put(&session(9, None)).await.unwrap();
    let query = || sessions.query(Session::by_user("u1"));
    assert!(
        query().explain().contains("filter:     type = 'Session'"),
        "{}",
        query().explain()
    );
    assert_eq!(query().count().await.unwrap(), 5);
    let mut ids = Vec::new();
    let mut cursor = None;
    loop {
        let page = query().page_size(3).page(cursor).await.unwrap();
        ids.extend(page.items.iter().map(|session| session.id));
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    ids.sort_unstable();
    assert_eq!(ids, [0, 1, 2, 3, 4]);
    assert_eq!(
        sessions
            .items(Session::by_user("u1"))
            .all()
            .await
            .unwrap()
            .len(),
        10
    );
}

#[tokio::test]
async fn an_untagged_row_of_a_hash_only_table_is_known_by_its_key() {
    let (database, sessions) = open::<Sessions>().await;
    let text = |text: &str| AttributeValue::S(text.to_owned());
    let attributes = [
        ("PK", text("SESSION#7")),
        ("id", AttributeValue::N(String::from("7"))),
    ];
    raw_item(&database, "sessions", &attributes).await;
    assert_eq!(
        sessions.get(Session::key(7)).await.unwrap(),
        Some(session(7, None))
    );
}

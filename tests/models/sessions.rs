//! Sessions and their children, read both ways over an inverted index.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

use crate::support::{Design, items, rewrite};

#[derive(Table)]
#[table(
    name = "session_store",
    type_attribute = none,
    gsi("GSI1_inverse", pk = "SK", sk = "PK"),
    entities(Session, Child)
)]
struct Sessions;

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(
    table = Sessions,
    pk = "suuid#{session}",
    sk = "c#{customer}",
    index(name = of_customer, on = "GSI1_inverse")
)]
struct Session {
    #[entity(key_only)]
    session: String,
    #[entity(key_only)]
    customer: String,
    last_login_time: String,
    access_token: String,
    session_state: String,
}

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(
    table = Sessions,
    pk = "suuid#{parent}",
    sk = "child#suuid#{session}",
    index(name = by_session, on = "GSI1_inverse", pk = sk, sk = pk)
)]
struct Child {
    #[entity(key_only)]
    parent: String,
    #[entity(key_only)]
    session: String,
    access_token: String,
    session_state: String,
}

#[tokio::test]
async fn the_sessions_are_reproduced_and_answer_both_ways() {
    let Some(items) = items("aws-session-management.json", 0) else {
        return;
    };
    let design = Design::<Sessions>::load(items, &["PK", "SK"]).await;
    rewrite!(design, Session, Child);
    design.assert_reproduced(&[]).await;

    for store in [&design.loaded, &design.written] {
        let children = store.query(Child::query("c342etj3")).all().await.unwrap();
        let children: Vec<_> = children.iter().map(|one| one.session.as_str()).collect();
        assert_eq!(children, ["ert54fbgn", "kljhfytf23"]);
        let sessions = store
            .query(Session::of_customer("ABC"))
            .all()
            .await
            .unwrap();
        let sessions: Vec<_> = sessions.iter().map(|one| one.session.as_str()).collect();
        assert_eq!(sessions, ["c342etj3", "d0004tj2"]);
        let child = store
            .query(Child::by_session("ljy22tf0"))
            .first()
            .await
            .unwrap();
        assert_eq!(child.unwrap().parent, "l221et00");
        // One Query of the base table: a session with its children.
        assert_eq!(
            store
                .items(Session::partition("c342etj3"))
                .count()
                .await
                .unwrap(),
            3
        );
    }
}

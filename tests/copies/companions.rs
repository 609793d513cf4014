//! Sources and copies that have more keys: whole copies under an `also`, guards of unique values.

use dynamo_model::embedded::Embedded;
use dynamo_model::{Entity, Repository, Table};
use dynamo_model_tests::{Wire, client, open};
use serde::{Deserialize, Serialize};

#[derive(Debug, Table)]
#[table(name = "forum", entities(Group, Member))]
struct Forum;

/// No two groups have one title; all groups are under one key too.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Forum, pk = "GROUP#{group}", sk = "GROUP",
    also(name = all, pk = "GROUPS", sk = "{group}"))]
struct Group {
    group: String,
    #[entity(unique)]
    title: String,
}

/// The guard's key is made of the copied title.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Forum, pk = "GROUP#{group}", sk = "MEMBER#{user}",
    also(name = by_user, pk = "USER#{user}", sk = "IN#{group}"))]
struct Member {
    group: String,
    user: String,
    #[entity(copy_of = Group::title)]
    title: String,
    #[entity(unique(scope = "{title}"))]
    nick: String,
}

fn group(group: &str, title: &str) -> Group {
    Group {
        group: group.into(),
        title: title.into(),
    }
}

fn member(number: usize) -> Member {
    Member {
        group: "g1".into(),
        user: format!("u{number:03}"),
        title: "Rust".into(),
        nick: format!("n{number:03}"),
    }
}

async fn forum(members: usize) -> (Embedded, Repository<Forum>) {
    let (database, forum) = open::<Forum>().await;
    forum
        .create(&group("g1", "Rust"))
        .leave_copies()
        .await
        .unwrap();
    for number in 0..members {
        forum.create(&member(number)).await.unwrap();
    }
    (database, forum)
}

/// Partition keys of guards.
async fn guards(database: &Embedded) -> Vec<String> {
    let scan = client(database).scan().table_name("forum").send();
    let items = scan.await.unwrap().items.unwrap_or_default();
    let keys = items.iter().map(|item| item["PK"].as_s().unwrap().clone());
    let mut guards: Vec<_> = keys.filter(|key| key.starts_with("UNIQUE#")).collect();
    guards.sort();
    guards
}

async fn assert_titled(
    database: &Embedded,
    forum: &Repository<Forum>,
    title: &str,
    members: usize,
) {
    let found = forum.query(Member::query("g1")).all().await.unwrap();
    assert_eq!(found.len(), members);
    for member in found {
        assert_eq!(member.title, title);
        let other = forum.query(Member::by_user(&*member.user)).all().await;
        assert_eq!(other.unwrap(), [member]);
    }
    let groups = forum.query(Group::all()).all().await.unwrap();
    assert_eq!(groups, [group("g1", title)]);
    let mut expected: Vec<_> = (0..members)
        .map(|number| format!("UNIQUE#Member#nick#{title}#n{number:03}"))
        .collect();
    expected.insert(0, format!("UNIQUE#Group#title#{title}"));
    assert_eq!(guards(database).await, expected);
    assert!(forum.audit_copies::<Group>().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_fan_out_takes_other_copies_and_guards_of_source_and_copies_along() {
    let (database, forum) = forum(3).await;
    let wire = Wire::record(&database);
    let retitle = Group::update(Group::key("g1")).title("Ferris");
    let report = forum.update(retitle).fan_out().await.unwrap();
    assert_eq!((report.updated, report.transactions), (3, 1));
    let sent = wire.sent();
    let sent = sent
        .iter()
        .find(|sent| sent.operation == "TransactWriteItems");
    let items = sent.unwrap().body["TransactItems"]
        .as_array()
        .unwrap()
        .len();
    // Each is an item, a copy of it, a new guard and an old one.
    assert_eq!(items, 4 * (1 + 3));
    drop(wire);
    assert_titled(&database, &forum, "Ferris", 3).await;
}

#[tokio::test]
async fn the_actions_of_companions_count_in_the_limit_of_a_transaction() {
    let (database, forum) = forum(60).await;
    let wire = Wire::record(&database);
    let retitle = Group::update(Group::key("g1")).title("Ferris");
    let report = forum.update(retitle).fan_out().await.unwrap();
    assert_eq!(report.updated, 60);
    let sent = wire.sent().into_iter();
    let sizes: Vec<_> = sent
        .filter(|sent| sent.operation == "TransactWriteItems")
        .map(|sent| sent.body["TransactItems"].as_array().unwrap().len())
        .collect();
    // The source, then chunks of 24 members with a check.
    assert_eq!(sizes, [4, 97, 97, 49]);
    drop(wire);
    assert_titled(&database, &forum, "Ferris", 60).await;
}

#[tokio::test]
async fn a_source_whose_unique_value_is_taken_changes_no_copy() {
    let (database, forum) = forum(2).await;
    let other = group("g2", "Ferris");
    forum.create(&other).leave_copies().await.unwrap();
    let retitle = Group::update(Group::key("g1")).title("Ferris");
    let error = forum.update(retitle).fan_out().await.unwrap_err();
    assert!(error.is_unique_taken(), "{error}");
    forum.delete(&other).await.unwrap();
    assert_titled(&database, &forum, "Rust", 2).await;
}

#[tokio::test]
async fn a_repair_moves_guards_and_copies_too() {
    let (database, forum) = forum(2).await;
    let retitle = Group::update(Group::key("g1")).title("Ferris");
    forum.update(retitle).leave_copies().await.unwrap();
    assert_eq!(forum.audit_copies::<Group>().await.unwrap().len(), 2);
    let report = forum.repair_copies::<Group>().await.unwrap();
    assert_eq!(report.updated, 2);
    assert_titled(&database, &forum, "Ferris", 2).await;
}

//! What is deleted takes its copies under other keys and the guards of its values along.

use dynamo_model::embedded::Embedded;
use dynamo_model::{Entity, Repository, Table};
use dynamo_model_tests::{Wire, client, open};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "club", entities(Group, Membership, Account))]
struct Club;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Club, pk = "GROUP#{group}", sk = "DETAILS")]
struct Group {
    group: String,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Club, pk = "USER#{user}", sk = "GROUP#{group}",
    also(name = by_group, pk = "GROUP#{group}", sk = "USER#{user}"))]
struct Membership {
    user: String,
    group: String,
    #[entity(unique)]
    badge: String,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Club, pk = "USER#{user}", sk = "ACCOUNT")]
struct Account {
    user: String,
    #[entity(unique)]
    email: String,
}

fn membership(user: &str, group: &str) -> Membership {
    Membership {
        user: user.to_owned(),
        group: group.to_owned(),
        badge: format!("{group}-{user}"),
    }
}

fn account(user: &str) -> Account {
    Account {
        user: user.to_owned(),
        email: format!("{user}@example.com"),
    }
}

async fn stored() -> (Embedded, Repository<Club>) {
    let (database, club) = open::<Club>().await;
    club.create(&Group { group: "g1".into() }).await.unwrap();
    for user in ["u1", "u2"] {
        club.create(&account(user)).await.unwrap();
        club.create(&membership(user, "g1")).await.unwrap();
    }
    club.create(&membership("u1", "g2")).await.unwrap();
    (database, club)
}

/// Partition and sort keys of all items.
async fn keys(database: &Embedded) -> Vec<String> {
    let scan = client(database).scan().table_name("club").send();
    let items = scan.await.unwrap().items.unwrap_or_default();
    let text = |value: Option<&aws_sdk_dynamodb::types::AttributeValue>| {
        value.unwrap().as_s().unwrap().clone()
    };
    let keys = items
        .iter()
        .map(|item| format!("{} {}", text(item.get("PK")), text(item.get("SK"))));
    let mut keys: Vec<_> = keys.collect();
    keys.sort();
    keys
}

async fn remove(database: &Embedded, pk: &str, sk: &str) {
    use aws_sdk_dynamodb::types::AttributeValue::S;
    let delete = client(database).delete_item().table_name("club");
    let delete = delete
        .key("PK", S(pk.to_owned()))
        .key("SK", S(sk.to_owned()));
    delete.send().await.unwrap();
}

const OF_U2: [&str; 2] = [
    "UNIQUE#Account#email#u2@example.com UNIQUE#Account#email#u2@example.com",
    "USER#u2 ACCOUNT",
];

#[tokio::test]
async fn items_of_a_partition_go_with_their_copies_and_guards() {
    let (database, club) = stored().await;
    let report = club
        .admin()
        .delete_partition(Account::partition("u1"))
        .await
        .unwrap();
    assert_eq!((report.deleted, report.passes), (3, 2));
    assert!(report.is_complete());
    let left = keys(&database).await;
    let expected = [
        "GROUP#g1 DETAILS",
        "GROUP#g1 USER#u2",
        OF_U2[0],
        "UNIQUE#Membership#badge#g1-u2 UNIQUE#Membership#badge#g1-u2",
        OF_U2[1],
        "USER#u2 GROUP#g1",
    ];
    assert_eq!(left, expected);
    // Nothing is left that would be in the way.
    club.create(&account("u1")).await.unwrap();
    club.create(&membership("u1", "g1")).await.unwrap();
}

#[tokio::test]
async fn a_copy_in_the_partition_stands_for_its_item() {
    let (database, club) = stored().await;
    let report = club
        .admin()
        .delete_partition(Group::partition("g1"))
        .await
        .unwrap();
    assert_eq!(report.deleted, 3);
    assert_eq!(report.types["Membership"], 2);
    let left = keys(&database).await;
    assert!(left.iter().all(|key| !key.contains("g1")), "{left:?}");
    assert_eq!(left.len(), 3 + 4);
}

#[tokio::test]
async fn a_path_of_also_adds_its_items() {
    let (database, club) = stored().await;
    let delete = club
        .admin()
        .delete_partition(Account::partition("u2"))
        .and(Membership::by_group("g2"));
    assert_eq!(delete.await.unwrap().complete().unwrap(), 3);
    let left = keys(&database).await;
    assert!(
        left.iter()
            .all(|key| !key.contains("g2") && !key.contains("u2"))
    );
    assert_eq!(left.len(), 6);
}

#[tokio::test]
async fn a_copy_whose_item_is_gone_goes_too() {
    let (database, club) = stored().await;
    remove(&database, "USER#u1", "GROUP#g2").await;
    let report = club
        .admin()
        .delete_partition(Group::partition("g2"))
        .await
        .unwrap();
    assert_eq!(report.complete().unwrap(), 1);
    let left = keys(&database).await;
    assert!(!left.contains(&"GROUP#g2 USER#u1".to_owned()), "{left:?}");
}

#[tokio::test]
async fn a_guard_that_another_owner_has_stays() {
    let (database, club) = stored().await;
    // The account was deleted past the library, and another took its value.
    remove(
        &database,
        "UNIQUE#Account#email#u1@example.com",
        "UNIQUE#Account#email#u1@example.com",
    )
    .await;
    let other = Account {
        user: "u3".into(),
        email: "u1@example.com".into(),
    };
    club.create(&other).await.unwrap();
    club.admin()
        .delete_partition(Account::partition("u1"))
        .await
        .unwrap()
        .complete()
        .unwrap();
    let error = club
        .create(&Account {
            user: "u4".into(),
            ..other
        })
        .await
        .unwrap_err();
    assert!(error.is_unique_taken(), "{error}");
}

#[tokio::test]
async fn a_dry_run_deletes_nothing_and_counts_what_is_in_the_partition() {
    let (database, club) = stored().await;
    let before = keys(&database).await;
    let wire = Wire::record(&database);
    let report = club
        .admin()
        .delete_partition(Group::partition("g1"))
        .dry_run()
        .await
        .unwrap();
    assert_eq!(report.deleted, 3);
    assert!(wire.sent().iter().all(|sent| sent.operation == "Query"));
    drop(wire);
    assert_eq!(keys(&database).await, before);
}

//! Copies under other keys and guards of unique values that the table does not have yet, or not as the items are.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::Repository;
use dynamo_model::embedded::{Action, Embedded};
use dynamo_model_tests::{Wire, client, on_path_under_test, open, raw_item};

mod v1 {
    use dynamo_model::{Entity, Table};
    use serde::{Deserialize, Serialize};

    #[derive(Table)]
    #[table(name = "club", gsi("GSI1"), entities(Membership))]
    pub(super) struct Club;

    #[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[entity(table = Club, pk = "USER#{user}", sk = "GROUP#{group}")]
    pub(super) struct Membership {
        pub(super) user: String,
        pub(super) group: String,
        pub(super) badge: Option<String>,
        pub(super) order: String,
    }
}

mod v2 {
    use dynamo_model::{Entity, Table};
    use serde::{Deserialize, Serialize};

    #[derive(Table)]
    #[table(name = "club", gsi("GSI1"), entities(Membership))]
    pub(super) struct Club;

    /// By its group, and by a number that does not tell the owner.
    #[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[entity(table = Club, pk = "USER#{user}", sk = "GROUP#{group}",
        also(name = by_group, pk = "GROUP#{group}", sk = "USER#{user}"),
        also(name = of_group, pk = "ONLY#{group}", sk = "ONLY#{group}"),
        index(name = by_order, on = "GSI1", pk = "ORDER#{order}", sk = "{user}"))]
    pub(super) struct Membership {
        pub(super) user: String,
        pub(super) group: String,
        #[entity(unique)]
        pub(super) badge: Option<String>,
        pub(super) order: String,
    }
}

use v2::Membership;

fn old(user: &str, group: &str, badge: Option<&str>) -> v1::Membership {
    v1::Membership {
        user: user.to_owned(),
        group: group.to_owned(),
        badge: badge.map(str::to_owned),
        order: String::from("o1"),
    }
}

fn new(user: &str, group: &str, badge: Option<&str>) -> Membership {
    let v1::Membership {
        user,
        group,
        badge,
        order,
    } = old(user, group, badge);
    Membership {
        user,
        group,
        badge,
        order,
    }
}

/// Items of the old model.
async fn migrated<const N: usize>(items: [v1::Membership; N]) -> (Embedded, Repository<v2::Club>) {
    let (database, before) = open::<v1::Club>().await;
    for item in &items {
        before.create(item).await.unwrap();
    }
    let club = on_path_under_test(Repository::new(client(&database)));
    (database, club)
}

type Attributes = BTreeMap<String, String>;

/// All items by their keys.
async fn contents(database: &Embedded) -> BTreeMap<String, Attributes> {
    let scan = client(database).scan().table_name("club").send();
    let items = scan.await.unwrap().items.unwrap_or_default();
    let items = items.into_iter().map(|item| {
        let text = |value: AttributeValue| match value {
            AttributeValue::S(text) => text,
            other => format!("{other:?}"),
        };
        let item = item.into_iter().map(|(name, value)| (name, text(value)));
        let item: Attributes = item.collect();
        (format!("{} {}", item["PK"], item["SK"]), item)
    });
    items.collect()
}

fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

async fn set(database: &Embedded, [pk, sk]: [&str; 2], name: &str, value: &str) {
    let update = client(database).update_item().table_name("club");
    let update = update.key("PK", s(pk)).key("SK", s(sk));
    let update = update
        .update_expression("SET #n = :v")
        .expression_attribute_names("#n", name)
        .expression_attribute_values(":v", s(value));
    update.send().await.unwrap();
}

fn writes(wire: &Wire) -> Vec<String> {
    let sent = wire.sent().into_iter().map(|sent| sent.operation);
    let is_read = |operation: &String| operation == "Scan" || operation == "BatchGetItem";
    sent.filter(|operation| !is_read(operation)).collect()
}

#[tokio::test]
async fn also_and_unique_are_added_to_a_table_by_a_backfill() {
    let (database, club) = migrated([old("u1", "g1", Some("b1")), old("u2", "g2", None)]).await;
    let wire = Wire::record(&database);
    let report = club.admin().backfill::<Membership>().await.unwrap();
    assert_eq!(
        (report.rewritten, report.companions, report.failed),
        (2, 5, 0)
    );
    assert_eq!(report.examined, 2);
    // The index's attributes, the copies and the guard of an item are one transaction.
    assert_eq!(writes(&wire), ["TransactWriteItems"; 2]);
    drop(wire);
    let stored = contents(&database).await;
    // What the new model writes by itself is the same to the byte.
    let (other, written) = open::<v2::Club>().await;
    written.create(&new("u1", "g1", Some("b1"))).await.unwrap();
    written.create(&new("u2", "g2", None)).await.unwrap();
    assert_eq!(stored, contents(&other).await);
    let found = club.query(Membership::by_group("g1")).all().await.unwrap();
    assert_eq!(found, [new("u1", "g1", Some("b1"))]);
    let error = club.create(&new("u9", "g9", Some("b1"))).await.unwrap_err();
    assert!(error.is_unique_taken(), "{error}");
}

#[tokio::test]
async fn a_second_run_writes_nothing_and_takes_no_copy_for_an_item() {
    let (database, club) = migrated([]).await;
    club.create(&new("u1", "g1", Some("b1"))).await.unwrap();
    club.create(&new("u2", "g2", Some("b2"))).await.unwrap();
    let before = contents(&database).await;
    for rekeys in [false, true] {
        let wire = Wire::record(&database);
        let backfill = club.admin().backfill::<Membership>();
        let backfill = match rekeys {
            true => backfill.rekey(),
            false => backfill,
        };
        let report = backfill.await.unwrap();
        assert_eq!(
            (report.unchanged, report.rewritten, report.moved),
            (2, 0, 0)
        );
        assert_eq!((report.failed, report.companions), (0, 0));
        assert_eq!(writes(&wire), [""; 0]);
        // Two whole items in one read are 6 more units: their copies and guards.
        assert!(report.capacity_units >= 6.0, "{}", report.capacity_units);
    }
    assert_eq!(contents(&database).await, before);
}

#[tokio::test]
async fn a_copy_that_differs_is_made_as_its_item_is() {
    let (database, club) = migrated([]).await;
    club.create(&new("u1", "g1", Some("b1"))).await.unwrap();
    set(&database, ["GROUP#g1", "USER#u1"], "badge", "other").await;
    set(&database, ["ONLY#g1", "ONLY#g1"], "GSI1PK", "left over").await;
    set(&database, ["USER#u1", "GROUP#g1"], "seen", "by others").await;
    let report = club.admin().backfill::<Membership>().await.unwrap();
    assert_eq!((report.rewritten, report.companions), (1, 2));
    let stored = contents(&database).await;
    let copy = &stored["GROUP#g1 USER#u1"];
    assert_eq!(
        (copy["badge"].as_str(), copy["seen"].as_str()),
        ("b1", "by others")
    );
    assert!(!stored["ONLY#g1 ONLY#g1"].contains_key("GSI1PK"));
    let again = club.admin().backfill::<Membership>().await.unwrap();
    assert_eq!(again.unchanged, 1);
}

#[tokio::test]
async fn a_value_that_another_item_has_is_a_failure_in_the_report() {
    let (database, club) = migrated([
        old("u1", "g1", Some("same")),
        old("u2", "g2", Some("same")),
        old("u3", "g3", Some("b3")),
    ])
    .await;
    for _ in 0..2 {
        let report = club
            .admin()
            .backfill::<Membership>()
            .concurrency(1)
            .await
            .unwrap();
        assert_eq!(report.failed, 1, "{report:?}");
        let error = &report.failures[0];
        assert!(error.is_unique_taken(), "{error}");
        assert_eq!(
            (error.entity(), error.attribute()),
            (Some("Membership"), Some("badge"))
        );
        assert!(!report.is_complete());
    }
    let stored = contents(&database).await;
    let guards = stored.keys().filter(|key| key.starts_with("UNIQUE#"));
    assert_eq!(guards.count(), 2);
    // Nothing of the item that failed is written.
    assert_eq!(stored.len(), 3 + 2 + 4);
}

#[tokio::test]
async fn a_copy_of_another_item_under_the_same_key_is_a_failure() {
    let (_database, club) = migrated([old("u1", "g1", None), old("u2", "g1", None)]).await;
    let report = club.admin().backfill::<Membership>().await.unwrap();
    assert_eq!((report.rewritten, report.failed), (1, 1));
    assert!(
        report.failures[0].is_already_exists(),
        "{}",
        report.failures[0]
    );
}

#[tokio::test]
async fn a_dry_run_reads_the_companions_and_writes_nothing() {
    let (database, club) = migrated([old("u1", "g1", Some("b1"))]).await;
    let before = contents(&database).await;
    let wire = Wire::record(&database);
    let report = club
        .admin()
        .backfill::<Membership>()
        .dry_run()
        .await
        .unwrap();
    assert_eq!((report.rewritten, report.companions), (1, 3));
    assert!(
        report.samples[0].contains("UNIQUE#Membership#badge#b1"),
        "{}",
        report.samples[0]
    );
    assert_eq!(writes(&wire), [""; 0]);
    drop(wire);
    assert_eq!(contents(&database).await, before);
}

#[tokio::test]
async fn a_move_takes_copies_and_guards_along() {
    let (database, club) = migrated([]).await;
    club.create(&new("u1", "g1", Some("b1"))).await.unwrap();
    // A field of the key was changed past the library.
    set(&database, ["USER#u1", "GROUP#g1"], "group", "g2").await;
    let left = club.admin().backfill::<Membership>().await.unwrap();
    assert_eq!((left.failed, left.moved), (1, 0));
    let report = club.admin().backfill::<Membership>().rekey().await.unwrap();
    assert_eq!((report.moved, report.failed), (1, 0), "{report:?}");
    let (other, written) = open::<v2::Club>().await;
    written.create(&new("u1", "g2", Some("b1"))).await.unwrap();
    assert_eq!(contents(&database).await, contents(&other).await);
}

#[tokio::test]
async fn a_move_from_a_key_of_another_form_makes_copies_and_guards() {
    let (database, club) = migrated([]).await;
    let item = [
        ("PK", s("MEMBER#u1")),
        ("SK", s("g1")),
        ("type", s("Membership")),
        ("user", s("u1")),
        ("group", s("g1")),
        ("badge", s("b1")),
        ("order", s("o1")),
    ];
    raw_item(&database, "club", &item).await;
    let report = club.admin().backfill::<Membership>().rekey().await.unwrap();
    assert_eq!((report.moved, report.failed), (1, 0), "{report:?}");
    let (other, written) = open::<v2::Club>().await;
    written.create(&new("u1", "g1", Some("b1"))).await.unwrap();
    assert_eq!(contents(&database).await, contents(&other).await);
}

/// Runs `other` before the first transaction reaches the engine.
fn before_the_first_transaction<A>(
    database: &Embedded,
    other: impl Fn() -> A + Send + Sync + 'static,
) where
    A: Future<Output = ()> + Send + 'static,
{
    let (other, count) = (Arc::new(other), Arc::new(AtomicU32::new(0)));
    database.on_request(move |request| {
        let is_first = request.operation() == "TransactWriteItems"
            && count.fetch_add(1, Ordering::Relaxed) == 0;
        let other = Arc::clone(&other);
        async move {
            if is_first {
                other().await;
            }
            Action::Pass
        }
    });
}

#[tokio::test]
async fn a_change_of_the_item_meanwhile_wins() {
    let (database, club) = migrated([old("u1", "g1", Some("b1"))]).await;
    let other = database.clone();
    before_the_first_transaction(&database, move || {
        let other = other.clone();
        async move {
            set(&other, ["USER#u1", "GROUP#g1"], "badge", "b2").await;
            set(&other, ["USER#u1", "GROUP#g1"], "seen", "now").await;
        }
    });
    let report = club.admin().backfill::<Membership>().await.unwrap();
    database.clear_hook();
    assert_eq!((report.rewritten, report.companions), (1, 3));
    let stored = contents(&database).await;
    let copy = &stored["GROUP#g1 USER#u1"];
    assert_eq!(
        (copy["badge"].as_str(), copy["seen"].as_str()),
        ("b2", "now")
    );
    let guards: Vec<_> = stored
        .keys()
        .filter(|key| key.starts_with("UNIQUE#"))
        .collect();
    assert_eq!(
        guards,
        ["UNIQUE#Membership#badge#b2 UNIQUE#Membership#badge#b2"]
    );
}

#[tokio::test]
async fn a_value_that_is_taken_meanwhile_is_a_failure_and_no_endless_run() {
    let (database, club) = migrated([old("u1", "g1", Some("b1"))]).await;
    let writer = club.clone();
    before_the_first_transaction(&database, move || {
        let writer = writer.clone();
        async move { writer.create(&new("u2", "g2", Some("b1"))).await.unwrap() }
    });
    let report = club.admin().backfill::<Membership>().await.unwrap();
    database.clear_hook();
    assert_eq!(report.failed, 1, "{report:?}");
    assert!(report.failures[0].is_unique_taken());
}

#[tokio::test]
async fn an_item_that_is_deleted_meanwhile_gets_no_copies() {
    let (database, club) = migrated([old("u1", "g1", Some("b1"))]).await;
    let writer = Repository::<v1::Club>::new(client(&database));
    before_the_first_transaction(&database, move || {
        let writer = writer.clone();
        async move {
            writer
                .delete(v1::Membership::key("u1", "g1"))
                .await
                .unwrap()
        }
    });
    let report = club.admin().backfill::<Membership>().await.unwrap();
    database.clear_hook();
    assert_eq!((report.gone, report.failed), (1, 0));
    assert!(contents(&database).await.is_empty());
}

//! Items without a type, under another key, expired, with a version, of stranger models.

use std::time::{Duration, SystemTime};

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::embedded::{Action, Embedded, ManualClock};
use dynamo_model::{Entity, RawItem, Repository, Table};
use dynamo_model_tests::{Wire, client, open, raw_item};
use serde::{Deserialize, Serialize};

use crate::model::{assert_indexes_are_complete, change, migrated, order, stored, text, v2};

#[tokio::test]
async fn the_type_is_set_where_the_key_proves_it_and_only_when_asked_for() {
    let (database, shop) = migrated(3).await;
    for number in [0, 1] {
        change(&database, number, |item| {
            item.remove("type");
        })
        .await;
    }
    let report = shop.admin().backfill::<v2::Order>().await.unwrap();
    assert_eq!((report.rewritten, report.untagged), (3, 2));
    assert!(!stored(&database, 0).await.contains_key("type"));
    let report = shop
        .admin()
        .backfill::<v2::Order>()
        .set_missing_type()
        .await
        .unwrap();
    assert_eq!(
        (report.rewritten, report.untagged, report.unchanged),
        (2, 0, 1)
    );
    assert_eq!(stored(&database, 0).await["type"], text("Order"));
    assert!(
        report.samples[0].contains("SET type = 'Order'"),
        "{}",
        report.samples[0]
    );
    assert_indexes_are_complete(&shop).await;
    let report = shop
        .admin()
        .backfill::<v2::Order>()
        .set_missing_type()
        .await
        .unwrap();
    assert_eq!((report.rewritten, report.unchanged), (0, 3));
}

/// Orders whose keys were spelt in another way.
async fn misspelt(number: u32) -> (Embedded, Repository<v2::Shop>) {
    let (database, shop) = migrated(2).await;
    let mut item = stored(&database, 1).await;
    item.insert("SK".to_owned(), text(format!("order-{number}")));
    item.insert("number".to_owned(), AttributeValue::N(number.to_string()));
    item.insert("newer".to_owned(), AttributeValue::Bool(true));
    let item: Vec<_> = item
        .iter()
        .map(|(name, value)| (name.as_str(), value.clone()))
        .collect();
    raw_item(&database, "shop", &item).await;
    (database, shop)
}

async fn items(shop: &Repository<v2::Shop>) -> Vec<RawItem<v2::Shop>> {
    shop.items(v2::Order::partition("c1")).all().await.unwrap()
}

#[tokio::test]
async fn an_item_under_another_key_is_reported_and_left() {
    let (_, shop) = misspelt(7).await;
    let report = shop.admin().backfill::<v2::Order>().await.unwrap();
    assert_eq!((report.rewritten, report.moved, report.failed), (2, 0, 1));
    let failure = &report.failures[0];
    assert!(failure.is_decode());
    assert_eq!(failure.key(), Some("{PK: 'CUST#c1', SK: 'order-7'}"));
    assert_eq!(failure.attribute(), Some("SK"));
    assert!(failure.to_string().contains("'ORDER#0007'"), "{failure}");
    assert!(
        items(&shop)
            .await
            .iter()
            .any(|item| item.sort_key() == Some("order-7"))
    );
}

#[tokio::test]
async fn an_item_under_another_key_is_moved_when_asked_for() {
    let (database, shop) = misspelt(7).await;
    let dry = shop
        .admin()
        .backfill::<v2::Order>()
        .rekey()
        .dry_run()
        .await
        .unwrap();
    assert_eq!((dry.rewritten, dry.moved, dry.failed), (2, 1, 0));
    let wire = Wire::record(&database);
    let report = shop.admin().backfill::<v2::Order>().rekey().await.unwrap();
    assert_eq!(report.moved, 1);
    assert_eq!(report.complete().unwrap(), 3);
    assert!(
        wire.sent()
            .iter()
            .any(|sent| sent.operation == "TransactWriteItems")
    );
    let keys: Vec<_> = items(&shop)
        .await
        .iter()
        .map(|item| item.sort_key().unwrap().to_owned())
        .collect();
    assert_eq!(keys, ["ORDER#0001", "ORDER#0007", "PROFILE"]);
    let moved = &items(&shop).await[1];
    assert_eq!(moved.attribute::<bool>("newer").unwrap(), Some(true));
    assert_eq!(
        moved.attribute::<String>("openSince").unwrap().as_deref(),
        Some("0007")
    );
    assert_indexes_are_complete(&shop).await;
    let again = shop.admin().backfill::<v2::Order>().rekey().await.unwrap();
    assert_eq!((again.rewritten, again.moved, again.unchanged), (0, 0, 3));
}

#[tokio::test]
async fn a_move_does_not_overwrite_what_is_under_the_new_key() {
    let (_, shop) = misspelt(1).await;
    let before = items(&shop).await.len();
    let report = shop.admin().backfill::<v2::Order>().rekey().await.unwrap();
    assert_eq!((report.moved, report.failed), (0, 1));
    assert!(report.failures[0].is_already_exists());
    assert_eq!(items(&shop).await.len(), before);
}

#[tokio::test]
async fn a_move_whose_answer_is_lost_is_one_move() {
    let (database, shop) = misspelt(7).await;
    let lost = std::sync::Mutex::new(0);
    // All attempts of the SDK.
    let _ = Wire::script(&database, move |sent, _| {
        let mut lost = lost.lock().unwrap();
        if sent.operation == "TransactWriteItems" && *lost < 3 {
            *lost += 1;
            return Action::PassThenFail;
        }
        Action::Pass
    });
    let report = shop.admin().backfill::<v2::Order>().rekey().await.unwrap();
    assert_eq!((report.moved, report.gone, report.failed), (1, 0, 0));
    assert!(shop.get(v2::Order::key("c1", 7)).await.unwrap().is_some());
}

#[tokio::test]
async fn a_move_does_not_lose_a_change_behind_the_scan() {
    let (database, shop) = misspelt(7).await;
    let (other, is_first) = (database.clone(), std::sync::Mutex::new(true));
    database.on_request(move |request| {
        let writes = request.operation() == "TransactWriteItems"
            && std::mem::take(&mut *is_first.lock().unwrap());
        let other = other.clone();
        async move {
            if writes {
                let update = client(&other).update_item().table_name("shop");
                update
                    .key("PK", text("CUST#c1"))
                    .key("SK", text("order-7"))
                    .update_expression("SET note = :n")
                    .expression_attribute_values(":n", text("late"))
                    .send()
                    .await
                    .unwrap();
            }
            Action::Pass
        }
    });
    let report = shop.admin().backfill::<v2::Order>().rekey().await.unwrap();
    database.clear_hook();
    assert_eq!(report.moved, 1);
    let moved = shop.get(v2::Order::key("c1", 7)).await.unwrap().unwrap();
    assert_eq!(moved.note.as_deref(), Some("late"));
}

#[tokio::test]
async fn a_move_does_not_lose_a_change_of_what_the_struct_does_not_know() {
    let (database, shop) = misspelt(7).await;
    let (other, is_first) = (database.clone(), std::sync::Mutex::new(true));
    database.on_request(move |request| {
        let writes = request.operation() == "TransactWriteItems"
            && std::mem::take(&mut *is_first.lock().unwrap());
        let other = other.clone();
        async move {
            if writes {
                let update = client(&other).update_item().table_name("shop");
                update
                    .key("PK", text("CUST#c1"))
                    .key("SK", text("order-7"))
                    .update_expression("SET newer = :n")
                    .expression_attribute_values(":n", AttributeValue::Bool(false))
                    .send()
                    .await
                    .unwrap();
            }
            Action::Pass
        }
    });
    let report = shop.admin().backfill::<v2::Order>().rekey().await.unwrap();
    database.clear_hook();
    assert_eq!(report.moved, 1);
    let moved = &items(&shop).await[1];
    assert_eq!(moved.sort_key(), Some("ORDER#0007"));
    assert_eq!(moved.attribute::<bool>("newer").unwrap(), Some(false));
}

#[derive(Table)]
#[table(name = "lib", gsi("GSI1"), entities(Loan))]
struct Library;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Library, pk = "LOAN#{id}", sk = "LOAN#{id}", index(name = by_reader, on = "GSI1", pk = "READER#{reader}", sk = "{id}"))]
struct Loan {
    id: String,
    reader: String,
    #[entity(version)]
    version: u64,
    #[entity(updated_at)]
    changed: i64,
    #[entity(ttl)]
    until: Option<i64>,
}

async fn loans() -> (Embedded, Repository<Library>, ManualClock) {
    let clock =
        ManualClock::starting_at(SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000));
    let (database, library) = open::<Library>().await;
    let library = library.with_clock(clock.clone());
    for (id, until) in [("l1", None), ("l2", Some(1_800_000_100))] {
        let mut loan = Loan {
            id: id.to_owned(),
            reader: "r1".to_owned(),
            version: 0,
            changed: 0,
            until,
        };
        library.create(&mut loan).await.unwrap();
        let update = client(&database).update_item().table_name("lib");
        update
            .key("PK", text(format!("LOAN#{id}")))
            .key("SK", text(format!("LOAN#{id}")))
            .update_expression("REMOVE GSI1PK, GSI1SK")
            .send()
            .await
            .unwrap();
    }
    (database, library, clock)
}

#[tokio::test]
async fn versions_and_times_stay_and_a_write_by_version_goes_on() {
    let (_, library, clock) = loans().await;
    let mut loan = library.get(Loan::key("l1")).await.unwrap().unwrap();
    clock.advance(Duration::from_secs(10));
    let report = library.admin().backfill::<Loan>().await.unwrap();
    assert_eq!(report.complete().unwrap(), 2);
    assert_eq!(
        library.get(Loan::key("l1")).await.unwrap().as_ref(),
        Some(&loan)
    );
    assert_eq!(
        library.query(Loan::by_reader("r1")).count().await.unwrap(),
        2
    );
    library.replace(&mut loan).await.unwrap();
    assert_eq!(loan.version, 2);
}

#[tokio::test]
async fn expired_items_are_left_to_the_service_and_hidden_from_scans() {
    let (_, library, clock) = loans().await;
    clock.advance(Duration::from_secs(1000));
    assert_eq!(library.admin().scan::<Loan>().all().await.unwrap().len(), 1);
    assert_eq!(library.admin().scan_items().all().await.unwrap().len(), 1);
    assert_eq!(
        library
            .admin()
            .scan_items()
            .with_expired()
            .all()
            .await
            .unwrap()
            .len(),
        2
    );
    let report = library.admin().backfill::<Loan>().await.unwrap();
    assert_eq!((report.rewritten, report.examined), (1, 2));
    let deleted = library
        .admin()
        .delete_partition(Loan::partition("l2"))
        .await
        .unwrap();
    assert_eq!(
        deleted.complete().unwrap(),
        1,
        "an item collection goes with what is expired"
    );
}

#[derive(Table)]
#[table(name = "plain", gsi("GSI1"), type_attribute = none, entities(Note))]
struct Plain;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Plain, pk = "NOTE#{id}", sk = "NOTE#{id}", index(name = by_tag, on = "GSI1", pk = "TAG#{tag}", sk = "{id}"))]
struct Note {
    #[entity(key_only)]
    id: String,
    tag: Option<String>,
}

#[tokio::test]
async fn a_table_without_types_and_fields_in_keys_only_are_filled_too() {
    let (database, plain) = open::<Plain>().await;
    for (id, tag) in [("n1", Some("a")), ("n2", None)] {
        let mut item = vec![
            ("PK", text(format!("NOTE#{id}"))),
            ("SK", text(format!("NOTE#{id}"))),
        ];
        item.extend(tag.map(|tag| ("tag", text(tag))));
        raw_item(&database, "plain", &item).await;
    }
    assert_eq!(plain.admin().scan::<Note>().explain(), "Scan plain");
    let report = plain
        .admin()
        .backfill::<Note>()
        .set_missing_type()
        .await
        .unwrap();
    assert_eq!(
        (report.rewritten, report.unchanged, report.untagged),
        (1, 1, 0)
    );
    let found = plain.query(Note::by_tag("a")).all().await.unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].id, "n1");
}

#[tokio::test]
async fn other_entities_are_left_alone() {
    let (database, shop) = migrated(2).await;
    raw_item(
        &database,
        "shop",
        &[
            ("PK", text("CUST#c1")),
            ("SK", text("ORDER#0009")),
            ("type", text("Parcel")),
            ("GSI1PK", text("PARCEL")),
            ("GSI1SK", text("9")),
        ],
    )
    .await;
    let report = shop.admin().backfill::<v2::Order>().await.unwrap();
    assert_eq!(
        (report.rewritten, report.failed, report.is_complete()),
        (2, 0, true)
    );
    let item = items(&shop)
        .await
        .into_iter()
        .find(|item| item.type_name() == Some("Parcel"));
    assert_eq!(
        item.unwrap()
            .attribute::<String>("GSI1PK")
            .unwrap()
            .as_deref(),
        Some("PARCEL")
    );
    assert_eq!(
        shop.get(v2::Order::key("c1", 1)).await.unwrap(),
        Some(order(1))
    );
}

//! An item and its copy under another key: one transaction, one content.

use std::collections::BTreeSet;

use dynamo_model::Repository;
use dynamo_model::embedded::Embedded;
use dynamo_model_tests::{Wire, open};

use crate::model::{App, Attributes, Membership, Order, contents, membership, order};

const ITEM: &str = "USER#u42 GROUP#g7";
const COPY: &str = "GROUP#g7 USER#u42";

/// The attributes but keys, owner and those of indexes; both items have the same.
async fn both(database: &Embedded) -> Attributes {
    let contents = contents(database, "app").await;
    let own = |key: &str| {
        let mut item = contents[key].clone();
        item.retain(|name, _| {
            !["PK", "SK", "owner_pk", "owner_sk", "GSI1PK", "GSI1SK"].contains(&name.as_str())
        });
        item
    };
    assert_eq!(own(ITEM), own(COPY));
    own(ITEM)
}

async fn stored() -> (Embedded, Repository<App>, Membership) {
    let (database, app) = open::<App>().await;
    let mut one = membership("u42", "g7");
    app.create(&mut one).await.unwrap();
    (database, app, one)
}

#[tokio::test]
async fn create_stores_the_item_and_its_copy_in_one_transaction() {
    let (database, app) = open::<App>().await;
    let wire = Wire::record(&database);
    let mut one = membership("u42", "g7");
    app.create(&mut one).await.unwrap();
    assert_eq!(
        (wire.count(), wire.last().operation.as_str()),
        (1, "TransactWriteItems")
    );
    database.clear_hook();
    assert_eq!(one.version, 1);
    let attributes = both(&database).await;
    assert_eq!(
        (attributes["type"].as_str(), attributes["version"].as_str()),
        ("Membership", "1")
    );
    // The index attributes stay with the item itself; the copy says whose it is.
    let contents = contents(&database, "app").await;
    assert_eq!(contents.len(), 2);
    assert_eq!(contents[ITEM]["GSI1PK"], "JOINED#2026-01-10");
    assert!(!contents[COPY].contains_key("GSI1PK") && !contents[COPY].contains_key("GSI1SK"));
    assert_eq!(contents[COPY]["owner_pk"], "USER#u42");
    assert!(!contents[ITEM].contains_key("owner_pk"));
}

#[tokio::test]
async fn every_write_changes_both() {
    let (database, app, mut one) = stored().await;
    one.role = "admin".into();
    app.put(&mut one).await.unwrap();
    assert_eq!(both(&database).await["role"], "admin");
    one.role = "owner".into();
    app.replace(&mut one).await.unwrap();
    assert_eq!(both(&database).await["role"], "owner");
    app.update(Membership::update(&one).joined("2026-02-02"))
        .await
        .unwrap();
    let attributes = both(&database).await;
    assert_eq!(
        (
            attributes["joined"].as_str(),
            attributes["version"].as_str()
        ),
        ("2026-02-02", "4")
    );
    assert_eq!(
        contents(&database, "app").await[ITEM]["GSI1PK"],
        "JOINED#2026-02-02"
    );
    let changed = app
        .modify(&one, |one| one.role = "guest".into())
        .await
        .unwrap();
    assert_eq!(
        (both(&database).await["role"].as_str(), changed.version),
        ("guest", 5)
    );
    app.upsert(Membership::update(&one).role("member").joined("2026-03-03"))
        .await
        .unwrap();
    assert_eq!(both(&database).await["joined"], "2026-03-03");
    app.transact()
        .update(Membership::update(&one).role("admin"))
        .await
        .unwrap();
    let attributes = both(&database).await;
    assert_eq!(
        (attributes["role"].as_str(), attributes["version"].as_str()),
        ("admin", "7")
    );
    app.delete(Membership::key("u42", "g7")).await.unwrap();
    assert!(contents(&database, "app").await.is_empty());
}

#[tokio::test]
async fn an_upsert_makes_both() {
    let (database, app) = open::<App>().await;
    let upsert = || Order::update(Order::key("c1", "o1")).total(7);
    app.upsert(upsert()).await.unwrap();
    let made = contents(&database, "app").await;
    let keys: BTreeSet<_> = made.keys().map(String::as_str).collect();
    assert_eq!(keys, ["CUST#c1 ORDER#o1", "ORDER#o1 ORDER#o1"].into());
    let expected = [crate::model::Order {
        total: 7,
        ..order("c1", "o1")
    }];
    assert_eq!(app.query(Order::by_id("o1")).all().await.unwrap(), expected);
    assert_eq!(app.query(Order::query("c1")).all().await.unwrap(), expected);
    // Another customer's order of this number is not merged with.
    let error = app
        .upsert(Order::update(Order::key("c2", "o1")).total(1))
        .await
        .unwrap_err();
    assert!(error.is_condition_failed(), "{error}");
    assert_eq!(contents(&database, "app").await, made);
}

#[tokio::test]
async fn conditions_and_versions_are_those_of_the_item() {
    let (database, app, one) = stored().await;
    let before = contents(&database, "app").await;
    let mut old = Membership {
        version: 7,
        ..one.clone()
    };
    let errors = [
        app.put(&mut old).await.unwrap_err(),
        app.delete(&old).await.unwrap_err(),
        app.update(Membership::update(&one).role("x"))
            .expect_version(9)
            .await
            .unwrap_err(),
        app.update(Membership::update(&one).role("x"))
            .only_if(|m| m.role.eq("y"))
            .await
            .unwrap_err(),
    ];
    for error in errors {
        assert!(
            error.is_condition_failed() && !error.is_not_found(),
            "{error}"
        );
        assert_eq!(error.key(), Some("{PK: 'USER#u42', SK: 'GROUP#g7'}"));
        assert_eq!(error.existing::<Membership>().unwrap(), Some(one.clone()));
    }
    assert_eq!(old.version, 7);
    let mut again = membership("u42", "g7");
    assert!(
        app.create(&mut again)
            .await
            .unwrap_err()
            .is_already_exists()
    );
    let error = app
        .update(Membership::update(Membership::key("u1", "g1")).role("x"))
        .await
        .unwrap_err();
    assert!(error.is_not_found(), "{error}");
    assert_eq!(contents(&database, "app").await, before);
}

#[tokio::test]
async fn rekey_moves_both() {
    let (database, app, one) = stored().await;
    let mut moved = Membership {
        group: "g8".into(),
        ..one.clone()
    };
    app.rekey(&one, &mut moved).await.unwrap();
    let keys: Vec<_> = contents(&database, "app").await.into_keys().collect();
    assert_eq!(keys, ["GROUP#g8 USER#u42", "USER#u42 GROUP#g8"]);
    // Where the copy's key stays, it changes its owner.
    app.create(&order("c1", "o1")).await.unwrap();
    app.rekey(&order("c1", "o1"), &order("c2", "o1"))
        .await
        .unwrap();
    let copy = &contents(&database, "app").await["ORDER#o1 ORDER#o1"];
    assert_eq!(
        (copy["owner_pk"].as_str(), copy["customer"].as_str()),
        ("CUST#c2", "c2")
    );
    assert!(
        app.query(Order::query("c1"))
            .all()
            .await
            .unwrap()
            .is_empty()
    );
}

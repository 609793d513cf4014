//! Copies and guards inside transactions of several writes.

use dynamo_model_tests::open;

use crate::model::{Account, App, Membership, account, contents, guards, membership, set};

#[tokio::test]
async fn a_failed_guard_cancels_the_whole_transaction() {
    let (database, app) = open::<App>().await;
    app.create(&account("t1", "c1", Some("a@x.org")))
        .await
        .unwrap();
    let before = contents(&database, "app").await;
    let mut one = membership("u1", "g1");
    let error = app
        .transact()
        .create(&mut one)
        .create(&account("t1", "c2", Some("a@x.org")))
        .await
        .unwrap_err();
    assert!(
        error.is_transaction_canceled() && error.is_unique_taken(),
        "{error}"
    );
    let failed = error.canceled();
    assert_eq!(failed.len(), 1);
    assert_eq!(
        (failed[0].index(), failed[0].entity()),
        (1, Some("Account"))
    );
    assert_eq!(failed[0].error().attribute(), Some("email"));
    assert_eq!(one.version, 0);
    assert_eq!(contents(&database, "app").await, before);
}

// fault 87
#[tokio::test]
async fn one_value_for_two_items_is_refused_before_anything_is_sent() {
    let (database, app) = open::<App>().await;
    database.on_request(|_| async { panic!("nothing is sent") });
    let error = app
        .transact()
        .create(&account("t1", "c1", Some("a@x.org")))
        .create(&account("t1", "c2", Some("a@x.org")))
        .await
        .unwrap_err();
    assert!(
        error.is_invalid_request() && !error.is_unique_taken(),
        "{error}"
    );
    let text = error.to_string();
    assert!(
        text.contains("action 1") && text.contains("action 2") && text.contains("a@x.org"),
        "{text}"
    );
}

#[tokio::test]
async fn a_value_is_handed_over_and_swapped_within_a_transaction() {
    let (database, app) = open::<App>().await;
    let (first, second) = (
        account("t1", "c1", Some("a@x.org")),
        account("t1", "c2", Some("b@x.org")),
    );
    app.create(&first).await.unwrap();
    app.create(&second).await.unwrap();
    app.transact()
        .update(Account::update(&first).email("b@x.org"))
        .update(Account::update(&second).email("a@x.org"))
        .await
        .unwrap();
    let stored = contents(&database, "app").await;
    let owner = |value: &str| {
        stored[&format!("UNIQUE#Account#email#{value} UNIQUE#Account#email#{value}")]["owner_sk"]
            .clone()
    };
    assert_eq!(
        (owner("a@x.org"), owner("b@x.org")),
        ("ACCOUNT#c2".into(), "ACCOUNT#c1".into())
    );
    app.transact()
        .delete(&first)
        .create(&account("t2", "c3", Some("b@x.org")))
        .await
        .unwrap();
    let expected = set([
        "UNIQUE#Account#email#a@x.org",
        "UNIQUE#Account#email#b@x.org",
    ]);
    assert_eq!(guards(&database).await, expected);
    assert_eq!(contents(&database, "app").await.len(), 4);
}

#[tokio::test]
async fn copies_and_guards_count_as_actions() {
    let (database, app) = open::<App>().await;
    database.on_request(|_| async { panic!("nothing is sent") });
    let mut all: Vec<_> = (0..51)
        .map(|number| membership(&format!("u{number}"), "g1"))
        .collect();
    let transaction = all
        .iter_mut()
        .fold(app.transact(), |all, one| all.create(one));
    let error = transaction.await.unwrap_err();
    assert!(
        error.is_invalid_request() && error.to_string().contains("102 actions"),
        "{error}"
    );
}

#[tokio::test]
async fn a_check_joins_the_item_and_not_its_copy() {
    let (_database, app) = open::<App>().await;
    let mut one = membership("u1", "g1");
    app.create(&mut one).await.unwrap();
    let error = app
        .transact()
        .check(&one, |m| m.role.eq("admin"))
        .update(Membership::update(&one).role("x"))
        .await
        .unwrap_err();
    assert!(error.is_condition_failed(), "{error}");
    assert_eq!(error.canceled().len(), 1);
    let members = app.query(Membership::by_group("g1")).all().await.unwrap();
    assert_eq!(members[0].role, "member");
}

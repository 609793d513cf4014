//! The guards of an optional unique value through every transition, by every kind of write.

use dynamo_model::Repository;
use dynamo_model::embedded::Embedded;
use dynamo_model_tests::{Wire, open};

use crate::model::{Account, App, account, contents, guards, set};

const A: &str = "UNIQUE#Account#email#a@x.org";
const B: &str = "UNIQUE#Account#email#b@x.org";

fn with(email: Option<&str>) -> Account {
    account("t1", "c1", email)
}

/// What a write of the account with another e-mail leaves.
async fn write(app: &Repository<App>, how: &str, email: Option<&str>) {
    let after = with(email);
    let update = || {
        let update = Account::update(&after);
        match email {
            Some(email) => update.email(email),
            None => update.clear_email(),
        }
    };
    match how {
        "put" => app.put(&after).await.unwrap(),
        "replace" => app.replace(&after).await.unwrap(),
        "update" => app.update(update()).await.unwrap(),
        "upsert" => {
            let upsert = update().name("Carol").plan(after.plan).clear_seat();
            app.upsert(upsert).await.unwrap();
        }
        "modify" => {
            app.modify(&after, |account| account.email = email.map(str::to_owned))
                .await
                .unwrap();
        }
        _ => app.transact().put(&after).await.unwrap(),
    }
    assert_eq!(
        app.get(&after).consistent().await.unwrap(),
        Some(after),
        "{how}"
    );
}

const WRITES: [&str; 6] = ["put", "replace", "update", "upsert", "modify", "transact"];

// fault 111
#[tokio::test]
async fn each_transition_leaves_exactly_the_guard_of_the_new_value() {
    let (a, b) = (Some("a@x.org"), Some("b@x.org"));
    for how in WRITES {
        for (before, after, expected) in [
            (None, None, set([])),
            (None, a, set([A])),
            (a, b, set([B])),
            (a, a, set([A])),
            (a, None, set([])),
        ] {
            let (database, app) = open::<App>().await;
            app.create(&with(before)).await.unwrap();
            write(&app, how, after).await;
            let case = format!("{how}: {before:?} to {after:?}");
            assert_eq!(guards(&database).await, expected, "{case}");
            // Nothing else is left or made.
            let items = contents(&database, "app").await.len();
            assert_eq!(items, 1 + expected.len(), "{case}");
        }
    }
}

// fault 111
#[tokio::test]
async fn an_unchanged_value_touches_no_guard() {
    for how in ["put", "replace", "update", "upsert"] {
        let (database, app) = open::<App>().await;
        app.create(&with(Some("a@x.org"))).await.unwrap();
        let wire = Wire::record(&database);
        write(&app, how, Some("a@x.org")).await;
        database.clear_hook();
        let sent = wire.sent();
        let operations: Vec<_> = sent.iter().map(|sent| sent.operation.as_str()).collect();
        let one = if how.starts_with("up") {
            "UpdateItem"
        } else {
            "PutItem"
        };
        assert_eq!(operations, ["GetItem", one, "GetItem"], "{how}");
        assert!(
            sent[1]
                .resolved("ConditionExpression")
                .contains("email = a@x.org")
        );
    }
}

// fault 111
#[tokio::test]
async fn an_update_of_other_fields_is_one_request() {
    let (database, app) = open::<App>().await;
    app.create(&with(None)).await.unwrap();
    let wire = Wire::record(&database);
    app.update(Account::update(&with(None)).name("Dora"))
        .await
        .unwrap();
    assert_eq!(
        (wire.count(), wire.last().operation.as_str()),
        (1, "UpdateItem")
    );
}

// fault 110
#[tokio::test]
async fn delete_takes_the_guards_along_whatever_is_in_memory() {
    let (database, app) = open::<App>().await;
    let first = with(Some("a@x.org"));
    app.create(&first).await.unwrap();
    app.update(Account::update(&first).email("b@x.org"))
        .await
        .unwrap();
    // In memory it is still the old one.
    app.delete(&first).await.unwrap();
    assert!(contents(&database, "app").await.is_empty());
    app.create(&first).await.unwrap();
    app.delete(Account::key("t1", "c1")).await.unwrap();
    assert!(contents(&database, "app").await.is_empty());
    // Deleting what is not there succeeds.
    app.delete(Account::key("t1", "c1")).await.unwrap();
    // fault 111: without a value there is nothing to give back.
    app.create(&with(None)).await.unwrap();
    app.delete(&with(None)).await.unwrap();
    assert!(contents(&database, "app").await.is_empty());
}

#[tokio::test]
async fn rekey_hands_the_guard_to_the_new_key() {
    let (database, app) = open::<App>().await;
    let old = with(Some("a@x.org"));
    app.create(&old).await.unwrap();
    let moved = account("t2", "c9", Some("a@x.org"));
    app.rekey(&old, &moved).await.unwrap();
    assert_eq!(guards(&database).await, set([A]));
    let guard = &contents(&database, "app").await[&format!("{A} {A}")];
    assert_eq!(
        (guard["owner_pk"].as_str(), guard["owner_sk"].as_str()),
        ("TENANT#t2", "ACCOUNT#c9")
    );
    // With another value at once: what is in memory is not what is stored.
    app.update(Account::update(&moved).email("b@x.org"))
        .await
        .unwrap();
    app.rekey(&moved, &with(Some("a@x.org"))).await.unwrap();
    assert_eq!(guards(&database).await, set([A]));
    assert_eq!(contents(&database, "app").await.len(), 2);
}

#[tokio::test]
async fn a_guard_says_whose_value_it_is() {
    let (database, app) = open::<App>().await;
    app.create(&with(Some("a@x.org"))).await.unwrap();
    let guard = contents(&database, "app")
        .await
        .remove(&format!("{A} {A}"))
        .unwrap();
    let expected = [
        ("PK", A),
        ("SK", A),
        ("type", "UNIQUE#Account"),
        ("owner_pk", "TENANT#t1"),
        ("owner_sk", "ACCOUNT#c1"),
    ];
    assert_eq!(
        guard,
        expected
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into()
    );
}

// faults 88, 113
#[tokio::test]
async fn a_taken_value_changes_nothing() {
    for how in WRITES {
        let (database, app) = open::<App>().await;
        app.create(&with(Some("a@x.org"))).await.unwrap();
        app.create(&account("t1", "c2", Some("b@x.org")))
            .await
            .unwrap();
        let before = contents(&database, "app").await;
        let error = taken(&app, how).await;
        assert!(
            error.is_unique_taken() && error.is_condition_failed(),
            "{how}: {error}"
        );
        assert!(
            !error.is_already_exists() && !error.is_not_found(),
            "{how}: {error}"
        );
        assert_eq!(
            (error.entity(), error.attribute()),
            (Some("Account"), Some("email")),
            "{how}"
        );
        assert_eq!(contents(&database, "app").await, before, "{how}");
    }
}

async fn taken(app: &Repository<App>, how: &str) -> dynamo_model::Error {
    let after = with(Some("b@x.org"));
    let update = || Account::update(&after).email("b@x.org");
    let result = match how {
        "put" => app.put(&after).await,
        "replace" => app.replace(&after).await,
        "update" => app.update(update()).await,
        "upsert" => {
            let upsert = update().name("Carol").plan(after.plan).clear_seat();
            app.upsert(upsert).await
        }
        "modify" => app
            .modify(&after, |account| account.email = after.email.clone())
            .await
            .map(|_| ()),
        _ => app.transact().update(update()).await,
    };
    result.unwrap_err()
}

#[tokio::test]
async fn a_create_with_a_taken_value_or_key_says_which() {
    let (database, app) = open::<App>().await;
    app.create(&with(Some("a@x.org"))).await.unwrap();
    let before = contents(&database, "app").await;
    let error = app
        .create(&account("t1", "c2", Some("a@x.org")))
        .await
        .unwrap_err();
    assert!(error.is_unique_taken(), "{error}");
    assert!(error.key().is_some_and(|key| key.contains(A)));
    assert_eq!(error.existing::<Account>().unwrap(), None);
    let error = app.create(&with(Some("a@x.org"))).await.unwrap_err();
    assert!(
        error.is_already_exists() && !error.is_unique_taken(),
        "{error}"
    );
    assert_eq!(
        error.existing::<Account>().unwrap(),
        Some(with(Some("a@x.org")))
    );
    assert_eq!(contents(&database, "app").await, before);
}

#[tokio::test]
async fn update_and_replace_of_what_is_not_there_are_not_found() {
    let (database, app) = open::<App>().await;
    let one = with(Some("a@x.org"));
    let errors = [
        app.update(Account::update(&one).email("b@x.org"))
            .await
            .unwrap_err(),
        app.replace(&one).await.unwrap_err(),
        app.rekey(&one, &account("t2", "c1", None))
            .await
            .unwrap_err(),
    ];
    for error in errors {
        assert!(error.is_not_found(), "{error}");
    }
    assert!(contents(&database, "app").await.is_empty());
}

#[tokio::test]
async fn conditions_of_the_caller_hold_for_the_item_itself() {
    let (database, app): (Embedded, _) = open::<App>().await;
    let one = with(Some("a@x.org"));
    app.create(&one).await.unwrap();
    let update = || Account::update(&one).email("b@x.org");
    let error = app
        .update(update())
        .only_if(|a| a.name.eq("Dora"))
        .await
        .unwrap_err();
    assert!(
        error.is_condition_failed() && !error.is_unique_taken(),
        "{error}"
    );
    assert_eq!(error.existing::<Account>().unwrap(), Some(one.clone()));
    assert_eq!(guards(&database).await, set([A]));
    app.update(update())
        .only_if(|a| a.name.eq("Carol"))
        .await
        .unwrap();
    assert_eq!(guards(&database).await, set([B]));
}

#[tokio::test]
async fn a_value_may_hold_what_keys_are_made_of() {
    let (database, app) = open::<App>().await;
    app.create(&with(Some("a#b@x.org"))).await.unwrap();
    assert_eq!(
        guards(&database).await,
        set(["UNIQUE#Account#email#a#b@x.org"])
    );
    let long = "x".repeat(1100);
    let error = app
        .create(&account("t1", "c2", Some(&long)))
        .await
        .unwrap_err();
    assert!(
        error.is_key() && error.attribute() == Some("email"),
        "{error}"
    );
    let error = app
        .update(Account::update(&with(None)).email(""))
        .await
        .unwrap_err();
    assert!(
        error.is_key() && error.attribute() == Some("email"),
        "{error}"
    );
    assert_eq!(guards(&database).await.len(), 1);
}

//! What others do between a read and the write that follows from it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::Repository;
use dynamo_model::embedded::{Action, Embedded};
use dynamo_model_tests::{Wire, client, open};
use futures_util::future::BoxFuture;

use crate::model::{Account, App, account, contents, guards, set};

type Other = fn(Repository<App>) -> BoxFuture<'static, ()>;

/// Holds the first transaction from now on until the other writer is done.
fn before_the_first_transaction(database: &Embedded, app: &Repository<App>, other: Other) {
    let count = AtomicU32::new(0);
    let app = app.clone();
    database.on_request(move |request| {
        let is_write = request.operation() == "TransactWriteItems";
        let is_first = is_write && count.fetch_add(1, Ordering::SeqCst) == 0;
        let app = app.clone();
        async move {
            if is_first {
                other(app).await;
            }
            Action::Pass
        }
    });
}

fn carol() -> Account {
    account("t1", "c1", Some("a@x.org"))
}

#[tokio::test]
async fn of_two_creates_of_one_value_one_succeeds() {
    let (database, app) = open::<App>().await;
    let (first, second) = (
        account("t1", "c1", Some("a@x.org")),
        account("t2", "c2", Some("a@x.org")),
    );
    let (one, other) = tokio::join!(async { app.create(&first).await }, async {
        app.create(&second).await
    });
    let failed: Vec<_> = [one, other].into_iter().filter_map(Result::err).collect();
    assert_eq!(failed.len(), 1);
    assert!(failed[0].is_unique_taken(), "{}", failed[0]);
    assert_eq!(
        guards(&database).await,
        set(["UNIQUE#Account#email#a@x.org"])
    );
    assert_eq!(contents(&database, "app").await.len(), 2);
}

// fault 113
#[tokio::test]
async fn a_value_taken_while_the_update_is_held_is_taken() {
    let (database, app) = open::<App>().await;
    app.create(&carol()).await.unwrap();
    before_the_first_transaction(&database, &app, |app| {
        Box::pin(async move {
            app.create(&account("t1", "c2", Some("b@x.org")))
                .await
                .unwrap();
        })
    });
    let error = app
        .update(Account::update(&carol()).email("b@x.org"))
        .await
        .unwrap_err();
    assert!(error.is_unique_taken(), "{error}");
    let kept = set([
        "UNIQUE#Account#email#a@x.org",
        "UNIQUE#Account#email#b@x.org",
    ]);
    assert_eq!(guards(&database).await, kept);
    assert_eq!(app.get(&carol()).await.unwrap(), Some(carol()));
}

#[tokio::test]
async fn a_value_given_up_while_the_update_is_held_is_free() {
    let (database, app) = open::<App>().await;
    app.create(&carol()).await.unwrap();
    app.create(&account("t1", "c2", Some("b@x.org")))
        .await
        .unwrap();
    before_the_first_transaction(&database, &app, |app| {
        Box::pin(async move { app.delete(Account::key("t1", "c2")).await.unwrap() })
    });
    app.update(Account::update(&carol()).email("b@x.org"))
        .await
        .unwrap();
    assert_eq!(
        guards(&database).await,
        set(["UNIQUE#Account#email#b@x.org"])
    );
}

/// Each write, while another one changes the value that it read.
#[tokio::test]
async fn a_value_that_changed_after_the_read_is_read_again() {
    let writes = ["put", "update", "delete", "rekey", "transact"];
    for how in writes {
        let (database, app) = open::<App>().await;
        app.create(&carol()).await.unwrap();
        before_the_first_transaction(&database, &app, |app| {
            Box::pin(async move {
                app.update(Account::update(&carol()).email("other@x.org"))
                    .await
                    .unwrap();
            })
        });
        let after = account("t1", "c1", Some("b@x.org"));
        let update = || Account::update(&after).email("b@x.org");
        match how {
            "put" => app.put(&after).await.unwrap(),
            "update" => app.update(update()).await.unwrap(),
            "delete" => app.delete(&after).await.unwrap(),
            "rekey" => app
                .rekey(&after, &account("t2", "c9", Some("b@x.org")))
                .await
                .unwrap(),
            _ => app.transact().update(update()).await.unwrap(),
        }
        let expected = match how {
            "delete" => set([]),
            _ => set(["UNIQUE#Account#email#b@x.org"]),
        };
        assert_eq!(guards(&database).await, expected, "{how}");
        assert_eq!(
            contents(&database, "app").await.len(),
            2 * expected.len(),
            "{how}"
        );
    }
}

#[tokio::test]
async fn an_item_deleted_after_the_read_is_not_found_and_leaves_no_guard() {
    let (database, app) = open::<App>().await;
    app.create(&carol()).await.unwrap();
    before_the_first_transaction(&database, &app, |app| {
        Box::pin(async move { app.delete(&carol()).await.unwrap() })
    });
    let error = app
        .update(Account::update(&carol()).email("b@x.org"))
        .await
        .unwrap_err();
    assert!(error.is_not_found(), "{error}");
    assert!(contents(&database, "app").await.is_empty());
}

#[tokio::test]
async fn an_item_made_after_the_read_keeps_no_guard_of_its_own() {
    let (database, app) = open::<App>().await;
    app.create(&account("t9", "c9", Some("z@x.org")))
        .await
        .unwrap();
    before_the_first_transaction(&database, &app, |app| {
        Box::pin(async move { app.create(&carol()).await.unwrap() })
    });
    app.put(&account("t1", "c1", Some("b@x.org")))
        .await
        .unwrap();
    let expected = set([
        "UNIQUE#Account#email#b@x.org",
        "UNIQUE#Account#email#z@x.org",
    ]);
    assert_eq!(guards(&database).await, expected);
}

#[tokio::test]
async fn each_plan_has_a_token_of_its_own() {
    let (database, app) = open::<App>().await;
    app.create(&carol()).await.unwrap();
    let app_of_hook = app.clone();
    let wire = Wire::record(&database);
    let tokens = Arc::new(std::sync::Mutex::new(Vec::new()));
    let seen = Arc::clone(&tokens);
    drop(wire);
    let count = AtomicU32::new(0);
    database.on_request(move |request| {
        let is_write = request.operation() == "TransactWriteItems";
        let number = if is_write {
            count.fetch_add(1, Ordering::SeqCst)
        } else {
            9
        };
        if is_write {
            let body: serde_json::Value = serde_json::from_str(request.body()).unwrap();
            seen.lock()
                .unwrap()
                .push(body["ClientRequestToken"].as_str().unwrap().to_owned());
        }
        let app = app_of_hook.clone();
        async move {
            if number == 0 {
                app.update(Account::update(&carol()).email("o@x.org"))
                    .await
                    .unwrap();
            }
            Action::Pass
        }
    });
    app.update(Account::update(&carol()).email("b@x.org"))
        .await
        .unwrap();
    let tokens = tokens.lock().unwrap();
    // The held one, the other writer's, the new plan's.
    assert_eq!(tokens.len(), 3);
    assert!(tokens[0] != tokens[1] && tokens[0] != tokens[2] && tokens[1] != tokens[2]);
}

/// A few seconds of pauses.
#[tokio::test]
async fn who_is_overtaken_each_time_gives_up() {
    let (database, app) = open::<App>().await;
    app.create(&carol()).await.unwrap();
    let (count, sdk) = (Arc::new(AtomicU32::new(0)), client(&database));
    let counted = Arc::clone(&count);
    database.on_request(move |request| {
        let is_write = request.operation() == "TransactWriteItems";
        let (count, sdk) = (Arc::clone(&counted), sdk.clone());
        async move {
            if is_write {
                let number = count.fetch_add(1, Ordering::SeqCst);
                let update = sdk
                    .update_item()
                    .table_name("app")
                    .key("PK", AttributeValue::S("TENANT#t1".into()))
                    .key("SK", AttributeValue::S("ACCOUNT#c1".into()))
                    .update_expression("SET email = :email")
                    .expression_attribute_values(
                        ":email",
                        AttributeValue::S(format!("{number}@x.org")),
                    );
                update.send().await.unwrap();
            }
            Action::Pass
        }
    });
    let error = app
        .update(Account::update(&carol()).email("b@x.org"))
        .await
        .unwrap_err();
    assert!(
        error.is_condition_failed() && !error.is_unique_taken(),
        "{error}"
    );
    assert_eq!(count.load(Ordering::SeqCst), 16);
}

//! Values that are unique within a scope, of the key's fields or of others.

use dynamo_model_tests::open;

use crate::model::{Account, App, Plan, account, contents, guards, set};

fn with(tenant: &str, id: &str, nick_name: &str) -> Account {
    Account {
        nick_name: Some(nick_name.to_owned()),
        ..account(tenant, id, None)
    }
}

// fault 113
#[tokio::test]
async fn a_value_is_free_in_another_scope_and_taken_in_its_own() {
    let (database, app) = open::<App>().await;
    for (tenant, id, name) in [("a1", "c1", "x"), ("a1", "c2", "y"), ("a2", "c3", "x")] {
        app.create(&with(tenant, id, name)).await.unwrap();
    }
    let before = contents(&database, "app").await;
    let update = Account::update(Account::key("a1", "c2")).nick_name("x");
    let error = app.update(update).await.unwrap_err();
    assert!(
        error.is_unique_taken() && error.attribute() == Some("nick_name"),
        "{error}"
    );
    assert_eq!(contents(&database, "app").await, before);
    app.update(Account::update(Account::key("a2", "c3")).nick_name("y"))
        .await
        .unwrap();
    let expected = ["a1#x", "a1#y", "a2#y"].map(|end| format!("UNIQUE#Account#nickName#{end}"));
    assert_eq!(guards(&database).await, expected.into());
}

#[tokio::test]
async fn a_format_folds_what_is_compared_and_not_what_is_stored() {
    let (database, app) = open::<App>().await;
    app.create(&with("t1", "c1", "Carol")).await.unwrap();
    let error = app.create(&with("t1", "c2", "CAROL")).await.unwrap_err();
    assert!(error.is_unique_taken(), "{error}");
    // Another spelling of the same is no other value.
    app.update(Account::update(Account::key("t1", "c1")).nick_name("cAROL"))
        .await
        .unwrap();
    assert_eq!(
        guards(&database).await,
        set(["UNIQUE#Account#nickName#t1#carol"])
    );
    let stored = app.get(Account::key("t1", "c1")).await.unwrap().unwrap();
    assert_eq!(stored.nick_name.as_deref(), Some("cAROL"));
}

#[tokio::test]
async fn a_scope_that_changes_moves_the_guard() {
    let (database, app) = open::<App>().await;
    let seated = |id: &str, plan| Account {
        seat: Some(7),
        plan,
        ..account("t1", id, None)
    };
    app.create(&seated("c1", Plan::Free)).await.unwrap();
    app.create(&seated("c2", Plan::Paid)).await.unwrap();
    let (free, paid) = ("UNIQUE#Account#seat#Free#7", "UNIQUE#Account#seat#Paid#7");
    assert_eq!(guards(&database).await, set([free, paid]));
    let upgrade = || Account::update(Account::key("t1", "c1")).plan(Plan::Paid);
    let error = app.update(upgrade()).await.unwrap_err();
    assert!(
        error.is_unique_taken() && error.attribute() == Some("seat"),
        "{error}"
    );
    app.update(upgrade().seat(8)).await.unwrap();
    assert_eq!(
        guards(&database).await,
        set([paid, "UNIQUE#Account#seat#Paid#8"])
    );
    app.modify(Account::key("t1", "c2"), |account| {
        account.plan = Plan::Free
    })
    .await
    .unwrap();
    assert_eq!(
        guards(&database).await,
        set([free, "UNIQUE#Account#seat#Paid#8"])
    );
}

#[tokio::test]
async fn several_values_move_together_or_not_at_all() {
    let (database, app) = open::<App>().await;
    let full = |id: &str, end: &str| Account {
        email: Some(format!("{end}@x.org")),
        nick_name: Some(end.to_owned()),
        ..account("t1", id, None)
    };
    app.create(&full("c1", "a")).await.unwrap();
    app.create(&full("c2", "b")).await.unwrap();
    let before = contents(&database, "app").await;
    let error = app
        .update(
            Account::update(Account::key("t1", "c1"))
                .email("new@x.org")
                .nick_name("b"),
        )
        .await
        .unwrap_err();
    assert_eq!(
        (error.is_unique_taken(), error.attribute()),
        (true, Some("nick_name"))
    );
    assert_eq!(contents(&database, "app").await, before);
    app.update(
        Account::update(Account::key("t1", "c1"))
            .email("new@x.org")
            .clear_nick_name(),
    )
    .await
    .unwrap();
    let expected = ["email#b@x.org", "email#new@x.org", "nickName#t1#b"];
    let expected = expected.map(|end| format!("UNIQUE#Account#{end}"));
    assert_eq!(guards(&database).await, expected.into());
}

//! Answers that get lost: one token, so that nothing is applied twice and nothing is taken for another's.

use dynamo_model::embedded::Action;
use dynamo_model_tests::{Wire, open};

use crate::model::{Account, App, account, contents, guards, set};

// fault 91
#[tokio::test]
async fn a_transaction_whose_answer_was_lost_is_applied_once() {
    let (database, app) = open::<App>().await;
    let wire = Wire::script(&database, |sent, number| {
        match sent.operation == "TransactWriteItems" && number % 3 == 1 {
            true => Action::PassThenFail,
            false => Action::Pass,
        }
    });
    let one = account("t1", "c1", Some("a@x.org"));
    app.create(&one).await.unwrap();
    let tokens: Vec<_> = wire
        .sent()
        .iter()
        .map(|sent| sent.text("ClientRequestToken").to_owned())
        .collect();
    assert_eq!(tokens.len(), 2);
    assert_eq!(tokens[0], tokens[1]);
    app.update(Account::update(&one).email("b@x.org"))
        .await
        .unwrap();
    app.delete(&one).await.unwrap();
    database.clear_hook();
    assert!(contents(&database, "app").await.is_empty());
}

// fault 91
#[tokio::test]
async fn no_answer_at_all_is_an_unknown_outcome() {
    let (database, app) = open::<App>().await;
    let one = account("t1", "c1", Some("a@x.org"));
    app.create(&one).await.unwrap();
    let _wire = Wire::script(&database, |sent, _| match sent.operation.as_str() {
        "TransactWriteItems" => Action::Fail,
        _ => Action::Pass,
    });
    let error = app
        .update(Account::update(&one).email("b@x.org"))
        .await
        .unwrap_err();
    assert!(
        error.is_unknown_outcome() && !error.is_unique_taken(),
        "{error}"
    );
    database.clear_hook();
    assert_eq!(
        guards(&database).await,
        set(["UNIQUE#Account#email#a@x.org"])
    );
}

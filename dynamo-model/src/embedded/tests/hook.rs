//! Faults and interleavings, scripted per attempt.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::types::{KeysAndAttributes, TransactWriteItem, Update};
use tokio::sync::Notify;

use super::super::{Action, Request};
use super::{Embedded, TABLE, get, impatient, item, key, n, put, s, shop};

type Log = Arc<Mutex<Vec<Request>>>;

/// Logs every attempt of `operation` and answers it with what `script` says for its place among these, from 0.
fn script(
    embedded: &Embedded,
    operation: &'static str,
    script: impl Fn(usize) -> Action + Send + Sync + 'static,
) -> Log {
    let log = Log::default();
    let kept = Arc::clone(&log);
    embedded.on_request(move |request| {
        let action = if request.operation() == operation {
            let mut log = log.lock().unwrap();
            log.push(request);
            script(log.len() - 1)
        } else {
            Action::Pass
        };
        async move { action }
    });
    kept
}

/// A client without retries, to see each fault as it is.
fn one_attempt(embedded: &Embedded) -> Client {
    let config = embedded.sdk_config().retry_config(RetryConfig::disabled());
    Client::from_conf(config.build())
}

#[tokio::test]
async fn a_hook_sees_operation_table_body_and_number() {
    let (embedded, client) = shop().await;
    let log = script(&embedded, "PutItem", |_| Action::Pass);
    put(&client, key("p", "1")).await;
    put(&client, key("p", "2")).await;
    embedded.clear_hook();
    put(&client, key("p", "3")).await;

    let log = log.lock().unwrap();
    assert_eq!(log.len(), 2);
    assert_eq!(log[0].operation(), "PutItem");
    assert_eq!(log[0].table(), Some(TABLE));
    // The first attempt created the table.
    assert_eq!((log[0].number(), log[1].number()), (2, 3));
    let body: serde_json::Value = serde_json::from_str(log[1].body()).unwrap();
    assert_eq!(body["Item"]["sk"]["S"], "2");
    assert!(
        !format!("{:?}", log[1]).contains("Item\":"),
        "Debug shows values"
    );
}

#[tokio::test]
async fn a_batch_or_transaction_names_its_table_if_there_is_one() {
    let tables = |body: &str| Request::new(1, "any", body).table().map(str::to_owned);
    assert_eq!(tables(r#"{"RequestItems":{"a":[]}}"#), Some("a".into()));
    assert_eq!(tables(r#"{"RequestItems":{"a":[],"b":[]}}"#), None);
    let put_and = |table: &str| {
        let check = format!(r#"{{"ConditionCheck":{{"TableName":"{table}"}}}}"#);
        format!(r#"{{"TransactItems":[{{"Put":{{"TableName":"a"}}}},{check}]}}"#)
    };
    assert_eq!(tables(&put_and("a")), Some("a".into()));
    assert_eq!(tables(&put_and("b")), None);
    assert_eq!(tables("{}"), None);
}

#[tokio::test]
async fn throttled_attempts_are_retried_by_the_sdk() {
    let (embedded, client) = shop().await;
    let log = script(&embedded, "PutItem", |attempt| match attempt {
        0 | 1 => Action::throttle(),
        _ => Action::Pass,
    });
    put(&client, key("p", "s")).await;
    assert_eq!(log.lock().unwrap().len(), 3);
    assert_eq!(get(&client, "p", "s").await, Some(key("p", "s")));
}

#[tokio::test]
async fn throttling_beyond_the_retries_is_typed() {
    let (embedded, client) = shop().await;
    let log = script(&embedded, "PutItem", |_| Action::throttle());
    let request = client
        .put_item()
        .table_name(TABLE)
        .set_item(Some(key("p", "s")));
    let error = request.send().await.unwrap_err().into_service_error();
    assert!(
        error.is_provisioned_throughput_exceeded_exception(),
        "{error:?}"
    );
    assert!(log.lock().unwrap().len() > 1);
    assert_eq!(get(&client, "p", "s").await, None);
}

#[tokio::test]
async fn a_server_error_is_retried_and_a_client_error_is_not() {
    let (embedded, client) = shop().await;
    let log = script(&embedded, "PutItem", |attempt| match attempt {
        0 => Action::error("InternalServerError", "try again"),
        1 => Action::error("ServiceUnavailable", "try again"),
        _ => Action::error("ValidationException", "no"),
    });
    let request = client
        .put_item()
        .table_name(TABLE)
        .set_item(Some(key("p", "s")));
    let error = request.send().await.unwrap_err().into_service_error();
    assert_eq!(error.code(), Some("ValidationException"));
    assert_eq!(error.message(), Some("no"));
    assert_eq!(log.lock().unwrap().len(), 3);
}

#[tokio::test]
async fn a_connection_that_breaks_early_applies_nothing_and_is_retried() {
    let (embedded, client) = shop().await;
    let log = script(&embedded, "PutItem", |_| Action::Fail);
    let request = one_attempt(&embedded).put_item().table_name(TABLE);
    let error = request
        .set_item(Some(key("p", "s")))
        .send()
        .await
        .unwrap_err();
    let SdkError::DispatchFailure(failure) = &error else {
        panic!("{error:?}")
    };
    assert!(failure.is_io());
    assert_eq!(get(&client, "p", "s").await, None);

    put_that_fails_once(&embedded, &client).await;
    assert_eq!(log.lock().unwrap().len(), 1);
    assert_eq!(get(&client, "p", "s").await, Some(key("p", "s")));
}

async fn put_that_fails_once(embedded: &Embedded, client: &Client) {
    let log = script(embedded, "PutItem", |attempt| match attempt {
        0 => Action::Fail,
        _ => Action::Pass,
    });
    put(client, key("p", "s")).await;
    assert_eq!(log.lock().unwrap().len(), 2);
}

// fault 91
#[tokio::test]
async fn a_create_whose_answer_is_lost_meets_its_own_write_on_retry() {
    let (embedded, client) = shop().await;
    script(&embedded, "PutItem", |attempt| match attempt {
        0 => Action::PassThenFail,
        _ => Action::Pass,
    });
    let create = client
        .put_item()
        .table_name(TABLE)
        .set_item(Some(key("p", "s")));
    let create = create.condition_expression("attribute_not_exists(pk)");
    let error = create.send().await.unwrap_err().into_service_error();
    assert!(error.is_conditional_check_failed_exception(), "{error:?}");
    assert_eq!(get(&client, "p", "s").await, Some(key("p", "s")));
}

// fault 91
#[tokio::test]
async fn a_transaction_whose_answer_is_lost_is_applied_once() {
    let (embedded, client) = shop().await;
    let log = script(&embedded, "TransactWriteItems", |attempt| match attempt {
        0 => Action::PassThenFail,
        _ => Action::Pass,
    });
    let add = Update::builder()
        .table_name(TABLE)
        .set_key(Some(key("p", "s")))
        .update_expression("ADD hits :one")
        .expression_attribute_values(":one", n(1))
        .build();
    let action = TransactWriteItem::builder().update(add.unwrap()).build();
    client
        .transact_write_items()
        .transact_items(action)
        .send()
        .await
        .unwrap();

    assert_eq!(get(&client, "p", "s").await.unwrap()["hits"], n(1));
    let log = log.lock().unwrap();
    let token = |request: &Request| {
        let body: serde_json::Value = serde_json::from_str(request.body()).unwrap();
        body["ClientRequestToken"].as_str().map(str::to_owned)
    };
    assert_eq!(log.len(), 2);
    assert!(token(&log[0]).is_some());
    assert_eq!(token(&log[0]), token(&log[1]));
}

// fault 83
#[tokio::test]
async fn leftovers_of_a_batch_can_be_scripted() {
    let (embedded, client) = shop().await;
    let body =
        r#"{"Responses":{},"UnprocessedKeys":{"shop":{"Keys":[{"pk":{"S":"p"},"sk":{"S":"s"}}]}}}"#;
    script(&embedded, "BatchGetItem", move |_| Action::Answer {
        status: 200,
        body: body.to_owned(),
    });
    let keys = KeysAndAttributes::builder()
        .keys(key("p", "s"))
        .build()
        .unwrap();
    let request = client.batch_get_item().request_items(TABLE, keys);
    let left = request.send().await.unwrap().unprocessed_keys.unwrap();
    assert_eq!(left[TABLE].keys(), [key("p", "s")]);
}

#[tokio::test]
async fn a_held_request_lets_others_overtake_it() {
    let (embedded, client) = shop().await;
    let (arrived, release) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (at_hook, go_on) = (Arc::clone(&arrived), Arc::clone(&release));
    embedded.on_request(move |request| {
        let (at_hook, go_on) = (Arc::clone(&at_hook), Arc::clone(&go_on));
        async move {
            if request.operation() == "UpdateItem" {
                at_hook.notify_one();
                go_on.notified().await;
            }
            Action::Pass
        }
    });
    put(
        &client,
        item(&[("pk", s("p")), ("sk", s("s")), ("version", n(1))]),
    )
    .await;
    let held = {
        let update = client
            .update_item()
            .table_name(TABLE)
            .set_key(Some(key("p", "s")))
            .update_expression("SET version = :new")
            .condition_expression("version = :old")
            .expression_attribute_values(":old", n(1))
            .expression_attribute_values(":new", n(2));
        tokio::spawn(update.send())
    };
    arrived.notified().await;
    put(
        &client,
        item(&[("pk", s("p")), ("sk", s("s")), ("version", n(7))]),
    )
    .await;
    release.notify_one();

    let error = held.await.unwrap().unwrap_err().into_service_error();
    assert!(error.is_conditional_check_failed_exception(), "{error:?}");
    assert_eq!(get(&client, "p", "s").await.unwrap()["version"], n(7));
}

#[tokio::test]
async fn a_held_request_times_out_as_the_sdk_is_told_to() {
    let (embedded, _) = shop().await;
    embedded.on_request(|_| std::future::pending());
    let timeouts = TimeoutConfig::builder()
        .operation_timeout(Duration::from_millis(20))
        .build();
    let config = embedded.sdk_config().timeout_config(timeouts).build();
    let error = Client::from_conf(config)
        .list_tables()
        .send()
        .await
        .unwrap_err();
    assert!(matches!(error, SdkError::TimeoutError(_)), "{error:?}");
}

#[tokio::test]
async fn a_hook_can_read_the_database_it_guards() {
    let (embedded, client) = shop().await;
    // A client of the database would be kept alive by its own hook; the hook is cleared at the end.
    let inner = client.clone();
    embedded.on_request(move |request| {
        let inner = inner.clone();
        async move {
            if request.operation() == "DeleteItem" {
                put(&inner, key("p", "written by the hook")).await;
            }
            Action::Pass
        }
    });
    let delete = client
        .delete_item()
        .table_name(TABLE)
        .set_key(Some(key("p", "s")));
    delete.send().await.unwrap();
    embedded.clear_hook();
    assert!(get(&client, "p", "written by the hook").await.is_some());
}

#[tokio::test]
async fn a_hook_belongs_to_the_database_and_not_to_a_client() {
    let (embedded, _) = shop().await;
    let later = impatient(&embedded.clone());
    embedded.on_request(|_| async { Action::error("AccessDeniedException", "no") });
    let error = later
        .list_tables()
        .send()
        .await
        .unwrap_err()
        .into_service_error();
    assert_eq!(error.code(), Some("AccessDeniedException"));

    let (_, other) = shop().await;
    assert_eq!(
        other.list_tables().send().await.unwrap().table_names(),
        [TABLE]
    );
}

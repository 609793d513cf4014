//! Databases for tests, the requests as they go over the wire, and items that no entity would write.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::embedded::{Action, Embedded};
use dynamo_model::{Repository, Table};
use serde_json::Value;

use crate::engine::{client_under_test, on_path_under_test, table_name};

/// A client whose retries wait a millisecond and not as long as in production.
#[must_use]
pub fn client(database: &Embedded) -> aws_sdk_dynamodb::Client {
    let retries = RetryConfig::standard().with_initial_backoff(Duration::from_millis(1));
    let config = database.sdk_config().retry_config(retries).build();
    aws_sdk_dynamodb::Client::from_conf(config)
}

/// A new database that holds the table, empty.
///
/// # Panics
/// Where the table cannot be created.
pub async fn open<T: Table>() -> (Embedded, Repository<T>) {
    let database = Embedded::new();
    let repository = on_path_under_test(Repository::new(client(&database)));
    repository
        .create_table()
        .await
        .expect("a new database takes the table");
    (database, repository)
}

/// A new table, where nothing but the repository is needed: in a new database or, where
/// `DYNAMO_MODEL_ENDPOINT` is set, in the engine there.
///
/// # Panics
/// Where the table cannot be created.
pub async fn repository<T: Table>() -> Repository<T> {
    if std::env::var_os("DYNAMO_MODEL_ENDPOINT").is_none() {
        return open().await.1;
    }
    let repository = Repository::new(client_under_test()).with_table_name(table_name("test"));
    let repository = on_path_under_test(repository);
    repository
        .create_table()
        .await
        .expect("the engine takes the table");
    repository
}

/// Stores an item of text attributes past the library, as another program would.
///
/// # Panics
/// Where the table does not take it.
pub async fn raw_item(database: &Embedded, table: &str, attributes: &[(&str, AttributeValue)]) {
    let item: HashMap<String, AttributeValue> = attributes
        .iter()
        .map(|(name, value)| ((*name).to_owned(), value.clone()))
        .collect();
    let put = client(database)
        .put_item()
        .table_name(table)
        .set_item(Some(item));
    put.send().await.expect("the table takes the item");
}

/// A request as it went over the wire.
#[derive(Clone, Debug)]
pub struct Sent {
    /// `PutItem`.
    pub operation: String,
    /// DynamoDB's JSON.
    pub body: Value,
}

impl Sent {
    /// A member of the body as text; empty where it is missing.
    #[must_use]
    pub fn text(&self, name: &str) -> &str {
        self.body[name].as_str().unwrap_or_default()
    }

    /// The value of a placeholder.
    #[must_use]
    pub fn value(&self, placeholder: &str) -> &Value {
        &self.body["ExpressionAttributeValues"][placeholder]
    }

    /// The attribute that a placeholder stands for.
    #[must_use]
    pub fn name(&self, placeholder: &str) -> &str {
        self.body["ExpressionAttributeNames"][placeholder]
            .as_str()
            .unwrap_or_default()
    }

    /// An expression with the names and values in place of their placeholders: `PK = CUST#c1`.
    #[must_use]
    pub fn resolved(&self, expression: &str) -> String {
        let mut resolved = String::new();
        let mut rest = self.text(expression);
        while let Some(start) = rest.find(['#', ':']) {
            let (before, placeholder) = rest.split_at(start);
            let end = placeholder[1..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let (placeholder, after) =
                placeholder.split_at(end.map_or(placeholder.len(), |end| end + 1));
            resolved.push_str(before);
            match placeholder.starts_with('#') {
                true => resolved.push_str(self.name(placeholder)),
                false => resolved.push_str(&plain(self.value(placeholder))),
            }
            rest = after;
        }
        resolved + rest
    }
}

/// `{"S": "a"}` as `a`.
fn plain(value: &Value) -> String {
    let member = value.as_object().and_then(|value| value.values().next());
    match member {
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => String::from("?"),
    }
}

/// Records all requests to a database, and answers some of them in the engine's place.
#[derive(Clone, Debug, Default)]
pub struct Wire(Arc<Mutex<Vec<Sent>>>);

impl Wire {
    /// Records from now on; the engine answers.
    #[must_use]
    pub fn record(database: &Embedded) -> Self {
        Self::script(database, |_, _| Action::Pass)
    }

    /// Records from now on; `answer` gets each request and its number, from 1, and says what becomes of it.
    #[must_use]
    pub fn script(
        database: &Embedded,
        answer: impl Fn(&Sent, usize) -> Action + Send + Sync + 'static,
    ) -> Self {
        let wire = Self::default();
        let log = wire.clone();
        database.on_request(move |request| {
            let body = serde_json::from_str(request.body()).unwrap_or_default();
            let sent = Sent {
                operation: request.operation().to_owned(),
                body,
            };
            let mut requests = log.lock();
            requests.push(sent.clone());
            let action = answer(&sent, requests.len());
            drop(requests);
            async move { action }
        });
        wire
    }

    /// What was sent so far.
    #[must_use]
    pub fn sent(&self) -> Vec<Sent> {
        self.lock().clone()
    }

    /// The request that was sent last.
    ///
    /// # Panics
    /// Where none was.
    #[must_use]
    pub fn last(&self) -> Sent {
        self.lock().last().cloned().expect("a request was sent")
    }

    /// How many requests were sent, retries included.
    #[must_use]
    pub fn count(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Sent>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An error's text without the place in the answer, which only the path that reads the answer itself can name.
#[must_use]
pub fn without_place(text: &str) -> String {
    let mut parts = text.split(" at byte ");
    let mut left = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let after = part.trim_start_matches(|digit: char| digit.is_ascii_digit());
        left.push_str(after.strip_prefix(" of the answer").unwrap_or(part));
    }
    left
}

//! The engine under test: the embedded one, or one made by others.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use dynamo_model::{Repository, Table};

use crate::remote;

/// A client of a fresh embedded engine or, where `DYNAMO_MODEL_ENDPOINT` names one
/// (`http://127.0.0.1:4566`), of an engine made by others.
#[must_use]
pub fn client_under_test() -> aws_sdk_dynamodb::Client {
    match std::env::var("DYNAMO_MODEL_ENDPOINT") {
        Ok(endpoint) => remote::client(&endpoint),
        Err(_) => dynamo_model::embedded::client(),
    }
}

/// The same repository; where `DYNAMO_MODEL_WIRE` is `off`, one that reads items through the SDK's types.
#[must_use]
pub fn on_path_under_test<T: Table>(repository: Repository<T>) -> Repository<T> {
    match std::env::var("DYNAMO_MODEL_WIRE") {
        Ok(wire) if wire == "off" => repository.without_wire_codec(),
        _ => repository,
    }
}

/// A table name that no other test has, also not in an engine that outlives the tests.
#[must_use]
pub fn table_name(prefix: &str) -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let micros = since.map(|since| since.as_micros()).unwrap_or_default();
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("{prefix}-{}-{micros}-{count}", std::process::id())
}

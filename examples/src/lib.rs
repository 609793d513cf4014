//! What the examples share: a log that prints each request and remembers it, and [`show`], which prints a result and compares it.
//!
//! The examples are their own tests: a request or a result that differs from what is written beside it ends the example with a panic.

use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dynamo_model::{Entity, Observe, Observed, PrintRequests, RawItem, Result, Table};
use serde::Serialize;
use serde_json::{Value, json};

/// Prints the requests of a repository as [`PrintRequests`] does, and remembers them. Clones share what is remembered.
#[derive(Clone, Debug, Default)]
pub struct Log {
    print: Arc<PrintRequests>,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Log {
    /// The last request has exactly this text.
    #[track_caller]
    pub fn assert_last(&self, expected: &str) {
        assert_eq!(self.requests().last().map(String::as_str), Some(expected));
    }

    /// The last requests have exactly these texts, in this order.
    #[track_caller]
    pub fn assert_last_of(&self, expected: &[&str]) {
        let requests = self.requests();
        let last = requests.len().saturating_sub(expected.len());
        assert_eq!(requests.get(last..).unwrap_or_default(), expected);
    }

    /// So many requests were sent so far.
    #[track_caller]
    pub fn assert_count(&self, expected: usize) {
        assert_eq!(self.requests().len(), expected);
    }

    fn requests(&self) -> MutexGuard<'_, Vec<String>> {
        let requests = self.requests.lock();
        requests.unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observe for Log {
    fn sending(&self, request: &Observed<'_>) {
        self.print.sending(request);
        self.requests().push(request.explain());
    }
}

/// Prints a result under a title, as JSON, and asserts that it is the expected one.
#[track_caller]
pub fn show(title: &str, value: impl Serialize, expected: Value) {
    let value = json!(value);
    let mut text = String::new();
    write_json(&value, 0, false, &mut text);
    println!("\n=== {title} ===\n{text}");
    assert_eq!(value, expected, "{title}");
}

/// The text of an entity's partition key.
///
/// # Errors
/// As [`Key::texts`](dynamo_model::Key::texts).
pub fn pk<E: Entity>(entity: &E) -> Result<String> {
    Ok(entity.key().texts()?.0)
}

/// The text of an entity's sort key; empty where its table has none.
///
/// # Errors
/// As [`Key::texts`](dynamo_model::Key::texts).
pub fn sk<E: Entity>(entity: &E) -> Result<String> {
    Ok(entity.key().texts()?.1.unwrap_or_default())
}

/// An item without some of its attributes. The items of the article have ids and dates in their keys alone; here each field is an attribute too.
#[must_use]
pub fn without<T: Table>(item: &RawItem<T>, hidden: &[&str]) -> Value {
    let mut value = json!(item);
    if let Some(attributes) = value.as_object_mut() {
        attributes.retain(|name, _| !hidden.contains(&name.as_str()));
    }
    value
}

/// JSON with two spaces a level; an array of scalars inside an array is one line.
fn write_json(value: &Value, level: usize, in_array: bool, out: &mut String) {
    let entries: Vec<(Option<&String>, &Value)> = match value {
        Value::Array(values) => values.iter().map(|value| (None, value)).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| (Some(name), value))
            .collect(),
        _ => Vec::new(),
    };
    if entries.is_empty() {
        let _ = write!(out, "{value}");
        return;
    }
    let brackets = if value.is_array() {
        ['[', ']']
    } else {
        ['{', '}']
    };
    let is_scalar = |value: &Value| !value.is_array() && !value.is_object();
    let is_line = in_array && value.is_array() && entries.iter().all(|(_, value)| is_scalar(value));
    let new_line = |level: usize, out: &mut String| {
        if !is_line {
            let _ = write!(out, "\n{:1$}", "", 2 * level);
        }
    };
    out.push(brackets[0]);
    for (position, (name, entry)) in entries.into_iter().enumerate() {
        if position > 0 {
            out.push_str(if is_line { ", " } else { "," });
        }
        new_line(level + 1, out);
        if let Some(name) = name {
            let _ = write!(out, "{}: ", json!(name));
        }
        write_json(entry, level + 1, value.is_array(), out);
    }
    new_line(level, out);
    out.push(brackets[1]);
}

//! Requests as they are built: their `explain` text, and their body on the way to the engine.
//!
//! Nothing here looks at what comes back; a test that needs an answer is in `behaviour`.

mod explain;
mod limits;
mod partition_text;
mod type_filter;
mod wire_names;

use dynamo_model::embedded::Embedded;
use dynamo_model::{Repository, Table};
use dynamo_model_tests::client;

/// A repository on a database that is never asked.
fn unsent<T: Table>() -> Repository<T> {
    Repository::new(client(&Embedded::new()))
}

/// The value of a line of an explanation.
fn line<'t>(explained: &'t str, label: &str) -> Option<&'t str> {
    explained.lines().find_map(|line| {
        line.trim_start()
            .strip_prefix(label)?
            .strip_prefix(':')
            .map(str::trim)
    })
}

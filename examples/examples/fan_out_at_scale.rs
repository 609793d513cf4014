//! A fan-out over more copies than a transaction takes: 2,500 messages that carry their author's name.
//!
//! The author is renamed first. Then the messages follow in chunks of 99, each in a transaction with a check that the author still has this name, so that a run that is
//! overtaken by a newer rename cannot bring the old name back. The first run is interrupted half way; to resume it is to run again.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use dynamo_model::embedded::{Action, Embedded};
use dynamo_model::{Entity, FanOutProgress, Repository, Table};
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;

const MESSAGES: usize = 2_500;

#[derive(Table)]
#[table(name = "fan-out-at-scale", entities(Author, Message))]
struct Chat;

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(table = Chat, pk = "AUTHOR#{author_id}", sk = "AUTHOR")]
struct Author {
    author_id: String,
    name: String,
}

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(table = Chat, pk = "AUTHOR#{author_id}", sk = "MESSAGE#{number:06}")]
struct Message {
    author_id: String,
    number: u32,
    text: String,
    #[entity(copy_of = Author::name)]
    author_name: String,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let database = Embedded::new();
    let chat = Repository::<Chat>::new(database.client());
    chat.create_table().await?;
    let ada = Author {
        author_id: "a1".into(),
        name: "Ada".into(),
    };
    chat.create(&ada).leave_copies().await?;
    let messages: Vec<_> = (1..)
        .take(MESSAGES)
        .map(|number| Message {
            author_id: "a1".into(),
            number,
            text: format!("message {number}"),
            author_name: "Ada".into(),
        })
        .collect();
    // An import: the names are right, and a batch checks nothing.
    chat.batch()
        .unchecked()
        .put_all(&messages)
        .await?
        .complete()?;

    // The first run dies with its transaction number 13.
    let (transactions, is_gone) = (Arc::new(AtomicUsize::new(0)), Arc::new(Notify::new()));
    let gone = Arc::clone(&is_gone);
    database.on_request(move |request| {
        let is_transaction = request.operation() == "TransactWriteItems";
        let number = transactions.fetch_add(usize::from(is_transaction), Ordering::SeqCst);
        let dies = is_transaction && number + 1 == 13;
        let gone = Arc::clone(&gone);
        async move {
            if dies {
                gone.notify_one();
                std::future::pending::<()>().await;
            }
            Action::Pass
        }
    });
    let rename = Author::update(Author::key("a1")).name("Ada Lovelace");
    let first = bar("first run");
    let run = chat.update(rename).fan_out().on_progress(shown_by(&first));
    tokio::select! {
        report = run => unreachable!("it is interrupted: {report:?}"),
        () = is_gone.notified() => first.abandon_with_message("interrupted"),
    }
    database.clear_hook();
    let renamed = 12 * 99;
    assert_eq!(first.position(), renamed as u64);
    let stale = chat.audit_copies::<Author>().of(Author::key("a1")).await?;
    println!("{} of {MESSAGES} messages have the old name", stale.len());
    assert_eq!(stale.len(), MESSAGES - renamed);

    // Nothing was saved, and nothing is needed: what is stale is seen by reading.
    let second = bar("second run");
    let report = chat
        .fan_out::<Author>(Author::key("a1"))
        .on_progress(shown_by(&second))
        .await?;
    second.finish_with_message("done");
    println!(
        "{} copies, {} updated in {} transactions, {} passes",
        report.copies, report.updated, report.transactions, report.passes
    );
    assert_eq!(
        (report.copies, report.updated),
        (MESSAGES, MESSAGES - renamed)
    );
    assert_eq!((report.transactions, report.passes), (14, 2));
    assert!(chat.audit_copies::<Author>().await?.is_empty());
    Ok(())
}

fn bar(name: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix} {wide_bar} {pos}/{len} {msg}");
    ProgressBar::new(MESSAGES as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        .with_prefix(name)
}

/// Moves the bar to the number of updated copies.
fn shown_by(bar: &ProgressBar) -> impl Fn(&FanOutProgress) + Send + Sync + use<> {
    let bar = bar.clone();
    move |progress| bar.set_position(progress.updated as u64)
}

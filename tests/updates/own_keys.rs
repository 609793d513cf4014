//! Fields that are an index's key attributes by themselves.

use dynamo_model::embedded::Embedded;
use dynamo_model::{Entity, KeyPart, Repository, Table};
use serde::{Deserialize, Serialize};

#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
#[key_part(rename_all = "SCREAMING_SNAKE_CASE")]
enum State {
    Open,
    #[key_part(rename = "Closed")]
    Closed,
}

#[derive(Table)]
#[table(
    name = "tickets",
    gsi("ByStatus", pk = "status", sk = "rank"),
    gsi("ByState", pk = "state", sk = "id"),
    entities(Ticket)
)]
struct Tickets;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Tickets, pk = "TICKET#{id}", sk = "TICKET",
    index(name = by_status, on = "ByStatus", pk = "{status}", sk = "{rank}"),
    index(name = by_state, on = "ByState", pk = "{state}", sk = "{id}"))]
struct Ticket {
    id: String,
    status: String,
    rank: Option<String>,
    state: Option<State>,
}

/// Nothing listens: what is sent fails as a request, and not as a key or a value.
fn tickets() -> Repository<Tickets> {
    Repository::new(Embedded::new().client())
}

fn key() -> dynamo_model::Key<Ticket> {
    Ticket::key("1")
}

#[tokio::test]
async fn a_value_that_no_key_can_be_is_refused_before_sending() {
    let tickets = tickets();
    for (text, limit) in [("", 0), ("s", 2049)] {
        let request = Ticket::update(key()).status(text.repeat(limit));
        let error = tickets.update(request).await.unwrap_err();
        assert!(error.is_key(), "{limit}: {error}");
    }
    for limit in [0, 1025] {
        let request = Ticket::update(key()).rank("r".repeat(limit));
        let error = tickets.update(request).await.unwrap_err();
        assert!(error.is_key(), "{limit}: {error}");
    }
    for request in [
        Ticket::update(key()).set_if_absent_rank(""),
        Ticket::update(key()).set_if_absent_rank("r".repeat(1025)),
    ] {
        let error = tickets.update(request).await.unwrap_err();
        assert!(
            error.is_encode() && error.attribute() == Some("rank"),
            "{error}"
        );
    }
    let fits = tickets.update(Ticket::update(key()).rank("r".repeat(1024)));
    assert!(
        fits.explain().starts_with("UpdateItem"),
        "{}",
        fits.explain()
    );
}

#[tokio::test]
async fn a_value_that_serde_writes_otherwise_than_the_template_is_refused_before_sending() {
    let tickets = tickets();
    let error = tickets
        .update(Ticket::update(key()).state(State::Open))
        .await
        .unwrap_err();
    assert!(error.is_key(), "{error}");
    assert!(
        error.to_string().contains("serde writes another value"),
        "{error}"
    );
    let same = tickets.update(Ticket::update(key()).state(State::Closed));
    assert!(
        same.explain().starts_with("UpdateItem"),
        "{}",
        same.explain()
    );
}

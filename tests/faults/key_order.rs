//! Key building: numbers and times that sort as what they are.

use dynamo_model::{Entity, Table};
use dynamo_model_tests::{Wire, open, repository};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

#[derive(Debug, Table)]
#[table(name = "ordered", entities(Score, Balance, Event, Coarse, Fine))]
struct Ordered;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Ordered, pk = "SCORE", sk = "{points:04}")]
struct Score {
    points: u32,
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Ordered, pk = "BALANCE", sk = "{cents:desc 012}")]
struct Balance {
    cents: i64,
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Ordered, pk = "EVENT", sk = "{at}")]
struct Event {
    at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Ordered, pk = "COARSE", sk = "{at:iso_s}")]
struct Coarse {
    at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Ordered, pk = "FINE", sk = "{at:iso_us}")]
struct Fine {
    at: Timestamp,
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

// fault 5
#[tokio::test]
async fn numbers_in_a_sort_key_sort_as_numbers() {
    let ordered = repository::<Ordered>().await;
    for points in [900, 2800, 9, 10] {
        ordered.put(&Score { points }).await.unwrap();
    }
    let points = |scores: Vec<Score>| scores.iter().map(|score| score.points).collect::<Vec<_>>();
    let found = ordered
        .query(Score::query())
        .newest_first()
        .all()
        .await
        .unwrap();
    assert_eq!(points(found), [2800, 900, 10, 9]);
    let found = ordered
        .query(Score::query().points_in(9..=10))
        .all()
        .await
        .unwrap();
    assert_eq!(points(found), [9, 10]);
    let found = ordered
        .query(Score::query().points_in(10..))
        .all()
        .await
        .unwrap();
    assert_eq!(points(found), [10, 900, 2800]);
    let error = ordered.put(&Score { points: 10_000 }).await.unwrap_err();
    assert_eq!((error.is_key(), error.attribute()), (true, Some("points")));
}

// fault 5
#[tokio::test]
async fn signed_numbers_sort_reversed_where_the_template_says_so() {
    let ordered = repository::<Ordered>().await;
    for cents in [-5, 0, 7, -120, 99_999] {
        ordered.put(&Balance { cents }).await.unwrap();
    }
    let cents = |found: Vec<Balance>| {
        found
            .iter()
            .map(|balance| balance.cents)
            .collect::<Vec<_>>()
    };
    let found = ordered.query(Balance::query()).all().await.unwrap();
    assert_eq!(cents(found), [99_999, 7, 0, -5, -120]);
    let found = ordered
        .query(Balance::query().cents_in(-5..7))
        .all()
        .await
        .unwrap();
    assert_eq!(cents(found), [0, -5]);
}

// fault 7
#[tokio::test]
async fn instants_have_a_fixed_number_of_digits() {
    let ordered = repository::<Ordered>().await;
    let instants = [
        "2026-10-20T12:00:28.991Z",
        "2026-10-20T12:00:29Z",
        "2026-10-20T12:00:29.017Z",
    ]
    .map(at);
    for at in [instants[2], instants[0], instants[1]] {
        ordered.put(&Event { at }).await.unwrap();
    }
    let found = ordered.query(Event::query()).all().await.unwrap();
    assert_eq!(
        found.iter().map(|event| event.at).collect::<Vec<_>>(),
        instants
    );
    let (_, sk) = Event::key(instants[1]).texts().unwrap();
    assert_eq!(sk.as_deref(), Some("2026-10-20T12:00:29.000Z"));
    // A year before 0 has no such text.
    let error = Event::key(at("-000001-12-31T00:00:00Z"))
        .texts()
        .unwrap_err();
    assert_eq!((error.is_key(), error.attribute()), (true, Some("at")));
}

// fault 9
#[tokio::test]
async fn a_key_does_not_lose_what_it_cannot_hold() {
    let (database, ordered) = open::<Ordered>().await;
    let (first, second) = (
        at("2026-10-20T12:00:00.010Z"),
        at("2026-10-20T12:00:00.020Z"),
    );
    ordered.create(&Event { at: first }).await.unwrap();
    ordered.create(&Event { at: second }).await.unwrap();
    assert_eq!(ordered.query(Event::query()).count().await.unwrap(), 2);
    let wire = Wire::record(&database);
    let finer = at("2026-10-20T12:00:00.000001Z");
    let error = ordered.create(&Event { at: finer }).await.unwrap_err();
    assert_eq!((error.is_key(), error.attribute()), (true, Some("at")));
    assert_eq!(wire.count(), 0);
    // A format that names the precision takes it.
    ordered.create(&Fine { at: finer }).await.unwrap();
    assert_eq!(
        Fine::parse_key("FINE", "2026-10-20T12:00:00.000001Z").unwrap(),
        Fine::key(finer)
    );
    // A coarser one has to be asked for; then two instants of a second are one key, and create says so.
    ordered.create(&Coarse { at: first }).await.unwrap();
    assert!(
        ordered
            .create(&Coarse { at: second })
            .await
            .unwrap_err()
            .is_already_exists()
    );
    assert_eq!(
        ordered.get(Coarse::key(second)).await.unwrap(),
        Some(Coarse { at: first })
    );
}

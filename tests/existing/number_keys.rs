//! Keys of type N: numbers by value, stored once where they are fields.

use dynamo_model::{Entity, IntoQuery, QueryIndex, Repository, Table};
use jiff::Timestamp;
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

use crate::table;

#[derive(Table)]
#[table(
    name = "readings",
    pk = "Device",
    sk = "Time",
    number = ["Device", "Time", "At"],
    gsi("ByAt", pk = "Kind", sk = "At"),
    entities(Reading)
)]
struct Readings;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Readings,
    pk = "{device}",
    sk = "{time}",
    index(name = by_kind, on = "ByAt", pk = "{kind}", sk = "{at:epoch_s}")
)]
struct Reading {
    #[entity(key_only)]
    device: u32,
    #[serde(rename = "Time")]
    time: i64,
    kind: String,
    at: Timestamp,
}

fn reading(time: i64) -> Reading {
    Reading {
        device: 7,
        time,
        kind: "temp".to_owned(),
        at: Timestamp::from_second(time.max(0)).unwrap(),
    }
}

async fn found<Q>(readings: &Repository<Readings>, path: Q) -> Vec<i64>
where
    Q: IntoQuery<Index: QueryIndex<Entity = Reading, Read = Reading>>,
{
    times(readings.query(path).all().await.unwrap())
}

fn times(readings: Vec<Reading>) -> Vec<i64> {
    readings.into_iter().map(|reading| reading.time).collect()
}

#[tokio::test]
async fn a_key_of_numbers_is_read_and_written_as_numbers() {
    let readings = table::<Readings>().await;
    for time in [-5, 9, 10, 100] {
        readings.create(&reading(time)).await.unwrap();
    }
    assert!(
        readings
            .create(&reading(9))
            .await
            .unwrap_err()
            .is_already_exists()
    );
    let raw = readings
        .get(Reading::key(7_u32, 9))
        .raw()
        .await
        .unwrap()
        .unwrap();
    let text = serde_json::to_value(&raw).unwrap();
    assert_eq!(
        text,
        serde_json::json!({
            "Device": 7, "Time": 9, "kind": "temp", "Kind": "temp", "At": 9,
            "at": "1970-01-01T00:00:09Z", "type": "Reading"
        })
    );
    assert_eq!(
        readings.get(Reading::key(7_u32, -5)).await.unwrap(),
        Some(reading(-5))
    );

    // By value, not by their texts.
    let all = readings.query(Reading::query(7_u32)).all().await.unwrap();
    assert_eq!(times(all), [-5, 9, 10, 100]);
    let newest = readings
        .query(Reading::query(7_u32))
        .newest_first()
        .limit(2);
    assert_eq!(times(newest.all().await.unwrap()), [100, 10]);
    readings.delete(Reading::key(7_u32, 100)).await.unwrap();
    assert_eq!(
        readings.query(Reading::query(7_u32)).count().await.unwrap(),
        3
    );
}

#[tokio::test]
async fn ranges_of_numbers_are_exact() {
    let readings = table::<Readings>().await;
    for time in [-5, 9, 10, 100] {
        readings.put(&reading(time)).await.unwrap();
    }
    let of = || Reading::query(7_u32);
    assert_eq!(found(&readings, of().time_in(-5..10)).await, [-5, 9]);
    assert_eq!(found(&readings, of().time_in(-5..=10)).await, [-5, 9, 10]);
    assert_eq!(found(&readings, of().time_in(..10)).await, [-5, 9]);
    assert_eq!(found(&readings, of().time_in(10..)).await, [10, 100]);
    assert_eq!(found(&readings, of().time_in(..)).await, [-5, 9, 10, 100]);
    assert_eq!(found(&readings, of().time_in(10..10)).await, [0; 0]);
    let request = readings.query(of().time_in(-5..10)).explain();
    assert!(
        request.contains("(Device = 7 AND Time BETWEEN -5 AND 9)"),
        "{request}"
    );
    let request = readings.query(of().time(9)).explain();
    assert!(request.contains("(Device = 7 AND Time = 9)"), "{request}");

    let at = |second| Timestamp::from_second(second).unwrap();
    let by_kind = Reading::by_kind("temp").at_in(at(9)..at(100));
    assert_eq!(times(readings.query(by_kind).all().await.unwrap()), [9, 10]);
}

#[tokio::test]
async fn cursors_carry_numbers() {
    let readings = table::<Readings>().await;
    for time in 0..5 {
        readings.put(&reading(time)).await.unwrap();
    }
    for path in [false, true] {
        let (mut cursor, mut found) = (None, Vec::new());
        loop {
            let page = if path {
                let query = readings.query(Reading::by_kind("temp")).limit(2);
                query.page(cursor).await.unwrap()
            } else {
                let query = readings.query(Reading::query(7_u32)).limit(2);
                query.page(cursor).await.unwrap()
            };
            found.extend(times(page.items));
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(found, [0, 1, 2, 3, 4]);
    }
}

#[tokio::test]
async fn a_number_has_no_beginning() {
    let readings = table::<Readings>().await;
    let path = Reading::query(7_u32).time_starts_with("1");
    let error = readings.query(path).all().await.unwrap_err();
    assert!(error.is_key(), "{error}");
}

#[test]
fn keys_are_parsed_from_their_digits() {
    let key = Reading::key(7_u32, -5);
    assert_eq!(
        key.texts().unwrap(),
        ("7".to_owned(), Some("-5".to_owned()))
    );
    assert_eq!(Reading::parse_key("7", "-5").unwrap(), key);
    assert!(Reading::parse_key("7", "x").is_err());
}

proptest! {
    #[test]
    fn any_range_of_numbers_holds_what_it_says(low: i64, high: i64, included: bool) {
        let readings = Repository::<Readings>::new(dynamo_model::embedded::client());
        let path = Reading::query(7_u32);
        let path = if included { path.time_in(low..=high) } else { path.time_in(low..high) };
        let request = readings.query(path).explain();
        let last = if included { i128::from(high) } else { i128::from(high) - 1 };
        if i128::from(low) <= last {
            let between = format!("BETWEEN {low} AND {last})");
            prop_assert!(request.contains(&between), "{}", request);
        } else {
            prop_assert!(!request.contains("BETWEEN"), "{}", request);
        }
    }
}

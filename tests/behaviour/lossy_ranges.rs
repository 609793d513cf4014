//! Ranges over formats that keep less than the value: a text stands for a period, which no bound can cut.

use std::ops::Bound;

use dynamo_model::{Entity, Repository, Table};
use dynamo_model_tests::repository;
use jiff::Timestamp;
use jiff::civil::{Date, date};
use serde::{Deserialize, Serialize};

#[derive(Debug, Table)]
#[table(
    name = "log",
    entities(
        Second, Milli, Epoch, Day, Month, Year, Minute, Compact, Ordinal, OfMonth
    )
)]
struct Log;

macro_rules! entities {
    ($($name:ident $type:ty, $pk:literal $sk:literal;)+) => {$(
        #[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
        #[entity(table = Log, pk = $pk, sk = $sk)]
        struct $name {
            at: $type,
            id: String,
        }
    )+};
}

entities! {
    Second Timestamp, "SECOND" "{at:iso_s}#{id}";
    Milli Timestamp, "MILLI" "{at:iso_ms}#{id}";
    Epoch Timestamp, "EPOCH" "{at:epoch_s}#{id}";
    Day Timestamp, "DAY" "{at:date}#{id}";
    Month Timestamp, "MONTH" "{at:month}#{id}";
    Year Timestamp, "YEAR" "{at:year}#{id}";
    Minute Timestamp, "MINUTE" "{at:strftime %Y%m%d%H%M}#{id}";
    Compact Timestamp, "COMPACT" "{at:strftime %Y%m%d}#{id}";
    Ordinal Timestamp, "ORDINAL" "{at:strftime %Y-%j}#{id}";
    OfMonth Date, "OFMONTH" "{at:month}#{id}";
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// What a range finds among the values, by their numbers. Boxed: without optimization each future has a place
/// of its own in the test's.
macro_rules! found {
    ($log:ident, $entity:ident, $range:expr) => {{
        let found = Box::pin($log.query($entity::query().at_in($range)).all()).await;
        let found = found.unwrap().into_iter().map(|item| item.id);
        found.collect::<String>()
    }};
}

macro_rules! put {
    ($log:ident, $entity:ident, $values:expr) => {
        for (number, at) in $values.into_iter().enumerate() {
            let id = number.to_string();
            Box::pin($log.put(&$entity { at, id }).into_future())
                .await
                .unwrap();
        }
    };
}

/// Values 0 and 1 lie in the first period, 2 and 3 in the second, 4 in the third; `begin` is the second's
/// beginning, `inside` lies in it.
macro_rules! check {
    ($log:ident, $entity:ident, $values:expr, $begin:expr, $inside:expr) => {{
        let (values, begin, inside) = ($values, $begin, $inside);
        put!($log, $entity, values.clone());
        let name = stringify!($entity);
        // Both periods that the ends lie in are included as a whole.
        assert_eq!(found!($log, $entity, inside..=inside), "23", "{name}");
        assert_eq!(found!($log, $entity, values[1]..inside), "0123", "{name}");
        assert_eq!(found!($log, $entity, inside..), "234", "{name}");
        assert_eq!(found!($log, $entity, ..=begin), "0123", "{name}");
        // Only a beginning that is excluded excludes its period.
        assert_eq!(found!($log, $entity, ..begin), "01", "{name}");
        assert_eq!(found!($log, $entity, values[0]..begin), "01", "{name}");
        assert_eq!(found!($log, $entity, begin..begin), "", "{name}");
        // A lower end excludes one value of its period and not the rest.
        let after = (Bound::Excluded(begin), Bound::Unbounded);
        assert_eq!(found!($log, $entity, after), "234", "{name}");
    }};
}

#[tokio::test]
async fn a_range_includes_the_periods_that_its_ends_lie_in() {
    let log: Repository<Log> = repository().await;
    let seconds = [
        "12:00:00.200Z",
        "12:00:00.900Z",
        "12:00:01Z",
        "12:00:01.100Z",
        "12:00:02Z",
    ];
    let on_day = |time: &str| at(&format!("2026-10-20T{time}"));
    let (begin, inside) = (on_day("12:00:01Z"), on_day("12:00:01.000000001Z"));
    check!(log, Second, seconds.map(on_day), begin, inside);
    check!(log, Epoch, seconds.map(on_day), begin, inside);
    let millis = [
        "12:00:00.999Z",
        "12:00:00.999999Z",
        "12:00:01Z",
        "12:00:01.0001Z",
        "12:00:01.001Z",
    ];
    check!(log, Milli, millis.map(on_day), begin, inside);
    let minutes = [
        "11:59:00Z",
        "11:59:59.999Z",
        "12:00:00Z",
        "12:00:59Z",
        "12:01:00Z",
    ];
    let (begin, inside) = (on_day("12:00:00Z"), on_day("12:00:01Z"));
    check!(log, Minute, minutes.map(on_day), begin, inside);
    let days = [
        "2026-10-19T00:00:00Z",
        "2026-10-19T23:59:59Z",
        "2026-10-20T00:00:00Z",
        "2026-10-20T12:00:00Z",
        "2026-10-21T00:00:00Z",
    ];
    let (begin, inside) = (at("2026-10-20T00:00:00Z"), at("2026-10-20T00:00:00.001Z"));
    check!(log, Day, days.map(at), begin, inside);
    check!(log, Compact, days.map(at), begin, inside);
    check!(log, Ordinal, days.map(at), begin, inside);
    let months = [
        "2026-09-01T00:00:00Z",
        "2026-09-30T23:59:59Z",
        "2026-10-01T00:00:00Z",
        "2026-10-31T12:00:00Z",
        "2026-11-01T00:00:00Z",
    ];
    let (begin, inside) = (at("2026-10-01T00:00:00Z"), at("2026-10-02T00:00:00Z"));
    check!(log, Month, months.map(at), begin, inside);
    let years = [
        "2025-01-01T00:00:00Z",
        "2025-12-31T23:59:59Z",
        "2026-01-01T00:00:00Z",
        "2026-12-31T23:59:59Z",
        "2027-01-01T00:00:00Z",
    ];
    let (begin, inside) = (at("2026-01-01T00:00:00Z"), at("2026-02-01T00:00:00Z"));
    check!(log, Year, years.map(at), begin, inside);
    let dates = [
        date(2026, 9, 1),
        date(2026, 9, 30),
        date(2026, 10, 1),
        date(2026, 10, 31),
        date(2026, 11, 1),
    ];
    check!(log, OfMonth, dates, date(2026, 10, 1), date(2026, 10, 2));
}

#[derive(Debug, Table)]
#[table(name = "last", entities(LastSecond))]
struct Last;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Last, pk = "EVENT#{id}", sk = "{at:iso_s}")]
struct LastSecond {
    id: String,
    at: Timestamp,
}

#[tokio::test]
async fn a_last_level_s_periods_are_included_too() {
    let last = repository::<Last>().await;
    let id = || String::from("1");
    let time = |millis: i64| Timestamp::from_millisecond(1_700_000_000_000 + millis).unwrap();
    last.put(&LastSecond {
        id: id(),
        at: time(200),
    })
    .await
    .unwrap();
    let count = async |low: i64, high: i64| {
        let query = LastSecond::query("1").at_in(time(low)..time(high));
        last.query(query).count().await.unwrap()
    };
    assert_eq!(count(0, 500).await, 1);
    assert_eq!(count(0, 1000).await, 1);
    assert_eq!(count(500, 1000).await, 1);
    assert_eq!(count(-1000, 0).await, 0);
    assert_eq!(count(1000, 2000).await, 0);
}

//! Time buckets: which partitions a range touches, their bounds, what is sent.

use std::ops::{Bound, RangeBounds};

use dynamo_model::{KeyPart, key::Format};
use jiff::civil::date;

use crate::model::{Day, Login, Reading, Visit, events, instant};

/// The key conditions, in the order of the requests.
fn conditions(requests: Vec<(String, u32)>) -> Vec<String> {
    let line = |(text, _): (String, u32)| {
        let line = text
            .lines()
            .find_map(|line| line.trim().strip_prefix("key:"));
        line.unwrap().trim().to_owned()
    };
    requests.into_iter().map(line).collect()
}

/// What a query of one device over a range sends; nothing is stored.
async fn sent(range: impl RangeBounds<&'static str>) -> Vec<String> {
    let (repository, log) = events().await;
    let ends = |bound: Bound<&&str>| bound.map(|text| instant(text));
    let range = (ends(range.start_bound()), ends(range.end_bound()));
    let found = repository.query(Reading::query_in("d1", range)).all();
    assert_eq!(found.await.unwrap(), []);
    conditions(log.take())
}

#[tokio::test]
async fn the_first_and_the_last_bucket_have_exact_bounds() {
    assert_eq!(
        sent("2026-10-30T18:00:00Z".."2026-11-01T06:00:00Z").await,
        [
            "(PK = 'DEV#d1#2026-10-30' AND SK >= '2026-10-30T18:00:00.000Z')",
            "PK = 'DEV#d1#2026-10-31'",
            "(PK = 'DEV#d1#2026-11-01' AND SK <= '2026-11-01T06:00:00.000Y')",
        ]
    );
}

#[tokio::test]
async fn a_range_within_a_bucket_is_one_query() {
    assert_eq!(
        sent("2026-10-30T18:00:00Z"..="2026-10-30T19:00:00Z").await,
        [
            "(PK = 'DEV#d1#2026-10-30' AND SK BETWEEN '2026-10-30T18:00:00.000Z' AND '2026-10-30T19:00:00.000Z')"
        ]
    );
}

#[tokio::test]
async fn an_end_at_midnight_does_not_touch_the_day_that_begins() {
    let days = sent("2028-02-28T00:00:00Z".."2028-03-01T00:00:00Z").await;
    assert_eq!(
        days,
        [
            "(PK = 'DEV#d1#2028-02-28' AND SK >= '2028-02-28T00:00:00.000Z')",
            "PK = 'DEV#d1#2028-02-29'",
        ]
    );
    assert_eq!(
        sent("2028-02-28T00:00:00Z"..="2028-02-29T00:00:00Z")
            .await
            .len(),
        2
    );
}

#[tokio::test]
async fn an_end_within_the_first_millisecond_of_a_day_touches_it() {
    assert_eq!(
        sent("2026-10-30T00:00:00Z".."2026-10-31T00:00:00.0005Z").await,
        [
            "(PK = 'DEV#d1#2026-10-30' AND SK >= '2026-10-30T00:00:00.000Z')",
            "(PK = 'DEV#d1#2026-10-31' AND SK <= '2026-10-31T00:00:00.000Z')",
        ]
    );
}

#[tokio::test]
async fn an_empty_or_reversed_range_sends_nothing() {
    assert!(
        sent("2026-10-30T18:00:00Z".."2026-10-30T18:00:00Z")
            .await
            .is_empty()
    );
    assert!(
        sent("2026-10-30T00:00:00Z".."2026-10-30T00:00:00Z")
            .await
            .is_empty()
    );
    assert!(
        sent("2026-10-30T18:00:00Z".."2026-10-30T17:00:00Z")
            .await
            .is_empty()
    );
    assert!(
        sent("2026-10-30T18:00:00Z".."2025-10-30T17:00:00Z")
            .await
            .is_empty()
    );
    let (repository, _) = events().await;
    let (from, to) = (
        instant("2026-10-30T00:00:00Z"),
        instant("2026-10-29T00:00:00Z"),
    );
    assert_eq!(
        repository
            .query(Reading::query_in("d1", from..to))
            .explain(),
        "nothing is sent: the range is empty"
    );
    assert_eq!(
        repository
            .query(Reading::query_in("d1", from..to))
            .count()
            .await
            .unwrap(),
        0
    );
    let page = repository
        .query(Reading::query_in("d1", from..to))
        .page(None)
        .await
        .unwrap();
    assert!(page.items.is_empty() && page.next.is_none());
}

#[tokio::test]
async fn newest_first_begins_with_the_last_bucket_and_stops_at_the_limit() {
    let (repository, log) = events().await;
    let at = |hour: i64| instant("2026-10-01T00:00:00Z") + jiff::SignedDuration::from_hours(hour);
    let all: Vec<_> = (0..20)
        .map(|number| Reading {
            device: "d1".to_owned(),
            at: at(number * 8),
            seen: None,
        })
        .collect();
    assert!(
        repository
            .batch()
            .put_all(&all)
            .await
            .unwrap()
            .is_complete()
    );
    log.take();
    let query = || {
        repository
            .query(Reading::query_in("d1", at(0)..=at(30 * 24)))
            .newest_first()
            .limit(4)
    };
    assert_eq!(
        query().explain(),
        "Query events
    key:        (PK = 'DEV#d1#2026-10-31' AND SK <= '2026-10-31T00:00:00.000Z')
    Limit:      4
    ScanIndexForward: false
    ... (+30 more buckets to 'DEV#d1#2026-10-01', one after the other)"
    );
    let found = query().all().await.unwrap();
    assert_eq!(
        found.iter().map(|reading| reading.at).collect::<Vec<_>>(),
        [at(152), at(144), at(136), at(128)]
    );
    // 24 empty days, the two of the last day's, the two of the day before.
    let requests = log.take();
    assert_eq!(
        (
            requests.len(),
            requests.iter().map(|(_, examined)| examined).sum::<u32>()
        ),
        (26, 4)
    );
}

#[tokio::test]
async fn one_page_is_of_one_bucket_and_its_cursor_crosses_to_the_next() {
    let (repository, log) = events().await;
    let at = |hour: i64| instant("2026-10-01T00:00:00Z") + jiff::SignedDuration::from_hours(hour);
    let all: Vec<_> = (0..9)
        .map(|number| Reading {
            device: "d1".to_owned(),
            at: at(number * 8),
            seen: None,
        })
        .collect();
    assert!(
        repository
            .batch()
            .put_all(&all)
            .await
            .unwrap()
            .is_complete()
    );
    log.take();
    let (mut found, mut cursor, mut sizes) = (Vec::new(), None, Vec::new());
    loop {
        let page = repository
            .query(Reading::query_in("d1", at(0)..at(72)))
            .limit(2)
            .page(cursor)
            .await
            .unwrap();
        sizes.push(page.items.len());
        found.extend(page.items);
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!((found, sizes), (all, vec![2, 1, 2, 1, 2, 1]));
    let page = repository
        .query(Reading::query_in("d1", at(0)..at(72)))
        .limit(2)
        .page(None)
        .await
        .unwrap();
    let other = repository
        .query(Reading::query_in("d1", at(0)..at(71)))
        .limit(2)
        .page(page.next);
    assert!(other.await.unwrap_err().is_cursor());
}

#[tokio::test]
async fn too_many_buckets_are_an_error_before_anything_is_sent() {
    let (repository, log) = events().await;
    let (from, to) = (
        instant("2000-01-01T00:00:00Z"),
        instant("2027-05-18T12:00:00Z"),
    );
    assert!(
        repository
            .query(Reading::query_in("d1", from..to))
            .explain()
            .contains("+9999 more")
    );
    let day = jiff::SignedDuration::from_hours(24);
    let error = repository
        .query(Reading::query_in("d1", from..to + day))
        .all()
        .await
        .unwrap_err();
    assert!(error.is_key(), "{error}");
    assert!(
        error.to_string().contains("more than 10000 buckets"),
        "{error}"
    );
    // Three shards each.
    let error = repository
        .query(Login::query_in(from..to))
        .count()
        .await
        .unwrap_err();
    assert!(
        error.to_string().contains("more than 3333 buckets"),
        "{error}"
    );
    let open = (Bound::Included(from), Bound::Unbounded);
    let error = repository
        .query(Login::query_in(open))
        .all()
        .await
        .unwrap_err();
    assert!(
        error.is_key() && error.to_string().contains("both ends"),
        "{error}"
    );
    assert_eq!(log.sums(), (0, 0));
}

#[tokio::test]
async fn buckets_of_shards_are_merged_one_after_the_other() {
    let (repository, log) = events().await;
    let at = |hour: i64| instant("2026-10-01T00:00:00Z") + jiff::SignedDuration::from_hours(hour);
    let all: Vec<_> = (0..30)
        .map(|hour| Login {
            at: at(hour * 2),
            user: "u".to_owned(),
        })
        .collect();
    assert!(
        repository
            .batch()
            .put_all(&all)
            .await
            .unwrap()
            .is_complete()
    );
    log.take();
    let query = || repository.query(Login::query_in(at(3)..at(60)));
    assert_eq!(query().all().await.unwrap(), all[2..]);
    assert_eq!(log.sums(), (9, 28));
    assert_eq!(
        query().newest_first().first().await.unwrap(),
        Some(all[29].clone())
    );
    assert_eq!(
        query().newest_first().limit(9).all().await.unwrap().last(),
        Some(&all[21])
    );
    let login = &all[5];
    assert_eq!(
        repository
            .get(Login::key(login.at, "u"))
            .await
            .unwrap()
            .as_ref(),
        Some(login)
    );
    let (pk, sk) = dynamo_model::Entity::key(login).texts().unwrap();
    assert_eq!(
        Login::parse_key(&pk, &sk.unwrap()).unwrap(),
        dynamo_model::Entity::key(login)
    );
}

#[tokio::test]
async fn one_bucket_is_the_ordinary_path() {
    let (repository, _) = events().await;
    let at = instant("2026-10-20T12:00:00Z");
    assert_eq!(
        repository.query(Reading::query("d1", at)).explain(),
        "Query events
    key:        PK = 'DEV#d1#2026-10-20'"
    );
}

#[tokio::test]
async fn a_newtype_of_a_date_has_buckets_of_months() {
    let (repository, log) = events().await;
    let day = |month, day| Day(date(2026, month, day));
    let visits = [(10, 30), (11, 2), (12, 24)].map(|(month, of_month)| Visit {
        on: day(month, of_month),
        who: "a#b".to_owned(),
    });
    assert!(
        repository
            .batch()
            .put_all(&visits)
            .await
            .unwrap()
            .is_complete()
    );
    log.take();
    let found = repository
        .query(Visit::query_in(day(10, 31)..=day(12, 24)))
        .all()
        .await
        .unwrap();
    assert_eq!(found, visits[1..]);
    assert_eq!(
        conditions(log.take()),
        [
            "(PK = 'VISIT#2026-10' AND SK >= '2026-10-31#')",
            "PK = 'VISIT#2026-11'",
            "(PK = 'VISIT#2026-12' AND SK <= '2026-12-24$')",
        ]
    );
}

#[test]
fn every_crate_counts_days_months_and_years() {
    fn next<T: KeyPart>(text: &str, format: Format) -> Option<String> {
        T::next_part(text, format)
    }
    let cases = [
        (Format::Date, "2026-12-31", "2027-01-01"),
        (Format::Date, "2028-02-28", "2028-02-29"),
        (Format::Date, "2028-12-31", "2029-01-01"),
        (Format::Date, "2100-02-28", "2100-03-01"),
        (Format::Month, "2026-11", "2026-12"),
        (Format::Month, "2026-12", "2027-01"),
        (Format::Year, "0000", "0001"),
    ];
    for (format, text, expected) in cases {
        let found = [
            next::<jiff::Timestamp>(text, format),
            next::<jiff::civil::Date>(text, format),
            next::<chrono::DateTime<chrono::Utc>>(text, format),
            next::<chrono::NaiveDate>(text, format),
            next::<time::OffsetDateTime>(text, format),
            next::<time::UtcDateTime>(text, format),
            next::<time::Date>(text, format),
        ];
        assert_eq!(
            found,
            std::array::from_fn(|_| Some(expected.to_owned())),
            "{text}"
        );
    }
    for text in ["9999-12-31", "2026-02-30", "2026-1-1", ""] {
        assert_eq!(next::<jiff::civil::Date>(text, Format::Date), None);
    }
    assert_eq!(
        next::<jiff::Timestamp>("2026-10-20T12:00:00Z", Format::IsoSeconds),
        None
    );
    assert_eq!(next::<String>("2026-10-20", Format::Default), None);
}

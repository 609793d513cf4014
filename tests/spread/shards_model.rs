//! A query over shards, and one over buckets, gives what one partition would give.
//!
//! `PROPTEST_CASES` runs them longer.

use std::collections::BTreeSet;

use dynamo_model::{Cursor, QueryIndex, QueryRequest, ReadItem};
use jiff::{Timestamp, ToSpan};
use proptest::prelude::*;
use tokio::runtime::Runtime;

use crate::model::{Event, Login, Reading, event, events, instant};

/// How a query is read.
#[derive(Clone, Debug)]
struct Way {
    newest_first: bool,
    limit: Option<usize>,
    page_size: Option<u32>,
    /// Page after page by cursors, or all at once.
    by_pages: bool,
    concurrency: usize,
}

fn way() -> impl Strategy<Value = Way> {
    let limit = prop::option::of(1..40_usize);
    let page_size = prop::option::of(1..20_u32);
    (any::<bool>(), limit, page_size, any::<bool>(), 1..6_usize).prop_map(
        |(newest_first, limit, page_size, by_pages, concurrency)| Way {
            newest_first,
            limit,
            page_size,
            by_pages,
            concurrency,
        },
    )
}

/// What a way of reading gives; with a limit and pages, all pages of at most so many items.
async fn read<I, E>(way: &Way, query: impl Fn() -> QueryRequest<I>) -> Vec<E>
where
    I: QueryIndex<Read = E>,
    E: ReadItem,
{
    let request = || {
        let mut request = query().concurrency(way.concurrency);
        if way.newest_first {
            request = request.newest_first();
        }
        if let Some(limit) = way.limit {
            request = request.limit(limit);
        }
        if let Some(page_size) = way.page_size {
            request = request.page_size(page_size);
        }
        request
    };
    if !way.by_pages {
        return request().all().await.unwrap();
    }
    let (mut found, mut cursor) = (Vec::new(), None::<Cursor>);
    loop {
        let page = request().page(cursor).await.unwrap();
        assert!(page.items.len() <= way.limit.unwrap_or(usize::MAX));
        assert!(page.errors.is_empty());
        found.extend(page.items);
        cursor = page.next;
        if cursor.is_none() {
            return found;
        }
    }
}

/// The model's answer: all in order, cut at the limit unless pages go on behind it.
fn expected<T: Clone>(way: &Way, mut ascending: Vec<T>) -> Vec<T> {
    if way.newest_first {
        ascending.reverse();
    }
    if let (Some(limit), false) = (way.limit, way.by_pages) {
        ascending.truncate(limit);
    }
    ascending
}

/// Few cases, each with a database of its own, unless asked for more.
fn config() -> ProptestConfig {
    let cases = match std::env::var_os("PROPTEST_CASES") {
        Some(_) => ProptestConfig::default().cases,
        None => 12,
    };
    ProptestConfig {
        cases,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn shards_give_what_one_partition_would_give(
        places in prop::collection::btree_set((0..25_u32, 0..60_u32), 0..120),
        ways in prop::collection::vec((way(), 0..25_u32, 0..25_u32), 1..5),
    ) {
        Runtime::new().unwrap().block_on(async {
            let (repository, log) = events().await;
            let all: Vec<_> = places.iter().map(|(second, id)| event(*second, format!("{id:02}"))).collect();
            prop_assert!(repository.batch().put_all(&all).await.unwrap().is_complete());
            for (way, from, to) in ways {
                log.take();
                let found = read(&way, || repository.query(Event::query("2026-10-20"))).await;
                prop_assert_eq!(&found, &expected(&way, all.clone()), "{:?}", way);
                let most = way.limit.unwrap_or(usize::MAX);
                prop_assert!(log.take().iter().all(|(_, examined)| *examined as usize <= most));

                let within: Vec<_> = all.iter().filter(|event| (from..=to).contains(&event.second)).cloned().collect();
                let found = read(&way, || {
                    repository.query(Event::query("2026-10-20").second_in(from..=to))
                }).await;
                prop_assert_eq!(&found, &expected(&way, within.clone()), "{:?} {}..={}", way, from, to);
                let count = repository.query(Event::query("2026-10-20").second_in(from..=to)).count().await.unwrap();
                prop_assert_eq!(count, within.len());

                // What a filter leaves out is passed by the cursors all the same.
                let kept: Vec<_> = all.iter().filter(|event| event.id.as_str() < "20").cloned().collect();
                let found = read(&way, || {
                    let query = repository.query(Event::query("2026-10-20"));
                    query.filter(|event| event.id.lt("20".to_owned()))
                }).await;
                prop_assert_eq!(&found, &expected(&way, kept), "{:?}", way);

                // Of equal sort keys an index tells the order of shards, and not that within a shard.
                let found = read(&way, || repository.query(Event::by_kind("click"))).await;
                let seconds: Vec<_> = found.iter().map(|event| event.second).collect();
                let all_seconds = all.iter().map(|event| event.second).collect();
                prop_assert_eq!(seconds, expected(&way, all_seconds), "{:?}", way);
                let distinct: BTreeSet<_> = found.iter().map(|event| (event.second, &event.id)).collect();
                prop_assert_eq!(distinct.len(), found.len());
            }
            Ok(())
        })?;
    }

    #[test]
    fn buckets_give_what_one_partition_would_give(
        hours in prop::collection::btree_set(0..24 * 12_i64, 0..60),
        ways in prop::collection::vec((way(), 0..24 * 12_i64, 0..24 * 12_i64, any::<bool>()), 1..5),
    ) {
        // Four in the day, over the end of a year and of a February in a leap year for the months.
        let at = |hour: i64| -> Timestamp { instant("2027-12-25T00:00:00.000Z") + (hour * 6).hours() };
        Runtime::new().unwrap().block_on(async {
            let (repository, _) = events().await;
            let readings: Vec<_> = hours
                .iter()
                .map(|hour| Reading { device: "d1".to_owned(), at: at(*hour), seen: Some(at(*hour)) })
                .collect();
            let logins: Vec<_> = hours
                .iter()
                .map(|hour| Login { at: at(*hour), user: format!("u{}", hour % 7) })
                .collect();
            prop_assert!(repository.batch().put_all(&readings).put_all(&logins).await.unwrap().is_complete());
            for (way, from, to, is_inclusive) in ways {
                let (from, to) = (at(from), at(to));
                use std::ops::Bound::{Excluded, Included};
                let range = (Included(from), if is_inclusive { Included(to) } else { Excluded(to) });
                let holds = |at: Timestamp| from <= at && (at < to || (is_inclusive && at == to));
                let within: Vec<_> = readings.iter().filter(|reading| holds(reading.at)).cloned().collect();
                let wanted = expected(&way, within);
                let found = read(&way, || repository.query(Reading::query_in("d1", range))).await;
                prop_assert_eq!(&found, &wanted, "{:?}", way);
                let found = read(&way, || repository.query(Reading::of_month_in(range))).await;
                prop_assert_eq!(&found, &wanted, "{:?}", way);
                let found = read(&way, || repository.query(Reading::seen_in_year_in(range))).await;
                prop_assert_eq!(&found, &wanted, "{:?}", way);

                let within: Vec<_> = logins.iter().filter(|login| holds(login.at)).cloned().collect();
                let count = repository.query(Login::query_in(range)).count().await.unwrap();
                prop_assert_eq!(count, within.len());
                let found = read(&way, || repository.query(Login::query_in(range))).await;
                prop_assert_eq!(&found, &expected(&way, within), "{:?}", way);
            }
            Ok(())
        })?;
    }
}

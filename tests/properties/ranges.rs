//! A range query returns exactly what filtering the values returns, whatever its bounds and whatever ends the level.

use std::ops::{Bound, RangeBounds};

use dynamo_model::{Entity, IntoQuery, QueryIndex, Repository, Table};
use dynamo_model_tests::repository;
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{block_on, bound, config, tricky_text};

#[derive(Debug, Table)]
#[table(
    name = "ranges",
    delimiter = "$$",
    gsi("GSI1"),
    entities(Closed, Fixed, Desc, Text)
)]
struct Ranges;

/// The level is closed by a literal, and others are below it.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Ranges,
    pk = "CLOSED",
    sk = "{k}#{n:02}#{below}",
    index(name = by_n, on = "GSI1", pk = "CLOSED", sk = "{n:02}/{k}#{below}")
)]
struct Closed {
    k: char,
    n: u8,
    below: String,
}

/// The level is the last and of fixed width.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Ranges, pk = "FIXED", sk = "N{n:04}", index(name = by_n, on = "GSI1", pk = "FIXED", sk = "{n:04}"))]
struct Fixed {
    n: i8,
}

/// Larger values sort first.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Ranges,
    pk = "DESC",
    sk = "N{n:desc 04}",
    index(name = by_n, on = "GSI1", pk = "DESC", sk = "{n:desc 04}#D")
)]
struct Desc {
    n: i8,
}

/// The level is the last and of any width.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Ranges, pk = "TEXT", sk = "T#{t}", index(name = by_t, on = "GSI1", pk = "TEXT", sk = "{t}"))]
struct Text {
    t: String,
}

/// All readers of the query give the expected values, in order and in reverse.
async fn check<Q, V>(
    ranges: &Repository<Ranges>,
    query: impl Fn() -> Q,
    value: impl Fn(&<Q::Index as QueryIndex>::Entity) -> V,
    expected: &[V],
) -> Result<(), TestCaseError>
where
    Q: IntoQuery,
    Q::Index: QueryIndex<Read = <Q::Index as QueryIndex>::Entity>,
    <Q::Index as QueryIndex>::Entity: Entity<Table = Ranges> + serde::de::DeserializeOwned,
    V: PartialEq + Clone + std::fmt::Debug,
{
    let explained = ranges.query(query()).explain();
    let found = ranges
        .query(query())
        .all()
        .await
        .map_err(|error| TestCaseError::fail(format!("{error}: {explained}")))?;
    let found: Vec<V> = found.iter().map(&value).collect();
    prop_assert_eq!(&found[..], expected, "{}", explained);
    let paged = ranges
        .query(query())
        .newest_first()
        .page_size(2)
        .all()
        .await;
    let mut paged: Vec<V> = paged
        .map_err(|error| TestCaseError::fail(error.to_string()))?
        .iter()
        .map(&value)
        .collect();
    paged.reverse();
    prop_assert_eq!(&paged[..], expected, "newest first: {}", explained);
    let count = ranges
        .query(query())
        .count()
        .await
        .map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(count, expected.len(), "count: {}", explained);
    let limited = ranges
        .query(query())
        .limit(1)
        .all()
        .await
        .map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(limited.len(), expected.len().min(1), "limit: {}", explained);
    Ok(())
}

/// What a range selects of sorted values. `RangeBounds` is false for all where the range is reversed.
fn within<V: PartialOrd + Clone>(values: &[V], range: &(Bound<V>, Bound<V>)) -> Vec<V> {
    values
        .iter()
        .filter(|value| range.contains(*value))
        .cloned()
        .collect()
}

fn sorted<V: Ord + Clone>(values: impl IntoIterator<Item = V>) -> Vec<V> {
    let mut values: Vec<V> = values.into_iter().collect();
    values.sort();
    values.dedup();
    values
}

// fault 2
#[test]
fn ranges_over_a_closed_level_are_exact() {
    let value = (
        proptest::sample::select(vec!['a', 'b']),
        0_u8..100,
        "[#/a0$é]{1,3}",
    );
    let value = value.prop_filter("the delimiter", |(_, _, below)| !below.contains("$$"));
    let bounds = proptest::collection::vec((bound(0_u8..100), bound(0_u8..100)), 6);
    proptest!(config(), |(values in proptest::collection::vec(value, 1..12), bounds in bounds)| {
        block_on(async {
            let ranges = repository::<Ranges>().await;
            let list: Vec<Closed> = values.iter().cloned().map(|(k, n, below)| Closed { k, n, below }).collect();
            for closed in &list {
                ranges.put(closed).await.unwrap();
            }
            for range in bounds {
                let in_range = |closed: &&Closed| range.contains(&closed.n);
                let key = |closed: &Closed| (closed.k, closed.n, closed.below.clone());
                let expected = sorted(list.iter().filter(|closed| closed.k == 'a').filter(in_range).map(key));
                check(&ranges, || Closed::query().k('a').n_in(range), key, &expected).await?;
                let by_index = |closed: &Closed| (closed.n, closed.k, closed.below.clone());
                let expected = sorted(list.iter().filter(in_range).map(by_index));
                check(&ranges, || Closed::by_n().n_in(range), by_index, &expected).await?;
            }
            Ok::<(), TestCaseError>(())
        })?;
    });
}

#[test]
fn ranges_over_a_last_level_of_fixed_width_are_exact() {
    let number = || prop_oneof![any::<i8>(), -12_i8..12];
    let bounds = proptest::collection::vec((bound(number()), bound(number())), 6);
    proptest!(config(), |(numbers in proptest::collection::vec(number(), 1..12), bounds in bounds)| {
        block_on(async {
            let ranges = repository::<Ranges>().await;
            for &n in &numbers {
                ranges.put(&Fixed { n }).await.unwrap();
                ranges.put(&Desc { n }).await.unwrap();
            }
            let numbers = sorted(numbers);
            for range in bounds {
                let expected = within(&numbers, &range);
                check(&ranges, || Fixed::query().n_in(range), |fixed| fixed.n, &expected).await?;
                check(&ranges, || Fixed::by_n().n_in(range), |fixed| fixed.n, &expected).await?;
                let reversed: Vec<i8> = expected.into_iter().rev().collect();
                check(&ranges, || Desc::query().n_in(range), |desc| desc.n, &reversed).await?;
                check(&ranges, || Desc::by_n().n_in(range), |desc| desc.n, &reversed).await?;
            }
            Ok::<(), TestCaseError>(())
        })?;
    });
}

#[test]
fn ranges_over_a_last_level_of_any_text_are_exact() {
    let text = || tricky_text(1..4).prop_filter("the delimiter", |text| !text.contains("$$"));
    let bounds = proptest::collection::vec((bound(text()), bound(text())), 6);
    proptest!(config(), |(mut texts in proptest::collection::vec(text(), 1..12), mut bounds in bounds)| {
        // Bounds that are values, and prefixes of values.
        bounds.push((Bound::Included(texts[0].clone()), Bound::Excluded(format!("{}!", texts[0]))));
        bounds.push((Bound::Excluded(texts[0].clone()), Bound::Unbounded));
        bounds.push((Bound::Unbounded, Bound::Excluded(texts[0].clone())));
        bounds.push((Bound::Unbounded, Bound::Included(texts[0].clone())));
        texts.push(format!("{}!", texts[0]));
        block_on(async {
            let ranges = repository::<Ranges>().await;
            for t in &texts {
                ranges.put(&Text { t: t.clone() }).await.unwrap();
            }
            let texts = sorted(texts);
            for range in bounds {
                let expected = within(&texts, &range);
                check(&ranges, || Text::query().t_in(range.clone()), |text| text.t.clone(), &expected).await?;
                check(&ranges, || Text::by_t().t_in(range.clone()), |text| text.t.clone(), &expected).await?;
            }
            for prefix in texts.iter().take(3) {
                let expected: Vec<_> = texts.iter().filter(|text| text.starts_with(prefix.as_str())).cloned().collect();
                check(&ranges, || Text::query().t_starts_with(prefix), |text| text.t.clone(), &expected).await?;
            }
            Ok::<(), TestCaseError>(())
        })?;
    });
}

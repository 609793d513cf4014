//! What holds for all values: keys that never collide, texts that sort as values do, ranges that are exact, pages
//! that add up, attributes that come back.
//!
//! Each property runs 48 cases; `PROPTEST_CASES` asks for more.

mod codec;
mod key_models;
mod keys;
mod order;
mod paging;
mod ranges;

use std::future::Future;

use proptest::prelude::{Just, ProptestConfig, Strategy, prop_oneof};

/// 48 cases, unless the environment asks for another number; no file of failures beside the sources.
fn config() -> ProptestConfig {
    let default = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    match std::env::var_os("PROPTEST_CASES") {
        Some(_) => default,
        None => ProptestConfig {
            cases: 48,
            ..default
        },
    }
}

/// Runs the asynchronous part of a case.
fn block_on<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime starts").block_on(future)
}

/// Short text of few characters, so that delimiters, escapes and prefixes of one another are frequent.
fn tricky_text(length: std::ops::Range<usize>) -> impl Strategy<Value = String> + Clone {
    let letter = prop_oneof![
        6 => proptest::sample::select(vec!['a', 'b', '0', '1']),
        4 => proptest::sample::select(vec!['#', '|', ':', '-', '%', '2', '3', 'A', '/']),
        1 => proptest::sample::select(vec!['é', '\u{0}', '\u{10FFFF}', '\u{D7FF}', ' ', '\\', '~', '$']),
    ];
    proptest::collection::vec(letter, length).prop_map(|letters| letters.into_iter().collect())
}

/// Any of the ways to end a range.
fn bound<T: Clone + std::fmt::Debug>(
    value: impl Strategy<Value = T> + Clone,
) -> impl Strategy<Value = std::ops::Bound<T>> {
    use std::ops::Bound;
    prop_oneof![
        2 => value.clone().prop_map(Bound::Included),
        2 => value.prop_map(Bound::Excluded),
        1 => Just(Bound::Unbounded),
    ]
}

//! The inputs of the fuzz targets (`fuzz/corpus`), changed ones and random ones, through the functions
//! that the targets run. The derive's unit tests do the same for key templates.

#[path = "../properties/key_models.rs"]
mod key_models;

mod answer;
mod cursor;
mod everything;
mod item;
mod key;
mod oracle;
mod request;
mod service;

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// The files of a target's corpus.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../fuzz/corpus")
        .join(target);
    let files = fs::read_dir(folder).expect("the target has a corpus");
    files
        .map(|file| fs::read(file.unwrap().path()).unwrap())
        .collect()
}

/// A byte put in another's place, and what follows some byte left out.
fn changed(input: &[u8], at: prop::sample::Index, byte: u8, is_cut: bool) -> Vec<u8> {
    let mut input = input.to_vec();
    if !input.is_empty() {
        let at = at.index(input.len());
        input[at] = byte;
        if is_cut {
            input.truncate(at);
        }
    }
    input
}

/// Runs the corpus, each file many times with a change, and random bytes. Some of the corpus is accepted:
/// else nothing behind the first check was run.
fn check(target: &str, cases: u32, run: fn(&[u8]) -> bool) {
    let corpus = corpus(target);
    let accepted = corpus.iter().filter(|input| run(input)).count();
    assert!(accepted > 0, "{target} accepts none of its corpus");
    let mut runner = TestRunner::new(ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let change = (
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        any::<u8>(),
        any::<bool>(),
    );
    let changed = change.prop_map(|(file, at, byte, is_cut)| {
        changed(&corpus[file.index(corpus.len())], at, byte, is_cut)
    });
    let input = prop_oneof![4 => changed, 1 => any::<Vec<u8>>()];
    let ran = runner.run(&input, |input| {
        run(&input);
        Ok(())
    });
    ran.unwrap();
}

#[test]
fn any_content_of_a_cursor_is_a_place_or_refused() {
    check("cursor", 2_000, cursor::run);
}

#[test]
fn any_text_of_a_key_is_written_as_it_was_read_or_refused() {
    check("key", 2_000, key::run);
}

#[test]
fn any_item_comes_back_as_it_was_read_or_is_refused() {
    check("item", 2_000, item::run);
}

#[test]
fn any_answer_is_read_the_same_from_the_wire_and_through_the_sdks_types() {
    check("answer", 500, answer::run);
}

#[test]
fn any_values_are_written_the_same_to_the_wire_and_through_the_sdks_types() {
    check("request", 500, request::run);
}

#[test]
fn a_page_is_read_the_same_at_every_place_among_the_blocks_of_the_scan() {
    for answer in corpus("answer") {
        let answer = answer.get(2..).unwrap_or_default();
        for blanks in 0..64 {
            oracle::check(answer, blanks);
        }
    }
}

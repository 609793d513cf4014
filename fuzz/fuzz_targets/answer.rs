//! The decoder of the wire, in answers to calls of every kind.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/corpora/everything.rs"]
mod everything;
#[allow(dead_code, reason = "it is a target of its own")]
#[path = "../../tests/corpora/item.rs"]
mod item;
#[path = "../../tests/corpora/oracle.rs"]
mod oracle;
#[allow(dead_code, reason = "nobody asks for the requests")]
#[path = "../../tests/corpora/service.rs"]
mod service;
#[path = "../../tests/corpora/answer.rs"]
mod target;

fuzz_target!(|data: &[u8]| {
    target::run(data);
});

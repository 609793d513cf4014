//! The encoder of the wire, in writes of every kind.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/corpora/everything.rs"]
mod everything;
#[path = "../../tests/corpora/service.rs"]
mod service;
#[path = "../../tests/corpora/request.rs"]
mod target;

fuzz_target!(|data: &[u8]| {
    target::run(data);
});

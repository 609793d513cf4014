//! The parser of keys, along templates of every format.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/properties/key_models.rs"]
mod key_models;
#[path = "../../tests/corpora/key.rs"]
mod target;

fuzz_target!(|data: &[u8]| {
    target::run(data);
});

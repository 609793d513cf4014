//! The decoder and the encoder of items.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/corpora/item.rs"]
mod target;

fuzz_target!(|data: &[u8]| {
    target::run(data);
});

//! The codec over the SDK's values.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/corpora/everything.rs"]
mod everything;
#[path = "../../tests/corpora/item.rs"]
mod target;

fuzz_target!(|data: &[u8]| {
    target::run(data);
});

//! The parser of cursors.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/corpora/cursor.rs"]
mod target;

fuzz_target!(|data: &[u8]| {
    target::run(data);
});

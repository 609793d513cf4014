//! The derive's parser of key templates.
#![no_main]

use libfuzzer_sys::fuzz_target;

// A proc-macro crate exports nothing but macros, so its files are taken in.
mod errors {
    /// What the messages suggest is not parsed.
    pub(crate) fn did_you_mean<'c>(_: &str, _: impl IntoIterator<Item = &'c str>) -> String {
        String::new()
    }
}

#[allow(dead_code, reason = "only the parsers are run")]
#[path = "../../dynamo-model-derive/src/parse"]
mod parse {
    pub(crate) mod format;
    pub(crate) mod template;
}

#[path = "../../dynamo-model-derive/src/tests/any_template.rs"]
mod target;

fuzz_target!(|data: &[u8]| {
    target::run(data);
});

//! What must not compile: a case for each mistake, with one error at the token to blame.
//!
//! `TRYBUILD=overwrite` writes the expected texts; they depend on the compiler in `rust-toolchain.toml`.

#[test]
fn mistakes_do_not_compile() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/*.rs");
}

#[test]
fn generated_code_is_hygienic() {
    let cases = trybuild::TestCases::new();
    cases.pass("ui_pass/*.rs");
}

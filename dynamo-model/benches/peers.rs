//! `cargo bench -p dynamo-model --bench peers -- --check`: calls with this library beside other ways to make
//! them.
//!
//! What is run is the package `benches/peers` of the repository, which has a lock of its own: one of the
//! libraries compared brings the SDK's default features, two TLS stacks among them, and as a dependency of
//! this package it would bring them into every build of its tests.

#![allow(missing_docs, reason = "a benchmark")]

use std::path::Path;
use std::process::{Command, ExitCode};

const PACKAGE: &str = "../benches/peers/Cargo.toml";

fn main() -> ExitCode {
    // `cargo test --benches` runs it too, and without this.
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    if !arguments.iter().any(|argument| argument == "--bench") {
        return ExitCode::SUCCESS;
    }
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join(PACKAGE);
    let run = |program: &str, arguments: &[String]| {
        let status = Command::new(env!("CARGO"))
            .args(["run", "--release", "--quiet", "--manifest-path"])
            .arg(&package)
            .args(["--bin", program, "--"])
            .args(arguments)
            .status();
        status.is_ok_and(|status| status.success())
    };
    let holds = run("allocations", &[]) & run("peers", &arguments);
    match holds {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

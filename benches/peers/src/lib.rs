//! The same calls, made in seven ways, against an HTTP client in memory: what the ways cost in CPU and in
//! allocations.
//!
//! Two programs are made of it: `peers` (times; `main.rs`) and `allocations`. An allocator that counts makes
//! every allocation slower, so the times are taken without one.

#![allow(missing_docs, reason = "a benchmark's types are not for anyone else")]

pub mod columns;
pub mod http;
pub mod model;
mod request;
pub mod rows;

use std::sync::LazyLock;

use tokio::runtime::{Builder, Runtime};

use model::{Collection, Order};

/// One call, from the values to be written to the answer's values.
pub type Call = Box<dyn Fn(Vec<Order>) -> Outcome>;

/// What a call gave. It is dropped inside of the measured time: whoever asks for values drops them some time.
#[derive(Debug, PartialEq)]
pub enum Outcome {
    Written,
    Orders(Vec<Order>),
    /// So many orders, each lent and looked at.
    Lent(usize),
    Collection(Box<Collection>),
}

/// All on one thread, so that the thread's CPU time is all there is.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime starts")
});

pub fn block_on<F: Future>(call: F) -> F::Output {
    RUNTIME.block_on(call)
}

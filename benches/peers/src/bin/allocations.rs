//! How many allocations the calls make.

use std::alloc::System;

use dynamo_model_peers::model::orders;
use dynamo_model_peers::rows::{self, WAYS};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Allocations and reallocations of what is done.
fn allocations<T>(work: impl FnOnce() -> T) -> usize {
    let region = Region::new(ALLOCATOR);
    let done = work();
    let change = region.change();
    drop(done);
    change.allocations + change.reallocations
}

fn main() {
    println!("Allocations of one call, growing included.\n");
    print!("| call |");
    WAYS.iter().for_each(|way| print!(" {way} |"));
    println!("\n|---|{}", "---:|".repeat(WAYS.len()));
    for row in rows::all() {
        print!("| {} |", row.name);
        for way in &row.ways {
            match way {
                // The first calls fill caches.
                Some(call) => {
                    call(orders(row.orders));
                    let input = orders(row.orders);
                    print!(" {} |", allocations(|| call(input)));
                }
                None => print!(" – |"),
            }
        }
        println!();
    }
    let page = orders(rows::PAGE);
    println!(
        "\nA clone of the orders of a page makes {}.",
        allocations(|| page.clone())
    );
}

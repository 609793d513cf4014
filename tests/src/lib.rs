//! What the test targets share: a shop in one table, what looks at and answers its requests on the wire,
//! and the engine under test.
//!
//! The shop is the one of the README. It has an item collection of several types, overloaded, sparse and inverted
//! indexes, so that most tests need no model of their own; a test about one odd model declares it beside itself.

mod engine;
mod remote;
mod shop;
mod wire;

pub use engine::{client_under_test, on_path_under_test, table_name};
pub use shop::{
    Address, Customer, Invoice, Order, Shop, Status, address, customer, day, invoice, order,
};
pub use wire::{Sent, Wire, client, open, raw_item, repository, without_place};

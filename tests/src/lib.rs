//! What the test targets share: a shop in one table, and what looks at and answers its requests on the wire.
//!
//! The shop is the one of the README. It has an item collection of several types, overloaded, sparse and inverted
//! indexes, so that most tests need no model of their own; a test about one odd model declares it beside itself.

mod shop;
mod wire;

pub use shop::{
    Address, Customer, Invoice, Order, Shop, Status, address, customer, day, invoice, order,
};
pub use wire::{Sent, Wire, client, open, raw_item, repository};

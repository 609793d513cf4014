//! Expressions as data: conditions on keys and attributes, with two renderings.
//!
//! The service gets placeholders for every name and value, numbered by one allocator
//! ([`names::Placeholders`]), never derived from the names; `explain` gets the names and values
//! themselves.

mod attr;
mod condition;
mod key_condition;
mod names;

pub use attr::{Attr, Condition};
pub(crate) use condition::Expr;
pub(crate) use key_condition::KeyCondition;
pub(crate) use names::{Placeholders, Plain};

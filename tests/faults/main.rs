//! Faults that other tools of this kind had, each with the smallest input that shows it: one module per category of the
//! list, each test with the number of its record.
//!
//! A record that only the compiler can prove is in `ui`; one about updates, transactions, TTL or streams comes with these.

mod batch;
mod derive;
mod derive_types;
mod expressions;
mod key_building;
mod key_order;
mod lost_answer;
mod marshalling;
mod marshalling_numbers;
mod marshalling_sets;
mod marshalling_shapes;
mod paging;
mod sparse;
mod type_tags;

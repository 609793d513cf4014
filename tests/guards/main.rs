//! Items that are written together with others: copies under other keys (`also`), guards of unique values (`unique`).

mod model;

mod both;
mod copies;
mod copy_collections;
mod copy_reads;
mod expiry;
mod expiry_races;
mod hash_only;
mod key_values;
mod lost_answers;
mod owners;
mod races;
mod requests;
mod scopes;
mod stored_values;
mod transactions;
mod transitions;

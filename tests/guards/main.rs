//! Items that are written together with others: copies under other keys (`also`), guards of unique values (`unique`).

mod model;

mod both;
mod copies;
mod copy_reads;
mod expiry;
mod hash_only;
mod lost_answers;
mod owners;
mod races;
mod requests;
mod scopes;
mod transactions;
mod transitions;

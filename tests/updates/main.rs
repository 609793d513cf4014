//! Updates, and that no index is left stale by one.
#![allow(missing_docs, missing_debug_implementations)]

mod conditions;
mod documents;
mod expiry;
mod index_upkeep;
mod key_only;
mod modify;
mod overlaps;
mod own_keys;
mod property;
mod requests;
mod shop;
mod upsert;
mod versions;

//! Maintenance: scans, the deletion of an item collection, backfills.
#![allow(missing_docs, missing_debug_implementations)]

mod backfill;
mod backfill_choices;
mod backfill_companions;
mod backfill_interrupted;
mod backfill_races;
mod delete_companions;
mod delete_partition;
mod model;
mod pace;
mod scan;
mod scan_state;
mod wrong_types;

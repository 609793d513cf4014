//! Paths over several partitions: shards and time buckets.

mod ahead;
mod buckets;
mod log;
mod model;
mod shards;
mod shards_model;
mod shards_paging;

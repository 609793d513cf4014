//! Paths over several partitions: shards and time buckets.

#[path = "spread/buckets.rs"]
mod buckets;
#[path = "spread/log.rs"]
mod log;
#[path = "spread/model.rs"]
mod model;
#[path = "spread/shards.rs"]
mod shards;
#[path = "spread/shards_model.rs"]
mod shards_model;
#[path = "spread/shards_paging.rs"]
mod shards_paging;

//! Collections: the items of several entities under one partition key.

mod copies;
mod counts;
mod hierarchy;
mod index;
mod items;
mod local_index;
mod model;
mod pages;
mod range;
mod shards;

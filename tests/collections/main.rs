//! Collections: the items of several entities under one partition key.

mod hierarchy;
mod index;
mod items;
mod model;
mod pages;
mod range;
mod shards;

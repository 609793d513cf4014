//! From what was written to the checked model; the messages are here.
//!
//! Each function judges one thing, reports all it finds and gives `None` where nothing useful is left. No check hides another.

pub(crate) mod also;
pub(crate) mod collection;
pub(crate) mod copy;
pub(crate) mod document;
pub(crate) mod entity;
pub(crate) mod index;
pub(crate) mod key_part;
pub(crate) mod projection;
pub(crate) mod rename;
pub(crate) mod roles;
pub(crate) mod shard;
pub(crate) mod table;
pub(crate) mod template;
pub(crate) mod unique;
pub(crate) mod unstored;

//! What was written, before any judgement: permissive receivers.
//!
//! A receiver keeps what it could read and reports what it could not (an unknown name, a value of the wrong form); whether what it kept makes sense together is
//! for `validate`. Attributes are read nowhere else.

pub(crate) mod also;
pub(crate) mod collection;
pub(crate) mod copy;
pub(crate) mod document;
pub(crate) mod entity;
pub(crate) mod format;
pub(crate) mod key_part;
pub(crate) mod projection;
pub(crate) mod self_type;
pub(crate) mod serde;
pub(crate) mod settings;
pub(crate) mod shard;
pub(crate) mod table;
pub(crate) mod template;
pub(crate) mod unique;

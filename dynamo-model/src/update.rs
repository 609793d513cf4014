//! Typed updates: the builder behind the generated ones, and what the indexes need when it is finished.

mod copies;
mod gate;
mod parts;
mod updating;
mod upkeep;

pub use gate::{AllOrNone, CopiedTogether, Gate, Presence, RequiredField};
pub(crate) use parts::{Purpose, UpdateParts};
pub use updating::{IntoUpdate, Updating};

//! Projections as read types, and keys turned into whole entities.

mod hydrate;
mod indexes;
mod lent;
mod model;
mod reads;

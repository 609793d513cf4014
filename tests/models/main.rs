//! Designs of others, reproduced: entities for each, every stored item exactly, and the reads that the
//! design is for.
//!
//! The data is in `../shared/models` beside the workspace, or where `DYNAMO_MODEL_MODELS` says; it is not
//! part of the repository. Without it each test says so and stops.

mod bank;
mod chat;
mod complaints;
mod devices;
mod game;
mod game_page;
mod payments;
mod retail;
mod sessions;
mod shop;
mod social;
mod support;

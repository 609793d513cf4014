//! What the library does, on the embedded engine: one module per topic.
//!
//! The engine stands for the service here. Where it is known to differ (`dynamo_model::embedded`), or where the service would have to fail,
//! the answer is scripted.

mod ahead;
mod batch;
mod cursors;
mod decoding;
mod entries;
mod filters;
mod hash_only;
mod indexes;
mod interop;
mod items;
mod key_attributes;
mod key_errors;
mod lossy_ranges;
mod lost_answers;
mod observer;
mod paging;
mod partial_indexes;
mod partial_values;
mod queries;
mod recognition;
mod requests;
mod tables;
mod wire_answers;
mod wire_clients;
mod wire_malformed;
mod wire_path;
mod wire_requests;
mod writes;

//! Copies of another entity's fields, and the fan-out that keeps them true.

mod births;
mod companions;
mod fan_out;
mod faults;
mod interleaved;
mod killed;
mod models;
mod random;
mod shop;

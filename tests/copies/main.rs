//! Copies of another entity's fields, and the fan-out that keeps them true.

mod births;
mod fan_out;
mod interleaved;
mod killed;
mod random;
mod shop;

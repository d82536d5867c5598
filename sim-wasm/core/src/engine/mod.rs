//! What a simulation runs on: the event tree, random numbers, CPU sets, the event hash, the state as bytes.
//! Knows nothing of scheduling.

#[macro_use]
mod state;

mod coder;
pub mod hash;
pub mod ids;
pub mod mask;
pub mod rng;
pub mod tree;
pub mod wire;

//! What a simulation runs on: the event tree, random numbers, CPU sets, the event hash, the state as bytes.
//! Knows nothing of scheduling.

#[macro_use]
mod state;
#[macro_use]
pub mod ids;
pub mod list;

mod coder;
pub mod hash;
pub mod mask;
pub mod rng;
pub mod time;
pub mod tree;
pub mod wire;

//! What a simulation runs on: the event tree, random numbers, CPU sets, the event hash.
//! Knows nothing of scheduling.

pub mod hash;
pub mod mask;
pub mod rng;
pub mod tree;

//! The data structures below a simulation: the event tree, random numbers, CPU sets, the event hash.
//! They know nothing about scheduling.

#[macro_use]
pub mod ids;
pub mod list;

pub mod hash;
pub mod mask;
pub mod rng;
pub mod time;
pub mod tree;

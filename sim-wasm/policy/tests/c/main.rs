//! The front end from C to results in the virtual machine.

mod expressions;
mod problems;
mod semantics;
mod sources;
mod speed;
mod support;
mod warnings;

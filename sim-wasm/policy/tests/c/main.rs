//! The front end from C to results in the virtual machine.

mod expressions;
mod problems;
mod semantics;
mod sources;
mod support;
mod warnings;

//! A deterministic simulator of Linux scheduling mechanisms.
//!
//! No browser, no IO, no clock, no float in a decision, no unordered map.

#[macro_use]
mod macros;
#[macro_use]
pub mod engine;

pub mod balance;
pub mod document;
pub mod machine;
pub mod mechanisms;
pub mod memory;
pub mod observe;
pub mod runqueue;
pub mod scenario;
pub mod sim;
pub mod system;
pub mod wakeup;
pub mod workload;

//! A deterministic simulator of Linux scheduling mechanisms.
//!
//! No browser, no IO, no clock, no float in a decision, no unordered map.

pub mod engine;
pub mod machine;
pub mod mechanisms;
pub mod observe;
pub mod scenario;

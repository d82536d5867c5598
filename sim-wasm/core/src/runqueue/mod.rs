//! What a CPU holds and picks: the CFS run queue with its load tracking, and the O(1) arrays.

pub mod cfs;
pub mod o1;
pub mod pelt;

//! The integration tests are modules of one program, so that the simulator is compiled and linked into it once.

mod buddies;
mod cgroups;
mod challenges;
mod common;
mod containers;
mod eevdf;
mod endurance;
mod hogs;
mod hybrid;
mod invariants;
mod json;
mod machines;
mod mechanisms;
mod memory;
mod needs;
mod policies;
mod preemption;
mod recount;
mod replay;
mod rtapp;
mod scenario;
mod task_history;
mod topology;
mod trace;
mod workloads;

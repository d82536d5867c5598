//! A run queue over a stretch of time, as numbers for a drawing. The reader is `src/engine/wire/trace.ts`.
//!
//! ```text
//! per sample  SAMPLE numbers: time, time up to which the running task is charged, clock of the queue (all ns), tasks
//! per task    TASK numbers: task, state (index of QUEUED_STATES), vruntime and deadline (ns ahead of the clock), weight,
//!             rest of the timeslice (ns; O(1))
//! ```

use super::inspect::{QueueInspection, QueuedTask};
use crate::engine::time::Ns;

/// Numbers of a sample before its tasks.
pub const SAMPLE: usize = 4;
/// Numbers of a task.
pub const TASK: usize = 6;
/// The states of a queued task, in the order of their numbers.
pub const QUEUED_STATES: [&str; 4] = ["running", "waiting", "delayed", "expired"];

/// Appends a sample of a queue.
pub fn tell(now: Ns, queue: &QueueInspection, into: &mut Vec<f64>) {
    let QueueInspection { charged_ns, clock_ns, tasks, .. } = queue;
    into.extend([now.0 as f64, *charged_ns as f64, *clock_ns as f64, tasks.len() as f64]);
    for QueuedTask {
        task, running, delayed, expired, vruntime_ns, deadline_ns, weight, timeslice_ms, ..
    } in tasks
    {
        let state = if *running { 0 } else { 1 + u8::from(*delayed) + 2 * u8::from(*expired) };
        let (v, d, slice) = (*vruntime_ns as f64, *deadline_ns as f64, f64::from(*timeslice_ms) * 1e6);
        into.extend([f64::from(*task), f64::from(state), v, d, *weight as f64, slice]);
    }
}

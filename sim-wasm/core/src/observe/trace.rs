//! A run queue over a stretch of time, as numbers for a drawing. The reader is `src/engine/wire/trace.ts`.
//!
//! ```text
//! per sample  SAMPLE numbers: its time, up to when the running task is charged, the queue's clock (all ns), its tasks
//! per task    TASK numbers: task, state (index of QUEUED_STATES), vruntime and deadline (ns ahead of the clock), weight
//! ```

use super::inspect::{QueueInspection, QueuedTask};
use crate::engine::time::Ns;

/// Numbers of a sample before its tasks.
pub const SAMPLE: usize = 4;
/// Numbers of a task.
pub const TASK: usize = 5;
/// What a task of a queue does, in the order of its number.
pub const QUEUED_STATES: [&str; 3] = ["running", "waiting", "delayed"];

/// Adds a queue to the numbers.
pub fn tell(now: Ns, queue: &QueueInspection, into: &mut Vec<f64>) {
    let QueueInspection { charged_ns, clock_ns, tasks, .. } = queue;
    into.extend([now.0 as f64, *charged_ns as f64, *clock_ns as f64, tasks.len() as f64]);
    for QueuedTask { task, running, delayed, vruntime_ns, deadline_ns, weight, .. } in tasks {
        let state = if *running { 0 } else { 1 + u8::from(*delayed) };
        let (v, d) = (*vruntime_ns as f64, *deadline_ns as f64);
        into.extend([f64::from(*task), f64::from(state), v, d, *weight as f64]);
    }
}

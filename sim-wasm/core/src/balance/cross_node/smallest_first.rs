//! Smallest memory first (the thread's second wish): of the tasks that may leave a node, the one that
//! leaves the least memory behind goes first.

use crate::engine::ids::TaskId;
use crate::system::System;

/// The order in which the tasks of another node are examined; equal ones stay in the order of the queue.
pub fn sort(sys: &System, tasks: &mut [TaskId]) {
    if sys.features.smallest_first {
        super::sort_by_key(tasks, &|task| sys.tasks[task].memory.map_or(0, |memory| memory.mb));
    }
}

//! The home node (Focht's proposal): a task knows the node that holds its memory. Other nodes take it
//! last, and a CPU that looks across takes its own node's tasks home first, from wherever they wait.

use crate::engine::ids::TaskId;
use crate::system::System;

/// The node a task would rather be on.
fn home(sys: &System, task: TaskId) -> Option<usize> {
    sys.tasks[task].memory.map(|memory| memory.node)
}

/// The order in which the tasks of another node are examined: those at home here, then those at home
/// nowhere near, then those that are at home where they are.
pub fn sort(sys: &System, tasks: &mut [TaskId], from: usize, to: usize) {
    if sys.features.home_node {
        super::sort_by_key(tasks, &|task| match home(sys, task) {
            Some(node) if node == to => 0,
            Some(node) if node == from => 2,
            _ => 1,
        });
    }
}

/// The node on which most tasks wait that are at home on `this`, if any do.
pub fn strayed(sys: &System, this: usize) -> Option<usize> {
    if !sys.features.home_node {
        return None;
    }
    let waiting = |node: usize| {
        let cpus = sys.machine.node_mask[node].iter();
        cpus.flat_map(|cpu| sys.waiting(cpu)).filter(|&task| home(sys, task) == Some(this)).count()
    };
    let others = (0..sys.machine.nr_nodes).filter(|&node| node != this);
    others
        .map(|node| (waiting(node), node))
        .filter(|found| found.0 > 0)
        .max_by_key(|f| (f.0, usize::MAX - f.1))
        .map(|f| f.1)
}

//! The node balancer (Focht, January 2003): every Nth `load_balance` call of a CPU may also look at
//! the busiest node. The thread's further steps are a module and a switch each.

pub mod home_node;
pub mod interval;
pub mod margin;
pub mod mask_fix;
pub mod smallest_first;
pub mod smoothing;

use crate::engine::ids::{CpuId, TaskId};
use crate::engine::mask::CpuMask;
use crate::observe::steps::{FindBusiestNode, Load};
use crate::system::System;

/// Counts the call; the CPUs to balance over: `own`, and on every Nth call those of the busiest node.
pub fn balance_mask(sys: &mut System, cpu: CpuId, own: CpuMask) -> CpuMask {
    let this = sys.machine.node_of[cpu];
    let calls = interval::calls(sys, this);
    let nr_balanced = &mut sys.node_balance[cpu].nr_balanced;
    *nr_balanced += 1;
    if *nr_balanced < calls {
        return own;
    }
    *nr_balanced = 0;
    if !sys.features.cross_node {
        return own;
    }
    let loads = smoothing::node_loads(sys, cpu);
    let busiest = find_busiest_node(sys, this, &loads).or_else(|| home_node::strayed(sys, this));
    interval::adapt(sys, this, &loads);
    for (node, &load) in loads.iter().enumerate() {
        let first = sys.machine.node_mask[node].first().unwrap_or(cpu);
        let load = Load(u64::from(load));
        let chosen = busiest == Some(node);
        sys.tried(first, if chosen { FindBusiestNode::Chosen(load) } else { FindBusiestNode::Load(load) });
    }
    busiest.map_or(own, |node| mask_fix::mask(sys, cpu, own, node))
}

/// The order in which a CPU of node `to` examines the waiting tasks of node `from`, given the order of the queue.
pub fn sort_candidates(sys: &System, tasks: &mut [TaskId], from: usize, to: usize) {
    if from != to {
        smallest_first::sort(sys, tasks);
        home_node::sort(sys, tasks, from, to);
    }
}

/// Sorts stably, by inserting: one of the standard library's sorts is 5 kB of WebAssembly.
fn sort_by_key(tasks: &mut [TaskId], key: &dyn Fn(TaskId) -> u32) {
    for end in 1..tasks.len() {
        let task = tasks[end];
        let of_task = key(task);
        let at = tasks[..end].partition_point(|&one| key(one) <= of_task);
        tasks.copy_within(at..end, at + 1);
        tasks[at] = task;
    }
}

/// The most loaded other node, if it has more than `NODE_THRESHOLD` percent of this node's load.
fn find_busiest_node(sys: &System, this: usize, loads: &[u32]) -> Option<usize> {
    let threshold = u64::from(sys.tuned.node_threshold_pct);
    let wanted = threshold * u64::from(loads[this]) + 100 * u64::from(margin::tasks(sys));
    let mut max = loads[this];
    let mut busiest = None;
    for (node, &load) in loads.iter().enumerate() {
        if node != this && load > max && 100 * u64::from(load) > wanted {
            max = load;
            busiest = Some(node);
        }
    }
    busiest
}

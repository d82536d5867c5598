//! The node balancer (Focht, January 2003): every Nth `load_balance` call of a CPU may also look at
//! the busiest node.

use crate::engine::mask::CpuMask;
use crate::observe::vocab::{Answer, Func};
use crate::system::System;

/// Counts the call; on every `NODE_BALANCE_RATIO`th one, the CPUs of the busiest node.
pub fn extra_mask(sys: &mut System, cpu: usize) -> CpuMask {
    let ratio = sys.tuned.node_balance_ratio;
    let Some(rq) = &mut sys.cpus[cpu].o1 else {
        return CpuMask::EMPTY;
    };
    rq.nr_balanced = (rq.nr_balanced + 1) % ratio;
    if !sys.features.cross_node || rq.nr_balanced != 0 {
        return CpuMask::EMPTY;
    }
    let this = sys.machine.node_of[cpu] as usize;
    let busiest = find_busiest_node(sys, this);
    for node in 0..sys.machine.nr_nodes {
        let first = sys.machine.node_mask[node].first().unwrap_or(0);
        let answer = if busiest == Some(node) { Answer::Chosen } else { Answer::Load };
        sys.obs.decisions.step(Func::FindBusiestNode, first, answer, sys.node_nr_running[node]);
    }
    busiest.map_or(CpuMask::EMPTY, |n| sys.machine.node_mask[n])
}

/// The most loaded other node, if it has more than 125 % of this node's running tasks.
fn find_busiest_node(sys: &System, this: usize) -> Option<usize> {
    let own = sys.node_nr_running[this];
    let mut max = own;
    let mut busiest = None;
    for (node, &load) in sys.node_nr_running.iter().enumerate() {
        if node != this && load > max && 4 * load > 5 * own {
            max = load;
            busiest = Some(node);
        }
    }
    busiest
}

//! The variable interval (Focht's fifth patch): a node with little to do looks across more often.

use crate::scenario::NodeInterval;
use crate::system::System;

/// Fewest and most calls between two checks.
fn range(interval: NodeInterval) -> Option<(u32, u32)> {
    match interval {
        NodeInterval::Off => None,
        NodeInterval::Var1 => Some((4, 40)),
        NodeInterval::Var2 => Some((1, 16)),
    }
}

/// Calls of `load_balance` from one cross-node check of a CPU of this node to the next.
pub fn calls(sys: &System, node: usize) -> u32 {
    match range(sys.features.node_interval) {
        None => sys.tuned.node_balance_ratio,
        Some((few, many)) => {
            if sys.node_hurries[node] {
                few
            } else {
                many
            }
        }
    }
}

/// After a check: below half the average load the node looks often, else rarely.
pub fn adapt(sys: &mut System, node: usize, loads: &[u32]) {
    let average = loads.iter().sum::<u32>() / loads.len().max(1) as u32;
    sys.node_hurries[node] = loads[node] < average / 2;
}

//! What the balancer of the O(1) scheduler remembers.

use crate::engine::ids::PerCpu;

/// Of a CPU, from one of its balances to the next.
#[derive(Clone, Debug)]
pub struct NodeBalance {
    /// Queue lengths seen at the last scan, by CPU.
    pub prev_nr_running: PerCpu<u32>,
    /// `load_balance` calls since the last cross-node check.
    pub nr_balanced: u32,
    /// The smoothed load of each node at the last cross-node check.
    pub prev_node_load: Vec<u32>,
}

impl NodeBalance {
    pub fn new(cpus: usize, nodes: usize) -> Self {
        Self { prev_nr_running: vec![0; cpus].into(), nr_balanced: 0, prev_node_load: vec![0; nodes] }
    }
}

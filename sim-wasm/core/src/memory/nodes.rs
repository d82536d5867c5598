//! The memory of the nodes: where a task's memory is taken, and what using it costs when others use
//! the same node's memory or when it is remote.

use crate::machine::{Costs, Machine};
use crate::observe::vocab::Distance;

/// The node that `mem=4G` left without memory in the cluster thread.
pub const MEMORYLESS: usize = 1;

/// No task gets slower than this (%), however many share the memory.
const MOST_PCT: u64 = 1_000_000;

/// The node that a task on `node` gets its memory from: `node`, or the nearest node with memory.
pub fn allocate(machine: &Machine, node: usize, memoryless: bool) -> usize {
    let nodes = 0..machine.nr_nodes;
    nodes
        .filter(|&n| !(memoryless && n == MEMORYLESS && machine.nr_nodes > 1))
        .min_by_key(|&n| (n != node, machine.node_distance[node][n], n))
        .unwrap_or(node)
}

/// What a line between two CPUs of `node` costs where [`MEMORYLESS`] has no memory: a line of another cluster is found
/// through the node that holds it.
#[inline]
pub fn priced_as(distance: Distance, node: usize) -> Distance {
    if node == MEMORYLESS && distance == Distance::Llc { Distance::Node } else { distance }
}

/// What the tasks that run want of a memory's bandwidth (%): 100 for one that does nothing but wait for it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Demand {
    /// Of the node that holds it.
    pub node: u32,
    /// Of the way there from one cluster; 0: the CPU is in none.
    pub cluster: u32,
}

/// Time per work (%) of a task that waits for memory during `memory_pct` of its work.
pub fn pace(costs: &Costs, memory_pct: u32, demand: Demand, remote: bool) -> u32 {
    let of = |demand: u32, share_pct: u32| u64::from(demand) * u64::from(share_pct) / 100;
    let further = 100 + of(demand.node.saturating_sub(100), costs.mem_further_pct);
    let node = of(demand.node, costs.mem_share_pct).max(further);
    let shared = node.max(of(demand.cluster, costs.mem_cluster_pct)).max(100);
    let far = u64::from(if remote { costs.remote_pct.max(100) } else { 100 });
    let waiting = u64::from(memory_pct) * shared / 100 * far / 100;
    100 - memory_pct + waiting.min(MOST_PCT) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::MachineId;

    #[test]
    fn memory_is_taken_at_home_or_nearest() {
        let kunpeng = Machine::preset(MachineId::Kunpeng96);
        for node in 0..4 {
            assert_eq!(allocate(&kunpeng, node, false), node);
        }
        assert_eq!(allocate(&kunpeng, 1, true), 0);
        assert_eq!(allocate(&kunpeng, 3, true), 3);
        assert_eq!(allocate(&Machine::preset(MachineId::Kunpeng24), 0, true), 0);
    }

    #[test]
    fn a_node_slows_down_once_its_bandwidth_is_shared_out() {
        let costs = Costs { mem_share_pct: 60, remote_pct: 120, ..Costs::default() };
        let alone = |node, remote| pace(&costs, 100, Demand { node, cluster: 0 }, remote);
        assert_eq!(alone(100, false), 100);
        assert_eq!(alone(200, false), 120);
        assert_eq!(alone(400, false), 240);
        assert_eq!(alone(100, true), 120);
        let four = Demand { node: 400, cluster: 0 };
        assert_eq!(pace(&costs, 0, four, true), 100);
        assert_eq!(pace(&costs, 50, four, false), 170);
        let worst = Costs { mem_share_pct: 100, remote_pct: 1000, ..Costs::default() };
        let most = Demand { node: 4000 * 100, cluster: 4000 * 100 };
        assert_eq!(pace(&worst, 100, most, true), 1_000_000);
    }

    #[test]
    fn each_further_one_on_a_node_adds_its_share_to_the_time_of_all() {
        let costs = Costs { mem_further_pct: 60, ..Costs::default() };
        let paces = [100, 200, 400].map(|node| pace(&costs, 100, Demand { node, cluster: 0 }, false));
        assert_eq!(paces, [100, 160, 280]);
        // One that waits for memory half of its time is half as much to the others.
        assert_eq!(pace(&costs, 50, Demand { node: 150, cluster: 0 }, false), 115);
    }

    #[test]
    fn the_narrower_of_cluster_and_node_decides() {
        let costs = Costs { mem_share_pct: 10, mem_cluster_pct: 60, ..Costs::default() };
        let pace = |node, cluster| pace(&costs, 100, Demand { node, cluster }, false);
        assert_eq!(pace(200, 100), 100);
        assert_eq!(pace(200, 200), 120);
        assert_eq!(pace(400, 400), 240);
        assert_eq!(pace(2400, 400), 240);
        assert_eq!(pace(2500, 400), 250);
    }
}

//! The smoothed node load (Focht's fourth patch): half of the load at the check before, plus the
//! tasks running now. Every run queue has its own history; it changes at its cross-node checks only.

use crate::engine::ids::CpuId;
use crate::system::System;

/// The load of each node as a CPU sees it at its cross-node check.
pub fn node_loads(sys: &mut System, cpu: CpuId) -> Vec<u32> {
    let mut loads = sys.node_nr_running.clone();
    if sys.features.node_smoothing {
        for (load, before) in loads.iter_mut().zip(&mut sys.node_balance[cpu].prev_node_load) {
            *load += *before / 2;
            *before = *load;
        }
    }
    loads
}

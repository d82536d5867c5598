//! The miniature NUMA scheduler (Bligh, January 2003): `load_balance` looks at the CPUs of its own
//! node only.

use crate::engine::ids::CpuId;
use crate::engine::mask::CpuMask;
use crate::system::System;

/// The CPUs a balancing CPU may take tasks from, before any cross-node rule.
pub fn balance_mask(sys: &System, cpu: CpuId) -> CpuMask {
    if sys.features.node_restricted { sys.machine.node_span(cpu) } else { sys.machine.cpus() }
}

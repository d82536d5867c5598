//! The mask fix (Hohnbaum): the call that looks across need not look at its own node again.

use crate::engine::ids::CpuId;
use crate::engine::mask::CpuMask;
use crate::system::System;

/// The CPUs to balance over when `busiest` is the busiest node.
pub fn mask(sys: &System, cpu: CpuId, own: CpuMask, busiest: usize) -> CpuMask {
    let other = sys.machine.node_mask[busiest];
    if sys.features.node_mask_fix { other.or(CpuMask::one(cpu)) } else { own.or(other) }
}

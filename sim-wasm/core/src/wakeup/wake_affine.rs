//! `wake_affine`: the waker's CPU or the previous one.

use crate::engine::ids::{CpuId, TaskId};
use crate::observe::steps::{Load, Tasks, WakeAffine};
use crate::system::System;

/// `WA_IDLE`: the waker is alone and about to sleep, or (since v5.11) the previous CPU is idle; else `WA_WEIGHT`: the
/// less loaded of the two, with the previous CPU's load counted higher by half of what the imbalance percentage of the
/// domain of both is above 100.
pub fn wake_affine(
    sys: &mut System,
    imbalance_pct: u32,
    task: TaskId,
    this: CpuId,
    prev: CpuId,
    sync: bool,
) -> CpuId {
    if sync && sys.nr_running(this) == 1 {
        sys.tried(this, WakeAffine::Yes(Tasks(1)));
        return this;
    }
    if sys.rules.affine_idle_prev && sys.is_idle(prev) {
        sys.tried(prev, WakeAffine::Idle);
        return prev;
    }
    sys.update_load(this);
    sys.update_load(prev);
    let h_load = sys.task_h_load(task);
    let mut this_load = sys.cpu_load(this);
    // Loads are compared by what their CPUs can do; where all are equal that is the same.
    let (this_capacity, prev_capacity) =
        if sys.is_asym() { (sys.capacity_of(this), sys.capacity_of(prev)) } else { (1, 1) };
    if sync {
        let current_load = sys.cpus[this].curr.map_or(0, |current| sys.task_h_load(current));
        if current_load > this_load {
            sys.tried(this, WakeAffine::Load(Load(0)));
            return this;
        }
        this_load -= current_load;
    }
    let this_eff = (this_load + h_load) * 100 * u64::from(prev_capacity);
    let prev_load = sys.cpu_load(prev).saturating_sub(h_load);
    let prev_eff =
        prev_load * u64::from(100 + (imbalance_pct - 100) / 2) * u64::from(this_capacity) + u64::from(sync);
    sys.tried(this, WakeAffine::Load(Load(this_eff)));
    sys.tried(prev, WakeAffine::Load(Load(prev_eff)));
    if this_eff < prev_eff { this } else { prev }
}

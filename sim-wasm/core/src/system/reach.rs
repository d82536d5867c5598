//! Wasted CPUs: idle CPUs that could run a waiting task at once.

use super::System;
use crate::engine::ids::CpuId;
use crate::engine::mask::CpuMask;
use crate::machine::Machine;
use crate::machine::kernel::KernelRules;

/// A set of CPUs within which an idle one can take work at once: an LLC, or the whole machine if the kernel has no scheduling
/// domains.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    cpus: CpuMask,
    /// Idle CPUs that the workload may use.
    pub idle: u32,
    /// Tasks that wait behind another one.
    pub waiting: u32,
}

impl Reach {
    /// The sets of a machine on which no task runs.
    pub fn all(machine: &Machine, rules: &KernelRules, usable: CpuMask) -> Vec<Self> {
        let sets = if rules.has_domains() { machine.llc_mask.clone() } else { vec![machine.cpus()] };
        let reach = |cpus: CpuMask| Self { cpus, idle: cpus.and(usable).weight(), waiting: 0 };
        sets.into_iter().map(reach).collect()
    }

    /// The number of idle CPUs that could run one of the waiting tasks.
    fn wasted(&self) -> u32 {
        self.idle.min(self.waiting)
    }
}

impl System {
    /// Changes the counts of the set that a CPU is in.
    #[inline]
    pub(super) fn change_reach(&mut self, cpu: CpuId, change: impl FnOnce(&mut Reach)) {
        let at = if self.rules.has_domains() { self.machine.llc_of[cpu] } else { 0 };
        let reach = &mut self.reaches[at];
        let before = u64::from(reach.wasted());
        change(reach);
        let after = u64::from(reach.wasted());
        let wasted = self.obs.wasted.level() + after - before;
        if after != before {
            self.obs.wasted.set(self.now, wasted);
        }
        if self.obs.log.is_kept() && !(wasted == 0 && self.obs.log.none_wasted()) {
            self.log_wasted();
        }
    }

    /// Writes to the log which CPUs are wasted now.
    pub fn log_wasted(&mut self) {
        let wasted = self.wasted();
        self.obs.log.note_wasted(self.now, wasted);
    }

    /// The *wasted* CPUs. If a set has more idle CPUs than waiting tasks, those with the lowest numbers count.
    pub fn wasted(&self) -> CpuMask {
        let mut wasted = CpuMask::default();
        for reach in &self.reaches {
            let idle = reach.cpus.and(self.usable).and(self.idle);
            idle.iter().take(reach.wasted() as usize).for_each(|cpu| wasted.set(cpu));
        }
        wasted
    }
}

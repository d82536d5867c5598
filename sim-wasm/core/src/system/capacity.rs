//! CPUs that differ in capacity: what fits on which, and tasks that have outgrown theirs (`misfit_task_load`). Where the
//! kernel takes all for equal, nothing here is kept or asked for.

use super::System;
use crate::engine::ids::{CpuId, Id, TaskId};
use crate::engine::mask::CpuMask;
use crate::machine::domains::{Domain, flags};
use crate::machine::topology::FULL_CAPACITY;
use crate::runqueue::SchedClass;

impl System {
    /// The kernel knows that CPUs differ (`sched_asym_cpucap_active`).
    #[inline]
    pub fn is_asym(&self) -> bool {
        !self.domains.capacities.is_empty()
    }

    /// `capacity_of`
    #[inline]
    pub fn capacity_of(&self, cpu: CpuId) -> u32 {
        self.domains.capacities.get(cpu.index()).copied().unwrap_or(FULL_CAPACITY)
    }

    /// `task_fits_cpu`: a fifth of the CPU stays free.
    #[cold]
    #[inline(never)]
    pub fn fits(&self, task: TaskId, capacity: u32) -> bool {
        fits_capacity(self.queues.task_load(task).util_avg, capacity)
    }

    /// The decayed utilisation of a sleeping task, before it is compared with a capacity (`sync_entity_load_avg`).
    #[cold]
    #[inline(never)]
    pub fn update_asleep(&mut self, task: TaskId) {
        let at = self.at(self.tasks[task].cpu);
        self.queues.update_asleep(at, task);
    }

    /// The lowest domain of a CPU that has CPUs of every capacity (`sd_asym_cpucapacity`); before v5.14 the one at which tasks
    /// are placed by capacity at all.
    pub fn sd_asym(&self, cpu: CpuId) -> Option<&Domain> {
        let flag =
            if self.rules.asym_levels { flags::ASYM_CPUCAPACITY_FULL } else { flags::ASYM_CPUCAPACITY };
        self.domains.of[cpu].iter().find(|domain| domain.has(flag))
    }

    /// That domain of a CPU, if its CPUs share what wake-ups know of idle ones: since v7.2, unless it spans nodes
    /// (`claim_asym_sched_domain_shared`).
    pub fn sd_asym_shared(&self, cpu: CpuId) -> Option<&Domain> {
        if !self.rules.asym_idle_cores {
            return None;
        }
        self.sd_asym(cpu).filter(|domain| !domain.has(flags::NUMA))
    }

    /// Such a domain has the number of the LLC of its first CPU.
    #[cold]
    #[inline(never)]
    pub(super) fn share_by_capacity(&mut self) {
        for cpu in self.machine.cpus().iter() {
            let Some((first, weight)) =
                self.sd_asym_shared(cpu).and_then(|d| Some((d.span.first()?, d.weight)))
            else {
                continue;
            };
            let shared = self.machine.llc_of[first];
            self.shared_of[cpu] = shared;
            self.nr_idle_scan[shared] = weight;
        }
    }

    /// `asym_fits_cpu`: the task fits on the CPU; since v7.2 the other threads of its core have to be idle, too.
    #[cold]
    #[inline(never)]
    pub fn asym_fits(&self, task: TaskId, cpu: CpuId) -> bool {
        self.fits(task, self.capacity_of(cpu)) && (!self.rules.asym_idle_cores || self.beside_idle(cpu))
    }

    /// `is_core_idle`: the other threads of the core are idle.
    pub fn beside_idle(&self, cpu: CpuId) -> bool {
        self.machine.smt_mask[cpu].and_not(CpuMask::one(cpu)).is_subset_of(self.idle)
    }

    /// Takes up what the kernel knows of its CPUs.
    #[cold]
    #[inline(never)]
    pub(super) fn take_capacities(&mut self) {
        if !self.is_asym() {
            return;
        }
        for cpu in self.machine.cpus().iter() {
            let capacity = self.capacity_of(cpu);
            self.queues.set_capacity(cpu, capacity);
        }
        self.misfit = vec![0; self.machine.nr_cpu_ids].into();
    }

    /// `update_misfit_status`: the running task has outgrown its CPU, or has not.
    #[inline]
    pub(super) fn update_misfit(&mut self, cpu: CpuId) {
        if self.is_asym() {
            self.set_misfit(cpu);
        }
    }

    #[cold]
    #[inline(never)]
    fn set_misfit(&mut self, cpu: CpuId) {
        let capacity = self.capacity_of(cpu);
        let most_allowed = |allowed: CpuMask| allowed.iter().map(|cpu| self.capacity_of(cpu)).max();
        let outgrown = |&task: &TaskId| {
            let allowed = self.tasks[task].allowed;
            let has_most = self.rules.misfit_below_most && most_allowed(allowed) == Some(capacity);
            let moves = self.rules.misfit_pinned || !allowed.is_one();
            moves && !has_most && !self.fits(task, capacity)
        };
        let task = self.cpus[cpu].curr.filter(outgrown);
        self.misfit[cpu] = task.map_or(0, |task| self.task_h_load(task).max(1));
    }

    /// The load of the running task if its utilisation exceeds the capacity of this CPU; else 0.
    #[inline]
    pub fn misfit_load(&self, cpu: CpuId) -> u64 {
        if self.is_asym() { self.misfit[cpu] } else { 0 }
    }

    /// `check_misfit_status`: a CPU runs such a task, and another one can do more.
    pub fn asks_for_more(&self, cpu: CpuId) -> bool {
        let most = self.domains.capacities.iter().max();
        self.misfit_load(cpu) > 0 && most.is_some_and(|&most| self.capacity_of(cpu) < most)
    }

    /// Some CPU runs a task that has outgrown it.
    #[inline(never)]
    pub fn any_misfit(&self) -> bool {
        self.is_asym() && self.misfit.iter().any(|&load| load > 0)
    }

    /// `sched_asym_prefer`, where tasks are packed: `cpu` is to run tasks before `other` does, and its core has no other work
    /// (since v6.5 a priority counts only for a core that is idle; before, threads had different ones).
    #[cold]
    #[inline(never)]
    pub fn packs_before(&self, cpu: CpuId, other: CpuId) -> bool {
        self.beside_idle(cpu) && self.machine.priority(cpu) > self.machine.priority(other)
    }
}

/// `fits_capacity`: a fifth of the larger one stays free.
pub fn fits_capacity(small: impl Into<u64>, large: u32) -> bool {
    small.into() * 1280 < u64::from(large) * 1024
}

/// `capacity_greater`: by more than 5 %.
pub fn capacity_greater(a: u32, b: u32) -> bool {
    a * 1024 > b * 1078
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{KernelId, MachineId, kernel};
    use crate::observe::vocab::Left;
    use crate::scenario::Features;

    #[test]
    fn a_task_that_may_use_one_cpu_only_has_outgrown_it_up_to_5_11() {
        // CPU 0 can do 718 of 1024.
        for (kernel, pinned, misfit) in [
            (KernelId::V5_9, true, true),
            (KernelId::V5_10, true, true),
            (KernelId::V6_5, true, false),
            (KernelId::V6_5, false, true),
        ] {
            let mut sys = System::bare(MachineId::Spark20, kernel::rules(kernel), Features::default());
            sys.crowd(CpuId(0), 1);
            sys.cfs().entities[TaskId(0)].load.avg.util_avg = 700;
            if pinned {
                sys.tasks[TaskId(0)].allowed = CpuMask::one(CpuId(0));
            }
            sys.pick_next(CpuId(0));
            sys.switch_to(CpuId(0), TaskId(0), None, Left::Idle);
            assert_eq!(sys.misfit_load(CpuId(0)) > 0, misfit, "{kernel:?} {pinned}");
        }
    }
}

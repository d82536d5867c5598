//! Sums over a group of CPUs, and the type a group has by them (5.9 `update_sg_lb_stats`).

use super::System;
use crate::engine::ids::{CpuId, TaskId};
use crate::machine::kernel::BalanceRule;
use crate::machine::topology::FULL_CAPACITY;
use crate::runqueue::SchedClass;

/// Capacity of a CPU, and of a core's hardware threads together (`smt_gain`).
pub const CAPACITY: u64 = FULL_CAPACITY as u64;
const SMT_GAIN: u64 = 1178;

/// How busy a group is; later ones are busier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GroupType {
    HasSpare,
    FullyBusy,
    /// A task has outgrown its CPU.
    MisfitTask,
    /// The threads of a core share it.
    SmtBalance,
    /// What it runs is to run on a faster CPU that is idle.
    AsymPacking,
    Imbalanced,
    /// Tasks prefer the last-level cache of the CPU that balances.
    LlcBalance,
    Overloaded,
}

/// Load, utilisation and tasks of a group.
#[derive(Clone, Copy, Debug, Default)]
pub struct GroupSums {
    pub load: u64,
    pub util: u64,
    pub runnable: u64,
    pub nr_running: u32,
    /// `sum_h_nr_running`
    pub nr_runnable: u32,
    pub idle: u32,
}

/// `adjust_numa_imbalance`: 0 if `running` tasks may stay on one node and the imbalance is at most two.
pub fn adjust_numa_imbalance(imbalance: u32, running: u32, imb_numa_nr: u32) -> u32 {
    const MIN: u32 = 2;
    if running <= imb_numa_nr && imbalance <= MIN { 0 } else { imbalance }
}

impl GroupType {
    pub fn classify(
        weight: u32,
        nr_running: u32,
        capacity: u64,
        util: u64,
        runnable: u64,
        imbalanced: bool,
        pct: u32,
    ) -> Self {
        let pct = u64::from(pct);
        let runnable_high = capacity * pct < runnable * 100;
        if nr_running > weight && (capacity * 100 < util * pct || runnable_high) {
            Self::Overloaded
        } else if imbalanced {
            Self::Imbalanced
        } else if nr_running < weight || (!runnable_high && capacity * 100 > util * pct) {
            Self::HasSpare
        } else {
            Self::FullyBusy
        }
    }

    /// Such groups are compared by their load. Of others the kernel does not compute it.
    pub fn goes_by_load(self) -> bool {
        matches!(self, Self::FullyBusy | Self::Overloaded)
    }
}

impl System {
    /// The load of a CPU as it is compared. Until 5.4 that is `runnable_load_avg`: the tasks of a task group
    /// count by the group's entity, which is worth what is queued (`calc_group_runnable`), by the share of time in
    /// which anything was.
    #[inline]
    pub fn cpu_load(&self, cpu: CpuId) -> u64 {
        let avg = self.queues.load(cpu);
        match self.rules.balance {
            BalanceRule::ByType => avg.load_avg,
            BalanceRule::ByLoad => self.queues.weight(cpu) * avg.util_avg.min(1024) / 1024,
        }
    }

    /// What a CPU can do; until 5.4 a hardware thread counts as its part of a core.
    pub fn cpu_capacity(&self, cpu: CpuId) -> u64 {
        match self.machine.smt_mask[cpu].weight() {
            1 => CAPACITY,
            threads => SMT_GAIN / u64::from(threads),
        }
    }

    /// `task_h_load`: what a task adds to the load of its CPU; of a task group's entity its share.
    #[inline]
    pub fn task_h_load(&self, task: TaskId) -> u64 {
        let load = self.queues.task_load(task).load_avg;
        match self.rules.balance {
            BalanceRule::ByType => load,
            BalanceRule::ByLoad => {
                let cpu = self.tasks[task].cpu;
                let avg = self.queues.load(cpu);
                let entity = self.queues.weight(cpu).max(avg.load_avg) * avg.util_avg.min(1024) / 1024;
                load * entity / (avg.load_avg + 1)
            }
        }
    }

    /// Sums over CPUs, as last updated.
    #[inline]
    pub fn group_sums(&self, cpus: impl IntoIterator<Item = CpuId>) -> GroupSums {
        let mut s = GroupSums::default();
        for cpu in cpus {
            let avg = self.queues.load(cpu);
            s.load += avg.load_avg;
            s.util += avg.util_avg.min(self.capacity_of(cpu).into());
            s.runnable += avg.runnable_avg;
            s.nr_running += self.nr_running(cpu);
            s.nr_runnable += self.nr_runnable(cpu);
            s.idle += u32::from(self.idle.test(cpu));
        }
        s
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{KernelId, MachineId, kernel};
    use crate::scenario::Features;

    #[test]
    fn a_cpu_is_used_up_to_what_the_kernel_knows_it_can_do() {
        // CPUs 0 and 19 of this machine can do 718 and 1024.
        for (machine, used) in [(MachineId::Spark20, 718 + 1024), (MachineId::Xeon20, 2 * 1024)] {
            let mut sys = System::bare(machine, kernel::rules(KernelId::V6_5), Features::default());
            let cpus = [CpuId(0), CpuId(19)];
            for cpu in cpus {
                // It has come with a task from a faster one, or from several.
                sys.cfs().queues[cpu].load.avg.util_avg = 1100;
            }
            assert_eq!(sys.group_sums(cpus).util, used, "{machine:?}");
        }
    }
}

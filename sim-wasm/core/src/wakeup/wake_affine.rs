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
    if sync && sys.nr_runnable(this) == 1 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::kernel::{self, KernelRules};
    use crate::machine::{KernelId, MachineId};
    use crate::runqueue::RunQueues;
    use crate::scenario::Features;

    /// Where a task of CPU 7 with a load of 100 is drawn to that CPU 0 wakes. CPU 0 runs so many tasks, the first with a load
    /// of 300; the loads of both CPUs are these.
    fn drawn(machine: MachineId, idle_prev: bool, tasks: usize, sync: bool, loads: (u64, u64)) -> CpuId {
        let rules = KernelRules { affine_idle_prev: idle_prev, ..kernel::rules(KernelId::V5_10) };
        let mut sys = System::bare(machine, rules, Features::default());
        let (this, prev) = (CpuId(0), CpuId(7));
        sys.crowd(this, tasks.max(1));
        sys.set_curr(this, (tasks > 0).then_some(TaskId(0)));
        sys.crowd(prev, 1);
        let task = TaskId(tasks.max(1) as u16);
        if tasks == 0 {
            sys.set_curr(this, None);
        }
        let cfs = sys.cfs();
        cfs.entities[TaskId(0)].load.avg.load_avg = 300;
        cfs.entities[task].load.avg.load_avg = 100;
        (cfs.queues[this].load.avg.load_avg, cfs.queues[prev].load.avg.load_avg) = loads;
        if idle_prev {
            sys.idle.set(prev);
        }
        // An imbalance of 17 %: the previous CPU's load counts 8 % more.
        wake_affine(&mut sys, 117, task, this, prev, sync)
    }

    #[test]
    fn a_task_is_drawn_to_its_waker_that_is_alone_and_about_to_sleep_or_has_less_to_do_with_it() {
        let (this, prev) = (CpuId(0), CpuId(7));
        for (idle_prev, tasks, sync, loads, to) in [
            (false, 1, true, (9000, 0), this),
            (true, 1, true, (9000, 0), this),
            (true, 2, false, (0, 9000), prev),
            // (980 + 100) · 100 is not less than 1000 · 108.
            (false, 2, false, (979, 1100), this),
            (false, 2, false, (980, 1100), prev),
            (false, 1, false, (980, 1100), prev),
            // The waker's task is about to leave, and a tie is the waker's then.
            (false, 2, true, (1280, 1100), this),
            (false, 2, true, (1281, 1100), prev),
            // It has more load than its CPU.
            (false, 2, true, (299, 0), this),
            // What is woken counts no more on the CPU it comes from than that has.
            (false, 2, false, (0, 50), prev),
        ] {
            assert_eq!(
                drawn(MachineId::Xeon20, idle_prev, tasks, sync, loads),
                to,
                "{tasks} {sync} {loads:?}"
            );
        }
    }

    /// CPU 0 runs the waker, and a task that fell asleep in debt is still in its queue. Its load is far above that of CPU 7.
    #[test]
    fn a_waker_beside_a_delayed_task_is_alone_if_delayed_tasks_do_not_count() {
        let (this, prev) = (CpuId(0), CpuId(7));
        for (counts_delayed, to) in [(true, prev), (false, this)] {
            let rules = KernelRules { counts_delayed, ..kernel::rules(KernelId::V6_12_0) };
            let mut sys = System::bare(MachineId::Xeon20, rules, Features::default());
            sys.crowd(this, 2);
            sys.set_curr(this, Some(TaskId(0)));
            sys.crowd(prev, 1);
            let RunQueues::Eevdf(eevdf) = &mut sys.queues else { panic!("6.12 has EEVDF") };
            eevdf.loads.delay(this);
            eevdf.loads.queues[this].avg.load_avg = 9000;
            eevdf.loads.queues[prev].avg.load_avg = 0;
            assert_eq!(wake_affine(&mut sys, 117, TaskId(2), this, prev, true), to, "{counts_delayed}");
        }
        let counts = |kernel| kernel::rules(kernel).counts_delayed;
        assert!(counts(KernelId::V6_12_0) && !counts(KernelId::V6_12) && !counts(KernelId::V6_18_2));
    }

    #[test]
    fn where_cpus_differ_loads_are_compared_by_what_they_can_do() {
        // CPU 0 can do 718 of 1024, CPU 7 997.
        let at = |load| drawn(MachineId::Spark20, false, 2, false, (load, 1100));
        assert_eq!([at(677), at(678)], [CpuId(0), CpuId(7)]);
    }
}

//! Idle stealing (Sistare, on 4.20-rc1): a CPU about to go idle takes a task from an overloaded CPU
//! of its LLC, found through a bitmap.

use crate::balance::detach::move_queued;
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::mask::CpuMask;
use crate::engine::time::Ns;
use crate::observe::decisions::Why;
use crate::observe::steps::{AvgIdle, DetachNextTask, StealFrom, Task, Tasks, TrySteal};
use crate::observe::vocab::{Cause, Decided};
use crate::runqueue::SchedClass;
use crate::system::System;

/// `SCHED_STEAL_COST`: with less average idle time than this (ns) it does not try.
pub const STEAL_COST: Ns = Ns::us(10);

/// `try_steal`: first from the sibling threads, then around the LLC from this CPU on. Returns
/// whether a task came.
pub fn try_steal(sys: &mut System, dst: CpuId) -> bool {
    if !sys.steals() {
        return false;
    }
    sys.decide(Decided::Steal, dst, dst);
    let before = sys.charge;
    let stolen = search(sys, dst);
    sys.decided(stolen, dst, Why::Nothing, before);
    sys.obs.steal_fail += u64::from(stolen.is_none());
    stolen.is_some()
}

fn search(sys: &mut System, dst: CpuId) -> Option<TaskId> {
    let avg_idle = sys.cpus[dst].avg_idle;
    if avg_idle < STEAL_COST {
        sys.tried(dst, TrySteal::Gated(AvgIdle(avg_idle)));
        return None;
    }
    let overloaded = sys.overload.of(sys.machine.llc_of[dst]);
    if sys.obs.decisions.is_open() {
        for cpu in overloaded.iter() {
            let length = Tasks(sys.nr_running(cpu));
            sys.tried(cpu, TrySteal::Overloaded(length));
        }
    }
    let siblings =
        if sys.machine.has_smt { sys.machine.smt_mask[dst].and(overloaded) } else { CpuMask::EMPTY };
    let mut looked = 0;
    for src in siblings.iter().chain(overloaded.iter_wrap(dst)) {
        looked += 1;
        if let Some(task) = steal_from(sys, dst, src) {
            sys.charge += Ns::from(sys.costs.steal);
            return Some(task);
        }
    }
    sys.charge += Ns::from(looked * sys.costs.scan_cpu);
    None
}

/// The least recently run task that may move. Whether its cache is hot does not matter.
fn steal_from(sys: &mut System, dst: CpuId, src: CpuId) -> Option<TaskId> {
    if src == dst {
        return None;
    }
    let length = Tasks(sys.nr_running(src));
    if length.0 < 2 {
        sys.tried(src, StealFrom::No(length));
        return None;
    }
    sys.tried(src, StealFrom::Yes(length));
    let task = detach_next_task(sys, dst, src)?;
    sys.obs.decisions.turn_to(src);
    move_queued(sys, task, dst, Cause::Steal);
    Some(task)
}

/// `detach_next_task`: from the tail of the list on, which is the least recently run one.
fn detach_next_task(sys: &mut System, dst: CpuId, src: CpuId) -> Option<TaskId> {
    let curr = sys.cpus[src].curr;
    let mut place = 0;
    while let Some(task) = sys.queues.pull_at(src, place) {
        place += 1;
        if Some(task) == curr {
            sys.tried(src, DetachNextTask::Running(Task(task)));
        } else if sys.is_throttled(task, dst) {
            sys.tried(dst, DetachNextTask::Throttled(Task(task)));
        } else if sys.tasks[task].allowed.test(dst) {
            sys.tried(src, DetachNextTask::Moved(Task(task)));
            return Some(task);
        } else {
            sys.tried(src, DetachNextTask::NotAllowed(Task(task)));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{STEAL_COST, try_steal};
    use crate::engine::ids::{CpuId, TaskId};
    use crate::engine::mask::CpuMask;
    use crate::engine::time::Ns;
    use crate::machine::{KernelId, MachineId, kernel};
    use crate::scenario::{Features, Steal};
    use crate::system::System;

    /// CPU 1 looks around; two tasks wait on each of these, and may run on those.
    fn looks(crowded: &[u16], allowed: CpuMask) -> (System, bool) {
        let features = Features { steal: Steal::On, ..Features::default() };
        let mut sys = System::bare(MachineId::Xeon20, kernel::rules(KernelId::V4_20), features);
        for &cpu in crowded {
            sys.crowd(CpuId(cpu), 2);
        }
        sys.tasks.iter_mut().for_each(|task| task.allowed = allowed);
        sys.charge = Ns::ZERO;
        let stole = try_steal(&mut sys, CpuId(1));
        (sys, stole)
    }

    #[test]
    fn a_search_that_finds_nothing_costs_a_look_at_each_overloaded_cpu_and_counts() {
        for crowded in [&[][..], &[3], &[3, 5, 7]] {
            let (sys, stole) = looks(crowded, CpuMask::one(CpuId(3)));
            assert!(!stole);
            assert_eq!(sys.charge, Ns::from(sys.costs.scan_cpu) * crowded.len() as u64, "{crowded:?}");
            assert_eq!(sys.obs.steal_fail, 1);
        }
    }

    #[test]
    fn a_task_that_is_stolen_costs_the_move_alone() {
        let (sys, stole) = looks(&[3], CpuMask::first_n(20));
        assert!(stole);
        assert_eq!((sys.charge, sys.obs.steal_fail), (Ns::from(sys.costs.steal), 0));
        assert_eq!([1, 3].map(|cpu| sys.nr_running(CpuId(cpu))), [1, 1]);
    }

    #[test]
    fn who_is_idle_for_too_short_a_time_does_not_look() {
        for (avg_idle, steals) in [(STEAL_COST - Ns(1), false), (STEAL_COST, true)] {
            let (mut sys, _) = looks(&[], CpuMask::first_n(20));
            sys.crowd(CpuId(3), 2);
            sys.tasks[TaskId(1)].allowed = CpuMask::first_n(20);
            sys.cpus[CpuId(1)].avg_idle = avg_idle;
            assert_eq!(try_steal(&mut sys, CpuId(1)), steals, "{avg_idle}");
        }
    }
}

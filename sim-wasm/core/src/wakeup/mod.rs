//! Wake-up: which CPU a waking task goes to, and how it gets there.
//!
//! The fast path is `wake_affine` (waker's CPU or previous CPU), then `select_idle_sibling` (an idle
//! CPU that shares the cache with that). The slow path, `find_idlest_cpu`, is for fork and exec only.

pub mod cluster_scan;
pub mod exec;
pub mod find_idlest;
pub mod find_idlest_by_load;
mod note_group;
pub mod select_idle_capacity;
pub mod select_idle_sibling;
pub mod wake_affine;
pub mod wake_wide;

use crate::engine::ids::{CpuId, TaskId};
use crate::engine::time::Ns;
use crate::machine::domains::flags;
use crate::machine::kernel::WakeRule;
use crate::observe::decisions::Why;
use crate::observe::log::Record;
use crate::observe::vocab::{Cause, Decided, EventKind, How, Note};
use crate::runqueue::Woken;
use crate::runqueue::ext::flags::wake;
use crate::system::{System, TaskState};

/// `try_to_wake_up`: wakes `task` from the CPU `waker`. `sync`: the waker is about to sleep. A task
/// that does not sleep is left alone.
pub fn try_to_wake_up(sys: &mut System, waker: CpuId, task: TaskId, sync: bool) {
    if sys.tasks[task].state != TaskState::Sleeping {
        return;
    }
    sys.obs.ttwu += 1;
    let now = sys.now;
    sys.obs.note(now, Note::Waker, task, waker);
    sys.charge += Ns::from(sys.costs.wakeup);
    let woken = if sync { Woken::Sync } else { Woken::Plain };
    if sys.wake_queued(task, woken) {
        return;
    }
    let prev = sys.tasks[task].cpu;
    let before = sys.charge;
    sys.obs.decisions.begin(Decided::Wake, now, before, Some(task), waker, prev);
    let (cpu, how) = if sys.tasks[task].allowed.is_one() {
        (prev, How::Stay)
    } else if sys.is_ext() {
        let flags = wake::TTWU | if sync { wake::SYNC } else { 0 };
        let cpu = sys.ext_select(waker, task, prev, flags);
        (cpu, if cpu == prev { How::Prev } else { How::Target })
    } else {
        match sys.rules.wake {
            WakeRule::Affine => select_task_rq(sys, waker, task, prev, sync),
            WakeRule::Last => last_or_waker(sys, waker, task, prev, sync),
        }
    };
    let cpu = allowed_or_fallback(sys, task, cpu);
    sys.decided(None, cpu, Why::How(how), before);
    sys.obs.search.charge(waker, now, sys.charge - before);
    sys.obs.hows[how.index()] += 1;
    sys.tasks[task].history.woken += 1;
    if let Some(current) = sys.cpus[waker].curr {
        sys.tasks[current].history.woke += 1;
    }

    sys.tasks[task].woken_at = sys.now.max(Ns(1));
    let distance = sys.distance(prev, cpu);
    sys.obs.wakes[distance.index()] += 1;
    sys.obs.emit(
        now,
        &Record { how: how.word(), distance, src: prev, ..Record::new(EventKind::Wake, Some(task), cpu) },
    );
    if cpu != prev {
        sys.leave_asleep(task);
        sys.set_task_cpu(task, cpu, Cause::Wake);
    }
    if cpu == waker {
        sys.activate_woken(task, woken);
    } else if sys.queues_itself(waker, cpu) {
        let lines = sys.costs.enqueue_lines;
        let took = sys.move_lines(waker, cpu, lines);
        sys.charge += took;
        sys.activate_woken(task, woken);
        sys.interrupt_idle_cpu(cpu);
    } else {
        sys.send_wakeup(task);
    }
    if sys.is_ext() {
        sys.ext_settle();
    }
}

/// `select_task_rq_fair` for a wake-up: no domain has `SD_BALANCE_WAKE`, so it is always the fast
/// path.
fn select_task_rq(sys: &mut System, waker: CpuId, task: TaskId, prev: CpuId, sync: bool) -> (CpuId, How) {
    let current = sys.cpus[waker].curr;
    wake_wide::record_wakee(sys, current, task);
    let want_affine = sys.features.wake_affine
        && !wake_wide::wake_wide(sys, waker, prev, current, task)
        && sys.tasks[task].allowed.test(waker);
    let mut target = prev;
    if want_affine && waker != prev {
        let mut domains = sys.domains.of[waker].iter();
        let common = domains.find(|d| d.has(flags::WAKE_AFFINE) && d.span.test(prev));
        if let Some(imbalance_pct) = common.map(|domain| domain.imbalance_pct) {
            target = wake_affine::wake_affine(sys, imbalance_pct, task, waker, prev, sync);
        }
    }
    let chosen = if sys.features.select_idle_sibling {
        select_idle_sibling::select_idle_sibling(sys, task, waker, prev, target)
    } else {
        (target, How::Stay)
    };
    if want_affine
        && !sys.rules.recent_is_prev
        && let Some(current) = current
    {
        sys.tasks[current].recent_used_cpu = waker;
    }
    chosen
}

/// 2.5.5x: the CPU it last ran on; a synchronous wake-up takes it to the waker's.
fn last_or_waker(sys: &System, waker: CpuId, task: TaskId, prev: CpuId, sync: bool) -> (CpuId, How) {
    if sync && sys.tasks[task].allowed.test(waker) { (waker, How::Target) } else { (prev, How::Stay) }
}

/// A scan asks whether the task that is being placed takes a CPU for idle (`choose_idle_cpu`).
#[inline]
fn look(sys: &mut System, cpu: CpuId) -> bool {
    look_available(sys, cpu) || sys.takes_for_idle(cpu)
}

/// A scan asks whether a CPU is idle (`available_idle_cpu`). A busy one is known by one line of its run queue (`curr`), an
/// idle one by two more (`nr_running`, `wake_list`).
fn look_available(sys: &mut System, cpu: CpuId) -> bool {
    let idle = sys.is_idle(cpu);
    sys.charge += Ns::from(sys.costs.scan_cpu + if idle { sys.costs.scan_idle } else { 0 });
    idle
}

/// The chosen CPU if the task may use it.
#[inline]
fn allowed_or_fallback(sys: &System, task: TaskId, cpu: CpuId) -> CpuId {
    if sys.tasks[task].allowed.test(cpu) { cpu } else { select_fallback_rq(sys, task, cpu) }
}

/// `select_fallback_rq`: an allowed CPU of the same node, else any allowed one.
#[cold]
fn select_fallback_rq(sys: &System, task: TaskId, cpu: CpuId) -> CpuId {
    let allowed = sys.tasks[task].allowed;
    let node = sys.machine.node_mask[sys.machine.node_of[cpu]];
    allowed.and(node).first().or(allowed.first()).unwrap_or(cpu)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::mask::CpuMask;
    use crate::engine::rng::Rng;
    use crate::machine::kernel::KernelRules;
    use crate::machine::{KernelId, MachineId, kernel};
    use crate::observe::vocab::Role;
    use crate::scenario::Features;
    use crate::system::Task;

    #[test]
    fn who_queues_a_woken_task_the_waker_or_the_idle_cpu_that_is_to_run_it() {
        // On two sockets, CPU 0 wakes a task that may run on one CPU only: itself, one of its LLC, idle or not, one of the other.
        for (wake_list, cpu, busy, by_waker) in [
            (false, 0, false, true),
            (false, 2, false, true),
            (false, 2, true, true),
            (false, 10, false, false),
            (true, 0, false, true),
            (true, 2, false, false),
            (true, 2, true, true),
            (true, 10, false, false),
            (true, 10, true, false),
        ] {
            let rules = KernelRules { wake_list, ..kernel::rules(KernelId::V6_5) };
            let mut sys = System::bare(MachineId::Xeon40, rules, Features::default());
            sys.now = Ns::s(1);
            let (waker, cpu) = (CpuId(0), CpuId(cpu));
            let task = sys.add_task(Task::new(cpu, CpuMask::one(cpu), 0, Role::Job, 0, Rng::new(1, 0)));
            sys.tasks[task].state = TaskState::Sleeping;
            if busy {
                sys.crowd(cpu, 1);
            }
            try_to_wake_up(&mut sys, waker, task, false);
            let case = format!("{wake_list} {cpu:?} {busy}");
            let state = if by_waker { TaskState::Waiting } else { TaskState::InFlight };
            assert_eq!(sys.tasks[task].state, state, "{case}");
            assert!(!sys.is_idle(cpu), "{case}");
            let wakeup = Ns::from(sys.costs.wakeup);
            assert_eq!(sys.charge > wakeup, by_waker && cpu != waker, "{case}: the lines of the queue");
        }
    }
}

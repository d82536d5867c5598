//! 1-6: the places of tasks, their allowed CPUs, and the state that a migration does not change.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use sched_core::engine::ids::{CpuId, TaskId};
use sched_core::engine::time::Ns;
use sched_core::machine::KernelId;
use sched_core::machine::kernel::Preemption;
use sched_core::observe::decisions::Decision;
use sched_core::observe::vocab::Decided;
use sched_core::runqueue::{At, SchedClass};
use sched_core::system::{System, TaskState};

use super::{Before, cfs, config, o1, walk};
use crate::common::random::scenarios;

/// Whether the workload may use a CPU, or one of its tasks: a task of `rt-app` may name other CPUs.
pub fn is_used(sys: &System, cpu: CpuId) -> bool {
    let own = || sys.tasks.each().any(|(_, t)| t.state != TaskState::Dead && t.allowed.test(cpu));
    sys.usable.test(cpu) || own()
}

/// 1-3: every task is in one place, and all queues agree. 4: the task is allowed there.
pub fn check_places(sys: &System) {
    let mut placed = BTreeSet::new();
    for (cpu, c) in sys.cpus.each().filter(|(cpu, _)| sys.machine.cpus().test(*cpu)) {
        let waiting = sys.waiting(cpu);
        let running = usize::from(c.curr.is_some());
        // A delayed task counts, unless its control group has no runtime left.
        let delayed = sys.queues.delayed(cpu);
        let counted = delayed.iter().filter(|&&task| !sys.is_throttled(task, cpu)).count();
        let queued = waiting.len() + running + counted;
        assert_eq!(sys.nr_running(cpu) as usize, queued, "2: nr_running of CPU {cpu}");
        let runnable = if sys.rules.counts_delayed { queued } else { queued - counted };
        assert_eq!(sys.nr_runnable(cpu) as usize, runnable, "2: h_nr_runnable of CPU {cpu}");
        for &t in &delayed {
            let task = &sys.tasks[t];
            assert_eq!((task.state, task.cpu), (TaskState::Sleeping, cpu), "1: delayed task {t}");
        }
        for &t in &waiting {
            let task = &sys.tasks[t];
            assert_eq!((task.state, task.cpu), (TaskState::Waiting, cpu), "1: task {t}");
            assert!(placed.insert(t), "1: task {t} twice");
        }
        if let Some(curr) = c.curr {
            let task = &sys.tasks[curr];
            assert_eq!((task.state, task.cpu), (TaskState::Running, cpu), "3: task {curr}");
            assert!(placed.insert(curr), "3: task {curr} twice");
        }
        for &(_, t) in &c.ipis {
            assert_eq!(sys.tasks[t].state, TaskState::InFlight, "1: task {t}");
            assert!(placed.insert(t), "1: task {t} twice");
        }
        for t in sys.throttled(cpu) {
            let task = &sys.tasks[t];
            assert_eq!((task.state, task.cpu), (TaskState::Waiting, cpu), "1: throttled task {t}");
            assert!(placed.insert(t), "1: task {t} twice");
        }
        if let Some(cfs) = cfs(sys) {
            let listed: BTreeSet<TaskId> = cfs.queues[cpu].load.by_last_run().iter().copied().collect();
            let queued: BTreeSet<TaskId> = waiting.iter().copied().chain(c.curr).collect();
            assert_eq!(listed, queued, "2: cfs_tasks of CPU {cpu}");
        }
        assert_eq!(sys.is_idle(cpu), queued == 0 && c.ipis.is_empty());
        let used = is_used(sys, cpu) || sys.is_idle(cpu);
        assert!(used, "4: CPU {cpu} is not for this workload");
    }
    let mut live = 0;
    for (i, t) in sys.tasks.each() {
        live += u32::from(t.state != TaskState::Dead);
        let on_cpu = matches!(t.state, TaskState::Running | TaskState::Waiting | TaskState::InFlight);
        assert_eq!(placed.contains(&i), on_cpu, "1: task {i} is {:?}", t.state);
        let allowed = t.state == TaskState::Dead || t.allowed.test(t.cpu);
        assert!(allowed, "4: task {i} on CPU {}", t.cpu);
    }
    assert_eq!(live, sys.live, "1: live tasks");
}

/// 1: tasks come and go by fork and exit only, and it is the running task of the event's CPU that
/// does either.
fn check_conservation(before: &Before, sys: &System) {
    let dead = |state| state == TaskState::Dead;
    let curr = before.cpus[before.cpu].curr;
    let (mut born, mut ended) = (0, 0);
    for (was, (i, is)) in before.tasks.iter().zip(sys.tasks.each()) {
        if dead(was.state) && !dead(is.state) {
            born += 1;
            assert_ne!(curr, None, "1: task {i} was forked by nobody");
        }
        if !dead(was.state) && dead(is.state) {
            ended += 1;
            assert_eq!(curr, Some(i), "1: a task ended that did not run");
        }
    }
    assert_eq!(sys.live, before.live + born - ended, "1: live tasks");
}

/// 5: an event moves no running task off another CPU, and off the event's CPU only by exec, the stopper, or because the task
/// has changed its CPUs to others.
fn check_running(before: &Before, sys: &System, records: &[Decision]) {
    for (cpu, was) in before.cpus.each() {
        if cpu != before.cpu {
            assert_eq!(sys.cpus[cpu].curr, was.curr, "5: the running task of CPU {cpu}");
        } else if let Some(curr) = was.curr
            && sys.tasks[curr].cpu != cpu
        {
            let sent = |d: &Decision| matches!(d.kind, Decided::Exec | Decided::Push) && d.task == was.curr;
            let may_stay = sys.tasks[curr].allowed.test(cpu);
            assert!(!may_stay || records.iter().any(sent), "5: task {} left CPU {cpu} while it ran", curr);
        }
    }
}

/// 6: a migration changes the place of a task, but not its accounting.
fn check_migrations(before: &Before, sys: &System) {
    for (was, (i, is)) in before.tasks.iter().zip(sys.tasks.each()) {
        if was.cpu == is.cpu || was.state == TaskState::Dead || was.state == TaskState::Running {
            continue;
        }
        assert_eq!((was.last_wakee, was.wakee_flips), (is.last_wakee, is.wakee_flips), "6: task {i}");
        assert_eq!((was.mm, was.allowed), (is.mm, is.allowed), "6: task {i}");
        if let Some(cfs) = cfs(sys) {
            let (old, new) = (&before.entities[i], &cfs.entities[i]);
            assert_eq!(old.sum_exec, new.sum_exec, "6: time run of task {i}");
            assert_eq!(old.load.weight, new.load.weight, "6: weight of task {i}");
            let started = if is.state == TaskState::Running { sys.now } else { Ns::ZERO };
            assert_eq!(new.load.exec_start, started, "6: exec_start of task {i}");
        }
        if let Some(o1) = o1(sys)
            && was.state == TaskState::Waiting
        {
            let (old, new) = (&before.o1_entities[i], &o1.entities[i]);
            assert_eq!(old.timeslice, new.timeslice, "6: timeslice of task {i}");
            assert_eq!((old.prio, old.sleep_avg), (new.prio, new.sleep_avg), "6: task {i}");
        }
    }
}

/// Where a timer ends slices, no task computes for longer than its request while others are queued. A control group's running
/// task is not charged when a task of another group joins, which sets the timer.
pub fn check_hrtick(sys: &System) {
    if !sys.hrtick || sys.queues.groups().is_some() {
        return;
    }
    for (cpu, c) in sys.cpus.each().filter(|(_, c)| c.curr.is_some() && c.op.preemptible && !c.need_resched) {
        let at = At { now: sys.now, cpu, curr: c.curr };
        if sys.nr_running(cpu) > 1 {
            let (ran, request) = (sys.now - sys.charged(cpu), sys.queues.served_in(at));
            assert!(ran <= request.max(Ns::us(10)), "CPU {cpu} at {}: {ran} of {request}", sys.now);
        }
    }
}

/// Only lazy preemption leaves a task on its CPU, and only until a tick: from then on the CPU is to schedule. `since`: when each
/// CPU began to wait for its tick.
fn check_lazy(sys: &System, since: &mut BTreeMap<CpuId, Ns>) {
    let tick = Ns(1_000_000_000 / u64::from(sys.machine.platform.hz));
    for (cpu, c) in sys.cpus.each() {
        if !c.need_resched_lazy {
            since.remove(&cpu);
            continue;
        }
        assert_eq!(sys.rules.preemption, Preemption::Lazy, "57: CPU {cpu}");
        let from = *since.entry(cpu).or_insert(sys.now);
        assert!(c.need_resched || sys.now - from <= tick, "57: CPU {cpu} from {from} to {}", sys.now);
    }
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn lazy_preemption_waits_for_a_tick_at_most(s in scenarios(), skip in 0..20_000u64) {
        let mut s = s;
        s.lanes.iter_mut().for_each(|lane| lane.kernel = Some(KernelId::V7_3));
        let mut since = BTreeMap::new();
        walk(&s, skip, 1500, |_, sys, _| check_lazy(sys, &mut since));
    }

    #[test]
    fn a_timer_ends_slices(s in scenarios(), skip in 0..20_000u64) {
        let mut s = s;
        s.lanes.iter_mut().for_each(|lane| lane.kernel = Some(KernelId::V7_1));
        walk(&s, skip, 1500, |_, sys, _| check_hrtick(sys));
    }

    #[test]
    fn every_task_is_in_one_place(s in scenarios(), skip in 0..20_000u64) {
        walk(&s, skip, 1500, |before, sys, _| {
            check_places(sys);
            check_conservation(before, sys);
        });
    }

    #[test]
    fn only_waiting_tasks_are_moved_and_keep_their_accounts(s in scenarios(), skip in 0..20_000u64) {
        walk(&s, skip, 3000, |before, sys, records| {
            check_running(before, sys, records);
            check_migrations(before, sys);
        });
    }
}

//! The CPUs that a kernel's rules ask for a task that wakes, in a state that no run led to.

use super::kernel_of;
use crate::balance::busiest::idle_scan;
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::mask::CpuMask;
use crate::engine::rng::Rng;
use crate::engine::time::Ns;
use crate::observe::decisions::TASK;
use crate::observe::vocab::{Left, Role, packed};
use crate::runqueue::{Attr, Dequeue, Enqueue};
use crate::scenario::Scenario;
use crate::system::{System, Task, TaskState};
use crate::wakeup::try_to_wake_up;

/// A machine at the moment at which a task wakes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waking {
    pub at: Ns,
    /// Its number in the record.
    pub task: TaskId,
    pub nice: i32,
    /// The CPUs that it may use; empty: all.
    pub allowed: CpuMask,
    /// The waker's CPU, and the one on which the task ran before.
    pub waker: CpuId,
    pub prev: CpuId,
    /// Of each CPU with tasks: the nice values of the one that runs, if one does, and of those that wait.
    pub busy: Vec<(CpuId, Option<i32>, Vec<i32>)>,
}

/// The kernel of a lane, which has run nothing.
#[derive(Clone, Debug)]
pub struct Placer {
    bare: System,
}

impl Placer {
    /// `None`: there is no such lane, or a policy places its tasks.
    pub fn new(scenario: &Scenario, lane: usize) -> Option<Self> {
        let of = scenario.lanes.get(lane).filter(|_| scenario.policy_of(lane).is_none())?;
        let (mut bare, _) = kernel_of(scenario, of);
        bare.obs.decisions.keep(true);
        Some(Self { bare })
    }

    /// The record of the decision. What `waking` does not say is as of a kernel that has run nothing: tasks have the load of their
    /// weight, no task has changed its wakee, the wake-up is not synchronous, and caches are as busy as their CPUs are now.
    pub fn place(&self, waking: &Waking) -> Vec<u32> {
        let mut sys = self.bare.clone();
        sys.now = waking.at.max(Ns(1));
        let all = sys.machine.cpus();
        let add = |sys: &mut System, cpu: CpuId, nice: i32, allowed: CpuMask| {
            let rng = Rng::new(0, 0);
            let attr = Attr { nice, ..Attr::default() };
            sys.add_task(Task { attr, ..Task::new(cpu, allowed, 0, Role::Recorded, 0, rng) })
        };
        let allowed = if waking.allowed == CpuMask::EMPTY { all } else { waking.allowed.and(all) };
        // Its load stays with the queue that it has left.
        let task = add(&mut sys, waking.prev, waking.nice, allowed);
        sys.enqueue(task, Enqueue::Fork);
        sys.dequeue(task, Dequeue::Sleep);
        sys.tasks[task].state = TaskState::Sleeping;
        for (cpu, runs, waits) in waking.busy.iter().filter(|(cpu, ..)| all.test(*cpu)) {
            for nice in runs.iter().chain(waits) {
                let task = add(&mut sys, *cpu, *nice, all);
                sys.enqueue(task, Enqueue::Fork);
                if runs.is_some()
                    && sys.cpus[*cpu].curr.is_none()
                    && let Some(next) = sys.pick_next(*cpu)
                {
                    sys.switch_to(*cpu, next, None, Left::Idle);
                }
            }
        }
        note_idle_cores(&mut sys);
        note_use(&mut sys);
        sys.obs.decisions.take();
        sys.charge = Ns::ZERO;
        sys.actor = waking.waker;
        try_to_wake_up(&mut sys, waking.waker, task, false);
        let mut record = sys.obs.decisions.take();
        if !record.is_empty() {
            TASK.put(&mut record, packed(Some(waking.task)));
        }
        record
    }
}

/// Each cache knows whether one of its cores is idle.
fn note_idle_cores(sys: &mut System) {
    sys.has_idle_cores.fill(false);
    let machine = sys.machine.clone();
    for cpu in machine.cpus().iter().filter(|&cpu| machine.smt_mask[cpu].is_subset_of(sys.idle)) {
        sys.has_idle_cores[sys.shared_of[cpu]] = true;
    }
}

/// `SIS_UTIL`: each cache is used as its CPUs are now (`update_idle_cpu_scan`).
fn note_use(sys: &mut System) {
    let machine = sys.machine.clone();
    for cpu in machine.cpus().iter() {
        let Some(domain) = sys.sd_llc(cpu) else { continue };
        let busy = domain.span.and_not(sys.idle).weight();
        sys.nr_idle_scan[sys.shared_of[cpu]] = idle_scan(domain, 1024 * u64::from(busy));
    }
}

//! Independent jobs: a launcher forks them, each is exec'ed, computes, and ends; the launcher forks
//! its successor.

use std::collections::VecDeque;

use super::clock::Clock;
use super::compute::{Compute, ran};
use super::{Begun, Outcome, Program, Work};
use crate::engine::ids::{CpuId, Id, TaskId};
use crate::engine::time::Ns;
use crate::memory::nodes::{self, Demand};
use crate::observe::vocab::{Role, WorkUnit};
use crate::scenario::Jobs;
use crate::system::{Memory, System};
use crate::wakeup::exec::sched_exec;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    /// The exec call, up to the point where the old image is dropped.
    #[default]
    Exec,
    /// The new image is loaded and its memory touched. The memory is allocated on the node on which this ends.
    Load,
    Work,
}

#[derive(Clone, Debug)]
pub struct Job {
    phase: Phase,
    /// CPU time (ns) alone on its node.
    work: Ns,
    memory_pct: u32,
    memory_mb: u32,
    /// The largest deviation of a run's work from `work`, in both directions (%).
    spread_pct: u32,
    /// Percentage of the work done in the kernel.
    kernel_pct: u32,
    /// Work not yet counted as done (ms).
    ms_left: u64,
    pub compute: Compute,
    pub clock: Clock,
}

/// Forks the jobs that are due, then sleeps until a child has ended.
#[derive(Clone, Debug)]
pub struct Launcher {
    due: VecDeque<TaskId>,
    /// The launcher sleeps this long before it begins (ns).
    delay: Ns,
    /// Jobs still to be forked after the current ones; `None`: without end.
    rounds: Option<u64>,
    alive: u32,
    /// Forked when all others have ended.
    last: Option<TaskId>,
}

const EXEC_CALL: Ns = Ns::us(1);

pub fn create(work: &mut Work, sys: &mut System, j: &Jobs) {
    let rounds = (j.rounds > 0).then(|| u64::from(j.rounds - 1) * u64::from(j.jobs));
    let jobs = j.jobs as usize;
    let last = (j.serial_ms > 0).then(|| TaskId::new(jobs + 1));
    let launcher = Launcher { rounds, last, ..Launcher::of(TaskId(1), jobs, Ns::ZERO) };
    let launcher = work.add(sys, Role::Launcher, 0, 0, Program::Launcher(launcher));
    for i in 0..j.jobs + u32::from(last.is_some()) {
        let memory_pct = if i < j.memory_jobs { j.memory_pct } else { 0 };
        let length = if i < j.jobs { Ns::us(j.work_us.into()) } else { Ns::ms(j.serial_ms.into()) };
        let job = Job { kernel_pct: j.kernel_pct, ..Job::new(length, memory_pct, 1) };
        let job = Job { spread_pct: if i < j.jobs { j.spread_pct } else { 0 }, ..job };
        let task = work.add(sys, Role::Job, i as usize, i + 1, Program::Job(job));
        work.parents[task] = Some(launcher);
    }
}

impl Launcher {
    /// Forks so many children once, from `first` on, after a delay.
    pub fn of(first: TaskId, children: usize, delay: Ns) -> Self {
        Self {
            due: (first.index()..).take(children).map(TaskId::new).collect(),
            delay,
            rounds: Some(0),
            alive: 0,
            last: None,
        }
    }

    pub fn begin(&mut self, sys: &mut System, cpu: CpuId, start: Ns) -> Begun {
        let fork = Ns::from(sys.costs.fork);
        let cost = if self.due.is_empty() || self.delay > Ns::ZERO { Ns(1) } else { sys.spread(cpu, fork) };
        Begun::whole(start + cost.max(Ns(1)))
    }

    /// Also returns the child to be forked.
    pub fn finish(&mut self, sys: &mut System, cpu: CpuId) -> (Outcome, Option<TaskId>) {
        if self.delay > Ns::ZERO {
            let at = sys.now + std::mem::take(&mut self.delay);
            sys.wake_later(cpu, at);
            return (Outcome::Sleep, None);
        }
        if let Some(child) = self.due.pop_front() {
            self.alive += 1;
            return (Outcome::Continue, Some(child));
        }
        (if self.alive == 0 { Outcome::Exit } else { Outcome::Sleep }, None)
    }

    /// A child has ended. Returns whether the launcher has something to do.
    pub fn child_ended(&mut self, child: TaskId) -> bool {
        self.alive -= 1;
        match &mut self.rounds {
            Some(0) => {
                let all = self.alive == 0 && self.due.is_empty();
                if all {
                    self.due.extend(self.last.take());
                }
                all
            }
            Some(left) => {
                *left -= 1;
                self.due.push_back(child);
                true
            }
            None => {
                self.due.push_back(child);
                true
            }
        }
    }
}

impl Job {
    /// `work`: CPU time (ns) alone on its node. `memory_pct`: percentage of it that waits for memory.
    pub fn new(work: Ns, memory_pct: u32, memory_mb: u32) -> Self {
        let (compute, clock) = (Compute::default(), Clock::default());
        Self {
            phase: Phase::Exec,
            work,
            memory_pct,
            memory_mb,
            spread_pct: 0,
            kernel_pct: 0,
            ms_left: 0,
            compute,
            clock,
        }
    }

    pub fn restart(&mut self) {
        self.phase = Phase::Exec;
        self.compute = Compute::default();
    }

    pub fn begin(&mut self, sys: &mut System, cpu: CpuId, start: Ns) -> Begun {
        match self.phase {
            Phase::Exec => Begun::whole(start + EXEC_CALL),
            Phase::Load => {
                if self.compute.left == Ns::ZERO {
                    let faults = Ns::from(sys.costs.touch_mb) * u64::from(self.memory_mb);
                    let load = Ns::from(sys.costs.exec) + faults;
                    self.compute = Compute::draw(sys, cpu, load);
                }
                self.compute.begin(sys, cpu, start, 100)
            }
            Phase::Work => {
                self.fill_cache(sys, cpu);
                let slow = memory_pace(sys, cpu);
                self.compute.begin(sys, cpu, start, slow)
            }
        }
    }

    /// The job has to fill the CPU's cache again if another job has run there, or if it has migrated.
    fn fill_cache(&mut self, sys: &mut System, cpu: CpuId) {
        let c = &mut sys.cpus[cpu];
        if c.cache_of != c.curr {
            c.cache_of = c.curr;
            self.compute.fill = Ns::from(sys.costs.cache_fill).percent(self.memory_pct);
        }
    }

    pub fn finish(&mut self, sys: &mut System, cpu: CpuId) -> Outcome {
        match self.phase {
            Phase::Exec => {
                self.phase = Phase::Load;
                if sched_exec(sys, cpu) { Outcome::Moved } else { Outcome::Continue }
            }
            Phase::Load => {
                self.phase = Phase::Work;
                take_memory(sys, cpu, self.memory_mb, self.memory_pct);
                self.clock.start(sys, cpu);
                let mut work = self.work;
                if self.spread_pct > 0
                    && let Some(task) = sys.cpus[cpu].curr
                {
                    work = sys.tasks[task].rng.jitter(work, self.spread_pct);
                }
                self.compute.left = work.max(Ns(1));
                self.ms_left = self.compute.left.div_ceil(Ns::ms(1));
                Outcome::Continue
            }
            Phase::Work => {
                self.note_work(sys, Ns::ZERO);
                self.note_user(sys, cpu);
                sys.obs.count(WorkUnit::Jobs, 1);
                self.clock.end(sys, cpu);
                Outcome::Exit
            }
        }
    }

    /// The task is preempted, or a tick charges it.
    pub fn interrupt(&mut self, sys: &mut System, cpu: CpuId) {
        self.compute.interrupt(sys.cpus[cpu].op.start, sys.now);
        if self.phase == Phase::Work {
            self.note_work(sys, self.compute.left);
            self.note_user(sys, cpu);
            self.clock.pass(sys, cpu);
        }
    }

    /// Counts the whole milliseconds of work done since the last time.
    fn note_work(&mut self, sys: &mut System, left: Ns) {
        let left = left.div_ceil(Ns::ms(1));
        sys.obs.count(WorkUnit::Work, self.ms_left - left);
        self.ms_left = left;
    }

    /// The running operation of `cpu` was work until now, partly in the kernel.
    fn note_user(&self, sys: &mut System, cpu: CpuId) {
        sys.obs.user_ns += ran(sys, cpu) * u64::from(100 - self.kernel_pct) / 100;
    }
}

/// First touch: the memory of the running task of `cpu` is allocated on the node it runs on.
pub(super) fn take_memory(sys: &mut System, cpu: CpuId, mb: u32, pct: u32) {
    let here = sys.machine.node_of[cpu];
    let node = nodes::allocate(&sys.machine, here, sys.features.memoryless_node);
    if let Some(task) = sys.cpus[cpu].curr {
        sys.tasks[task].memory = Some(Memory { node, mb, pct });
        sys.cpus[cpu].cache_of = Some(task);
    }
}

/// Time per work (%) of the running task of `cpu`, given the current users of its memory's node and the current users of
/// memory in its cluster.
pub(super) fn memory_pace(sys: &System, cpu: CpuId) -> u32 {
    let running = |cpu: CpuId| sys.cpus[cpu].curr.and_then(|task| sys.tasks[task].memory);
    let Some(own) = running(cpu) else { return 100 };
    let machine = &sys.machine;
    let in_cluster = machine.in_cluster(cpu);
    let mut demand = Demand::default();
    for (other, memory) in sys.cpus.ids().filter_map(|other| Some((other, running(other)?))) {
        if memory.node == own.node {
            demand.node += memory.pct;
        }
        if in_cluster && machine.cluster_of[other] == machine.cluster_of[cpu] {
            demand.cluster += memory.pct;
        }
    }
    nodes::pace(&sys.costs, own.pct, demand, machine.node_of[cpu] != own.node)
}

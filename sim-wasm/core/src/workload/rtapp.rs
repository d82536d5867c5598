//! `rt-app`: tasks that go through phases of running, sleeping, and waiting for each other.

use super::compute::{Compute, ran};
use super::hogs::{count, go_on};
use super::schbench::call;
use super::start::Step;
use super::{Begun, Outcome, Program, Work};
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::mask::CpuMask;
use crate::engine::time::Ns;
use crate::observe::vocab::{Cause, Role};
use crate::runqueue::{Attr, Dequeue, Woken};
use crate::scenario::limits::MAX_FORKED;
use crate::scenario::{Policy, RtApp, RtEvent, RtPhase, RtTask, TaskKind, cpulist};
use crate::system::{Enqueue, System, TaskState};
use crate::wakeup::try_to_wake_up;
use std::collections::VecDeque;

/// What a step does, with indexes for names.
#[derive(Clone, Copy, Debug)]
enum Op {
    Run(Ns),
    Runtime(Ns),
    Sleep(Ns),
    /// `shared`: the timer of several tasks; `None`: the task's.
    Timer {
        period: Ns,
        shared: Option<usize>,
    },
    Lock(usize),
    Unlock(usize),
    Wait {
        condition: usize,
        mutex: usize,
        /// It wakes another task first.
        signals: bool,
    },
    Signal(usize),
    Broadcast(usize),
    Barrier(usize),
    Suspend(usize),
    Resume(usize),
    Fork(usize),
    Yield,
}

#[derive(Clone, Debug)]
struct Phase {
    /// Rounds through its steps.
    loops: u32,
    ops: Vec<Op>,
    /// The CPUs of the task in this phase; `None`: all that the workload may use.
    cpus: Option<CpuMask>,
    slice: Option<Ns>,
    group: Option<u8>,
}

/// What a task does.
#[derive(Clone, Debug)]
struct Script {
    phases: Vec<Phase>,
    /// Times; 0: without end.
    loops: u32,
    /// What the task asks of the scheduler at its beginning.
    attr: Attr,
    /// The tasks that can be forked.
    forked: Vec<TaskId>,
}

#[derive(Clone, Debug, Default)]
struct Mutex {
    owner: Option<TaskId>,
    waiting: VecDeque<TaskId>,
}

#[derive(Clone, Debug, Default)]
struct Barrier {
    /// Tasks that have it.
    of: u32,
    waiting: Vec<TaskId>,
}

/// The scripts, and what their tasks share.
#[derive(Clone, Debug, Default)]
pub struct Shared {
    scripts: Vec<Script>,
    mutexes: Vec<Mutex>,
    /// The tasks that sleep on each condition variable, and those that are suspended under each name.
    conditions: Vec<VecDeque<TaskId>>,
    suspended: Vec<Vec<TaskId>>,
    barriers: Vec<Barrier>,
    /// When each shared timer was due last.
    timers: Vec<Option<Ns>>,
    /// The CPUs the workload may use.
    allowed: CpuMask,
}

/// A task and its position in its script.
#[derive(Clone, Debug, Default)]
pub struct Phased {
    script: usize,
    /// Completed rounds through all phases, and through the current phase.
    rounds: u32,
    turns: u32,
    phase: usize,
    step: usize,
    ended: bool,
    /// The phase begins: its CPUs, slice and control group are still to be set.
    enters: bool,
    /// It sleeps in a step that another task ends, or has been woken from it.
    blocks: bool,
    compute: Compute,
    /// When the current `runtime` is over.
    until: Option<Ns>,
    /// It has run since it slept last.
    worked: bool,
    /// When it began.
    began: Option<Ns>,
    /// When its timer was due last.
    due: Option<Ns>,
    rest: Ns,
}

/// The names of one sort of resource, numbered in the order of the document.
#[derive(Default)]
struct Names<'a>(Vec<&'a str>);

impl<'a> Names<'a> {
    fn index(&mut self, name: Option<&'a String>) -> usize {
        let name = name.map_or("", String::as_str);
        self.0.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.0.push(name);
            self.0.len() - 1
        })
    }
}

#[derive(Default)]
struct Resources<'a> {
    mutexes: Names<'a>,
    conditions: Names<'a>,
    suspended: Names<'a>,
    barriers: Names<'a>,
    timers: Names<'a>,
}

impl<'a> Resources<'a> {
    fn ops(&mut self, phase: &'a RtPhase, tasks: &'a [RtTask]) -> Vec<Op> {
        let op = |step: &'a crate::scenario::RtStep| {
            let on = step.on.as_ref();
            let time = Ns::us(step.us.unwrap_or(0).into());
            let mut wait = |signals| Op::Wait {
                condition: self.conditions.index(on),
                mutex: self.mutexes.index(step.mutex.as_ref()),
                signals,
            };
            match step.does {
                RtEvent::Run => Op::Run(time),
                RtEvent::Runtime => Op::Runtime(time),
                RtEvent::Sleep => Op::Sleep(time),
                RtEvent::Timer => {
                    Op::Timer { period: time, shared: on.map(|name| self.timers.index(Some(name))) }
                }
                RtEvent::Lock => Op::Lock(self.mutexes.index(on)),
                RtEvent::Unlock => Op::Unlock(self.mutexes.index(on)),
                RtEvent::Wait => wait(false),
                RtEvent::Sync => wait(true),
                RtEvent::Signal => Op::Signal(self.conditions.index(on)),
                RtEvent::Broad => Op::Broadcast(self.conditions.index(on)),
                RtEvent::Barrier => Op::Barrier(self.barriers.index(on)),
                RtEvent::Suspend => Op::Suspend(self.suspended.index(on)),
                RtEvent::Resume => Op::Resume(self.suspended.index(on)),
                RtEvent::Fork => Op::Fork(tasks.iter().position(|task| Some(&task.name) == on).unwrap_or(0)),
                RtEvent::Yield => Op::Yield,
            }
        };
        phase.steps.iter().map(op).collect()
    }
}

/// Whether a step of the workload forks a task of this name.
fn is_forked(r: &RtApp, name: &str) -> bool {
    let mut steps = r.tasks.iter().flat_map(|task| &task.phases).flat_map(|phase| &phase.steps);
    steps.any(|step| step.does == RtEvent::Fork && step.on.as_deref() == Some(name))
}

/// All are threads of one process.
pub fn create(work: &mut Work, sys: &mut System, r: &RtApp, allowed: CpuMask) {
    let mut names = Resources::default();
    let mut barriers: Vec<Barrier> = Vec::new();
    let mut scripts: Vec<Script> = Vec::new();
    let slice = |us: u32| (us > 0).then(|| Ns::us(us.into()));
    for (script, task) in r.tasks.iter().enumerate() {
        let machine_cpus = sys.machine.cpus();
        let mask = |list: &Option<String>| cpulist::parse(list.as_ref()?, machine_cpus);
        let own = mask(&task.cpus);
        let phases: Vec<Phase> = task
            .phases
            .iter()
            .map(|phase| Phase {
                loops: phase.loops,
                ops: names.ops(phase, &r.tasks),
                cpus: mask(&phase.cpus).or(own),
                slice: slice(phase.slice_us),
                group: phase.group.map(|group| group as u8),
            })
            .collect();
        let sleeps = task.phases.iter().flat_map(|phase| &phase.steps).any(|step| step.does.sleeps());
        let (role, kind) =
            if sleeps { (Role::Sleeper, TaskKind::Sleeper) } else { (Role::Hog, TaskKind::Hog) };
        let of_kind = work.attrs.of(kind);
        let attr = Attr {
            nice: task.nice,
            slice: slice(task.slice_us).or(of_kind.slice),
            group: if task.group > 0 { task.group as u8 } else { of_kind.group },
            policy: if task.policy == Policy::Normal { of_kind.policy } else { task.policy },
        };
        let count = u64::from(task.instances) * u64::from(r.copies);
        barriers.resize_with(names.barriers.0.len(), Barrier::default);
        let has = |barrier: usize| {
            phases
                .iter()
                .flat_map(|phase| &phase.ops)
                .any(|op| matches!(op, Op::Barrier(own) if *own == barrier))
        };
        for (at, barrier) in barriers.iter_mut().enumerate() {
            barrier.of += if has(at) { count as u32 } else { 0 };
        }
        let mut add = || {
            let program = Program::Phased(Phased::of(script));
            let id = work.add_with(sys, role, script, 0, program, attr);
            if let Some(own) = own {
                sys.tasks[id].allowed = own;
            }
            id
        };
        for _ in 0..count {
            add();
        }
        let forked: Vec<TaskId> =
            if is_forked(r, &task.name) { (0..MAX_FORKED).map(|_| add()).collect() } else { Vec::new() };
        scripts.push(Script { phases, loops: task.loops, attr, forked });
    }
    // A task that is forked has a parent; which one makes no difference.
    for &task in scripts.iter().flat_map(|script| &script.forked) {
        work.parents[task] = Some(task);
    }
    let Resources { mutexes, conditions, suspended, timers, .. } = names;
    work.rtapp = Shared {
        mutexes: vec![Mutex::default(); mutexes.0.len()],
        conditions: vec![VecDeque::new(); conditions.0.len()],
        suspended: vec![Vec::new(); suspended.0.len()],
        barriers,
        timers: vec![None; timers.0.len()],
        allowed,
        scripts,
    };
}

impl Shared {
    fn lock(&mut self, mutex: usize, task: TaskId) -> bool {
        let mutex = &mut self.mutexes[mutex];
        if mutex.owner.is_some_and(|owner| owner != task) {
            mutex.waiting.push_back(task);
            return false;
        }
        mutex.owner = Some(task);
        true
    }

    /// The mutex is free; the task that has waited longest is woken and tries again.
    fn unlock(&mut self, sys: &mut System, cpu: CpuId, mutex: usize, task: TaskId) {
        let mutex = &mut self.mutexes[mutex];
        if mutex.owner != Some(task) {
            return;
        }
        mutex.owner = None;
        if let Some(next) = mutex.waiting.pop_front() {
            try_to_wake_up(sys, cpu, next, false);
        }
    }

    fn signal(&mut self, sys: &mut System, cpu: CpuId, condition: usize) {
        if let Some(task) = self.conditions[condition].pop_front() {
            try_to_wake_up(sys, cpu, task, false);
        }
    }
}

impl Phased {
    /// A task at its beginning.
    fn of(script: usize) -> Self {
        Self { script, enters: true, ..Self::default() }
    }

    /// The task is forked anew. Returns what it asks of the scheduler.
    pub fn restart(&mut self, shared: &Shared) -> Attr {
        *self = Self::of(self.script);
        shared.scripts[self.script].attr
    }

    fn phase<'a>(&self, shared: &'a Shared) -> Option<&'a Phase> {
        shared.scripts.get(self.script)?.phases.get(self.phase).filter(|_| !self.ended)
    }

    fn now(&self, shared: &Shared) -> Option<Op> {
        self.phase(shared)?.ops.get(self.step).copied()
    }

    /// Advances to the next step.
    fn step(&mut self, shared: &Shared) {
        let Some(script) = shared.scripts.get(self.script) else { return };
        let Some(phase) = script.phases.get(self.phase) else { return };
        self.step += 1;
        if self.step < phase.ops.len() {
            return;
        }
        self.step = 0;
        self.turns += 1;
        if self.turns < phase.loops {
            return;
        }
        (self.turns, self.phase) = (0, self.phase + 1);
        self.enters = true;
        if self.phase < script.phases.len() {
            return;
        }
        self.phase = 0;
        if script.loops > 0 {
            self.rounds += 1;
            self.ended = self.rounds == script.loops;
        }
    }

    /// Whether the phase changes something about the running task of `cpu`.
    fn changes(&self, shared: &Shared, sys: &System, cpu: CpuId) -> bool {
        let (Some(task), Some(phase)) = (sys.cpus[cpu].curr, self.phase(shared)) else { return false };
        let task = &sys.tasks[task];
        let group = phase.group.unwrap_or(task.attr.group);
        task.allowed != sys.cpus_in_group(group, phase.cpus.unwrap_or(shared.allowed))
            || phase.slice.is_some_and(|slice| task.attr.slice != Some(slice))
            || phase.group.is_some_and(|group| task.attr.group != group && sys.queues.groups().is_some())
    }

    pub fn begin(&mut self, shared: &Shared, sys: &mut System, cpu: CpuId, start: Ns) -> Begun {
        if self.began.is_none() {
            self.began = Some(start);
            if let Some(task) = sys.cpus[cpu].curr {
                sys.tasks[task].asked = start;
            }
        }
        self.enters = self.enters && self.changes(shared, sys, cpu);
        if self.enters {
            return call(sys, cpu, start);
        }
        match self.now(shared) {
            Some(Op::Run(work)) => go_on(&mut self.compute, sys, cpu, start, work, 100),
            Some(Op::Runtime(long)) => {
                let end = (*self.until.get_or_insert(start + long)).max(start + Ns(1));
                Begun::computing(end)
            }
            None | Some(Op::Sleep(_) | Op::Timer { .. }) => Begun::whole(start),
            Some(Op::Fork(_)) => {
                let cost = Ns::from(sys.costs.thread);
                Begun::whole(start + sys.spread(cpu, cost).max(Ns(1)))
            }
            Some(_) => call(sys, cpu, start),
        }
    }

    /// The task is preempted, or a tick charges it.
    pub fn interrupt(&mut self, shared: &Shared, sys: &mut System, cpu: CpuId) {
        if self.enters {
            return;
        }
        match self.now(shared) {
            Some(Op::Run(_)) => self.compute.interrupt(sys.cpus[cpu].op.start, sys.now),
            Some(Op::Runtime(_)) => count(sys, &mut self.rest, ran(sys, cpu)),
            _ => return,
        }
        sys.obs.user_ns += ran(sys, cpu);
    }

    pub fn finish(&mut self, shared: &mut Shared, sys: &mut System, cpu: CpuId) -> Step {
        let Some(task) = sys.cpus[cpu].curr else { return Step::Went(Outcome::Continue) };
        if std::mem::take(&mut self.enters) {
            return Step::Went(self.enter(shared, sys, cpu, task));
        }
        let Some(op) = self.now(shared) else {
            self.answer(sys, task);
            return Step::Went(Outcome::Exit);
        };
        if let Op::Fork(script) = op {
            self.step(shared);
            let is_free = |task: &&TaskId| sys.tasks[**task].state == TaskState::Dead;
            let child = shared.scripts[script].forked.iter().find(is_free);
            return child.map_or(Step::Went(Outcome::Continue), |&child| Step::Forked(child));
        }
        let outcome = self.perform(op, shared, sys, cpu, task);
        if outcome != Outcome::Sleep || !self.blocks {
            self.blocks = false;
            self.step(shared);
        }
        Step::Went(outcome)
    }

    /// Performs a step. After `Sleep` with `blocks` the step is performed again when the task has been woken.
    fn perform(
        &mut self,
        op: Op,
        shared: &mut Shared,
        sys: &mut System,
        cpu: CpuId,
        task: TaskId,
    ) -> Outcome {
        match op {
            Op::Run(_) | Op::Runtime(_) => {
                let work = if let Op::Run(work) = op { work } else { ran(sys, cpu) };
                (self.compute.left, self.until, self.worked) = (Ns::ZERO, None, true);
                sys.obs.user_ns += ran(sys, cpu);
                count(sys, &mut self.rest, work);
                Outcome::Continue
            }
            Op::Sleep(long) => self.sleep_until(sys.now + long, sys, cpu, task),
            Op::Timer { period, shared: timer } => {
                let due = match timer {
                    Some(timer) => &mut shared.timers[timer],
                    None => &mut self.due,
                };
                let next = due.or(self.began).unwrap_or(sys.now) + period;
                *due = Some(next.max(sys.now));
                self.sleep_until(next, sys, cpu, task)
            }
            Op::Lock(mutex) => self.block_unless(shared.lock(mutex, task)),
            Op::Unlock(mutex) => {
                shared.unlock(sys, cpu, mutex, task);
                Outcome::Continue
            }
            Op::Wait { mutex, .. } if self.blocks => self.block_unless(shared.lock(mutex, task)),
            Op::Wait { condition, mutex, signals } => {
                if signals {
                    shared.signal(sys, cpu, condition);
                }
                shared.conditions[condition].push_back(task);
                shared.unlock(sys, cpu, mutex, task);
                self.block_unless(false)
            }
            Op::Signal(condition) => {
                shared.signal(sys, cpu, condition);
                Outcome::Continue
            }
            Op::Broadcast(condition) => {
                for task in std::mem::take(&mut shared.conditions[condition]) {
                    try_to_wake_up(sys, cpu, task, false);
                }
                Outcome::Continue
            }
            Op::Suspend(_) | Op::Barrier(_) if self.blocks => Outcome::Continue,
            Op::Suspend(name) => {
                self.answer(sys, task);
                shared.suspended[name].push(task);
                self.block_unless(false)
            }
            Op::Resume(name) => {
                for task in std::mem::take(&mut shared.suspended[name]) {
                    sys.tasks[task].asked = sys.now;
                    try_to_wake_up(sys, cpu, task, false);
                }
                Outcome::Continue
            }
            Op::Barrier(barrier) => {
                let Barrier { of, waiting } = &mut shared.barriers[barrier];
                if (waiting.len() as u32) + 1 < *of {
                    waiting.push(task);
                    return self.block_unless(false);
                }
                for task in std::mem::take(waiting) {
                    try_to_wake_up(sys, cpu, task, false);
                }
                Outcome::Continue
            }
            Op::Yield => Outcome::Yield,
            Op::Fork(_) => Outcome::Continue,
        }
    }

    fn block_unless(&mut self, done: bool) -> Outcome {
        self.blocks = !done;
        if done { Outcome::Continue } else { Outcome::Sleep }
    }

    /// The task is about to sleep: what it has run since its last sleep answers the request that ended that.
    fn answer(&mut self, sys: &mut System, task: TaskId) {
        if std::mem::take(&mut self.worked) {
            sys.answer(task);
        }
    }

    fn sleep_until(&mut self, due: Ns, sys: &mut System, cpu: CpuId, task: TaskId) -> Outcome {
        self.answer(sys, task);
        sys.tasks[task].asked = due;
        if due <= sys.now {
            return Outcome::Continue;
        }
        sys.wake_later(cpu, due);
        Outcome::Sleep
    }

    /// Sets what the phase changes: `sched_setattr`, the control group, and `sched_setaffinity`, which moves a task from a
    /// CPU that it may no longer use to the next one by number that it may.
    fn enter(&self, shared: &Shared, sys: &mut System, cpu: CpuId, task: TaskId) -> Outcome {
        let Some(phase) = self.phase(shared) else { return Outcome::Continue };
        if let Some(slice) = phase.slice {
            sys.tasks[task].attr.slice = Some(slice);
            sys.queues.set_slice(task, slice);
        }
        let group = phase.group.unwrap_or(sys.tasks[task].attr.group);
        let allowed = sys.cpus_in_group(group, phase.cpus.unwrap_or(shared.allowed));
        let after = allowed.iter().find(|&next| next > cpu).or(allowed.first());
        let dest = if allowed.test(cpu) { cpu } else { after.unwrap_or(cpu) };
        if sys.is_ext() {
            // Its policy takes no part in control groups.
            if let Some(group) = phase.group {
                sys.set_task_group(task, group);
            }
            if allowed != sys.tasks[task].allowed {
                sys.ext_set_affinity(task, allowed, dest);
            }
            return if dest == cpu { Outcome::Continue } else { Outcome::Moved };
        }
        sys.tasks[task].allowed = allowed;
        let group =
            phase.group.filter(|&group| group != sys.tasks[task].attr.group && sys.queues.groups().is_some());
        if dest == cpu && group.is_none() {
            return Outcome::Continue;
        }
        sys.dequeue(task, Dequeue::Move);
        sys.set_curr(cpu, None);
        if dest == cpu {
            sys.leave_cpu(task);
        } else {
            sys.set_task_cpu(task, dest, Cause::Active);
        }
        if let Some(group) = group {
            sys.set_task_group(task, group);
        }
        sys.enqueue(task, Enqueue::Move);
        if dest != cpu {
            sys.check_preempt(dest, task, Woken::Plain);
            sys.interrupt_idle_cpu(dest);
        }
        Outcome::Moved
    }
}

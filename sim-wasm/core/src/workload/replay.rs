//! `replay`: tasks do what they did in a recording. The steps come in a file of their own, which the document names.

use super::compute::{Compute, ran};
use super::hogs::count;
use super::start::Step as Went;
use super::{Begun, Outcome, Program, START_STEP, Work};
use crate::engine::ids::{CpuId, Id, TaskId};
use crate::engine::mask::CpuMask;
use crate::engine::time::Ns;
use crate::observe::vocab::Role;
use crate::runqueue::Attr;
use crate::scenario::{Replay, TaskKind};
use crate::system::{Enqueue, System, TaskState};
use crate::wakeup::try_to_wake_up;
use sched_replay::{Begin, Loaded, Source, Step};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The steps of all tasks, and the wake-ups between them.
#[derive(Clone, Debug, Default)]
pub struct Shared {
    of: Arc<Loaded>,
    /// The length of a burst in percent of the recorded one.
    work_pct: u32,
    /// Sleeps of which the recording cannot tell what ends them end at their recorded time.
    open: bool,
    /// Wake-ups that came before the sleep that they end, by waker and woken task.
    early: BTreeMap<(TaskId, TaskId), u32>,
    /// Whose wake-up a sleeping task waits for.
    waits_for: Vec<Option<TaskId>>,
}

/// A task and its position in its steps.
#[derive(Clone, Debug, Default)]
pub struct Replayed {
    task: usize,
    at: usize,
    compute: Compute,
    rest: Ns,
    /// Whose wake-up ended its sleep.
    woken_by: Option<TaskId>,
}

/// The tasks have the numbers of their places in the tape.
pub fn create(work: &mut Work, sys: &mut System, replay: &Replay, of: &Arc<Loaded>) {
    let tape = &of.tape;
    // Two replays with the same events so far are not the same run.
    sys.obs.hash.add(u64::from_str_radix(&of.hash, 16).unwrap_or(0));
    for (task, of) in tape.tasks.iter().enumerate() {
        let sleeps = of.steps.iter().any(|step| matches!(step, Step::Block(_)));
        let (role, kind) =
            if sleeps { (Role::Sleeper, TaskKind::Sleeper) } else { (Role::Hog, TaskKind::Hog) };
        let attr = Attr { nice: of.nice.into(), ..work.attrs.of(kind) };
        let program = Program::Replayed(Replayed { task, ..Replayed::default() });
        let id = work.add_with(sys, role, of.process as usize & 0xffff, of.process, program, attr);
        let cpus = of.allowed.iter().filter(|cpu| usize::from(**cpu) < sys.machine.nr_cpu_ids);
        sys.tasks[id].allowed = cpus.fold(CpuMask::EMPTY, |mut mask, cpu| {
            mask.set(CpuId(*cpu));
            mask
        });
    }
    for step in tape.tasks.iter().flat_map(|task| &task.steps) {
        if let Step::Fork(child) = *step {
            // Which parent makes no difference: nobody waits for the end.
            work.parents[TaskId(child)] = Some(TaskId(child));
        }
    }
    let waits_for = vec![None; tape.tasks.len()];
    let (work_pct, open) = (replay.work_pct, replay.open);
    work.replay = Shared { of: of.clone(), work_pct, open, early: BTreeMap::new(), waits_for };
}

/// Tasks run, wait and sleep as at the beginning of the recorded window, on the recorded CPUs where the machine has them.
pub fn launch(work: &mut Work, sys: &mut System) {
    let of = work.replay.of.clone();
    let tape = &of.tape;
    let begins = || tape.tasks.iter().enumerate().map(|(i, task)| (TaskId::new(i), task.begin));
    let order = |begin| match begin {
        Begin::Runs(_) => 0,
        Begin::Waits(_) => 1,
        Begin::Sleeps(_) => 2,
        Begin::Forked => 3,
    };
    for turn in 0..3 {
        for (i, (task, begin)) in begins().filter(|(_, begin)| order(*begin) == turn).enumerate() {
            let cpu = match begin {
                Begin::Runs(cpu) | Begin::Waits(cpu) => Some(cpu),
                Begin::Sleeps(cpu) => cpu,
                Begin::Forked => None,
            };
            let allowed = sys.tasks[task].allowed;
            let recorded = cpu.map(CpuId).filter(|cpu| allowed.test(*cpu));
            let cpu = recorded.or_else(|| allowed.iter().nth(task.index() % allowed.iter().count().max(1)));
            let cpu = cpu.unwrap_or(sys.tasks[task].cpu);
            (sys.tasks[task].cpu, sys.tasks[task].recent_used_cpu) = (cpu, cpu);
            sys.inherit(task, cpu);
            if sys.is_ext() {
                sys.ext_fork(task);
            }
            sys.live += 1;
            let first = tape.tasks[task.index()].steps.first();
            if let (Begin::Sleeps(_), Some(Step::Block(source))) = (begin, first) {
                sys.tasks[task].state = TaskState::Sleeping;
                if let Program::Replayed(replayed) = &mut work.programs[task] {
                    replayed.at = 1;
                    replayed.sleeps(*source);
                }
                sys.live -= u32::from(*source == Source::Never);
                match work.replay.due(*source, Ns::ZERO) {
                    Some(due) => sys.wake_sleeper(task, due),
                    None => work.replay.wait(*source, task),
                }
                continue;
            }
            sys.enqueue(task, Enqueue::Fork);
            // Who waits starts as a task does that exists from the beginning.
            let starts = if turn == 1 { START_STEP * i as u64 } else { Ns::ZERO };
            sys.wake_idle_cpu(cpu, starts);
            if sys.is_ext() {
                sys.ext_settle();
            }
        }
    }
}

impl Shared {
    /// When a sleep that begins now ends; `None`: when another task ends it.
    fn due(&self, source: Source, now: Ns) -> Option<Ns> {
        match source {
            Source::Edge(_) | Source::Never => None,
            Source::Length(length) => Some(now + Ns(length)),
            Source::Arrival(at) => Some(Ns(at)),
            Source::Either { at, .. } if self.open => Some(Ns(at)),
            Source::Either { length, .. } => Some(now + Ns(length)),
        }
    }

    fn wait(&mut self, source: Source, task: TaskId) {
        if let Source::Edge(waker) = source {
            self.waits_for[task.index()] = Some(TaskId(waker));
        }
    }

    /// A task that sleeps: whether it does, as the wake-up or the time has not come yet.
    fn sleep(&mut self, source: Source, task: TaskId, sys: &mut System, cpu: CpuId) -> bool {
        if let Some(due) = self.due(source, sys.now) {
            if due > sys.now {
                sys.wake_later(cpu, due);
            }
            return due > sys.now;
        }
        if let Source::Edge(waker) = source
            && let Some(early) = self.early.get_mut(&(TaskId(waker), task))
            && *early > 0
        {
            *early -= 1;
            sys.note_received(cpu, Some(TaskId(waker)));
            return false;
        }
        self.wait(source, task);
        true
    }

    /// `waker`, which runs on `cpu`, wakes a task, or ends its next sleep. `sync`: it is about to sleep.
    fn wake(&mut self, waker: TaskId, task: TaskId, sync: bool, sys: &mut System, cpu: CpuId) {
        sys.note_sent(cpu, Some(task));
        let waits_for = &mut self.waits_for[task.index()];
        if *waits_for == Some(waker) {
            *waits_for = None;
            try_to_wake_up(sys, cpu, task, sync);
        } else {
            *self.early.entry((waker, task)).or_default() += 1;
        }
    }
}

impl Replayed {
    fn step(&self, shared: &Shared) -> Option<Step> {
        shared.of.tape.tasks.get(self.task)?.steps.get(self.at).copied()
    }

    /// It goes to sleep.
    fn sleeps(&mut self, source: Source) {
        if let Source::Edge(waker) = source {
            self.woken_by = Some(TaskId(waker));
        }
    }

    pub fn begin(&mut self, shared: &Shared, sys: &mut System, cpu: CpuId, start: Ns) -> Begun {
        sys.note_received(cpu, self.woken_by.take());
        let Some(Step::Run(ns)) = self.step(shared) else { return Begun::whole(start) };
        if self.compute.left == Ns::ZERO {
            // The burst has its recorded length: no random numbers.
            self.compute = Compute::exact(Ns(ns).percent(shared.work_pct));
        }
        self.compute.begin(sys, cpu, start, 100)
    }

    /// The task is preempted, or a tick charges it.
    pub fn interrupt(&mut self, shared: &Shared, sys: &mut System, cpu: CpuId) {
        if let Some(Step::Run(_)) = self.step(shared) {
            self.compute.interrupt(sys.cpus[cpu].op.start, sys.now);
            sys.obs.user_ns += ran(sys, cpu);
        }
    }

    /// A burst has ended; then come the steps that take no time.
    pub fn finish(&mut self, shared: &mut Shared, sys: &mut System, cpu: CpuId) -> Went {
        let Some(task) = sys.cpus[cpu].curr else { return Went::Went(Outcome::Continue) };
        if let Some(Step::Run(ns)) = self.step(shared) {
            self.compute.left = Ns::ZERO;
            sys.obs.user_ns += ran(sys, cpu);
            count(sys, &mut self.rest, Ns(ns).percent(shared.work_pct));
            self.at += 1;
        }
        loop {
            let Some(step) = self.step(shared) else { return Went::Went(Outcome::Exit) };
            if matches!(step, Step::Run(_)) {
                return Went::Went(Outcome::Continue);
            }
            self.at += 1;
            match step {
                Step::Run(_) => {}
                Step::Wake(other) => shared.wake(task, TaskId(other), false, sys, cpu),
                Step::Send(other) => shared.wake(task, TaskId(other), true, sys, cpu),
                Step::Fork(child) => return Went::Forked(TaskId(child)),
                Step::Yield => return Went::Went(Outcome::Yield),
                // What comes after the window is not replayed.
                Step::Block(Source::Never) => {
                    sys.live -= 1;
                    return Went::Went(Outcome::Sleep);
                }
                Step::Block(source) => {
                    if shared.sleep(source, task, sys, cpu) {
                        self.sleeps(source);
                        return Went::Went(Outcome::Sleep);
                    }
                }
            }
        }
    }
}

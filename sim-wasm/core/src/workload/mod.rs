//! The programs of the tasks. Each program is a sequence of operations (read, write, compute, fork, exec).
//!
//! An operation begins with a cost, runs, and has its effects when it ends.

mod attrs;
mod channel;
mod clock;
mod compute;
mod hackbench;
mod hogs;
mod jobs;
mod numa;
mod pairs;
mod replay;
mod rtapp;
mod schbench;
mod senders;
mod shared;
mod sharing;
mod start;
mod stream;

use crate::balance::node_restricted;
use crate::engine::ids::{CpuId, PerTask, TaskId};
use crate::engine::mask::CpuMask;
use crate::engine::rng::Rng;
use crate::engine::time::Ns;
use crate::memory::lines::Line;
use crate::observe::report::{JobRow, LineRow};
use crate::observe::vocab::{Cause, EventKind, Role};
use crate::runqueue::{Attr, Woken};
use crate::scenario::{TaskKind, TaskSetting, Workload};
use crate::system::{Enqueue, System, Task};
use crate::wakeup::{find_idlest, try_to_wake_up};
use attrs::Attrs;
use channel::{Channels, Making};
use sched_replay::Loaded;
use std::sync::Arc;

/// The state of the running task after an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It continues with its next operation.
    Continue,
    /// It goes to sleep and will repeat the operation when woken.
    Sleep,
    /// It has ended.
    Exit,
    /// It has been moved to another CPU.
    Moved,
    /// It yields the CPU and continues later (`sched_yield`).
    Yield,
}

/// The duration of an operation that begins, and where its task gives way (see [`crate::system::Op`]).
#[derive(Clone, Copy, Debug, Default)]
pub struct Begun {
    pub end: Ns,
    pub preemptible: bool,
    pub gives_way_from: Ns,
    pub gives_way_until: Ns,
}

impl Begun {
    /// A system call: its task cannot be preempted before it ends.
    fn whole(end: Ns) -> Self {
        Self { end, ..Self::default() }
    }

    /// A stretch of computing in user mode.
    fn computing(end: Ns) -> Self {
        Self { end, preemptible: true, ..Self::default() }
    }
}

/// The program of a task. The variant is matched twice an event, so it is stored in a separate byte.
#[derive(Clone, Debug)]
#[repr(u8)]
enum Program {
    Sender(hackbench::Sender),
    Receiver(hackbench::Receiver),
    Party(pairs::Party),
    Job(jobs::Job),
    Launcher(jobs::Launcher),
    Thread(sharing::Thread),
    Messenger(schbench::Messenger),
    Requester(schbench::Requester),
    Parent(start::Parent),
    Worker(start::Worker),
    Hog(hogs::Hog),
    Sleeper(hogs::Sleeper),
    Phased(rtapp::Phased),
    Streamer(stream::Streamer),
    Replayed(replay::Replayed),
    Sharer(shared::Sharer),
}

/// All programs and the channels between them.
#[derive(Clone, Debug, Default)]
pub struct Work {
    programs: PerTask<Program>,
    /// The task that forks a task and waits for its end.
    parents: PerTask<Option<TaskId>>,
    channels: Channels,
    /// The struct that the threads of `sharing` use.
    shared: Option<sharing::Shared>,
    /// The lines that the threads of `shared` use.
    lines: Vec<Line>,
    gate: start::Gate,
    /// Per message thread of `schbench`.
    boards: Vec<schbench::Board>,
    /// The phases of the tasks of `rt-app`, and what they share.
    rtapp: rtapp::Shared,
    replay: replay::Shared,
    /// The scheduling attributes of each kind of task.
    attrs: Attrs,
}

/// Tasks that exist from the beginning start this far apart.
const START_STEP: Ns = Ns(400);

impl Work {
    /// Creates the tasks of a workload. Tasks that no other task forks exist from the beginning, on the CPUs where
    /// fork would place them.
    pub fn start(
        sys: &mut System,
        workload: &Workload,
        tasks: &[TaskSetting],
        allowed: CpuMask,
        seed: u32,
        replay: &Arc<Loaded>,
    ) -> Self {
        let mut work = Self { attrs: tasks.into(), ..Self::default() };
        sys.obs.work_unit = workload.work_unit();
        let mut rng = Rng::new(seed, u32::MAX);
        sys.warm(&mut rng);
        let cpus: Vec<CpuId> = allowed.iter().collect();
        let parent = cpus[rng.below(cpus.len() as u32) as usize];
        match workload {
            Workload::Hackbench(h) if sys.rules.starts_spread => hackbench::create(&mut work, sys, h, 0),
            Workload::Hackbench(h) => hackbench::create_with_parent(&mut work, sys, h),
            Workload::Pairs(p) => pairs::create(&mut work, sys, p),
            Workload::Jobs(j) => jobs::create(&mut work, sys, j),
            Workload::Numa(n) => numa::create(&mut work, sys, n),
            Workload::Sharing(s) => sharing::create(&mut work, sys, s),
            Workload::Schbench(s) => schbench::create(&mut work, sys, s),
            Workload::Hogs(h) => hogs::create(&mut work, sys, h),
            Workload::RtApp(r) => rtapp::create(&mut work, sys, r, allowed),
            Workload::Stream(s) => stream::create(&mut work, sys, s),
            Workload::Replay(r) => replay::create(&mut work, sys, r, replay),
            Workload::Shared(s) => shared::create(&mut work, sys, s),
        }
        let ids: Vec<TaskId> = sys.tasks.ids().collect();
        for task in ids {
            let t = &sys.tasks[task];
            // `rt-app` binds its tasks itself; recorded tasks keep to their CPUs as far as the workload may use them.
            let own = match workload {
                Workload::Replay(_) if t.allowed.intersects(allowed) => t.allowed.and(allowed),
                Workload::Replay(_) => allowed,
                _ if t.allowed.is_empty() => allowed,
                _ => t.allowed,
            };
            let allowed = sys.cpus_in_group(t.attr.group, own);
            let t = &mut sys.tasks[task];
            (t.allowed, t.cpu, t.recent_used_cpu) = (allowed, parent, parent);
            t.rng = Rng::new(seed, task.into());
        }
        match workload {
            Workload::Replay(_) => replay::launch(&mut work, sys),
            _ => work.launch(sys, parent),
        }
        if !work.gate.has_parent() {
            sys.begin_measuring();
        }
        work
    }

    /// Puts the first tasks on their CPUs.
    fn launch(&self, sys: &mut System, parent: CpuId) {
        let first: Vec<TaskId> = sys.tasks.ids().filter(|&task| self.parents[task].is_none()).collect();
        for (i, &task) in first.iter().enumerate() {
            if sys.rules.starts_spread && !sys.is_ext() {
                self.scatter(sys, task, i, parent);
            } else {
                find_idlest::place_new_task(sys, task, parent);
            }
            sys.live += 1;
            sys.enqueue(task, Enqueue::Fork);
            let cpu = sys.tasks[task].cpu;
            sys.wake_idle_cpu(cpu, START_STEP * i as u64);
            if sys.is_ext() {
                sys.ext_settle();
            }
        }
    }

    fn add(&mut self, sys: &mut System, role: Role, group: usize, mm: u32, program: Program) -> TaskId {
        let attr = TaskKind::of(role).map_or_else(Attr::default, |kind| self.attrs.of(kind));
        self.add_with(sys, role, group, mm, program, attr)
    }

    fn add_with(
        &mut self,
        sys: &mut System,
        role: Role,
        group: usize,
        mm: u32,
        program: Program,
        attr: Attr,
    ) -> TaskId {
        self.programs.push(program);
        self.parents.push(None);
        let task = Task::new(CpuId(0), CpuMask::EMPTY, mm, role, group as u16, Rng::new(0, 0));
        sys.add_task(Task { attr, ..task })
    }

    /// Begins the next operation of `task`, which runs on `cpu`, not before `start`.
    #[inline]
    pub fn begin(&mut self, sys: &mut System, cpu: CpuId, task: TaskId, start: Ns) -> Begun {
        // All calls begin here, so that they can be inlined.
        let Making { channel, cost, call } = match &mut self.programs[task] {
            Program::Sender(p) => p.next(sys),
            Program::Receiver(p) => p.next(sys),
            Program::Party(p) => match p.next(sys) {
                Some(making) => making,
                None => return p.compute(sys, cpu, start),
            },
            Program::Job(p) => return p.begin(sys, cpu, start),
            Program::Launcher(p) => return p.begin(sys, cpu, start),
            Program::Thread(p) => {
                return match &mut self.shared {
                    Some(shared) => p.begin(shared, sys, cpu, start),
                    None => Begun::whole(start),
                };
            }
            Program::Messenger(p) => return p.begin(sys, cpu, start),
            Program::Requester(p) => return p.begin(sys, cpu, start),
            Program::Parent(p) => return p.begin(sys, cpu, start),
            Program::Worker(p) => return p.begin(sys, cpu, start),
            Program::Hog(p) => return p.begin(sys, cpu, start),
            Program::Sleeper(p) => return p.begin(sys, cpu, start),
            Program::Phased(p) => return p.begin(&self.rtapp, sys, cpu, start),
            Program::Streamer(p) => return p.begin(sys, cpu, start),
            Program::Replayed(p) => return p.begin(&self.replay, sys, cpu, start),
            Program::Sharer(p) => return p.begin(&mut self.lines, sys, cpu, start),
        };
        self.channels[channel].begin(sys, cpu, start, cost, call)
    }

    /// Whether the next operation of `task` goes on with a system call that it is in.
    pub fn is_in_call(&self, task: TaskId) -> bool {
        match &self.programs[task] {
            Program::Party(p) => p.is_in_call(),
            Program::Sender(p) => p.is_in_call(),
            Program::Receiver(p) => p.is_in_call(),
            _ => false,
        }
    }

    /// The effects of the operation of `task` that has ended on `cpu`.
    #[inline]
    pub fn finish(&mut self, sys: &mut System, cpu: CpuId, task: TaskId) -> Outcome {
        let channels = &mut self.channels;
        match &mut self.programs[task] {
            Program::Sender(p) => p.finish(channels, sys, cpu),
            Program::Receiver(p) => p.finish(channels, sys, cpu),
            Program::Party(p) => p.finish(channels, sys, cpu),
            Program::Job(p) => p.finish(sys, cpu),
            Program::Thread(p) => p.finish(sys, cpu),
            Program::Hog(p) => p.finish(sys, cpu),
            Program::Sleeper(p) => p.finish(sys, cpu),
            Program::Sharer(p) => p.finish(sys, cpu),
            Program::Phased(p) => {
                let step = p.finish(&mut self.rtapp, sys, cpu);
                self.step(sys, cpu, step)
            }
            Program::Replayed(p) => {
                let step = p.finish(&mut self.replay, sys, cpu);
                self.step(sys, cpu, step)
            }
            Program::Messenger(p) => p.finish(&mut self.boards, sys, cpu),
            Program::Requester(p) => p.finish(&mut self.boards, sys, cpu),
            Program::Launcher(p) => {
                let (outcome, child) = p.finish(sys, cpu);
                if let Some(child) = child {
                    self.fork(sys, cpu, child);
                }
                outcome
            }
            Program::Parent(p) => {
                let step = p.finish(&mut self.gate, sys, cpu);
                self.step(sys, cpu, step)
            }
            Program::Streamer(p) => {
                let step = p.finish(&mut self.gate, sys, cpu);
                self.step(sys, cpu, step)
            }
            Program::Worker(p) => {
                let (outcome, then) = p.finish(&mut self.gate, sys, cpu);
                if let Some(then) = then {
                    self.programs[task] = then;
                }
                outcome
            }
        }
    }

    fn step(&mut self, sys: &mut System, cpu: CpuId, step: start::Step) -> Outcome {
        match step {
            start::Step::Went(outcome) => outcome,
            start::Step::Forked(child) => {
                self.fork(sys, cpu, child);
                Outcome::Continue
            }
        }
    }

    /// `task`, which runs on `cpu`, is preempted in the middle of a stretch of computing, or while it spins.
    pub fn interrupt(&mut self, sys: &mut System, cpu: CpuId, task: TaskId) {
        let channels = &mut self.channels;
        match &mut self.programs[task] {
            Program::Party(p) => p.interrupt(channels, sys, cpu),
            Program::Sender(p) => p.interrupt(channels, sys, cpu),
            Program::Receiver(p) => p.interrupt(channels, sys, cpu),
            Program::Job(p) => p.interrupt(sys, cpu),
            Program::Requester(p) => p.interrupt(sys, cpu),
            Program::Hog(p) => p.interrupt(sys, cpu),
            Program::Sleeper(p) => p.interrupt(sys, cpu),
            Program::Phased(p) => p.interrupt(&self.rtapp, sys, cpu),
            Program::Streamer(p) => p.interrupt(sys, cpu),
            Program::Replayed(p) => p.interrupt(&self.replay, sys, cpu),
            Program::Sharer(p) => p.interrupt(sys, cpu),
            Program::Messenger(_)
            | Program::Launcher(_)
            | Program::Thread(_)
            | Program::Parent(_)
            | Program::Worker(_) => {}
        }
    }

    /// The running task has ended: wakes the task that waits for it.
    pub fn exited(&mut self, sys: &mut System, cpu: CpuId, task: TaskId) {
        let Some(parent) = self.parents[task] else { return };
        if let Program::Launcher(launcher) = &mut self.programs[parent]
            && launcher.child_ended(task)
        {
            try_to_wake_up(sys, cpu, parent, false);
        }
        if self.gate.is_parent(parent) {
            self.gate.ended(sys, cpu);
        }
    }

    /// The output of `numa_test` and of the two-thread program: a row for each job or thread.
    pub fn job_rows(&self, sys: &System) -> Vec<JobRow> {
        let of = |(task, program): (TaskId, &Program)| match program {
            Program::Job(p) => Some(p.clock.row(sys, task)),
            Program::Thread(p) => Some(p.clock.row(sys, task)),
            _ => None,
        };
        self.programs.each().filter_map(of).collect()
    }

    /// The traffic of the struct the threads use.
    pub fn shared_lines(&self) -> Vec<LineRow> {
        self.shared.as_ref().map_or_else(Vec::new, |shared| shared.watched.rows())
    }

    /// Forks a child of the task running on `cpu`: it is placed, queued, and may run at once.
    fn fork(&mut self, sys: &mut System, cpu: CpuId, child: TaskId) {
        let mut attr = sys.tasks[child].attr;
        match &mut self.programs[child] {
            Program::Job(j) => j.restart(),
            Program::Phased(p) => attr = p.restart(&self.rtapp),
            _ => {}
        }
        if attr.group != sys.tasks[child].attr.group {
            sys.set_task_group(child, attr.group);
        }
        let old = &sys.tasks[child];
        let (allowed, mm, role, group, rng) = (old.allowed, old.mm, old.role, old.group, old.rng);
        sys.renew_task(child, Task { attr, ..Task::new(cpu, allowed, mm, role, group, rng) });
        sys.live += 1;
        find_idlest::place_new_task(sys, child, cpu);
        sys.enqueue(child, Enqueue::Fork);
        sys.log(EventKind::Fork, child);
        let at = sys.tasks[child].cpu;
        sys.check_preempt(at, child, Woken::Forked);
        sys.interrupt_idle_cpu(at);
        if sys.is_ext() {
            sys.ext_settle();
        }
    }

    /// For a kernel that forks on the parent's CPU. By the time all children exist, the balancer has spread them over the
    /// CPUs it may use, which are all CPUs if it balances across nodes.
    fn scatter(&self, sys: &mut System, task: TaskId, i: usize, parent: CpuId) {
        let worker = matches!(self.programs[task], Program::Sender(_) | Program::Receiver(_));
        let mask = if worker && sys.features.cross_node {
            sys.machine.cpus()
        } else {
            node_restricted::balance_mask(sys, parent)
        };
        let allowed = sys.tasks[task].allowed;
        let mask = if mask.and(allowed).is_empty() { allowed } else { mask };
        let cpus: Vec<CpuId> = mask.and(allowed).iter().collect();
        let cpu = if cpus.is_empty() { parent } else { cpus[i % cpus.len()] };
        sys.set_task_cpu(task, cpu, Cause::Fork);
    }
}

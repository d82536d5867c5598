//! The start of hackbench: a parent forks the workers one after the other; each reports that it is ready
//! and blocks on the go pipe. When all are ready the parent writes to that pipe and waits until all have
//! ended. Hackbench measures from that write on. This module also has the barrier for the threads of one program.

use super::senders::Senders;
use super::{Begun, Outcome, Program};
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::time::Ns;
use crate::system::System;
use crate::wakeup::try_to_wake_up;

/// State that the parent and its workers share: two pipes and the parent's wait for its children.
#[derive(Clone, Debug, Default)]
pub struct Gate {
    /// The parent's task, if there is one.
    parent: Option<TaskId>,
    /// Bytes in the ready pipe; for a barrier, the number of threads that have arrived.
    ready: u32,
    /// The go pipe has its byte.
    open: bool,
    /// The tasks that poll the go pipe or sleep at the barrier.
    polling: Vec<TaskId>,
    /// Ended children that the parent has not waited for yet.
    ended: u32,
    /// Whose the bytes in the ready pipe are, and which children have ended.
    senders: Senders,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    #[default]
    Fork,
    /// Reads one byte of the ready pipe for every worker.
    Collect,
    Go,
    Reap,
    End,
}

/// The parent.
#[derive(Clone, Debug)]
pub struct Parent {
    workers: u16,
    /// Workers forked, ready or ended in the present phase.
    done: u16,
    phase: Phase,
    threads: bool,
    /// It forks them, and ends.
    only_forks: bool,
}

/// The result of the parent's last operation.
pub enum Step {
    Went(Outcome),
    Forked(TaskId),
}

impl Parent {
    /// The parent of the workers 0 to `workers`.
    pub fn new(workers: u16, threads: bool) -> Self {
        Self { workers, done: 0, phase: Phase::Fork, threads, only_forks: false }
    }

    /// One that forks so many tasks, which need no go.
    pub fn that_only_forks(workers: u16) -> Self {
        Self { only_forks: true, ..Self::new(workers, false) }
    }

    pub fn begin(&mut self, sys: &mut System, cpu: CpuId, start: Ns) -> Begun {
        let cost = match self.phase {
            Phase::Fork if self.threads => sys.costs.thread,
            Phase::Fork => sys.costs.fork,
            Phase::Collect | Phase::Reap => sys.costs.read,
            Phase::Go => sys.costs.write,
            Phase::End => 0,
        };
        Begun::whole(start + sys.spread(cpu, Ns::from(cost)))
    }

    pub fn finish(&mut self, gate: &mut Gate, sys: &mut System, cpu: CpuId) -> Step {
        match self.phase {
            Phase::Fork => {
                let child = TaskId(self.done);
                self.next(if self.only_forks { Phase::End } else { Phase::Collect });
                return Step::Forked(child);
            }
            Phase::Collect => {
                if gate.ready == 0 {
                    return Step::Went(Outcome::Sleep);
                }
                gate.ready -= 1;
                gate.received(sys, cpu);
                self.next(Phase::Go);
            }
            Phase::End => return Step::Went(Outcome::Exit),
            Phase::Go => {
                gate.open = true;
                sys.begin_measuring();
                // A poll is not exclusive: one byte wakes all, the last to come first.
                let sync = sys.rules.sync_sockets;
                let polling = std::mem::take(&mut gate.polling);
                for worker in polling.iter().rev() {
                    sys.note_sent(cpu, Some(*worker));
                    try_to_wake_up(sys, cpu, *worker, sync);
                }
                if sys.obs.log.are_notes_kept() {
                    let others = (0..self.workers).map(TaskId).filter(|worker| !polling.contains(worker));
                    others.for_each(|worker| sys.note_sent(cpu, Some(worker)));
                }
                self.phase = Phase::Reap;
            }
            Phase::Reap => {
                if gate.ended == 0 {
                    return Step::Went(Outcome::Sleep);
                }
                gate.ended -= 1;
                gate.received(sys, cpu);
                self.done += 1;
                if self.done == self.workers {
                    return Step::Went(Outcome::Exit);
                }
            }
        }
        Step::Went(Outcome::Continue)
    }

    fn next(&mut self, then: Phase) {
        self.done += 1;
        if self.done == self.workers {
            self.done = 0;
            self.phase = then;
        }
    }
}

impl Gate {
    pub fn new(parent: TaskId) -> Self {
        Self { parent: Some(parent), ..Self::default() }
    }

    pub fn has_parent(&self) -> bool {
        self.parent.is_some()
    }

    pub fn is_parent(&self, task: TaskId) -> bool {
        self.parent == Some(task)
    }

    /// The running task of `cpu`, one of `all` tasks, arrives at the barrier. It sleeps there until the last one arrives.
    pub fn meet(&mut self, sys: &mut System, cpu: CpuId, all: u32) -> Outcome {
        self.ready += 1;
        if self.ready < all {
            self.polling.extend(sys.cpus[cpu].curr);
            return Outcome::Sleep;
        }
        self.ready = 0;
        for task in std::mem::take(&mut self.polling) {
            try_to_wake_up(sys, cpu, task, false);
        }
        Outcome::Continue
    }

    /// The running task of `cpu` tells the parent something.
    fn sent(&mut self, sys: &mut System, cpu: CpuId) {
        self.senders.sent(sys, cpu, self.parent);
    }

    /// The parent, which runs on `cpu`, takes notice of the oldest.
    fn received(&mut self, sys: &mut System, cpu: CpuId) {
        self.senders.received(sys, cpu, (self.ready + self.ended) as usize);
    }

    /// A worker has ended: wakes the parent if it waits.
    pub fn ended(&mut self, sys: &mut System, cpu: CpuId) {
        if let Some(parent) = self.parent {
            self.ended += 1;
            self.sent(sys, cpu);
            try_to_wake_up(sys, cpu, parent, false);
        }
    }
}

/// A worker before the go, and its program after the go.
#[derive(Clone, Debug)]
pub struct Worker {
    said: bool,
    then: Box<Program>,
}

impl Worker {
    pub fn new(then: Program) -> Self {
        Self { said: false, then: Box::new(then) }
    }

    pub fn begin(&mut self, sys: &mut System, cpu: CpuId, start: Ns) -> Begun {
        let cost = if self.said { sys.costs.read } else { sys.costs.write };
        Begun::whole(start + sys.spread(cpu, Ns::from(cost)))
    }

    /// Also returns the worker's next program, once the go has come.
    pub fn finish(&mut self, gate: &mut Gate, sys: &mut System, cpu: CpuId) -> (Outcome, Option<Program>) {
        if !self.said {
            self.said = true;
            gate.ready += 1;
            gate.sent(sys, cpu);
            if let Some(parent) = gate.parent
                && gate.ready == 1
            {
                try_to_wake_up(sys, cpu, parent, sys.rules.sync_sockets);
            }
            return (Outcome::Continue, None);
        }
        if gate.open {
            sys.note_received(cpu, gate.parent);
            return (Outcome::Continue, Some((*self.then).clone()));
        }
        gate.polling.extend(sys.cpus[cpu].curr);
        (Outcome::Sleep, None)
    }
}

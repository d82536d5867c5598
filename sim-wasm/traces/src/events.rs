//! The log and the decisions of a run as one row of events, each with what a tool wants to know of it.

use sched_core::engine::ids::{CpuId, PerCpu, TaskId};
use sched_core::engine::time::Ns;
use sched_core::observe::decisions::{self, Decision};
use sched_core::observe::log::{CAUSE, CPU, DISTANCE, HOW, KIND, SRC, TASK};
use sched_core::observe::vocab::{Cause, Decided, Distance, EventKind, How, LOG_WORDS, Left, unpacked};
use sched_core::sim::Simulation;
use std::collections::BTreeMap;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub at: Ns,
    pub what: What,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A task runs already when the trace begins.
    Runs {
        cpu: CpuId,
        task: TaskId,
    },
    /// A CPU calls `schedule()`, and goes on with a task, maybe the same, or idles.
    Schedules {
        cpu: CpuId,
        next: Option<TaskId>,
    },
    /// A CPU goes on with another task; none: it was idle, or goes idle.
    Switch {
        cpu: CpuId,
        prev: Option<TaskId>,
        next: Option<TaskId>,
        left: Left,
    },
    /// A task was woken. `waker`: the CPU that woke it and what ran there, where that was decided; a task that its class
    /// kept in the queue while it slept is woken without a decision.
    Wake {
        task: TaskId,
        cpu: CpuId,
        prev: CpuId,
        how: How,
        waker: Option<(CpuId, Option<TaskId>)>,
    },
    /// A task was created, by what ran on a CPU.
    Fork {
        task: TaskId,
        cpu: CpuId,
        parent: Option<(CpuId, Option<TaskId>)>,
    },
    Exit {
        task: TaskId,
        cpu: CpuId,
    },
    /// A task changed its CPU.
    Move {
        task: TaskId,
        from: CpuId,
        cpu: CpuId,
        cause: Cause,
        distance: Distance,
    },
    /// A decision, with what ran on the CPU that took it.
    Decision {
        decision: Box<Decision>,
        current: Option<TaskId>,
    },
}

/// Follows a run.
pub struct Recorder {
    current: PerCpu<Option<TaskId>>,
    /// Who decided last about a task, when.
    placed: BTreeMap<TaskId, (Ns, CpuId, Option<TaskId>)>,
}

impl Recorder {
    /// From where a run stands.
    pub fn of(sim: &Simulation) -> Self {
        Self { current: sim.system().cpus.iter().map(|cpu| cpu.curr).collect(), placed: BTreeMap::new() }
    }

    /// What runs where the trace begins.
    pub fn begin(&self, at: Ns, mut tell: impl FnMut(&Event)) {
        for (cpu, current) in self.current.each() {
            if let Some(task) = *current {
                tell(&Event { at, what: What::Runs { cpu, task } });
            }
        }
    }

    /// Tells what came since the last time, in order. What was decided comes before what followed from it.
    pub fn feed(&mut self, log: &[u32], decided: &[u32], mut tell: impl FnMut(&Event)) {
        let mut decided = decisions::read(decided).into_iter().peekable();
        for record in log.chunks_exact(LOG_WORDS) {
            let at = Ns::of_words([record[0], record[1]]);
            while let Some(decision) = decided.next_if(|decision| decision.ns <= at) {
                tell(&self.decision(decision));
            }
            if EventKind::ALL[KIND.of(record) as usize] == EventKind::Switch {
                let (cpu, next) = (CPU.of(record), unpacked(TASK.of(record)));
                tell(&Event { at, what: What::Schedules { cpu, next } });
            }
            if let Some(what) = self.what(at, record) {
                tell(&Event { at, what });
            }
        }
        decided.for_each(|decision| tell(&self.decision(decision)));
    }

    fn decision(&mut self, decision: Decision) -> Event {
        let current = self.current[decision.cpu];
        if let Some(task) = decision.task
            && matches!(decision.kind, Decided::Wake | Decided::Fork)
        {
            self.placed.insert(task, (decision.ns, decision.cpu, current));
        }
        Event { at: decision.ns, what: What::Decision { decision: Box::new(decision), current } }
    }

    /// Who placed a task at a moment.
    fn placer(&mut self, task: TaskId, at: Ns) -> Option<(CpuId, Option<TaskId>)> {
        let (when, cpu, current) = self.placed.remove(&task)?;
        (when == at).then_some((cpu, current))
    }

    fn what(&mut self, at: Ns, record: &[u32]) -> Option<What> {
        let (cpu, src) = (CPU.of(record), SRC.of(record));
        let task = unpacked(TASK.of(record));
        Some(match (EventKind::ALL[KIND.of(record) as usize], task) {
            (EventKind::Switch, next) => {
                let prev = std::mem::replace(&mut self.current[cpu], next);
                // `schedule` that picks the same task again is no switch.
                if prev == next {
                    return None;
                }
                What::Switch { cpu, prev, next, left: Left::ALL[HOW.of(record) as usize] }
            }
            (EventKind::Wake, Some(task)) => {
                let (how, waker) = (How::ALL[HOW.of(record) as usize], self.placer(task, at));
                What::Wake { task, cpu, prev: src, how, waker }
            }
            (EventKind::Fork, Some(task)) => What::Fork { task, cpu, parent: self.placer(task, at) },
            (EventKind::Exit, Some(task)) => What::Exit { task, cpu },
            (EventKind::Move, Some(task)) => {
                let cause = Cause::ALL[CAUSE.of(record) as usize];
                let distance = Distance::ALL[DISTANCE.of(record) as usize];
                What::Move { task, from: src, cpu, cause, distance }
            }
            _ => return None,
        })
    }
}

//! Merges the log and the decisions of a run into one sequence of events, each with the fields that trace
//! formats need.

use sched_core::engine::ids::{CpuId, PerCpu, TaskId};
use sched_core::engine::time::Ns;
use sched_core::observe::decisions::{self, Decision};
use sched_core::observe::log::{CAUSE, CPU, DISTANCE, HOW, KIND, SRC, TASK};
use sched_core::observe::vocab::{Cause, Decided, Distance, EventKind, How, LOG_WORDS, Left, Note, unpacked};
use sched_core::sim::Simulation;
use sched_core::system::TaskState;
use std::collections::BTreeMap;

/// The kinds of events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub at: Ns,
    pub what: What,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A task is already running when the trace begins.
    Runs {
        cpu: CpuId,
        task: TaskId,
    },
    /// A task is already waiting when the trace begins.
    Waits {
        task: TaskId,
        cpu: CpuId,
    },
    /// A CPU calls `schedule()`, and continues with a task, possibly the same, or idles.
    Schedules {
        cpu: CpuId,
        next: Option<TaskId>,
    },
    /// A CPU switches to another task; `None`: it was idle, or becomes idle.
    Switch {
        cpu: CpuId,
        prev: Option<TaskId>,
        next: Option<TaskId>,
        left: Left,
    },
    /// A task is about to be woken, on the CPU where it fell asleep.
    Waking {
        task: TaskId,
        prev: CpuId,
        by: By,
        /// By an interrupt: not by the task that runs there.
        interrupt: bool,
    },
    /// A task was woken, and waits on a CPU. `decided`: the CPU was chosen by a decision. Otherwise the task
    /// was kept in the queue while it slept and continues there; `by` is then the task that was running on
    /// that CPU.
    Wake {
        task: TaskId,
        cpu: CpuId,
        prev: CpuId,
        how: How,
        by: By,
        interrupt: bool,
        decided: bool,
    },
    /// The task that runs on a CPU sends a message to a task. If it has to wake that one, its wake-up follows.
    Sent {
        task: TaskId,
        by: By,
    },
    /// The task that runs on a CPU has received a message from a task.
    Received {
        task: TaskId,
        by: By,
    },
    /// A task was created.
    Fork {
        task: TaskId,
        cpu: CpuId,
        by: By,
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
        by: By,
    },
    /// A decision, with the task that was running on the deciding CPU.
    Decision {
        decision: Box<Decision>,
        current: Option<TaskId>,
    },
}

/// The CPU that caused an event, and the task running on it.
pub type By = (CpuId, Option<TaskId>);

/// Turns the records of a run into events.
pub struct Recorder {
    current: PerCpu<Option<TaskId>>,
    /// The tasks that wait when the trace begins.
    waiting: Vec<(TaskId, CpuId)>,
    /// For each task: the time of the last placement, and the CPU that decided it.
    placed: BTreeMap<TaskId, (Ns, By)>,
    /// The task that is about to be woken, by which CPU, and whether by an interrupt.
    waker: Option<(TaskId, CpuId, bool)>,
    /// The task that an interrupt is about to wake, and when.
    interrupt: Option<(TaskId, Ns)>,
    /// A wake-up on another CPU, held back until the migration has been written, which comes first in the
    /// kernel.
    held: Option<(TaskId, Event)>,
}

impl Recorder {
    /// Starts at the present state of a simulation.
    pub fn of(sim: &Simulation) -> Self {
        let sys = sim.system();
        let current = sys.cpus.iter().map(|cpu| cpu.curr).collect();
        let waits = |state| matches!(state, TaskState::Waiting | TaskState::InFlight);
        let waiting =
            sys.tasks.each().filter(|(_, of)| waits(of.state)).map(|(task, of)| (task, of.cpu)).collect();
        Self { current, waiting, placed: BTreeMap::new(), waker: None, interrupt: None, held: None }
    }

    /// Emits the running and the waiting tasks at the beginning of the trace.
    pub fn begin(&self, at: Ns, mut tell: impl FnMut(&Event)) {
        for (cpu, current) in self.current.each() {
            if let Some(task) = *current {
                tell(&Event { at, what: What::Runs { cpu, task } });
            }
        }
        for &(task, cpu) in &self.waiting {
            tell(&Event { at, what: What::Waits { task, cpu } });
        }
    }

    /// Emits the events since the last call, in order. A decision comes before its consequences.
    pub fn feed(&mut self, log: &[u32], decided: &[u32], mut tell: impl FnMut(&Event)) {
        let mut decided = decisions::read(decided).into_iter().peekable();
        for record in log.chunks_exact(LOG_WORDS) {
            let at = Ns::of_words([record[0], record[1]]);
            let kind = EventKind::ALL[KIND.of(record) as usize];
            let moves = |held: &mut (TaskId, Event)| {
                kind == EventKind::Move && unpacked(TASK.of(record)) == Some(held.0) && held.1.at == at
            };
            if let Some((_, event)) = self.held.take_if(|held| !moves(held)) {
                tell(&event);
            }
            while let Some(decision) = decided.next_if(|decision| decision.ns <= at) {
                tell(&self.decision(decision));
            }
            if kind == EventKind::Switch {
                let (cpu, next) = (CPU.of(record), unpacked(TASK.of(record)));
                tell(&Event { at, what: What::Schedules { cpu, next } });
            }
            match self.what(at, record) {
                Some(what @ What::Wake { task, cpu, prev, by, interrupt, .. }) => {
                    tell(&Event { at, what: What::Waking { task, prev, by, interrupt } });
                    let event = Event { at, what };
                    if cpu == prev {
                        tell(&event);
                    } else {
                        self.held = Some((task, event));
                    }
                }
                Some(what) => tell(&Event { at, what }),
                None => {}
            }
            if kind == EventKind::Move
                && let Some((_, event)) = self.held.take()
            {
                tell(&event);
            }
        }
        if let Some((_, event)) = self.held.take() {
            tell(&event);
        }
        decided.for_each(|decision| tell(&self.decision(decision)));
    }

    fn decision(&mut self, decision: Decision) -> Event {
        let current = self.current[decision.cpu];
        if let Some(task) = decision.task
            && matches!(decision.kind, Decided::Wake | Decided::Fork)
        {
            self.placed.insert(task, (decision.ns, (decision.cpu, current)));
        }
        Event { at: decision.ns, what: What::Decision { decision: Box::new(decision), current } }
    }

    /// The CPU that placed a task at this time.
    fn placer(&self, task: TaskId, at: Ns) -> Option<By> {
        self.placed.get(&task).filter(|(when, _)| *when == at).map(|(_, by)| *by)
    }

    fn here(&self, cpu: CpuId) -> By {
        (cpu, self.current[cpu])
    }

    fn what(&mut self, at: Ns, record: &[u32]) -> Option<What> {
        let (cpu, src) = (CPU.of(record), SRC.of(record));
        let task = unpacked(TASK.of(record));
        Some(match (EventKind::ALL[KIND.of(record) as usize], task) {
            (EventKind::Switch, next) => {
                let prev = std::mem::replace(&mut self.current[cpu], next);
                // If `schedule` picks the same task again, there is no switch.
                if prev == next {
                    return None;
                }
                What::Switch { cpu, prev, next, left: Left::ALL[HOW.of(record) as usize] }
            }
            (EventKind::Wake, Some(task)) => {
                let (how, decided) = (How::ALL[HOW.of(record) as usize], self.placer(task, at).is_some());
                let waker = self.waker.take().filter(|(woken, ..)| *woken == task);
                let (by, interrupt) = waker.map_or((cpu, false), |(_, waker, interrupt)| (waker, interrupt));
                let by = self.here(by);
                // An idle CPU wakes a task in an interrupt.
                let interrupt = interrupt || by.1.is_none();
                What::Wake { task, cpu, prev: src, how, by, interrupt, decided }
            }
            (EventKind::Note, Some(task)) => match Note::ALL[HOW.of(record) as usize] {
                Note::Sent => What::Sent { task, by: self.here(cpu) },
                Note::Received => What::Received { task, by: self.here(cpu) },
                Note::Waker => {
                    self.waker = Some((task, cpu, self.interrupt.take() == Some((task, at))));
                    return None;
                }
                Note::Interrupt => {
                    self.interrupt = Some((task, at));
                    return None;
                }
            },
            (EventKind::Fork, Some(task)) => {
                What::Fork { task, cpu, by: self.placer(task, at).unwrap_or(self.here(cpu)) }
            }
            (EventKind::Exit, Some(task)) => What::Exit { task, cpu },
            (EventKind::Move, Some(task)) => {
                let cause = Cause::ALL[CAUSE.of(record) as usize];
                let distance = Distance::ALL[DISTANCE.of(record) as usize];
                let by = match cause {
                    Cause::Wake | Cause::Fork => self.placer(task, at).unwrap_or(self.here(cpu)),
                    // The stopper moves a task that is running on its CPU.
                    Cause::Exec | Cause::Active => self.here(src),
                    Cause::NewIdle | Cause::Periodic | Cause::Steal | Cause::Node => self.here(cpu),
                };
                What::Move { task, from: src, cpu, cause, distance, by }
            }
            _ => return None,
        })
    }
}

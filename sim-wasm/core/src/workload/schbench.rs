//! `schbench`: a worker computes, queues itself with its message thread, and sleeps until that wakes it. The
//! message thread sleeps until a worker waits, sleeps a little more, and wakes all workers that wait by then.
//!
//! The program measures the wake-up latency of its workers.

use super::compute::{Compute, ran};
use super::{Begun, Outcome, Program, Work};
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::time::Ns;
use crate::observe::vocab::{Role, WorkUnit};
use crate::scenario::Schbench;
use crate::system::System;
use crate::wakeup::try_to_wake_up;

/// State that a message thread shares with its workers: a list and a futex.
#[derive(Clone, Debug)]
pub struct Board {
    messenger: TaskId,
    /// Waiting workers; the last to come is woken first.
    waiting: Vec<TaskId>,
    /// A worker has queued itself since the message thread last checked.
    posted: bool,
    /// The message thread sleeps on the futex.
    blocked: bool,
    /// Workers that have not ended.
    workers: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Step {
    /// Waits for a worker.
    #[default]
    Wait,
    Nap,
    /// Takes the list of workers.
    Take,
    Wake,
}

/// A message thread.
#[derive(Clone, Debug)]
pub struct Messenger {
    board: usize,
    /// ns
    nap: Ns,
    step: Step,
    waking: Vec<TaskId>,
}

/// A worker.
#[derive(Clone, Debug)]
pub struct Requester {
    board: usize,
    /// CPU time of a request (ns).
    work: Ns,
    /// Requests left; `None`: without end.
    left: Option<u32>,
    /// The current operation is the system call by which the worker queues itself; otherwise the worker computes.
    posts: bool,
    compute: Compute,
}

/// All are threads of one process.
pub fn create(work: &mut Work, sys: &mut System, s: &Schbench) {
    sys.obs.latency_of = Some(Role::Server);
    for board in 0..s.message_threads as usize {
        let nap = Ns::us(s.sleep_us.into());
        let messenger = Messenger { board, nap, step: Step::Wait, waking: Vec::new() };
        let messenger = work.add(sys, Role::Client, board, 0, Program::Messenger(messenger));
        work.boards.push(Board {
            messenger,
            waiting: Vec::new(),
            posted: false,
            blocked: false,
            workers: s.workers,
        });
        for _ in 0..s.workers {
            let requester = Requester {
                board,
                work: Ns::us(s.compute_us.into()),
                left: (s.requests > 0).then_some(s.requests),
                posts: true,
                compute: Compute::default(),
            };
            work.add(sys, Role::Server, board, 0, Program::Requester(requester));
        }
    }
}

impl Board {
    /// Posts the futex: wakes the message thread if it sleeps there.
    fn post(&mut self, sys: &mut System, cpu: CpuId) {
        self.posted = true;
        if std::mem::take(&mut self.blocked) {
            try_to_wake_up(sys, cpu, self.messenger, false);
        }
    }
}

/// A futex call, or another system call without a message: what a read costs outside the lock.
pub(super) fn call(sys: &mut System, cpu: CpuId, start: Ns) -> Begun {
    let cost = Ns::from(sys.costs.read) * u64::from(100 - sys.costs.lock_pct.min(100)) / 100;
    Begun::whole(start + sys.spread(cpu, cost).max(Ns(1)))
}

impl Messenger {
    pub fn begin(&mut self, sys: &mut System, cpu: CpuId, start: Ns) -> Begun {
        call(sys, cpu, start)
    }

    pub fn finish(&mut self, boards: &mut [Board], sys: &mut System, cpu: CpuId) -> Outcome {
        let board = &mut boards[self.board];
        match self.step {
            Step::Wait if std::mem::take(&mut board.posted) => {
                self.step = if self.nap > Ns::ZERO { Step::Nap } else { Step::Take };
            }
            Step::Wait if board.workers == 0 => return Outcome::Exit,
            Step::Wait => {
                board.blocked = true;
                return Outcome::Sleep;
            }
            Step::Nap => {
                self.step = Step::Take;
                let at = sys.now + self.nap;
                sys.wake_later(cpu, at);
                return Outcome::Sleep;
            }
            Step::Take => {
                self.waking = std::mem::take(&mut board.waiting);
                self.step = if self.waking.is_empty() { Step::Wait } else { Step::Wake };
            }
            Step::Wake => {
                if let Some(worker) = self.waking.pop() {
                    try_to_wake_up(sys, cpu, worker, false);
                }
                if self.waking.is_empty() {
                    self.step = Step::Wait;
                }
            }
        }
        Outcome::Continue
    }
}

impl Requester {
    pub fn begin(&mut self, sys: &mut System, cpu: CpuId, start: Ns) -> Begun {
        if self.posts {
            return call(sys, cpu, start);
        }
        if self.compute.left == Ns::ZERO {
            self.compute = Compute::draw(sys, cpu, self.work);
            if let Some(task) = sys.cpus[cpu].curr {
                sys.tasks[task].asked = start;
            }
        }
        self.compute.begin(sys, cpu, start, 100)
    }

    /// The task is preempted, or a tick charges it.
    pub fn interrupt(&mut self, sys: &mut System, cpu: CpuId) {
        if !self.posts {
            self.compute.interrupt(sys.cpus[cpu].op.start, sys.now);
            sys.obs.user_ns += ran(sys, cpu);
        }
    }

    pub fn finish(&mut self, boards: &mut [Board], sys: &mut System, cpu: CpuId) -> Outcome {
        let board = &mut boards[self.board];
        if self.posts {
            self.posts = false;
            board.waiting.extend(sys.cpus[cpu].curr);
            board.post(sys, cpu);
            return Outcome::Sleep;
        }
        self.posts = true;
        self.compute.left = Ns::ZERO;
        if let Some(task) = sys.cpus[cpu].curr {
            sys.answer(task);
        }
        sys.obs.user_ns += ran(sys, cpu);
        sys.obs.count(WorkUnit::Messages, 1);
        if let Some(left) = &mut self.left {
            *left -= 1;
            if *left == 0 {
                board.workers -= 1;
                if board.workers == 0 {
                    board.post(sys, cpu);
                }
                return Outcome::Exit;
            }
        }
        Outcome::Continue
    }
}

//! Independent jobs: a launcher forks them, each is exec'ed, computes, and ends; the launcher forks
//! its successor.

use std::collections::VecDeque;

use super::compute::Compute;
use super::{Begun, Outcome, Program, Work};
use crate::observe::vocab::Role;
use crate::scenario::Jobs;
use crate::system::System;
use crate::wakeup::exec::sched_exec;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The exec call, up to the point where the old image is given up.
    Exec,
    /// The new image is loaded: memory is taken on the node this runs on.
    Load,
    Work,
}

#[derive(Clone, Debug)]
pub struct Job {
    phase: Phase,
    work: u64,
    memory_pct: u32,
    /// Where its memory is.
    node: u16,
    pub compute: Compute,
}

/// Forks what is due, then sleeps until a child has ended.
#[derive(Clone, Debug)]
pub struct Launcher {
    due: VecDeque<u16>,
    /// Jobs still to be forked after the present ones; `None`: without end.
    rounds: Option<u64>,
    alive: u32,
}

const EXEC_CALL: u64 = 1_000;

pub fn create(work: &mut Work, sys: &mut System, j: &Jobs) {
    let rounds = (j.rounds > 0).then(|| u64::from(j.rounds - 1) * u64::from(j.jobs));
    let launcher = Launcher { due: (1..=j.jobs as u16).collect(), rounds, alive: 0 };
    work.add(sys, Role::Launcher, 0, 0, Program::Launcher(launcher));
    for i in 0..j.jobs {
        let job = Job {
            phase: Phase::Exec,
            work: u64::from(j.work_us) * 1_000,
            memory_pct: j.memory_pct,
            node: 0,
            compute: Compute::default(),
        };
        work.add(sys, Role::Job, i as usize, i + 1, Program::Job(job));
    }
}

impl Launcher {
    pub fn begin(&mut self, sys: &mut System, cpu: usize, start: u64) -> Begun {
        let task = sys.cpus[cpu].curr as usize;
        let (fork, pct) = (u64::from(sys.costs.fork), sys.costs.jitter_pct);
        let cost = if self.due.is_empty() { 1 } else { sys.tasks[task].rng.jitter(fork, pct) };
        Begun { end: start + cost.max(1), preemptible: false }
    }

    /// Also returns the child to be forked.
    pub fn finish(&mut self, _sys: &mut System, _cpu: usize) -> (Outcome, Option<u16>) {
        if let Some(child) = self.due.pop_front() {
            self.alive += 1;
            return (Outcome::Continue, Some(child));
        }
        (if self.alive == 0 { Outcome::Exit } else { Outcome::Sleep }, None)
    }

    /// A child has ended. Returns whether the launcher has something to do.
    pub fn child_ended(&mut self, child: u16) -> bool {
        self.alive -= 1;
        match &mut self.rounds {
            Some(0) => self.alive == 0 && self.due.is_empty(),
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
    pub fn restart(&mut self) {
        self.phase = Phase::Exec;
        self.compute = Compute::default();
    }

    pub fn begin(&mut self, sys: &mut System, cpu: usize, start: u64) -> Begun {
        match self.phase {
            Phase::Exec => Begun { end: start + EXEC_CALL, preemptible: false },
            Phase::Load => {
                if self.compute.left == 0 {
                    let exec = u64::from(sys.costs.exec);
                    self.compute = Compute::draw(sys, cpu, exec);
                }
                self.compute.begin(sys, cpu, start, 100)
            }
            Phase::Work => {
                let remote = sys.machine.node_of[cpu] != self.node;
                let slow = if remote {
                    100 + (sys.costs.remote_pct.saturating_sub(100)) * self.memory_pct / 100
                } else {
                    100
                };
                self.compute.begin(sys, cpu, start, slow)
            }
        }
    }

    pub fn finish(&mut self, sys: &mut System, cpu: usize) -> Outcome {
        match self.phase {
            Phase::Exec => {
                self.phase = Phase::Load;
                if sched_exec(sys, cpu) { Outcome::Moved } else { Outcome::Continue }
            }
            Phase::Load => {
                self.phase = Phase::Work;
                self.node = sys.machine.node_of[cpu];
                self.compute = Compute::draw(sys, cpu, self.work);
                Outcome::Continue
            }
            Phase::Work => {
                sys.obs.messages += 1;
                Outcome::Exit
            }
        }
    }
}

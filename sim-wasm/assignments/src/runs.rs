//! The runs that marks come from. Identical runs are done once.

use crate::policies;
use crate::sha256;
use sched_core::engine::ids::TaskId;
use sched_core::engine::time::Ns;
use sched_core::observe::decisions;
use sched_core::observe::report::RunReport;
use sched_core::observe::vocab::{Answer, Decided};
use sched_core::scenario::Scenario;
use sched_core::sim::Simulation;
use std::collections::BTreeMap;

/// The decisions that are kept of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watch {
    pub kind: Decided,
    pub task: Option<u32>,
}

/// A run of a lane.
#[derive(Clone, Debug)]
pub struct Job {
    /// With its seed.
    pub scenario: Scenario,
    pub lane: usize,
    pub watch: Option<Watch>,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    pub ns: u64,
    /// The deciding CPU.
    pub cpu: u32,
    /// The CPU that a placed task gets.
    pub chosen: u32,
    /// Whether a task changes its CPU.
    pub moved: bool,
}

/// What a run gave.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub report: RunReport,
    /// Those of the watch, in time order.
    pub decisions: Vec<Decision>,
}

/// The events between two looks at the decisions, whose buffer is limited.
const STRIDE: u64 = 1_000;

impl Job {
    /// What makes two jobs the same. Another lane does not change the run of this one.
    fn key(&self) -> [u8; 32] {
        let lanes = self.scenario.lanes.get(self.lane).cloned();
        let policy = self.scenario.policy_of(self.lane).map(|policy| policy.source.clone());
        let scenario = Scenario {
            lanes: lanes.into_iter().collect(),
            policies: policy.into_iter().collect(),
            ..self.scenario.clone()
        };
        let scenario = serde_json::to_string(&scenario).unwrap_or_default();
        sha256(&[scenario.as_bytes(), format!("{} {:?}", self.lane, self.watch).as_bytes()])
    }

    /// Runs it; `None`: the scenario is invalid, which [`crate::validate`] excludes.
    pub fn run(&self) -> Option<Outcome> {
        let mut simulation = match policies::program(&self.scenario, self.lane).ok()? {
            None => Simulation::new(&self.scenario, self.lane).ok()?,
            Some(program) => Simulation::with_program(&self.scenario, self.lane, program).ok()?,
        };
        let mut decisions = Vec::new();
        let Some(watch) = self.watch else {
            simulation.run_to_end();
            return Some(Outcome { report: simulation.report(), decisions });
        };
        simulation.keep_decisions(true);
        simulation.keep_picks(watch.kind == Decided::Pick);
        while !simulation.done() {
            simulation.advance(Ns::MAX, STRIDE);
            let task = watch.task.map(|task| TaskId(task as u16));
            let kept = decisions::read(&simulation.take_decisions()).into_iter();
            let kept = kept.filter(|decision| decision.kind == watch.kind && decision.is_about(task));
            decisions.extend(kept.map(|decision| Decision {
                ns: decision.ns.0,
                cpu: u32::from(decision.cpu.0),
                chosen: u32::from(decision.chosen.0),
                moved: moves(&decision),
            }));
        }
        Some(Outcome { report: simulation.report(), decisions })
    }
}

fn moves(decision: &decisions::Decision) -> bool {
    match decision.kind {
        Decided::Wake | Decided::Fork | Decided::Exec => decision.chosen != decision.about,
        _ => decision.steps.iter().any(|step| step.answer == Answer::Moved),
    }
}

/// The runs that are done, and those that are needed.
#[derive(Debug, Default)]
pub struct Runs {
    done: BTreeMap<[u8; 32], Option<Outcome>>,
    needed: BTreeMap<[u8; 32], Job>,
}

/// A run has to be done first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending;

impl Runs {
    /// What a job gave; notes it otherwise.
    ///
    /// # Errors
    /// It has not been run.
    pub fn get(&mut self, job: &Job) -> Result<Option<&Outcome>, Pending> {
        let key = job.key();
        match self.done.get(&key) {
            Some(outcome) => Ok(outcome.as_ref()),
            None => {
                self.needed.insert(key, job.clone());
                Err(Pending)
            }
        }
    }

    /// What a job gave; `None`: it has not been run, or cannot be.
    pub fn finished(&self, job: &Job) -> Option<&Outcome> {
        self.done.get(&job.key())?.as_ref()
    }

    /// The jobs that are needed, each once.
    pub fn needed(&self) -> Vec<&Job> {
        self.needed.values().collect()
    }

    /// Stores the outcomes of all needed jobs, in their order.
    pub fn done(&mut self, outcomes: Vec<Option<Outcome>>) {
        let needed = std::mem::take(&mut self.needed);
        self.done.extend(needed.into_keys().zip(outcomes));
    }

    /// Runs one needed job. Returns how many are left.
    pub fn step(&mut self) -> usize {
        if let Some((key, job)) = self.needed.pop_first() {
            self.done.insert(key, job.run());
        }
        self.needed.len()
    }

    /// The number of runs that are done.
    pub fn len(&self) -> usize {
        self.done.len()
    }

    pub fn is_empty(&self) -> bool {
        self.done.is_empty()
    }

    /// The hash over the events of several runs, in 16 digits.
    pub fn hash<'a>(outcomes: impl Iterator<Item = &'a Outcome>) -> String {
        let hashes: Vec<&[u8]> = outcomes.map(|outcome| outcome.report.hash.as_bytes()).collect();
        crate::hex(&sha256(&hashes), 8)
    }
}

#[cfg(test)]
mod tests {
    use super::{Job, Runs};
    use sched_core::scenario::{Lane, Scenario};

    #[test]
    fn a_run_is_done_once_whatever_the_other_lane_is() {
        let lane = |slice| {
            let mut lane = Lane::default();
            lane.rules.base_slice_us = slice;
            lane
        };
        let of = |slice, lane_of| Job {
            scenario: Scenario {
                lanes: vec![lane(None), lane(Some(slice))],
                limit_ms: 5,
                ..Scenario::default()
            },
            lane: lane_of,
            watch: None,
        };
        let mut runs = Runs::default();
        for job in [of(2_000, 0), of(9_000, 0), of(2_000, 1), of(9_000, 1)] {
            assert!(runs.get(&job).is_err());
        }
        while runs.step() > 0 {}
        assert_eq!(runs.len(), 3);
    }
}

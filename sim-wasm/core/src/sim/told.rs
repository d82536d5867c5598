//! All that is told of a run, as one number: its log, the records of its decisions, and what can be looked at now and then. A
//! run that tells the same as before is seen to do so; which numbers are right is asked elsewhere.

#![cfg(any(test, feature = "schema"))]

use super::Simulation;
use crate::engine::hash::EventHash;
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::time::Ns;
use crate::machine::KernelId;
use crate::observe::log::LogLevel;
use crate::scenario::{Scenario, check};
use serde::Serialize;

/// After so many events each it is looked at.
const LOOK: u64 = 1_000;
/// Events of a run on another kernel than the document's.
const ELSEWHERE: u64 = 4_000;

/// What a document's first lane tells in so many events, and in fewer on two other kernels, if it may run there.
pub fn of(document: &Scenario, events: u64) -> String {
    let own = document.lanes[0].kernel.unwrap_or(document.kernel) as usize;
    let mut told = Vec::new();
    for (on, events) in [(0, events), (3, ELSEWHERE), (5, ELSEWHERE)] {
        let mut scenario = document.clone();
        scenario.lanes[0].kernel = Some(KernelId::ALL[(own + on) % KernelId::ALL.len()]);
        if check(&scenario).is_empty() {
            told.push(of_lane(&scenario, events));
        }
    }
    told.join(" ")
}

fn of_lane(scenario: &Scenario, events: u64) -> String {
    let mut sim = Simulation::of_checked(scenario, 0).expect("a lane");
    let mut hash = EventHash::default();
    sim.set_log(LogLevel::All, Ns::ZERO);
    sim.keep_decisions(true);
    sim.keep_picks(true);
    while sim.events() < events && !sim.done() {
        sim.advance(Ns::MAX, LOOK.min(events - sim.events()));
        for words in [sim.take_decisions(), sim.take_log(), sim.frame(true)] {
            words.iter().for_each(|&word| hash.add(word.into()));
        }
    }
    sim.series().iter().for_each(|&word| hash.add(word.into()));
    add(&mut hash, &sim.report());
    (0..).map_while(|cpu| sim.inspect_cpu(CpuId(cpu))).for_each(|cpu| add(&mut hash, &cpu));
    (0..).map_while(|task| sim.inspect_task(TaskId(task))).for_each(|task| add(&mut hash, &task));
    format!("{:016x}", hash.value())
}

fn add(hash: &mut EventHash, told: &impl Serialize) {
    let text = serde_json::to_vec(told).expect("it can be written");
    text.iter().for_each(|&byte| hash.add(byte.into()));
}

//! A fingerprint of everything a run outputs, for regression tests: its log, the records of its decisions, its frames, its report
//! and the inspections at its end. An equal fingerprint shows that the output is unchanged. Other tests check that it is right.

#![cfg(any(test, feature = "schema"))]

use super::Simulation;
use crate::engine::hash::EventHash;
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::time::Ns;
use crate::machine::KernelId;
use crate::observe::log::LogLevel;
use crate::scenario::{Scenario, check};
use serde::Serialize;

/// Events between two reads of the output.
const READ_EVERY: u64 = 1_000;
/// Events of a run on another kernel than the document's.
const EVENTS_ON_OTHER_KERNELS: u64 = 4_000;

/// The kernels among which the others of a document are chosen. Kernels that join the table stay out, so that they change no fingerprint.
const KERNELS: [KernelId; 13] = [
    KernelId::V2_5,
    KernelId::V4_20,
    KernelId::V5_9,
    KernelId::V5_10,
    KernelId::V6_5,
    KernelId::V6_8,
    KernelId::V6_12_0,
    KernelId::V6_12,
    KernelId::V6_18_2,
    KernelId::V6_18,
    KernelId::V7_0,
    KernelId::V7_1,
    KernelId::V7_3,
];

/// The fingerprints of a document's first lane after `events` events, and of shorter runs on two other kernels, if those accept the
/// document.
pub fn of(document: &Scenario, events: u64) -> String {
    let kernel = document.lanes[0].kernel.unwrap_or(document.kernel);
    let place = KERNELS.iter().position(|&other| other == kernel).unwrap_or(0);
    let mut fingerprints = Vec::new();
    for (offset, events) in [(0, events), (3, EVENTS_ON_OTHER_KERNELS), (5, EVENTS_ON_OTHER_KERNELS)] {
        let mut scenario = document.clone();
        let kernel = if offset == 0 { kernel } else { KERNELS[(place + offset) % KERNELS.len()] };
        scenario.lanes[0].kernel = Some(kernel);
        if check(&scenario).is_empty() {
            fingerprints.push(of_lane(&scenario, events));
        }
    }
    fingerprints.join(" ")
}

fn of_lane(scenario: &Scenario, events: u64) -> String {
    let mut sim = Simulation::of_checked(scenario, 0).expect("a lane");
    let mut hash = EventHash::default();
    sim.set_log(LogLevel::All, Ns::ZERO);
    sim.keep_decisions(true);
    sim.keep_picks(true);
    while sim.events() < events && !sim.done() {
        sim.advance(Ns::MAX, READ_EVERY.min(events - sim.events()));
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

fn add(hash: &mut EventHash, output: &impl Serialize) {
    let text = serde_json::to_vec(output).expect("it can be written");
    text.iter().for_each(|&byte| hash.add(byte.into()));
}

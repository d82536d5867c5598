//! Regression tests: runs of random documents on every kernel have the recorded event hashes and fingerprints. They show that a
//! refactoring changes neither the events nor the output. `sched generate` records the hashes; the other runtimes are compared with
//! the same ones.

#![cfg(test)]

use super::{Simulation, fingerprint};
use crate::engine::time::Ns;
use crate::scenario::parse;

pub(super) const DOCUMENTS: &str = include_str!("../../../../tests/fixtures/determinism/random.jsonl");
const HASHES: &str = include_str!("../../../../tests/fixtures/determinism/random.hashes");
const FINGERPRINTS: &str = include_str!("../../../../tests/fixtures/determinism/random.fingerprints");

#[test]
fn random_runs_have_the_recorded_event_hashes() {
    let (events, hashes) = HASHES.split_once(" events\n").expect("their number first");
    let events = events.parse().expect("a number");
    let (documents, hashes): (Vec<&str>, Vec<&str>) = (DOCUMENTS.lines().collect(), hashes.lines().collect());
    let found: Vec<String> = documents
        .iter()
        .map(|document| {
            let scenario = parse(document).unwrap_or_else(|faults| panic!("{faults:?}: {document}"));
            let mut sim = Simulation::of_checked(&scenario, 0).expect("a lane");
            sim.advance(Ns::MAX, events);
            format!("{:016x}", sim.hash())
        })
        .collect();
    assert_eq!(found, hashes, "if the change is intended: npm run generate");
}

#[test]
fn random_runs_have_the_recorded_fingerprints() {
    let (events, hashes) = FINGERPRINTS.split_once(" events\n").expect("their number first");
    let events = events.parse().expect("a number");
    let found: Vec<String> = DOCUMENTS
        .lines()
        .map(|document| fingerprint::of(&parse(document).expect("a good scenario"), events))
        .collect();
    assert_eq!(found, hashes.lines().collect::<Vec<_>>(), "if the change is intended: npm run generate");
}

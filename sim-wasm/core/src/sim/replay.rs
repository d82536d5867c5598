//! Runs of random documents on every kernel come to the events that are written down: what is not meant to change what a
//! scenario does is seen to change nothing. The hashes are `sched generate`'s; other runtimes come to the same.

#![cfg(test)]

use super::Simulation;
use crate::engine::time::Ns;
use crate::scenario::parse;

const DOCUMENTS: &str = include_str!("../../../../tests/fixtures/determinism/random.jsonl");
const HASHES: &str = include_str!("../../../../tests/fixtures/determinism/random.hashes");

#[test]
fn random_runs_come_to_the_events_that_are_written_down() {
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
    assert_eq!(found, hashes, "if this is meant: npm run generate");
}

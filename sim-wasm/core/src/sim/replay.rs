//! Runs of random documents on every kernel come to the events that are written down, and tell what they told: what is not
//! meant to change what a scenario does, or what is shown of it, is seen to change nothing. The hashes are `sched generate`'s;
//! other runtimes come to the same events.

#![cfg(test)]

use super::{Simulation, told};
use crate::engine::time::Ns;
use crate::scenario::parse;

pub(super) const DOCUMENTS: &str = include_str!("../../../../tests/fixtures/determinism/random.jsonl");
const HASHES: &str = include_str!("../../../../tests/fixtures/determinism/random.hashes");
const TOLD: &str = include_str!("../../../../tests/fixtures/determinism/random.told");

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

#[test]
fn random_runs_tell_what_is_written_down() {
    let (events, hashes) = TOLD.split_once(" events\n").expect("their number first");
    let events = events.parse().expect("a number");
    let found: Vec<String> = DOCUMENTS
        .lines()
        .map(|document| told::of(&parse(document).expect("a good scenario"), events))
        .collect();
    assert_eq!(found, hashes.lines().collect::<Vec<_>>(), "if this is meant: npm run generate");
}

//! The event hashes of a few runs. The native core, the WebAssembly in Node and the WebAssembly in a
//! browser must all produce them.

use sched_core::scenario::parse;
use sched_core::sim::fingerprint;
use serde_json::{Map, Value};

use super::Generated;
use crate::hashes::of_line;
use crate::policy;

macro_rules! runs {
    ($($name:literal),+) => {
        [$(($name, include_str!(concat!("../../../../tests/fixtures/determinism/", $name, ".json")))),+]
    };
}

/// `{name: [hash of lane A, hash of lane B]}`
pub fn generate() -> Generated {
    let mut hashes = Map::new();
    for (name, text) in runs!("cluster", "merged", "steal", "o1", "jobs", "ext") {
        let scenario = parse(text).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        let of_lane = |lane| {
            let Ok(mut sim) = policy::simulation(&scenario, lane, None) else {
                panic!("{name}: a faulty document")
            };
            sim.run_to_end();
            Value::from(format!("{:016x}", sim.hash()))
        };
        hashes.insert(name.into(), (0..scenario.lanes.len()).map(of_lane).collect());
    }
    let mut text = serde_json::to_string_pretty(&Value::Object(hashes)).unwrap_or_default();
    text.push('\n');
    Generated { path: "tests/fixtures/determinism/hashes.json", text }
}

/// Random documents of every kernel and workload, one a line.
const RANDOM: &str = include_str!("../../../../tests/fixtures/determinism/random.jsonl");
/// Events of each run: enough for a few ticks and for the flip of a mechanism.
const EVENTS: u64 = 20_000;

/// The number of events, then for each document the hash after them.
pub fn of_random() -> Generated {
    let hashes: String = RANDOM.lines().map(|line| of_line(line.as_bytes(), EVENTS)).collect();
    Generated { path: "tests/fixtures/determinism/random.hashes", text: format!("{EVENTS} events\n{hashes}") }
}

/// The number of events, then for each document the fingerprints after them.
pub fn fingerprints_of_random() -> Generated {
    let mut text = format!("{EVENTS} events\n");
    for document in RANDOM.lines() {
        let scenario = parse(document).unwrap_or_else(|errors| panic!("{errors:?}: {document}"));
        text += &fingerprint::of(&scenario, EVENTS);
        text.push('\n');
    }
    Generated { path: "tests/fixtures/determinism/random.fingerprints", text }
}

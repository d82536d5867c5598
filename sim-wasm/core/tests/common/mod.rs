//! Scenarios for the tests, as short texts.

#![allow(dead_code)]

pub mod endure;
pub mod machines;
pub mod pointers;
pub mod random;

use proptest::test_runner::{Config, RngSeed};
use sched_core::engine::time::Ns;
use sched_core::observe::report::RunReport;
use sched_core::scenario::{Features, Scenario, parse};
use sched_core::sim::Simulation;
use serde_json::{Value, json};

/// A scenario with one plain lane, changed by `change`.
pub fn scenario(
    machine: &str,
    kernel: &str,
    workload: Value,
    change: impl FnOnce(&mut Scenario),
) -> Scenario {
    let text =
        json!({"version": 3, "machine": machine, "kernel": kernel, "workload": workload, "lanes": [{}]});
    let mut s = parse(&text.to_string()).expect("a good scenario");
    change(&mut s);
    s
}

pub fn hackbench(groups: u32, loops: u32, fds: u32, pipe: bool) -> Value {
    json!({"kind": "hackbench", "groups": groups, "loops": loops, "fds": fds, "pipe": pipe, "threads": pipe})
}

pub fn pairs(pairs: u32) -> Value {
    json!({"kind": "pairs", "pairs": pairs, "requests": 300, "think_ns": 1000, "service_ns": 1000})
}

pub fn jobs(jobs: u32, work_us: u32, rounds: u32) -> Value {
    json!({"kind": "jobs", "jobs": jobs, "work_us": work_us, "rounds": rounds})
}

/// The scenario with its first lane's switches changed.
pub fn with(s: &Scenario, change: impl FnOnce(&mut Features)) -> Scenario {
    let mut s = s.clone();
    change(&mut s.lanes[0].features);
    s
}

pub fn run(s: &Scenario) -> RunReport {
    let mut sim = Simulation::new(s, 0).expect("a good scenario");
    sim.run_to_end();
    sim.report()
}

/// The event hash of a run that goes on from a copy of its state at each of these moments (ms).
pub fn hash_over_snapshots(s: &Scenario, moments: &[u64]) -> String {
    let mut sim = Simulation::new(s, 0).expect("a good scenario");
    for &ms in moments {
        sim.advance(Ns::ms(ms), u64::MAX);
        sim = sim.snapshot();
    }
    sim.run_to_end();
    sim.report().hash
}

/// Moves of a cause, at any distance.
pub fn moves(r: &RunReport, cause: &str) -> u64 {
    r.migrations.get(cause).map_or(0, |by| by.values().sum())
}

/// Share of the wake-ups to another CPU that stayed inside the cluster, in percent.
pub fn in_cluster(r: &RunReport) -> u64 {
    let of = |d: &str| r.wakes.get(d).copied().unwrap_or(0);
    100 * of("cluster") / (of("cluster") + of("llc")).max(1)
}

/// So many random cases, always the same ones unless `PROPTEST_RNG_SEED` gives another seed and `ENDURANCE_CASES` another
/// number.
pub fn config(cases: u32) -> Config {
    let plain = Config::default();
    let rng_seed = match plain.rng_seed {
        RngSeed::Random => RngSeed::Fixed(1),
        given => given,
    };
    let asked = std::env::var("ENDURANCE_CASES").ok().and_then(|cases| cases.parse().ok());
    Config { cases: asked.unwrap_or(cases), rng_seed, failure_persistence: None, ..plain }
}

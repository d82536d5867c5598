//! A replay of a run of ours, under the same kernel, does what the run did.

use sched_core::engine::time::Ns;
use sched_core::scenario::parse;
use sched_core::sim::{Loaded, Simulation};
use sched_judge::fidelity::{Fidelity, Near, fidelity, scenario_of};
use sched_recording::{Costs, Options, Reader, Wanted, replay};
use sched_traces::{Stretch, Tracing, writer};
use serde_json::{Value, json};
use std::sync::Arc;

/// Writes a run, reads it, replays it, and compares.
fn round(workload: Value) -> Fidelity {
    let document = json!({
        "version": 3, "kernel": "6.18", "lanes": [{}], "limit_ms": 300,
        "machine": {"name": "m", "like": "xeon", "topology": "core:2 pu:1"}, "workload": workload,
    });
    let scenario = parse(&document.to_string()).expect("a good scenario");
    let sim = Simulation::new(&scenario, 0).expect("a lane");
    let costs = scenario.machine.costs();
    let writer = writer("txt", &sim).expect("a writer");
    let stretch = Stretch { from: Ns::ZERO, until: Ns::ms(300) };
    let mut reader = Reader::new(Options { draws: true, keeps: true, ..Options::default() });
    for piece in Tracing::new(sim, "run", stretch, writer).of_kernel("6.18") {
        reader.push(&piece);
    }
    let recording = reader.finish();
    let costs = Costs { switch: costs.switch.into(), wakeup: costs.wakeup.into() };
    let taken = replay(&recording, &Wanted { costs, ..Wanted::default() }).expect("a replay");
    let loaded = Arc::new(Loaded::read(&taken.file.encode()).expect("a file"));
    let machine = Some(scenario.machine.clone());
    let (replayed, remarks) = scenario_of(&taken.file.tape, &loaded.hash, machine, false);
    assert!(remarks.is_empty(), "{remarks:?}");
    fidelity(&recording, &taken, &loaded, &replayed, 1).expect("a comparison")
}

fn check(workload: Value, switches_pct: f64) {
    let compared = round(workload);
    assert_eq!(compared.near, Near::Holds, "{:#?}", compared.rows);
    let switches = compared.rows.iter().find(|row| row.key == "switches").expect("a row");
    let apart = (switches.ratio.expect("switches") - 1.0).abs() * 100.0;
    assert!(apart <= switches_pct, "{:#?}", compared.rows);
}

#[test]
fn hogs_come_back() {
    check(json!({"kind": "hogs", "hogs": 3, "rivals": 1, "sleepers": 2}), 5.0);
}

#[test]
fn pairs_come_back() {
    // A task that is woken while it is awake has no event. Where the replay is ahead of the run, fewer tasks get to sleep.
    check(json!({"kind": "pairs", "pairs": 4}), 30.0);
}

#[test]
fn hackbench_comes_back() {
    check(json!({"kind": "hackbench", "groups": 1, "loops": 20, "fds": 4}), 15.0);
}

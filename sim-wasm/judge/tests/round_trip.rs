//! A replay of a run of ours, under the same kernel, does what the run did.

use sched_core::engine::time::Ns;
use sched_core::machine::apply_overrides;
use sched_core::scenario::{Scenario, parse};
use sched_core::sim::{Attachments, Loaded, Simulation};
use sched_judge::fidelity::{Near, fidelity, scenario_of, taken_off};
use sched_recording::{Kind, Options, Reader, Recording, Wanted, replay};
use sched_traces::{PROCESS, Stretch, Tracing, writer};
use serde_json::{Value, json};
use std::sync::Arc;

const FORMATS: [&str; 2] = ["txt", "pftrace"];
const SEEDS: [u32; 2] = [1, 2];

fn hogs() -> Value {
    json!({"kind": "hogs", "hogs": 3, "rivals": 1, "sleepers": 2})
}

fn pairs() -> Value {
    json!({"kind": "pairs", "pairs": 4})
}

fn hackbench() -> Value {
    json!({"kind": "hackbench", "groups": 1, "loops": 20, "fds": 4})
}

/// A run on two CPUs.
fn document(workload: Value, seed: u32) -> Scenario {
    let limit_ms = if workload["kind"] == "pairs" { 50 } else { 300 };
    let document = json!({
        "version": 3, "kernel": "6.18", "lanes": [{}], "limit_ms": limit_ms, "seed": seed,
        "machine": {"name": "m", "like": "xeon", "topology": "core:2 pu:1"}, "workload": workload,
    });
    parse(&document.to_string()).expect("a good scenario")
}

/// The same with a kernel whose work takes no time.
fn without_costs(workload: Value, seed: u32) -> Scenario {
    let keys =
        ["switch", "mm_switch", "wakeup", "scan_cpu", "scan_idle", "balance_cpu", "steal", "migrate_lines"];
    let costs = keys.into_iter().chain(["enqueue_lines"]).map(|key| (key.to_string(), 0)).collect();
    Scenario { costs, ..document(workload, seed) }
}

/// Writes the beginning of a run as a trace.
fn written(sim: Simulation, until_ms: u32, format: &str) -> Vec<u8> {
    let writer = writer(format, &sim).expect("a writer");
    let stretch = Stretch { from: Ns::ZERO, until: Ns::ms(until_ms.into()) };
    Tracing::new(sim, "run", stretch, writer).of_kernel("6.18").flatten().collect()
}

fn read(bytes: &[u8]) -> Recording {
    let mut reader = Reader::new(Options { draws: true, keeps: true, ..Options::default() });
    reader.push(bytes);
    reader.finish()
}

/// A switch: time, CPU, the task that leaves, the task that comes.
type Switch = (u64, u16, i32, i32);

fn switches(recording: &Recording, task: impl Fn(i32) -> i32) -> Vec<Switch> {
    let events = recording.kept().expect("events").events.iter();
    events
        .filter(|one| one.kind == Kind::Switch)
        .map(|one| (one.at, one.cpu, task(one.task), task(one.other)))
        .collect()
}

/// A run and its replay.
struct Round {
    near: Near,
    /// Both from their beginning on.
    sims: [Simulation; 2],
    format: &'static str,
    /// The switches of both.
    switches: [Vec<Switch>; 2],
}

impl Round {
    /// Writes a run, reads it, replays it, and writes the replay.
    fn of(scenario: &Scenario, format: &'static str) -> Self {
        let sim = Simulation::new(scenario, 0).expect("a lane");
        let recording = read(&written(sim.clone(), scenario.limit_ms, format));
        let mut costs = scenario.machine.costs();
        apply_overrides(&mut costs, &scenario.costs);
        let wanted = Wanted { costs: taken_off(&costs), ..Wanted::default() };
        let taken = replay(&recording, &wanted).expect("a replay");
        let tape = &taken.file.tape;
        let loaded = Arc::new(Loaded::read(&taken.file.encode()).expect("a file"));
        let (replayed, remarks) = scenario_of(tape, &loaded.hash, Some(scenario.machine.clone()), false);
        assert!(remarks.is_empty(), "{remarks:?}");
        let replayed = Scenario { seed: scenario.seed, costs: scenario.costs.clone(), ..replayed };
        let compared = fidelity(&recording, &taken, &loaded, &replayed, 1).expect("a comparison");
        let attachments = Attachments { program: None, replay: Some(loaded) };
        let again = Simulation::with(&replayed, 0, &attachments).expect("a lane");
        let second = read(&written(again.clone(), scenario.limit_ms, format));
        let pid = |pid: i32| match usize::try_from(pid - PROCESS as i32 - 1) {
            Ok(task) => tape.tasks[task].pid,
            Err(_) => pid,
        };
        let switches = [switches(&recording, |pid| pid), switches(&second, pid)];
        Self { near: compared.near, sims: [sim, again], format, switches }
    }

    /// Whether both are written as the same events of the kernel, up to a time at which the end of the recording has not cut
    /// off any task. Of text the bytes are compared; Perfetto's has the picks of hogs, too.
    fn events_are_the_same(&self) -> bool {
        let [run, replay] = self.sims.each_ref().map(|sim| written(sim.clone(), 250, self.format));
        match self.format {
            "txt" => run == replay,
            _ => read(&run).kept() == read(&replay).kept(),
        }
    }

    /// How many switches of the replay there are more (%).
    fn apart_pct(&self) -> f64 {
        let [run, replay] = self.switches.each_ref().map(|all| all.len() as f64);
        (replay / run - 1.0) * 100.0
    }
}

/// `most_pct`: the number of switches differs by at most so much.
fn check(scenario: impl Fn(Value, u32) -> Scenario, workload: &Value, most_pct: f64) {
    for (seed, format) in SEEDS.into_iter().flat_map(|seed| FORMATS.map(|format| (seed, format))) {
        let round = Round::of(&scenario(workload.clone(), seed), format);
        let apart = round.apart_pct();
        println!("seed {seed} {format}: {} switches, {apart:+.2} %", round.switches[0].len());
        assert_eq!(round.near, Near::Holds, "seed {seed} {format}");
        assert!(apart.abs() <= most_pct, "seed {seed} {format}: {apart:.2} %");
    }
}

#[test]
fn hogs_and_sleepers_come_back_switch_by_switch_and_byte_by_byte() {
    for (seed, format) in SEEDS.into_iter().flat_map(|seed| FORMATS.map(|format| (seed, format))) {
        let round = Round::of(&without_costs(hogs(), seed), format);
        let [run, replay] = &round.switches;
        assert!(run.len() > 200 && run == replay, "seed {seed} {format}");
        assert!(round.events_are_the_same(), "seed {seed} {format}");
    }
}

#[test]
fn hackbench_comes_back_with_as_many_switches() {
    check(without_costs, &hackbench(), 0.0);
}

#[test]
fn pairs_come_back() {
    // A task in a system call gives way at its end; its replay does so at once.
    check(without_costs, &pairs(), 0.5);
}

#[test]
fn what_a_kernel_with_costs_does_comes_back() {
    check(document, &hogs(), 1.1);
    check(document, &pairs(), 0.5);
    check(document, &hackbench(), 10.0);
}

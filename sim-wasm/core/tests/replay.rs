//! A replay does what its file says.

use sched_core::engine::time::Ns;
use sched_core::observe::report::Ended;
use sched_core::scenario::{Fault, Scenario, parse};
use sched_core::sim::{Attachments, Loaded, Simulation};
use sched_replay::{Begin, File, Source, Step, Tape, Task};
use serde_json::json;
use std::sync::Arc;

fn task(begin: Begin, steps: Vec<Step>) -> Task {
    Task { begin, steps, ..Task::default() }
}

/// A client and a server that send a request ten times, a child, and a task that sleeps by a timer.
fn tape() -> Tape {
    let (mut client, mut server) = (Vec::new(), Vec::new());
    for _ in 0..10 {
        client.extend([Step::Run(20_000), Step::Wake(1), Step::Run(5_000), Step::Block(Source::Edge(1))]);
        server.extend([Step::Block(Source::Edge(0)), Step::Run(50_000), Step::Wake(0), Step::Run(5_000)]);
    }
    client.push(Step::Fork(2));
    let timer = vec![
        Step::Block(Source::Arrival(100_000)),
        Step::Run(10_000),
        Step::Block(Source::Either { length: 300_000, at: 5_000_000 }),
        Step::Run(10_000),
    ];
    let tasks = vec![
        task(Begin::Runs(0), client),
        task(Begin::Sleeps(Some(1)), server),
        task(Begin::Forked, vec![Step::Run(40_000)]),
        task(Begin::Sleeps(None), timer),
    ];
    Tape { name: "a".into(), until: 1_000_000, cpus: 2, tasks, ..Tape::default() }
}

fn loaded(tape: Tape) -> Arc<Loaded> {
    let bytes = File { tape, recorded: None }.encode();
    Arc::new(Loaded::read(&bytes).expect("a file"))
}

fn scenario(of: &Loaded, kernel: &str, work_pct: u32, open: bool) -> Scenario {
    let text = json!({
        "version": 3, "kernel": kernel, "lanes": [{}], "limit_ms": 100,
        "machine": {"name": "m", "like": "xeon", "topology": "core:2 pu:1"},
        "workload": {"kind": "replay", "hash": of.hash, "name": "a", "work_pct": work_pct, "open": open},
    });
    parse(&text.to_string()).expect("a good scenario")
}

fn start(of: &Arc<Loaded>, kernel: &str, work_pct: u32, open: bool) -> Simulation {
    let attachments = Attachments { program: None, replay: Some(of.clone()) };
    Simulation::with(&scenario(of, kernel, work_pct, open), 0, &attachments).expect("a lane")
}

fn run(of: &Arc<Loaded>, kernel: &str, work_pct: u32, open: bool) -> Simulation {
    let mut sim = start(of, kernel, work_pct, open);
    sim.run_to_end();
    sim
}

#[test]
fn every_kernel_comes_to_the_end_of_all_steps() {
    let of = loaded(tape());
    for kernel in ["2.5.5x", "5.9", "6.12", "6.18"] {
        let report = run(&of, kernel, 100, false).report();
        assert_eq!(report.ended, Ended::Finished, "{kernel}");
        // Bursts have their length, and what interrupts them.
        let run = of.tape.run_ns();
        assert!((run..run + run / 50).contains(&report.user_ns), "{kernel}: {} ns", report.user_ns);
        // Nine or ten wake-ups each way, and two by the timer.
        assert!((18..=23).contains(&report.wake), "{kernel}: {}", report.wake);
    }
}

#[test]
fn longer_bursts_and_open_arrivals_make_the_run_longer() {
    let of = loaded(tape());
    let elapsed = |work_pct, open| run(&of, "6.18", work_pct, open).now();
    assert!(elapsed(100, false) < Ns(2_000_000));
    assert!(elapsed(400, false) > elapsed(100, false));
    assert!(elapsed(100, true) >= Ns(5_000_000));
}

#[test]
fn a_copy_goes_on_to_the_same_events_and_the_file_is_in_the_hash() {
    let of = loaded(tape());
    let mut sim = start(&of, "6.18", 100, false);
    sim.advance(Ns(300_000), u64::MAX);
    let mut copy = sim.clone();
    sim.run_to_end();
    copy.run_to_end();
    assert_eq!(sim.hash(), copy.hash());
    // Another name, the same steps.
    let other = loaded(Tape { name: "b".into(), ..tape() });
    assert_ne!(run(&other, "6.18", 100, false).hash(), sim.hash());
}

#[test]
fn without_its_file_or_with_another_one_a_replay_is_refused() {
    let of = loaded(tape());
    let scenario = scenario(&of, "6.18", 100, false);
    let fault = Simulation::new(&scenario, 0).expect_err("refused").remove(0);
    assert_eq!(fault.fault, Fault::NoReplay);
    assert_eq!(
        fault.message,
        "the document needs the replay file of \"a\"; give the file beside the document."
    );
    let other = loaded(Tape { name: "b".into(), ..tape() });
    let attachments = Attachments { program: None, replay: Some(other.clone()) };
    let fault = Simulation::with(&scenario, 0, &attachments).expect_err("refused").remove(0);
    assert_eq!(fault.fault, Fault::OtherReplay { hash: other.hash.clone() });
    let hash = scenario_with_hash("xyz").expect_err("refused");
    assert!(hash.contains("16 hexadecimal digits"), "{hash}");
}

fn scenario_with_hash(hash: &str) -> Result<Scenario, String> {
    let text = json!({"version": 3, "machine": "classroom-8", "lanes": [{}], "workload": {"kind": "replay", "hash": hash}});
    parse(&text.to_string()).map_err(|faults| faults[0].message.clone())
}

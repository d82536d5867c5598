//! The property of any scenario document: it is refused with reasons, or runs. The property test of
//! `tests/endurance.rs` and the fuzz target call this.

use sched_core::engine::ids::{CpuId, Id};
use sched_core::engine::time::Ns;
use sched_core::observe::decisions::read;
use sched_core::observe::log::LogLevel;
use sched_core::scenario::{Scenario, check, parse};
use sched_core::sim::Simulation;

/// Reads a document; if it is valid, runs every lane for at most so many events. Returns whether it was
/// valid.
///
/// # Panics
/// If a refusal has no reasons, time does not advance, or a snapshot diverges.
pub fn endure(text: &str, events: u64) -> bool {
    match parse(text) {
        Ok(scenario) => {
            assert_eq!(check(&scenario), [], "read, but not good");
            (0..scenario.lanes.len()).for_each(|lane| endure_lane(&scenario, lane, events));
            true
        }
        Err(faults) => {
            assert!(!faults.is_empty(), "refused without a reason");
            for fault in &faults {
                assert!(!fault.message.is_empty(), "{fault:?}");
            }
            false
        }
    }
}

fn endure_lane(scenario: &Scenario, lane: usize, events: u64) {
    let mut sim = Simulation::new(scenario, lane).expect("a scenario that was read is good");
    sim.keep_decisions(true);
    sim.set_log(LogLevel::All, Ns::ZERO);
    advance(&mut sim, events / 2);
    let mut copy = sim.snapshot();
    advance(&mut sim, events - events / 2);
    follow(&mut copy, &sim);
    assert_eq!(sim.hash(), copy.hash(), "the snapshot diverged");
    look(&sim);
}

/// Advances to the point that another run of the same scenario has reached. A flip after the last event is not an event.
fn follow(run: &mut Simulation, other: &Simulation) {
    run.advance(Ns::MAX, other.events() - run.events());
    if other.done() {
        run.run_to_end();
    }
}

/// Runs so many events, with every record read.
fn advance(sim: &mut Simulation, events: u64) {
    let end = sim.events() + events;
    let tasks = sim.system().tasks.len() as u64 + sim.machine().nr_cpus as u64;
    // Most events at one moment: a wake-up and a switch for every task, a few times over.
    let most_at_once = 1_000 + 50 * tasks;
    let (mut now, mut since) = (sim.now(), sim.events());
    while !sim.done() && sim.events() < end {
        sim.advance(Ns::MAX, (end - sim.events()).min(1_000));
        assert!(sim.now() >= now, "time goes back");
        if sim.now() > now {
            (now, since) = (sim.now(), sim.events());
        }
        assert!(sim.events() - since <= most_at_once, "time stands still at {now} ns");
        read(&sim.take_decisions());
        sim.take_log();
    }
}

/// Calls every query of a run.
fn look(sim: &Simulation) {
    let report = sim.report();
    for figure in [report.messages_per_s, report.busy_pct, report.wasted_pct] {
        assert!(figure.is_finite() && figure >= 0.0, "{report:?}");
    }
    assert!(report.busy_pct <= 100.001, "{report:?}");
    sim.frame(true);
    sim.series();
    let cpus: Vec<CpuId> = sim.machine().cpus().iter().collect();
    for cpu in (0..=sim.machine().nr_cpu_ids).map(CpuId::new) {
        assert_eq!(sim.inspect_cpu(cpu).is_some(), cpus.contains(&cpu));
    }
}

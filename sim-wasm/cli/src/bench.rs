//! The speed of the simulator.

use sched_core::scenario::{FieldError, Scenario};
use sched_core::sim::Simulation;
use serde::Serialize;
use std::fmt;
use std::hint::black_box;

/// Events between two looks at the decision records of a run that keeps them.
const SLICE: u64 = 10_000;
/// Snapshots timed, of which the median counts.
const SNAPSHOTS: usize = 21;

/// How long a run took, and what one can ask of it beside.
#[derive(Serialize)]
pub struct Timing {
    events: u64,
    seconds: f64,
    /// The same run, keeping decision records.
    recorded_seconds: f64,
    /// A snapshot in the middle of the run, and forgetting it.
    snapshot_ms: f64,
}

/// Runs the first lane twice, without and with decision records, and times both; building the simulation
/// is not counted.
#[allow(clippy::disallowed_types, reason = "a benchmark measures real time")]
pub fn time(scenario: &Scenario) -> Result<Timing, Vec<FieldError>> {
    use std::time::Instant;
    let mut plain = Simulation::new(scenario, 0)?;
    let start = Instant::now();
    plain.run_to_end();
    let seconds = start.elapsed().as_secs_f64();

    let mut recorded = Simulation::new(scenario, 0)?;
    recorded.keep_decisions(true);
    let start = Instant::now();
    while !recorded.done() {
        recorded.advance(u64::MAX, SLICE);
        black_box(recorded.take_decisions());
    }
    let recorded_seconds = start.elapsed().as_secs_f64();

    let mut half = Simulation::new(scenario, 0)?;
    half.advance(u64::MAX, plain.events() / 2);
    let mut snapshots: Vec<f64> = (0..SNAPSHOTS)
        .map(|_| {
            let start = Instant::now();
            drop(black_box(half.clone()));
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    snapshots.sort_by(f64::total_cmp);
    let snapshot_ms = snapshots[SNAPSHOTS / 2];
    Ok(Timing { events: plain.events(), seconds, recorded_seconds, snapshot_ms })
}

impl Timing {
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("plain data")
    }
}

impl fmt::Display for Timing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rate = |seconds: f64| self.events as f64 / seconds / 1e6;
        write!(
            f,
            "{} events in {:.3} s: {:.1} M events/s, {:.1} M with decision records; a snapshot takes {:.2} ms",
            self.events,
            self.seconds,
            rate(self.seconds),
            rate(self.recorded_seconds),
            self.snapshot_ms
        )
    }
}

//! The speed of the simulator.

use sched_core::engine::time::Ns;
use sched_core::scenario::{FieldError, Scenario};
use sched_core::sim::Simulation;
use serde::Serialize;
use std::fmt;
use std::hint::black_box;

/// Events, and iterations of the reference loop, that are timed alternately. Each batch is shorter than a time slice of the operating
/// system.
const EVENTS: u32 = 4_000;
const TURNS: u32 = 16_000;
/// Events between two reads of the decision records of a run that keeps them.
const SLICE: u64 = 10_000;
/// Repetitions of a short operation; the median counts.
const ROUNDS: usize = 21;

/// The speed of a run, and of operations on it.
#[derive(Serialize)]
pub struct Timing {
    events: u64,
    seconds: f64,
    /// Speed relative to the yardstick: events per second over iterations of the reference loop per second, measured alternately
    /// in this process.
    per_yardstick: f64,
    /// `None`: the workload sends no messages.
    events_per_message: Option<f64>,
    /// The same run with decision records.
    recorded_seconds: f64,
    /// Making and dropping a snapshot in the middle of the run.
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
    let messages = plain.report().messages;

    let mut recorded = Simulation::new(scenario, 0)?;
    recorded.keep_decisions(true);
    let start = Instant::now();
    while !recorded.done() {
        recorded.advance(Ns::MAX, SLICE);
        black_box(recorded.take_decisions());
    }
    let recorded_seconds = start.elapsed().as_secs_f64();

    let mut half = Simulation::new(scenario, 0)?;
    half.advance(Ns::MAX, plain.events() / 2);
    Ok(Timing {
        events: plain.events(),
        seconds,
        per_yardstick: per_yardstick(Simulation::new(scenario, 0)?),
        events_per_message: (messages > 0).then(|| plain.events() as f64 / messages as f64),
        recorded_seconds,
        snapshot_ms: median_ms(|| half.clone()),
    })
}

/// Speed relative to the yardstick: the median over alternating measurements.
#[allow(clippy::disallowed_types, reason = "a benchmark measures real time")]
fn per_yardstick(mut simulation: Simulation) -> f64 {
    use std::time::Instant;
    let mut ratios = Vec::new();
    while !simulation.done() {
        let start = Instant::now();
        let events = simulation.advance(Ns::MAX, EVENTS.into());
        let took = start.elapsed().as_secs_f64();
        let start = Instant::now();
        black_box(sched_yardstick::turn(black_box(TURNS)));
        ratios.push(events as f64 / took / (f64::from(TURNS) / start.elapsed().as_secs_f64()));
    }
    median(ratios)
}

/// The time to make and to drop a value.
#[allow(clippy::disallowed_types, reason = "a benchmark measures real time")]
fn median_ms<T>(mut make: impl FnMut() -> T) -> f64 {
    use std::time::Instant;
    let times = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            drop(black_box(make()));
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    median(times)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
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
            "{} events in {:.3} s: {:.1} M events/s, {:.3} of the yardstick loop, {:.1} M with decision records; a snapshot takes {:.2} ms",
            self.events,
            self.seconds,
            rate(self.seconds),
            self.per_yardstick,
            rate(self.recorded_seconds),
            self.snapshot_ms
        )
    }
}

//! The speed of the simulator.

use sched_core::scenario::{FieldError, Scenario};
use sched_core::sim::Simulation;
use serde::Serialize;
use std::fmt;

/// How long a run took.
#[derive(Serialize)]
pub struct Timing {
    events: u64,
    seconds: f64,
}

/// Runs the first lane once and times it; building the simulation is not counted.
#[allow(clippy::disallowed_types, reason = "a benchmark measures real time")]
pub fn time(scenario: &Scenario) -> Result<Timing, Vec<FieldError>> {
    let mut simulation = Simulation::new(scenario, 0)?;
    let start = std::time::Instant::now();
    simulation.run_to_end();
    Ok(Timing { events: simulation.events(), seconds: start.elapsed().as_secs_f64() })
}

impl Timing {
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("plain data")
    }
}

impl fmt::Display for Timing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rate = self.events as f64 / self.seconds / 1e6;
        write!(f, "{} events in {:.3} s: {rate:.1} M events/s", self.events, self.seconds)
    }
}

//! The binding of `sched-traces`.

use crate::policy::program_of;
use sched_core::engine::time::Ns;
use sched_core::scenario;
use sched_core::sim::Simulation;
use sched_traces::{Stretch, Tracing, writer};
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// A trace of one lane, piece by piece.
#[wasm_bindgen]
pub struct Trace(Tracing);

#[wasm_bindgen]
impl Trace {
    /// `format`: one of the `FORMATS` of `sched-traces`. `from` and `until`: the stretch (ns of simulated time).
    /// Throws the first thing that is wrong with the document.
    #[wasm_bindgen(constructor)]
    pub fn new(
        scenario_json: &str,
        lane: usize,
        title: &str,
        format: &str,
        from: f64,
        until: f64,
    ) -> Result<Trace, JsValue> {
        let first = |faults: Vec<scenario::FieldError>| {
            JsValue::from_str(faults.first().map_or("", |fault| &fault.message))
        };
        let scenario = scenario::parse(scenario_json).map_err(first)?;
        let program = program_of(&scenario, lane).map_err(first)?;
        let sim = match program {
            Some(program) => Simulation::with_program(&scenario, lane, Arc::new(program)),
            None => Simulation::of_checked(&scenario, lane),
        };
        let sim = sim.map_err(first)?;
        let writer = writer(format, &sim).ok_or_else(|| JsValue::from_str("no such format"))?;
        let stretch = Stretch { from: Ns(from as u64), until: Ns(until as u64) };
        Ok(Trace(Tracing::new(sim, title, stretch, writer)))
    }

    /// The next piece, which may be empty; nothing after the last.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<Vec<u8>> {
        self.0.next()
    }

    /// How far the run has come (ns).
    pub fn now(&self) -> f64 {
        self.0.now().0 as f64
    }
}

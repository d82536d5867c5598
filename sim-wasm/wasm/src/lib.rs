//! The thin WebAssembly binding of `sched-core`: JSON in and out for documents, words for frames.

use sched_core::engine::ids::{CpuId, TaskId};
use sched_core::engine::time::Ns;
use sched_core::observe::log::LogLevel;
use sched_core::scenario::{self, FieldError};
use sched_core::sim;
use wasm_bindgen::prelude::*;

/// Smaller than the usual one (2 kB of a first load). Where calls are inlined as often as in the whole module it is larger.
#[cfg(all(target_family = "wasm", not(feature = "whole")))]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

mod json;
#[cfg(feature = "whole")]
mod trace;
use json::json;

#[cfg(feature = "whole")]
fn thrown(errors: &[FieldError]) -> JsValue {
    JsValue::from_str(&json(&errors))
}

/// A small module does not say why.
#[cfg(not(feature = "whole"))]
fn thrown(errors: &[FieldError]) -> JsValue {
    let is_built = errors.iter().all(|error| error.fault != scenario::Fault::NotBuilt);
    JsValue::from_str(if is_built { "refused" } else { "not built" })
}

/// What a small module makes a copy of: code that copies every field would be a fortieth of a first load, and code that reads a state
/// is there. It takes the copy longer to be made.
#[cfg(not(feature = "whole"))]
type Origin = std::rc::Rc<scenario::Scenario>;

/// One lane of a scenario, running.
#[wasm_bindgen]
pub struct Simulation(sim::Simulation, #[cfg(not(feature = "whole"))] Origin);

/// A state of a run as few bytes. To be freed by who asked for it.
#[wasm_bindgen]
pub struct Saved(sim::Saved);

#[wasm_bindgen]
impl Simulation {
    /// Sets up a lane. Throws the errors of the scenario as JSON (`FieldError[]`), `not_built` among them where it takes
    /// another build of the simulator.
    #[wasm_bindgen(constructor)]
    pub fn new(scenario_json: &str, lane: u32) -> Result<Simulation, JsValue> {
        let scenario = scenario::parse(scenario_json).map_err(|e| thrown(&e))?;
        let sim = sim::Simulation::of_checked(&scenario, lane as usize).map_err(|e| thrown(&e))?;
        #[cfg(feature = "whole")]
        return Ok(Simulation(sim));
        #[cfg(not(feature = "whole"))]
        return Ok(Simulation(sim, scenario.into()));
    }
    /// `MachineDescription` as JSON.
    pub fn machine(&self) -> String {
        json(&self.0.machine().describe())
    }
    /// Role and communication group of each task.
    pub fn tasks(&self) -> Vec<u16> {
        self.0.tasks()
    }
    /// Simulated time (ns).
    pub fn now(&self) -> f64 {
        self.0.now().0 as f64
    }
    /// Events handled.
    pub fn events(&self) -> f64 {
        self.0.events() as f64
    }
    pub fn done(&self) -> bool {
        self.0.done()
    }
    /// Runs until `until_ns`, for at most `max_events`, or to the end. Returns the events handled.
    pub fn advance(&mut self, until_ns: f64, max_events: f64) -> f64 {
        self.0.advance(Ns(until_ns as u64), max_events as u64) as f64
    }
    /// Handles one event. Returns false at the end of the run.
    pub fn step(&mut self) -> bool {
        self.0.step()
    }
    /// Empties the log. Level 0: keep nothing, 1: who runs where, 2: everything. Records of earlier
    /// than `from_ns` are not kept.
    pub fn set_log(&mut self, level: u32, from_ns: f64) {
        let level = match level {
            0 => LogLevel::Off,
            1 => LogLevel::Switches,
            _ => LogLevel::All,
        };
        self.0.set_log(level, Ns(from_ns as u64));
    }
    pub fn take_log(&mut self) -> Vec<u32> {
        self.0.take_log()
    }
    pub fn frame(&self, with_flows: bool) -> Vec<u32> {
        self.0.frame(with_flows)
    }
    pub fn series(&self) -> Vec<u32> {
        self.0.series()
    }
    /// A copy that goes on to the same events, without what was recorded. To be freed by who asked for it.
    pub fn snapshot(&mut self) -> Simulation {
        #[cfg(feature = "whole")]
        return Simulation(self.0.snapshot());
        #[cfg(not(feature = "whole"))]
        {
            let saved = Saved(self.0.save());
            self.restored(&saved)
        }
    }
    /// The present state, for keeping.
    pub fn save(&mut self) -> Saved {
        Saved(self.0.save())
    }
    /// A simulation of this run in a state that was saved, as [`Self::snapshot`] is one in the present state. The
    /// flips up to there must be those of now.
    pub fn restored(&mut self, saved: &Saved) -> Simulation {
        #[cfg(feature = "whole")]
        return Simulation(self.0.restored(&saved.0));
        #[cfg(not(feature = "whole"))]
        {
            // It was set up from this before.
            let Ok(mut young) = sim::Simulation::of_checked(&self.1, self.0.lane()) else { unreachable!() };
            young.set_flips(self.0.flips());
            Simulation(young.at(&saved.0), self.1.clone())
        }
    }
    /// Flips of the lane that have happened.
    pub fn flips_passed(&self) -> u32 {
        self.0.flips_passed()
    }
    /// Gives the lane other flips (`Flip[]` as JSON), of which those that have happened are the first.
    /// Throws like the constructor.
    pub fn set_flips(&mut self, flips_json: &str) -> Result<(), JsValue> {
        let flips = scenario::parse_flips(flips_json).map_err(|e| thrown(&[e]))?;
        self.0.set_flips(&flips);
        Ok(())
    }
    /// Handles events up to number `last_event`, until one in which something was decided (about `task`,
    /// unless it is negative). Returns whether something was.
    pub fn next_decision(&mut self, task: i32, last_event: f64) -> bool {
        self.0.next_decision(u16::try_from(task).ok().map(TaskId), last_event as u64)
    }
    /// Goes to event `last_event`. Returns the number of the last event on the way in which something was
    /// decided (about `task`, unless it is negative), or -1.
    pub fn last_decision(&mut self, task: i32, last_event: f64) -> f64 {
        self.0
            .last_decision(u16::try_from(task).ok().map(TaskId), last_event as u64)
            .map_or(-1.0, |event| event as f64)
    }
    /// A CPU at this moment: `CpuInspection` as JSON, or `null`.
    pub fn inspect_cpu(&self, cpu: u32) -> String {
        json(&u16::try_from(cpu).ok().and_then(|cpu| self.0.inspect_cpu(CpuId(cpu))))
    }
    /// Runs until `until_ns`, for at most `max_events`, and tells a CPU's queue on the way. Layout:
    /// `sim-wasm/core/src/observe/trace.rs`.
    pub fn trace_queue(&mut self, cpu: u32, until_ns: f64, max_events: f64) -> Vec<f64> {
        let Ok(cpu) = u16::try_from(cpu) else { return Vec::new() };
        self.0.trace_queue(CpuId(cpu), Ns(until_ns as u64), max_events as u64)
    }
    /// A task at this moment: `TaskInspection` as JSON, or `null`.
    pub fn inspect_task(&self, task: u32) -> String {
        json(&u16::try_from(task).ok().and_then(|task| self.0.inspect_task(TaskId(task))))
    }
    /// Whether decisions are recorded from now on; the run is the same either way.
    pub fn keep_decisions(&mut self, on: bool) {
        self.0.keep_decisions(on);
    }
    /// The decision records so far. Layout: `sim-wasm/core/src/observe/decisions.rs`.
    pub fn take_decisions(&mut self) -> Vec<u32> {
        self.0.take_decisions()
    }
    /// `RunReport` as JSON.
    pub fn report(&self) -> String {
        json(&self.0.report())
    }
}

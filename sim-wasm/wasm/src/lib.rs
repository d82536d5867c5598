//! The thin WebAssembly binding of `sched-core`: JSON for documents, typed arrays for frames.

use sched_core::engine::ids::{CpuId, TaskId};
use sched_core::engine::time::Ns;
use sched_core::observe::log::LogLevel;
use sched_core::scenario::{self, FieldError};
use sched_core::sim;
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// A panic throws its message, so that the page reports it; without this hook it would be a bare `unreachable`.
#[wasm_bindgen(start)]
fn set_panic_hook() {
    std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
}

/// Plain data as JSON; this cannot fail.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data is JSON")
}

fn thrown(errors: &[FieldError]) -> JsValue {
    JsValue::from_str(&json(&errors))
}

/// One lane of a scenario, running.
#[wasm_bindgen]
pub struct Simulation(sim::Simulation);

#[wasm_bindgen]
impl Simulation {
    /// Sets up a lane. `program`: its policy, compiled by the tools module, as JSON. `replay`: the bytes of its replay file.
    /// The small build can run neither. Throws the errors of the scenario as JSON (`FieldError[]`), or what is wrong with the
    /// file as a sentence.
    #[wasm_bindgen(constructor)]
    pub fn new(
        scenario_json: &str,
        lane: u32,
        program: Option<String>,
        replay: Option<Vec<u8>>,
    ) -> Result<Simulation, JsValue> {
        let scenario = scenario::parse(scenario_json).map_err(|e| thrown(&e))?;
        let lane = lane as usize;
        #[cfg(feature = "policies")]
        let set_up = {
            let said = |error: &dyn std::fmt::Display| JsValue::from(error.to_string());
            let program = program.map(|json| serde_json::from_str(&json)).transpose();
            let replay = replay.map(|bytes| sim::Loaded::read(&bytes)).transpose();
            let attachments = sim::Attachments {
                program: program.map_err(|error| said(&error))?.map(std::sync::Arc::new),
                replay: replay.map_err(|error| said(&error))?.map(std::sync::Arc::new),
            };
            sim::Simulation::with(&scenario, lane, &attachments)
        };
        #[cfg(not(feature = "policies"))]
        let set_up = {
            let _ = (program, replay);
            sim::Simulation::of_checked(&scenario, lane)
        };
        set_up.map(Simulation).map_err(|e| thrown(&e))
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
    /// A copy that goes on to the same events, without the log and the decision records. The caller frees it.
    pub fn snapshot(&mut self) -> Simulation {
        Simulation(self.0.snapshot())
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
    /// The policy of the lane at this moment: `PolicyInspection` as JSON, or `null`.
    pub fn inspect_policy(&self) -> String {
        #[cfg(feature = "policies")]
        return json(&self.0.inspect_policy());
        #[cfg(not(feature = "policies"))]
        "null".to_string()
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

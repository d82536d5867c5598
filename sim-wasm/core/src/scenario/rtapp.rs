//! The documents of `rt-app`, as far as they are modelled.

use crate::document::read::fields;
use serde::Serialize;

#[cfg(feature = "schema")]
use {schemars::JsonSchema, ts_rs::TS};

/// `rt-app`: tasks, each going through its phases again and again. All share one address space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields, default))]
pub struct RtApp {
    /// Every task runs so many times, beside its own instances.
    pub copies: u32,
    pub tasks: Vec<RtTask>,
}
fields!(RtApp { copies, tasks });

/// A task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields, default))]
pub struct RtTask {
    /// What it is called.
    pub name: String,
    /// So many tasks do the same.
    pub instances: u32,
    /// Its nice value.
    pub nice: i32,
    /// The CPUs it may use, whatever those of the scenario are; absent: those of the scenario.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub cpus: Option<String>,
    /// Times it goes through its phases; 0: without end.
    pub loops: u32,
    pub phases: Vec<RtPhase>,
}
fields!(RtTask { name, instances, nice, cpus, loops, phases } required phases);

/// A phase: steps that are gone through so many times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields, default))]
pub struct RtPhase {
    pub loops: u32,
    pub steps: Vec<RtStep>,
}
fields!(RtPhase { loops, steps } required steps);

/// A step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
pub struct RtStep {
    #[serde(rename = "do")]
    pub does: RtEvent,
    /// How long (µs): of `timer` its period.
    pub us: u32,
}

// `do` is a Rust keyword, so this reader is not generated.
impl crate::document::read::Read for RtStep {
    fn read(
        &mut self,
        value: &crate::document::Value,
        way: &crate::document::place::Way,
    ) -> Result<(), crate::document::Fault> {
        let Self { does, us } = self;
        crate::document::read::read_object(value, way, &["do", "us"], &["do", "us"], &mut [does, us])
    }
}

choices! {
    /// What a step does.
    RtEvent {
        #[default]
        /// Work of this CPU time at full speed.
        Run = "run",
        /// Keeps its CPU busy until so much time has passed.
        Runtime = "runtime",
        /// Sleeps.
        Sleep = "sleep",
        /// Sleeps until a period has passed since the timer was due last; one that is late begins anew.
        Timer = "timer",
    }
}

impl Default for RtApp {
    fn default() -> Self {
        Self { copies: 1, tasks: vec![RtTask::default()] }
    }
}

impl Default for RtTask {
    fn default() -> Self {
        let step = |does, us| RtStep { does, us };
        let steps = vec![step(RtEvent::Run, 2_000), step(RtEvent::Timer, 10_000)];
        let phases = vec![RtPhase { loops: 1, steps }];
        Self { name: "thread0".into(), instances: 1, nice: 0, cpus: None, loops: 0, phases }
    }
}

impl Default for RtPhase {
    fn default() -> Self {
        Self { loops: 1, steps: Vec::new() }
    }
}

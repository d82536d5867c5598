//! The documents of `rt-app`, as far as they are modelled.

use super::limits::MAX_RESOURCE_NAME;
use super::{Policy, cpulist};
use crate::document::Value;
use crate::document::fault::Fault;
use crate::document::place::Place;
use crate::document::read::fields;
use crate::machine::Machine;
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
    /// So many tasks do the same from the beginning; 0: only those that are forked.
    pub instances: u32,
    /// Its nice value.
    pub nice: i32,
    /// Its scheduling policy, in the fair kernels.
    #[serde(skip_serializing_if = "Policy::is_normal")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<Policy>"))]
    pub policy: Policy,
    /// Its slice (µs, from kernel 6.12 on); 0: that of the kernel.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<u32>"))]
    pub slice_us: u32,
    /// The control group it begins in, by its place in `groups` from 1 on; 0: the root group.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<u32>"))]
    pub group: u32,
    /// The CPUs it may use, whatever those of the scenario are; absent: those of the scenario.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub cpus: Option<String>,
    /// Times it goes through its phases; 0: without end.
    pub loops: u32,
    pub phases: Vec<RtPhase>,
}
fields!(RtTask { name, instances, nice, policy, slice_us, group, cpus, loops, phases } required phases);

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// A phase: steps that are gone through so many times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields, default))]
pub struct RtPhase {
    pub loops: u32,
    /// The CPUs that the task may use in this phase; absent: those of the task.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub cpus: Option<String>,
    /// The slice of the task from this phase on (µs); 0: it stays as it is.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<u32>"))]
    pub slice_us: u32,
    /// The control group of the task from this phase on; absent: the task stays where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub group: Option<u32>,
    pub steps: Vec<RtStep>,
}
fields!(RtPhase { loops, cpus, slice_us, group, steps } required steps);

/// A step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
pub struct RtStep {
    #[serde(rename = "do")]
    pub does: RtEvent,
    /// How long (µs): of `timer` its period. Steps that take a time need it, others have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(default), ts(optional))]
    pub us: Option<u32>,
    /// The name of what the step uses: a mutex, a condition variable, a barrier, the place where `suspend` sleeps, the
    /// task that `fork` starts, or the timer that tasks share. A timer without a name is the task's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(default), ts(optional))]
    pub on: Option<String>,
    /// The mutex that `wait` and `sync` release while they sleep.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(default), ts(optional))]
    pub mutex: Option<String>,
}

// `do` is a Rust keyword, so this reader is not generated.
impl crate::document::read::Read for RtStep {
    fn read(&mut self, value: &Value, way: &crate::document::place::Way) -> Result<(), Fault> {
        let Self { does, us, on, mutex } = self;
        crate::document::read::read_object(
            value,
            way,
            &["do", "us", "on", "mutex"],
            &["do"],
            &mut [does, us, on, mutex],
        )
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
        /// Locks a mutex; sleeps while another task holds it.
        Lock = "lock",
        /// Unlocks a mutex.
        Unlock = "unlock",
        /// Releases a mutex, sleeps on a condition variable until it is signalled, and locks the mutex again.
        Wait = "wait",
        /// Wakes one task that sleeps on a condition variable.
        Signal = "signal",
        /// Wakes all tasks that sleep on a condition variable.
        Broad = "broad",
        /// Wakes one task that sleeps on a condition variable, then sleeps on it.
        Sync = "sync",
        /// Sleeps until all tasks that have this barrier have arrived.
        Barrier = "barrier",
        /// Sleeps until another task resumes this name.
        Suspend = "suspend",
        /// Wakes all tasks that are suspended under a name.
        Resume = "resume",
        /// Starts a task.
        Fork = "fork",
        /// Yields the CPU.
        Yield = "yield",
    }
}

impl RtEvent {
    /// Whether the step takes a time.
    pub fn is_timed(self) -> bool {
        matches!(self, Self::Run | Self::Runtime | Self::Sleep | Self::Timer)
    }

    /// Whether the step needs the name of what it uses.
    pub fn is_named(self) -> bool {
        !self.is_timed() && self != Self::Yield
    }

    /// Whether the step releases a mutex while it sleeps.
    pub fn has_mutex(self) -> bool {
        matches!(self, Self::Wait | Self::Sync)
    }

    /// Whether the task may sleep in the step.
    pub fn sleeps(self) -> bool {
        use RtEvent::{Barrier, Lock, Sleep, Suspend, Sync, Timer, Wait};
        matches!(self, Sleep | Timer | Lock | Wait | Sync | Barrier | Suspend)
    }
}

impl RtApp {
    /// The control groups that its tasks begin in or go to, by place.
    pub fn groups(&self) -> impl Iterator<Item = u32> {
        let phases = self.tasks.iter().flat_map(|task| &task.phases);
        self.tasks.iter().map(|task| task.group).chain(phases.filter_map(|phase| phase.group))
    }
}

/// Contradictions in the tasks: the place, the value, and the fault.
pub fn faults(work: &RtApp, groups: usize, machine: &Machine) -> Vec<(Place, Value, Fault)> {
    let mut faults = Vec::new();
    let no_cpus = |list: &Option<String>| {
        let list = list.as_ref().filter(|list| cpulist::parse(list, machine.cpus()).is_none())?;
        Some((list.as_str().into(), Fault::NotCpus { last: machine.nr_cpu_ids as u32 - 1 }))
    };
    let no_group = |group: u32| {
        let fault = Fault::OutOfRange { min: 0, max: groups as i64, unit: "the groups there are" };
        (group as usize > groups).then(|| (group.into(), fault))
    };
    for (i, task) in work.tasks.iter().enumerate() {
        let place = |key| Place::field("workload").key("tasks").index(i).key(key);
        let mut refuse = |place, found: Option<(Value, Fault)>| {
            faults.extend(found.map(|(value, fault)| (place, value, fault)));
        };
        refuse(place("cpus"), no_cpus(&task.cpus));
        refuse(place("group"), no_group(task.group));
        for (j, phase) in task.phases.iter().enumerate() {
            let place = |key| place("phases").index(j).key(key);
            refuse(place("cpus"), no_cpus(&phase.cpus));
            refuse(place("group"), phase.group.and_then(no_group));
            for (k, step) in phase.steps.iter().enumerate() {
                let place = |key| place("steps").index(k).key(key);
                for (key, fault) in fault_of_step(step, work) {
                    let value = match key {
                        "us" => step.us.map(Value::from),
                        "on" => step.on.as_deref().map(Value::from),
                        _ => step.mutex.as_deref().map(Value::from),
                    };
                    refuse(place(key), Some((value.unwrap_or(Value::Null), fault)));
                }
            }
        }
    }
    faults
}

/// The fields that a step lacks, has in vain, or has wrong.
fn fault_of_step(step: &RtStep, work: &RtApp) -> Vec<(&'static str, Fault)> {
    let RtStep { does, us, on, mutex } = step;
    let mut faults = Vec::new();
    let can_be_named = does.is_named() || *does == RtEvent::Timer;
    let rows = [
        ("us", us.is_some(), does.is_timed(), does.is_timed()),
        ("on", on.is_some(), does.is_named(), can_be_named),
        ("mutex", mutex.is_some(), does.has_mutex(), does.has_mutex()),
    ];
    for (key, is_there, is_needed, _) in rows {
        if is_needed && !is_there {
            faults.push((key, Fault::Missing { known: Vec::new() }));
        }
    }
    let known: Vec<&str> =
        std::iter::once("do").chain(rows.iter().filter(|row| row.3).map(|row| row.0)).collect();
    for (key, is_there, _, can_be_there) in rows {
        if is_there && !can_be_there {
            faults.push((key, Fault::UnknownField { known: known.clone() }));
        }
    }
    for (key, name) in [("on", on), ("mutex", mutex)] {
        let length = name.as_ref().map_or(1, |name| name.chars().count());
        if !(1..=MAX_RESOURCE_NAME).contains(&length) {
            faults.push((key, Fault::Count { min: 1, max: MAX_RESOURCE_NAME as u64, unit: "characters" }));
        }
    }
    if *does == RtEvent::Fork
        && let Some(name) = on
        && !work.tasks.iter().any(|task| task.name == *name)
    {
        faults.push(("on", Fault::NoTask));
    }
    faults
}

impl Default for RtApp {
    fn default() -> Self {
        Self { copies: 1, tasks: vec![RtTask::default()] }
    }
}

impl Default for RtTask {
    fn default() -> Self {
        let step = |does, us| RtStep { does, us: Some(us), ..RtStep::default() };
        let steps = vec![step(RtEvent::Run, 2_000), step(RtEvent::Timer, 10_000)];
        let phases = vec![RtPhase { steps, ..RtPhase::default() }];
        Self {
            name: "thread0".into(),
            instances: 1,
            nice: 0,
            policy: Policy::Normal,
            slice_us: 0,
            group: 0,
            cpus: None,
            loops: 0,
            phases,
        }
    }
}

impl Default for RtPhase {
    fn default() -> Self {
        Self { loops: 1, cpus: None, slice_us: 0, group: None, steps: Vec::new() }
    }
}

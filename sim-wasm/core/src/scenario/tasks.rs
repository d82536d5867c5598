//! The settings of tasks besides their programs: control groups, and the scheduling attributes of each kind of task.

use super::{Scenario, Workload, cpulist, limits};
use crate::document::Value;
use crate::document::fault::Fault;
use crate::document::place::Place;
use crate::document::read::fields;
use crate::engine::mask::CpuMask;
use crate::machine::Machine;
use crate::observe::vocab::Role;
use serde::Serialize;

#[cfg(feature = "schema")]
use {schemars::JsonSchema, ts_rs::TS};

/// A control group (`cpu` and `cpuset` controllers, cgroup v2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields, default))]
pub struct ControlGroup {
    /// What it is called on the screen and in reports; empty: by its number.
    pub name: String,
    /// `cpu.weight`
    pub weight: u32,
    /// `cpu.max`: CPU time (µs) in a period; 0: `max`, no limit. Less than 1000 µs is none.
    pub quota_us: u32,
    /// `cpu.max`: the period (µs).
    pub period_us: u32,
    /// `cpu.idle`: the group as a whole is of `SCHED_IDLE`, and weighs 3 (from kernel 5.15 on).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
    pub idle: bool,
    /// `cpu.max.burst`: unused CPU time (µs) that is kept for later periods, at most the quota (from kernel 5.14 on).
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<u32>"))]
    pub burst_us: u32,
    /// The group that it is in, by its place in `groups` from 1 on, before its own; 0: the root group.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<u32>"))]
    pub parent: u32,
    /// `cpuset.cpus`: the CPUs that its tasks may use (`taskset` syntax); absent: those of the group that it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub cpus: Option<String>,
}
fields!(ControlGroup { name, weight, quota_us, period_us, idle, burst_us, parent, cpus });

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Default for ControlGroup {
    fn default() -> Self {
        Self {
            name: String::new(),
            weight: 100,
            quota_us: 0,
            period_us: 100_000,
            idle: false,
            burst_us: 0,
            parent: 0,
            cpus: None,
        }
    }
}

impl ControlGroup {
    /// `cpuset.cpus.effective` of each of these groups on a machine with these CPUs: its list, as far as the group that it is
    /// in has it; all of that one's without a list, or where the two have nothing in common.
    pub fn effective_cpus(groups: &[Self], machine: CpuMask) -> Vec<CpuMask> {
        let mut effective: Vec<CpuMask> = Vec::with_capacity(groups.len());
        for group in groups {
            let parent = (group.parent as usize).checked_sub(1).and_then(|at| effective.get(at));
            let of_parent = parent.copied().unwrap_or(machine);
            let own = group.cpus.as_ref().and_then(|list| cpulist::parse(list, machine));
            let common = own.map_or(of_parent, |own| own.and(of_parent));
            effective.push(if common.is_empty() { of_parent } else { common });
        }
        effective
    }
}

choices! {
    /// Scheduling policies of the fair class.
    Policy {
        /// `SCHED_NORMAL`
        #[default]
        Normal = "normal",
        /// `SCHED_BATCH`: a task that preempts none at its wake-up.
        Batch = "batch",
        /// `SCHED_IDLE`: a task that weighs 3, and that any other one preempts at its wake-up.
        Idle = "idle",
    }
}

impl Policy {
    pub(super) fn is_normal(&self) -> bool {
        *self == Self::Normal
    }
}

choices! {
    /// Kinds of tasks of the workloads.
    TaskKind {
        /// hackbench: who writes.
        #[default]
        Sender = "sender",
        /// hackbench: who reads.
        Receiver = "receiver",
        /// A pair's client; a message thread of schbench.
        Client = "client",
        /// A pair's server; a worker of schbench.
        Server = "server",
        /// A job; a thread of the two-thread program.
        Job = "job",
        /// A hog.
        Hog = "hog",
        /// One of the other hogs.
        Rival = "rival",
        /// A sleeper.
        Sleeper = "sleeper",
    }
}

impl TaskKind {
    /// The default kind of a task in this role; a task that only launches others has no kind.
    pub fn of(role: Role) -> Option<Self> {
        Some(match role {
            Role::Sender => Self::Sender,
            Role::Receiver => Self::Receiver,
            Role::Client => Self::Client,
            Role::Server => Self::Server,
            Role::Job => Self::Job,
            Role::Hog => Self::Hog,
            Role::Sleeper => Self::Sleeper,
            Role::Launcher | Role::Recorded => return None,
        })
    }
}

/// What the tasks of a kind ask of the scheduler.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields))]
pub struct TaskSetting {
    /// Which tasks.
    pub kind: TaskKind,
    /// Their nice value. That of hogs and sleepers is in their workload.
    #[cfg_attr(feature = "schema", schemars(default))]
    pub nice: i32,
    /// Their own slice (µs, from kernel 6.12 on); 0: that of the kernel. That of hogs and sleepers is in their workload.
    #[cfg_attr(feature = "schema", schemars(default))]
    pub slice_us: u32,
    /// The control group they are in, by its place in `groups` from 1 on; 0: the root group.
    #[cfg_attr(feature = "schema", schemars(default))]
    pub group: u32,
    /// Their scheduling policy, in the fair kernels.
    #[serde(skip_serializing_if = "Policy::is_normal")]
    #[cfg_attr(feature = "schema", schemars(default), ts(optional, as = "Option<Policy>"))]
    pub policy: Policy,
}
fields!(TaskSetting { kind, nice, slice_us, group, policy } required kind);

/// Contradictions between groups and tasks: the place, the value, and the fault.
pub fn faults(scenario: &Scenario, machine: &Machine) -> Vec<(Place, Value, Fault)> {
    let mut faults = Vec::new();
    for (i, group) in scenario.groups.iter().enumerate() {
        let at = |key| Place::field("groups").index(i).key(key);
        let most = limits::of("groups[].quota_us").map_or(0, |limit| limit.max);
        if (1..1000).contains(&group.quota_us) {
            let fault = Fault::OutOfRange { min: 1000, max: most, unit: "µs, or 0 for no limit" };
            faults.push((at("quota_us"), group.quota_us.into(), fault));
        }
        if group.burst_us > group.quota_us {
            let unit = "µs, at most quota_us";
            let fault = Fault::OutOfRange { min: 0, max: i64::from(group.quota_us), unit };
            faults.push((at("burst_us"), group.burst_us.into(), fault));
        }
        if group.parent as usize > i {
            let fault = Fault::OutOfRange { min: 0, max: i as i64, unit: "a group before this one" };
            faults.push((at("parent"), group.parent.into(), fault));
        }
        if let Some(list) = &group.cpus
            && cpulist::parse(list, machine.cpus()).is_none()
        {
            let fault = Fault::NotCpus { last: machine.nr_cpu_ids as u32 - 1 };
            faults.push((at("cpus"), list.as_str().into(), fault));
        }
        let length = group.name.chars().count();
        if length > limits::MAX_NAME {
            let fault = Fault::Count { min: 0, max: limits::MAX_NAME as u64, unit: "characters" };
            faults.push((at("name"), length.into(), fault));
        }
    }
    let kinds = scenario.workload.info().kinds;
    for (i, task) in scenario.tasks.iter().enumerate() {
        let at = |key| Place::field("tasks").index(i).key(key);
        if !kinds.contains(&task.kind) {
            let fault = Fault::UnknownWord { known: kinds.iter().map(|kind| kind.key()).collect() };
            faults.push((at("kind"), task.kind.key().into(), fault));
        } else if scenario.tasks[..i].iter().any(|before| before.kind == task.kind) {
            faults.push((at("kind"), task.kind.key().into(), Fault::Duplicate));
        }
        let groups = scenario.groups.len() as i64;
        if i64::from(task.group) > groups {
            let fault = Fault::OutOfRange { min: 0, max: groups, unit: "the groups there are" };
            faults.push((at("group"), task.group.into(), fault));
        }
        let owned: &[(&str, i64)] = match scenario.workload {
            Workload::Hogs(_) => &[("nice", i64::from(task.nice)), ("slice_us", i64::from(task.slice_us))],
            Workload::RtApp(_) => &[("nice", i64::from(task.nice))],
            _ => &[],
        };
        for &(key, value) in owned {
            if value != 0 {
                let unit = "the workload says it of its own tasks";
                faults.push((at(key), value.into(), Fault::OutOfRange { min: 0, max: 0, unit }));
            }
        }
    }
    faults
}

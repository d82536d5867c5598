//! What a switch needs to make a difference to a run, as data: evaluated here and, generated into TypeScript, on the page.

use super::{Family, Mechanism};
use crate::machine::Machine;
use crate::machine::kernel::{self, Balancer};
use crate::scenario::tunables::InForce;
use crate::scenario::{Features, Lane, Scenario};
use serde_json::Value;

/// A condition on the machine, the kernel, the workload and the other switches of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// The machine has at least so many nodes.
    Nodes(u32),
    /// The machine has no more nodes than this tunable says.
    NodesWithin(&'static str),
    /// The machine has clusters.
    Clusters,
    /// No core has more than one hardware thread.
    OneThread,
    /// The kernel has this scheduler.
    Scheduler(Family),
    /// A rule of the kernel has this value.
    Rule(&'static str, &'static str),
    /// A switch is on.
    On(&'static str),
    /// A switch has this value.
    Is(&'static str, &'static str),
    /// The workload is of this kind.
    Workload(&'static str),
    Not(&'static Needs),
    All(&'static [Needs]),
    Any(&'static [Needs]),
}

/// Nothing is needed.
pub const NOTHING: Needs = Needs::All(&[]);

/// What needs are asked of: a lane, and what its scenario says for all lanes.
#[derive(Clone, Debug)]
pub struct Conditions {
    nodes: u32,
    has_clusters: bool,
    has_smt: bool,
    balancer: Balancer,
    tunables: InForce,
    workload: &'static str,
    rules: Value,
    features: Value,
}

impl Conditions {
    /// Those of a lane of a scenario, with these switches.
    pub fn of(scenario: &Scenario, lane: &Lane, features: &Features) -> Self {
        let machine = Machine::preset(scenario.machine);
        let rules = kernel::rules(scenario.kernel).with(&lane.rules);
        Self {
            nodes: machine.nr_nodes as u32,
            has_clusters: machine.has_clusters,
            has_smt: machine.has_smt,
            balancer: rules.balancer,
            tunables: scenario.tunables.in_force(machine.nr_cpus),
            workload: scenario.workload.info().kind,
            rules: serde_json::to_value(rules).unwrap_or_default(),
            features: serde_json::to_value(features).unwrap_or_default(),
        }
    }
}

impl Needs {
    /// Whether they are met.
    pub fn met(&self, by: &Conditions) -> bool {
        match *self {
            Self::Nodes(least) => by.nodes >= least,
            Self::NodesWithin(tunable) => by.tunables.of(tunable).is_some_and(|most| by.nodes <= most),
            Self::Clusters => by.has_clusters,
            Self::OneThread => !by.has_smt,
            Self::Scheduler(family) => family.has(by.balancer),
            Self::Rule(key, value) => by.rules[key] == value,
            Self::On(key) => by.features[key] == true,
            Self::Is(key, value) => by.features[key] == value,
            Self::Workload(kind) => by.workload == kind,
            Self::Not(needs) => !needs.met(by),
            Self::All(all) => all.iter().all(|needs| needs.met(by)),
            Self::Any(any) => any.iter().any(|needs| needs.met(by)),
        }
    }
}

impl Mechanism {
    /// Whether its switch, at the value it has, can make a difference to a run.
    pub fn acts(&self, under: &Conditions) -> bool {
        Needs::Scheduler(self.family).met(under) && self.needs.met(under)
    }
}

//! Whether the requirements of a switch are met.

use super::tunables::InForce;
use super::{ControlGroup, Features, Lane, Scenario, Workload};
use crate::machine::kernel::ClassId;
use crate::mechanisms::{Mechanism, Needs};
use serde_json::Value;

/// The properties that requirements are checked against: those of a lane and of its scenario.
#[derive(Clone, Debug)]
pub struct Conditions {
    nodes: u32,
    has_clusters: bool,
    has_smt: bool,
    class: ClassId,
    tunables: InForce,
    workload: &'static str,
    /// The control groups that have tasks.
    groups: Vec<Value>,
    rules: Value,
    features: Value,
}

impl Conditions {
    /// The conditions of a lane of a scenario, with these switches.
    pub fn of(scenario: &Scenario, lane: &Lane, features: &Features) -> Self {
        let machine = scenario.machine.build();
        let rules = scenario.rules_of(lane);
        Self {
            nodes: machine.nr_nodes as u32,
            has_clusters: machine.has_clusters,
            has_smt: machine.has_smt,
            class: rules.class,
            tunables: scenario.tunables_of(lane).in_force(machine.nr_cpus),
            workload: scenario.workload.info().kind,
            groups: used(scenario).map(|group| serde_json::to_value(group).unwrap_or_default()).collect(),
            features: serde_json::to_value(features.clone().resolved(&machine, &rules)).unwrap_or_default(),
            rules: serde_json::to_value(rules).unwrap_or_default(),
        }
    }
}

/// The control groups that tasks begin in or go to, and those that these are in.
fn used(scenario: &Scenario) -> impl Iterator<Item = &ControlGroup> {
    let of_workload = match &scenario.workload {
        Workload::RtApp(work) => work.groups().collect(),
        _ => Vec::new(),
    };
    let above = |&group: &u32| {
        let parent = scenario.groups.get((group as usize).checked_sub(1)?)?.parent;
        Some(parent).filter(|&parent| parent > 0 && parent < group)
    };
    let is_used = move |group: usize| {
        let kinds = scenario.tasks.iter().map(|task| task.group);
        let used = kinds.chain(of_workload.iter().copied());
        used.flat_map(|used| std::iter::successors(Some(used), above)).any(|used| used as usize == group)
    };
    scenario.groups.iter().enumerate().filter(move |&(i, _)| is_used(i + 1)).map(|(_, group)| group)
}

impl Needs {
    /// Whether the requirements are met.
    pub fn met(&self, by: &Conditions) -> bool {
        match *self {
            Self::Nodes(least) => by.nodes >= least,
            Self::NodesWithin(tunable) => by.tunables.of(tunable).is_some_and(|most| by.nodes <= most),
            Self::Clusters => by.has_clusters,
            Self::OneThread => !by.has_smt,
            Self::Scheduler(family) => family.has(by.class),
            Self::Rule(key, value) => match &by.rules[key] {
                Value::Bool(on) => (value == "true") == *on,
                other => *other == value,
            },
            Self::On(key) => by.features[key] == true,
            Self::Is(key, value) => by.features[key] == value,
            Self::SomeGroup(key) => {
                let plain = serde_json::to_value(ControlGroup::default()).unwrap_or_default();
                by.groups.iter().any(|group| group[key] != plain[key])
            }
            Self::Workload(kind) => by.workload == kind,
            Self::Not(needs) => !needs.met(by),
            Self::All(all) => all.iter().all(|needs| needs.met(by)),
            Self::Any(any) => any.iter().any(|needs| needs.met(by)),
        }
    }
}

impl Mechanism {
    /// Whether its switch, at its current value, can change a run.
    pub fn acts(&self, under: &Conditions) -> bool {
        Needs::Scheduler(self.family).met(under) && self.needs.met(under)
    }
}

#[cfg(test)]
mod tests {
    use crate::machine::{RULES, RuleKind};
    use crate::mechanisms::{Kind, MECHANISMS, Needs};
    use crate::scenario::ControlGroup;
    use crate::scenario::tunables::TUNABLES;
    use crate::scenario::workloads::WORKLOADS;

    /// Whether every named switch, rule, tunable and workload exists and has the named value.
    fn is_known(needs: &Needs) -> bool {
        let kind = |key| MECHANISMS.iter().find(|one| one.key == key).map(|one| one.kind);
        match *needs {
            Needs::On(key) => kind(key) == Some(Kind::Bool),
            Needs::Is(key, value) => {
                matches!(kind(key), Some(Kind::Choice(values)) if values.contains(&value))
            }
            Needs::Rule(key, value) => RULES.iter().any(|rule| {
                let has_value = match rule.kind {
                    RuleKind::Bool => ["true", "false"].contains(&value),
                    RuleKind::Choice(values) => values.contains(&value),
                    RuleKind::Number { .. } => false,
                };
                rule.key == key && has_value
            }),
            Needs::NodesWithin(key) => TUNABLES.iter().any(|one| one.key == key),
            Needs::Workload(kind) => WORKLOADS.iter().any(|one| one.kind == kind),
            Needs::SomeGroup(key) => {
                !serde_json::to_value(ControlGroup::default()).expect("data")[key].is_null()
            }
            Needs::Not(one) => is_known(one),
            Needs::All(several) | Needs::Any(several) => several.iter().all(is_known),
            Needs::Nodes(_) | Needs::Clusters | Needs::OneThread | Needs::Scheduler(_) => true,
        }
    }

    #[test]
    fn needs_name_existing_switches_rules_tunables_and_workloads() {
        for mechanism in MECHANISMS {
            assert!(is_known(&mechanism.needs), "{}", mechanism.key);
        }
    }
}

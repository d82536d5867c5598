//! What a comparison of two lanes rests on: the evidence for the costs that decide it, other costs that the machine may
//! have, and the record of such effects.
//!
//! The costs that decide depend on where tasks run: lanes differ in that. A cost that is the same on every CPU is paid in
//! both lanes; within its range hardly any turns the sign of a published gain (`sensitivity` of a report).

use crate::decision::{Finding, finding};
use crate::kind::{Fared, Kind, fared};
use crate::skill::Count;
use crate::statistics::Estimate;
use sched_core::engine::ids::CpuId;
use sched_core::machine::{Evidence, Family, Grade, cost, line_cost};
use sched_core::observe::vocab::Distance;
use sched_core::scenario::{Lane, Scenario, TaskGroup, Workload};
use serde::Serialize;
use std::collections::BTreeMap;

/// The evidence for the costs of a machine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Costs {
    /// The weakest grade of the costs that decide.
    pub grade: Grade,
    /// The family whose costs the machine has where none were measured on it.
    pub like: Family,
    /// The costs that decide.
    pub deciding: BTreeMap<&'static str, Grade>,
}

/// Costs that a machine may have as well: those of another family for which there is evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CostSet {
    pub like: Family,
    /// The `costs` of a scenario with them.
    pub costs: BTreeMap<String, u32>,
}

/// What comes out with the costs of a family.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct WithCosts {
    pub like: Family,
    #[serde(flatten)]
    pub difference: Estimate,
}

/// What comes out with each of the plausible costs of a machine (%).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Range {
    /// The compared figure.
    pub figure: &'static str,
    pub low: f64,
    pub high: f64,
    /// With all of them the same lane is ahead, or with none of them there is a difference.
    pub decided: bool,
    pub finding: Finding,
    /// The costs of the scenario come first.
    pub sets: Vec<WithCosts>,
}

impl Range {
    /// The range of at least one difference over so many seeds.
    pub fn of(figure: &'static str, sets: Vec<WithCosts>, seeds: usize) -> Self {
        let means = || sets.iter().map(|set| set.difference.mean);
        let is_ahead = |sign: f64| {
            sets.iter().all(|set| set.difference.is_distinguishable() && set.difference.mean * sign > 0.0)
        };
        let is_none = sets.iter().all(|set| finding(set.difference, seeds) == Finding::None);
        let finding = if is_none {
            Finding::None
        } else if is_ahead(1.0) || is_ahead(-1.0) {
            Finding::Apart
        } else {
            Finding::Undecided
        };
        Self {
            figure,
            low: means().fold(f64::INFINITY, f64::min),
            high: means().fold(f64::NEG_INFINITY, f64::max),
            decided: finding != Finding::Undecided,
            finding,
            sets,
        }
    }
}

/// The costs of work that waits for memory.
const MEMORY: [&str; 4] = ["mem_share_pct", "mem_further_pct", "mem_cluster_pct", "cache_fill"];

/// The costs of a sched_ext policy.
const POLICY: [&str; 4] = ["ext_hook", "ext_kfunc", "ext_queue", "ext_op_ps"];

/// The distances between CPUs that tasks of a lane may use.
fn distances(scenario: &Scenario) -> Vec<Distance> {
    let machine = scenario.machine.build();
    let mut found = Vec::new();
    for lane in &scenario.lanes {
        let cpus: Vec<CpuId> = scenario.usable_cpus(&machine, lane).iter().collect();
        for (&a, &b) in cpus.iter().flat_map(|a| cpus.iter().map(move |b| (a, b))) {
            let distance = machine.distance(a, b);
            if !found.contains(&distance) {
                found.push(distance);
            }
        }
    }
    found
}

/// The costs that decide between the lanes of a scenario.
fn deciding(scenario: &Scenario) -> Vec<&'static str> {
    let has_struct = scenario.lanes.iter().any(|lane| lane.features.task_group != TaskGroup::Off);
    let (talks, waits) = match &scenario.workload {
        Workload::Hackbench(_)
        | Workload::Pairs(_)
        | Workload::Schbench(_)
        | Workload::Sharing(_)
        | Workload::Replay(_)
        | Workload::Shared(_) => (true, false),
        Workload::Jobs(jobs) => (has_struct, jobs.memory_pct > 0),
        Workload::Numa(numa) => (has_struct || numa.disturb_groups > 0, numa.memory_pct > 0),
        Workload::Stream(_) => (has_struct, true),
        Workload::Hogs(_) | Workload::RtApp(_) => (has_struct, false),
    };
    let near = distances(scenario);
    let mut costs = Vec::new();
    if talks {
        costs.extend(near.iter().copied().filter_map(line_cost));
    }
    if waits {
        if near.contains(&Distance::Node) || near.contains(&Distance::Socket) {
            costs.push("remote_pct");
        }
        // A cost of 0 on all such machines has no effect.
        let family = scenario.machine.family();
        let is_there = |key: &&str| {
            let of = |family| cost(key).is_some_and(|cost| cost.by_family(family).value > 0);
            (*key != "mem_cluster_pct" || near.contains(&Distance::Cluster))
                && (evidence(scenario, key).value > 0 || is_open(scenario) && family.plausible().any(of))
        };
        costs.extend(MEMORY.into_iter().filter(is_there));
    }
    if scenario.lanes.iter().any(|lane| lane.policy.is_some()) {
        costs.extend(POLICY);
    }
    if costs.is_empty() {
        costs.push("switch");
    }
    costs
}

/// A cost of the machine of a scenario.
fn evidence(scenario: &Scenario, key: &str) -> Evidence {
    scenario.machine.evidence(cost(key).expect("a name of the table"))
}

/// The grade of a cost of a scenario; what its document sets is assumed.
fn grade(scenario: &Scenario, key: &str) -> Grade {
    if scenario.costs.contains_key(key) { Grade::Assumed } else { evidence(scenario, key).grade }
}

/// Whether the costs of the machine were not measured on it.
fn is_open(scenario: &Scenario) -> bool {
    !scenario.machine.build().platform.measured
}

/// The evidence for the costs that decide between the lanes of a scenario.
pub fn costs(scenario: &Scenario) -> Costs {
    let deciding: BTreeMap<_, _> =
        deciding(scenario).into_iter().map(|key| (key, grade(scenario, key))).collect();
    let weakest = Grade::ALL.into_iter().rfind(|grade| deciding.values().any(|of| of == grade));
    Costs { grade: weakest.unwrap_or(Grade::Assumed), like: scenario.machine.family(), deciding }
}

/// How published effects like the comparison of a scenario fared; `None`: its lanes are the same, or there is one.
pub fn record(scenario: &Scenario) -> Option<Fared> {
    // The switches after all flips.
    let last = |lane: &Lane| {
        let features =
            lane.flips.iter().max_by_key(|flip| flip.at_ns).map_or(&lane.features, |flip| &flip.features);
        Lane { features: features.clone(), ..lane.clone() }
    };
    let kind =
        Kind::of_lanes(&Scenario { lanes: scenario.lanes.iter().map(last).collect(), ..scenario.clone() })?;
    let none = Fared { kind, signs: Count::default(), looked_up_later: Count::default() };
    Some(fared(kind).copied().unwrap_or(none))
}

/// Other costs that the machine of a scenario may have; none where those that decide were measured on it. Costs that were
/// measured on it, and those that the document sets, stay.
pub fn plausible(scenario: &Scenario) -> Vec<CostSet> {
    if !is_open(scenario) || costs(scenario).grade != Grade::Assumed {
        return Vec::new();
    }
    let is_assumed =
        |key: &str| !scenario.costs.contains_key(key) && evidence(scenario, key).grade == Grade::Assumed;
    let set = |like: Family| {
        let known = like.known_costs().filter(|(key, _)| is_assumed(key));
        let other: BTreeMap<String, u32> = known
            .filter(|(key, value)| evidence(scenario, key).value != *value)
            .map(|(key, value)| (key.to_string(), value))
            .collect();
        (!other.is_empty())
            .then(|| CostSet { like, costs: scenario.costs.clone().into_iter().chain(other).collect() })
    };
    scenario.machine.family().plausible().filter_map(set).collect()
}

#[cfg(test)]
mod tests {
    use super::{Range, WithCosts, costs, plausible};
    use crate::statistics::Estimate;
    use sched_core::machine::{Family, Grade, MachineId};
    use sched_core::scenario::{MachineChoice, OwnMachine, Scenario, parse};

    fn scenario(machine: &str, workload: &str) -> Scenario {
        let text = format!(
            r#"{{"version": 3, "machine": {machine}, "kernel": "6.18", "workload": {workload}, "lanes": [{{}}, {{}}]}}"#
        );
        parse(&text).expect("a good document")
    }

    const PAIRS: &str = r#"{"kind": "pairs", "pairs": 14}"#;
    const PASTED: &str =
        r#"{"name": "M", "like": "xeon", "topology": "pack:2 numa:1 l3:1 l2:4 core:4 pu:1"}"#;

    #[test]
    fn the_grade_is_the_weakest_of_the_costs_that_decide() {
        let of = |machine: &str, workload| costs(&scenario(&format!("\"{machine}\""), workload));
        let grade = |machine, workload| of(machine, workload).grade;
        assert_eq!(grade("kunpeng920-24", PAIRS), Grade::Fitted);
        assert_eq!(grade("xeon-e5-2630v4-40", PAIRS), Grade::Published);
        assert_eq!(grade("kunpeng920-48", PAIRS), Grade::Assumed, "what the other node costs is a guess");
        assert_eq!(grade("xeon-e7-8895v3-288", PAIRS), Grade::Assumed, "not measured there");
        let keys = |machine, workload| of(machine, workload).deciding.into_keys().collect::<Vec<_>>();
        assert_eq!(keys("kunpeng920-24", PAIRS), ["line_cluster", "line_llc"]);
        assert_eq!(keys("xeon-e5-2630v4-40", PAIRS), ["line_llc", "line_smt", "line_socket"]);
        let jobs = r#"{"kind": "jobs", "jobs": 8, "memory_pct": 50}"#;
        assert_eq!(keys("numaq-16", jobs), ["cache_fill", "mem_further_pct", "remote_pct"]);
        assert_eq!(keys("kunpeng920-24", r#"{"kind": "hogs", "hogs": 3}"#), ["switch"]);
    }

    #[test]
    fn the_costs_of_a_policy_decide_too() {
        let mut with_policy = scenario("\"xeon-e5-2630v4-40\"", PAIRS);
        with_policy.lanes[1].policy = Some("fifo".into());
        let costs = costs(&with_policy);
        assert_eq!(costs.grade, Grade::Assumed);
        assert!(costs.deciding.contains_key("ext_queue"), "{:?}", costs.deciding);
    }

    #[test]
    fn cpus_that_no_task_may_use_do_not_count() {
        let mut bound = scenario("\"kunpeng920-96\"", PAIRS);
        assert!(costs(&bound).deciding.contains_key("line_socket"));
        bound.cpus = Some("0-7".to_string());
        assert_eq!(costs(&bound).deciding.into_keys().collect::<Vec<_>>(), ["line_cluster", "line_llc"]);
    }

    #[test]
    fn a_machine_without_measurements_may_have_the_costs_of_others_of_its_time() {
        let of = |machine: &str| {
            plausible(&scenario(machine, PAIRS)).into_iter().map(|set| set.like).collect::<Vec<_>>()
        };
        assert_eq!(of(PASTED), [Family::Kunpeng], "the EPYC's costs are those of the Xeon");
        assert_eq!(of(&PASTED.replace("xeon", "azusa")), [Family::NumaQ]);
        assert_eq!(of("\"jacobsville-24\""), [Family::Kunpeng]);
        for id in [MachineId::Kunpeng24, MachineId::Kunpeng48, MachineId::Xeon20, MachineId::NumaQ16] {
            assert!(of(&format!("\"{}\"", id.key())).is_empty(), "{id:?}: measured there");
        }
    }

    #[test]
    fn measured_costs_and_those_of_the_document_stay() {
        let mut own = scenario(PASTED, PAIRS);
        own.costs.insert("line_llc".to_string(), 77);
        let [set] = &plausible(&own)[..] else { panic!("one other set") };
        let kunpeng = |key: &str| {
            Some(sched_core::machine::Costs::of(Family::Kunpeng)).map(|costs| match key {
                "write" => costs.write,
                _ => costs.line[2],
            })
        };
        assert_eq!(set.costs.get("line_llc"), Some(&77));
        assert_eq!(set.costs.get("write").copied(), kunpeng("write"));
        assert_eq!(set.costs.get("line_cluster").copied(), kunpeng("line_cluster"));
        assert_eq!(set.costs.get("fork"), None, "a guess on the Kunpeng, too");

        own.costs.clear();
        let MachineChoice::Own(machine) = &own.machine else { panic!("a pasted machine") };
        let with = |keys: &[&str]| {
            let costs = keys.iter().map(|key| ((*key).to_string(), 50)).collect();
            let machine = MachineChoice::Own(Box::new(OwnMachine { costs, ..(**machine).clone() }));
            Scenario { machine, ..own.clone() }
        };
        let some = with(&["line_cluster"]);
        assert!(plausible(&some).iter().all(|set| !set.costs.contains_key("line_cluster")));
        let all = with(&["line_cluster", "line_llc", "line_socket"]);
        assert_eq!((costs(&all).grade, plausible(&all)), (Grade::Measured, Vec::new()));
    }

    #[test]
    fn a_range_is_decided_if_the_same_lane_is_ahead_with_all_costs() {
        let range = |sets: &[(f64, f64)]| {
            let set = |&(mean, half)| WithCosts {
                like: Family::Xeon,
                difference: Estimate { mean, ci95: Some(half) },
            };
            let range = Range::of("messages_per_s", sets.iter().map(set).collect(), 16);
            (range.low, range.high, range.decided)
        };
        assert_eq!(range(&[(-4.0, 1.3), (1.6, 0.7)]), (-4.0, 1.6, false));
        assert_eq!(range(&[(4.0, 1.3), (1.6, 0.7)]), (1.6, 4.0, true));
        assert_eq!(range(&[(-4.0, 1.3), (-1.6, 0.7)]), (-4.0, -1.6, true));
        assert_eq!(range(&[(4.0, 1.3), (0.6, 0.7)]), (0.6, 4.0, false), "one of them is not apart");
        assert_eq!(range(&[(0.0, 0.1), (0.1, 0.4)]), (0.0, 0.1, true), "no difference with either");
        assert_eq!(range(&[(0.0, 0.1), (0.1, 2.4)]), (0.0, 0.1, false), "one of them is undecided");
    }
}

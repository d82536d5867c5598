//! The one table of mechanisms: each is one module, one switch of [`Features`], one page of
//! `docs/model/`, and one name and colour in the interface.
//!
//! [`Features`]: crate::scenario::Features

mod needs;

pub use crate::machine::kernel::Family;
use crate::scenario::{ClusterScan, NodeInterval, Steal, TaskGroup};

pub use needs::{Conditions, Needs};
use needs::{
    NOTHING,
    Needs::{All, Any, Clusters, Is, Nodes, NodesWithin, Not, On, OneThread, Rule, Scheduler, Workload},
};

/// One mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mechanism {
    /// The field of `Features`.
    pub key: &'static str,
    /// The module that holds it, below `sim-wasm/core/src/`.
    pub module: &'static str,
    /// The scheduler that has it.
    pub family: Family,
    /// Its page.
    pub page: &'static str,
    /// The patch series and the kernel version it follows.
    pub source: &'static str,
    /// How the switch is set.
    pub kind: Kind,
    /// What it needs to make a difference, besides its scheduler.
    pub needs: Needs,
}

/// How a switch is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Bool,
    Choice(&'static [&'static str]),
}

macro_rules! mechanism {
    ($key:literal, $module:literal, $family:ident, $kind:expr, $needs:expr, $source:literal) => {
        Mechanism {
            key: $key,
            module: $module,
            family: Family::$family,
            page: concat!("docs/model/", $key, ".md"),
            source: $source,
            kind: $kind,
            needs: $needs,
        }
    };
}

const SEVERAL_NODES: Needs = Nodes(2);
/// The balancer looks across nodes every Nth time.
const ACROSS: Needs = All(&[SEVERAL_NODES, On("cross_node")]);
/// The balancer that looks across looks elsewhere than without.
const LOOKS_ELSEWHERE: Needs = All(&[SEVERAL_NODES, Any(&[On("node_restricted"), On("node_mask_fix")])]);
/// Tasks are pulled from one node to another.
const BETWEEN_NODES: Needs = All(&[SEVERAL_NODES, Any(&[On("cross_node"), Not(&On("node_restricted"))])]);
/// The RFC's scan goes over the cluster; the others follow the domains. That by levels also begins at the target where
/// the kernel's scan begins at the CPU after it.
const SCANS_OTHERWISE: Needs = All(&[
    On("select_idle_sibling"),
    Any(&[
        All(&[Is("cluster_scan", "rfc"), Clusters, OneThread]),
        All(&[Not(&Is("cluster_scan", "rfc")), Clusters, On("cluster_domain")]),
        All(&[Is("cluster_scan", "levels"), Rule("sis", "util")]),
    ]),
]);
/// Unless forced, stealing is off on more nodes.
const FEW_NODES: Needs = Any(&[Not(&Is("steal", "on")), NodesWithin("steal_node_limit")]);
/// Some struct's lines are counted.
const COUNTS_LINES: Needs =
    Any(&[Workload("sharing"), All(&[Scheduler(Family::Cfs), Not(&Is("task_group", "off"))])]);

/// All mechanisms: the patch series first, then the kernel's own, each in the order a task meets them.
#[rustfmt::skip]
pub const MECHANISMS: &[Mechanism] = &[
    mechanism!("cluster_domain", "machine/domains", Cfs, Kind::Bool, Clusters,
        "cluster RFC v2 (December 2020); merged as CLS in v5.16"),
    mechanism!("cluster_scan", "wakeup/cluster_scan", Cfs, Kind::Choice(ClusterScan::KEYS), SCANS_OTHERWISE,
        "select_idle_cluster of the cluster RFC v2; merged in v6.8 in another form"),
    mechanism!("steal", "balance/steal", Cfs, Kind::Choice(Steal::KEYS), FEW_NODES,
        "Steal tasks to improve CPU utilization, v3 08/10 (November 2018, base 4.20); not merged"),
    mechanism!("node_restricted", "balance/node_restricted", O1, Kind::Bool, SEVERAL_NODES,
        "minature NUMA scheduler (January 2003, base 2.5.5x)"),
    mechanism!("cross_node", "balance/cross_node", O1, Kind::Bool, LOOKS_ELSEWHERE,
        "inter-node balance of the same thread; merged in 2.5.59"),
    mechanism!("node_smoothing", "balance/cross_node/smoothing", O1, Kind::Bool, ACROSS,
        "smoothed node load of the same thread; merged in 2.5.59"),
    mechanism!("node_interval", "balance/cross_node/interval", O1, Kind::Choice(NodeInterval::KEYS), ACROSS,
        "variable inter-node interval of the same thread; not merged"),
    mechanism!("node_margin", "balance/cross_node/margin", O1, Kind::Bool, ACROSS,
        "constant in find_busiest_node, same thread; not merged"),
    mechanism!("node_mask_fix", "balance/cross_node/mask_fix", O1, Kind::Bool, ACROSS,
        "cpumask of the cross-node check, same thread; merged in 2.5.59"),
    mechanism!("home_node", "balance/cross_node/home_node", O1, Kind::Bool, BETWEEN_NODES,
        "node affinity, proposed in the same thread (January 2003)"),
    mechanism!("smallest_first", "balance/cross_node/smallest_first", O1, Kind::Bool, BETWEEN_NODES,
        "wished for in the same thread (January 2003)"),
    mechanism!("task_group", "system/task_group", Cfs, Kind::Choice(TaskGroup::KEYS), NOTHING,
        "relayout of task_group (June 2023, base 6.4); not merged"),
    mechanism!("line_128", "memory/lines", Both, Kind::Bool, COUNTS_LINES,
        "128-byte lines of the L3 of the Kunpeng 920"),
    mechanism!("memoryless_node", "memory/nodes", Both, Kind::Bool, SEVERAL_NODES,
        "mem=4G left over on the command line, cluster thread (December 2020)"),
    mechanism!("exec_balance", "wakeup/exec", Both, Kind::Bool, NOTHING,
        "sched_balance_exec: same thread, merged in 2.5.59; SD_BALANCE_EXEC in v5.9"),
    mechanism!("wake_wide", "wakeup/wake_wide", Cfs, Kind::Bool, NOTHING,
        "wake_wide, v5.9"),
    mechanism!("wake_affine", "wakeup/wake_affine", Cfs, Kind::Bool, NOTHING,
        "wake_affine with WA_IDLE and WA_WEIGHT, v5.9"),
    mechanism!("select_idle_sibling", "wakeup/select_idle_sibling", Cfs, Kind::Bool, NOTHING,
        "select_idle_sibling, v5.9"),
    mechanism!("sis_prop", "wakeup/select_idle_sibling", Cfs, Kind::Bool, On("select_idle_sibling"),
        "SIS_PROP in select_idle_cpu, v5.9"),
    mechanism!("newidle_balance", "balance/newidle", Both, Kind::Bool, NOTHING,
        "newidle_balance, v5.9; idle load_balance, 2.5.58"),
    mechanism!("periodic_balance", "balance/periodic", Both, Kind::Bool, NOTHING,
        "rebalance_domains, v5.9; rebalance_tick, 2.5.58"),
    mechanism!("active_balance", "balance/active", Cfs, Kind::Bool, NOTHING,
        "active_load_balance_cpu_stop, v5.9"),
];

#[cfg(test)]
mod tests {
    use super::{Kind, MECHANISMS, Needs};
    use crate::machine::{RULES, RuleKind};
    use crate::scenario::Features;
    use crate::scenario::tunables::TUNABLES;
    use crate::scenario::workloads::WORKLOADS;
    use serde_json::Value;
    use std::path::Path;

    /// Whether every switch, rule, tunable and workload that is named is there, and takes the value that is named.
    fn is_known(needs: &Needs) -> bool {
        let kind = |key| MECHANISMS.iter().find(|one| one.key == key).map(|one| one.kind);
        match *needs {
            Needs::On(key) => kind(key) == Some(Kind::Bool),
            Needs::Is(key, value) => {
                matches!(kind(key), Some(Kind::Choice(values)) if values.contains(&value))
            }
            Needs::Rule(key, value) => RULES.iter().any(|rule| {
                rule.key == key && matches!(rule.kind, RuleKind::Choice(values) if values.contains(&value))
            }),
            Needs::NodesWithin(key) => TUNABLES.iter().any(|one| one.key == key),
            Needs::Workload(kind) => WORKLOADS.iter().any(|one| one.kind == kind),
            Needs::Not(one) => is_known(one),
            Needs::All(several) | Needs::Any(several) => several.iter().all(is_known),
            Needs::Nodes(_) | Needs::Clusters | Needs::OneThread | Needs::Scheduler(_) => true,
        }
    }

    #[test]
    fn needs_name_what_is_there() {
        for mechanism in MECHANISMS {
            assert!(is_known(&mechanism.needs), "{}", mechanism.key);
        }
    }

    #[test]
    fn every_switch_is_listed_once_with_its_module() {
        let Ok(Value::Object(features)) = serde_json::to_value(Features::default()) else {
            panic!("an object")
        };
        let mut keys: Vec<&str> = MECHANISMS.iter().map(|mechanism| mechanism.key).collect();
        keys.sort_unstable();
        assert_eq!(keys, features.keys().map(String::as_str).collect::<Vec<_>>());
        for mechanism in MECHANISMS {
            let module = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(mechanism.module);
            let file = module.with_extension("rs").exists() || module.join("mod.rs").exists();
            assert!(file, "{}", mechanism.module);
            let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(mechanism.page);
            let page = std::fs::read_to_string(page).unwrap_or_default();
            assert!(page.contains(&format!("Switch `{}` · module `{}`", mechanism.key, mechanism.module)));
            let value = &features[mechanism.key];
            match mechanism.kind {
                Kind::Bool => assert!(value.is_boolean()),
                Kind::Choice(values) => assert!(value.as_str().is_some_and(|value| values.contains(&value))),
            }
        }
    }
}

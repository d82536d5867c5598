//! The one table of mechanisms: each is one module, one switch of [`Features`], one page of
//! `docs/model/`, and one name and colour in the interface.
//!
//! [`Features`]: crate::scenario::Features

use crate::scenario::{ClusterScan, NodeInterval, Steal, TaskGroup};
use serde::Serialize;

/// One mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
}

/// Which scheduler has a mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    Cfs,
    O1,
    Both,
}

/// How a switch is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase", tag = "type", content = "values")]
pub enum Kind {
    Bool,
    Choice(&'static [&'static str]),
}

macro_rules! mechanism {
    ($key:literal, $module:literal, $family:ident, $kind:expr, $source:literal) => {
        Mechanism {
            key: $key,
            module: $module,
            family: Family::$family,
            page: concat!("docs/model/", $key, ".md"),
            source: $source,
            kind: $kind,
        }
    };
}

/// All mechanisms: the patch series first, then the kernel's own, each in the order a task meets them.
#[rustfmt::skip]
pub const MECHANISMS: &[Mechanism] = &[
    mechanism!("cluster_domain", "machine/domains", Cfs, Kind::Bool,
        "cluster RFC v2 (December 2020); merged as CLS in v5.16"),
    mechanism!("cluster_scan", "wakeup/cluster_scan", Cfs, Kind::Choice(ClusterScan::KEYS),
        "select_idle_cluster of the cluster RFC v2; merged in v6.8 in another form"),
    mechanism!("steal", "balance/steal", Cfs, Kind::Choice(Steal::KEYS),
        "Steal tasks to improve CPU utilization, v3 08/10 (November 2018, base 4.20); not merged"),
    mechanism!("node_restricted", "balance/node_restricted", O1, Kind::Bool,
        "minature NUMA scheduler (January 2003, base 2.5.5x)"),
    mechanism!("cross_node", "balance/cross_node", O1, Kind::Bool,
        "inter-node balance of the same thread; merged in 2.5.59"),
    mechanism!("node_smoothing", "balance/cross_node/smoothing", O1, Kind::Bool,
        "smoothed node load of the same thread; merged in 2.5.59"),
    mechanism!("node_interval", "balance/cross_node/interval", O1, Kind::Choice(NodeInterval::KEYS),
        "variable inter-node interval of the same thread; not merged"),
    mechanism!("node_margin", "balance/cross_node/margin", O1, Kind::Bool,
        "constant in find_busiest_node, same thread; not merged"),
    mechanism!("node_mask_fix", "balance/cross_node/mask_fix", O1, Kind::Bool,
        "cpumask of the cross-node check, same thread; merged in 2.5.59"),
    mechanism!("home_node", "balance/cross_node/home_node", O1, Kind::Bool,
        "node affinity, proposed in the same thread (January 2003)"),
    mechanism!("smallest_first", "balance/cross_node/smallest_first", O1, Kind::Bool,
        "wished for in the same thread (January 2003)"),
    mechanism!("task_group", "system/task_group", Cfs, Kind::Choice(TaskGroup::KEYS),
        "relayout of task_group (June 2023, base 6.4); not merged"),
    mechanism!("line_128", "memory/lines", Both, Kind::Bool,
        "128-byte lines of the L3 of the Kunpeng 920"),
    mechanism!("memoryless_node", "memory/nodes", Both, Kind::Bool,
        "mem=4G left over on the command line, cluster thread (December 2020)"),
    mechanism!("exec_balance", "wakeup/exec", Both, Kind::Bool,
        "sched_balance_exec: same thread, merged in 2.5.59; SD_BALANCE_EXEC in v5.9"),
    mechanism!("wake_wide", "wakeup/wake_wide", Cfs, Kind::Bool, "wake_wide, v5.9"),
    mechanism!("wake_affine", "wakeup/wake_affine", Cfs, Kind::Bool, "wake_affine with WA_IDLE and WA_WEIGHT, v5.9"),
    mechanism!("select_idle_sibling", "wakeup/select_idle_sibling", Cfs, Kind::Bool, "select_idle_sibling, v5.9"),
    mechanism!("sis_prop", "wakeup/select_idle_sibling", Cfs, Kind::Bool, "SIS_PROP in select_idle_cpu, v5.9"),
    mechanism!("newidle_balance", "balance/newidle", Both, Kind::Bool, "newidle_balance, v5.9; idle load_balance, 2.5.58"),
    mechanism!("periodic_balance", "balance/periodic", Both, Kind::Bool, "rebalance_domains, v5.9; rebalance_tick, 2.5.58"),
    mechanism!("active_balance", "balance/active", Cfs, Kind::Bool, "active_load_balance_cpu_stop, v5.9"),
];

#[cfg(test)]
mod tests {
    use super::{Kind, MECHANISMS};
    use crate::scenario::Features;
    use serde_json::Value;
    use std::path::Path;

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

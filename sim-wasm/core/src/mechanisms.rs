//! The one table of mechanisms: each is one switch of [`Features`], one module, one page of
//! `docs/model/`, and one name in the interface.

mod needs;

pub use crate::machine::kernel::Family;
pub use needs::Needs;
use needs::{
    NOTHING,
    Needs::{
        All, Any, Clusters, Is, Nodes, NodesWithin, Not, On, OneThread, Rule, Scheduler, SomeGroup, Workload,
    },
};
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Serialize;
#[cfg(feature = "schema")]
use ts_rs::TS;

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

/// What a switch can be.
trait Switch {
    const KIND: Kind;
}

impl Switch for bool {
    const KIND: Kind = Kind::Bool;
}

macro_rules! choices_of_a_switch {
    ($($name:ident),+) => {
        $(impl Switch for $name {
            const KIND: Kind = Kind::Choice(Self::KEYS);
        })+
    };
}
choices_of_a_switch!(ClusterScan, Steal, NodeInterval, TaskGroup);

/// A row makes a field of [`Features`] and a [`Mechanism`]:
/// `switch: type = its value in a plain kernel, module, scheduler, needs, source`.
macro_rules! switches {
    ($($(#[$doc:meta])+ $key:ident: $type:ty = $plain:expr, $module:literal, $family:ident, $needs:expr, $source:literal;)+) => {
        /// The switches: one per mechanism. Defaults are a plain kernel without any of the patch series.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
        #[cfg_attr(feature = "schema", schemars(deny_unknown_fields, default))]
        pub struct Features {
            $($(#[$doc])+ pub $key: $type,)+
        }
        $crate::document::read::fields!(Features { $($key),+ });

        impl Default for Features {
            fn default() -> Self {
                Self { $($key: $plain,)+ }
            }
        }

        /// All mechanisms.
        pub const MECHANISMS: &[Mechanism] = &[$(Mechanism {
            key: stringify!($key),
            module: $module,
            family: Family::$family,
            page: concat!("docs/model/", stringify!($key), ".md"),
            source: $source,
            kind: <$type as Switch>::KIND,
            needs: $needs,
        },)+];
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
    Any(&[Workload("sharing"), All(&[Scheduler(Family::Fair), Not(&Is("task_group", "off"))])]);

// The patch series first, then the kernel's own, each in the order a task meets them.
switches! {
    /// The cluster level of the scheduling domains (CL, `CONFIG_SCHED_CLUSTER`).
    cluster_domain: bool = false, "machine/domains", Fair, Clusters,
        "cluster RFC v2 (December 2020); merged as CLS in v5.16";
    /// Which cluster-first wake-up scan is used.
    cluster_scan: ClusterScan = ClusterScan::Off, "wakeup/cluster_scan", Fair, SCANS_OTHERWISE,
        "select_idle_cluster of the cluster RFC v2; merged in v6.7 in another form";
    /// Idle stealing through the overload bitmap.
    steal: Steal = Steal::Off, "balance/steal", Fair, FEW_NODES,
        "Steal tasks to improve CPU utilization, v3 08/10 (November 2018, base 4.20); not merged";
    /// 2003: `load_balance` looks at the CPUs of its own node only.
    node_restricted: bool = false, "balance/node_restricted", O1, SEVERAL_NODES,
        "minature NUMA scheduler (January 2003, base 2.5.5x)";
    /// 2003: every Nth `load_balance` call may also look at the busiest node.
    cross_node: bool = false, "balance/cross_node", O1, LOOKS_ELSEWHERE,
        "inter-node balance of the same thread; merged in 2.5.59";
    /// 2003: the cross-node check looks at a node load smoothed over the checks before.
    node_smoothing: bool = false, "balance/cross_node/smoothing", O1, ACROSS,
        "smoothed node load of the same thread; merged in 2.5.59";
    /// 2003: the calls between two cross-node checks follow the load of the node.
    node_interval: NodeInterval = NodeInterval::Off, "balance/cross_node/interval", O1, ACROSS,
        "variable inter-node interval of the same thread; not merged";
    /// 2003: the busiest node must have four more on top of its 125 %.
    node_margin: bool = false, "balance/cross_node/margin", O1, ACROSS,
        "constant in find_busiest_node, same thread; not merged";
    /// 2003: the cross-node check looks at the busiest node's CPUs only, not again at its own.
    node_mask_fix: bool = false, "balance/cross_node/mask_fix", O1, ACROSS,
        "cpumask of the cross-node check, same thread; merged in 2.5.59";
    /// 2003: a task keeps the node of its memory in mind; other nodes take it last, its own first.
    home_node: bool = false, "balance/cross_node/home_node", O1, BETWEEN_NODES,
        "node affinity, proposed in the same thread (January 2003)";
    /// 2003: of the tasks that may leave a node the one with the smallest memory goes first.
    smallest_first: bool = false, "balance/cross_node/smallest_first", O1, BETWEEN_NODES,
        "wished for in the same thread (January 2003)";
    /// The tasks belong to a `task_group` whose fields lie in this order on their cache lines.
    task_group: TaskGroup = TaskGroup::Off, "system/task_group", Fair, NOTHING,
        "relayout of task_group v3 (August 2023, base 6.4); not merged";
    /// Coherence moves 128 bytes at once, as the L3 of the Kunpeng 920 does, instead of 64.
    line_128: bool = false, "memory/lines", Every, COUNTS_LINES,
        "128-byte lines of the L3 of the Kunpeng 920";
    /// Node 1 has CPUs but no memory (`mem=4G`).
    memoryless_node: bool = false, "memory/nodes", Every, SEVERAL_NODES,
        "mem=4G left over on the command line, cluster thread (December 2020)";
    /// Placement at exec (`sched_balance_exec`, `SD_BALANCE_EXEC`).
    exec_balance: bool = true, "wakeup/exec", Every, NOTHING,
        "sched_balance_exec: same thread, merged in 2.5.59; SD_BALANCE_EXEC in v5.9";
    /// `wake_wide`: a waker with many wakees does not pull them towards itself.
    wake_wide: bool = true, "wakeup/wake_wide", Fair, NOTHING,
        "wake_wide, v5.9";
    /// `wake_affine`: a wake-up may choose the waker's CPU instead of the previous one.
    wake_affine: bool = true, "wakeup/wake_affine", Fair, NOTHING,
        "wake_affine with WA_IDLE and WA_WEIGHT, v5.9";
    /// `select_idle_sibling`: a wake-up looks for an idle CPU that shares the cache.
    select_idle_sibling: bool = true, "wakeup/select_idle_sibling", Fair, NOTHING,
        "select_idle_sibling, v5.9";
    /// `SIS_PROP`: the scan of the LLC is bounded by the average idle time.
    sis_prop: bool = true, "wakeup/select_idle_sibling", Fair, On("select_idle_sibling"),
        "SIS_PROP in select_idle_cpu, v5.9";
    /// `newidle_balance`: a CPU about to go idle looks for a task in its domains.
    newidle_balance: bool = true, "balance/newidle", Every, NOTHING,
        "newidle_balance, v5.9; idle load_balance, 2.5.58";
    /// `rebalance_domains`: the periodic balance over the domains.
    periodic_balance: bool = true, "balance/periodic", Every, NOTHING,
        "rebalance_domains, v5.9; rebalance_tick, 2.5.58";
    /// `cpu.weight` of control groups.
    cpu_weight: bool = true, "runqueue/groups/shares", Fair, SomeGroup("weight"),
        "calc_group_shares, v5.9";
    /// `cpu.max` of control groups: who has used up the quota is throttled.
    cpu_max: bool = true, "runqueue/groups/bandwidth", Fair, SomeGroup("quota_us"),
        "CFS bandwidth control, v5.9";
    /// Active balance: the stopper moves a running task after repeated failures.
    active_balance: bool = true, "balance/active", Fair, NOTHING,
        "active_load_balance_cpu_stop, v5.9";
}

choices! {
    /// The cluster-first wake-up scan.
    ClusterScan {
        /// None: the LLC is scanned from the target on.
        #[default]
        Off = "off",
        /// `select_idle_cluster` of the RFC v2 series (December 2020).
        Rfc = "rfc",
        /// One scan over the levels with a shared budget, as proposed in the RFC's thread.
        Levels = "levels",
        /// Version 6 of the series (April 2021): nothing but the cluster between CPUs of one last-level cache.
        Only = "only",
        /// The merged form (v6.7): cluster first, an idle previous CPU counts only inside it.
        Merged = "merged",
    }
}

choices! {
    /// Idle stealing.
    Steal {
        /// No stealing.
        #[default]
        Off = "off",
        /// Stealing, unless the machine has more than two nodes (`sched_steal_node_limit`).
        On = "on",
        /// Stealing whatever the number of nodes.
        Force = "force",
    }
}

choices! {
    /// Calls of `load_balance` between two cross-node checks.
    NodeInterval {
        /// Always as many as `tunables.node_balance_ratio` says.
        #[default]
        Off = "off",
        /// 4 on a node below half the average load, else 40.
        Var1 = "4-40",
        /// 1 on a node below half the average load, else 16.
        Var2 = "1-16",
    }
}

choices! {
    /// The order of the fields of `task_group`.
    TaskGroup {
        /// The tasks are in the root group, whose load nobody sums up.
        #[default]
        Off = "off",
        /// As in 6.4: `load_avg`, then the pointers of the RT scheduler on the same line.
        Mainline = "mainline",
        /// As the third version of the patch (August 2023) has it: the pointers and `parent` on the next line.
        Relayout = "relayout",
        /// Nothing else on the line of `load_avg`.
        Isolated = "isolated",
        /// The order of the lane's `layout`.
        Custom = "custom",
    }
}

#[cfg(test)]
mod tests {
    use super::MECHANISMS;
    use std::path::Path;

    #[test]
    fn every_mechanism_has_its_module_and_its_page() {
        for mechanism in MECHANISMS {
            let module = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(mechanism.module);
            let file = module.with_extension("rs").exists() || module.join("mod.rs").exists();
            assert!(file, "{}", mechanism.module);
            let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(mechanism.page);
            let page = std::fs::read_to_string(page).unwrap_or_default();
            assert!(page.contains(&format!("Switch `{}` · module `{}`", mechanism.key, mechanism.module)));
        }
    }
}

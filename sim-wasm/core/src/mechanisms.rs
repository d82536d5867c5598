//! The one table of mechanisms: each is one switch of [`Features`], one module and one page of `docs/model/`.
//! Its name and its sentence are generated from here into the page and the documents.

mod needs;

pub use crate::machine::kernel::Family;
use crate::machine::kernel::KernelRules;
use crate::machine::{Machine, domains};
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
    /// Its name on the page, in English.
    pub name: &'static str,
    /// Its effect, in one sentence. Code is in backquotes.
    pub sentence: &'static str,
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
    /// The conditions under which it changes a run, besides its scheduler.
    pub needs: Needs,
    /// Whether its switch is among the first of a lane, not behind *more*.
    pub front: bool,
}

/// How a switch is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Bool,
    Choice(&'static [&'static str]),
}

/// A type of switch.
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
impl Switch for Option<bool> {
    const KIND: Kind = Kind::Bool;
}

choices_of_a_switch!(ClusterScan, Steal, NodeInterval, TaskGroup);

/// The value in a row, or the default if the row has none.
macro_rules! or {
    ($value:expr, $default:expr) => {
        $value
    };
    ($default:expr) => {
        $default
    };
}

/// A row defines a field of [`Features`] and a [`Mechanism`]. Its comment is the sentence on the page and in the documents.
/// `plain` is the value in a kernel without patches. A mechanism without `needs` needs only its scheduler.
macro_rules! switches {
    ($($(#[doc = $doc:literal])+ $key:ident: $type:ty {
        name: $name:literal,
        plain: $plain:expr,
        module: $module:literal,
        family: $family:ident,
        $(needs: $needs:expr,)?
        $(front: $front:literal,)?
        source: $source:literal,
    })+) => {
        /// The switches: one per mechanism. Defaults are a plain kernel without any of the patch series.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
        #[cfg_attr(feature = "schema", schemars(deny_unknown_fields, default))]
        pub struct Features {
            $($(#[doc = $doc])+ pub $key: $type,)+
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
            name: $name,
            sentence: concat!($($doc),+),
            module: $module,
            family: Family::$family,
            page: concat!("docs/model/", stringify!($key), ".md"),
            source: $source,
            kind: <$type as Switch>::KIND,
            needs: or!($($needs,)? NOTHING),
            front: or!($($front,)? false),
        },)+];
    };
}

const SEVERAL_NODES: Needs = Nodes(2);
/// Every Nth `load_balance` call looks across nodes.
const ACROSS: Needs = All(&[SEVERAL_NODES, On("cross_node")]);
/// With the cross-node check, `load_balance` looks at other CPUs than without.
const LOOKS_ELSEWHERE: Needs = All(&[SEVERAL_NODES, Any(&[On("node_restricted"), On("node_mask_fix")])]);
/// Tasks are pulled from one node to another.
const BETWEEN_NODES: Needs = All(&[SEVERAL_NODES, Any(&[On("cross_node"), Not(&On("node_restricted"))])]);
/// Up to 6.6 the scan is a patch. The RFC's scan covers the cluster; the others follow the domains. The scan by levels begins
/// at the target, the kernel's scan at the CPU after it.
const SCANS_OTHERWISE: Needs = All(&[
    On("select_idle_sibling"),
    Any(&[
        All(&[Is("cluster_scan", "rfc"), Clusters, OneThread]),
        All(&[Not(&Is("cluster_scan", "rfc")), Clusters, On("cluster_domain")]),
        All(&[Is("cluster_scan", "levels"), Not(&Rule("sis", "prop"))]),
    ]),
    Rule("sched_cluster_active", "false"),
]);
/// Stealing is off on a machine with more nodes, unless the switch forces it.
const FEW_NODES: Needs = Any(&[Not(&Is("steal", "on")), NodesWithin("steal_node_limit")]);
/// The run counts accesses to the cache lines of a struct.
const COUNTS_LINES: Needs =
    Any(&[Workload("sharing"), All(&[Scheduler(Family::Fair), Not(&Is("task_group", "off"))])]);

// The mechanisms of the patch series, then those of the mainline kernel, each in the order in which a task meets them.
switches! {
    /// A level of scheduling domains for the clusters (`CONFIG_SCHED_CLUSTER`); by default as the kernel has it on the machine.
    cluster_domain: Option<bool> {
        name: "cluster domain",
        plain: None,
        module: "machine/domains",
        family: Fair,
        needs: Clusters,
        front: true,
        source: "cluster RFC v2 (December 2020); merged as CLS in v5.16",
    }
    /// A wake-up looks inside the cluster before the rest of the LLC; from 6.7 on whenever there is a cluster level.
    cluster_scan: ClusterScan {
        name: "cluster scan",
        plain: ClusterScan::Off,
        module: "wakeup/cluster_scan",
        family: Fair,
        needs: SCANS_OTHERWISE,
        front: true,
        source: "select_idle_cluster of the cluster RFC v2; merged in v6.7 in another form",
    }
    /// An idle CPU steals a waiting task through the overload bitmap.
    steal: Steal {
        name: "steal",
        plain: Steal::Off,
        module: "balance/steal",
        family: Fair,
        needs: FEW_NODES,
        front: true,
        source: "Steal tasks to improve CPU utilization, v3 08/10 (November 2018, base 4.20); not merged",
    }
    /// `load_balance` looks at the CPUs of its own node only.
    node_restricted: bool {
        name: "node-restricted",
        plain: false,
        module: "balance/node_restricted",
        family: O1,
        needs: SEVERAL_NODES,
        front: true,
        source: "minature NUMA scheduler (January 2003, base 2.5.5x)",
    }
    /// Every Nth `load_balance` call may also look at the busiest node.
    cross_node: bool {
        name: "cross-node",
        plain: false,
        module: "balance/cross_node",
        family: O1,
        needs: LOOKS_ELSEWHERE,
        front: true,
        source: "inter-node balance of the same thread; merged in 2.5.59",
    }
    /// The cross-node check sees half of the load before plus the tasks of now.
    node_smoothing: bool {
        name: "smoothed load",
        plain: false,
        module: "balance/cross_node/smoothing",
        family: O1,
        needs: ACROSS,
        source: "smoothed node load of the same thread; merged in 2.5.59",
    }
    /// A node with little to do looks across more often.
    node_interval: NodeInterval {
        name: "node interval",
        plain: NodeInterval::Off,
        module: "balance/cross_node/interval",
        family: O1,
        needs: ACROSS,
        source: "variable inter-node interval of the same thread; not merged",
    }
    /// The busiest node must have more than 125 % of the load of the CPU's node plus four.
    node_margin: bool {
        name: "margin +4",
        plain: false,
        module: "balance/cross_node/margin",
        family: O1,
        needs: ACROSS,
        source: "constant in find_busiest_node, same thread; not merged",
    }
    /// The cross-node check looks at the busiest node's CPUs only.
    node_mask_fix: bool {
        name: "mask fix",
        plain: false,
        module: "balance/cross_node/mask_fix",
        family: O1,
        needs: ACROSS,
        source: "cpumask of the cross-node check, same thread; merged in 2.5.59",
    }
    /// The node with a task's memory takes it first, other nodes last.
    home_node: bool {
        name: "home node",
        plain: false,
        module: "balance/cross_node/home_node",
        family: O1,
        needs: BETWEEN_NODES,
        source: "node affinity, proposed in the same thread (January 2003)",
    }
    /// Of the tasks that may leave a node, the one with the smallest memory goes.
    smallest_first: bool {
        name: "smallest first",
        plain: false,
        module: "balance/cross_node/smallest_first",
        family: O1,
        needs: BETWEEN_NODES,
        source: "wished for in the same thread (January 2003)",
    }
    /// The tasks share a `task_group`; the order of its fields decides which share a cache line.
    task_group: TaskGroup {
        name: "task_group",
        plain: TaskGroup::Off,
        module: "system/task_group",
        family: Fair,
        source: "relayout of task_group v3 (August 2023, base 6.4); not merged",
    }
    /// Coherence moves 128 bytes at once, as the L3 of the Kunpeng 920 does.
    line_128: bool {
        name: "128-byte lines",
        plain: false,
        module: "memory/lines",
        family: Every,
        needs: COUNTS_LINES,
        source: "128-byte lines of the L3 of the Kunpeng 920",
    }
    /// Node 1 has CPUs but no memory, as after `mem=4G`.
    memoryless_node: bool {
        name: "node 1 without memory",
        plain: false,
        module: "memory/nodes",
        family: Every,
        needs: SEVERAL_NODES,
        source: "mem=4G left over on the command line, cluster thread (December 2020)",
    }
    /// Placement at exec (`SD_BALANCE_EXEC`).
    exec_balance: bool {
        name: "exec balance",
        plain: true,
        module: "wakeup/exec",
        family: Every,
        source: "sched_balance_exec: same thread, merged in 2.5.59; SD_BALANCE_EXEC in v5.9",
    }
    /// A waker with many wakees does not pull them towards itself.
    wake_wide: bool {
        name: "wake_wide",
        plain: true,
        module: "wakeup/wake_wide",
        family: Fair,
        source: "wake_wide, v5.9",
    }
    /// A wake-up may choose the waker's CPU instead of the previous one.
    wake_affine: bool {
        name: "wake_affine",
        plain: true,
        module: "wakeup/wake_affine",
        family: Fair,
        source: "wake_affine with WA_IDLE and WA_WEIGHT, v5.9",
    }
    /// A wake-up looks for an idle CPU that shares the last-level cache (LLC).
    select_idle_sibling: bool {
        name: "select_idle_sibling",
        plain: true,
        module: "wakeup/select_idle_sibling",
        family: Fair,
        source: "select_idle_sibling, v5.9",
    }
    /// The scan of the LLC is bounded: by the average idle time (`SIS_PROP`), from 6.0 on by the utilisation
    /// (`SIS_UTIL`).
    sis_prop: bool {
        name: "SIS_PROP/SIS_UTIL",
        plain: true,
        module: "wakeup/select_idle_sibling",
        family: Fair,
        needs: On("select_idle_sibling"),
        source: "SIS_PROP in select_idle_cpu, v5.9",
    }
    /// A CPU about to go idle looks through its domains for a task to pull.
    newidle_balance: bool {
        name: "newidle balance",
        plain: true,
        module: "balance/newidle",
        family: Every,
        source: "newidle_balance, v5.9; idle load_balance, 2.5.58",
    }
    /// Balance over the domains from time to time: `rebalance_domains`, since 6.10 `sched_balance_domains`.
    periodic_balance: bool {
        name: "periodic balance",
        plain: true,
        module: "balance/periodic",
        family: Every,
        source: "rebalance_domains, v5.9; rebalance_tick, 2.5.58",
    }
    /// A control group weighs what its `cpu.weight` says; off: all groups the same.
    cpu_weight: bool {
        name: "cpu.weight",
        plain: true,
        module: "runqueue/groups/shares",
        family: Fair,
        needs: SomeGroup("weight"),
        source: "calc_group_shares, v5.9",
    }
    /// A control group that has used up its quota is throttled until the next period.
    cpu_max: bool {
        name: "cpu.max",
        plain: true,
        module: "runqueue/groups/bandwidth",
        family: Fair,
        needs: SomeGroup("quota_us"),
        source: "CFS bandwidth control, v5.9",
    }
    /// The stopper moves a running task where no waiting one could be taken.
    active_balance: bool {
        name: "active balance",
        plain: true,
        module: "balance/active",
        family: Fair,
        source: "active_load_balance_cpu_stop, v5.9",
    }
}

impl Features {
    /// The switches as a kernel has them on a machine: its cluster level where they do not say, and the scan that comes with
    /// the level.
    pub fn resolved(mut self, machine: &Machine, rules: &KernelRules) -> Self {
        self.cluster_domain.get_or_insert_with(|| domains::has_cluster_level(machine, rules));
        if rules.sched_cluster_active {
            self.cluster_scan = ClusterScan::Merged;
        }
        self
    }

    /// There is a cluster level, once the switches are resolved.
    pub fn has_cluster_level(&self) -> bool {
        self.cluster_domain == Some(true)
    }
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

//! What differs between the kernels, as data. Sources: `docs/model/topology.md`.

choices! {
    /// The kernels whose rules are known.
    KernelId {
        /// The O(1) scheduler of January 2003.
        V2_5 = "2.5.5x",
        /// Base of the stealing series.
        V4_20 = "4.20",
        /// Base of the cluster RFC.
        #[default]
        V5_9 = "5.9",
        /// First with the shorter busy intervals.
        V5_10 = "5.10",
        /// First with the merged cluster scan.
        V6_8 = "6.8",
    }
}

/// How `select_idle_cpu` bounds its scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sis {
    /// `SIS_PROP`: by the waker's average idle time and the average scan cost.
    Prop,
    /// `SIS_UTIL`: by the utilisation of the LLC.
    Util,
}

/// Where `fork` places the child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForkRule {
    /// On the parent's CPU.
    Parent,
    /// On the idlest CPU, over all nodes.
    Spread,
    /// On the idlest CPU of the local node while that has an idle CPU.
    LocalFirst,
}

/// The rules of one kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelRules {
    /// The O(1) scheduler: priority arrays, no scheduling domains.
    pub o1: bool,
    /// Factor on the balance interval of a busy CPU.
    pub busy_factor: u32,
    /// `imbalance_pct` of domains without a shared cache.
    pub numa_imbalance_pct: u32,
    /// NUMA levels come from the distances of all nodes, not of node 0 only.
    pub all_distance_rows: bool,
    /// Groups of overlapping domains stay inside the domain's span.
    pub groups_inside_span: bool,
    /// `newidle_balance` does not search while `avg_idle` is below `sched_migration_cost`.
    pub newidle_gate: bool,
    /// A read wakes a writer whenever the pipe was full before it, even if no slot became free.
    pub pipe_full_read_wakes: bool,
    /// Wake-ups through a socket pair are synchronous, as those through a pipe are.
    pub sync_sockets: bool,
    pub sis: Sis,
    pub fork_spread: ForkRule,
    /// Name of the cluster level.
    pub cluster_level_name: &'static str,
    /// Name of the level that spans a node.
    pub package_level_name: &'static str,
    /// Domains of the cluster level carry `SD_CLUSTER`.
    pub cluster_flag: bool,
    /// `calculate_imbalance` uses `migrate_util` also where the cache is shared.
    pub migrate_util_in_llc: bool,
    /// `detach_tasks` halves a task's load once per failed balance before it compares.
    pub migrate_load_shift: bool,
    /// `task_hot` is never true between hardware threads of one core.
    pub smt_never_hot: bool,
    /// The interval of a busy CPU is one tick shorter, so that levels do not fall on one tick.
    pub busy_interval_minus_one: bool,
    /// A busy CPU of the O(1) scheduler balances this often (ms).
    pub o1_busy_tick_ms: u32,
}

const V5_9: KernelRules = KernelRules {
    o1: false,
    busy_factor: 32,
    numa_imbalance_pct: 125,
    all_distance_rows: false,
    groups_inside_span: false,
    newidle_gate: true,
    pipe_full_read_wakes: true,
    sync_sockets: true,
    sis: Sis::Prop,
    fork_spread: ForkRule::LocalFirst,
    cluster_level_name: "CL",
    package_level_name: "DIE",
    cluster_flag: false,
    migrate_util_in_llc: true,
    migrate_load_shift: false,
    smt_never_hot: false,
    busy_interval_minus_one: false,
    o1_busy_tick_ms: 250,
};
const V5_10: KernelRules = KernelRules {
    busy_factor: 16,
    numa_imbalance_pct: 117,
    migrate_util_in_llc: false,
    migrate_load_shift: true,
    smt_never_hot: true,
    busy_interval_minus_one: true,
    ..V5_9
};

/// The rules of a kernel.
pub fn rules(kernel: KernelId) -> KernelRules {
    match kernel {
        KernelId::V2_5 => {
            KernelRules { o1: true, fork_spread: ForkRule::Parent, sync_sockets: false, ..V5_9 }
        }
        KernelId::V4_20 => KernelRules { fork_spread: ForkRule::Spread, ..V5_9 },
        KernelId::V5_9 => V5_9,
        KernelId::V5_10 => V5_10,
        KernelId::V6_8 => KernelRules {
            all_distance_rows: true,
            groups_inside_span: true,
            newidle_gate: false,
            sis: Sis::Util,
            cluster_level_name: "CLS",
            package_level_name: "PKG",
            cluster_flag: true,
            ..V5_10
        },
    }
}

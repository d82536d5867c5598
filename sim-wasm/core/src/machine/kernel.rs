//! What differs between the kernels, as data: a table of rules, the rules of each kernel, and the
//! overrides of single rules. Sources: `docs/model/kernels.md`.

pub use crate::observe::vocab::ClassId;

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

choices! {
    /// How `select_idle_cpu` bounds its scan.
    Sis {
        /// `SIS_PROP`: by the waker's average idle time and the average scan cost.
        #[default]
        Prop = "prop",
        /// `SIS_UTIL`: by the utilisation of the LLC.
        Util = "util",
    }
}

choices! {
    /// Where `fork` places the child.
    ForkRule {
        /// On the parent's CPU.
        Parent = "parent",
        /// On the idlest CPU of the least loaded group; another node must be clearly less loaded.
        ByLoad = "by_load",
        /// On the idlest CPU of the local node while that has an idle CPU.
        #[default]
        LocalFirst = "local_first",
    }
}

choices! {
    /// How `wake_affine` and the balancer compare CPUs and groups.
    BalanceRule {
        /// By load, of CPUs that have a task queued.
        ByLoad = "by_load",
        /// Groups by type first (`group_has_spare` to `group_overloaded`), loads with those of blocked tasks.
        #[default]
        ByType = "by_type",
    }
}

choices! {
    /// Who balances, and over what.
    Balancer {
        /// `load_balance` over scheduling domains; idle CPUs may steal.
        #[default]
        Domains = "domains",
        /// `load_balance` of the O(1) scheduler over one set of CPUs, with node rules as patches.
        Nodes = "nodes",
    }
}

choices! {
    /// Where a woken task goes.
    WakeRule {
        /// `wake_affine`, then an idle CPU that shares the cache.
        #[default]
        Affine = "affine",
        /// The CPU it last ran on; a synchronous wake-up takes it to the waker's.
        Last = "last",
    }
}

choices! {
    /// The cluster level of the scheduling domains.
    ClusterLevel {
        /// As in the RFC: `CL`, without a flag of its own.
        #[default]
        Cl = "CL",
        /// As merged: `CLS`, its domains carry `SD_CLUSTER`.
        Cls = "CLS",
    }
}

choices! {
    /// The name of the level that spans a node.
    PackageLevel {
        #[default]
        Die = "DIE",
        Pkg = "PKG",
    }
}

/// Which scheduler has a mechanism or reads a tunable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    Cfs,
    O1,
    Both,
}

impl Family {
    /// Its name on the page.
    pub fn key(self) -> &'static str {
        match self {
            Self::Cfs => "cfs",
            Self::O1 => "o1",
            Self::Both => "both",
        }
    }

    /// Whether the kernels with this balancer belong to it.
    pub fn has(self, balancer: Balancer) -> bool {
        self == Self::Both || self == balancer.family()
    }
}

impl Balancer {
    /// The kernels that have it.
    pub fn family(self) -> Family {
        match self {
            Self::Domains => Family::Cfs,
            Self::Nodes => Family::O1,
        }
    }
}

/// The values a rule can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleKind {
    Bool,
    Number { min: u32, max: u32, unit: &'static str },
    Choice(&'static [&'static str]),
}

/// One rule: its name, its values, and where it changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleInfo {
    /// The field of [`RuleOverrides`].
    pub key: &'static str,
    /// One sentence.
    pub meaning: &'static str,
    pub kind: RuleKind,
    /// A kernel with another balancer does not have it.
    pub of: Balancer,
    pub source: &'static str,
}

const fn number(min: u32, max: u32, unit: &'static str) -> RuleKind {
    RuleKind::Number { min, max, unit }
}

macro_rules! rules {
    ($($(#[doc = $doc:literal])+ $key:ident: $type:ty, $kind:expr, $of:ident, $source:literal;)+) => {
        /// The rules of one kernel.
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
        pub struct KernelRules {
            #[serde(skip)]
            pub class: ClassId,
            #[serde(skip)]
            pub balancer: Balancer,
            #[serde(skip)]
            pub wake: WakeRule,
            /// Ticks a second; `None`: as many as the machine's kernels are built with.
            #[serde(skip)]
            pub hz: Option<u32>,
            /// Where a machine stops the ticks of idle CPUs, this kernel does.
            #[serde(skip)]
            pub tickless: bool,
            /// Tasks are scheduled by groups (`CONFIG_FAIR_GROUP_SCHED`).
            #[serde(skip)]
            pub has_task_groups: bool,
            /// The tasks of a workload are there from the beginning, spread as the balancer would have spread them,
            /// instead of being forked by a parent and placed one by one.
            #[serde(skip)]
            pub starts_spread: bool,
            $($(#[doc = $doc])+ pub $key: $type,)+
        }

        /// Single rules that differ from the kernel's; absent: as the kernel has it.
        #[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields, default)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
        pub struct RuleOverrides {
            $($(#[doc = $doc])+
            #[serde(skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "schema", ts(optional))]
            pub $key: Option<$type>,)+
        }

        impl RuleOverrides {
            /// Nothing is overridden.
            pub fn is_default(&self) -> bool {
                *self == Self::default()
            }
        }

        impl KernelRules {
            /// These rules with single ones replaced.
            pub fn with(mut self, overrides: &RuleOverrides) -> Self {
                $(if let Some(value) = overrides.$key { self.$key = value; })+
                self
            }

            /// CPUs are grouped into scheduling domains. Without, the whole machine is in reach of an idle CPU.
            pub fn has_domains(&self) -> bool {
                self.balancer == Balancer::Domains
            }
        }

        /// All rules, in the order they are shown.
        pub const RULES: &[RuleInfo] =
            &[$(RuleInfo {
                key: stringify!($key),
                meaning: concat!($($doc,)+),
                kind: $kind,
                of: Balancer::$of,
                source: $source,
            },)+];
    };
}

rules! {
    /// How `select_idle_cpu` bounds its scan.
    sis: Sis, RuleKind::Choice(Sis::KEYS), Domains, "SIS_UTIL since v6.0; SIS_PROP removed in v6.7";
    /// Where `fork` places the child.
    fork: ForkRule, RuleKind::Choice(ForkRule::KEYS), Domains, "find_idlest_group: by load until v5.4, then by idle CPUs; from v5.5 to v5.10 a node with one keeps the child";
    /// How `wake_affine` and the balancer compare CPUs and groups.
    balance: BalanceRule, RuleKind::Choice(BalanceRule::KEYS), Domains, "runnable_load_avg alone until v5.4, then group types and cpu_load";
    /// The balancer takes CPUs for their past load where that makes a difference smaller (`LB_BIAS`).
    lb_bias: bool, RuleKind::Bool, Domains, "a feature until v5.0, off by default from v4.20 on; for the balance by load";
    /// `wake_affine` leaves a task on its idle previous CPU before it compares loads.
    affine_idle_prev: bool, RuleKind::Bool, Domains, "wake_affine_idle, since v5.11";
    /// A wake-up that gets past the previous CPU notes that CPU as the task's `recent_used_cpu`; else the waker's is set to its own CPU.
    recent_is_prev: bool, RuleKind::Bool, Domains, "select_idle_sibling, since v5.15";
    /// `select_idle_core` looks at the other threads of a core after a busy one, too.
    idle_core_all_threads: bool, RuleKind::Bool, Domains, "select_idle_core, until v5.5";
    /// `newidle_balance` does not search while `avg_idle` is below `sched_migration_cost`.
    newidle_gate: bool, RuleKind::Bool, Domains, "since v5.16 the remembered cost of the lowest domain in its place";
    /// Factor on the balance interval of a busy CPU.
    busy_factor: u32, number(1, 256, "×"), Domains, "sd_init: 32, from v5.10 on 16";
    /// The interval of a busy CPU is one tick shorter, so that levels do not fall on one tick.
    busy_interval_minus_one: bool, RuleKind::Bool, Domains, "get_sd_balance_interval, since v5.10";
    /// `imbalance_pct` of domains without a shared cache.
    numa_imbalance_pct: u32, number(100, 400, "%"), Domains, "sd_init: 125, from v5.10 on 117";
    /// `calculate_imbalance` uses `migrate_util` also where the cache is shared.
    migrate_util_in_llc: bool, RuleKind::Bool, Domains, "calculate_imbalance, until v5.9";
    /// `detach_tasks` halves a task's load once per failed balance before it compares.
    migrate_load_shift: bool, RuleKind::Bool, Domains, "detach_tasks, since v5.10";
    /// `task_hot` is never true between hardware threads of one core.
    smt_never_hot: bool, RuleKind::Bool, Domains, "task_hot, since v5.10";
    /// Name of the cluster level, and whether its domains carry `SD_CLUSTER`.
    cluster_level: ClusterLevel, RuleKind::Choice(ClusterLevel::KEYS), Domains, "CL in the RFC v2; CLS since v5.16, SD_CLUSTER since v6.7";
    /// Name of the level that spans a node.
    package_level: PackageLevel, RuleKind::Choice(PackageLevel::KEYS), Domains, "DIE; PKG since v6.7";
    /// NUMA levels come from the distances of all nodes, not of node 0 only.
    all_distance_rows: bool, RuleKind::Bool, Domains, "sched_init_numa, since v5.12";
    /// Groups of overlapping domains stay inside the domain's span.
    groups_inside_span: bool, RuleKind::Bool, Domains, "build_overlap_sched_groups, since v5.13";
    /// A read wakes a writer whenever the pipe was full before it, even if no slot became free.
    pipe_full_read_wakes: bool, RuleKind::Bool, Domains, "pipe_read, until 2025";
    /// A read that has emptied a page wakes all writers that wait, full before or not; other reads wake none.
    pipe_page_wakes: bool, RuleKind::Bool, Domains, "pipe_read, until v5.4";
    /// Wake-ups through a socket pair are synchronous, as those through a pipe are.
    sync_sockets: bool, RuleKind::Bool, Domains, "sock_def_readable";
    /// `update_tg_load_avg` writes at most once in this time on a CPU (ms); 0: every time.
    tg_load_avg_ms: u32, number(0, 1000, "ms"), Domains, "update_tg_load_avg, once a ms since v6.7";
    /// A busy CPU of the O(1) scheduler balances this often (ms).
    o1_busy_tick_ms: u32, number(1, 10_000, "ms"), Nodes, "BUSY_REBALANCE_TICK: 250 ms in 2.5.58, 200 ms from 2.5.65 on";
}

const V5_9: KernelRules = KernelRules {
    class: ClassId::Cfs,
    balancer: Balancer::Domains,
    wake: WakeRule::Affine,
    hz: None,
    tickless: true,
    has_task_groups: true,
    starts_spread: false,
    sis: Sis::Prop,
    fork: ForkRule::LocalFirst,
    balance: BalanceRule::ByType,
    lb_bias: false,
    affine_idle_prev: false,
    recent_is_prev: false,
    idle_core_all_threads: false,
    newidle_gate: true,
    busy_factor: 32,
    busy_interval_minus_one: false,
    numa_imbalance_pct: 125,
    migrate_util_in_llc: true,
    migrate_load_shift: false,
    smt_never_hot: false,
    cluster_level: ClusterLevel::Cl,
    package_level: PackageLevel::Die,
    all_distance_rows: false,
    groups_inside_span: false,
    pipe_full_read_wakes: true,
    pipe_page_wakes: false,
    sync_sockets: true,
    tg_load_avg_ms: 0,
    o1_busy_tick_ms: 250,
};
const V5_10: KernelRules = KernelRules {
    busy_factor: 16,
    busy_interval_minus_one: true,
    numa_imbalance_pct: 117,
    migrate_util_in_llc: false,
    migrate_load_shift: true,
    smt_never_hot: true,
    ..V5_9
};

/// The rules of a kernel.
pub fn rules(kernel: KernelId) -> KernelRules {
    match kernel {
        KernelId::V2_5 => KernelRules {
            class: ClassId::O1,
            balancer: Balancer::Nodes,
            wake: WakeRule::Last,
            hz: Some(1000),
            tickless: false,
            has_task_groups: false,
            starts_spread: true,
            fork: ForkRule::Parent,
            sync_sockets: false,
            ..V5_9
        },
        KernelId::V4_20 => KernelRules {
            fork: ForkRule::ByLoad,
            balance: BalanceRule::ByLoad,
            idle_core_all_threads: true,
            pipe_page_wakes: true,
            ..V5_9
        },
        KernelId::V5_9 => V5_9,
        KernelId::V5_10 => V5_10,
        KernelId::V6_8 => KernelRules {
            sis: Sis::Util,
            affine_idle_prev: true,
            recent_is_prev: true,
            newidle_gate: false,
            cluster_level: ClusterLevel::Cls,
            package_level: PackageLevel::Pkg,
            all_distance_rows: true,
            groups_inside_span: true,
            tg_load_avg_ms: 1,
            ..V5_10
        },
    }
}

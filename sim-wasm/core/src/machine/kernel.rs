//! The differences between kernels, as data: a table of rules, the rules of each kernel, and the
//! overrides of single rules. Sources: `docs/model/kernels.md`.

pub use crate::observe::vocab::ClassId;

keyed! {
    /// The kernels whose rules are known.
    KernelId {
        /// The O(1) scheduler of January 2003.
        V2_5 = "2.5.5x",
        /// Base of the stealing series.
        V4_20 = "4.20",
        /// The last that balances by load; slices of a quota do not expire.
        V5_4 = "5.4",
        /// Base of the cluster RFC.
        #[default]
        V5_9 = "5.9",
        /// First with the shorter busy intervals.
        V5_10 = "5.10",
        /// The last with SIS_PROP; bursts above a quota, and control groups of `SCHED_IDLE`.
        V5_15 = "5.15",
        /// The last with CFS; stands for 6.4, the base of the `task_group` series.
        V6_5 = "6.5",
        /// Early EEVDF; the merged cluster scan, where the machine has a cluster level.
        V6_8 = "6.8",
        /// The release of November 2024: delayed dequeue, and slices that a task can set.
        V6_12_0 = "6.12.0",
        /// 6.12.y as distributions ship it (6.12.117).
        V6_12 = "6.12",
        /// The release of December 2025: protection lasts the least slice of the queue.
        V6_18_2 = "6.18.2",
        /// The last state of the 6.18 LTS series (6.18.44).
        V6_18 = "6.18",
        /// The release of April 2026.
        V7_0 = "7.0",
        /// The release of June 2026 (7.1.5).
        V7_1 = "7.1",
        /// The newest stable release (7.3.4).
        V7_3 = "7.3",
    }
}

choices! {
    /// How `select_idle_cpu` bounds its scan.
    Sis {
        /// `SIS_PROP`: by a 512th of the waker's average idle time and the average scan cost.
        #[default]
        Prop = "prop",
        /// `SIS_PROP` as of v5.14: by what is left of the idle time that is expected, which half the average begins with; scans
        /// use it up, and each jiffy halves it.
        Aged = "aged",
        /// `SIS_UTIL`: by the utilisation of the LLC.
        Util = "util",
    }
}

choices! {
    /// Within which reach of the target an idle previous or recently used CPU is taken before the scan.
    IdlePrev {
        /// As the scan has it: of the cluster with the merged one, of the last-level cache with the others.
        #[default]
        AsScan = "as_scan",
        /// Of the last-level cache.
        Llc = "llc",
        /// Of the cluster; a farther one waits for the scan to fail.
        Cluster = "cluster",
        /// Of the cluster; a farther one is not taken.
        ClusterOnly = "cluster_only",
    }
}

choices! {
    /// Where `fork` places the child.
    ForkRule {
        /// On the parent's CPU.
        Parent = "parent",
        /// On the idlest CPU of the least loaded group; another node must be clearly less loaded.
        ByLoad = "by_load",
        /// On the idlest CPU of the group with most idle ones; between nodes the local one has precedence.
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
        /// As merged: `CLS`.
        Cls = "CLS",
    }
}

choices! {
    /// The machines with clusters on which a kernel has the cluster level.
    SchedCluster {
        /// None; the level is a patch.
        #[default]
        None = "none",
        /// x86, but for hybrids.
        X86 = "x86",
        /// x86.
        X86Hybrid = "x86_hybrid",
        /// x86 and arm64.
        All = "all",
    }
}

choices! {
    /// What a kernel that knows its CPUs' capacities does with them.
    AsymCapacity {
        /// Nothing.
        #[default]
        Off = "off",
        /// Misfit tasks move, and a wake-up looks first of all for an idle CPU that the task fits on.
        First = "first",
        /// The same, but it takes the target, the previous and the recent CPU before, if they are idle and the task fits.
        AfterPrev = "after_prev",
    }
}

choices! {
    /// Up to which level the balancer packs tasks onto the CPUs of higher priority, on hybrid machines whose capacities the
    /// kernel does not know (`SD_ASYM_PACKING`).
    AsymPacking {
        #[default]
        Off = "off",
        /// Where a cache is shared.
        Cache = "cache",
        /// The package, too.
        Package = "package",
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

choices! {
    /// The name of the flag of domains whose CPUs share a cache.
    CacheFlag {
        #[default]
        SharePkgResources = "SHARE_PKG_RESOURCES",
        ShareLlc = "SHARE_LLC",
    }
}

choices! {
    /// How long the running task goes on whatever the deadlines of the others are, where it does.
    Protection {
        /// Until its request is served.
        #[default]
        Request = "request",
        /// Until its request is served, or the least slice of the queue.
        LeastSlice = "least_slice",
    }
}

choices! {
    /// When the running task has to go once it is no longer protected.
    Unprotected {
        /// Only when its request is served.
        #[default]
        Stays = "stays",
        /// When it is no longer eligible.
        Ineligible = "ineligible",
        /// As soon as its time is charged.
        Goes = "goes",
    }
}

choices! {
    /// How much of a control group's shares there is for the CPUs to split.
    CgroupMode {
        /// Once.
        #[default]
        Smp = "smp",
        /// Once for each task that runs, up to the number of CPUs.
        Concur = "concur",
    }
}

choices! {
    /// Where a buddy is preferred to the deadlines.
    PickBuddy {
        /// Nowhere.
        #[default]
        Off = "off",
        /// At a pick.
        AtPick = "at_pick",
        /// At a pick, and where a wake-up asks who would be picked.
        AtWakeup = "at_wakeup",
    }
}

choices! {
    /// Where a task that runs in the kernel gives way to another fair one (`preempt=`).
    Preemption {
        /// Where it would spin for a mutex, and on its way back to user mode.
        None = "none",
        /// On its way to a mutex, too.
        #[default]
        Voluntary = "voluntary",
        /// At once, unless it holds a lock or spins for a spinlock.
        Full = "full",
        /// On its way back to user mode, or at the next tick; another CPU sends no interrupt for it.
        Lazy = "lazy",
    }
}

choices! {
    /// What a task gives up by `sched_yield`.
    YieldRule {
        /// Its deadline moves by one request.
        #[default]
        Postpones = "postpones",
        /// The rest of its request, if it is eligible.
        Forfeits = "forfeits",
    }
}

choices! {
    /// What becomes of lag and deadline when a weight changes.
    ReweightRule {
        /// They are scaled where the task stands.
        #[default]
        Scales = "scales",
        /// The task leaves the queue and joins it again.
        Rejoins = "rejoins",
    }
}

choices! {
    /// What becomes of the running task's protection when its weight changes.
    ReweightVprot {
        /// It ends: the mark is the deadline, which moves.
        #[default]
        Ends = "ends",
        /// `vprot` stays where it is, though the vruntime moves.
        Stays = "vprot_stays",
        /// What is left of it is scaled.
        Scales = "vprot_scales",
    }
}

choices! {
    /// How far a lag that is kept is from 0 at most.
    LagLimit {
        /// Two slices of the task, or a tick if that is more.
        #[default]
        TwoSlices = "two_slices",
        /// The greatest slice of the queue and a tick.
        GreatestSlice = "greatest_slice",
    }
}

/// Which schedulers have a mechanism or a rule, or read a tunable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// `fair_sched_class` over scheduling domains: CFS and EEVDF.
    Fair,
    Cfs,
    Eevdf,
    O1,
    /// Every scheduler.
    Every,
}

impl Family {
    pub const ALL: &'static [Self] = &[Self::Fair, Self::Cfs, Self::Eevdf, Self::O1, Self::Every];

    /// Its name on the page.
    pub fn key(self) -> &'static str {
        match self {
            Self::Fair => "fair",
            Self::Cfs => "cfs",
            Self::Eevdf => "eevdf",
            Self::O1 => "o1",
            Self::Every => "every",
        }
    }

    /// Whether a scheduler belongs to it.
    pub fn has(self, class: ClassId) -> bool {
        match self {
            Self::Fair => class != ClassId::O1,
            Self::Cfs => class == ClassId::Cfs,
            Self::Eevdf => class == ClassId::Eevdf,
            Self::O1 => class == ClassId::O1,
            Self::Every => true,
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
    /// The schedulers that have it.
    pub of: Family,
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
            /// All domains whose CPUs differ in capacity say so (v5.14); else one level does.
            #[serde(skip)]
            pub asym_levels: bool,
            $($(#[doc = $doc])+ pub $key: $type,)+
        }

        /// Single rules that differ from the kernel's; absent: as the kernel has it.
        #[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
        #[cfg_attr(feature = "schema", schemars(deny_unknown_fields, default))]
        pub struct RuleOverrides {
            $($(#[doc = $doc])+
            #[serde(skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "schema", ts(optional))]
            pub $key: Option<$type>,)+
        }
        $crate::document::read::fields!(RuleOverrides { $($key),+ });

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
                of: Family::$of,
                source: $source,
            },)+];
    };
}

rules! {
    /// How `select_idle_cpu` bounds its scan.
    sis: Sis, RuleKind::Choice(Sis::KEYS), Fair, "SIS_PROP, with an idle time that ages since v5.14; SIS_UTIL since v6.0";
    /// Where `fork` places the child.
    fork: ForkRule, RuleKind::Choice(ForkRule::KEYS), Fair, "find_idlest_group: by load until v5.4, then by idle CPUs; from v5.5 to v5.10 a node with one keeps the child";
    /// How `wake_affine` and the balancer compare CPUs and groups.
    balance: BalanceRule, RuleKind::Choice(BalanceRule::KEYS), Fair, "runnable_load_avg alone until v5.4, then group types and cpu_load";
    /// The balancer takes CPUs for their past load where that makes a difference smaller (`LB_BIAS`).
    lb_bias: bool, RuleKind::Bool, Fair, "a feature until v5.2, off by default from v4.20 on; for the balance by load";
    /// `wake_affine` leaves a task on its idle previous CPU before it compares loads.
    affine_idle_prev: bool, RuleKind::Bool, Fair, "wake_affine_idle, since v5.11";
    /// A wake-up that gets past the previous CPU notes that CPU as the task's `recent_used_cpu`; else the waker's is set to its own CPU.
    recent_is_prev: bool, RuleKind::Bool, Fair, "select_idle_sibling, since v5.15";
    /// How near to the target an idle previous or recently used CPU must be to be taken before the scan.
    idle_prev: IdlePrev, RuleKind::Choice(IdlePrev::KEYS), Fair, "select_idle_sibling: the LLC; with SD_CLUSTER the cluster, since v6.7; no second chance for a farther one in v7 of the series (September 2022), not merged";
    /// So many levels of domains above the LLC a wake-up goes on to search, cache by cache, when its own has no idle CPU.
    levels_above_llc: u32, number(0, 8, "levels"), Fair, "0; 1 within a node is SIS_NODE (June 2023), in no release";
    /// Looking at the CPUs of the target's cluster uses up none of the scan's limit.
    cluster_unlimited: bool, RuleKind::Bool, Fair, "select_idle_cluster of the cluster RFC v2, which has no limit; not merged";
    /// Between two CPUs of a last-level cache `wake_wide` counts with the CPUs of the waker's cluster.
    wide_by_cluster: bool, RuleKind::Bool, Fair, "wake_wide of the cluster series' v6 (April 2021); not merged";
    /// Without an idle core in the LLC, an idle thread beside the previous CPU is taken before the scan; with one, the scan looks for it.
    idle_smt_prev: bool, RuleKind::Bool, Fair, "select_idle_smt, since v5.13; select_idle_core inside select_idle_cpu since v5.12";
    /// `select_idle_core` looks at the other threads of a core after a busy one, too.
    idle_core_all_threads: bool, RuleKind::Bool, Fair, "select_idle_core, until v5.6";
    /// Fork and exec compare groups by those of their CPUs that the task may use; else by all.
    idlest_of_allowed: bool, RuleKind::Bool, Fair, "update_sg_wakeup_stats, since v6.19, and in 6.12.y and 6.18.y";
    /// Tasks may stay together on a NUMA node, at fork, exec and balance, up to `imb_numa_nr` of them and where two more at most would be even; else at fork while it has an idle CPU, at balance two.
    imb_numa_nr: bool, RuleKind::Bool, Fair, "adjust_numa_imbalance: since v5.18, at fork and exec by the same test and an eighth of a node since v6.0";
    /// Of the idle CPUs of a group one on an idle core balances first.
    idle_cores_first: bool, RuleKind::Bool, Fair, "should_we_balance, since v6.6";
    /// A task that is woken onto another CPU of the LLC that has none is queued by that CPU, not by the waker.
    wake_list: bool, RuleKind::Bool, Fair, "ttwu_queue_cond, since v6.0";
    /// `newidle_balance` does not search while a wake-up is on its way to the CPU.
    newidle_pending: bool, RuleKind::Bool, Fair, "newidle_balance, since v5.14";
    /// `newidle_balance` does not search while `avg_idle` is below `sched_migration_cost`.
    newidle_gate: bool, RuleKind::Bool, Fair, "since v5.16 the remembered cost of the lowest domain in its place";
    /// A search of `newidle_balance` that finds nothing raises the level's remembered cost by half; none is above `sched_migration_cost` by more than 200 ns.
    newidle_raises_cost: bool, RuleKind::Bool, Fair, "sched_balance_newidle, since v6.17 until v6.18.2, not in later 6.18.y";
    /// `SD_SERIALIZE`: while one CPU balances over NUMA nodes, others give up there, newly idle ones, too. Before, only periodic balance is serialized; that is left out.
    sd_serialize: bool, RuleKind::Bool, Fair, "sched_balance_rq, since v6.19, and in 6.18.y";
    /// `NI_RANDOM`: `newidle_balance` searches a domain with the probability with which its searches succeed.
    ni_random: bool, RuleKind::Bool, Fair, "features.h, since v6.19, and in 6.12.y and 6.18.y";
    /// `NI_RATE`: the less often a CPU goes idle, the more of its searches are made whatever their success: all at 120 times a second, half at 240.
    ni_rate: bool, RuleKind::Bool, Fair, "features.h, since v7.1; with NI_RANDOM";
    /// Factor on the balance interval of a busy CPU.
    busy_factor: u32, number(1, 256, "×"), Fair, "sd_init: 32, from v5.10 on 16";
    /// The interval of a busy CPU is one tick shorter, so that levels do not fall on one tick.
    busy_interval_minus_one: bool, RuleKind::Bool, Fair, "get_sd_balance_interval, since v5.10";
    /// `imbalance_pct` of domains without a shared cache.
    numa_imbalance_pct: u32, number(100, 400, "%"), Fair, "sd_init: 125, from v5.10 on 117";
    /// `calculate_imbalance` uses `migrate_util` also where the cache is shared.
    migrate_util_in_llc: bool, RuleKind::Bool, Fair, "calculate_imbalance, until v5.9";
    /// A fully busy group above the average takes no load; else it takes all that the overloaded one has above it.
    full_group_stops: bool, RuleKind::Bool, Fair, "calculate_imbalance, since v6.3";
    /// Groups that are to be even are compared by tasks per core, and a busy CPU does not pull for it.
    sibling_imbalance: bool, RuleKind::Bool, Fair, "sibling_imbalance, since v6.6";
    /// A core with more than one task gives one to an idle CPU (`group_smt_balance`).
    group_smt_balance: bool, RuleKind::Bool, Fair, "group_smt_balance, since v6.6";
    /// Balancing gathers the threads of a process under one last-level cache (`CONFIG_SCHED_CACHE`,
    /// `llc_balancing/enabled`).
    sched_cache: bool, RuleKind::Bool, Fair, "CONFIG_SCHED_CACHE, default yes, since v7.2";
    /// How many threads of a process may run for one last-level cache: with 1 four fifths of its cores, with n n times as
    /// many, with 100 any number, with 0 none (`llc_balancing/aggr_tolerance`).
    llc_aggr_tolerance: u32, number(0, 100, "×"), Fair, "llc_aggr_tolerance 1, with sched_cache";
    /// After so long a process looks anew which last-level cache it prefers, in whole ticks (`llc_balancing/epoch_period`).
    llc_epoch_period: u32, number(1, 1000, "ms"), Fair, "llc_epoch_period, HZ/100: 10 ms, with sched_cache";
    /// A process that has not looked for so many of these periods prefers none (`llc_balancing/epoch_affinity_timeout`).
    llc_epoch_affinity_timeout: u32, number(1, 1000, "×"), Fair, "llc_epoch_affinity_timeout 5, with sched_cache";
    /// A last-level cache is overloaded when this share of the capacity of its CPUs is used, and half as much again
    /// without SMT (`llc_balancing/overaggr_pct`).
    llc_overaggr_pct: u32, number(1, 100, "%"), Fair, "llc_overaggr_pct 50, with sched_cache";
    /// An overloaded last-level cache may be used by so much more than the one that a task comes from
    /// (`llc_balancing/imb_pct`).
    llc_imb_pct: u32, number(0, 100, "%"), Fair, "llc_imb_pct 20, with sched_cache";
    /// Of fully busy groups the first is the busiest, not the most loaded.
    fully_busy_first: bool, RuleKind::Bool, Fair, "update_sd_pick_busiest, since v5.5";
    /// Of fully busy groups the last is the busiest, unless the one before is a core with several threads; else the first.
    fully_busy_last: bool, RuleKind::Bool, Fair, "update_sd_pick_busiest, since v6.5";
    /// Of groups with equally heavy misfit tasks, or with equally fast CPUs to take tasks from (`SD_ASYM_PACKING`), the last is the busiest; else the first.
    asym_tie_last: bool, RuleKind::Bool, Fair, "update_sd_pick_busiest, until v6.8";
    /// Active balance is for an imbalance counted in tasks; asking for it leaves the count of failures (since v5.13) and puts the interval back to its least; where the running task may not go, the interval grows as that of pinned tasks only if no other one may.
    active_migrate_task: bool, RuleKind::Bool, Fair, "imbalanced_active_balance, since v5.12";
    /// Whether groups are to be even (`SD_PREFER_SIBLING`), and whether a core has a task too many, is asked of the child domain of the busiest group; else of that of the CPU that balances.
    prefer_sibling_of_busiest: bool, RuleKind::Bool, Fair, "sched_group flags, since v6.5";
    /// Capacities are compared with what the pulling CPU can do, and differ by more than 5 %; else those of groups, by a quarter.
    capacity_greater: bool, RuleKind::Bool, Fair, "capacity_greater, since v5.13";
    /// A task that may use one CPU only has outgrown it as any other one; else it never has.
    misfit_pinned: bool, RuleKind::Bool, Fair, "update_misfit_status, until v5.11";
    /// A task has outgrown its CPU only where one that it may use can do more.
    misfit_below_most: bool, RuleKind::Bool, Fair, "update_misfit_status, since v6.10; before, a CPU that can do most does not ask for balance";
    /// A pass that leaves a misfit task where it is counts as no failure and lengthens no interval.
    misfit_no_failure: bool, RuleKind::Bool, Fair, "load_balance, since v6.10";
    /// x86 kernels are built so that they can be made preemptible at boot (`CONFIG_PREEMPTION`), as those of arm64 are: a newly idle CPU takes one task at a time.
    preempt_dynamic: bool, RuleKind::Bool, Fair, "PREEMPT_DYNAMIC, the default of x86 since v5.16";
    /// A wake-up of a task that is not of `SCHED_IDLE`, and fork and exec, take a CPU whose tasks all are for an idle one (`sched_idle_cpu`); it balances as often as an idle one.
    sched_idle_cpu: bool, RuleKind::Bool, Fair, "sched_idle_cpu, since v5.4; v5.7 made it as preferred as an idle one";
    /// A woken task of `SCHED_IDLE` itself does so, too.
    idle_joins_idle: bool, RuleKind::Bool, Fair, "choose_sched_idle_rq, until v7.0";
    /// Control groups can be idle as a whole (`cpu.idle`).
    cpu_idle: bool, RuleKind::Bool, Fair, "cpu.idle, since v5.15";
    /// What a CPU has left of the runtime that it took from a control group's quota is lost when the period ends.
    slices_expire: bool, RuleKind::Bool, Fair, "expire_cfs_rq_runtime: since v4.18, where a wrong test no longer keeps it from acting, until v5.3";
    /// A control group's unused runtime is kept for later periods (`cpu.max.burst`).
    cpu_burst: bool, RuleKind::Bool, Fair, "cpu.max.burst, since v5.14";
    /// A task of a control group without runtime is throttled when it returns to user mode; else the group's queue is at once, with tasks in a system call.
    throttle_tasks: bool, RuleKind::Bool, Fair, "throttle_cfs_rq_work, since v6.18";
    /// Tasks of `SCHED_IDLE` have slices of 0.75 ms at least beside others, and half a least slice of credit after a sleep.
    idle_min_granularity: bool, RuleKind::Bool, Cfs, "sched_idle_min_granularity, since v5.16";
    /// Between control groups only the groups' being idle counts, not the policies of their tasks.
    idle_by_entity: bool, RuleKind::Bool, Fair, "check_preempt_wakeup_fair, since v6.12";
    /// A running task of `SCHED_IDLE` loses its protection when another one is woken.
    idle_unprotected: bool, RuleKind::Bool, Eevdf, "check_preempt_wakeup_fair, since v6.17; in 6.12.y, too";
    /// Where a task that runs in the kernel gives way to another fair one: the preemption model, as `preempt=` chooses it at boot.
    preemption: Preemption, RuleKind::Choice(Preemption::KEYS), Fair, "x86_64_defconfig: voluntary until v6.19; lazy since v7.0, on arm64, too, whose defconfig has full before";
    /// `detach_tasks` goes on past 32 tasks until it has met one that may use the other CPU.
    past_pinned: bool, RuleKind::Bool, Fair, "detach_tasks, since v6.1 until v6.10";
    /// `detach_tasks` halves a task's utilisation once per failed balance before it compares.
    migrate_util_shift: bool, RuleKind::Bool, Fair, "detach_tasks, since v6.8";
    /// `detach_tasks` halves a task's load once per failed balance before it compares.
    migrate_load_shift: bool, RuleKind::Bool, Fair, "detach_tasks, since v5.10";
    /// `task_hot` is never true between hardware threads of one core.
    smt_never_hot: bool, RuleKind::Bool, Fair, "task_hot, since v5.10";
    /// The machines with clusters on which the kernel has the cluster level, unless the lane's switch says otherwise.
    sched_cluster: SchedCluster, RuleKind::Choice(SchedCluster::KEYS), Fair, "CONFIG_SCHED_CLUSTER, a default: x86 since v5.16, its hybrids since v6.6, arm64 since v6.18";
    /// The domains of the cluster level carry `SD_CLUSTER`: the merged cluster scan and the near previous CPU come with the level, and no scan can be chosen.
    sched_cluster_active: bool, RuleKind::Bool, Fair, "select_idle_cpu and select_idle_sibling, since v6.7";
    /// Name of the cluster level.
    cluster_level: ClusterLevel, RuleKind::Choice(ClusterLevel::KEYS), Fair, "CL in the RFC v2; CLS since v5.16";
    /// Name of the level that spans a node.
    package_level: PackageLevel, RuleKind::Choice(PackageLevel::KEYS), Fair, "DIE; PKG since v6.7";
    /// Name of the flag of domains whose CPUs share a cache.
    cache_flag: CacheFlag, RuleKind::Choice(CacheFlag::KEYS), Fair, "SD_SHARE_PKG_RESOURCES; SD_SHARE_LLC since v6.9";
    /// NUMA levels come from the distances of all nodes, not of node 0 only.
    all_distance_rows: bool, RuleKind::Bool, Fair, "sched_init_numa, since v5.12";
    /// AMD's Zen machines place tasks on nodes up to a distance of 32, and wake them across; else it ends at 30.
    zen_reclaim_distance: bool, RuleKind::Bool, Fair, "node_reclaim_distance, since v5.4";
    /// What is done with CPUs of different capacity, where the kernel knows them.
    asym_capacity: AsymCapacity, RuleKind::Choice(AsymCapacity::KEYS), Fair, "select_idle_capacity since v5.7, after the previous CPU since v5.10; misfit tasks, which came with v4.20, not in 4.20 here";
    /// Where capacities differ and cores have threads, idle cores come first, for wake-ups and for misfit tasks; and `SIS_UTIL` bounds the search for a CPU that the task fits on.
    asym_idle_cores: bool, RuleKind::Bool, Fair, "select_idle_capacity, since v7.2";
    /// An x86 machine without hardware threads tells what its CPUs can do.
    hybrid_capacity: bool, RuleKind::Bool, Fair, "intel_pstate, since v6.12";
    /// Up to which level tasks are packed onto faster CPUs, where the kernel does not know their capacities.
    asym_packing: AsymPacking, RuleKind::Choice(AsymPacking::KEYS), Fair, "SD_ASYM_PACKING of x86 hybrids since v5.16, of the package again since v6.6";
    /// Groups of overlapping domains stay inside the domain's span.
    groups_inside_span: bool, RuleKind::Bool, Fair, "build_overlap_sched_groups, since v5.13";
    /// A read wakes a writer whenever the pipe was full before it, even if no slot became free.
    pipe_full_read_wakes: bool, RuleKind::Bool, Fair, "pipe_read, until v6.13";
    /// A read that has emptied a page wakes all writers that wait, full before or not; other reads wake none.
    pipe_page_wakes: bool, RuleKind::Bool, Fair, "pipe_read, until v5.4";
    /// Wake-ups through a socket pair are synchronous, as those through a pipe are.
    sync_sockets: bool, RuleKind::Bool, Fair, "sock_def_readable";
    /// A new task begins with the share of the queue's utilisation that falls to its weight, at most half of what is unused; else its weight counts 1,024 times, so that it is nearly always that half.
    new_task_util_share: bool, RuleKind::Bool, Fair, "post_init_entity_util_avg, since v6.10";
    /// `update_tg_load_avg` writes at most once in this time on a CPU (ms); 0: every time.
    tg_load_avg_ms: u32, number(0, 1000, "ms"), Fair, "update_tg_load_avg, once a ms since v6.7";
    /// How much of a control group's shares there is for its CPUs to split (`cgroup_mode`).
    cgroup_mode: CgroupMode, RuleKind::Choice(CgroupMode::KEYS), Fair, "calc_group_shares: concur since v7.3";
    /// A busy CPU of the O(1) scheduler balances this often (ms).
    o1_busy_tick_ms: u32, number(1, 10_000, "ms"), O1, "BUSY_REBALANCE_TICK: 250 ms in 2.5.58, 200 ms from 2.5.65 on";
    /// `BASE_SLICE`: no slice of CFS is below `sched_min_granularity`; a tick takes none for more than `sched_latency`.
    base_slice: bool, RuleKind::Bool, Cfs, "features.h, since v5.13; at a tick since v6.3";
    /// `sched_base_slice` of one CPU (µs); with 2, 4 and 8 CPUs twice, three and four times as long.
    base_slice_us: u32, number(100, 100_000, "µs"), Eevdf, "sysctl_sched_base_slice: 0.75 ms, from v6.15 on and in 6.12.y 0.70 ms; × (1 + log2 of up to 8 CPUs)";
    /// `RUN_TO_PARITY`: a task that was switched in runs on while it is protected, whatever the deadlines of others.
    run_to_parity: bool, RuleKind::Bool, Eevdf, "features.h, since v6.6";
    /// How long a task that was switched in is protected, by `RUN_TO_PARITY`; by the least slice also without, for no more than the base slice of one CPU.
    protection: Protection, RuleKind::Choice(Protection::KEYS), Eevdf, "set_protect_slice: the least slice since v6.17";
    /// When a task that is not protected has to go.
    unprotected: Unprotected, RuleKind::Choice(Unprotected::KEYS), Eevdf, "update_curr: once ineligible from v6.12 on, always since v6.17";
    /// `PLACE_LAG`: a task that joins a queue has the lag it left one with.
    place_lag: bool, RuleKind::Bool, Eevdf, "features.h, since v6.6";
    /// How far the lag that a task leaves a queue with is from 0 at most.
    lag_limit: LagLimit, RuleKind::Choice(LagLimit::KEYS), Eevdf, "update_entity_lag: the greatest slice and a tick since v7.0, and in 6.18.y";
    /// `PLACE_DEADLINE_INITIAL`: the first request of a new task is half a slice.
    place_deadline_initial: bool, RuleKind::Bool, Eevdf, "features.h; overwritten by the enqueue until v6.11";
    /// `PLACE_REL_DEADLINE`: who leaves a queue without sleeping keeps the rest of its request.
    place_rel_deadline: bool, RuleKind::Bool, Eevdf, "features.h, since v6.12";
    /// `DELAY_DEQUEUE`: who sleeps while it owes time stays in the queue until the debt is paid.
    delay_dequeue: bool, RuleKind::Bool, Eevdf, "features.h, since v6.12";
    /// Delayed tasks count beside a synchronous waker, for the queue with most tasks, and in the queue's `runnable_avg`.
    counts_delayed: bool, RuleKind::Bool, Eevdf, "h_nr_runnable leaves them out: runnable_avg since v6.13, the queue with most tasks since v6.14, beside a synchronous waker since v6.16; all in 6.12.y";
    /// A waiting task that is not eligible is left until a pass has failed, unless the queue it would join, that of its control group, is empty.
    eligible_first: bool, RuleKind::Bool, Eevdf, "can_migrate_task, since v6.14";
    /// `DELAY_ZERO`: who leaves the queue late leaves with lag 0 at most.
    delay_zero: bool, RuleKind::Bool, Eevdf, "features.h, since v6.12";
    /// The running task is charged before a delayed task that is woken is placed; else right after, so V is that of the last charge.
    requeue_charges: bool, RuleKind::Bool, Eevdf, "requeue_delayed_entity, since v7.2";
    /// A delayed task's lag never counts as less than at its falling asleep, nor with `DELAY_ZERO` as more than 0: where it has gone beyond, a wake-up places it anew.
    delayed_lag_bounds: bool, RuleKind::Bool, Eevdf, "update_entity_lag, since v7.1";
    /// `PREEMPT_SHORT`: a woken task with a shorter slice ends the protection of the running one.
    preempt_short: bool, RuleKind::Bool, Eevdf, "features.h, since v6.12";
    /// A new task preempts as one that is woken does; else only with a slice shorter than that of the running one.
    fork_preempts: bool, RuleKind::Bool, Eevdf, "check_preempt_wakeup_fair, until v6.18, not in later 6.18.y";
    /// A woken task that does not preempt ends the protection of the running one with the least slice, whatever its own slice; else only with a shorter one.
    loser_cuts: bool, RuleKind::Bool, Eevdf, "update_protect_slice, since v6.19, and in 6.18.y";
    /// Where a delayed task would be picked, a wake-up takes it off the queue and asks again whether the woken one preempts.
    repick_delayed: bool, RuleKind::Bool, Eevdf, "check_preempt_wakeup_fair, since v7.0, and in 6.18.y";
    /// `NEXT_BUDDY`: whoever is woken is the queue's buddy, unless one with an earlier deadline is, and preempts if it is eligible; after a synchronous wake-up it waits for the next pick.
    next_buddy: bool, RuleKind::Bool, Eevdf, "features.h, off; as rewritten for v6.19 and 6.18.35";
    /// `HRTICK`: on x86 a timer ends a slice when it is served; else it ends at the next tick.
    hrtick: bool, RuleKind::Bool, Eevdf, "features.h, since v7.1; with CONFIG_SCHED_HRTICK and the generic entry code, which arm64 does not have";
    /// Beside a shorter slice a task that is switched in is protected only while it is eligible; a woken eligible task with a shorter one preempts it whoever else would be picked, and is a buddy.
    short_buddy: bool, RuleKind::Bool, Eevdf, "set_short_buddy and ineligible_vruntime, since v7.3";
    /// `PICK_BUDDY`: a control group of which a task has gone to sleep while others stay is picked first if it is eligible, whatever the deadlines of others.
    pick_buddy: PickBuddy, RuleKind::Choice(PickBuddy::KEYS), Eevdf, "features.h, since v6.14, and in 6.12.y; at a wake-up since v6.19, and in 6.18.y";
    /// A task can have a slice of its own (`sched_setattr`).
    own_slices: bool, RuleKind::Bool, Eevdf, "sched_runtime of a fair task, since v6.12";
    /// A control group has the least slice of its tasks; else the base slice.
    group_slice: bool, RuleKind::Bool, Eevdf, "cfs_rq_min_slice in enqueue_task_fair, since v6.12";
    /// One queue per CPU orders the tasks of all control groups, each with its part of its group's weight; else a group is an entity of it and orders its tasks in a queue of its own.
    flat_groups: bool, RuleKind::Bool, Eevdf, "reweight_eevdf, since v7.3";
    /// What a task gives up by `sched_yield`.
    yields: YieldRule, RuleKind::Choice(YieldRule::KEYS), Eevdf, "yield_task_fair: the rest of the request since v6.18.2, and in 6.12.y";
    /// What becomes of lag and deadline when a weight changes.
    reweight: ReweightRule, RuleKind::Choice(ReweightRule::KEYS), Eevdf, "reweight_entity: leave and join since v6.18 until v6.19, else scaled";
    /// What becomes of the running task's protection when its weight changes.
    reweight_vprot: ReweightVprot, RuleKind::Choice(ReweightVprot::KEYS), Eevdf, "reweight_entity: vprot stays since v6.17, is scaled since v7.0, and in 6.18.y";
}

const V5_9: KernelRules = KernelRules {
    class: ClassId::Cfs,
    balancer: Balancer::Domains,
    wake: WakeRule::Affine,
    hz: None,
    tickless: true,
    has_task_groups: true,
    starts_spread: false,
    asym_levels: false,
    sis: Sis::Prop,
    fork: ForkRule::LocalFirst,
    balance: BalanceRule::ByType,
    lb_bias: false,
    affine_idle_prev: false,
    recent_is_prev: false,
    idle_prev: IdlePrev::AsScan,
    levels_above_llc: 0,
    cluster_unlimited: false,
    wide_by_cluster: false,
    idle_smt_prev: false,
    idle_core_all_threads: false,
    idlest_of_allowed: false,
    imb_numa_nr: false,
    idle_cores_first: false,
    wake_list: false,
    newidle_pending: false,
    newidle_gate: true,
    newidle_raises_cost: false,
    sd_serialize: false,
    ni_random: false,
    ni_rate: false,
    busy_factor: 32,
    busy_interval_minus_one: false,
    numa_imbalance_pct: 125,
    migrate_util_in_llc: true,
    full_group_stops: false,
    sibling_imbalance: false,
    group_smt_balance: false,
    sched_cache: false,
    llc_aggr_tolerance: 1,
    llc_epoch_period: 10,
    llc_epoch_affinity_timeout: 5,
    llc_overaggr_pct: 50,
    llc_imb_pct: 20,
    fully_busy_first: true,
    fully_busy_last: false,
    asym_tie_last: true,
    active_migrate_task: false,
    prefer_sibling_of_busiest: false,
    capacity_greater: false,
    misfit_pinned: true,
    misfit_below_most: false,
    misfit_no_failure: false,
    preempt_dynamic: false,
    sched_idle_cpu: true,
    idle_joins_idle: true,
    cpu_idle: false,
    slices_expire: false,
    cpu_burst: false,
    throttle_tasks: false,
    idle_min_granularity: false,
    idle_by_entity: false,
    idle_unprotected: false,
    preemption: Preemption::Voluntary,
    past_pinned: false,
    migrate_util_shift: false,
    migrate_load_shift: false,
    smt_never_hot: false,
    sched_cluster: SchedCluster::None,
    sched_cluster_active: false,
    cluster_level: ClusterLevel::Cl,
    package_level: PackageLevel::Die,
    cache_flag: CacheFlag::SharePkgResources,
    all_distance_rows: false,
    zen_reclaim_distance: true,
    asym_capacity: AsymCapacity::First,
    asym_idle_cores: false,
    hybrid_capacity: false,
    asym_packing: AsymPacking::Off,
    groups_inside_span: false,
    pipe_full_read_wakes: true,
    pipe_page_wakes: false,
    sync_sockets: true,
    new_task_util_share: false,
    tg_load_avg_ms: 0,
    cgroup_mode: CgroupMode::Smp,
    o1_busy_tick_ms: 250,
    base_slice: false,
    base_slice_us: 750,
    run_to_parity: true,
    protection: Protection::Request,
    unprotected: Unprotected::Stays,
    place_lag: true,
    lag_limit: LagLimit::TwoSlices,
    place_deadline_initial: false,
    place_rel_deadline: false,
    delay_dequeue: false,
    counts_delayed: true,
    eligible_first: false,
    delay_zero: false,
    requeue_charges: false,
    delayed_lag_bounds: false,
    preempt_short: false,
    fork_preempts: true,
    loser_cuts: false,
    repick_delayed: false,
    next_buddy: false,
    hrtick: false,
    short_buddy: false,
    pick_buddy: PickBuddy::Off,
    own_slices: false,
    group_slice: false,
    flat_groups: false,
    yields: YieldRule::Postpones,
    reweight: ReweightRule::Scales,
    reweight_vprot: ReweightVprot::Ends,
};
const V4_20: KernelRules =
    KernelRules { slices_expire: true, sched_idle_cpu: false, zen_reclaim_distance: false, ..V5_4 };
const V5_4: KernelRules = KernelRules {
    asym_capacity: AsymCapacity::Off,
    fork: ForkRule::ByLoad,
    balance: BalanceRule::ByLoad,
    fully_busy_first: false,
    idle_core_all_threads: true,
    pipe_page_wakes: true,
    ..V5_9
};
const V5_10: KernelRules = KernelRules {
    busy_factor: 16,
    busy_interval_minus_one: true,
    numa_imbalance_pct: 117,
    migrate_util_in_llc: false,
    migrate_load_shift: true,
    smt_never_hot: true,
    asym_capacity: AsymCapacity::AfterPrev,
    ..V5_9
};
const V5_15: KernelRules = KernelRules {
    asym_levels: true,
    sis: Sis::Aged,
    affine_idle_prev: true,
    recent_is_prev: true,
    idle_smt_prev: true,
    newidle_pending: true,
    active_migrate_task: true,
    all_distance_rows: true,
    groups_inside_span: true,
    base_slice: true,
    capacity_greater: true,
    misfit_pinned: false,
    cpu_idle: true,
    cpu_burst: true,
    ..V5_10
};
const V6_5: KernelRules = KernelRules {
    sis: Sis::Util,
    imb_numa_nr: true,
    wake_list: true,
    newidle_gate: false,
    fully_busy_last: true,
    sched_cluster: SchedCluster::X86,
    cluster_level: ClusterLevel::Cls,
    asym_packing: AsymPacking::Cache,
    prefer_sibling_of_busiest: true,
    full_group_stops: true,
    preempt_dynamic: true,
    idle_min_granularity: true,
    past_pinned: true,
    ..V5_15
};
const V6_8: KernelRules = KernelRules {
    class: ClassId::Eevdf,
    idle_cores_first: true,
    sibling_imbalance: true,
    group_smt_balance: true,
    migrate_util_shift: true,
    sched_cluster: SchedCluster::X86Hybrid,
    sched_cluster_active: true,
    package_level: PackageLevel::Pkg,
    asym_packing: AsymPacking::Package,
    tg_load_avg_ms: 1,
    ..V6_5
};
const V6_12_0: KernelRules = KernelRules {
    hybrid_capacity: true,
    cache_flag: CacheFlag::ShareLlc,
    new_task_util_share: true,
    asym_tie_last: false,
    past_pinned: false,
    misfit_below_most: true,
    misfit_no_failure: true,
    unprotected: Unprotected::Ineligible,
    place_deadline_initial: true,
    place_rel_deadline: true,
    delay_dequeue: true,
    delay_zero: true,
    preempt_short: true,
    own_slices: true,
    group_slice: true,
    idle_by_entity: true,
    ..V6_8
};
const V6_12: KernelRules = KernelRules {
    base_slice_us: 700,
    idle_unprotected: true,
    counts_delayed: false,
    pick_buddy: PickBuddy::AtPick,
    yields: YieldRule::Forfeits,
    idlest_of_allowed: true,
    ni_random: true,
    ..V6_12_0
};
const V6_18_2: KernelRules = KernelRules {
    sched_cluster: SchedCluster::All,
    idle_unprotected: true,
    newidle_raises_cost: true,
    pipe_full_read_wakes: false,
    base_slice_us: 700,
    counts_delayed: false,
    eligible_first: true,
    throttle_tasks: true,
    protection: Protection::LeastSlice,
    unprotected: Unprotected::Goes,
    pick_buddy: PickBuddy::AtPick,
    yields: YieldRule::Forfeits,
    reweight: ReweightRule::Rejoins,
    reweight_vprot: ReweightVprot::Stays,
    ..V6_12_0
};
const V6_18: KernelRules = KernelRules {
    newidle_raises_cost: false,
    lag_limit: LagLimit::GreatestSlice,
    fork_preempts: false,
    loser_cuts: true,
    repick_delayed: true,
    pick_buddy: PickBuddy::AtWakeup,
    reweight_vprot: ReweightVprot::Scales,
    ni_random: true,
    idlest_of_allowed: true,
    sd_serialize: true,
    ..V6_18_2
};
const V7_0: KernelRules =
    KernelRules { preemption: Preemption::Lazy, reweight: ReweightRule::Scales, ..V6_18 };
const V7_1: KernelRules =
    KernelRules { idle_joins_idle: false, delayed_lag_bounds: true, hrtick: true, ni_rate: true, ..V7_0 };
const V7_3: KernelRules = KernelRules {
    requeue_charges: true,
    asym_idle_cores: true,
    sched_cache: true,
    cgroup_mode: CgroupMode::Concur,
    flat_groups: true,
    short_buddy: true,
    ..V7_1
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
            asym_capacity: AsymCapacity::Off,
            fork: ForkRule::Parent,
            sync_sockets: false,
            ..V5_9
        },
        KernelId::V4_20 => V4_20,
        KernelId::V5_4 => V5_4,
        KernelId::V5_9 => V5_9,
        KernelId::V5_10 => V5_10,
        KernelId::V5_15 => V5_15,
        KernelId::V6_5 => V6_5,
        KernelId::V6_8 => V6_8,
        KernelId::V6_12_0 => V6_12_0,
        KernelId::V6_12 => V6_12,
        KernelId::V6_18_2 => V6_18_2,
        KernelId::V6_18 => V6_18,
        KernelId::V7_0 => V7_0,
        KernelId::V7_1 => V7_1,
        KernelId::V7_3 => V7_3,
    }
}

#[cfg(test)]
mod tests {
    use super::super::changes::{SERIES, mainline, place, points};
    use super::*;

    /// Exceptions: rules whose source text gives other kernels than those at which the rule changes here. The model leaves
    /// something out, or no kernel here has it.
    const OTHERWISE: [(&str, &[KernelId]); 3] =
        [("lb_bias", &[]), ("idle_prev", &[]), ("base_slice", &[KernelId::V5_15])];

    /// The releases at which a rule changes according to its source text.
    fn named(source: &str, releases: &[KernelId]) -> Vec<KernelId> {
        let points = points(source);
        let first = |point| releases.iter().position(|&kernel| place(kernel) >= point);
        let changes: Vec<_> = points.into_iter().map(first).collect();
        (1..releases.len()).filter(|at| changes.contains(&Some(*at))).map(|at| releases[at]).collect()
    }

    #[test]
    fn a_rule_changes_with_the_kernels_that_its_source_names() {
        let releases: Vec<_> = mainline().collect();
        for rule in RULES {
            let has_it = |&kernel: &KernelId| rule.of.has(rules(kernel).class);
            let releases: Vec<_> = releases.iter().copied().filter(has_it).collect();
            let value = |kernel| serde_json::to_value(rules(kernel)).expect("rules")[rule.key].clone();
            let changes: Vec<_> = releases
                .windows(2)
                .filter(|pair| value(pair[0]) != value(pair[1]))
                .map(|pair| pair[1])
                .collect();
            let otherwise = OTHERWISE.iter().find(|(key, _)| *key == rule.key);
            let expected =
                otherwise.map_or_else(|| named(rule.source, &releases), |(_, kernels)| kernels.to_vec());
            assert_eq!(changes, expected, "{}: {}", rule.key, rule.source);
            for (series, first) in SERIES {
                let name = format!("{}.y", series.key());
                let is_changed = value(series) != value(first);
                assert_eq!(
                    is_changed,
                    rule.source.contains(&name),
                    "{} in {name}: {}",
                    rule.key,
                    rule.source
                );
            }
        }
    }

    #[test]
    fn the_oldest_kernel_knows_neither_domains_nor_groups_of_tasks_and_eevdf_comes_after_6_5() {
        for &kernel in KernelId::ALL {
            let rules = rules(kernel);
            let old = kernel == KernelId::V2_5;
            let class = match kernel {
                KernelId::V2_5 => ClassId::O1,
                KernelId::V4_20
                | KernelId::V5_4
                | KernelId::V5_9
                | KernelId::V5_10
                | KernelId::V5_15
                | KernelId::V6_5 => ClassId::Cfs,
                _ => ClassId::Eevdf,
            };
            assert_eq!(rules.class, class, "{kernel:?}");
            let lacks = [rules.has_domains(), rules.tickless, rules.has_task_groups, rules.sync_sockets];
            assert_eq!(lacks, [!old; 4], "{kernel:?}");
            let has = [
                rules.wake == WakeRule::Last,
                rules.fork == ForkRule::Parent,
                rules.hz == Some(1000),
                rules.starts_spread,
            ];
            assert_eq!(has, [old; 4], "{kernel:?}");
            let knows_capacities = rules.asym_capacity != AsymCapacity::Off;
            assert_eq!(
                knows_capacities,
                !old && !matches!(kernel, KernelId::V4_20 | KernelId::V5_4),
                "{kernel:?}"
            );
        }
    }
}

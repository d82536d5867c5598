//! The scenario document: everything that decides the result of a run, and nothing else.
//!
//! One JSON form, read by the link codec, the user interface and the command line. The TypeScript
//! types and the JSON schema are generated from the types below; ranges live in [`limits`].

pub mod cpulist;
pub mod limits;
mod validate;

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use crate::engine::mask::CpuMask;
use crate::machine::Machine;
pub use crate::machine::{KernelId, MachineId};
pub use validate::{FieldError, check, parse};

#[cfg(feature = "schema")]
use {schemars::JsonSchema, ts_rs::TS};

/// Version of the document form written by this build.
pub const VERSION: u32 = 1;

/// A whole experiment: a machine, a kernel, a workload, and one or two lanes that differ in
/// switches only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
pub struct Scenario {
    /// Version of this document form; always [`VERSION`].
    pub version: u32,
    /// The machine preset.
    pub machine: MachineId,
    /// The kernel whose rules apply where versions differ.
    #[serde(default)]
    pub kernel: KernelId,
    /// What runs on it.
    pub workload: Workload,
    /// Seed of every random choice.
    #[serde(default = "defaults::seed")]
    pub seed: u32,
    /// CPUs the workload may use (`taskset` syntax, for instance `0-23,48`); absent: all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub cpus: Option<String>,
    /// The run ends at this simulated time (ms) at the latest.
    #[serde(default = "defaults::limit_ms")]
    pub limit_ms: u32,
    /// Simulated time (ms) left out of reported rates at the beginning.
    #[serde(default)]
    pub warmup_ms: u32,
    /// Scheduler tunables that differ from the kernel's defaults.
    #[serde(default, skip_serializing_if = "Tunables::is_default")]
    pub tunables: Tunables,
    /// Costs that differ from the machine's cost model, by cost name, in the cost's unit.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "schema", ts(type = "Record<string, number>"))]
    pub costs: BTreeMap<String, u32>,
    /// One or two lanes: the same machine, work and seed, different switches.
    pub lanes: Vec<Lane>,
}

impl Scenario {
    /// The CPUs the workload may use.
    pub fn allowed_cpus(&self, machine: &Machine) -> CpuMask {
        let list = self.cpus.as_deref().and_then(|list| cpulist::parse(list, machine.nr_cpus));
        list.unwrap_or_else(|| machine.cpus())
    }
}

/// One lane of the comparison.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
pub struct Lane {
    /// The switches at time 0.
    #[serde(default)]
    pub features: Features,
    /// Switches flipped during the run, in time order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flips: Vec<Flip>,
}

/// All switches as they stand from a moment of the run on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
pub struct Flip {
    /// Simulated time of the flip (ns).
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub at_ns: u64,
    /// The switches from then on.
    pub features: Features,
}

/// The switches: one per mechanism. Defaults are a plain kernel without any of the patch series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
pub struct Features {
    /// `wake_wide`: a waker with many wakees does not pull them towards itself.
    pub wake_wide: bool,
    /// `wake_affine`: a wake-up may choose the waker's CPU instead of the previous one.
    pub wake_affine: bool,
    /// `select_idle_sibling`: a wake-up looks for an idle CPU that shares the cache.
    pub select_idle_sibling: bool,
    /// `SIS_PROP`: the scan of the LLC is bounded by the average idle time.
    pub sis_prop: bool,
    /// The cluster level of the scheduling domains (CL, `CONFIG_SCHED_CLUSTER`).
    pub cluster_domain: bool,
    /// Which cluster-first wake-up scan is used.
    pub cluster_scan: ClusterScan,
    /// `newidle_balance`: a CPU about to go idle pulls over its domains.
    pub newidle_balance: bool,
    /// `rebalance_domains`: the periodic balance over the domains.
    pub periodic_balance: bool,
    /// Active balance: the stopper moves a running task after repeated failures.
    pub active_balance: bool,
    /// Idle stealing through the overload bitmap.
    pub steal: Steal,
    /// Placement at exec (`sched_balance_exec`, `SD_BALANCE_EXEC`).
    pub exec_balance: bool,
    /// 2003: `load_balance` looks at the CPUs of its own node only.
    pub node_restricted: bool,
    /// 2003: every Nth `load_balance` call may also look at the busiest node.
    pub cross_node: bool,
    /// 2003: the cross-node check looks at a node load smoothed over the checks before.
    pub node_smoothing: bool,
    /// 2003: the calls between two cross-node checks follow the load of the node.
    pub node_interval: NodeInterval,
    /// 2003: the busiest node must have four more on top of its 125 %.
    pub node_margin: bool,
    /// 2003: the cross-node check looks at the busiest node's CPUs only, not again at its own.
    pub node_mask_fix: bool,
}

impl Default for Features {
    fn default() -> Self {
        Self {
            wake_wide: true,
            wake_affine: true,
            select_idle_sibling: true,
            sis_prop: true,
            cluster_domain: false,
            cluster_scan: ClusterScan::Off,
            newidle_balance: true,
            periodic_balance: true,
            active_balance: true,
            steal: Steal::Off,
            exec_balance: true,
            node_restricted: false,
            cross_node: false,
            node_smoothing: false,
            node_interval: NodeInterval::Off,
            node_margin: false,
            node_mask_fix: false,
        }
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
        /// The merged form (v6.8): cluster first, an idle previous CPU counts only inside it.
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

/// What runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
pub enum Workload {
    /// `hackbench`: groups of senders and receivers, every sender writes to every receiver.
    Hackbench(Hackbench),
    /// Request/response pairs: each message wakes its reader.
    Pairs(Pairs),
    /// Independent CPU-bound jobs.
    Jobs(Jobs),
}

/// `hackbench` flags.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
pub struct Hackbench {
    /// `-g`: groups.
    pub groups: u32,
    /// `-l`: messages of one sender to each receiver of its group.
    pub loops: u32,
    /// `-f`: senders, and receivers, of a group.
    pub fds: u32,
    /// `-p`: pipes instead of socket pairs.
    pub pipe: bool,
    /// `-T`: threads instead of processes.
    pub threads: bool,
}

impl Default for Hackbench {
    fn default() -> Self {
        Self { groups: 10, loops: 100, fds: 20, pipe: false, threads: false }
    }
}

/// Request/response pairs: a client thinks, sends a request over a pipe, and sleeps until the
/// server has worked on it and answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
pub struct Pairs {
    /// Client/server pairs.
    pub pairs: u32,
    /// Requests of each client; 0: until the time limit.
    pub requests: u32,
    /// CPU time of the client between an answer and the next request (ns).
    pub think_ns: u32,
    /// CPU time of the server for a request (ns).
    pub service_ns: u32,
}

impl Default for Pairs {
    fn default() -> Self {
        Self { pairs: 12, requests: 0, think_ns: 2_000, service_ns: 2_000 }
    }
}

/// Independent jobs: each forked by a launcher, then exec'ed, then computing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
pub struct Jobs {
    /// Jobs that live at the same time.
    pub jobs: u32,
    /// CPU time of a job (µs) at full speed with local memory.
    pub work_us: u32,
    /// Jobs that run one after the other in each place; 0: until the time limit.
    pub rounds: u32,
    /// Share of the work that waits for memory (%): slower on a node that does not hold it.
    pub memory_pct: u32,
}

impl Default for Jobs {
    fn default() -> Self {
        Self { jobs: 8, work_us: 20_000, rounds: 1, memory_pct: 0 }
    }
}

/// Scheduler tunables; absent: the kernel's default for the number of CPUs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
pub struct Tunables {
    /// `sched_latency_ns`
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub latency_ns: Option<u32>,
    /// `sched_min_granularity_ns`
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub min_granularity_ns: Option<u32>,
    /// `sched_wakeup_granularity_ns`
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub wakeup_granularity_ns: Option<u32>,
    /// `sched_migration_cost_ns`
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub migration_cost_ns: Option<u32>,
    /// `NODE_BALANCE_RATIO`: the N of every Nth call (2003).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub node_balance_ratio: Option<u32>,
}

impl Tunables {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

mod defaults {
    pub fn seed() -> u32 {
        7
    }
    pub fn limit_ms() -> u32 {
        10_000
    }
}

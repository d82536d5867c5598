//! The range of every number of a scenario, and the length of every list.
//!
//! The check, the JSON schema and the generated `limits.ts` all read this table.

use crate::document::fault::Fault;

/// The range of a number, or of the length of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Path in the document; `[]` is any index.
    pub path: &'static str,
    pub min: i64,
    pub max: i64,
    pub unit: &'static str,
}

/// Most bytes of a document. The largest useful document has some 100,000.
pub const MAX_BYTES: u32 = 1_000_000;
/// Most entries of all lists of a document together. The largest useful document has some 200.
pub const MAX_ENTRIES: u32 = 1000;
/// Greatest nesting depth of lists and objects in a document; the form has 6 levels.
pub const MAX_DEPTH: u32 = 16;
/// Most control groups.
const MAX_GROUPS: i64 = 8;
/// Most characters of the name of a control group.
pub const MAX_NAME: usize = 24;
/// Most characters of the name of a file.
pub const MAX_FILE_NAME: usize = 120;
/// Most bytes of the source of a policy, as its compiler reads.
pub const MAX_SOURCE: usize = 512 << 10;
/// Most characters of the name of a resource of `rt-app`, and of that of a recording.
pub const MAX_RESOURCE_NAME: usize = 64;
/// Most forked tasks, of one task of `rt-app`, that live at the same time.
pub const MAX_FORKED: u32 = 16;
/// Most tasks a workload may have.
pub const MAX_TASKS: u32 = 4000;

const fn limit(path: &'static str, min: i64, max: i64, unit: &'static str) -> Limit {
    Limit { path, min, max, unit }
}

const MAX_LIMIT_MS: i64 = 600_000;
const MAX_U32: i64 = u32::MAX as i64;

/// All limits.
pub const LIMITS: &[Limit] = &[
    limit("version", super::FIRST_VERSION as i64, super::VERSION as i64, ""),
    limit("machine.hz", 100, 1000, "Hz"),
    limit("seed", 0, MAX_U32, ""),
    limit("limit_ms", 1, MAX_LIMIT_MS, "ms"),
    limit("warmup_ms", 0, MAX_LIMIT_MS, "ms"),
    limit("workload.groups", 1, 100, "groups"),
    limit("workload.loops", 1, 1_000_000, "messages"),
    limit("workload.fds", 1, 40, "tasks"),
    limit("workload.pairs", 1, 512, "pairs"),
    limit("workload.requests", 0, 10_000_000, "requests"),
    limit("workload.think_ns", 0, 1_000_000, "ns"),
    limit("workload.service_ns", 0, 1_000_000, "ns"),
    limit("workload.jobs", 1, 512, "jobs"),
    limit("workload.work_us", 1, 10_000_000, "µs"),
    limit("workload.rounds", 0, 1000, "rounds"),
    limit("workload.memory_pct", 0, 100, "%"),
    limit("workload.memory_jobs", 0, 512, "jobs"),
    limit("workload.spread_pct", 0, 100, "%"),
    limit("workload.kernel_pct", 0, 100, "%"),
    limit("workload.serial_ms", 0, 120_000, "ms"),
    limit("workload.message_threads", 1, 128, "threads"),
    limit("workload.workers", 1, 512, "threads"),
    limit("workload.compute_us", 0, 1_000_000, "µs"),
    limit("workload.work_ms", 1, 120_000, "ms"),
    limit("workload.memory_mb", 1, 1_000_000, "MB"),
    limit("workload.sizes", 1, 16, "sizes"),
    limit("workload.disturb_ms", 0, MAX_LIMIT_MS, "ms"),
    limit("workload.disturb_groups", 0, 90, "groups"),
    limit("workload.disturb_loops", 1, 1_000_000, "messages"),
    limit("workload.hogs", 0, 512, "tasks"),
    limit("workload.nice", -20, 19, ""),
    limit("workload.slice_us", 0, 100_000, "µs"),
    limit("workload.yield_us", 0, 1_000_000, "µs"),
    limit("workload.rivals", 0, 512, "tasks"),
    limit("workload.rival_nice", -20, 19, ""),
    limit("workload.rival_slice_us", 0, 100_000, "µs"),
    limit("workload.sleepers", 0, 512, "tasks"),
    limit("workload.sleeper_nice", -20, 19, ""),
    limit("workload.sleeper_slice_us", 0, 100_000, "µs"),
    limit("workload.run_us", 1, 1_000_000, "µs"),
    limit("workload.sleep_us", 0, 1_000_000, "µs"),
    limit("workload.kilo_iterations", 1, 1_000_000, "thousand iterations"),
    limit("workload.stride", 4, 4096, "bytes"),
    limit("workload.work_pct", 1, 1000, "%"),
    limit("workload.lines", 1, 1024, "cache lines"),
    limit("workload.write_pct", 0, 100, "%"),
    limit("workload.work_ns", 0, 1_000_000, "ns"),
    limit("workload.copies", 1, 512, "copies"),
    limit("workload.tasks", 1, 64, "tasks"),
    limit("workload.tasks[].instances", 0, 512, "tasks"),
    limit("workload.tasks[].nice", -20, 19, ""),
    limit("workload.tasks[].slice_us", 0, 100_000, "µs"),
    limit("workload.tasks[].group", 0, MAX_GROUPS, ""),
    limit("workload.tasks[].loops", 0, 1_000_000, "times"),
    limit("workload.tasks[].phases", 1, 64, "phases"),
    limit("workload.tasks[].phases[].loops", 1, 1_000_000, "times"),
    limit("workload.tasks[].phases[].slice_us", 0, 100_000, "µs"),
    limit("workload.tasks[].phases[].group", 0, MAX_GROUPS, ""),
    limit("workload.tasks[].phases[].steps", 1, 64, "steps"),
    limit("workload.tasks[].phases[].steps[].us", 1, 60_000_000, "µs"),
    limit("groups", 0, MAX_GROUPS, "groups"),
    limit("groups[].weight", 1, 10_000, ""),
    limit("groups[].quota_us", 0, 1_024_000_000, "µs"),
    limit("groups[].period_us", 1000, 1_000_000, "µs"),
    limit("groups[].burst_us", 0, 1_024_000_000, "µs"),
    limit("groups[].parent", 0, MAX_GROUPS, ""),
    limit("tasks", 0, 8, "kinds of tasks"),
    limit("tasks[].nice", -20, 19, ""),
    limit("tasks[].slice_us", 0, 100_000, "µs"),
    limit("tasks[].group", 0, MAX_GROUPS, ""),
    limit("policies", 0, 8, "policies"),
    limit("tunables.latency_ns", 100_000, 1_000_000_000, "ns"),
    limit("tunables.min_granularity_ns", 100_000, 1_000_000_000, "ns"),
    limit("tunables.wakeup_granularity_ns", 0, 1_000_000_000, "ns"),
    limit("tunables.migration_cost_ns", 0, 100_000_000, "ns"),
    limit("tunables.node_balance_ratio", 1, 1000, "calls"),
    limit("tunables.node_threshold_pct", 100, 1000, "%"),
    limit("tunables.steal_node_limit", 1, 64, "nodes"),
    limit("lanes", 1, 2, "lanes"),
    limit("lanes[].layout", 0, 32, "fields and breaks"),
    limit("lanes[].tunables.latency_ns", 100_000, 1_000_000_000, "ns"),
    limit("lanes[].tunables.min_granularity_ns", 100_000, 1_000_000_000, "ns"),
    limit("lanes[].tunables.wakeup_granularity_ns", 0, 1_000_000_000, "ns"),
    limit("lanes[].tunables.migration_cost_ns", 0, 100_000_000, "ns"),
    limit("lanes[].tunables.node_balance_ratio", 1, 1000, "calls"),
    limit("lanes[].tunables.node_threshold_pct", 100, 1000, "%"),
    limit("lanes[].tunables.steal_node_limit", 1, 64, "nodes"),
    limit("lanes[].rules.busy_factor", 1, 256, "×"),
    limit("lanes[].rules.numa_imbalance_pct", 100, 400, "%"),
    limit("lanes[].rules.llc_aggr_tolerance", 0, 100, "×"),
    limit("lanes[].rules.llc_epoch_period", 1, 1000, "ms"),
    limit("lanes[].rules.llc_epoch_affinity_timeout", 1, 1000, "×"),
    limit("lanes[].rules.llc_overaggr_pct", 1, 100, "%"),
    limit("lanes[].rules.llc_imb_pct", 0, 100, "%"),
    limit("lanes[].rules.tg_load_avg_ms", 0, 1000, "ms"),
    limit("lanes[].rules.o1_busy_tick_ms", 1, 10_000, "ms"),
    limit("lanes[].rules.base_slice_us", 100, 100_000, "µs"),
    limit("lanes[].flips", 0, 64, "flips"),
    limit("lanes[].flips[].at_ns", 0, MAX_LIMIT_MS * 1_000_000, "ns"),
];

/// The limit of a field, by its path with `[]` for any index.
pub fn of(pattern: &str) -> Option<&'static Limit> {
    LIMITS.iter().find(|limit| limit.path == pattern)
}

impl Limit {
    /// The fault of a number outside the range.
    pub fn fault(&self) -> Fault {
        Fault::OutOfRange { min: self.min, max: self.max, unit: self.unit }
    }

    /// The fault of a list whose length is out of range.
    pub fn fault_of_count(&self) -> Fault {
        Fault::Count { min: self.min as u64, max: self.max as u64, unit: "entries" }
    }

    /// The range as text, for instance `1..=100`.
    pub fn range(&self) -> String {
        format!("{}..={}", self.min, self.max)
    }
}

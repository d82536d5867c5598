//! The figures of a run: what the command line prints and the browser shows.

use super::vocab::{Role, Symbol};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The figures of one lane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct RunReport {
    pub lane: u32,
    pub seed: u32,
    /// When the measured part began (ns): with the go of hackbench, otherwise at 0; until then, now.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub started_ns: u64,
    /// Simulated time of the measured part (ns). The counts below are of that part, too.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub elapsed_ns: u64,
    /// Work done, counted in the workload's `WorkUnit`.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub messages: u64,
    /// The same per simulated second, warm-up left out.
    pub messages_per_s: f64,
    /// CPU time spent busy (%).
    pub busy_pct: f64,
    /// CPU time idle while a task waited in the same LLC, in 2.5.5x anywhere (%).
    pub wasted_pct: f64,
    /// The largest gap in CPU time between two tasks of the same kind, nice value, policy and control group (% of one CPU),
    /// warm-up left out.
    #[serde(default)]
    pub share_gap_pct: f64,
    /// Calls of `schedule`.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub sched: u64,
    /// Calls of `schedule` that chose idle.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub idle: u64,
    /// Wake-ups.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub wake: u64,
    /// Tasks stolen.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub steal: u64,
    /// Changes of CPU, by cause and distance.
    #[cfg_attr(feature = "schema", ts(type = "Record<string, Record<string, number>>"))]
    pub migrations: BTreeMap<String, BTreeMap<String, u64>>,
    /// Wake-ups, by distance from the previous CPU to the chosen one.
    #[cfg_attr(feature = "schema", ts(type = "Record<string, number>"))]
    pub wakes: BTreeMap<String, u64>,
    /// Median of the time from a wake-up to running (ns), warm-up left out.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub wake_latency_p50_ns: u64,
    /// 99th percentile of the time from a wake-up to running (ns), warm-up left out.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub wake_latency_p99_ns: u64,
    /// The time from a wake-up to running (ns) at more percentiles, as `schbench` prints them, warm-up left out.
    pub wake_latency: Percentiles,
    /// The latency of a request (ns), warm-up left out; absent: the workload has no requests, or none was answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub request_latency: Option<Percentiles>,
    /// CPU time of the tasks' own code (ns), of the measured part.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub user_ns: u64,
    /// CPU time of the kernel (ns): calls, wake-ups, switches, the search for a CPU.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub system_ns: u64,
    /// Events handled.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub events: u64,
    /// Hash over all events, 16 hexadecimal digits.
    pub hash: String,
    pub ended: Ended,
    /// The row of the stealing series' tables: averages over the CPUs the workload may use.
    pub schedstat: SchedStat,
    /// `numa` and `sharing`: one row for each job or thread, in their order.
    pub jobs: Vec<JobRow>,
    /// Traffic of the fields of `task_group`, by offset and function.
    pub lines: Vec<LineRow>,
    /// The tasks by kind, nice value, slice and control group.
    pub groups: Vec<GroupRow>,
    /// The control groups.
    pub cgroups: Vec<CgroupRow>,
    /// The policy of the lane.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub policy: Option<PolicyReport>,
}

/// What a policy did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct PolicyReport {
    /// `ops.name`
    pub name: String,
    /// How often each hook was called.
    #[cfg_attr(feature = "schema", ts(type = "Record<string, number>"))]
    pub calls: BTreeMap<String, u64>,
    /// The event counters (`SCX_EV_*`).
    #[cfg_attr(feature = "schema", ts(type = "Record<string, number>"))]
    pub events: BTreeMap<String, u64>,
    /// Why it was ejected; absent: it was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub exit: Option<ExitReport>,
}

/// Why a policy was ejected (`struct scx_exit_info`), and where the cause is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct ExitReport {
    /// `enum scx_exit_kind`
    pub kind: u32,
    pub reason: String,
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub code: i64,
    pub msg: String,
    /// When it was found (ns).
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub at_ns: u64,
    /// The moment of the cause (ns): when the task was queued for the last time, or the same moment.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub cause_at_ns: u64,
    /// The hook that was being called.
    pub hook: Option<String>,
    /// The line of the source; 0: none.
    pub line: u32,
    /// The task that it was about.
    pub task: Option<u32>,
    /// The queue into which that task was inserted last; absent: none, the policy kept it.
    pub queued: Option<String>,
    /// The line of the source that inserted it; 0: none.
    pub queued_line: u32,
}

/// A control group: what it is given, what it has had, and its `cpu.stat`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct CgroupRow {
    pub name: String,
    /// `cpu.weight`
    pub weight: u32,
    /// `cpu.max`: CPU time (µs) in a period, 0 for no limit, and the period (µs).
    pub quota_us: u32,
    pub period_us: u32,
    /// `cpu.idle`; absent: no.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
    pub idle: bool,
    /// The group that it is in, from 1 on; absent: the root group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub parent: Option<u32>,
    /// `cpu.max.burst` (µs); absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub burst_us: Option<u32>,
    /// `cpuset.cpus.effective`; absent: no group has `cpuset.cpus`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub cpus: Option<String>,
    /// Its tasks, those of the groups in it included.
    pub tasks: u32,
    /// CPU time of these tasks together (% of one CPU), warm-up left out.
    pub usage_pct: f64,
    /// Periods so far in which the group ran or was throttled.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub nr_periods: u64,
    /// Those that began with a throttled queue.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub nr_throttled: u64,
    /// How long its queues were throttled, summed over the CPUs (µs); those that are now included.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub throttled_us: u64,
    /// Periods in which it used more than its quota, and what it used above (µs); absent: it has no burst.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional, type = "number"))]
    pub nr_bursts: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional, type = "number"))]
    pub burst_time_us: Option<u64>,
}

/// Tasks of one kind, nice value, slice and control group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct GroupRow {
    #[cfg_attr(feature = "schema", ts(type = "string"))]
    pub kind: Role,
    /// -20 to 19.
    pub nice: i32,
    /// Their own slice (µs); 0: the kernel's.
    pub slice_us: u32,
    /// Their control group, from 1 on; 0: the root group.
    pub cgroup: u32,
    /// `batch` or `idle`; absent: `normal`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub policy: Option<String>,
    pub tasks: u32,
    /// Their CPU time together (% of the time of the CPUs that the workload may use), warm-up left out.
    pub cpu_pct: f64,
    /// The CPU time of each (% of one CPU).
    pub task_pct: Vec<f64>,
    /// Times a second that one of them got a CPU, and that it changed its CPU; an average one.
    pub switches_per_s: f64,
    pub moves_per_s: f64,
    /// Wake-ups after which one of them ran within 0.3 ms, without waiting for another task's turn (% of its wake-ups).
    pub at_once_pct: f64,
    /// From a wake-up to running (ns), warm-up left out.
    pub wake_latency: Percentiles,
}

/// Percentiles of a time (ns).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Percentiles {
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub p50: u64,
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub p75: u64,
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub p90: u64,
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub p95: u64,
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub p99: u64,
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub p99_5: u64,
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub p99_9: u64,
}

/// `/proc/schedstat` as the stealing series prints it, an average CPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct SchedStat {
    /// Measured time (s).
    pub time_s: f64,
    pub busy_pct: f64,
    /// Mean time a task runs when it is switched in (ms).
    pub slice_ms: f64,
    /// Calls of `schedule`.
    pub sched: f64,
    /// Calls of `schedule` that chose idle.
    pub idle: f64,
    /// Calls of `try_to_wake_up`.
    pub wake: f64,
    /// Time spent looking for a CPU or a task (%): `select_task_rq`, newidle balance, stealing.
    pub find_pct: f64,
    /// Tasks stolen.
    pub steal: f64,
    /// Attempts to steal that found nothing.
    pub steal_fail: f64,
    /// Wake-ups whose target, previous or recent CPU was idle.
    pub found_idle_cpu_easy: f64,
    /// Wake-ups that found an idle core.
    pub found_idle_core: f64,
    /// Wake-ups that found another idle CPU by a scan.
    pub found_idle_cpu: f64,
    /// Wake-ups that found no idle CPU.
    pub nofound_idle_cpu: f64,
}

/// What became of a job or a thread.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct JobRow {
    pub task: u32,
    /// User time on each node (ns).
    #[cfg_attr(feature = "schema", ts(type = "number[]"))]
    pub node_ns: Vec<u64>,
    /// Node it first computed on (`iSched`).
    pub first_node: u32,
    /// Node it computed on most (`MSched`).
    pub most_node: u32,
    /// Node that holds its memory.
    pub memory_node: u32,
    /// User time (ns).
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub user_ns: u64,
    /// When it ended (ns); 0: not yet.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub ended_ns: u64,
}

/// One field touched by one function, in the manner of `perf c2c`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct LineRow {
    /// The line, from the start of the struct.
    pub line: u32,
    /// Bytes from the start of the struct.
    pub offset: u32,
    pub field: String,
    #[cfg_attr(feature = "schema", ts(type = "string"))]
    pub symbol: Symbol,
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub accesses: u64,
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub stores: u64,
    /// Fetches of a line modified in a cache of another socket.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub hitm_remote: u64,
    /// Fetches of a line modified in another cache of the same socket.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub hitm_local: u64,
    /// Mean time of a remote one, waiting included (ns).
    pub mean_remote_ns: f64,
    /// Mean time of a local one, waiting included (ns).
    pub mean_local_ns: f64,
}

/// Whether and why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub enum Ended {
    /// It goes on.
    Running,
    /// The workload is done.
    Finished,
    /// The time limit was reached.
    Limit,
}

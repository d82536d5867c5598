//! The types that the inspector shows: a CPU, a task, a run queue. Their fields have the kernel's names.

use super::report::ExitReport;
use super::vocab::{Cause, ClassId, Role};
use serde::Serialize;

/// A CPU at a moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct CpuInspection {
    pub cpu: u32,
    /// Its files below `/sys/devices/system/cpu/cpuN`.
    pub files: Vec<SysfsFile>,
    /// Its scheduling domains, bottom up; none in 2.5.5x.
    pub domains: Vec<DomainInspection>,
    pub queue: QueueInspection,
    /// `rq->avg_idle` (ns).
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub avg_idle_ns: u64,
    /// `rq->max_idle_balance_cost` (ns).
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub max_idle_balance_cost_ns: u64,
    /// `sd_llc->avg_scan_cost` (ns); none before its first scan.
    #[cfg_attr(feature = "schema", ts(type = "number | null"))]
    pub avg_scan_cost_ns: Option<u64>,
    /// `rq->next_balance` (ns).
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub next_balance_ns: u64,
    /// Its bit of `cfs_overload_cpus`.
    pub overloaded: bool,
    /// `available_idle_cpu`
    pub idle: bool,
}

/// A file of sysfs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct SysfsFile {
    pub name: &'static str,
    pub value: String,
}

/// A scheduling domain, as the kernel's debug output has it, and where its balancing stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct DomainInspection {
    pub name: &'static str,
    /// CPU list.
    pub span: String,
    /// CPU lists; the first is the CPU's own.
    pub groups: Vec<String>,
    /// Without their `SD_`.
    pub flags: Vec<&'static str>,
    pub min_interval_ms: u32,
    pub max_interval_ms: u32,
    pub busy_factor: u32,
    pub imbalance_pct: u32,
    pub cache_nice_tries: u32,
    /// `balance_interval` now (ms).
    pub balance_interval_ms: u32,
    /// When it was last balanced; none before the first time.
    #[cfg_attr(feature = "schema", ts(type = "number | null"))]
    pub last_balance_ns: Option<u64>,
    pub nr_balance_failed: u32,
    /// None before its first newly idle balance, and when that is long forgotten.
    #[cfg_attr(feature = "schema", ts(type = "number | null"))]
    pub max_newidle_lb_cost_ns: Option<u64>,
    /// How many of 1024 newly idle balances are made (`newidle_ratio`); none where they are not made at random.
    pub newidle_ratio: Option<u32>,
}

/// A task at a moment, and its life so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct TaskInspection {
    pub task: u32,
    #[cfg_attr(feature = "schema", ts(type = "string"))]
    pub role: Role,
    pub group: u32,
    /// `running`, `waiting`, `sleeping`, `woken` (its interrupt is on its way) or `dead`.
    pub state: &'static str,
    /// `task_cpu`
    pub cpu: u32,
    /// `cpus_ptr`, a CPU list.
    pub allowed: String,
    /// What orders it in a queue.
    #[cfg_attr(feature = "schema", ts(inline))]
    pub scheduler: ClassId,
    /// CFS and EEVDF: how far its vruntime is ahead of its queue's clock (ns); none while it is on no queue.
    #[cfg_attr(feature = "schema", ts(type = "number | null"))]
    pub vruntime_ns: Option<i64>,
    /// EEVDF: how far its virtual deadline is ahead of V (ns); none while it is on no queue.
    #[cfg_attr(feature = "schema", ts(type = "number | null"))]
    pub deadline_ns: Option<i64>,
    /// How long it runs at a time (ns of real time); 0 where its class has no such thing.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub slice_ns: u64,
    /// -20 to 19.
    pub nice: i32,
    /// Its control group, from 1 on; 0: the root group.
    pub cgroup: u32,
    /// `batch` or `idle`; absent: `normal`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub policy: Option<&'static str>,
    /// It waits in a throttled queue.
    pub throttled: bool,
    /// Kernel priority (100 to 139).
    pub prio: u32,
    /// CFS: `se.avg.load_avg` and `se.avg.util_avg`.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub load_avg: u64,
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub util_avg: u64,
    /// Time it ran on each node (ns).
    #[cfg_attr(feature = "schema", ts(type = "number[]"))]
    pub node_ns: Vec<u64>,
    /// Time it waited in queues (ns).
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub waited_ns: u64,
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub longest_wait_ns: u64,
    /// Times it was switched in.
    pub switched_in: u32,
    /// Times it was woken.
    pub woken: u32,
    /// Times it changed its CPU.
    pub moved: u32,
    /// Wake-ups it gave.
    pub woke: u32,
    /// `last_wakee`
    pub last_wakee: Option<u32>,
    /// `wakee_flips`
    pub wakee_flips: u32,
    /// `recent_used_cpu`
    pub recent_used_cpu: u32,
    /// Node that holds its memory; none where it has no memory of its own.
    pub memory_node: Option<u32>,
    /// `preferred_llc`: the CPUs of the last-level cache that it prefers. Absent: it prefers none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub preferred_llc: Option<String>,
    /// Its latest changes of CPU, oldest first.
    pub visits: Vec<TaskVisit>,
}

/// A change of CPU.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct TaskVisit {
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub at_ns: u64,
    pub cpu: u32,
    #[cfg_attr(feature = "schema", ts(type = "string"))]
    pub cause: Cause,
}

/// A run queue.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct QueueInspection {
    /// What orders its tasks.
    #[cfg_attr(feature = "schema", ts(inline))]
    pub scheduler: ClassId,
    pub nr_running: u32,
    /// `cfs_rq->avg.load_avg`
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub load_avg: u64,
    /// `cfs_rq->avg.util_avg`
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub util_avg: u64,
    /// Where the queue stands in virtual time (ns): CFS `min_vruntime`, EEVDF V; 0 where there is none.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub clock_ns: i64,
    /// Up to when the running task's time has been charged (ns); the vruntimes are of then.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub charged_ns: u64,
    /// The task that would be picked if the CPU had to choose, by what has been charged; none of an empty queue.
    pub next: Option<u32>,
    /// The running task first, then the waiting ones in the order they will run (EEVDF: by deadline), then those that
    /// sleep and are kept.
    pub tasks: Vec<QueuedTask>,
    /// The control groups that have tasks here.
    pub groups: Vec<QueuedGroup>,
    /// One queue orders the tasks of all control groups; else each group has a queue of its own.
    pub flat_groups: bool,
}

/// A control group's queue on a CPU and the entity that stands for it in the root queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct QueuedGroup {
    /// From 1 on.
    pub group: u32,
    pub name: String,
    pub nr_running: u32,
    /// The weight of the entity: the group's part of its shares on this CPU.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub weight: u64,
    pub throttled: bool,
    /// `runtime_remaining` (ns; negative: owed); none without a limit.
    #[cfg_attr(feature = "schema", ts(type = "number | null"))]
    pub runtime_ns: Option<i64>,
}

/// A task of a run queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct QueuedTask {
    pub task: u32,
    pub running: bool,
    /// Its control group, from 1 on; 0: the root group. What follows is of its own queue.
    pub cgroup: u32,
    /// It waits in a throttled queue.
    pub throttled: bool,
    /// How far its vruntime is ahead of the queue's clock (ns; negative: behind). EEVDF: its lag is the negative of it.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub vruntime_ns: i64,
    /// EEVDF: how far its virtual deadline is ahead of V (ns).
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub deadline_ns: i64,
    /// CFS and EEVDF: how long it runs at a time (ns of real time).
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub slice_ns: u64,
    /// CFS and EEVDF: its weight; nice 0 has 1024.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub weight: u64,
    /// EEVDF: it is owed time, or nothing.
    pub eligible: bool,
    /// EEVDF: it runs on whatever the deadlines of others are.
    pub protected: bool,
    /// EEVDF: how far ahead of V its vruntime may come until then (ns); 0 where it is not protected.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub protected_until_ns: i64,
    /// EEVDF: it sleeps, and is kept in the queue because it owes time.
    pub delayed: bool,
    /// O(1): kernel priority (100 to 139).
    pub prio: u32,
    /// O(1): rest of the timeslice (ms).
    pub timeslice_ms: u32,
    /// O(1): it is in the expired array.
    pub expired: bool,
}

/// The policy of a lane at a moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct PolicyInspection {
    /// It schedules; else it was ejected.
    pub loaded: bool,
    /// The dispatch queues that the policy made, and built-in ones that hold tasks; the tasks from the head.
    pub queues: Vec<DispatchQueue>,
    /// Global variables and maps, by name, and their values as text.
    pub values: Vec<(String, String)>,
    /// What `bpf_printk` wrote last.
    pub printed: Vec<PrintedLine>,
    /// Why it was ejected; absent: it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub exit: Option<ExitReport>,
}

/// A dispatch queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct DispatchQueue {
    /// As in C.
    pub name: String,
    pub tasks: Vec<u32>,
}

/// A line of `bpf_printk`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct PrintedLine {
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub at_ns: u64,
    pub cpu: u32,
    /// The line of the source that printed it.
    pub line: u32,
    pub text: String,
}

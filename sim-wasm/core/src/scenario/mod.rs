//! The scenario document: exactly the inputs that determine the result of a run.
//!
//! One JSON form, read by the link codec, the user interface and the command line. The TypeScript
//! types and the JSON schema are generated from the types below; ranges live in [`limits`].

pub mod conditions;
pub(crate) mod cpulist;
mod decides;
mod document;
pub mod limits;
pub mod machine;
mod policies;
mod recording;
mod rtapp;
mod tasks;
pub mod tunables;
mod upgrade;
mod validate;
pub mod workloads;

use serde::Serialize;
use std::collections::BTreeMap;

use crate::engine::mask::CpuMask;
use crate::machine::Machine;
use crate::machine::kernel::{self, KernelRules};

use crate::document::read::fields;
pub use crate::machine::{KernelId, MachineId, RuleOverrides};
pub use crate::mechanisms::{ClusterScan, Features, NodeInterval, Steal, TaskGroup};
use crate::memory::layout::LayoutItem;

pub use crate::document::{Fault, FieldError};
pub use decides::Decides;
pub use document::text_of;
pub use machine::{MachineChoice, OwnMachine};
pub use policies::{LanePolicy, PolicySource, Source};
pub use recording::RecordingRef;
pub use rtapp::{RtApp, RtEvent, RtPhase, RtStep, RtTask};
pub use tasks::{ControlGroup, Policy, TaskKind, TaskSetting};
pub use tunables::Tunables;
pub use upgrade::FIRST as FIRST_VERSION;
pub use validate::{check, parse, parse_flips, parse_machine, parse_workload};

#[cfg(feature = "schema")]
use {schemars::JsonSchema, ts_rs::TS};

/// The version of the document form. Documents of earlier releases are read, too: [`FIRST_VERSION`] is that of release 1.0.
pub const VERSION: u32 = 3;

/// A whole experiment: a machine, a kernel, a workload, and one or two lanes that differ in
/// switches only.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
pub struct Scenario {
    /// Version of this document form; [`VERSION`] once the document is read.
    pub version: u32,
    /// The machine: a named one, or one of one's own.
    pub machine: MachineChoice,
    /// The kernel whose rules apply where versions differ.
    #[serde(default)]
    pub kernel: KernelId,
    /// What runs on it.
    pub workload: Workload,
    /// Control groups; tasks that are in none of them are in the root group.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<Vec<ControlGroup>>"))]
    pub groups: Vec<ControlGroup>,
    /// What kinds of tasks ask of the scheduler; those that are not named: nice 0, the kernel's slice, the root group.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<Vec<TaskSetting>>"))]
    pub tasks: Vec<TaskSetting>,
    /// `sched_ext` schedulers that lanes can use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<Vec<PolicySource>>"))]
    pub policies: Vec<PolicySource>,
    /// A recording of a real machine: lane A shows it, and is not simulated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub recording: Option<RecordingRef>,
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
    /// The quantity that decides whether B is better than A; absent: the time, or the work done per second.
    #[serde(default, skip_serializing_if = "Decides::is_work")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<Decides>"))]
    pub decides: Decides,
    /// One or two lanes: the same machine, work and seed, different switches.
    pub lanes: Vec<Lane>,
}

fields!(Scenario {
    version, machine, kernel, workload, groups, tasks, policies, recording, seed, cpus, limit_ms, warmup_ms, tunables, costs,
    decides, lanes
} required version, machine, workload, lanes);

/// The defaults of absent fields.
impl Default for Scenario {
    fn default() -> Self {
        Self {
            version: VERSION,
            machine: MachineChoice::default(),
            kernel: KernelId::default(),
            workload: Workload::default(),
            groups: Vec::new(),
            tasks: Vec::new(),
            policies: Vec::new(),
            recording: None,
            seed: defaults::seed(),
            cpus: None,
            limit_ms: defaults::limit_ms(),
            warmup_ms: 0,
            tunables: Tunables::default(),
            costs: BTreeMap::new(),
            decides: Decides::default(),
            lanes: Vec::new(),
        }
    }
}

impl Scenario {
    /// The kernel of a lane.
    pub fn kernel_of(&self, lane: &Lane) -> KernelId {
        lane.kernel.unwrap_or(self.kernel)
    }

    /// The kernel rules of a lane.
    pub fn rules_of(&self, lane: &Lane) -> KernelRules {
        kernel::rules(self.kernel_of(lane)).with(&lane.rules)
    }

    /// The tunables of a lane that differ from the kernel's defaults.
    pub fn tunables_of(&self, lane: &Lane) -> Tunables {
        lane.tunables.or(&self.tunables)
    }

    /// The CPUs the workload may use in a lane.
    pub fn allowed_cpus(&self, machine: &Machine, lane: &Lane) -> CpuMask {
        let list = lane.cpus.as_ref().or(self.cpus.as_ref());
        let list = list.and_then(|list| cpulist::parse(list, machine.cpus()));
        list.unwrap_or_else(|| machine.cpus())
    }

    /// The CPUs that any task may run on in a lane: those of the workload, those in the tasks of rt-app, and those of control
    /// groups that have none of these.
    pub fn usable_cpus(&self, machine: &Machine, lane: &Lane) -> CpuMask {
        let own = self.affinities(machine, lane);
        let groups = ControlGroup::effective_cpus(&self.groups, machine.cpus());
        groups.into_iter().filter(|group| !group.intersects(own)).fold(own, CpuMask::or)
    }

    fn affinities(&self, machine: &Machine, lane: &Lane) -> CpuMask {
        let allowed = self.allowed_cpus(machine, lane);
        let Workload::RtApp(work) = &self.workload else { return allowed };
        let lists = work
            .tasks
            .iter()
            .flat_map(|task| task.phases.iter().map(|phase| &phase.cpus).chain([&task.cpus]));
        let own = lists.filter_map(|list| cpulist::parse(list.as_ref()?, machine.cpus()));
        own.fold(allowed, CpuMask::or)
    }
}

/// One lane of the comparison.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
pub struct Lane {
    /// The switches at time 0.
    #[serde(default)]
    pub features: Features,
    /// The kernel of this lane; absent: that of the scenario.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub kernel: Option<KernelId>,
    /// The CPUs the workload may use in this lane; absent: those of the scenario.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub cpus: Option<String>,
    /// Rules of the kernel that differ in this lane.
    #[serde(default, skip_serializing_if = "RuleOverrides::is_default")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<RuleOverrides>"))]
    pub rules: RuleOverrides,
    /// Scheduler tunables that differ in this lane; absent: as the scenario has them.
    #[serde(default, skip_serializing_if = "Tunables::is_default")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<Tunables>"))]
    pub tunables: Tunables,
    /// The order of `task_group`'s fields where `features.task_group` is `custom`: every field once,
    /// `|` for a break to the next line; absent: the order of `mainline`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<Vec<LayoutItem>>"))]
    pub layout: Vec<LayoutItem>,
    /// The policy that schedules this lane, from kernel 6.12 on; absent: the kernel's own scheduler.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub policy: Option<String>,
    /// Switches flipped during the run, in time order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flips: Vec<Flip>,
}
fields!(Lane { features, kernel, cpus, rules, tunables, layout, policy, flips });

/// All switches as they stand from a moment of the run on.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
pub struct Flip {
    /// Simulated time of the flip (ns).
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub at_ns: u64,
    /// The switches from then on.
    pub features: Features,
}
fields!(Flip { at_ns, features } required at_ns, features);

/// What runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
pub enum Workload {
    /// `hackbench`: groups of senders and receivers, every sender writes to every receiver.
    Hackbench(Hackbench),
    /// Request/response pairs: each message wakes its reader.
    Pairs(Pairs),
    /// Independent jobs, bound by CPU or memory; also a compile.
    Jobs(Jobs),
    /// `numa_test`: jobs that live on their memory, disturbed by `hackbench`.
    Numa(Numa),
    /// Two threads that use two fields of one struct.
    Sharing(Sharing),
    /// `schbench`: message threads that wake their workers.
    Schbench(Schbench),
    /// Hogs that never sleep, beside sleepers that want a CPU again and again.
    Hogs(Hogs),
    /// `rt-app`: tasks that go through phases of running and sleeping, as a document says.
    RtApp(RtApp),
    /// STREAM: threads that pass through memory together.
    Stream(Stream),
    /// What tasks did in a recording, from a replay file.
    Replay(Replay),
    /// Threads that read and write the same cache lines.
    Shared(Shared),
}

/// `hackbench` flags.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields, default))]
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
fields!(Hackbench { groups, loops, fds, pipe, threads });

impl Default for Hackbench {
    fn default() -> Self {
        Self { groups: 10, loops: 100, fds: 20, pipe: false, threads: false }
    }
}

/// Request/response pairs: a client thinks, sends a request over a pipe, and sleeps until the
/// server has worked on it and answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields, default))]
pub struct Pairs {
    /// Client/server pairs.
    pub pairs: u32,
    /// Requests of each client; 0: until the time limit.
    pub requests: u32,
    /// CPU time of the client between an answer and the next request (ns).
    pub think_ns: u32,
    /// CPU time of the server for a request (ns).
    pub service_ns: u32,
    /// A parent forks the tasks one after the other, and each pair begins at once; else all are there from the beginning.
    pub forked: bool,
}
fields!(Pairs { pairs, requests, think_ns, service_ns, forked });

impl Default for Pairs {
    fn default() -> Self {
        Self { pairs: 12, requests: 0, think_ns: 2_000, service_ns: 2_000, forked: false }
    }
}

/// Independent jobs: each forked by a launcher, then exec'ed, then computing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields, default))]
pub struct Jobs {
    /// Jobs that live at the same time.
    pub jobs: u32,
    /// CPU time of a job (µs) at full speed with local memory.
    pub work_us: u32,
    /// Jobs that run one after the other in each place; 0: until the time limit.
    pub rounds: u32,
    /// Share of the work that waits for memory (%): slower on a node that does not hold it.
    pub memory_pct: u32,
    /// Places whose jobs wait for memory; those of the others only compute.
    pub memory_jobs: u32,
    /// How far the work of a job may be from `work_us`, either side (%).
    pub spread_pct: u32,
    /// Share of the work done in the kernel (%): counted as system time.
    pub kernel_pct: u32,
    /// CPU time (ms) of one more job after all others, such as a link; 0: none.
    pub serial_ms: u32,
}
fields!(Jobs { jobs, work_us, rounds, memory_pct, memory_jobs, spread_pct, kernel_pct, serial_ms });

impl Default for Jobs {
    fn default() -> Self {
        Self {
            jobs: 8,
            work_us: 20_000,
            rounds: 1,
            memory_pct: 0,
            memory_jobs: 512,
            spread_pct: 0,
            kernel_pct: 0,
            serial_ms: 0,
        }
    }
}

/// `schbench`: each worker computes, then waits for its message thread, which wakes all that wait.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields, default))]
pub struct Schbench {
    /// `-m`: message threads.
    pub message_threads: u32,
    /// `-t`: workers of each message thread.
    pub workers: u32,
    /// Requests of each worker; 0: until the time limit.
    pub requests: u32,
    /// `-c`: CPU time of a request (µs).
    pub compute_us: u32,
    /// `-s`: sleep of a message thread before it wakes its workers (µs).
    pub sleep_us: u32,
}
fields!(Schbench { message_threads, workers, requests, compute_us, sleep_us });

impl Default for Schbench {
    fn default() -> Self {
        Self { message_threads: 2, workers: 16, requests: 0, compute_us: 30_000, sleep_us: 30_000 }
    }
}

/// CPU hogs in two sorts, and tasks that run a little and sleep: the work on which fairness is taught. All share one
/// address space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields, default))]
pub struct Hogs {
    /// Tasks that never sleep.
    pub hogs: u32,
    /// Their nice value.
    pub nice: i32,
    /// Their own slice (µs, from kernel 6.12 on); 0: that of the kernel.
    pub slice_us: u32,
    /// They call `sched_yield` after so much work (µs); 0: never.
    pub yield_us: u32,
    /// Other tasks that never sleep.
    pub rivals: u32,
    /// Their nice value.
    pub rival_nice: i32,
    /// Their own slice (µs, from kernel 6.12 on); 0: that of the kernel.
    pub rival_slice_us: u32,
    /// Tasks that run for a little and sleep, without end.
    pub sleepers: u32,
    /// Their nice value.
    pub sleeper_nice: i32,
    /// Their own slice (µs, from kernel 6.12 on); 0: that of the kernel.
    pub sleeper_slice_us: u32,
    /// CPU time of a sleeper's turn (µs).
    pub run_us: u32,
    /// Its sleep between two turns (µs); with `poisson` the mean time between two arrivals.
    pub sleep_us: u32,
    /// Open arrivals: a sleeper's turns come at random, whether the last one is done or not.
    pub poisson: bool,
}
fields!(Hogs {
    hogs,
    nice,
    slice_us,
    yield_us,
    rivals,
    rival_nice,
    rival_slice_us,
    sleepers,
    sleeper_nice,
    sleeper_slice_us,
    run_us,
    sleep_us,
    poisson
});

impl Default for Hogs {
    fn default() -> Self {
        Self {
            hogs: 2,
            nice: 0,
            slice_us: 0,
            yield_us: 0,
            rivals: 0,
            rival_nice: 5,
            rival_slice_us: 0,
            sleepers: 2,
            sleeper_nice: 0,
            sleeper_slice_us: 0,
            run_us: 500,
            sleep_us: 10_000,
            poisson: false,
        }
    }
}

/// STREAM: the threads of one program pass through memory, each through a part of its own; a pass is over when the
/// slowest is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields, default))]
pub struct Stream {
    /// Threads.
    pub workers: u32,
    /// What all of them read and write in a pass (MB); each has the same part of it, in whole megabytes.
    pub memory_mb: u32,
    /// Share of the work that waits for memory (%).
    pub memory_pct: u32,
}
fields!(Stream { workers, memory_mb, memory_pct });

impl Default for Stream {
    fn default() -> Self {
        Self { workers: 4, memory_mb: 160, memory_pct: 100 }
    }
}

/// What tasks did in a recording. Their steps are in a replay file (`sched trace --replay`), which the document names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields, default))]
pub struct Replay {
    /// The length of every burst in percent of the recorded one.
    pub work_pct: u32,
    /// Sleeps of which the recording cannot tell what ended them end at their recorded time; else they have their recorded
    /// length.
    pub open: bool,
    /// The hash of the file: 16 hexadecimal digits.
    pub hash: String,
    /// What the recording is called.
    pub name: String,
}
fields!(Replay { work_pct, open, hash, name });

impl Default for Replay {
    fn default() -> Self {
        Self { work_pct: 100, open: false, hash: String::new(), name: String::new() }
    }
}

/// `numa_test N` (2003): jobs forked and exec'ed one after the other, each updating its memory until
/// its work is done; after a while a `hackbench` disturbs them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields, default))]
pub struct Numa {
    /// Jobs.
    pub jobs: u32,
    /// CPU time of a job (ms), alone on its node.
    pub work_ms: u32,
    /// Share of the work that waits for memory (%).
    pub memory_pct: u32,
    /// Memory of the largest jobs (MB).
    pub memory_mb: u32,
    /// Sizes of the jobs: with 4 a quarter of the memory, a half, three quarters and all of it, in turn.
    /// A job waits for memory in proportion to its size.
    pub sizes: u32,
    /// When the disturber starts (ms).
    pub disturb_ms: u32,
    /// Groups of the disturber; 0: none.
    pub disturb_groups: u32,
    /// Messages of one of its senders to each receiver.
    pub disturb_loops: u32,
}
fields!(Numa { jobs, work_ms, memory_pct, memory_mb, sizes, disturb_ms, disturb_groups, disturb_loops });

impl Default for Numa {
    fn default() -> Self {
        Self {
            jobs: 8,
            work_ms: 20_000,
            memory_pct: 100,
            memory_mb: 64,
            sizes: 1,
            disturb_ms: 3_000,
            disturb_groups: 20,
            disturb_loops: 100,
        }
    }
}

/// The two-thread program of the cluster series: one thread reads a field of a struct, the other
/// increments another field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields, default))]
pub struct Sharing {
    /// Thousands of iterations of each thread.
    pub kilo_iterations: u32,
    /// Bytes from the start of one field to the start of the other.
    pub stride: u32,
}
fields!(Sharing { kilo_iterations, stride });

impl Default for Sharing {
    fn default() -> Self {
        Self { kilo_iterations: 268_435, stride: 4 }
    }
}

/// Threads of one program that work, then touch one of a few cache lines that all of them use: counters, reference
/// counts, locks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields, default))]
pub struct Shared {
    /// Threads.
    pub workers: u32,
    /// Cache lines that all threads use; each access takes one of them at random.
    pub lines: u32,
    /// Accesses that write (%); the others only read.
    pub write_pct: u32,
    /// CPU time of a thread between two accesses (ns).
    pub work_ns: u32,
}
fields!(Shared { workers, lines, write_pct, work_ns });

impl Default for Shared {
    fn default() -> Self {
        Self { workers: 24, lines: 1, write_pct: 100, work_ns: 1_000 }
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

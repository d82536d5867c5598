//! The costs of operations. One row per cost, one column per family of machines; every value has a grade of
//! evidence and a source.

use super::{MachineId, presets};
use crate::observe::vocab::Distance;
use serde::Serialize;
use std::collections::BTreeMap;

/// The costs of one machine: nanoseconds unless the field says otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Costs {
    pub write: u32,
    pub read: u32,
    /// Share of a read or write under the pipe's or socket's lock (%).
    pub lock_pct: u32,
    /// One cache line, by [`Distance`](crate::observe::vocab::Distance) from its last user.
    pub line: [u32; 6],
    /// Lines of the pipe's or socket's head that a read or write touches.
    pub head_lines: u32,
    /// Lines of a message.
    pub payload_lines: u32,
    /// Lines a task fetches again after a migration.
    pub migrate_lines: u32,
    /// Lines of a run queue and of the woken task that an enqueue from another CPU touches.
    pub enqueue_lines: u32,
    pub wakeup: u32,
    pub switch: u32,
    pub mm_switch: u32,
    pub ipi_idle: u32,
    /// Added when the idle CPU is in a deeper state than the first: the next three.
    pub idle_exit: [u32; 3],
    pub scan_cpu: u32,
    pub scan_idle: u32,
    pub balance_cpu: u32,
    pub steal: u32,
    pub fork: u32,
    pub thread: u32,
    pub exec: u32,
    /// Time of an operation while the sibling runs (% of its time alone).
    pub smt_pct: u32,
    /// Time of memory work on a node that does not hold the memory (% of the local time).
    pub remote_pct: u32,
    /// Taking a megabyte of memory, fault by fault.
    pub touch_mb: u32,
    /// Share of a node's memory bandwidth that one task which waits for nothing else takes (%).
    pub mem_share_pct: u32,
    /// What each further one on a node adds to the time of each (%).
    pub mem_further_pct: u32,
    /// The same share of what the CPUs of a cluster have together (%).
    pub mem_cluster_pct: u32,
    /// Filling a CPU's cache again after another job has had it.
    pub cache_fill: u32,
    /// Reading or writing a megabyte, by a thread that has memory to itself.
    pub stream_mb: u32,
    /// An iteration of the two-thread program (ps).
    pub share_iter_ps: u32,
    /// Iterations of a thread before the line it wrote can be taken away.
    pub share_hold: u32,
    /// Of a fetch, what a thread's other work hides.
    pub share_hide: u32,
    /// Spread of an operation's time, either side (%).
    pub jitter_pct: u32,
    /// Calling a hook of a policy, the hook itself not included.
    pub ext_hook: u32,
    /// Calling a kfunc, what it does included but for queues and scans.
    pub ext_kfunc: u32,
    /// Inserting a task into a dispatch queue or taking it out, its lock held, without the lock's line.
    pub ext_queue: u32,
    /// An operation of a policy's bytecode (ps).
    pub ext_op_ps: u32,
}

/// How good the evidence for a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub enum Grade {
    /// Published by others for this machine or one of its family, or computed from such figures.
    Published,
    /// Measured for this project.
    Measured,
    /// Chosen so that simulated runs agree with published ones; on which: [`FITS`](super::FITS).
    Fitted,
    /// A guess.
    Assumed,
}

impl Grade {
    /// All grades, the best evidence first.
    pub const ALL: [Self; 4] = [Self::Measured, Self::Published, Self::Fitted, Self::Assumed];

    /// Its name in a document.
    pub fn key(self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::Measured => "measured",
            Self::Fitted => "fitted",
            Self::Assumed => "assumed",
        }
    }
}

/// A value and why it is believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Evidence {
    pub value: u32,
    pub grade: Grade,
    pub source: &'static str,
}

/// One cost: its name, range, meaning, and its value on each family of machines.
pub struct CostInfo {
    pub key: &'static str,
    pub unit: &'static str,
    pub min: u32,
    pub max: u32,
    pub meaning: &'static str,
    slot: fn(&mut Costs) -> &mut u32,
    kunpeng: Evidence,
    xeon: Evidence,
    azusa: Evidence,
    numaq: Evidence,
    epyc: Evidence,
}

choices! {
    /// Machines whose costs are the same.
    Family {
        #[default]
        /// Kunpeng 920.
        Kunpeng = "kunpeng",
        /// Xeons of 2014 to 2016, and Ice Lake.
        Xeon = "xeon",
        /// NEC Azusa (2003).
        Azusa = "azusa",
        /// IBM NUMA-Q (2003).
        NumaQ = "numaq",
        /// AMD EPYC, virtual.
        Epyc = "epyc",
    }
}

impl Family {
    /// The family of a machine.
    pub fn of(machine: MachineId) -> Self {
        presets::platform(machine).family
    }

    /// The source given for costs of a machine without measurements.
    pub fn not_measured(self) -> &'static str {
        said(match self {
            Self::Kunpeng => "not measured: as on the Kunpeng",
            Self::Xeon => NOT_MEASURED,
            Self::Azusa => "not measured: as on the Azusa",
            Self::NumaQ => "not measured: as on the NUMA-Q",
            Self::Epyc => "not measured: as on the EPYC",
        })
    }
}

/// Families of one time. A machine without measurements may have the costs of each family of its time.
const OF_ONE_TIME: &[&[Family]] =
    &[&[Family::Kunpeng, Family::Xeon, Family::Epyc], &[Family::Azusa, Family::NumaQ]];

impl Family {
    /// The families whose costs a machine like this may have as well: those of the same time.
    pub fn plausible(self) -> impl Iterator<Item = Self> {
        let of_one_time = OF_ONE_TIME.iter().find(|all| all.contains(&self)).copied().unwrap_or_default();
        of_one_time.iter().copied().filter(move |&other| other != self)
    }

    /// The costs for which there is evidence on the machines of the family, with their values.
    pub fn known_costs(self) -> impl Iterator<Item = (&'static str, u32)> {
        let evidence = COSTS.iter().map(move |cost| (cost.key, cost.by_family(self)));
        evidence.filter(|(_, of)| of.grade != Grade::Assumed).map(|(key, of)| (key, of.value))
    }
}

/// The cost of a name.
pub fn cost(key: &str) -> Option<&'static CostInfo> {
    COSTS.iter().find(|cost| cost.key == key)
}

/// The name of the cost of fetching a line over a distance; `None` on the same CPU.
pub fn line_cost(distance: Distance) -> Option<&'static str> {
    match distance {
        Distance::Cpu => None,
        Distance::Smt => Some("line_smt"),
        Distance::Cluster => Some("line_cluster"),
        Distance::Llc => Some("line_llc"),
        Distance::Node => Some("line_node"),
        Distance::Socket => Some("line_socket"),
    }
}

impl CostInfo {
    /// The value on a machine, with its evidence.
    pub fn on(&self, machine: MachineId) -> Evidence {
        let of = self.by_family(Family::of(machine));
        // What a cluster costs where nobody measured one is one rule for all machines.
        let of_clusters =
            matches!(self.key, "line_cluster" | "mem_cluster_pct") && of.grade == Grade::Assumed;
        if presets::platform(machine).measured || of_clusters {
            return of;
        }
        Evidence { grade: Grade::Assumed, source: Family::of(machine).not_measured(), ..of }
    }

    /// The value on the machines of a family, with its evidence.
    pub fn by_family(&self, family: Family) -> Evidence {
        match family {
            Family::Kunpeng => self.kunpeng,
            Family::Xeon => self.xeon,
            Family::Azusa => self.azusa,
            Family::NumaQ => self.numaq,
            Family::Epyc => self.epyc,
        }
    }
}

impl Costs {
    /// The costs of the machines of a family.
    pub fn of(family: Family) -> Self {
        let mut costs = Self::default();
        for cost in COSTS {
            *(cost.slot)(&mut costs) = cost.by_family(family).value;
        }
        costs
    }
}

/// Every cost with its value on a machine.
pub fn costs_of(machine: MachineId) -> Vec<(&'static CostInfo, Evidence)> {
    COSTS.iter().map(|cost| (cost, cost.on(machine))).collect()
}

/// Replaces costs by name. Names that are not in [`COSTS`] are refused by the scenario's check and
/// change nothing here.
pub fn apply_overrides(costs: &mut Costs, overrides: &BTreeMap<String, u32>) {
    for cost in COSTS {
        if let Some(&value) = overrides.get(cost.key) {
            *(cost.slot)(costs) = value;
        }
    }
}

/// The source of a value. Generated files contain it; the simulator does not.
const fn said(text: &'static str) -> &'static str {
    if cfg!(feature = "schema") { text } else { "" }
}

const fn published(value: u32, source: &'static str) -> Evidence {
    Evidence { value, grade: Grade::Published, source: said(source) }
}
const fn fitted(value: u32, source: &'static str) -> Evidence {
    Evidence { value, grade: Grade::Fitted, source: said(source) }
}
const fn measured(value: u32, source: &'static str) -> Evidence {
    Evidence { value, grade: Grade::Measured, source: said(source) }
}
const fn assumed(value: u32, source: &'static str) -> Evidence {
    Evidence { value, grade: Grade::Assumed, source: said(source) }
}

/// A line within a cluster, where nobody measured it: this share of a line of the LLC.
const fn in_cluster(line_llc: u32) -> Evidence {
    assumed((line_llc * 45 + 50) / 100, IN_CLUSTER)
}

/// Two tasks in a cluster do not get in each other's way, three and four do.
const CLUSTER_SHARED: Evidence = assumed(48, CLUSTER_SHARE);

const fn carried_over(from: Evidence) -> Evidence {
    match from.grade {
        Grade::Fitted => assumed(from.value, "taken over from the Azusa"),
        _ => from,
    }
}

/// The Xeon's evidence, for the EPYC: the Xeon's measured values were measured on an EPYC.
const fn as_the_xeon(of: Evidence) -> Evidence {
    match of.grade {
        Grade::Measured => of,
        _ => assumed(of.value, NOT_MEASURED),
    }
}

const CLUSTER_TABLES: &str = "hackbench tables of the cluster series (December 2020 to April 2021)";
const STEAL_TABLE: &str = "hackbench table of the stealing series v3 08/10, 20 CPUs";
const AZUSA_TABLE: &str = "hackbench tables of the NUMA scheduler thread (January 2003), 10 groups";
const C2C: &str = "core-to-core latencies (github.com/nviennot/core-to-core-latency)";
const SHARING: &str =
    "the two-thread program of the cluster series (December 2020): calibration, not prediction";
const STREAM: &str = "copy of STREAM with 4, 6 and 12 threads before the cluster level (September 2021)";
const FAULTS: &str = "a page fault with a zeroed page takes about 1 µs, in 2003 about 4 µs";
const GUESS: &str = "order of magnitude; never moved to fit a result";
const SAME: &str = "taken over from the other machines";
const RING_AND_LINES: &str =
    "1.1 µs around a ring of 20 tasks on one CPU (EPYC, Linux 6.18), and a line each of two CPUs' queues";
const AS_A_WRITE: &str = "through a socket a read takes as long as a write, within 3 % (EPYC, Linux 6.18)";
const QUEUE_LINE: &str = "a line of its run queue, at `line_llc`";
const SPINLOCKS: &str =
    "a socket's two spinlocks, with what they protect: at most 50 to 80 ns each (EPYC, Linux 6.18)";
const IDLE_LINES: &str = "two more lines of its run queue";
const IN_WAKEUP: &str = "part of what a wake-up was fitted to";
const NO_SCAN: &str = "no effect: 2.5.5x does not scan";
const MOVED: &str = "what a moved process loses is 16 to 23 times what a line takes there (EPYC, Linux 6.18)";
const RING: &str = "messages around a ring of 20 tasks on one CPU (EPYC, Linux 6.18)";
const KUNPENG: &str = "taken over from the Kunpeng";
const NO_SMT: &str = "no effect: the machine has no hardware threads";
const NOT_MEASURED: &str = "not measured: as on the Xeon";
const NOT_SEEN: &str = "no effect: not seen there";
const NO_CLUSTER: &str = "no effect: the machine has no clusters";
const IN_CLUSTER: &str = "in clusters: 45 % of `line_llc`, as between two cores with one L2 on a Xeon Phi 7210 (41 of 92 ns, core-to-core-latency)";
const CLUSTER_SHARE: &str = "in clusters: as on the Kunpeng";
const NO_NODE: &str = "no effect: every node is a socket of its own";
const PIPE_BENCH: &str = "makes a round trip of `perf bench sched pipe` 9.6 µs; published: 10.0 to 10.5";
const NO_STATES: &str = "no effect: one idle state";
const INTEL_IDLE: &str = "41/128 of the longest exit of Broadwell (drivers/idle/intel_idle.c), the part of a core whose package is awake \
     (Ice Lake's C6: 41 of 128 µs, linux-kernel, July 2020)";
const TRAMPOLINE: &str = "an indirect call, and a trampoline that saves the registers; order of magnitude";
const NO_EXT: &str = "no effect: 2.5.5x has no sched_ext";
const NO_IPC_FIT: &str = "no published figure for this machine";

/// The evidence for the NUMA-Q; by default that for the Azusa.
macro_rules! numaq {
    ($azusa:expr) => {
        carried_over($azusa)
    };
    ($azusa:expr, $own:expr) => {
        $own
    };
}

/// The evidence for the EPYC; by default that for the Xeon.
macro_rules! epyc {
    ($xeon:expr) => {
        as_the_xeon($xeon)
    };
    ($xeon:expr, $own:expr) => {
        $own
    };
}

macro_rules! cost {
    ($key:literal, $slot:ident $([$index:literal])?, $unit:literal, $min:literal..=$max:literal, $meaning:literal,
     $kunpeng:expr, $xeon:expr, $azusa:expr $(, numaq: $numaq:expr)? $(, epyc: $epyc:expr)?) => {
        CostInfo {
            key: $key,
            unit: $unit,
            min: $min,
            max: $max,
            meaning: said($meaning),
            slot: |costs| &mut costs.$slot $([$index])?,
            kunpeng: $kunpeng,
            xeon: $xeon,
            azusa: $azusa,
            numaq: numaq!($azusa $(, $numaq)?),
            epyc: epyc!($xeon $(, $epyc)?),
        }
    };
}

/// All costs.
#[rustfmt::skip]
pub const COSTS: &[CostInfo] = &[
    cost!("write", write, "ns", 1..=100_000, "Writing one message, the lock held included",
        fitted(600, CLUSTER_TABLES), fitted(780, STEAL_TABLE), fitted(2500, AZUSA_TABLE)),
    cost!("read", read, "ns", 1..=100_000, "Reading one message, the lock held included",
        fitted(540, CLUSTER_TABLES), measured(780, AS_A_WRITE), assumed(2500, AS_A_WRITE)),
    cost!("lock_pct", lock_pct, "%", 0..=100, "Share of a read or write under the lock",
        fitted(31, CLUSTER_TABLES), measured(12, SPINLOCKS), assumed(50, GUESS)),
    cost!("line_smt", line[1], "ns", 0..=10_000, "Cache line last used by the sibling hardware thread",
        assumed(20, NO_SMT), published(10, C2C), assumed(150, NO_SMT),
        epyc: assumed(10, NO_SMT)),
    cost!("line_cluster", line[2], "ns", 0..=10_000, "Cache line last used in the same cluster",
        fitted(20, CLUSTER_TABLES), in_cluster(42), assumed(150, NO_CLUSTER),
        epyc: in_cluster(42)),
    cost!("line_llc", line[3], "ns", 0..=10_000, "Cache line last used in the same LLC (2003: the same node)",
        fitted(91, CLUSTER_TABLES), published(42, C2C), assumed(150, GUESS)),
    cost!("line_node", line[4], "ns", 0..=10_000, "Cache line last used on another node of the socket",
        assumed(180, GUESS), assumed(117, NO_NODE), assumed(860, NO_NODE)),
    cost!("line_socket", line[5], "ns", 0..=10_000, "Cache line last used on another socket",
        assumed(360, "twice the cost of the other node of the socket"), published(117, C2C), fitted(860, AZUSA_TABLE)),
    cost!("head_lines", head_lines, "lines", 0..=100, "Lines of a pipe's or socket's head that a read or write touches",
        fitted(5, CLUSTER_TABLES), assumed(5, KUNPENG), assumed(3, GUESS)),
    cost!("payload_lines", payload_lines, "lines", 0..=100, "Lines of a message: its reader fetches them, and whoever writes the next one fetches them back",
        fitted(2, CLUSTER_TABLES), assumed(2, KUNPENG), fitted(6, AZUSA_TABLE)),
    cost!("migrate_lines", migrate_lines, "lines", 0..=10_000, "Lines a task fetches again after a migration",
        fitted(10, CLUSTER_TABLES), measured(20, MOVED), assumed(40, GUESS)),
    cost!("enqueue_lines", enqueue_lines, "lines", 0..=100, "Lines of a run queue and of the woken task that an enqueue from another CPU touches",
        fitted(12, CLUSTER_TABLES), assumed(4, GUESS), assumed(4, SAME)),
    cost!("wakeup", wakeup, "ns", 0..=100_000, "Waking a task, the search for a CPU not included",
        fitted(150, CLUSTER_TABLES), measured(1180, RING_AND_LINES), assumed(700, GUESS)),
    cost!("switch", switch, "ns", 0..=100_000, "Context switch",
        fitted(700, CLUSTER_TABLES), measured(2300, RING), assumed(1000, GUESS)),
    cost!("mm_switch", mm_switch, "ns", 0..=100_000, "Added to a context switch between address spaces",
        assumed(300, GUESS), measured(800, RING), assumed(300, SAME)),
    cost!("ipi_idle", ipi_idle, "ns", 0..=1_000_000, "Interrupt to another CPU and its way out of idle",
        fitted(750, PIPE_BENCH), assumed(1500, GUESS), assumed(1500, SAME)),
    cost!("exit_c1e", idle_exit[0], "ns", 0..=1_000_000, "Leaving the second idle state, entered when 20 µs of idleness are expected",
        assumed(0, NO_STATES), published(3_200, INTEL_IDLE), assumed(0, NO_STATES),
        epyc: assumed(0, NO_STATES)),
    cost!("exit_c3", idle_exit[1], "ns", 0..=1_000_000, "Leaving the third idle state, entered when 100 µs are expected",
        assumed(0, NO_STATES), published(12_800, INTEL_IDLE), assumed(0, NO_STATES),
        epyc: assumed(0, NO_STATES)),
    cost!("exit_c6", idle_exit[2], "ns", 0..=1_000_000, "Leaving the fourth idle state, entered when 400 µs are expected",
        assumed(0, NO_STATES), published(42_600, INTEL_IDLE), assumed(0, NO_STATES),
        epyc: assumed(0, NO_STATES)),
    cost!("scan_cpu", scan_cpu, "ns", 0..=10_000, "Looking at one CPU in a wake-up scan",
        assumed(20, GUESS), published(42, QUEUE_LINE), assumed(20, SAME)),
    cost!("scan_idle", scan_idle, "ns", 0..=10_000, "Added to that if the CPU is idle",
        assumed(0, IN_WAKEUP), published(84, IDLE_LINES), assumed(0, NO_SCAN)),
    cost!("balance_cpu", balance_cpu, "ns", 0..=10_000, "Looking at one CPU in load_balance",
        published(45, "3.2 to 7.6 µs for one load_balance on a Kunpeng 920 of 128 CPUs (linux-kernel, September 2021)"),
        assumed(45, SAME), assumed(45, SAME)),
    cost!("steal", steal, "ns", 0..=100_000, "Stealing one task",
        assumed(1500, SAME), published(1500, "1 to 2 µs (stealing series v3 08/10)"), assumed(1500, SAME)),
    cost!("fork", fork, "ns", 0..=10_000_000, "fork",
        assumed(60_000, GUESS), assumed(60_000, SAME), assumed(60_000, SAME)),
    cost!("thread", thread, "ns", 0..=10_000_000, "Creating a thread",
        assumed(15_000, GUESS), assumed(15_000, SAME), assumed(15_000, SAME)),
    cost!("exec", exec, "ns", 0..=10_000_000, "exec",
        assumed(200_000, GUESS), assumed(200_000, SAME), assumed(200_000, SAME)),
    cost!("smt_pct", smt_pct, "% of alone", 100..=400, "Time of an operation while the sibling hardware thread runs",
        assumed(150, NO_SMT), assumed(150, "between a third and a half of the core's speed is shared; results hold from 130 to 170"),
        assumed(150, NO_SMT),
        epyc: assumed(150, NO_SMT)),
    cost!("remote_pct", remote_pct, "% of local", 100..=1000, "Time of memory work on a node that does not hold the memory",
        assumed(140, NO_IPC_FIT), assumed(160, NO_IPC_FIT),
        fitted(140, "user time of 16 and 32 jobs under the stock balancer (January 2003)"),
        numaq: published(113, "user time by share of remote time, second table of 32 jobs on the NUMA-Q (January 2003)")),
    cost!("touch_mb", touch_mb, "ns", 0..=100_000_000, "Taking a megabyte of memory: 256 page faults",
        assumed(256_000, FAULTS), assumed(256_000, FAULTS), assumed(1_024_000, FAULTS)),
    cost!("mem_share_pct", mem_share_pct, "%", 0..=100, "Share of a node's memory bandwidth that one memory-bound task takes",
        published(14, "a thread's own rate (`stream_mb`) of the 57 GB/s that all threads of a node come to"), assumed(15, GUESS),
        fitted(12, "user times of numa_test (January 2003): 20 s on four nodes as on one, so no contention"),
        numaq: assumed(0, "no effect: `mem_further_pct` counts there")),
    cost!("mem_further_pct", mem_further_pct, "%", 0..=1000, "What each further memory-bound task of a node adds to the time of each",
        assumed(0, NOT_SEEN), assumed(0, NOT_SEEN), assumed(0, NOT_SEEN),
        numaq: fitted(60, "user time with one, two and four jobs on a node of the NUMA-Q (January 2003)")),
    cost!("mem_cluster_pct", mem_cluster_pct, "%", 0..=100, "Share of a cluster's memory bandwidth that one memory-bound task takes",
        fitted(48, STREAM), CLUSTER_SHARED, assumed(0, NO_CLUSTER),
        epyc: CLUSTER_SHARED),
    cost!("cache_fill", cache_fill, "ns", 0..=100_000_000, "Filling a CPU's cache again after another job that waits for memory has had it",
        assumed(0, NOT_SEEN), assumed(0, NOT_SEEN), assumed(0, "20.0 s of user time with four jobs, 20.6 s with 32 (January 2003)"),
        numaq: fitted(6_500_000, "user time with one job to a CPU and with two (January 2003); a megabyte in lines of 32 bytes, 200 ns each")),
    cost!("stream_mb", stream_mb, "ns", 1_000..=10_000_000, "Passing through a megabyte of memory, one thread alone",
        fitted(128_000, STREAM), assumed(100_000, GUESS), assumed(1_000_000, GUESS)),
    cost!("share_iter_ps", share_iter_ps, "ps", 100..=1_000_000, "Iteration of the two-thread program, alone",
        fitted(3070, SHARING), assumed(3070, SAME), assumed(3070, SAME)),
    cost!("share_hold", share_hold, "iterations", 1..=100_000, "Iterations before a line just fetched can be taken away again",
        fitted(30, SHARING), assumed(30, SAME), assumed(30, SAME)),
    cost!("share_hide", share_hide, "ns", 0..=10_000, "Part of a fetch that out-of-order execution hides in the two-thread program",
        fitted(30, SHARING), assumed(30, SAME), assumed(30, SAME)),
    cost!("jitter_pct", jitter_pct, "%", 0..=50, "Spread of an operation's time, either side",
        assumed(12, "breaks the lock-step of identical tasks"), assumed(12, SAME), assumed(12, SAME)),
    cost!("ext_hook", ext_hook, "ns", 0..=100_000, "Calling a hook of a sched_ext policy, the hook itself not included",
        assumed(30, TRAMPOLINE), assumed(30, SAME), assumed(30, NO_EXT)),
    cost!("ext_kfunc", ext_kfunc, "ns", 0..=100_000, "Calling a kfunc from a sched_ext policy, queues and searches not included",
        assumed(5, GUESS), assumed(5, SAME), assumed(5, NO_EXT)),
    cost!("ext_queue", ext_queue, "ns", 0..=100_000, "Inserting a task into a dispatch queue or taking it out, with the lock held; its line comes on top",
        assumed(40, GUESS), assumed(40, SAME), assumed(40, NO_EXT)),
    cost!("ext_op_ps", ext_op_ps, "ps", 0..=1_000_000, "An operation of a sched_ext policy's bytecode",
        assumed(400, "about one instruction a cycle, compiled just in time"), assumed(400, SAME), assumed(400, NO_EXT)),
];

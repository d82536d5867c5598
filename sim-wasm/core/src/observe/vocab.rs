//! The vocabularies of the event log, the frame and the report. Every enumeration that TypeScript shares is listed here
//! once; the file `src/scenario/generated/vocab.ts` is generated from this list.

pub use super::steps::Func;
use crate::engine::ids::TaskId;
use serde::Serialize;

choices! {
    /// How a CPU orders its queue (`struct sched_class`).
    ClassId {
        /// By virtual run time.
        #[default]
        Cfs = "cfs",
        /// By priority, in two arrays.
        O1 = "o1",
        /// By virtual deadline, of those that are owed time.
        Eevdf = "eevdf",
    }
}

macro_rules! vocab {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $key:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, serde::Deserialize)]
        #[repr(u8)]
        pub enum $name { $($(#[$vdoc])* #[serde(rename = $key)] $variant,)+ }
        impl $name {
            /// All values, in order of their number.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];
            /// The names, in order of their number.
            pub const KEYS: &'static [&'static str] = &[$($key,)+];
            /// The name used in JSON and in the interface's catalogue.
            pub fn key(self) -> &'static str { Self::KEYS[self.index()] }
            /// Its index in a list with an element for each value.
            #[inline]
            pub const fn index(self) -> usize { self as usize }
            /// Its number in a word.
            #[inline]
            pub const fn word(self) -> u32 { self as u32 }
            /// Its bit, where several values may hold at once.
            pub fn bit(self) -> u32 { 1 << self.word() }
        }
    };
}

vocab! {
    /// Why a task came to another CPU.
    Cause {
        /// Placement at wake-up.
        Wake = "wake",
        /// Placement at fork.
        Fork = "fork",
        /// Placement at exec.
        Exec = "exec",
        /// Pulled by a CPU about to go idle.
        NewIdle = "newidle",
        /// Pulled by the periodic balance.
        Periodic = "periodic",
        /// Pushed by the stopper (active balance).
        Active = "active",
        /// Stolen through the overload bitmap.
        Steal = "steal",
        /// Pulled over a node border by the 2003 cross-node balance.
        Node = "node",
    }
}

vocab! {
    /// How far two CPUs are apart: the closest thing they share.
    Distance {
        /// The same CPU.
        Cpu = "cpu",
        /// Hardware threads of one core.
        Smt = "smt",
        /// One cluster.
        Cluster = "cluster",
        /// One last-level cache (one node).
        Llc = "llc",
        /// Another node of the same socket.
        Node = "node",
        /// Another socket.
        Socket = "socket",
    }
}

vocab! {
    /// The step of the wake-up path that chose the CPU.
    How {
        /// No choice was made (fork, exec, balance).
        None = "none",
        /// The target of `wake_affine` was idle.
        Target = "target",
        /// The previous CPU was idle.
        Prev = "prev",
        /// The recently used CPU was idle.
        Recent = "recent",
        /// `select_idle_core`
        Core = "core",
        /// The cluster scan.
        Cluster = "cluster",
        /// The scan of the LLC (`select_idle_cpu`).
        Llc = "llc",
        /// `select_idle_smt`
        Smt = "smt",
        /// Nothing idle was found: the target.
        Fallback = "fallback",
        /// No affine wake-up: the previous CPU, without a search.
        Stay = "stay",
        /// `select_idle_capacity`
        Capacity = "capacity",
    }
}

vocab! {
    /// Why a CPU stopped running a task.
    Left {
        /// It was idle before.
        Idle = "idle",
        /// The task went to sleep.
        Slept = "slept",
        /// The task was preempted.
        Preempted = "preempted",
        /// The task ended.
        Exited = "exited",
        /// The task was moved away.
        Moved = "moved",
        /// From now on it is not known what the CPU does: of a recording.
        Unknown = "unknown",
    }
}

vocab! {
    /// Kinds of log records.
    EventKind {
        /// `cpu` runs `task` (0xffff: idle) from now on; `how` holds a [`Left`].
        Switch = "switch",
        /// `task` was woken and placed on `cpu`; `src` is where it ran before.
        Wake = "wake",
        /// `task` came from `src` to `cpu`; `cause` says why. Every change of CPU, wake-ups included.
        Move = "move",
        /// `task` on `cpu` read a message last written on `src`.
        Message = "message",
        /// `task` went to sleep on `cpu`.
        Sleep = "sleep",
        /// `task` ended on `cpu`.
        Exit = "exit",
        /// `task` was created on `cpu`.
        Fork = "fork",
        /// The switches were changed.
        Flip = "flip",
        /// `cpu` is *wasted* from now on (`how` 1), or no longer (0). Follows from the others: not in the
        /// event hash.
        Wasted = "wasted",
        /// The queue of a control group on `cpu` is throttled from now on; `how` is the group's number.
        Throttle = "throttle",
        /// It is no longer.
        Unthrottle = "unthrottle",
        /// The policy was ejected for an error about `task`; the fair class goes on.
        Eject = "eject",
        /// `how` holds a [`Note`]. Only while a trace is written: not in the event hash.
        Note = "note",
    }
}

vocab! {
    /// What a trace says of a run besides its events.
    Note {
        /// The task that runs on `cpu` sends a message to `task`.
        Sent = "sent",
        /// The task that runs on `cpu` has received a message from `task`.
        Received = "received",
        /// The next wake-up of `task` is by the task that runs on `cpu`.
        Waker = "waker",
        /// The next wake-up of `task` is by an interrupt.
        Interrupt = "interrupt",
    }
}

vocab! {
    /// What a task is, for drawing.
    Role {
        Sender = "sender",
        Receiver = "receiver",
        Client = "client",
        Server = "server",
        Job = "job",
        Launcher = "launcher",
        Hog = "hog",
        Sleeper = "sleeper",
        /// A task of a recording.
        Recorded = "recorded",
    }
}

vocab! {
    /// What a decision record is about.
    Decided {
        /// A waking task was placed.
        Wake = "wake",
        /// A new task was placed.
        Fork = "fork",
        /// A task was placed at exec.
        Exec = "exec",
        /// A CPU with nothing to run looked for work, or was not allowed to.
        NewIdle = "newidle",
        /// A pass of the periodic balance at one domain.
        Periodic = "periodic",
        /// The stopper moved a task.
        Push = "push",
        /// An idle CPU tried to steal.
        Steal = "steal",
        /// A pass of the 2003 balancer.
        O1Balance = "o1_balance",
        /// The next task of a queue was picked.
        Pick = "pick",
    }
}

vocab! {
    /// What a step answered. Which function answers what, and with which number: `observe/steps.rs`.
    Answer {
        Idle = "idle",
        Busy = "busy",
        /// Idle, but kept for later: it is outside the target's cluster, or another thread of its core is busy.
        Later = "later",
        OutOfBudget = "out_of_budget",
        NotAllowed = "not_allowed",
        Yes = "yes",
        No = "no",
        /// Something was compared.
        Load = "load",
        /// A group.
        HasSpare = "has_spare",
        /// A group.
        FullyBusy = "fully_busy",
        /// A group: a core with more than one task.
        SmtBalance = "smt_balance",
        /// A group.
        Imbalanced = "imbalanced",
        /// A group, or a CPU with more than one task.
        Overloaded = "overloaded",
        Chosen = "chosen",
        Balanced = "balanced",
        Moved = "moved",
        Running = "running",
        Hot = "hot",
        /// The task is too heavy or too small for the imbalance.
        Misfit = "misfit",
        /// Not even looked for: idle for too short a time.
        Gated = "gated",
        /// Not even looked for: no CPU of the root domain is overloaded.
        NoOverload = "no_overload",
        /// Not even looked for, though nothing else stood against it: switched off.
        SwitchedOff = "switched_off",
        /// No further domain is looked at: it costs more than the CPU is idle.
        TooDear = "too_dear",
        /// Not even looked for: a wake-up is on its way to the CPU.
        Pending = "pending",
        /// The imbalance is counted in load.
        MigrateLoad = "migrate_load",
        /// The imbalance is counted in utilisation.
        MigrateUtil = "migrate_util",
        /// The imbalance is counted in tasks.
        MigrateTask = "migrate_task",
        /// A place in virtual time.
        At = "at",
        /// The task waits in the queue.
        Waits = "waits",
        /// The task ran until now, and runs on whatever the deadlines of others are.
        Protected = "protected",
        /// The task sleeps, and is kept in the queue.
        Delayed = "delayed",
        /// The task is owed time, or nothing.
        Eligible = "eligible",
        /// The task owes time.
        Ineligible = "ineligible",
        /// The task is in the active array.
        Active = "active",
        /// The task is in the expired array.
        Expired = "expired",
        /// Idle, but the task does not fit on it.
        TooSmall = "too_small",
        /// A group: a task has outgrown its CPU.
        MisfitTask = "misfit_task",
        /// A group: what it runs is to run on a faster CPU.
        AsymPacking = "asym_packing",
        /// The imbalance is a task that has outgrown its CPU.
        MigrateMisfit = "migrate_misfit",
        /// The control group has no runtime left.
        Throttled = "throttled",
        /// Not even looked for here: by chance, since such searches seldom find anything.
        Skipped = "skipped",
        /// Another CPU does it at this moment.
        Serialized = "serialized",
        /// A group: tasks prefer the last-level cache of the CPU that balances.
        LlcBalance = "llc_balance",
        /// The imbalance is counted in tasks that prefer the last-level cache of the CPU that balances.
        MigrateLlcTask = "migrate_llc_task",
        /// The task prefers another last-level cache than that of the CPU that would take it.
        DegradesLlc = "degrades_llc",
        /// Between two last-level caches only the usual balance decides.
        MigUnrestricted = "mig_unrestricted",
        /// The task may go to the other last-level cache.
        MigLlc = "mig_llc",
        /// The task may not go to the other last-level cache.
        MigForbid = "mig_forbid",
        /// The CPU's only tasks prefer its last-level cache: none is pushed out of it.
        BreaksLlc = "breaks_llc",
        /// Idle, but outside of the target's cluster, and not taken even if no other one is found.
        TooFar = "too_far",
    }
}

impl Answer {
    /// The answers that say nothing was looked for.
    pub const GATES: &'static [Self] =
        &[Self::Gated, Self::NoOverload, Self::SwitchedOff, Self::TooDear, Self::Pending, Self::Skipped];
}

vocab! {
    /// The unit in which the work of a workload is counted.
    WorkUnit {
        /// Messages read.
        Messages = "messages",
        /// Jobs finished.
        Jobs = "jobs",
        /// Milliseconds of work, as alone on local memory.
        Work = "work",
        /// Thousands of iterations.
        Iterations = "iterations",
        /// Megabytes read and written.
        Megabytes = "megabytes",
    }
}

vocab! {
    /// The function that touches a field of a shared struct.
    Symbol {
        UpdateTgLoadAvg = "update_tg_load_avg",
        UpdateCfsGroup = "update_cfs_group",
        SetTaskRq = "set_task_rq",
        /// The reader of the two-thread program.
        Sum = "sum",
        /// Its writer.
        Increment = "increment",
    }
}

vocab! {
    /// What is true of a frame: bit `1 << n` of its flags.
    FrameFlag {
        /// The workload has ended, or the time limit is reached.
        Done = "done",
        /// The moves between units follow.
        Flows = "flows",
        /// Rates and shares are measured: the work has begun and the warm-up is over.
        Measured = "measured",
    }
}

vocab! {
    /// What is true of a CPU in a frame: bit `1 << n` of its flags.
    CpuFlag {
        Idle = "idle",
        /// Idle while a task waits in the same LLC; in 2.5.5x anywhere.
        Wasted = "wasted",
        /// It has two tasks or more.
        Overloaded = "overloaded",
        /// Nothing runs on it, and it is not idle: a task is on its way.
        Waking = "waking",
        /// A control group's queue on it is throttled.
        Throttled = "throttled",
        /// It is not known what it does: of a recording.
        Unknown = "unknown",
    }
}

vocab! {
    /// The words of a sample of the series, cumulative.
    Column {
        Messages = "messages",
        /// CPU time spent busy (µs), summed over the CPUs.
        BusyUs = "busyUs",
        /// Changes of CPU.
        Moves = "moves",
        WakesInCluster = "wakesInCluster",
        /// CPU time idle while a task waited (µs), summed over the CPUs.
        WastedUs = "wastedUs",
    }
}

/// Words of one log record: time low, time high, then the fields of [`log`](super::log).
pub const LOG_WORDS: usize = 4;
/// The number for "no task"; as the running task of a CPU it means "idle".
pub const NO_TASK: u16 = 0xffff;

/// A task as the low half of a word.
#[inline]
pub fn packed(task: Option<TaskId>) -> u32 {
    u32::from(task.map_or(NO_TASK, |task| task.0))
}

/// The task in the low half of a word.
pub fn unpacked(word: u32) -> Option<TaskId> {
    let number = word as u16;
    (number != NO_TASK).then_some(TaskId(number))
}

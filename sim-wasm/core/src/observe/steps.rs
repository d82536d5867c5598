//! The steps of a decision: the possible answers of each kernel function, and the number that comes with an answer.
//!
//! Each function has an enumeration of its answers, so an answer that the function never gives, or a number of another
//! kind, does not compile. A step is stored as [`Packed`]; the same table decodes it.

use super::field::Field;
use super::vocab::Answer;
use crate::engine::ids::TaskId;
use crate::engine::time::Ns;
use serde::Serialize;

/// A number as the word of a record.
trait Word {
    /// A number that does not fit saturates.
    fn pack(self) -> u32;
    fn unpack(word: u32) -> Self;
}

impl Word for TaskId {
    fn pack(self) -> u32 {
        u32::from(self)
    }
    fn unpack(word: u32) -> Self {
        Self(word as u16)
    }
}

impl Word for u32 {
    fn pack(self) -> u32 {
        self
    }
    fn unpack(word: u32) -> Self {
        word
    }
}

impl Word for u64 {
    fn pack(self) -> u32 {
        self.min(u64::from(u32::MAX)) as u32
    }
    fn unpack(word: u32) -> Self {
        u64::from(word)
    }
}

impl Word for Ns {
    fn pack(self) -> u32 {
        self.word()
    }
    fn unpack(word: u32) -> Self {
        Self::from(word)
    }
}

impl Word for i64 {
    fn pack(self) -> u32 {
        self.clamp(i32::MIN.into(), i32::MAX.into()) as i32 as u32
    }
    fn unpack(word: u32) -> Self {
        i64::from(word as i32)
    }
}

/// The word for "no bound".
pub const UNBOUNDED: u32 = u32::MAX;

impl Word for Option<u32> {
    fn pack(self) -> u32 {
        self.unwrap_or(UNBOUNDED)
    }
    fn unpack(word: u32) -> Self {
        (word != UNBOUNDED).then_some(word)
    }
}

/// The counts of a group, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    pub running: u32,
    pub idle: u32,
}

impl Counted {
    /// The fields of the running tasks and of the idle CPUs in the word.
    pub const RUNNING: Field = Field::new(0, 16, 16);
    pub const IDLE: Field = Field::new(0, 0, 16);
}

impl Word for Counted {
    fn pack(self) -> u32 {
        Self::RUNNING.holding(self.running) | Self::IDLE.holding(self.idle)
    }
    fn unpack(word: u32) -> Self {
        Self { running: Self::RUNNING.of(&[word]), idle: Self::IDLE.of(&[word]) }
    }
}

macro_rules! values {
    ($($(#[doc = $doc:literal])* $name:ident($inner:ty) = $key:literal,)+) => {
        $($(#[doc = $doc])* #[derive(Clone, Copy, Debug, PartialEq, Eq)] pub struct $name(pub $inner);)+

        vocab! {
            /// What the number of a step is.
            ValueKind {
                /// There is none.
                Nothing = "nothing",
                $($(#[doc = $doc])* $name = $key,)+
            }
        }

        impl ValueKind {
            /// Its definition, in one sentence.
            pub fn sentence(self) -> &'static str {
                match self {
                    Self::Nothing => "None.",
                    $(Self::$name => concat!($($doc),*),)+
                }
            }
        }

        /// The decoded number of a step.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Value { Nothing, $($(#[doc = $doc])* $name($inner),)+ }

        impl Value {
            fn read(kind: ValueKind, word: u32) -> Self {
                match kind {
                    ValueKind::Nothing => Self::Nothing,
                    $(ValueKind::$name => Self::$name(Word::unpack(word)),)+
                }
            }
        }
    };
}

values! {
    /// Changes of wakee of the one of waker and wakee that changes more often.
    Flips(u32) = "flips",
    /// Tasks of a queue or node.
    Tasks(u32) = "tasks",
    /// CPUs the scan may still look at; none: it is not bounded.
    Left(Option<u32>) = "left",
    /// The load that was compared: of 2003's queues and nodes the tasks.
    Load(u64) = "load",
    /// A group.
    Group(Counted) = "group",
    /// CPUs of the domain.
    Cpus(u32) = "cpus",
    /// How much should move, in what the imbalance is counted in.
    Imbalance(u64) = "imbalance",
    /// The task that was looked at.
    Task(TaskId) = "task",
    /// A control group, by its number.
    Cgroup(u32) = "cgroup",
    /// What a control group's entity weighs on this CPU.
    Shares(u64) = "shares",
    /// Passes in a row that moved nothing.
    Failures(u32) = "failures",
    /// The CPU's average idle time.
    AvgIdle(Ns) = "avg_idle",
    /// What looking further would cost.
    Cost(Ns) = "cost",
    /// Where a queue stands in virtual time (µs).
    Clock(u32) = "clock",
    /// What a task is owed (positive) or owes (ns), at most 2.1 s.
    Lag(i64) = "lag",
    /// How far a virtual deadline is ahead of the queue's clock (ns), at most 2.1 s.
    Deadline(i64) = "deadline",
    /// How far a vruntime is ahead of `min_vruntime` (ns), at most 2.1 s.
    Ahead(i64) = "ahead",
    /// A kernel priority (100 to 139).
    Prio(u32) = "prio",
    /// What is left of a timeslice (ms).
    Timeslice(u32) = "timeslice",
    /// How many of 1024 such searches are made.
    Ratio(u32) = "ratio",
    /// The share of their capacity by which the CPUs of a last-level cache are used (%).
    Used(u64) = "used",
    /// The line of the policy's source.
    Line(u32) = "line",
}

/// A step as it is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed {
    pub func: Func,
    pub answer: Answer,
    pub word: u32,
}

/// Expands to `$first`. `$second` makes the expansion occur only for an answer with a number.
macro_rules! first {
    ($first:ident $second:ident) => {
        $first
    };
}

macro_rules! kind {
    () => {
        ValueKind::Nothing
    };
    ($kind:ident) => {
        ValueKind::$kind
    };
}

macro_rules! steps {
    ($(
        $(#[doc = $doc:literal])+
        $func:ident = $code:literal $key:literal { $($answer:ident $(($value:ident))?),+ $(,)? } $(, $number:literal)?;
    )+) => {
        /// The kernel function of a step. Its number in a record is the one in its row, not the position of the row.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, serde::Deserialize)]
        #[repr(u8)]
        pub enum Func { $($(#[doc = $doc])+ #[serde(rename = $key)] $func = $code,)+ }

        $(
            #[doc = concat!("What [`Func::", stringify!($func), "`] answers.")]
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub enum $func { $($answer $(($value))?),+ }

            impl From<$func> for Packed {
                #[inline]
                fn from(step: $func) -> Self {
                    let (answer, word) = match step {
                        $($func::$answer $((first!(value $value)))? => {
                            (Answer::$answer, 0 $(| first!(value $value).0.pack())?)
                        })+
                    };
                    Self { func: Func::$func, answer, word }
                }
            }
        )+

        impl Func {
            /// All functions, in the order of their rows.
            pub const ALL: &'static [Self] = &[$(Self::$func,)+];

            /// The name used in JSON and in the interface's catalogue: the kernel's.
            pub fn key(self) -> &'static str {
                match self { $(Self::$func => $key,)+ }
            }

            /// What it does, in one sentence.
            pub fn sentence(self) -> &'static str {
                match self { $(Self::$func => concat!($($doc),+),)+ }
            }

            /// The meaning of its numbers, if their kind does not define it.
            pub fn number(self) -> Option<&'static str> {
                match self { $(Self::$func => [$($number)?].first().copied(),)+ }
            }

            /// Its answers, and the kind of number that comes with each.
            pub fn answers(self) -> &'static [(Answer, ValueKind)] {
                match self {
                    $(Self::$func => &[$((Answer::$answer, kind!($($value)?))),+],)+
                }
            }
        }
    };
}

// A row: the purpose of the function, its name, its number in a record, its answers, and the meaning of the numbers if
// their kind does not define it. A new function takes the next free number; its row may have any position.
steps! {
    /// Does the waker wake too many others to pull this one near?
    WakeWide = 0 "wake_wide" { Yes(Flips), No(Flips) },
        "wakee flips of the one that switches more";
    /// The waker's CPU or the previous one as the target?
    WakeAffine = 1 "wake_affine" { Yes(Tasks), Idle, Load(Load) },
        "*yes*: tasks of the waker's queue; *idle*, the previous CPU: none; *load*: the two loads that \
         are compared, the waker's CPU first";
    /// Is the target, the previous or the recently used CPU idle?
    SelectIdleSibling = 2 "select_idle_sibling" { Idle, Busy, Later, NotAllowed, TooSmall, TooFar },
        "none: target, previous, recently used CPU; *later* is idle but outside the cluster, *too_far*, too, \
         and not taken then either, *too_small* is idle but the task does not fit";
    /// Looks for a core whose threads are all idle.
    SelectIdleCore = 3 "select_idle_core" { Idle, Busy };
    /// Looks for an idle CPU in the target's cluster.
    SelectIdleCluster = 4 "select_idle_cluster" { Idle, Busy };
    /// Looks for an idle CPU under the LLC, within a budget.
    SelectIdleCpu = 5 "select_idle_cpu" { Idle(Left), Busy(Left), OutOfBudget },
        "CPUs the scan may still look at; *out_of_budget* is the one it did not look at";
    /// Looks for an idle thread of the target's core, since 5.13 of the previous CPU's.
    SelectIdleSmt = 6 "select_idle_smt" { Idle, Busy };
    /// Looks for an idle CPU that can do what the task needs.
    SelectIdleCapacity = 7 "select_idle_capacity" { Idle, TooSmall, Busy, Later, OutOfBudget },
        "none: *too_small* is idle but the task does not fit; *later*, it fits but another thread of the core is busy";
    /// Compares groups to find the idlest.
    FindIdlestGroup = 8 "find_idlest_group" {
        HasSpare(Group), FullyBusy(Group), MisfitTask(Group), Imbalanced(Group), Overloaded(Group),
        Load(Load),
    },
        "running tasks and idle CPUs of the group, named by its first CPU; then *load*, where groups are \
         compared by it: its load for its capacity";
    /// The idlest CPU of that group.
    FindIdlestGroupCpu = 9 "find_idlest_group_cpu" { Idle(Load), Load(Load) }, "load of the CPU";
    /// The shortest queue on the node with the fewest tasks (2003).
    SchedBestCpu = 10 "sched_best_cpu" { No(Tasks), Load(Tasks), Chosen(Tasks) },
        "*no*: tasks of the own queue, so few that it stays; *load*: tasks of the node, named by its \
         first CPU; *chosen*: the CPU and its tasks";
    /// A CPU about to go idle looks for work in its domains.
    NewidleBalance = 11 "newidle_balance" {
        Gated(AvgIdle), NoOverload(AvgIdle), SwitchedOff(AvgIdle), TooDear(Cost), Pending,
        Skipped(Ratio),
    },
        "*gated* (idle for too short), *no_overload*, *switched_off*: the average idle time (ns); \
         *too_dear*: what going on would cost (ns); *skipped* (by chance): how many of 1024 \
         searches are made; *pending*, a wake-up is on its way: none";
    /// Is this the CPU of its group that balances?
    ShouldWeBalance = 12 "should_we_balance" { Yes(Cpus), No(Cpus), Serialized(Cpus) },
        "CPUs of the domain; the CPU is the one that was elected, *no* when that is another; with *serialized* \
         the one that balances over nodes at this moment";
    /// Compares groups to find the busiest.
    FindBusiestGroup = 13 "find_busiest_group" {
        HasSpare(Group), FullyBusy(Group), MisfitTask(Group), SmtBalance(Group), AsymPacking(Group),
        Imbalanced(Group), LlcBalance(Group), Overloaded(Group), Load(Load), Balanced,
    },
        "running tasks and idle CPUs of the group, named by its first CPU; then *load*, where groups are \
         compared by it: its load for its capacity; *balanced*: none";
    /// How much should move, and counted in what?
    CalculateImbalance = 14 "calculate_imbalance" {
        MigrateLoad(Imbalance), MigrateUtil(Imbalance), MigrateTask(Imbalance), MigrateMisfit(Imbalance),
        MigrateLlcTask(Imbalance),
    },
        "how much should move from the busiest group, in load, utilisation or tasks";
    /// The busiest run queue of that group.
    FindBusiestQueue = 15 "find_busiest_queue" { Load(Load), Chosen(Imbalance) },
        "*load*: what the queue was compared by (2003: its tasks); *chosen*: how much should move";
    /// May this task move?
    CanMigrateTask = 16 "can_migrate_task" {
        NotAllowed(Task), Throttled(Task), Ineligible(Task), Running(Task), DegradesLlc(Task), Hot(Task),
        Misfit(Task), Moved(Task),
    },
        "the task; *throttled*: its control group has no runtime left there, *ineligible*: it owes time, \
         *degrades_llc*: it prefers another last-level cache, *misfit*: too heavy or too small for the \
         imbalance";
    /// Asks the stopper to move a running task.
    ActiveBalance = 17 "active_balance" { Yes(Failures), BreaksLlc(Failures) },
        "failed passes so far";
    /// The bitmap of the CPUs under the LLC with two tasks or more.
    TrySteal = 18 "try_steal" { Gated(AvgIdle), Overloaded(Tasks) },
        "one step for each bit of the overload bitmap: the tasks of that CPU; *gated*: the average idle \
         time (ns)";
    /// Looked at again: does its queue still have two tasks or more?
    StealFrom = 19 "steal_from" { Yes(Tasks), No(Tasks) },
        "the recheck: the tasks the queue has now";
    /// The tail of its list: the least recently run task that may go.
    DetachNextTask = 20 "detach_next_task" { NotAllowed(Task), Throttled(Task), Running(Task), Moved(Task) },
        "from the tail of the list on, the task";
    /// The node with the most load (2003).
    FindBusiestNode = 21 "find_busiest_node" { Load(Load), Chosen(Load) },
        "load of the node, named by its first CPU";
    /// Where the queue stands: the average of all vruntimes.
    AvgVruntime = 22 "avg_vruntime" { At(Clock) };
    /// Of the eligible tasks the earliest virtual deadline.
    PickEevdf = 23 "pick_eevdf" { Running(Task), Protected(Task), Waits(Task), Delayed(Task), Chosen(Task) };
    /// Is the task owed time?
    EntityEligible = 24 "entity_eligible" { Eligible(Lag), Ineligible(Lag) };
    /// Until when, in virtual time, it is to have its slice.
    UpdateDeadline = 25 "update_deadline" { At(Deadline) };
    /// Where the queue stands: follows the least vruntime, never back.
    UpdateMinVruntime = 26 "update_min_vruntime" { At(Clock) };
    /// The least vruntime, or a buddy that is near it.
    PickNextEntity = 27 "pick_next_entity" { Waits(Task), Chosen(Task) };
    /// Compares vruntimes: the lesser goes first.
    EntityBefore = 28 "entity_before" { At(Ahead) };
    /// The control groups that have tasks here: each stands in the root queue as one entity.
    GroupCfsRq = 29 "group_cfs_rq" { Waits(Cgroup), Throttled(Cgroup), Chosen(Cgroup) };
    /// What the group's entity weighs on this CPU: the group's shares, split as its load is.
    CalcGroupShares = 30 "calc_group_shares" { At(Shares) };
    /// The first task of the highest priority in the active array.
    Schedule = 31 "schedule" { Waits(Task), Chosen(Task) };
    /// The highest priority that has a task, out of the array's bitmap.
    SchedFindFirstBit = 32 "sched_find_first_bit" { Active(Prio), Expired(Prio) };
    /// What is left of the task's turn.
    TaskTimeslice = 33 "task_timeslice" { At(Timeslice) };
    /// May a task go from one last-level cache to another, of which its process prefers one?
    CanMigrateLlc = 34 "can_migrate_llc" { Load(Used), MigUnrestricted, MigLlc, MigForbid },
        "*load*: how much of its capacity each of the two caches' CPUs would be used, the source first; then \
         the answer, at the CPU that would take the task";
    /// A policy asks for the built-in choice of a CPU.
    ScxSelectCpuDfl = 35 "scx_bpf_select_cpu_dfl" { Idle(Line), Busy(Line) },
        "the line of the policy's source; *idle*: the CPU is claimed";
    /// A policy claims any idle CPU of a set.
    ScxPickIdleCpu = 36 "scx_bpf_pick_idle_cpu" { Idle(Line), Busy(Line) },
        "the line of the policy's source; *busy*: no CPU of the set is idle";
    /// A policy claims a CPU if it is idle.
    ScxTestAndClearCpuIdle = 37 "scx_bpf_test_and_clear_cpu_idle" { Idle(Line), Busy(Line) },
        "the line of the policy's source";
    /// A policy inserts a task into a dispatch queue.
    ScxDsqInsert = 38 "scx_bpf_dsq_insert" { At(Line) },
        "the line of the policy's source";
    /// A policy moves the first task of a dispatch queue that may run here into the local queue.
    ScxDsqMoveToLocal = 39 "scx_bpf_dsq_move_to_local" { Moved(Line), No(Line) },
        "the line of the policy's source";
    /// A policy interrupts a CPU.
    ScxKickCpu = 40 "scx_bpf_kick_cpu" { At(Line) },
        "the line of the policy's source";
}

impl Func {
    /// Its number in a word.
    #[inline]
    pub const fn word(self) -> u32 {
        self as u32
    }

    /// The function with a number.
    pub fn of_word(word: u32) -> Option<Self> {
        Self::ALL.iter().copied().find(|func| func.word() == word)
    }
}

// The page indexes a list by the number of a function, so the numbers have no gaps.
const _: () = {
    let mut i = 0;
    while i < Func::ALL.len() {
        assert!((Func::ALL[i].word() as usize) < Func::ALL.len());
        i += 1;
    }
};

impl Packed {
    /// The decoded number; `Nothing` if the function never gives the answer.
    pub fn value(self) -> Value {
        let known = self.func.answers().iter().find(|(answer, _)| *answer == self.answer);
        known.map_or(Value::Nothing, |&(_, kind)| Value::read(kind, self.word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(step: impl Into<Packed>) -> Value {
        step.into().value()
    }

    #[test]
    fn numbers_round_trip_through_a_packed_step() {
        assert_eq!(value(WakeWide::Yes(Flips(7))), Value::Flips(7));
        assert_eq!(value(SelectIdleCpu::Busy(Left(Some(0)))), Value::Left(Some(0)));
        assert_eq!(value(SelectIdleCpu::Idle(Left(None))), Value::Left(None));
        assert_eq!(value(SelectIdleCpu::OutOfBudget), Value::Nothing);
        let counted = Counted { running: 3, idle: 2 };
        assert_eq!(value(FindBusiestGroup::Overloaded(Group(counted))), Value::Group(counted));
        assert_eq!(value(NewidleBalance::TooDear(Cost(Ns(1 << 40)))), Value::Cost(Ns::from(u32::MAX)));
    }

    #[test]
    fn the_kind_of_number_depends_on_the_function_and_the_answer() {
        let of =
            |func: Func, answer| func.answers().iter().find(|(a, _)| *a == answer).map(|&(_, kind)| kind);
        assert_eq!(of(Func::SelectIdleCpu, Answer::Idle), Some(ValueKind::Left));
        assert_eq!(of(Func::FindIdlestGroupCpu, Answer::Idle), Some(ValueKind::Load));
        assert_eq!(of(Func::SelectIdleCore, Answer::Idle), Some(ValueKind::Nothing));
        assert_eq!(of(Func::SelectIdleCore, Answer::Moved), None);
    }
}

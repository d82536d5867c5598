//! The steps of a decision: what each kernel function can answer, and the number it tells with an answer.
//!
//! A step is written as the function's own enumeration, so an answer that a function never gives, or a number of
//! another meaning, does not compile. It is one [`Packed`] from there on, and read back by the same table.

use super::field::Field;
use super::vocab::{Answer, Func};
use crate::engine::ids::TaskId;
use crate::engine::time::Ns;
use serde::Serialize;

/// A number as the word of a record.
trait Word {
    /// What does not fit is the greatest word.
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

/// The word that stands for no bound.
pub const UNBOUNDED: u32 = u32::MAX;

impl Word for Option<u32> {
    fn pack(self) -> u32 {
        self.unwrap_or(UNBOUNDED)
    }
    fn unpack(word: u32) -> Self {
        (word != UNBOUNDED).then_some(word)
    }
}

/// What was counted in a group, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    pub running: u32,
    pub idle: u32,
}

impl Counted {
    /// Where its running tasks and its idle CPUs lie in the word.
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
    ($($(#[$doc:meta])* $name:ident($inner:ty) = $key:literal,)+) => {
        $($(#[$doc])* #[derive(Clone, Copy, Debug, PartialEq, Eq)] pub struct $name(pub $inner);)+

        vocab! {
            /// What the number of a step is.
            ValueKind {
                /// There is none.
                Nothing = "nothing",
                $($(#[$doc])* $name = $key,)+
            }
        }

        /// The number of a step, read back.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Value { Nothing, $($(#[$doc])* $name($inner),)+ }

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
}

/// A step as it is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed {
    pub func: Func,
    pub answer: Answer,
    pub word: u32,
}

/// `$first`, whatever `$second` is: a name for the number of an answer that has one.
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
    ($($func:ident { $($answer:ident $(($value:ident))?),+ $(,)? })+) => {
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
            /// Its answers, and what the number of each is.
            pub fn answers(self) -> &'static [(Answer, ValueKind)] {
                match self {
                    $(Self::$func => &[$((Answer::$answer, kind!($($value)?))),+],)+
                }
            }
        }
    };
}

steps! {
    WakeWide { Yes(Flips), No(Flips) }
    WakeAffine { Yes(Tasks), Idle, Load(Load) }
    SelectIdleSibling { Idle, Busy, Later, NotAllowed, TooSmall }
    SelectIdleCore { Idle, Busy }
    SelectIdleCluster { Idle, Busy }
    SelectIdleCpu { Idle(Left), Busy(Left), OutOfBudget }
    SelectIdleSmt { Idle, Busy }
    SelectIdleCapacity { Idle, TooSmall, Busy }
    FindIdlestGroup {
        HasSpare(Group), FullyBusy(Group), MisfitTask(Group), Imbalanced(Group), Overloaded(Group), Load(Load),
    }
    FindIdlestGroupCpu { Idle(Load), Load(Load) }
    SchedBestCpu { No(Tasks), Load(Tasks), Chosen(Tasks) }
    NewidleBalance { Gated(AvgIdle), NoOverload(AvgIdle), SwitchedOff(AvgIdle), TooDear(Cost), Pending }
    ShouldWeBalance { Yes(Cpus), No(Cpus) }
    FindBusiestGroup {
        HasSpare(Group), FullyBusy(Group), MisfitTask(Group), SmtBalance(Group), AsymPacking(Group),
        Imbalanced(Group), Overloaded(Group), Load(Load), Balanced,
    }
    CalculateImbalance {
        MigrateLoad(Imbalance), MigrateUtil(Imbalance), MigrateTask(Imbalance), MigrateMisfit(Imbalance),
    }
    FindBusiestQueue { Load(Load), Chosen(Imbalance) }
    CanMigrateTask { NotAllowed(Task), Throttled(Task), Ineligible(Task), Running(Task), Hot(Task), Misfit(Task), Moved(Task) }
    ActiveBalance { Yes(Failures) }
    TrySteal { Gated(AvgIdle), Overloaded(Tasks) }
    StealFrom { Yes(Tasks), No(Tasks) }
    DetachNextTask { NotAllowed(Task), Throttled(Task), Running(Task), Moved(Task) }
    FindBusiestNode { Load(Load), Chosen(Load) }
    AvgVruntime { At(Clock) }
    PickEevdf { Running(Task), Protected(Task), Waits(Task), Delayed(Task), Chosen(Task) }
    EntityEligible { Eligible(Lag), Ineligible(Lag) }
    UpdateDeadline { At(Deadline) }
    UpdateMinVruntime { At(Clock) }
    PickNextEntity { Waits(Task), Chosen(Task) }
    EntityBefore { At(Ahead) }
    GroupCfsRq { Waits(Cgroup), Throttled(Cgroup), Chosen(Cgroup) }
    CalcGroupShares { At(Shares) }
    Schedule { Waits(Task), Chosen(Task) }
    SchedFindFirstBit { Active(Prio), Expired(Prio) }
    TaskTimeslice { At(Timeslice) }
}

impl Packed {
    /// The number of the step; none where its function never gives the answer.
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
    fn a_number_is_read_back_as_what_it_was_written_as() {
        assert_eq!(value(WakeWide::Yes(Flips(7))), Value::Flips(7));
        assert_eq!(value(SelectIdleCpu::Busy(Left(Some(0)))), Value::Left(Some(0)));
        assert_eq!(value(SelectIdleCpu::Idle(Left(None))), Value::Left(None));
        assert_eq!(value(SelectIdleCpu::OutOfBudget), Value::Nothing);
        let counted = Counted { running: 3, idle: 2 };
        assert_eq!(value(FindBusiestGroup::Overloaded(Group(counted))), Value::Group(counted));
        assert_eq!(value(NewidleBalance::TooDear(Cost(Ns(1 << 40)))), Value::Cost(Ns::from(u32::MAX)));
    }

    #[test]
    fn the_page_lists_what_every_function_of_a_placement_or_a_pull_answers() {
        let page = include_str!("../../../../docs/model/decisions.md");
        let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
        let rows: Vec<(&str, &str)> =
            rows.map(|(func, row)| (func, row.split(" | ").next().unwrap_or_default())).collect();
        let told = |&func: &Func| {
            let keys: Vec<&str> = func.answers().iter().map(|(answer, _)| answer.key()).collect();
            (func.key(), keys.join(", "))
        };
        let told: Vec<_> =
            Func::ALL.iter().take_while(|&&func| func != Func::AvgVruntime).map(told).collect();
        assert_eq!(rows, told.iter().map(|(func, keys)| (*func, &keys[..])).collect::<Vec<_>>());
    }

    #[test]
    fn one_answer_has_another_number_with_another_function() {
        let of =
            |func: Func, answer| func.answers().iter().find(|(a, _)| *a == answer).map(|&(_, kind)| kind);
        assert_eq!(of(Func::SelectIdleCpu, Answer::Idle), Some(ValueKind::Left));
        assert_eq!(of(Func::FindIdlestGroupCpu, Answer::Idle), Some(ValueKind::Load));
        assert_eq!(of(Func::SelectIdleCore, Answer::Idle), Some(ValueKind::Nothing));
        assert_eq!(of(Func::SelectIdleCore, Answer::Moved), None);
    }
}

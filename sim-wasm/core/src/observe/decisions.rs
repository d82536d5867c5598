//! Decision records: the steps, the cost and the choice of every placement and every pull. Recording is off by default.
//!
//! A record is a header and steps. The header holds the length in words, the kind, the time (low, high), the task, the
//! deciding CPU, the CPU that the decision is about, the chosen CPU, the reason and the cost (ns). A step holds the
//! function, a CPU, the function's answer about this CPU, the number that comes with the answer (`steps.rs`), and the cost
//! of the decision so far (ns).

use super::field::{CpuField, Field};
use super::steps::{Packed, Value};
use super::vocab::{Answer, Decided, Func, How, packed, unpacked};
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::time::Ns;

/// Words of a record before its steps.
pub const HEADER_WORDS: usize = 6;
/// Words of a step.
pub const STEP_WORDS: usize = 3;

pub const LENGTH: Field = Field::new(0, 0, 24);
pub const KIND: Field = Field::new(0, 24, 4);
pub const TASK: Field = Field::new(3, 0, 16);
/// The deciding CPU, the CPU that the decision is about, and the chosen CPU.
pub const CPU: CpuField = CpuField::new((3, 16), (0, 28));
pub const ABOUT: CpuField = CpuField::new((3, 24), (0, 30));
pub const CHOSEN: CpuField = CpuField::new((4, 0), (4, 16));
pub const WHY: Field = Field::new(4, 8, 8);
pub const COST: Field = Field::new(5, 0, 32);

/// The fields of a step, relative to its first word.
pub const FUNC: Field = Field::new(0, 0, 8);
pub const STEP_CPU: CpuField = CpuField::new((0, 8), (0, 24));
pub const ANSWER: Field = Field::new(0, 16, 8);
/// The capacity in words between two calls of [`Decisions::take`].
const MOST_WORDS: usize = 1 << 22;

/// The buffer of records.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    on: bool,
    picks: bool,
    words: Vec<u32>,
    /// The start of the open record.
    open: Option<usize>,
    /// The kernel time charged before the open record began (ns).
    before: Ns,
}

impl Decisions {
    /// Switches recording on or off, and drops the records so far. The simulation does not depend on it.
    pub fn keep(&mut self, on: bool) {
        *self = Self { on, ..self.unused() };
    }

    /// Switches the recording of picks on or off. Picks outnumber all other decisions.
    pub fn keep_picks(&mut self, on: bool) {
        self.picks = on;
    }

    /// An empty buffer with recording off and the same setting for picks.
    pub fn unused(&self) -> Self {
        Self { picks: self.picks, ..Self::default() }
    }

    #[inline]
    pub fn are_picks_kept(&self) -> bool {
        self.on && self.picks
    }

    /// Removes and returns the records. A full buffer records nothing until this call.
    pub fn take(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.words)
    }

    pub fn is_kept(&self) -> bool {
        self.on
    }

    /// Whether a record is open. Callers use it to skip look-ups that only a record needs.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// The records that have not been taken.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Drops all words after the first `words`.
    pub fn truncate(&mut self, words: usize) {
        self.words.truncate(words);
    }

    /// Begins a record: `cpu` decides about a task of, or a pull from, `about`. `charged`: kernel time so far (ns); the
    /// costs of the steps are relative to it.
    #[inline]
    pub fn begin(
        &mut self,
        kind: Decided,
        now: Ns,
        charged: Ns,
        task: Option<TaskId>,
        cpu: CpuId,
        about: CpuId,
    ) {
        if self.on {
            self.write_header(kind, now, charged, task, cpu, about);
        }
    }

    /// Out of line: `begin` has many call sites, and recording is usually off.
    #[inline(never)]
    fn write_header(
        &mut self,
        kind: Decided,
        now: Ns,
        charged: Ns,
        task: Option<TaskId>,
        cpu: CpuId,
        about: CpuId,
    ) {
        if self.words.len() < MOST_WORDS {
            self.open = Some(self.words.len());
            self.before = charged;
            let what = KIND.holding(kind.word()) | CPU.holding(0, cpu) | ABOUT.holding(0, about);
            let who = TASK.holding(packed(task)) | CPU.holding(3, cpu) | ABOUT.holding(3, about);
            let [low, high] = now.words();
            self.words.extend([what, low, high, who, 0, 0]);
        }
    }

    /// Adds a step to the open record.
    #[inline(never)]
    pub fn step(&mut self, cpu: CpuId, step: Packed, charged: Ns) {
        debug_assert!(self.is_open(), "a step of no record");
        let cost = (charged - self.before).word();
        let (func, answer) = (FUNC.holding(step.func.word()), ANSWER.holding(step.answer.word()));
        let what = func | answer | STEP_CPU.holding(0, cpu);
        self.words.extend([what, step.word, cost]);
    }

    /// Changes the open record to one about the queue of `cpu`.
    #[inline(never)]
    pub fn turn_to(&mut self, cpu: CpuId) {
        if let Some(at) = self.open {
            ABOUT.put(&mut self.words[at..], cpu);
        }
    }

    /// Ends the open record. `task`: the task that moves, if `begin` had none.
    #[inline]
    pub fn end(&mut self, task: Option<TaskId>, chosen: CpuId, why: Why, cost: Ns) {
        if let Some(at) = self.open.take() {
            self.close(at, task, chosen, why, cost);
        }
    }

    #[inline(never)]
    fn close(&mut self, at: usize, task: Option<TaskId>, chosen: CpuId, why: Why, cost: Ns) {
        let record = &mut self.words[at..];
        LENGTH.put(record, record.len() as u32);
        if task.is_some() {
            TASK.put(record, packed(task));
        }
        CHOSEN.put(record, chosen);
        WHY.put(record, why.pack());
        COST.put(record, cost.word());
    }
}

/// The reason for a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    Nothing,
    /// A wake-up: the step that chose the CPU.
    How(How),
    /// A pull: the level of the domain that was balanced.
    Level(u8),
}

impl Why {
    const NOTHING: u32 = 0xff;

    fn pack(self) -> u32 {
        match self {
            Self::Nothing => Self::NOTHING,
            Self::How(how) => how.word(),
            Self::Level(level) => u32::from(level),
        }
    }

    fn unpack(kind: Decided, word: u32) -> Self {
        match kind {
            _ if word == Self::NOTHING => Self::Nothing,
            Decided::Wake => Self::How(How::ALL[word as usize]),
            _ => Self::Level(word as u8),
        }
    }
}

/// A decoded record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    pub kind: Decided,
    pub ns: Ns,
    pub task: Option<TaskId>,
    /// The CPU that decided: the waker's, or the one that pulls.
    pub cpu: CpuId,
    /// The task's previous CPU, or the queue pulled from.
    pub about: CpuId,
    pub chosen: CpuId,
    pub why: Why,
    pub cost: u32,
    pub steps: Vec<Step>,
}

impl Decision {
    /// Whether it is about `task` (`None`: any task). A search for work that the kernel refused does not count.
    pub fn is_about(&self, task: Option<TaskId>) -> bool {
        let gated = matches!(self.steps[..], [step] if Answer::GATES.contains(&step.answer));
        let moved = |task: TaskId| {
            self.steps.iter().any(|step| step.answer == Answer::Moved && step.value == Value::Task(task))
        };
        !gated && task.is_none_or(|task| self.task == Some(task) || moved(task))
    }
}

/// A decoded step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub func: Func,
    pub cpu: CpuId,
    pub answer: Answer,
    pub value: Value,
    /// Cost of the decision so far (ns).
    pub cost: u32,
}

/// Decodes records.
pub fn read(words: &[u32]) -> Vec<Decision> {
    let mut out = Vec::new();
    let mut rest = words;
    while rest.len() >= HEADER_WORDS {
        let length = (LENGTH.of(rest) as usize).clamp(HEADER_WORDS, rest.len());
        let (record, tail) = rest.split_at(length);
        rest = tail;
        let step = |w: &[u32]| {
            let func = Func::of_word(FUNC.of(w)).expect("a function of steps.rs");
            let answer = Answer::ALL[ANSWER.of(w) as usize];
            let value = Packed { func, answer, word: w[1] }.value();
            Step { func, cpu: STEP_CPU.of(w), answer, value, cost: w[2] }
        };
        let kind = Decided::ALL[KIND.of(record) as usize];
        out.push(Decision {
            kind,
            ns: Ns::of_words([record[1], record[2]]),
            task: unpacked(TASK.of(record)),
            cpu: CPU.of(record),
            about: ABOUT.of(record),
            chosen: CHOSEN.of(record),
            why: Why::unpack(kind, WHY.of(record)),
            cost: COST.of(record),
            steps: record[HEADER_WORDS..].chunks_exact(STEP_WORDS).map(step).collect(),
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::steps::{CanMigrateTask, Task};

    #[test]
    fn the_reason_for_a_choice_round_trips() {
        for &kind in Decided::ALL {
            let of_kind = if kind == Decided::Wake { Why::How(How::Llc) } else { Why::Level(2) };
            for why in [Why::Nothing, of_kind] {
                assert_eq!(Why::unpack(kind, why.pack()), why, "{kind:?}");
            }
        }
    }

    #[test]
    fn a_record_holds_cpu_numbers_beyond_255() {
        let mut decisions = Decisions::default();
        decisions.keep(true);
        decisions.begin(Decided::Steal, Ns(1 << 33), Ns(5), None, CpuId(700), CpuId(1));
        decisions.step(CpuId(1023), CanMigrateTask::Moved(Task(TaskId(9))).into(), Ns(7));
        decisions.turn_to(CpuId(512));
        decisions.end(Some(TaskId(9)), CpuId(700), Why::Level(3), Ns(40));
        let [read] = &read(decisions.words())[..] else { panic!("one record") };
        assert_eq!((read.kind, read.ns, read.task), (Decided::Steal, Ns(1 << 33), Some(TaskId(9))));
        assert_eq!((read.cpu, read.about, read.chosen), (CpuId(700), CpuId(512), CpuId(700)));
        assert_eq!((read.why, read.cost), (Why::Level(3), 40));
        let [step] = read.steps[..] else { panic!("one step") };
        assert_eq!((step.cpu, step.value, step.cost), (CpuId(1023), Value::Task(TaskId(9)), 2));
    }
}

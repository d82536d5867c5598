//! Decision records: for every placement and every pull, what was tried in which order, what each
//! try answered, what it cost, and what was chosen. Not kept unless asked for.
//!
//! ```text
//! header  words of the record | kind << 24
//!         time low, time high
//!         task | CPU that decided << 16 | CPU it was about << 24
//!         chosen CPU | why << 8 (of a wake-up its `How`, of a pull the level of its domain; 0xff: nothing)
//!         cost (ns)
//! step    function | CPU << 8 | answer << 16
//!         the number it told with that (`steps.rs`)
//!         cost of the decision so far (ns)
//! ```

use super::steps::{Packed, Value};
use super::vocab::{Answer, Decided, Func, How, packed, unpacked};
use crate::engine::ids::TaskId;

/// Words of a record before its steps.
pub const HEADER_WORDS: usize = 6;
/// Words of a step.
pub const STEP_WORDS: usize = 3;
/// Most words kept between two calls of [`Decisions::take`].
const MOST_WORDS: usize = 1 << 22;

/// The buffer of records.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    on: bool,
    words: Vec<u32>,
    /// Where the record that is being written begins.
    open: Option<usize>,
    /// What had been charged when it began (ns).
    before: u64,
}

impl Decisions {
    /// Whether records are kept from now on. The simulation is the same either way.
    pub fn keep(&mut self, on: bool) {
        *self = Self { on, ..Self::default() };
    }

    /// The records so far; they are no longer kept here. When the buffer is full nothing more is
    /// recorded until it is taken.
    pub fn take(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.words)
    }

    pub fn is_kept(&self) -> bool {
        self.on
    }

    /// Whether a record is being written: what only serves it need not be looked up otherwise.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// The records that have not been taken.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Forgets what came after the first `words`.
    pub fn truncate(&mut self, words: usize) {
        self.words.truncate(words);
    }

    /// Begins a record: `cpu` decides about a task of, or a pull from, `about`. `charged`: kernel time so far
    /// (ns), from which that of the steps counts.
    #[inline]
    pub fn begin(
        &mut self,
        kind: Decided,
        now: u64,
        charged: u64,
        task: Option<TaskId>,
        cpu: usize,
        about: usize,
    ) {
        if self.on && self.words.len() < MOST_WORDS {
            self.open = Some(self.words.len());
            self.before = charged;
            let who = packed(task) | (cpu as u32) << 16 | (about as u32) << 24;
            self.words.extend([(kind as u32) << 24, now as u32, (now >> 32) as u32, who, 0, 0]);
        }
    }

    #[inline]
    pub fn step(&mut self, cpu: usize, step: Packed, charged: u64) {
        if self.open.is_some() {
            let cost = (charged - self.before).min(u64::from(u32::MAX)) as u32;
            let what = step.func as u32 | (cpu as u32) << 8 | (step.answer as u32) << 16;
            self.words.extend([what, step.word, cost]);
        }
    }

    /// The record that was begun turns out to be about the queue of `cpu`.
    #[inline]
    pub fn turn_to(&mut self, cpu: usize) {
        if let Some(at) = self.open {
            self.words[at + 3] = self.words[at + 3] & 0x00ff_ffff | (cpu as u32) << 24;
        }
    }

    /// Ends the record that was begun. `task`: the one that moves, if it was not known before.
    #[inline]
    pub fn end(&mut self, task: Option<TaskId>, chosen: usize, why: Why, cost: u64) {
        if let Some(at) = self.open.take() {
            self.words[at] |= (self.words.len() - at) as u32;
            if let Some(task) = task {
                self.words[at + 3] = self.words[at + 3] & !packed(None) | u32::from(task);
            }
            self.words[at + 4] = chosen as u32 | why.pack() << 8;
            self.words[at + 5] = cost.min(u64::from(u32::MAX)) as u32;
        }
    }
}

/// What a decision came from.
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
            Self::How(how) => how as u32,
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

/// A record, read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    pub kind: Decided,
    pub ns: u64,
    pub task: Option<TaskId>,
    /// The CPU that decided: the waker's, or the one that pulls.
    pub cpu: usize,
    /// The task's previous CPU, or the queue pulled from.
    pub about: usize,
    pub chosen: usize,
    pub why: Why,
    pub cost: u32,
    pub steps: Vec<Step>,
}

impl Decision {
    /// Whether it is about `task` (`None`: any), and more than a look for work that was not allowed.
    pub fn is_about(&self, task: Option<TaskId>) -> bool {
        let gated = matches!(self.steps[..], [step] if Answer::GATES.contains(&step.answer));
        let moved = |task: TaskId| {
            self.steps.iter().any(|step| step.answer == Answer::Moved && step.value == Value::Task(task))
        };
        !gated && task.is_none_or(|task| self.task == Some(task) || moved(task))
    }
}

/// A step, read back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub func: Func,
    pub cpu: usize,
    pub answer: Answer,
    pub value: Value,
    /// Cost of the decision so far (ns).
    pub cost: u32,
}

/// Reads records back.
pub fn read(words: &[u32]) -> Vec<Decision> {
    let mut out = Vec::new();
    let mut rest = words;
    while rest.len() >= HEADER_WORDS {
        let length = ((rest[0] & 0x00ff_ffff) as usize).clamp(HEADER_WORDS, rest.len());
        let (record, tail) = rest.split_at(length);
        rest = tail;
        let step = |w: &[u32]| {
            let func = Func::ALL[(w[0] & 0xff) as usize];
            let answer = Answer::ALL[(w[0] >> 16 & 0xff) as usize];
            let value = Packed { func, answer, word: w[1] }.value();
            Step { func, cpu: (w[0] >> 8 & 0xff) as usize, answer, value, cost: w[2] }
        };
        let kind = Decided::ALL[(record[0] >> 24) as usize];
        out.push(Decision {
            kind,
            ns: u64::from(record[1]) | u64::from(record[2]) << 32,
            task: unpacked(record[3]),
            cpu: (record[3] >> 16 & 0xff) as usize,
            about: (record[3] >> 24) as usize,
            chosen: (record[4] & 0xff) as usize,
            why: Why::unpack(kind, record[4] >> 8 & 0xff),
            cost: record[5],
            steps: record[HEADER_WORDS..].chunks_exact(STEP_WORDS).map(step).collect(),
        });
    }
    out
}

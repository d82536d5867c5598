//! The picture of the recorded window.

use crate::bytes::{Cursor, put, put_cpu, put_pid, put_text};
use crate::{Fault, MOST_NAME, MOST_NS, MOST_ROWS};

/// What was recorded in the window, in the order of time. Times are those of the recording's clock (ns).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorded {
    /// All tasks of the window, with those that the tape leaves out.
    pub names: Vec<Name>,
    /// What CPUs ran, while it is known; in the order of `from`.
    pub runs: Vec<Run>,
    /// Waits that ended; in the order of `from`.
    pub waits: Vec<Wait>,
    pub moves: Vec<Move>,
    pub wakes: Vec<Wake>,
    /// The picture ends here, since a table is full (ns).
    pub ends: Option<u64>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Name {
    pub pid: i32,
    pub name: String,
    /// The process, if known.
    pub tgid: Option<i32>,
    /// The kernel's priority as last seen: 120 is nice 0.
    pub prio: Option<u8>,
}

/// An interval of a CPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Run {
    pub cpu: u16,
    /// 0: idle.
    pub pid: i32,
    pub from: u64,
    pub to: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wait {
    pub pid: i32,
    /// On which it runs afterwards.
    pub cpu: u16,
    pub from: u64,
    pub to: u64,
    /// After a wake-up; otherwise after a preemption.
    pub woken: bool,
    /// Events were lost while it waited.
    pub doubtful: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Move {
    pub at: u64,
    pub pid: i32,
    pub from: u16,
    pub to: u16,
    /// The place of its class in `sched_recording::Class::ALL`.
    pub class: u8,
}

/// Who wakes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum By {
    #[default]
    Unknown,
    Interrupt,
    Idle,
    Task,
    /// The task, or an interrupt that hit it.
    Maybe,
}

impl By {
    pub const ALL: [Self; 5] = [Self::Unknown, Self::Interrupt, Self::Idle, Self::Task, Self::Maybe];
}

/// A wake-up of a task that slept, or of a new one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wake {
    pub at: u64,
    pub pid: i32,
    /// The task that ran on the CPU of the wake-up; 0: idle.
    pub waker: i32,
    pub by: By,
    /// The CPU on which it was done.
    pub cpu: u16,
    /// The CPU on which the task was, if known.
    pub from: Option<u16>,
}

/// Writes times as differences.
struct Times {
    before: u64,
}

impl Times {
    fn put(&mut self, out: &mut Vec<u8>, at: u64) {
        put(out, at.saturating_sub(self.before));
        self.before = at;
    }

    fn read(&mut self, cursor: &mut Cursor, until: u64, what: &'static str) -> Result<u64, Fault> {
        let step = cursor.number()?;
        let at = self.before.checked_add(step).filter(|at| *at <= until).ok_or(Fault::Order { what })?;
        self.before = at;
        Ok(at)
    }
}

impl Recorded {
    pub(crate) fn encode(&self, from: u64, out: &mut Vec<u8>) {
        put(out, self.ends.map_or(0, |ends| ends.saturating_sub(from) + 1));
        put(out, self.names.len() as u64);
        for name in &self.names {
            put_pid(out, name.pid);
            put_text(out, &name.name);
            put(out, name.tgid.is_some().into());
            put_pid(out, name.tgid.unwrap_or(0));
            put(out, name.prio.map_or(0, |prio| u64::from(prio) + 1));
        }
        let times = || Times { before: from };

        put(out, self.runs.len() as u64);
        let mut at = times();
        self.runs.iter().for_each(|run| at.put(out, run.from));
        self.runs.iter().for_each(|run| put(out, run.to.saturating_sub(run.from)));
        self.runs.iter().for_each(|run| put(out, run.cpu.into()));
        self.runs.iter().for_each(|run| put_pid(out, run.pid));

        put(out, self.waits.len() as u64);
        let mut at = times();
        self.waits.iter().for_each(|wait| at.put(out, wait.from));
        self.waits.iter().for_each(|wait| put(out, wait.to.saturating_sub(wait.from)));
        self.waits.iter().for_each(|wait| put(out, wait.cpu.into()));
        self.waits.iter().for_each(|wait| put_pid(out, wait.pid));
        self.waits.iter().for_each(|wait| put(out, u64::from(wait.woken) | u64::from(wait.doubtful) << 1));

        put(out, self.moves.len() as u64);
        let mut at = times();
        self.moves.iter().for_each(|one| at.put(out, one.at));
        self.moves.iter().for_each(|one| put_pid(out, one.pid));
        self.moves.iter().for_each(|one| put(out, one.from.into()));
        self.moves.iter().for_each(|one| put(out, one.to.into()));
        self.moves.iter().for_each(|one| put(out, one.class.into()));

        put(out, self.wakes.len() as u64);
        let mut at = times();
        self.wakes.iter().for_each(|wake| at.put(out, wake.at));
        self.wakes.iter().for_each(|wake| put_pid(out, wake.pid));
        self.wakes.iter().for_each(|wake| put_pid(out, wake.waker));
        self.wakes.iter().for_each(|wake| put(out, wake.by as u64));
        self.wakes.iter().for_each(|wake| put(out, wake.cpu.into()));
        self.wakes.iter().for_each(|wake| put_cpu(out, wake.from));
    }

    pub(crate) fn read(cursor: &mut Cursor, from: u64, until: u64) -> Result<Self, Fault> {
        let cpu =
            |cursor: &mut Cursor| cursor.at_most("a CPU", crate::MOST_CPUS as u64 - 1).map(|cpu| cpu as u16);
        let length = |cursor: &mut Cursor, begin: u64| {
            Ok(begin + cursor.at_most("a length", until.saturating_sub(begin))?)
        };
        let times = || Times { before: from };
        let ends = cursor.at_most("the end of the picture", MOST_NS + 1)?.checked_sub(1).map(|at| from + at);
        let mut recorded = Self { ends, ..Self::default() };

        for _ in 0..cursor.count("the number of names", MOST_ROWS, 5)? {
            let pid = cursor.pid()?;
            let name = cursor.text("the length of a name", MOST_NAME)?;
            let has_tgid = cursor.at_most("a mark", 1)? == 1;
            let tgid = Some(cursor.pid()?).filter(|_| has_tgid);
            let prio = (cursor.at_most("a priority", 256)? as u16).checked_sub(1);
            recorded.names.push(Name { pid, name, tgid, prio: prio.map(|prio| prio as u8) });
        }

        let count = cursor.count("the number of runs", MOST_ROWS, 4)?;
        recorded.runs = vec![Run::default(); count];
        let mut at = times();
        for run in &mut recorded.runs {
            run.from = at.read(cursor, until, "runs")?;
        }
        for run in &mut recorded.runs {
            run.to = length(cursor, run.from)?;
        }
        for run in &mut recorded.runs {
            run.cpu = cpu(cursor)?;
        }
        for run in &mut recorded.runs {
            run.pid = cursor.pid()?;
        }

        let count = cursor.count("the number of waits", MOST_ROWS, 5)?;
        recorded.waits = vec![Wait::default(); count];
        let mut at = times();
        for wait in &mut recorded.waits {
            wait.from = at.read(cursor, until, "waits")?;
        }
        for wait in &mut recorded.waits {
            wait.to = length(cursor, wait.from)?;
        }
        for wait in &mut recorded.waits {
            wait.cpu = cpu(cursor)?;
        }
        for wait in &mut recorded.waits {
            wait.pid = cursor.pid()?;
        }
        for wait in &mut recorded.waits {
            let marks = cursor.at_most("marks", 3)?;
            (wait.woken, wait.doubtful) = (marks & 1 != 0, marks & 2 != 0);
        }

        let count = cursor.count("the number of moves", MOST_ROWS, 5)?;
        recorded.moves = vec![Move::default(); count];
        let mut at = times();
        for one in &mut recorded.moves {
            one.at = at.read(cursor, until, "moves")?;
        }
        for one in &mut recorded.moves {
            one.pid = cursor.pid()?;
        }
        for one in &mut recorded.moves {
            one.from = cpu(cursor)?;
        }
        for one in &mut recorded.moves {
            one.to = cpu(cursor)?;
        }
        for one in &mut recorded.moves {
            one.class = cursor.at_most("a class", 9)? as u8;
        }

        let count = cursor.count("the number of wake-ups", MOST_ROWS, 6)?;
        recorded.wakes = vec![Wake::default(); count];
        let mut at = times();
        for wake in &mut recorded.wakes {
            wake.at = at.read(cursor, until, "wake-ups")?;
        }
        for wake in &mut recorded.wakes {
            wake.pid = cursor.pid()?;
        }
        for wake in &mut recorded.wakes {
            wake.waker = cursor.pid()?;
        }
        for wake in &mut recorded.wakes {
            let by = cursor.at_most("a waker", By::ALL.len() as u64 - 1)?;
            wake.by = By::ALL[by as usize];
        }
        for wake in &mut recorded.wakes {
            wake.cpu = cpu(cursor)?;
        }
        for wake in &mut recorded.wakes {
            wake.from = cursor.cpu()?;
        }
        Ok(recorded)
    }
}

//! What tasks do: steps, in columns.

use crate::bytes::{Cursor, put, put_cpu, put_pid, put_text, unzigzag, zigzag};
use crate::{Fault, MOST_CPUS, MOST_NAME, MOST_NS, MOST_STEPS, MOST_TASKS};

/// The steps of all tasks of a recorded window.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tape {
    /// What the recording is called, for instance its file.
    pub name: String,
    /// The release of the recorded kernel; empty: unknown.
    pub release: String,
    /// The window by the recording's clock (ns).
    pub from: u64,
    pub until: u64,
    /// Number of CPUs.
    pub cpus: u16,
    /// What the CPUs share, by number; empty: unknown.
    pub places: Vec<Option<Place>>,
    /// Time of CPUs (ns) that no step stands for: tasks of other scheduling classes, tasks that were left out.
    pub others: u64,
    pub tasks: Vec<Task>,
}

/// The groups of a CPU. CPUs with the same number share that group; numbers are counted separately for each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub core: u16,
    /// `None`: unknown, or no larger than the core.
    pub cluster: Option<u16>,
    pub llc: u16,
    pub socket: u16,
}

/// A task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Task {
    pub pid: i32,
    pub name: String,
    /// Tasks of the same process have the same number.
    pub process: u32,
    pub nice: i8,
    /// It is a thread of the kernel.
    pub is_kernel: bool,
    /// The CPUs that it may use; empty: all, or unknown.
    pub allowed: Vec<u16>,
    pub begin: Begin,
    /// After the last one the task ends, unless that is a sleep that never ends.
    pub steps: Vec<Step>,
}

/// What a task does when the window begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Begin {
    Runs(u16),
    /// On the queue of this CPU.
    Waits(u16),
    /// It ran on this CPU last, if that is known. Its first step is a [`Step::Block`].
    Sleeps(Option<u16>),
    /// A step of another task forks it.
    #[default]
    Forked,
}

/// A step of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Runs for so long (ns).
    Run(u64),
    /// Wakes a task, by its place in [`Tape::tasks`].
    Wake(u16),
    /// Sends a message to a task, and wakes it as the write to a pipe does: it is about to sleep itself (`WF_SYNC`).
    Send(u16),
    Fork(u16),
    /// Sleeps.
    Block(Source),
    Yield,
}

/// What ends a sleep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A wake-up or a message by this task. They are counted: one that came first ends the sleep at once.
    Edge(u16),
    /// So much time after the sleep began (ns): a timer, a device.
    Length(u64),
    /// The time since the window began (ns): a periodic timer, a request from outside.
    Arrival(u64),
    /// Nothing: it sleeps when the window ends.
    Never,
    /// The recording cannot tell which: the time after the sleep began, and since the window began (ns).
    Either { length: u64, at: u64 },
}

impl Task {
    /// Time that the task runs (ns).
    pub fn run_ns(&self) -> u64 {
        let run = |step: &Step| if let Step::Run(ns) = step { *ns } else { 0 };
        self.steps.iter().map(run).fold(0, u64::saturating_add)
    }
}

/// The numbers of begins and steps in the file.
mod code {
    pub const RUNS: u64 = 0;
    pub const WAITS: u64 = 1;
    pub const SLEEPS: u64 = 2;
    pub const FORKED: u64 = 3;

    pub const RUN: u8 = 0;
    pub const WAKE: u8 = 1;
    pub const FORK: u8 = 2;
    pub const EDGE: u8 = 3;
    pub const LENGTH: u8 = 4;
    pub const ARRIVAL: u8 = 5;
    pub const EITHER: u8 = 6;
    pub const YIELD: u8 = 7;
    /// Since version 2.
    pub const NEVER: u8 = 8;
    /// Since version 2.
    pub const SEND: u8 = 9;
}

impl Tape {
    /// The length of the window (ns).
    pub fn length(&self) -> u64 {
        self.until.saturating_sub(self.from)
    }

    /// Time that the tasks run (ns).
    pub fn run_ns(&self) -> u64 {
        self.tasks.iter().map(Task::run_ns).fold(0, u64::saturating_add)
    }

    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        put_text(out, &self.name);
        put_text(out, &self.release);
        put(out, self.from);
        put(out, self.length());
        put(out, self.cpus.into());
        put(out, self.others);
        put(out, self.places.len() as u64);
        for place in &self.places {
            let Some(place) = place else {
                put(out, 0);
                continue;
            };
            put(out, u64::from(place.core) + 1);
            put_cpu(out, place.cluster);
            put(out, place.llc.into());
            put(out, place.socket.into());
        }
        let tasks = &self.tasks;
        put(out, tasks.len() as u64);
        tasks.iter().for_each(|task| put_pid(out, task.pid));
        tasks.iter().for_each(|task| put_text(out, &task.name));
        tasks.iter().for_each(|task| put(out, task.process.into()));
        tasks.iter().for_each(|task| put(out, zigzag(task.nice.into())));
        tasks.iter().for_each(|task| put(out, task.is_kernel.into()));
        for task in tasks {
            put(out, task.allowed.len() as u64);
            task.allowed.iter().for_each(|cpu| put(out, (*cpu).into()));
        }
        for task in tasks {
            let (code, cpu) = match task.begin {
                Begin::Runs(cpu) => (code::RUNS, Some(cpu)),
                Begin::Waits(cpu) => (code::WAITS, Some(cpu)),
                Begin::Sleeps(cpu) => (code::SLEEPS, cpu),
                Begin::Forked => (code::FORKED, None),
            };
            put(out, code);
            put_cpu(out, cpu);
        }
        tasks.iter().for_each(|task| put(out, task.steps.len() as u64));
        let steps = || tasks.iter().flat_map(|task| &task.steps);
        out.extend(steps().map(|step| match step {
            Step::Run(_) => code::RUN,
            Step::Wake(_) => code::WAKE,
            Step::Send(_) => code::SEND,
            Step::Fork(_) => code::FORK,
            Step::Block(Source::Edge(_)) => code::EDGE,
            Step::Block(Source::Length(_)) => code::LENGTH,
            Step::Block(Source::Arrival(_)) => code::ARRIVAL,
            Step::Block(Source::Either { .. }) => code::EITHER,
            Step::Block(Source::Never) => code::NEVER,
            Step::Yield => code::YIELD,
        }));
        for step in steps() {
            match *step {
                Step::Run(ns) | Step::Block(Source::Length(ns) | Source::Arrival(ns)) => put(out, ns),
                Step::Wake(task) | Step::Send(task) | Step::Fork(task) | Step::Block(Source::Edge(task)) => {
                    put(out, task.into());
                }
                Step::Block(Source::Either { length, at }) => {
                    put(out, length);
                    put(out, at);
                }
                Step::Block(Source::Never) | Step::Yield => {}
            }
        }
    }

    pub(crate) fn read(cursor: &mut Cursor) -> Result<Self, Fault> {
        let name = cursor.text("the length of the name", MOST_NAME)?;
        let release = cursor.text("the length of the release", MOST_NAME)?;
        let from = cursor.at_most("the beginning of the window", u64::MAX - MOST_NS)?;
        let until = from + cursor.at_most("the length of the window", MOST_NS)?;
        let cpus = cursor.at_most("the number of CPUs", MOST_CPUS as u64)? as u16;
        let others = cursor.number()?;
        let count = cursor.count("the number of places", MOST_CPUS, 1)?;
        let mut places = Vec::with_capacity(count);
        let most = MOST_CPUS as u64;
        for _ in 0..count {
            let core = cursor.at_most("a core", most)? as u16;
            let Some(core) = core.checked_sub(1) else {
                places.push(None);
                continue;
            };
            let cluster = cursor.cpu()?;
            let llc = cursor.at_most("a cache", most)? as u16;
            let socket = cursor.at_most("a socket", u16::MAX.into())? as u16;
            places.push(Some(Place { core, cluster, llc, socket }));
        }
        // Pid, name, process, nice, kernel, CPUs, begin with its CPU, steps.
        let count = cursor.count("the number of tasks", MOST_TASKS, 9)?;
        let mut tasks = vec![Task::default(); count];
        for task in &mut tasks {
            task.pid = cursor.pid()?;
        }
        for task in &mut tasks {
            task.name = cursor.text("the length of a name", MOST_NAME)?;
        }
        for task in &mut tasks {
            task.process = cursor.at_most("a process", u32::MAX.into())? as u32;
        }
        for task in &mut tasks {
            let found = cursor.number()?;
            let nice = unzigzag(found);
            if !(-20..=19).contains(&nice) {
                return Err(Fault::Range { what: "a nice value", found, most: 40 });
            }
            task.nice = nice as i8;
        }
        for task in &mut tasks {
            task.is_kernel = cursor.at_most("a mark", 1)? == 1;
        }
        for task in &mut tasks {
            let cpus = cursor.count("the number of CPUs of a task", MOST_CPUS, 1)?;
            for _ in 0..cpus {
                task.allowed.push(cursor.at_most("a CPU", most - 1)? as u16);
            }
        }
        for task in &mut tasks {
            let code = cursor.number()?;
            let cpu = cursor.cpu()?;
            task.begin = match code {
                code::RUNS => Begin::Runs(cpu.unwrap_or(0)),
                code::WAITS => Begin::Waits(cpu.unwrap_or(0)),
                code::SLEEPS => Begin::Sleeps(cpu),
                code::FORKED => Begin::Forked,
                found => return Err(Fault::Word { what: "the beginning of a task", found }),
            };
        }
        Self::read_steps(cursor, &mut tasks)?;
        let tape = Self { name, release, from, until, cpus, places, others, tasks };
        tape.check()?;
        Ok(tape)
    }

    fn read_steps(cursor: &mut Cursor, tasks: &mut [Task]) -> Result<(), Fault> {
        let mut counts = Vec::with_capacity(tasks.len());
        for _ in &*tasks {
            counts.push(cursor.count("the number of steps of a task", MOST_STEPS, 1)?);
        }
        let all = counts.iter().fold(0, |sum: usize, count| sum.saturating_add(*count));
        if all > MOST_STEPS {
            let what = "the number of steps";
            return Err(Fault::Range { what, found: all as u64, most: MOST_STEPS as u64 });
        }
        let mut codes = cursor.take(all)?.iter();
        let last = (tasks.len() as u64).wrapping_sub(1);
        for (task, count) in tasks.iter_mut().zip(counts) {
            task.steps.reserve_exact(count);
            for code in codes.by_ref().take(count) {
                let mut ns = || cursor.at_most("a time of a step", MOST_NS);
                let step = match *code {
                    code::RUN => Step::Run(ns()?),
                    code::LENGTH => Step::Block(Source::Length(ns()?)),
                    code::ARRIVAL => Step::Block(Source::Arrival(ns()?)),
                    code::EITHER => Step::Block(Source::Either { length: ns()?, at: ns()? }),
                    code::NEVER => Step::Block(Source::Never),
                    code::YIELD => Step::Yield,
                    code @ (code::WAKE | code::SEND | code::FORK | code::EDGE) => {
                        let other = cursor.at_most("the task of a step", last)? as u16;
                        match code {
                            code::WAKE => Step::Wake(other),
                            code::SEND => Step::Send(other),
                            code::FORK => Step::Fork(other),
                            _ => Step::Block(Source::Edge(other)),
                        }
                    }
                    found => return Err(Fault::Word { what: "a step", found: found.into() }),
                };
                task.steps.push(step);
            }
        }
        Ok(())
    }

    /// Checks what no single number says: that nobody waits for a wake-up that never comes, and that who is forked is forked
    /// once.
    fn check(&self) -> Result<(), Fault> {
        let mut edges = std::collections::BTreeMap::new();
        let mut forks = vec![0_u8; self.tasks.len()];
        for (own, task) in self.tasks.iter().enumerate() {
            let own = own as u16;
            for step in &task.steps {
                match *step {
                    Step::Wake(other) | Step::Send(other) => *edges.entry((own, other)).or_insert(0_i64) += 1,
                    Step::Block(Source::Edge(other)) => *edges.entry((other, own)).or_insert(0) -= 1,
                    Step::Fork(child) => {
                        let times = &mut forks[usize::from(child)];
                        *times = times.saturating_add(1);
                    }
                    _ => {}
                }
            }
        }
        if let Some(((_, task), _)) = edges.iter().find(|(_, left)| **left < 0) {
            return Err(Fault::Unwoken { task: (*task).into() });
        }
        let wrong = |(task, times): (&Task, &u8)| *times != u8::from(task.begin == Begin::Forked);
        if let Some(task) = self.tasks.iter().zip(&forks).position(wrong) {
            return Err(Fault::Forks { task: task as u64 });
        }
        Ok(())
    }
}

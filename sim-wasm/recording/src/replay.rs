//! Makes a replay of a recording: what each task did, as steps. docs/model/replay.md says what is kept.

use crate::fields::{Kind, State};
use crate::place::Distance;
use crate::record::{NO_CPU, NO_PID, Record, flag};
use crate::recording::Recording;
use crate::tasks::Doing;
use sched_replay::{Begin, By, File, Move, Name, Place, Recorded, Run, Source, Step, Tape, Task, Wait, Wake};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Costs of the machine that recorded bursts contain (ns). They are taken off, since the simulator charges them again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Costs {
    pub switch: u64,
    /// Added to a switch between processes.
    pub mm_switch: u64,
    pub wakeup: u64,
    /// What a task fetches again after a move to another CPU, by [`Distance`].
    pub fetch: [u64; Distance::ALL.len()],
}

/// What is wanted of a replay.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// What the recording is called.
    pub name: String,
    pub costs: Costs,
    /// The tool that recorded is left out.
    pub without_recorder: bool,
    /// Names of tasks are replaced.
    pub anonymous: bool,
    /// The picture of the window is left out.
    pub without_picture: bool,
    /// What CPUs get done, of 1024, by their number; of others nothing is known. A burst is work for the fastest CPU.
    pub capacities: Vec<u32>,
}

/// The capacity of the fastest CPU.
const FULL_CAPACITY: u32 = 1024;
/// A burst is not made shorter than this (ns).
const LEAST_BURST: u64 = 100;
/// A task hands over so soon after it has woken the other one (ns of its CPU time).
const JUST: u64 = 10_000;
/// Times that a task hands over to another one, from which on that is no coincidence.
const LEAST_HANDS: u64 = 10;
/// Switches that do not fit, in percent, from which on there is no replay.
const MOST_MISMATCHED: u64 = 5;
/// Time of tasks that cannot be replayed, in percent of the time that CPUs ran, from which on there is no replay.
const MOST_OTHERS: u64 = 5;

/// Why there is no replay of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The events were not kept, or there are none.
    Nothing,
    Mismatched {
        count: u64,
        of: u64,
    },
    Others {
        pct: u64,
    },
    TooLong {
        most: u64,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Nothing => write!(f, "There is no replay: no task runs in this time span."),
            Self::Mismatched { count, of } => write!(
                f,
                "There is no replay: {count} of {of} switches do not fit what ran before them, so too much was not recorded."
            ),
            Self::Others { pct } => write!(
                f,
                "There is no replay: {pct} % of the CPU time is of real-time and deadline tasks, which the simulator lacks."
            ),
            Self::TooLong { most } => {
                write!(f, "There is no replay: the time span is longer than {most} s; choose a shorter one.")
            }
        }
    }
}

/// What is to be said of a replay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Remark {
    /// Events that ended sleeps: by a task, after a length, at a time, unknown.
    Sleeps {
        edges: u64,
        lengths: u64,
        arrivals: u64,
        unknown: u64,
    },
    /// Sleeps that did not happen, as a task was preempted by the one that it woke and waited for.
    Hands {
        pairs: u64,
    },
    /// CPU time (ns) of tasks that no step stands for.
    Others {
        ns: u64,
        tasks: u64,
    },
    /// The tool that recorded is among the tasks, with so much CPU time (ns).
    Recorder {
        name: String,
        ns: u64,
    },
    /// The recording goes on after the last event that was kept.
    Full {
        events: u64,
    },
    /// There are no wake-ups: no task waits for another.
    NoWakeups,
    /// Wake-ups by a task that may be an interrupt.
    Maybe {
        count: u64,
    },
    TooManyTasks {
        most: usize,
        left: u64,
    },
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        use crate::fault::{count, length};
        match self {
            Self::Sleeps { edges, lengths, arrivals, unknown } => write!(
                f,
                "Of the sleeps, {} end by another task, {} after their length (timers), {} at a time (periods, beginning); of {} nobody knows which.",
                count(*edges),
                count(*lengths),
                count(*arrivals),
                count(*unknown)
            ),
            Self::Hands { pairs } => write!(
                f,
                "{} pairs of tasks hand over to each other without a sleep: in the replay the waker waits for the woken task.",
                count(*pairs)
            ),
            Self::Others { ns, tasks } => write!(
                f,
                "{} tasks with {} of CPU time are not replayed: real-time tasks, the kernel's own schedulers, what was left out.",
                count(*tasks),
                length(*ns)
            ),
            Self::Recorder { name, ns } => {
                write!(f, "The recorder {name} ran for {}: it is part of the replay.", length(*ns))
            }
            Self::Full { events } => {
                write!(
                    f,
                    "Only the first {} events are replayed: choose a shorter time span.",
                    count(*events)
                )
            }
            Self::NoWakeups => {
                write!(f, "There are no wake-ups in it: in the replay no task waits for another.")
            }
            Self::Maybe { count: number } => write!(
                f,
                "{} of the wake-ups by a task may be by an interrupt that hit it: the recording has no flags.",
                count(*number)
            ),
            Self::TooManyTasks { most, left } => {
                write!(f, "{} tasks are left out: a replay has at most {most}.", count(*left))
            }
        }
    }
}

/// A replay, and what is to be said of it.
#[derive(Clone, Debug)]
pub struct Taken {
    pub file: File,
    pub remarks: Vec<Remark>,
    /// The CPU time of each task of the tape in the window, as recorded (ns).
    pub ran: Vec<u64>,
}

/// The end of a sleep as the recording has it.
#[derive(Clone, Copy, Debug)]
struct Ended {
    at: u64,
    by: Waker,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waker {
    /// A task, by its index, and whether it may have been an interrupt.
    Task { index: usize, maybe: bool },
    /// An interrupt, the idle task, or unknown.
    Timed,
    /// A packet that came from outside.
    Network,
    /// The recorded scheduler itself: the sleep is not replayed.
    Scheduler,
}

/// A step while it is being made.
#[derive(Clone, Copy, Debug)]
enum Draft {
    /// ns, and what of it the simulator charges again.
    Run {
        ns: u64,
        costs: u64,
    },
    Wake(usize),
    /// It sends a message to that task, and wakes it, if that sleeps.
    Send {
        to: usize,
        wakes: bool,
    },
    /// It receives a message from that task, and has not slept for it.
    Receive(usize),
    Fork(usize),
    /// It has handed over to that task, which it has just woken.
    Hand(usize),
    /// It goes to sleep, and that task goes on.
    Back(usize),
    Block {
        from: u64,
        ended: Option<Ended>,
        first: bool,
        /// For a device or a lock: its length is its own.
        device: bool,
    },
    Nothing,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum At {
    #[default]
    Unknown,
    Runs {
        cpu: u16,
        since: u64,
    },
    Waits,
    Sleeps,
    Gone,
}

/// A task while its steps are being made.
#[derive(Debug, Default)]
struct Making {
    pid: i32,
    at: At,
    begin: Option<Begin>,
    steps: Vec<Draft>,
    /// See [`Builder::process`].
    process: u32,
    /// The CPU on which it ran last.
    last: Option<u16>,
    /// Run time since the last step (ns), and what of it the simulator charges again.
    run: u64,
    costs: u64,
    /// All run time (ns).
    ran: u64,
    is_left_out: bool,
    /// The tasks that have handed over to it since it slept last.
    handed: Vec<usize>,
    /// The task to which it sent its last message, and the place of that step.
    sent: Option<(usize, usize)>,
}

impl Making {
    /// What it ran since the last step becomes a step.
    fn flush(&mut self) {
        if self.run > 0 {
            self.steps.push(Draft::Run { ns: self.run, costs: self.costs });
            (self.run, self.costs) = (0, 0);
        }
    }

    fn passes(&mut self, at: u64, capacities: &[u32]) {
        if let At::Runs { since, cpu } = &mut self.at {
            let ran = at.saturating_sub(*since);
            let capacity = capacities.get(usize::from(*cpu)).copied().unwrap_or(FULL_CAPACITY);
            self.run += (u128::from(ran) * u128::from(capacity) / u128::from(FULL_CAPACITY)) as u64;
            self.ran += ran;
            *since = at.max(*since);
        }
    }

    fn wakes(&mut self, ended: Ended) {
        if let Some(Draft::Block { ended: open @ None, .. }) = self.steps.last_mut() {
            *open = Some(ended);
        }
    }
}

/// Messages from one task to another one that were sent and not received.
#[derive(Clone, Copy, Debug, Default)]
struct Messages {
    left: u64,
    /// Of them: those that woke the receiver. Its sleep stands for their receipt.
    wakes: u64,
}

struct Builder<'a> {
    recording: &'a Recording,
    /// See [`Wanted::capacities`].
    capacities: &'a [u32],
    costs: Costs,
    tasks: Vec<Making>,
    index: BTreeMap<i32, usize>,
    from: u64,
    has_wakeups: bool,
    /// Times of wake-ups that may be by an interrupt.
    maybe: u64,
    wakes: Vec<Wake>,
    running: Vec<Option<i32>>,
    /// The processes of tasks, by their number or the name of the task.
    processes: BTreeMap<String, u32>,
    /// The process that ran last on each CPU.
    ran_last: Vec<Option<u32>>,
    /// How often a task handed over to another one, and how often that one went to sleep then.
    hands: BTreeMap<(usize, usize), (u64, u64)>,
    /// Messages by sender and receiver.
    messages: BTreeMap<(usize, usize), Messages>,
    has_messages: bool,
}

/// Whether a task is a tool that records.
pub fn is_recorder(name: &str) -> bool {
    ["perf", "trace-cmd", "traced", "traced_probes", "sched-record"].contains(&name)
}

/// Whether a task is a part of the recorded scheduler.
fn is_scheduler(name: &str) -> bool {
    ["migration/", "cpuhp/", "idle_inject/"].iter().any(|start| name.starts_with(start))
}

/// Whether a task is a thread of the kernel, as far as its name tells.
fn is_kernel(name: &str) -> bool {
    let known =
        ["kworker/", "ksoftirqd/", "rcu", "kthreadd", "kswapd", "jbd2/", "irq/", "khugepaged", "kcompactd"];
    known.iter().any(|start| name.starts_with(start))
}

/// The CPU to which a thread of the kernel is bound by its name.
pub fn bound_to(name: &str) -> Option<u16> {
    let rest = name.strip_prefix("ksoftirqd/").or_else(|| name.strip_prefix("kworker/"))?;
    let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok().filter(|cpu| usize::from(*cpu) < sched_replay::MOST_CPUS)
}

impl Builder<'_> {
    fn name(&self, pid: i32) -> String {
        self.recording.task(pid).map(crate::Task::comm).unwrap_or_default()
    }

    fn task(&mut self, pid: i32) -> usize {
        if let Some(index) = self.index.get(&pid) {
            return *index;
        }
        let index = self.tasks.len();
        let process = self.process(pid);
        self.tasks.push(Making { pid, process, ..Making::default() });
        self.index.insert(pid, index);
        index
    }

    /// The process of a task: if it is not known, tasks of one name are one.
    fn process(&mut self, pid: i32) -> u32 {
        let key = match self.recording.task(pid).and_then(|task| task.tgid) {
            Some(tgid) => format!("{tgid}"),
            None => format!(" {}", self.name(pid)),
        };
        let next = u32::try_from(self.processes.len()).unwrap_or(0);
        *self.processes.entry(key).or_insert(next)
    }

    fn sleeps(&mut self, index: usize, at: u64, first: bool) {
        let task = &mut self.tasks[index];
        task.flush();
        task.at = At::Sleeps;
        task.sent = None;
        task.steps.push(Draft::Block { from: at, ended: None, first, device: false });
    }

    fn begins(&mut self, pid: i32, doing: Doing, cpu: u16, from: u64) {
        let index = self.task(pid);
        let known = (cpu != NO_CPU).then_some(cpu);
        match doing {
            Doing::Runs => {
                self.tasks[index].begin = Some(Begin::Runs(cpu));
                self.tasks[index].at = At::Runs { cpu, since: from };
            }
            Doing::Waits => {
                self.tasks[index].begin = Some(Begin::Waits(known.unwrap_or(0)));
                self.tasks[index].at = At::Waits;
            }
            Doing::Sleeps => {
                self.tasks[index].begin = Some(Begin::Sleeps(known));
                self.sleeps(index, from, true);
            }
            Doing::Gone => self.tasks[index].at = At::Gone,
            Doing::Unknown => {}
        }
    }

    fn take(&mut self, record: &Record) {
        if self.running.len() <= usize::from(record.cpu) {
            self.running.resize(usize::from(record.cpu) + 1, None);
            self.ran_last.resize(usize::from(record.cpu) + 1, None);
        }
        match record.kind {
            Kind::Switch => self.switch(record),
            Kind::Waking | Kind::Wakeup | Kind::WakeupNew => self.wake(record),
            Kind::Fork => self.forks(record.other),
            Kind::Sent => self.sends(record),
            Kind::Received => self.receives(record),
            Kind::Migrate | Kind::Exit | Kind::Exec => {}
        }
    }

    fn switch(&mut self, record: &Record) {
        let (at, cpu) = (record.at, record.cpu);
        let running = self.running[usize::from(cpu)].replace(record.other);
        let prev = if record.task == NO_PID { running.unwrap_or(0) } else { record.task };
        if let Some(other) = running.filter(|pid| *pid != prev && *pid != 0) {
            // Events are missing: when that task left is not known.
            let index = self.task(other);
            if matches!(self.tasks[index].at, At::Runs { cpu: its, .. } if its == cpu) {
                self.tasks[index].at = At::Waits;
            }
        }
        if prev != 0 {
            let index = self.task(prev);
            if self.tasks[index].at == At::Unknown {
                // It was there before the first event of the CPU.
                self.begins(prev, Doing::Runs, cpu, self.from);
            }
            self.tasks[index].passes(at, self.capacities);
            match record.state {
                State::Runnable | State::Preempted => {
                    self.tasks[index].at = At::Waits;
                    self.hands_over(index, record.other);
                }
                State::Asleep | State::Device => {
                    self.hands_back(index);
                    self.sleeps(index, at, false);
                    if let Some(Draft::Block { device, .. }) = self.tasks[index].steps.last_mut() {
                        *device = record.state == State::Device;
                    }
                }
                State::Gone => {
                    self.hands_back(index);
                    self.tasks[index].flush();
                    self.tasks[index].at = At::Gone;
                }
            }
        }
        if record.other != 0 {
            let next = self.task(record.other);
            match self.tasks[next].at {
                At::Unknown if self.has_wakeups => self.begins(record.other, Doing::Waits, cpu, self.from),
                At::Unknown => {
                    self.begins(record.other, Doing::Sleeps, cpu, self.from);
                    self.tasks[next].wakes(Ended { at, by: Waker::Timed });
                }
                // Nobody was seen to wake it.
                At::Sleeps => self.tasks[next].wakes(Ended { at, by: Waker::Timed }),
                At::Gone => {
                    self.sleeps(next, at, true);
                    self.tasks[next].wakes(Ended { at, by: Waker::Timed });
                }
                At::Runs { .. } | At::Waits => {}
            }
            let task = &mut self.tasks[next];
            task.at = At::Runs { cpu, since: at };
            let costs = self.costs;
            let before = self.ran_last[usize::from(cpu)].replace(task.process);
            task.costs += costs.switch + if before == Some(task.process) { 0 } else { costs.mm_switch };
            if let Some(last) = task.last.replace(cpu).filter(|last| *last != cpu) {
                // Of a machine of which nothing is known, all CPUs share a cache.
                let far = self.recording.places().distance(last, cpu).unwrap_or(Distance::Llc);
                task.costs += costs.fetch[far as usize];
            }
        }
    }

    /// A task is preempted by the task that it has just woken. Tasks that do so again and again wait for each other, as over
    /// two pipes: the one that is preempted does not get to sleep.
    fn hands_over(&mut self, index: usize, next: i32) {
        let Some(&next) = self.index.get(&next) else { return };
        let task = &mut self.tasks[index];
        let just =
            task.run <= JUST && matches!(task.steps.last(), Some(Draft::Wake(woken)) if *woken == next);
        if just {
            task.flush();
            task.steps.push(Draft::Hand(next));
            self.tasks[next].handed.push(index);
            self.hands.entry((index, next)).or_default().0 += 1;
        }
    }

    /// A task goes to sleep: those that have handed over to it go on.
    fn hands_back(&mut self, index: usize) {
        for other in std::mem::take(&mut self.tasks[index].handed) {
            let task = &mut self.tasks[index];
            task.flush();
            task.steps.push(Draft::Back(other));
            self.hands.entry((other, index)).or_default().1 += 1;
        }
    }

    /// The task in whose context an event is told, if it is known to run there.
    fn context(&mut self, record: &Record) -> Option<usize> {
        let pid = match record.context {
            NO_PID => self.running[usize::from(record.cpu)]?,
            pid => pid,
        };
        // Tools name a task that is exiting -1.
        let runs = self.running[usize::from(record.cpu)];
        if pid <= 0 || runs.is_some_and(|runs| runs != pid) || record.flags & flag::INTERRUPT != 0 {
            return None;
        }
        let index = self.task(pid);
        if self.tasks[index].at == At::Unknown {
            self.begins(pid, Doing::Runs, record.cpu, self.from);
        }
        matches!(self.tasks[index].at, At::Runs { cpu, .. } if cpu == record.cpu).then_some(index)
    }

    fn wake(&mut self, record: &Record) {
        if record.flags & flag::IN_VAIN != 0 {
            return;
        }
        let at = record.at;
        let index = self.task(record.task);
        let is_new = record.kind == Kind::WakeupNew;
        match self.tasks[index].at {
            At::Sleeps => {}
            At::Unknown if is_new => {}
            At::Unknown => self.begins(record.task, Doing::Sleeps, record.from, self.from),
            At::Gone => {}
            At::Runs { .. } | At::Waits => return,
        }
        let waker = self.context(record);
        let by = match waker {
            // A wake-up may be told by the woken CPU, which did not do it.
            Some(_) if record.kind == Kind::Wakeup => Waker::Timed,
            Some(index) => {
                let name = self.name(self.tasks[index].pid);
                let maybe = record.flags & flag::NO_FLAGS != 0;
                if is_scheduler(&name) { Waker::Scheduler } else { Waker::Task { index, maybe } }
            }
            None if record.flags & flag::NETWORK != 0 => Waker::Network,
            None => Waker::Timed,
        };
        let waker_pid = waker.map_or(0, |waker| self.tasks[waker].pid);
        let how = match by {
            Waker::Task { maybe: true, .. } => By::Maybe,
            Waker::Task { .. } | Waker::Scheduler => By::Task,
            Waker::Network => By::Interrupt,
            Waker::Timed if record.flags & flag::INTERRUPT != 0 => By::Interrupt,
            Waker::Timed if record.context == 0 => By::Idle,
            Waker::Timed => By::Unknown,
        };
        let from = (record.from != NO_CPU).then_some(record.from);
        let shown = if record.context == NO_PID { waker_pid } else { record.context.max(0) };
        self.wakes.push(Wake { at, pid: record.task, waker: shown, by: how, cpu: record.cpu, from });
        if is_new {
            if matches!(self.tasks[index].at, At::Unknown) {
                match waker {
                    Some(parent) if parent != index => {
                        self.tasks[index].begin = Some(Begin::Forked);
                        let parent = &mut self.tasks[parent];
                        parent.passes(at, self.capacities);
                        parent.flush();
                        parent.steps.push(Draft::Fork(index));
                        self.tasks[index].last = Some(record.cpu);
                    }
                    _ => {
                        self.begins(record.task, Doing::Sleeps, record.from, self.from);
                        self.tasks[index].wakes(Ended { at, by: Waker::Timed });
                    }
                }
                self.tasks[index].at = At::Waits;
                return;
            }
            if self.tasks[index].at == At::Gone {
                // A pid that begins anew goes on as the same task.
                self.sleeps(index, at, false);
            }
        } else if self.tasks[index].at == At::Gone {
            return;
        }
        if record.flags & flag::INTERRUPT != 0
            && let Some(hit) = self.running[usize::from(record.cpu)].filter(|pid| *pid != 0)
        {
            let hit = self.task(hit);
            self.tasks[hit].costs += self.costs.wakeup;
        }
        if let Waker::Task { index: waker, .. } = by {
            let messages = self.messages.entry((waker, index)).or_default();
            let waker = &mut self.tasks[waker];
            let step = match waker.sent.take_if(|(to, _)| *to == index) {
                // The wake-up is that of the message.
                Some((_, place)) => {
                    messages.wakes += 1;
                    waker.steps[place] = Draft::Nothing;
                    Draft::Send { to: index, wakes: true }
                }
                None => Draft::Wake(index),
            };
            waker.passes(at, self.capacities);
            waker.flush();
            waker.steps.push(step);
        }
        self.tasks[index].wakes(Ended { at, by });
        self.tasks[index].at = At::Waits;
    }

    /// A task sends a message: if no wake-up follows, one that ends the sleep that would come.
    fn sends(&mut self, record: &Record) {
        let Some(sender) = self.context(record) else { return };
        let to = self.task(record.task);
        self.has_messages = true;
        self.messages.entry((sender, to)).or_default().left += 1;
        let task = &mut self.tasks[sender];
        task.passes(record.at, self.capacities);
        task.flush();
        task.sent = Some((to, task.steps.len()));
        task.steps.push(Draft::Send { to, wakes: false });
    }

    /// A task has received a message: if it did not sleep for it, a sleep that would come if the sender were slower.
    fn receives(&mut self, record: &Record) {
        let Some(to) = self.context(record) else { return };
        let sender = self.task(record.task);
        let Some(messages) = self.messages.get_mut(&(sender, to)).filter(|all| all.left > 0) else { return };
        messages.left -= 1;
        if messages.left == 0 {
            // A wake-up that comes now is no message's.
            self.tasks[sender].sent.take_if(|(receiver, _)| *receiver == to);
        }
        if messages.wakes > 0 {
            messages.wakes -= 1;
            return;
        }
        let task = &mut self.tasks[to];
        task.passes(record.at, self.capacities);
        task.flush();
        task.steps.push(Draft::Receive(sender));
    }

    /// A fork is told by the parent; the child begins with its first wake-up.
    fn forks(&mut self, child: i32) {
        let index = self.task(child);
        if self.tasks[index].at == At::Gone && self.tasks[index].begin.is_none() {
            self.tasks[index].at = At::Unknown;
        }
    }
}

/// The median, and whether seven of ten numbers are near it.
fn regular(numbers: &mut [u64]) -> Option<u64> {
    if numbers.len() < 3 {
        return None;
    }
    numbers.sort_unstable();
    let median = numbers[numbers.len() / 2];
    let near = numbers.iter().filter(|one| is_near(**one, median)).count();
    (near * 10 >= numbers.len() * 7).then_some(median)
}

/// Within 1 %, or within 50 µs of a time that is much longer.
fn is_near(one: u64, median: u64) -> bool {
    one.abs_diff(median) <= (median / 100).max((median / 10).min(50_000))
}

/// Sleeps of one task that ended otherwise than by a task: their lengths, and the times between their ends.
fn timers(steps: &[Draft]) -> (Option<u64>, Option<u64>) {
    let ends = steps.iter().filter_map(|step| match step {
        Draft::Block { from, ended: Some(Ended { at, by: Waker::Timed }), first: false, .. } => {
            Some((at.saturating_sub(*from), *at))
        }
        _ => None,
    });
    let (mut lengths, times): (Vec<u64>, Vec<u64>) = ends.unzip();
    let mut between: Vec<u64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    (regular(&mut lengths), regular(&mut between))
}

/// A task without flags in the recording, whose sleeps by a task are as regular as those of a timer, is woken by a timer that
/// interrupts that task.
fn hidden_timers(tasks: &mut [Making]) -> u64 {
    /// Shorter sleeps are regular without a timer (ns).
    const SHORTEST: u64 = 500_000;
    let mut is_removed = vec![false; tasks.len()];
    let mut maybe = 0;
    for (index, task) in tasks.iter_mut().enumerate() {
        let index_of = |step: &Draft| match step {
            Draft::Block {
                from,
                ended: Some(Ended { at, by: Waker::Task { maybe: true, .. } | Waker::Timed }),
                first: false,
                ..
            } => Some((at.saturating_sub(*from), *at)),
            _ => None,
        };
        let (mut lengths, times): (Vec<u64>, Vec<u64>) = task.steps.iter().filter_map(index_of).unzip();
        let mut between: Vec<u64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let is_timer = regular(&mut lengths).or(regular(&mut between)).is_some_and(|one| one >= SHORTEST);
        for step in &mut task.steps {
            if let Draft::Block {
                ended: Some(Ended { by: by @ Waker::Task { maybe: true, .. }, .. }), ..
            } = step
            {
                if is_timer {
                    *by = Waker::Timed;
                    is_removed[index] = true;
                } else {
                    maybe += 1;
                }
            }
        }
    }
    // The wake-ups of those sleeps go, as far as they had no flags: an edge that nobody waits for costs nothing else.
    for task in &mut *tasks {
        for step in &mut task.steps {
            if let Draft::Wake(other) = step
                && is_removed[*other]
            {
                *step = Draft::Nothing;
            }
        }
    }
    maybe
}

/// Pairs of tasks that hand over to each other.
struct Hands {
    /// How often the second has gone to sleep after the first handed over to it.
    backs: BTreeMap<(usize, usize), u64>,
}

impl Hands {
    /// Those of which nearly every wake-up hands over.
    fn of(hands: BTreeMap<(usize, usize), (u64, u64)>, tasks: &[Making]) -> Self {
        let mut wakes: BTreeMap<(usize, usize), u64> = BTreeMap::new();
        for (index, task) in tasks.iter().enumerate() {
            for step in &task.steps {
                if let Draft::Wake(other) = step {
                    *wakes.entry((index, *other)).or_default() += 1;
                }
            }
        }
        let is_meant = |pair: &(usize, usize), count: u64| {
            count >= LEAST_HANDS && count * 10 >= wakes.get(pair).copied().unwrap_or(0) * 9
        };
        let backs = hands.into_iter().filter(|(pair, (count, _))| is_meant(pair, *count));
        Self { backs: backs.map(|(pair, (_, backs))| (pair, backs)).collect() }
    }

    fn are_meant(&self, pair: (usize, usize)) -> bool {
        self.backs.contains_key(&pair)
    }

    /// Whether the first waits for the second, which goes to sleep later.
    fn waits(&mut self, pair: (usize, usize)) -> bool {
        self.backs.get_mut(&pair).is_some_and(|left| match left.checked_sub(1) {
            Some(rest) => {
                *left = rest;
                true
            }
            None => false,
        })
    }
}

/// A window that begins when something is known of every CPU that has early events: tools begin CPU by CPU.
fn whole_from(events: &[Record], from: u64, until: u64) -> u64 {
    let mut firsts: BTreeMap<u16, u64> = BTreeMap::new();
    for record in events.iter().filter(|record| record.kind == Kind::Switch) {
        firsts.entry(record.cpu).or_insert(record.at);
    }
    let soon = from + (until - from) / 20;
    firsts.into_values().filter(|at| *at <= soon).max().unwrap_or(from)
}

/// Makes a replay of the window of a recording that was read with `keeps`, and `draws` for its picture.
///
/// # Errors
/// Why there is none.
pub fn replay(recording: &Recording, wanted: &Wanted) -> Result<Taken, Refused> {
    let kept = recording.kept().ok_or(Refused::Nothing)?;
    let (mut from, mut until) = recording.window();
    if until.saturating_sub(from) > sched_replay::MOST_NS {
        return Err(Refused::TooLong { most: sched_replay::MOST_NS / 1_000_000_000 });
    }
    let counters = &recording.counters;
    let switches: u64 = counters.switches.values().sum();
    if counters.mismatched_switches * 100 > switches * MOST_MISMATCHED {
        return Err(Refused::Mismatched { count: counters.mismatched_switches, of: switches });
    }
    if kept.is_full {
        until = kept.events.last().map_or(until, |last| last.at);
    }
    if kept.begin.is_empty() {
        from = whole_from(&kept.events, from, until);
    }
    let mut builder = Builder {
        recording,
        capacities: &wanted.capacities,
        costs: wanted.costs,
        tasks: Vec::new(),
        index: BTreeMap::new(),
        from,
        has_wakeups: counters.wakings + counters.wakeups > 0,
        maybe: 0,
        wakes: Vec::new(),
        running: Vec::new(),
        processes: BTreeMap::new(),
        ran_last: Vec::new(),
        hands: BTreeMap::new(),
        messages: BTreeMap::new(),
        has_messages: false,
    };
    for &(pid, doing, cpu) in &kept.begin {
        builder.begins(pid, doing, cpu, from);
    }
    let early = kept.events.partition_point(|record| record.at < from);
    for record in &kept.events[..early] {
        builder.take(record);
    }
    if early > 0 {
        restart(&mut builder, from);
    }
    for record in kept.events[early..].iter().filter(|record| record.at <= until) {
        builder.take(record);
    }
    for task in &mut builder.tasks {
        task.passes(until, builder.capacities);
        task.flush();
    }
    builder.maybe = hidden_timers(&mut builder.tasks);
    finish(builder, wanted, from, until, kept.is_full.then_some(kept.events.len() as u64))
}

/// The window begins: what is known of tasks is their beginning.
fn restart(builder: &mut Builder, from: u64) {
    builder.wakes.clear();
    builder.hands.clear();
    builder.messages.clear();
    for index in 0..builder.tasks.len() {
        let task = &mut builder.tasks[index];
        let at = task.at;
        let last = match task.begin {
            Some(Begin::Runs(cpu) | Begin::Waits(cpu)) => cpu,
            Some(Begin::Sleeps(cpu)) => cpu.unwrap_or(NO_CPU),
            _ => NO_CPU,
        };
        *task = Making { pid: task.pid, process: task.process, ..Making::default() };
        let pid = task.pid;
        match at {
            At::Unknown => {}
            At::Runs { cpu, .. } => builder.begins(pid, Doing::Runs, cpu, from),
            At::Waits => builder.begins(pid, Doing::Waits, last, from),
            At::Sleeps => builder.begins(pid, Doing::Sleeps, last, from),
            At::Gone => builder.begins(pid, Doing::Gone, last, from),
        }
    }
}

fn finish(
    builder: Builder,
    wanted: &Wanted,
    from: u64,
    until: u64,
    full: Option<u64>,
) -> Result<Taken, Refused> {
    let recording = builder.recording;
    let maybe = builder.maybe;
    let has_wakeups = builder.has_wakeups;
    let names: Vec<String> = builder.tasks.iter().map(|task| builder.name(task.pid)).collect();
    let Builder { mut tasks, wakes, mut hands, has_messages, .. } = builder;
    if has_messages {
        // Who waits for whom is known.
        hands.clear();
    }
    let mut hands = Hands::of(hands, &tasks);
    let nice = |pid: i32| recording.task(pid).and_then(|task| task.prio).map_or(0, |prio| prio - 120);
    let mut remarks = Vec::new();
    let (mut others, mut left_out) = (0, 0);
    let mut runs = 0;
    for (task, name) in tasks.iter_mut().zip(&names) {
        // A priority below 100 is real-time or deadline.
        let is_other_class = !(-20..=19).contains(&nice(task.pid)) && nice(task.pid) < -20;
        task.is_left_out =
            is_other_class || is_scheduler(name) || wanted.without_recorder && is_recorder(name);
        runs += task.ran;
        if task.is_left_out && task.ran > 0 {
            left_out += 1;
            others += task.ran;
        } else if is_recorder(name) && task.ran > 0 {
            remarks.push(Remark::Recorder { name: name.clone(), ns: task.ran });
        }
    }
    let strangers: u64 = tasks
        .iter()
        .zip(&names)
        .filter(|(task, name)| task.is_left_out && !is_recorder(name))
        .map(|(task, _)| task.ran)
        .sum();
    if strangers * 100 > runs * MOST_OTHERS {
        return Err(Refused::Others { pct: strangers * 100 / runs.max(1) });
    }
    // The tasks that do something, those that ran longest if there are too many.
    let acts = |task: &Making| !task.is_left_out && task.ran > 0 && task.begin.is_some();
    let mut chosen: Vec<usize> = (0..tasks.len()).filter(|index| acts(&tasks[*index])).collect();
    if chosen.len() > sched_replay::MOST_TASKS {
        chosen.sort_by_key(|index| (std::cmp::Reverse(tasks[*index].ran), *index));
        let rest = chosen.split_off(sched_replay::MOST_TASKS);
        others += rest.iter().map(|index| tasks[*index].ran).sum::<u64>();
        let left = rest.len() as u64;
        remarks.push(Remark::TooManyTasks { most: sched_replay::MOST_TASKS, left });
        chosen.sort_unstable();
    }
    if chosen.is_empty() {
        return Err(Refused::Nothing);
    }
    let mut place = vec![None; tasks.len()];
    for (i, index) in chosen.iter().enumerate() {
        place[*index] = u16::try_from(i).ok();
    }
    let mut forked = vec![false; tasks.len()];
    for index in &chosen {
        for step in &tasks[*index].steps {
            if let Draft::Fork(child) = step {
                forked[*child] = true;
            }
        }
    }
    let mut processes: BTreeMap<u32, u32> = BTreeMap::new();
    let mut aliases: BTreeMap<String, String> = BTreeMap::new();
    let mut counts = [0_u64; 4];
    let mut made = Vec::new();
    let mut ran = Vec::new();
    for index in &chosen {
        let task = &tasks[*index];
        let name = &names[*index];
        let next = u32::try_from(processes.len()).unwrap_or(0);
        let process = *processes.entry(task.process).or_insert(next);
        let is_kernel = is_kernel(name);
        let mut begin = task.begin.unwrap_or_default();
        let mut steps = Vec::new();
        if begin == Begin::Forked && !forked[*index] {
            // Its parent is not replayed: it comes when it came.
            begin = Begin::Sleeps(None);
            let born = wakes.iter().find(|wake| wake.pid == task.pid).map_or(from, |wake| wake.at);
            steps.push(Step::Block(Source::Arrival(born.saturating_sub(from))));
            counts[2] += 1;
        }
        let (length, period) = timers(&task.steps);
        // Costs that are to be taken off what it runs next (ns).
        let mut owed = 0;
        for (at, step) in task.steps.iter().enumerate() {
            match *step {
                // It sleeps when the window ends.
                Draft::Block { ended: None, .. } if at + 1 == task.steps.len() => {
                    steps.push(Step::Block(Source::Never));
                }
                Draft::Nothing => {}
                Draft::Run { ns, costs } => {
                    owed += costs;
                    let taken = owed.min(ns.saturating_sub(LEAST_BURST));
                    owed -= taken;
                    let ns = ns - taken;
                    match steps.last_mut() {
                        Some(Step::Run(before)) => *before += ns,
                        _ => steps.push(Step::Run(ns)),
                    }
                }
                Draft::Wake(other) => {
                    owed += wanted.costs.wakeup;
                    steps.extend(place[other].map(Step::Wake));
                }
                Draft::Send { to, wakes } => {
                    owed += if wakes { wanted.costs.wakeup } else { 0 };
                    steps.extend(place[to].map(Step::Send));
                }
                Draft::Receive(other) => {
                    steps.extend(place[other].map(|other| Step::Block(Source::Edge(other))));
                }
                Draft::Fork(child) => steps.extend(place[child].map(Step::Fork)),
                Draft::Hand(other) => {
                    if hands.waits((*index, other)) {
                        steps.extend(place[other].map(|other| Step::Block(Source::Edge(other))));
                    }
                }
                Draft::Back(other) => {
                    if hands.are_meant((other, *index)) {
                        steps.extend(place[other].map(Step::Wake));
                    }
                }
                Draft::Block { ended: None, .. } => {}
                Draft::Block { ended: Some(Ended { by: Waker::Scheduler, .. }), .. } => {}
                Draft::Block { from: began, ended: Some(Ended { at, by }), first, device } => {
                    let since = at.saturating_sub(began.max(from));
                    let arrival = at.saturating_sub(from);
                    let source = match by {
                        Waker::Task { index, .. } if place[index].is_some() => {
                            Source::Edge(place[index].unwrap_or(0))
                        }
                        // What comes from outside does not wait for a slower machine.
                        Waker::Network => Source::Arrival(arrival),
                        _ if first => Source::Arrival(arrival),
                        _ if device => Source::Length(since),
                        _ if length.is_some_and(|length| is_near(since, length)) => Source::Length(since),
                        _ if period.is_some() => Source::Arrival(arrival),
                        _ => Source::Either { length: since, at: arrival },
                    };
                    counts[match source {
                        Source::Edge(_) => 0,
                        Source::Length(_) => 1,
                        Source::Arrival(_) => 2,
                        Source::Either { .. } | Source::Never => 3,
                    }] += 1;
                    steps.push(Step::Block(source));
                    owed = 0;
                }
            }
        }
        let shown = if wanted.anonymous {
            let next = format!("p{}", aliases.len() + 1);
            aliases.entry(name.clone()).or_insert(next).clone()
        } else {
            name.clone()
        };
        made.push(Task {
            pid: task.pid,
            name: shown,
            process,
            nice: nice(task.pid).clamp(-20, 19) as i8,
            is_kernel,
            allowed: bound_to(name).filter(|_| is_kernel).into_iter().collect(),
            begin,
            steps,
        });
        ran.push(task.ran);
    }
    let [edges, lengths, arrivals, unknown] = counts;
    remarks.insert(0, Remark::Sleeps { edges, lengths, arrivals, unknown });
    if !hands.backs.is_empty() {
        remarks.push(Remark::Hands { pairs: hands.backs.len() as u64 });
    }
    if !has_wakeups {
        remarks.push(Remark::NoWakeups);
    }
    if others > 0 {
        remarks.push(Remark::Others { ns: others, tasks: left_out });
    }
    if maybe > 0 {
        remarks.push(Remark::Maybe { count: maybe });
    }
    remarks.extend(full.map(|events| Remark::Full { events }));
    let alias = |name: String| {
        aliases.get(&name).cloned().unwrap_or(if wanted.anonymous { "other".into() } else { name })
    };
    let recorded = recording
        .picture()
        .filter(|_| !wanted.without_picture)
        .map(|_| recorded(recording, &wakes, (from, until), alias));
    let tape = Tape {
        name: cut(&wanted.name),
        release: recording.release.clone().unwrap_or_default(),
        from,
        until,
        cpus: recording.cpu_count().min(sched_replay::MOST_CPUS) as u16,
        places: places(recording),
        others,
        tasks: made,
    };
    Ok(Taken { file: File { tape, recorded }, remarks, ran })
}

/// A name that a document can have.
fn cut(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(64).collect()
}

fn places(recording: &Recording) -> Vec<Option<Place>> {
    let short = |number: usize| u16::try_from(number).unwrap_or(u16::MAX).min(511);
    let place = |place: &crate::Place| Place {
        core: short(place.core),
        cluster: place.cluster.map(short),
        llc: short(place.llc),
        socket: short(place.socket),
    };
    recording.places().0.iter().take(sched_replay::MOST_CPUS).map(|one| one.as_ref().map(place)).collect()
}

/// The picture of the window, in the order of time.
fn recorded(
    recording: &Recording,
    wakes: &[Wake],
    (from, until): (u64, u64),
    alias: impl Fn(String) -> String,
) -> Recorded {
    let Some(picture) = recording.picture() else { return Recorded::default() };
    let inside = |begin: u64, end: u64| end > from && begin < until;
    let clip = |at: u64| at.clamp(from, until);
    let mut runs: Vec<Run> = picture
        .intervals
        .iter()
        .filter(|one| inside(one.from, one.to))
        .map(|one| Run { cpu: one.cpu, pid: one.pid, from: clip(one.from), to: clip(one.to) })
        .collect();
    runs.sort_by_key(|run| (run.from, run.cpu));
    let mut waits: Vec<Wait> = picture
        .waits
        .iter()
        .filter(|one| inside(one.from, one.to))
        .map(|one| Wait {
            pid: one.pid,
            cpu: one.cpu,
            from: clip(one.from),
            to: clip(one.to),
            woken: one.woken,
            doubtful: one.doubtful,
        })
        .collect();
    waits.sort_by_key(|wait| (wait.from, wait.pid));
    let class = |of: crate::Class| crate::Class::ALL.iter().position(|one| *one == of).unwrap_or(9) as u8;
    let mut moves: Vec<Move> = picture
        .moves
        .iter()
        .filter(|one| (from..until).contains(&one.at))
        .map(|one| Move { at: one.at, pid: one.pid, from: one.from, to: one.to, class: class(one.class) })
        .collect();
    moves.sort_by_key(|one| one.at);
    let mut pids: BTreeSet<i32> = runs.iter().map(|run| run.pid).collect();
    pids.extend(waits.iter().map(|wait| wait.pid));
    pids.extend(wakes.iter().flat_map(|wake| [wake.pid, wake.waker]));
    pids.extend(moves.iter().map(|one| one.pid));
    let names = pids.iter().filter_map(|pid| recording.task(*pid)).map(|task| Name {
        pid: task.pid,
        name: alias(task.comm()),
        tgid: task.tgid,
        prio: task.prio.and_then(|prio| u8::try_from(prio).ok()),
    });
    let mut wakes: Vec<Wake> =
        wakes.iter().filter(|wake| (from..=until).contains(&wake.at)).copied().collect();
    wakes.sort_by_key(|wake| wake.at);
    let ends = [runs.len(), waits.len(), moves.len(), wakes.len()]
        .iter()
        .any(|rows| *rows > sched_replay::MOST_ROWS);
    let ends = ends.then_some(until).into_iter().chain(picture.ends).min();
    runs.truncate(sched_replay::MOST_ROWS);
    waits.truncate(sched_replay::MOST_ROWS);
    moves.truncate(sched_replay::MOST_ROWS);
    wakes.truncate(sched_replay::MOST_ROWS);
    let mut names: Vec<Name> = names.collect();
    names.truncate(sched_replay::MOST_ROWS);
    Recorded { names, runs, waits, moves, wakes, ends: ends.map(clip) }
}

//! The format of Perfetto. The kernel's events are written as such, and its UI draws the running tasks from
//! them. Further tracks have the running tasks and the decisions of each CPU, with all details as arguments,
//! and arrows from the decision of a wake-up to the task that runs.

use crate::events::{By, Event, What};
use crate::protobuf::Message;
use crate::words::{received, sent, step_value};
use crate::{Cast, PROCESS, Writer, pid};
use sched_core::engine::ids::{CpuId, TaskId};
use sched_core::engine::time::Ns;
use sched_core::observe::decisions::{Decision, Why};
use sched_core::observe::vocab::{Cause, Decided, Left};
use std::collections::BTreeMap;

/// The field numbers of Perfetto's protocol.
mod field {
    pub const TRACE_PACKET: u32 = 1;
    pub mod packet {
        pub const FTRACE_EVENTS: u32 = 1;
        pub const PROCESS_TREE: u32 = 2;
        pub const TIMESTAMP: u32 = 8;
        pub const SEQUENCE: u32 = 10;
        pub const TRACK_EVENT: u32 = 11;
        pub const SYSTEM_INFO: u32 = 45;
        pub const TRACK_DESCRIPTOR: u32 = 60;
    }
    pub mod process_tree {
        pub const PROCESSES: u32 = 1;
        pub const THREADS: u32 = 2;
        pub const PID: u32 = 1;
        pub const CMDLINE: u32 = 3;
        pub const TID: u32 = 1;
        pub const NAME: u32 = 2;
        pub const TGID: u32 = 3;
    }
    pub mod track {
        pub const UUID: u32 = 1;
        pub const NAME: u32 = 2;
        pub const PARENT: u32 = 5;
        pub const CHILD_ORDERING: u32 = 11;
        pub const RANK: u32 = 12;
    }
    pub mod event {
        pub const ANNOTATIONS: u32 = 4;
        pub const TYPE: u32 = 9;
        pub const TRACK: u32 = 11;
        pub const CATEGORIES: u32 = 22;
        pub const NAME: u32 = 23;
        pub const FLOWS: u32 = 47;
        pub const LAST_OF_FLOWS: u32 = 48;
    }
    pub mod annotation {
        pub const UNSIGNED: u32 = 3;
        pub const TEXT: u32 = 6;
        pub const NAME: u32 = 10;
        pub const ENTRIES: u32 = 11;
    }
    pub mod system_info {
        pub const UTSNAME: u32 = 1;
        pub const NUM_CPUS: u32 = 8;
        pub const VERSION: u32 = 2;
        pub const RELEASE: u32 = 3;
    }
    pub mod bundle {
        pub const CPU: u32 = 1;
        pub const EVENT: u32 = 2;
        pub const LAST_READ: u32 = 9;
    }
    pub mod print {
        pub const TEXT: u32 = 2;
    }
    pub mod ftrace {
        pub const TIMESTAMP: u32 = 1;
        pub const PID: u32 = 2;
        pub const PRINT: u32 = 3;
        pub const SWITCH: u32 = 4;
        pub const COMMON_FLAGS: u32 = 5;
        pub const WAKEUP: u32 = 17;
        pub const WAKING: u32 = 20;
        pub const WAKEUP_NEW: u32 = 114;
        pub const EXIT: u32 = 238;
        pub const FORK: u32 = 239;
        pub const MIGRATE: u32 = 491;
    }
}

/// `TRACE_FLAG_HARDIRQ`.
const HARDIRQ: u32 = 8;
const SLICE_BEGIN: u32 = 1;
const SLICE_END: u32 = 2;
/// Orders tracks by their ranks.
const EXPLICIT: u32 = 3;

/// The identifiers of tracks: the two groups, then the first track of each group.
const RUNS: u64 = 1;
const DECISIONS: u64 = 2;
const FIRST_RUNS: u64 = 1 << 16;
const FIRST_DECISIONS: u64 = 2 << 16;

/// Events of a bundle at most.
const MOST_EVENTS: usize = 1000;
/// Maximum number of steps that are written for a decision.
const MOST_STEPS: usize = 64;

/// Writes Perfetto's packets.
#[derive(Default)]
pub struct Perfetto {
    /// The end of the last decision of each CPU: simultaneous decisions are drawn one after the other.
    decides_until: BTreeMap<CpuId, Ns>,
    /// The identifier of the last arrow.
    flows: u64,
    /// The waiting tasks, with the cause of their wait.
    waiting: BTreeMap<TaskId, Waiting>,
    /// The task whose slice is open on each CPU.
    running: BTreeMap<CpuId, TaskId>,
    /// Events of one CPU that follow each other, and their number. Events of one time keep their order only if a bundle ends where
    /// another CPU has an event.
    bundle: Option<(CpuId, usize, Message)>,
}

/// The cause of a task's wait.
#[derive(Default)]
struct Waiting {
    since: Option<Ns>,
    flow: Option<u64>,
    came: Vec<(&'static str, Argument)>,
}

enum Argument {
    Number(u64),
    Text(String),
    Entries(Vec<(String, Argument)>),
}

impl Argument {
    fn named(self, name: &str) -> Message {
        let message = Message::default().text(field::annotation::NAME, name);
        match self {
            Self::Number(number) => message.number(field::annotation::UNSIGNED, number),
            Self::Text(text) => message.text(field::annotation::TEXT, &text),
            Self::Entries(entries) => {
                let entries = entries.into_iter().map(|(name, value)| value.named(&name));
                message.messages(field::annotation::ENTRIES, entries)
            }
        }
    }
}

fn text(text: impl ToString) -> Argument {
    Argument::Text(text.to_string())
}

fn number(number: impl Into<u64>) -> Argument {
    Argument::Number(number.into())
}

impl From<CpuId> for Argument {
    fn from(cpu: CpuId) -> Self {
        number(u32::from(cpu))
    }
}

/// A packet of this sequence of packets.
fn packet() -> Message {
    Message::default().number(field::packet::SEQUENCE, 1u32)
}

fn write(message: Message, out: &mut Vec<u8>) {
    message.write_to(field::TRACE_PACKET, out);
}

/// A track, or a group of tracks.
fn track(uuid: u64, name: &str, parent: Option<u64>, rank: u32) -> Message {
    let mut track = Message::default().number(field::track::UUID, uuid).text(field::track::NAME, name);
    track = track.number(field::track::RANK, rank);
    track = match parent {
        Some(parent) => track.number(field::track::PARENT, parent),
        None => track.number(field::track::CHILD_ORDERING, EXPLICIT),
    };
    packet().message(field::packet::TRACK_DESCRIPTOR, track)
}

fn slice(at: Ns, event: Message, kind: u32, track: u64) -> Message {
    let event = event.number(field::event::TYPE, kind).number(field::event::TRACK, track);
    packet().number(field::packet::TIMESTAMP, at.0).message(field::packet::TRACK_EVENT, event)
}

fn arguments(event: Message, arguments: Vec<(&'static str, Argument)>) -> Message {
    let annotations = arguments.into_iter().map(|(name, value)| value.named(name));
    event.messages(field::event::ANNOTATIONS, annotations)
}

/// An event of the kernel in a context that runs `current`.
fn kernel(at: Ns, current: Option<TaskId>, interrupt: bool, kind: u32, fields: Message) -> Message {
    let event =
        Message::default().number(field::ftrace::TIMESTAMP, at.0).number(field::ftrace::PID, pid(current));
    let event = if interrupt { event.number(field::ftrace::COMMON_FLAGS, HARDIRQ) } else { event };
    event.message(kind, fields)
}

/// The common first fields of events about one task.
fn about(cast: &Cast, task: TaskId) -> Message {
    let fields = Message::default().text(1, &cast.comm(Some(task), CpuId(0))).number(2, pid(Some(task)));
    fields.number(3, cast.prio(Some(task)))
}

impl Writer for Perfetto {
    fn begin(&mut self, cast: &Cast, out: &mut Vec<u8>) {
        use field::process_tree::{CMDLINE, NAME, PID, PROCESSES, TGID, THREADS, TID};
        use field::system_info::{NUM_CPUS, RELEASE, UTSNAME, VERSION};
        // The version is free text: it has what ftrace's text has in comments.
        let mut system = Message::default().text(VERSION, &cast.head.join("\n"));
        if let Some(release) = cast.head.iter().find_map(|line| line.strip_prefix("# kernel: ")) {
            system = system.text(RELEASE, release);
        }
        let system = Message::default().message(UTSNAME, system).number(NUM_CPUS, cast.cpus as u64);
        write(packet().message(field::packet::SYSTEM_INFO, system), out);
        let process = Message::default().number(PID, PROCESS).text(CMDLINE, &cast.title);
        let thread = |(task, thread): (TaskId, &crate::Thread)| {
            Message::default().number(TID, pid(Some(task))).text(NAME, &thread.comm).number(TGID, PROCESS)
        };
        let tree = Message::default().message(PROCESSES, process).messages(THREADS, cast.tasks().map(thread));
        write(packet().message(field::packet::PROCESS_TREE, tree), out);
        write(track(RUNS, "Runs", None, 0), out);
        write(track(DECISIONS, "Decisions", None, 1), out);
        for cpu in 0..cast.cpus as u32 {
            let name = format!("CPU {cpu}");
            write(track(FIRST_RUNS + u64::from(cpu), &name, Some(RUNS), cpu), out);
            write(track(FIRST_DECISIONS + u64::from(cpu), &name, Some(DECISIONS), cpu), out);
        }
    }

    fn event(&mut self, cast: &Cast, event: &Event, out: &mut Vec<u8>) {
        let at = event.at;
        match &event.what {
            What::Runs { cpu, task } => self.runs(cast, at, *cpu, *task, out),
            What::Waits { task, .. } => self.waits(*task, at),
            What::Switch { cpu, prev, next, left } => {
                let fields = Message::default()
                    .text(1, &cast.comm(*prev, *cpu))
                    .number(2, pid(*prev))
                    .number(3, cast.prio(*prev))
                    .number(4, state(*left))
                    .text(5, &cast.comm(*next, *cpu))
                    .number(6, pid(*next))
                    .number(7, cast.prio(*next));
                self.kernel(at, (*cpu, *prev), false, field::ftrace::SWITCH, fields, out);
                self.leaves(at, *cpu, Some(*left), out);
                if let Some(prev) = *prev
                    && matches!(left, Left::Preempted | Left::Moved)
                {
                    self.waits(prev, at);
                }
                if let Some(next) = *next {
                    self.runs(cast, at, *cpu, next, out);
                }
            }
            What::Waking { task, prev, by, interrupt } => {
                let fields = about(cast, *task).number(5, u32::from(*prev));
                self.kernel(at, *by, *interrupt, field::ftrace::WAKING, fields, out);
            }
            What::Wake { task, cpu, prev, how, by, interrupt, decided } => {
                let (waker_cpu, current) = *by;
                let fields = about(cast, *task).number(5, u32::from(*cpu));
                self.kernel(at, *by, *interrupt, field::ftrace::WAKEUP, fields, out);
                let waiting = self.waiting.entry(*task).or_default();
                waiting.since = Some(at);
                waiting.came.push(("how", text(how.key())));
                if *decided {
                    waiting.came.push(("woken by", text(cast.comm(current, waker_cpu))));
                    waiting.came.push(("woken on CPU", waker_cpu.into()));
                }
                waiting.came.push(("CPU before", (*prev).into()));
            }
            What::Fork { task, cpu, by: (parent_cpu, parent) } => {
                let (parent_cpu, parent) = (*parent_cpu, *parent);
                let fields = Message::default()
                    .text(1, &cast.comm(parent, parent_cpu))
                    .number(2, pid(parent))
                    .text(3, &cast.comm(Some(*task), *cpu))
                    .number(4, pid(Some(*task)));
                self.kernel(at, (parent_cpu, parent), false, field::ftrace::FORK, fields, out);
                let fields = about(cast, *task).number(5, u32::from(*cpu));
                self.kernel(
                    at,
                    (parent_cpu, parent),
                    parent.is_none(),
                    field::ftrace::WAKEUP_NEW,
                    fields,
                    out,
                );
                let waiting = self.waiting.entry(*task).or_default();
                waiting.since = Some(at);
                waiting.came.push(("created by", text(cast.comm(parent, parent_cpu))));
            }
            What::Exit { task, cpu } => {
                let fields = Message::default()
                    .text(1, &cast.comm(Some(*task), *cpu))
                    .number(2, pid(Some(*task)))
                    .number(3, PROCESS)
                    .number(4, cast.prio(Some(*task)));
                self.kernel(at, (*cpu, Some(*task)), false, field::ftrace::EXIT, fields, out);
            }
            What::Move { task, from, cpu, cause, distance, by } => {
                // Linux tells no move of a new task: it was nowhere before.
                if *cause != Cause::Fork {
                    let fields = about(cast, *task).number(4, u32::from(*from)).number(5, u32::from(*cpu));
                    self.kernel(at, *by, false, field::ftrace::MIGRATE, fields, out);
                }
                let waiting = self.waiting.entry(*task).or_default();
                let came = format!("{} from CPU {from} ({})", cause.key(), distance.key());
                waiting.came.push(("moved", text(came)));
            }
            What::Sent { task, by } => {
                let fields = Message::default().text(field::print::TEXT, &sent(*task));
                self.kernel(at, *by, false, field::ftrace::PRINT, fields, out);
            }
            What::Received { task, by } => {
                let fields = Message::default().text(field::print::TEXT, &received(*task));
                self.kernel(at, *by, false, field::ftrace::PRINT, fields, out);
            }
            What::Schedules { .. } => {}
            What::Decision { decision, current } => self.decides(cast, decision, *current, out),
        }
    }

    fn end(&mut self, _: &Cast, at: Ns, out: &mut Vec<u8>) {
        let running: Vec<CpuId> = self.running.keys().copied().collect();
        running.into_iter().for_each(|cpu| self.leaves(at, cpu, None, out));
        self.bundle_ends(out);
        let bundle =
            Message::default().number(field::bundle::CPU, 0u32).number(field::bundle::LAST_READ, at.0);
        write(packet().message(field::packet::FTRACE_EVENTS, bundle), out);
    }
}

impl Perfetto {
    /// Adds an event of the kernel to the bundle of its CPU.
    fn kernel(
        &mut self,
        at: Ns,
        (cpu, current): By,
        interrupt: bool,
        kind: u32,
        fields: Message,
        out: &mut Vec<u8>,
    ) {
        if self.bundle.as_ref().is_some_and(|(of, count, _)| *of != cpu || *count >= MOST_EVENTS) {
            self.bundle_ends(out);
        }
        let fresh = || (cpu, 0, Message::default().number(field::bundle::CPU, u32::from(cpu)));
        let (_, count, bundle) = self.bundle.take().unwrap_or_else(fresh);
        let bundle = bundle.message(field::bundle::EVENT, kernel(at, current, interrupt, kind, fields));
        self.bundle = Some((cpu, count + 1, bundle));
    }

    /// Writes the bundle.
    fn bundle_ends(&mut self, out: &mut Vec<u8>) {
        if let Some((_, _, bundle)) = self.bundle.take() {
            write(packet().message(field::packet::FTRACE_EVENTS, bundle), out);
        }
    }

    fn waits(&mut self, task: TaskId, at: Ns) {
        self.waiting.entry(task).or_default().since = Some(at);
    }

    /// A task begins to run: opens a slice with the cause of its wait, and ends the arrow.
    fn runs(&mut self, cast: &Cast, at: Ns, cpu: CpuId, task: TaskId, out: &mut Vec<u8>) {
        let Waiting { since, flow, came } = self.waiting.remove(&task).unwrap_or_default();
        let event = Message::default()
            .text(field::event::NAME, &cast.comm(Some(task), cpu))
            .text(field::event::CATEGORIES, "run");
        let mut said = vec![("task", number(u32::from(task)))];
        said.extend(came);
        said.extend(since.map(|since| ("waited (ns)", number((at - since).0))));
        let mut event = arguments(event, said);
        if let Some(flow) = flow {
            event = event.fixed(field::event::LAST_OF_FLOWS, flow);
        }
        write(slice(at, event, SLICE_BEGIN, FIRST_RUNS + u64::from(cpu.0)), out);
        self.running.insert(cpu, task);
    }

    /// The task on a CPU stops running: closes its slice.
    fn leaves(&mut self, at: Ns, cpu: CpuId, left: Option<Left>, out: &mut Vec<u8>) {
        if self.running.remove(&cpu).is_some() {
            let said = left.map(|left| ("left", text(left.key()))).into_iter().collect();
            let event = arguments(Message::default(), said);
            write(slice(at, event, SLICE_END, FIRST_RUNS + u64::from(cpu.0)), out);
        }
    }

    /// Writes a decision as a slice with the duration of its cost.
    fn decides(&mut self, cast: &Cast, decision: &Decision, current: Option<TaskId>, out: &mut Vec<u8>) {
        let cpu = decision.cpu;
        let begin = self.decides_until.get(&cpu).copied().unwrap_or_default().max(decision.ns);
        let end = begin + Ns::from(decision.cost.max(1));
        self.decides_until.insert(cpu, end);
        let mut said = vec![("at (ns)", number(decision.ns.0))];
        said.push(("current", text(cast.comm(current, cpu))));
        if let Some(task) = decision.task {
            said.push(("task", number(u32::from(task))));
            said.push(("comm", text(cast.comm(Some(task), cpu))));
        }
        said.push(("about CPU", decision.about.into()));
        said.push(("chosen CPU", decision.chosen.into()));
        match decision.why {
            Why::How(how) => said.push(("how", text(how.key()))),
            Why::Level(level) => said.push(("domain", number(level))),
            Why::Nothing => {}
        }
        said.push(("cost (ns)", number(decision.cost)));
        let steps = decision.steps.iter().take(MOST_STEPS).enumerate().map(|(i, step)| {
            let told = format!("CPU {}: {} {}", step.cpu, step.answer.key(), step_value(step.value));
            (format!("{} {}", i + 1, step.func.key()), text(told.trim_end()))
        });
        let steps: Vec<_> = steps.collect();
        if !steps.is_empty() {
            said.push(("steps", Argument::Entries(steps)));
        }
        if decision.steps.len() > MOST_STEPS {
            said.push(("steps left out", number((decision.steps.len() - MOST_STEPS) as u64)));
        }
        let event = Message::default()
            .text(field::event::NAME, decision.kind.key())
            .text(field::event::CATEGORIES, "decision");
        let mut event = arguments(event, said);
        if let Some(task) = decision.task
            && matches!(decision.kind, Decided::Wake | Decided::Fork)
        {
            self.flows += 1;
            event = event.fixed(field::event::FLOWS, self.flows);
            // The arrow replaces the cause of an earlier wait.
            self.waiting.insert(task, Waiting { flow: Some(self.flows), ..Waiting::default() });
        }
        let track = FIRST_DECISIONS + u64::from(cpu.0);
        write(slice(begin, event, SLICE_BEGIN, track), out);
        write(slice(end, Message::default(), SLICE_END, track), out);
    }
}

/// The state of a task that leaves its CPU (`TASK_*` of `prev_state`).
fn state(left: Left) -> u32 {
    match left {
        Left::Idle | Left::Unknown => 0,
        // `TASK_REPORT_MAX`.
        Left::Preempted | Left::Moved => 0x100,
        Left::Slept => 1,
        Left::Exited => 16,
    }
}

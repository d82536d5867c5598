//! Writes a run in the formats of trace viewers: [`perfetto`] for the Perfetto UI and `trace_processor`,
//! [`ftrace`] for tools that read the kernel's text, [`schedstat`] for tools that read its counters and its
//! domains.
//!
//! A [`Recorder`] turns the log and the decisions of a run into [`Event`]s in order; a [`Writer`] writes each
//! event.

mod events;
pub mod ftrace;
pub mod perfetto;
mod protobuf;
pub mod schedstat;
mod words;

pub use events::{By, Event, Recorder, What};
pub use words::step_value;

use sched_core::engine::ids::{CpuId, Id, TaskId};
use sched_core::engine::time::Ns;
use sched_core::observe::log::LogLevel;
use sched_core::sim::Simulation;
use std::collections::BTreeMap;

/// The process identifier of all tasks, which are threads of one process.
pub const PROCESS: u32 = 999;

/// The CPUs and tasks of a run.
pub struct Cast {
    pub title: String,
    /// One more than the highest CPU number.
    pub cpus: usize,
    tasks: Vec<Thread>,
    /// What a reader has to know before the first event, as comments of ftrace's text.
    head: Vec<String>,
}

/// A task in a trace.
pub struct Thread {
    /// The role and the number of the task, at most 15 characters.
    pub comm: String,
    /// The kernel's priority: 120 is nice 0.
    pub prio: u32,
}

impl Cast {
    /// The CPUs and tasks of a run.
    pub fn of(sim: &Simulation, title: &str) -> Self {
        let sys = sim.system();
        let thread = |(task, about): (TaskId, &sched_core::system::Task)| Thread {
            comm: format!("{}-{task}", about.role.key()),
            prio: (120 + about.attr.nice).unsigned_abs(),
        };
        let tasks = sys.tasks.each().map(thread).collect();
        Self { title: title.into(), cpus: sys.cpus.len(), tasks, head: Vec::new() }
    }

    /// States the kernel, what CPUs share, and which tasks run and wait at the beginning.
    fn begins(&mut self, sim: &Simulation, recorder: &Recorder, kernel: Option<&str>, at: Ns) {
        let machine = &sim.system().machine;
        let title: String = self.title.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.head = vec![format!("# simulated: {title}"), format!("# begin: {}", at.0)];
        self.head.extend(kernel.map(|kernel| format!("# kernel: {kernel}")));
        let groups = [
            ("core", &machine.core_of),
            ("cluster", &machine.cluster_of),
            ("llc", &machine.llc_of),
            ("socket", &machine.socket_of),
        ];
        for (name, group_of) in groups {
            let mut cpus: BTreeMap<usize, Vec<String>> = BTreeMap::new();
            for cpu in machine.cpus().iter() {
                cpus.entry(group_of[cpu]).or_default().push(cpu.to_string());
            }
            let groups: Vec<String> = cpus.into_values().map(|cpus| cpus.join(",")).collect();
            self.head.push(format!("# {name}: {}", groups.join("/")));
        }
        let mut idle = machine.cpus();
        recorder.begin(at, |event| match event.what {
            What::Runs { cpu, task } => {
                idle.clear(cpu);
                self.head.push(format!("# runs: {cpu} {}", pid(Some(task))));
            }
            What::Waits { task, cpu } => {
                self.head.push(format!("# waits: {} {cpu} {}", pid(Some(task)), at.0));
            }
            _ => {}
        });
        self.head.extend(idle.iter().map(|cpu| format!("# runs: {cpu} 0")));
    }

    pub fn tasks(&self) -> impl Iterator<Item = (TaskId, &Thread)> {
        self.tasks.iter().enumerate().map(|(i, thread)| (TaskId::new(i), thread))
    }

    /// The name of a task in a trace, or that of a CPU's idle task.
    pub fn comm(&self, task: Option<TaskId>, cpu: CpuId) -> String {
        match task {
            Some(task) => self
                .tasks
                .get(task.index())
                .map_or_else(|| format!("task-{task}"), |thread| thread.comm.clone()),
            None => format!("swapper/{cpu}"),
        }
    }

    pub fn prio(&self, task: Option<TaskId>) -> u32 {
        task.and_then(|task| self.tasks.get(task.index())).map_or(120, |thread| thread.prio)
    }
}

/// The PID of a task in a trace; 0 is the idle task of any CPU.
pub fn pid(task: Option<TaskId>) -> u32 {
    task.map_or(0, |task| PROCESS + 1 + u32::from(task))
}

/// Writes a trace, event by event.
pub trait Writer {
    /// Whether the writer needs every pick of the next task, whatever the workload.
    fn counts_picks(&self) -> bool {
        false
    }
    /// Writes the header, before the first event.
    fn begin(&mut self, cast: &Cast, out: &mut Vec<u8>);
    fn event(&mut self, cast: &Cast, event: &Event, out: &mut Vec<u8>);
    /// Closes everything that is still open.
    fn end(&mut self, cast: &Cast, at: Ns, out: &mut Vec<u8>);
}

/// The formats, by the endings of their file names.
pub const FORMATS: [&str; 4] = ["pftrace", "txt", "schedstat", "domains"];

/// The writer for a format of [`FORMATS`], for a run that has not begun.
pub fn writer(format: &str, sim: &Simulation) -> Option<Box<dyn Writer>> {
    Some(match format {
        "pftrace" => Box::<perfetto::Perfetto>::default(),
        "txt" => Box::new(ftrace::Ftrace),
        "schedstat" => Box::new(schedstat::SchedStat::of(sim)),
        "domains" => Box::new(schedstat::DebugDomains::of(sim)),
        _ => return None,
    })
}

/// A time span of the simulation. It includes the events at its start and excludes those at its end.
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    pub from: Ns,
    pub until: Ns,
}

/// A trace that is written piece by piece, so that the caller can show its progress, or stop.
pub struct Tracing {
    sim: Simulation,
    stretch: Stretch,
    cast: Cast,
    writer: Box<dyn Writer>,
    kernel: Option<String>,
    at: Place,
}

/// The present position in the trace.
enum Place {
    Before,
    Within(Recorder),
    After,
}

impl Tracing {
    /// A trace of a simulation that has not passed the start of the time span. `title`: the name of the
    /// process.
    pub fn new(mut sim: Simulation, title: &str, stretch: Stretch, writer: Box<dyn Writer>) -> Self {
        // Before the time span, too: who sent a message that is received in it.
        sim.keep_notes(true);
        let cast = Cast::of(&sim, title);
        Self { sim, stretch, cast, writer, kernel: None, at: Place::Before }
    }

    /// The same with the kernel's release in its head.
    pub fn of_kernel(self, release: &str) -> Self {
        Self { kernel: Some(release.into()), ..self }
    }

    /// The simulated time of the run.
    pub fn now(&self) -> Ns {
        self.sim.now()
    }

    /// Whether the run has ended.
    pub fn done(&self) -> bool {
        self.sim.done()
    }
}

impl Iterator for Tracing {
    type Item = Vec<u8>;

    /// The next piece; it is empty before the time span, and where nothing happens.
    fn next(&mut self) -> Option<Vec<u8>> {
        /// A batch of events that takes a short time.
        const BEFORE: u64 = 1_000_000;
        /// A batch small enough for the log to keep all of its records.
        const WITHIN: u64 = 1000;
        let Self { sim, stretch, cast, writer, kernel, at } = self;
        let mut out = Vec::new();
        // Events at a time are handled when the simulation advances to it, so it stops one nanosecond
        // earlier.
        let before = |moment: Ns| moment.saturating_sub(Ns(1));
        match at {
            Place::Before => {
                let from = before(stretch.from);
                if from > sim.now() && !sim.done() {
                    sim.advance(from, BEFORE);
                    if from > sim.now() && !sim.done() {
                        return Some(out);
                    }
                }
                let begun = if sim.done() { sim.now() } else { stretch.from };
                *cast = Cast::of(sim, &cast.title);
                let recorder = Recorder::of(sim);
                cast.begins(sim, &recorder, kernel.as_deref(), begun);
                sim.set_log(LogLevel::All, begun);
                sim.keep_decisions(true);
                if writer.counts_picks() {
                    sim.keep_picks(true);
                }
                writer.begin(cast, &mut out);
                recorder.begin(begun, |event| writer.event(cast, event, &mut out));
                *at = Place::Within(recorder);
            }
            Place::Within(recorder) => {
                let until = before(stretch.until);
                if sim.done() || sim.now() >= until {
                    let ended = if sim.done() { sim.now() } else { stretch.until };
                    writer.end(cast, ended, &mut out);
                    *at = Place::After;
                } else {
                    // Records of picks that examine many tasks may exceed the buffer, so each event is read
                    // separately.
                    let each = if writer.counts_picks() { 1 } else { WITHIN };
                    for _ in 0..WITHIN / each {
                        sim.advance(until, each);
                        recorder.feed(&sim.take_log(), &sim.take_decisions(), |event| {
                            writer.event(cast, event, &mut out)
                        });
                    }
                }
            }
            Place::After => return None,
        }
        Some(out)
    }
}

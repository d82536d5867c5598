//! A run in the formats of tools that show traces: [`perfetto`] for the Perfetto UI and `trace_processor`, [`ftrace`] for whatever
//! reads the kernel's text, [`schedstat`] for what reads its counters and its domains.
//!
//! A [`Recorder`] turns the log and the decisions of a run into [`Event`]s in order; a [`Writer`] writes each as it comes.

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

/// What tools call the process that all tasks are threads of.
pub const PROCESS: u32 = 999;

/// Who takes part in a run.
pub struct Cast {
    pub title: String,
    /// One more than the highest number of a CPU.
    pub cpus: usize,
    tasks: Vec<Thread>,
}

/// A task as a tool sees it.
pub struct Thread {
    /// What it does and its number, at most 15 characters.
    pub comm: String,
    /// As the kernel counts it: 120 is nice 0.
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
        Self { title: title.into(), cpus: sys.cpus.len(), tasks: sys.tasks.each().map(thread).collect() }
    }

    pub fn tasks(&self) -> impl Iterator<Item = (TaskId, &Thread)> {
        self.tasks.iter().enumerate().map(|(i, thread)| (TaskId::new(i), thread))
    }

    /// What a tool calls a task, or the idle task of a CPU.
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

/// The number of a task in a trace: 0 is the idle task of any CPU.
pub fn pid(task: Option<TaskId>) -> u32 {
    task.map_or(0, |task| PROCESS + 1 + u32::from(task))
}

/// Writes a trace, event by event.
pub trait Writer {
    /// Whether it is told every pick of the next task, whatever the workload.
    fn counts_picks(&self) -> bool {
        false
    }
    /// What comes before the first event.
    fn begin(&mut self, cast: &Cast, out: &mut Vec<u8>);
    fn event(&mut self, cast: &Cast, event: &Event, out: &mut Vec<u8>);
    /// What is still open ends.
    fn end(&mut self, cast: &Cast, at: Ns, out: &mut Vec<u8>);
}

/// The formats that are written, by the ends of their files' names, and what writes each of a run that has not begun.
pub const FORMATS: [&str; 4] = ["pftrace", "txt", "schedstat", "domains"];

/// What writes a format of [`FORMATS`].
pub fn writer(format: &str, sim: &Simulation) -> Option<Box<dyn Writer>> {
    Some(match format {
        "pftrace" => Box::<perfetto::Perfetto>::default(),
        "txt" => Box::new(ftrace::Ftrace),
        "schedstat" => Box::new(schedstat::SchedStat::of(sim)),
        "domains" => Box::new(schedstat::DebugDomains::of(sim)),
        _ => return None,
    })
}

/// A stretch of simulated time. What happens at its beginning is in it, what happens at its end is in the one that follows.
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    pub from: Ns,
    pub until: Ns,
}

/// A trace as it is being written: its pieces in order, so that whoever takes them can say how far it is, or stop.
pub struct Tracing {
    sim: Simulation,
    stretch: Stretch,
    cast: Cast,
    writer: Box<dyn Writer>,
    at: Place,
}

/// What comes next.
enum Place {
    Before,
    Within(Recorder),
    After,
}

impl Tracing {
    /// Of a simulation that has not passed the stretch. `title`: what the process of the tasks is called.
    pub fn new(sim: Simulation, title: &str, stretch: Stretch, writer: Box<dyn Writer>) -> Self {
        let cast = Cast::of(&sim, title);
        Self { sim, stretch, cast, writer, at: Place::Before }
    }

    /// How far the run has come.
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

    /// The next piece; before the stretch, and where nothing happens, it is empty.
    fn next(&mut self) -> Option<Vec<u8>> {
        /// Soon done.
        const BEFORE: u64 = 1_000_000;
        /// Few enough for the log to keep all of their records.
        const WITHIN: u64 = 1000;
        let Self { sim, stretch, cast, writer, at } = self;
        let mut out = Vec::new();
        // What happens at a moment is after it, and a moment is a nanosecond.
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
                    // Picks that look at many tasks are more than is kept of so many events.
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

//! A run in the formats of tools that show traces: [`perfetto`] for the Perfetto UI and `trace_processor`, [`ftrace`] for whatever
//! reads the kernel's text.
//!
//! A [`Recorder`] turns the log and the decisions of a run into [`Event`]s in order; a [`Writer`] writes each as it comes.

mod events;
pub mod ftrace;
pub mod perfetto;
mod protobuf;
mod words;

pub use events::{Event, Recorder, What};
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
    /// What comes before the first event.
    fn begin(&mut self, cast: &Cast, out: &mut Vec<u8>);
    fn event(&mut self, cast: &Cast, event: &Event, out: &mut Vec<u8>);
    /// What is still open ends.
    fn end(&mut self, cast: &Cast, at: Ns, out: &mut Vec<u8>);
}

/// A stretch of simulated time.
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    pub from: Ns,
    pub until: Ns,
}

/// Runs a simulation that has not passed the stretch, and writes what happens in it. `out` is called with each piece of the trace.
///
/// # Errors
/// What `out` answers.
pub fn write<E>(
    sim: &mut Simulation,
    title: &str,
    stretch: Stretch,
    writer: &mut dyn Writer,
    mut out: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    /// Few enough for the log to keep all of their records.
    const EVENTS: u64 = 1000;
    if stretch.from > sim.now() {
        sim.advance(stretch.from, u64::MAX);
    }
    let cast = Cast::of(sim, title);
    let mut recorder = Recorder::of(sim);
    sim.set_log(LogLevel::All, sim.now());
    sim.keep_decisions(true);
    let mut bytes = Vec::new();
    writer.begin(&cast, &mut bytes);
    recorder.begin(sim.now(), |event| writer.event(&cast, event, &mut bytes));
    while !sim.done() && sim.now() < stretch.until {
        sim.advance(stretch.until, EVENTS);
        recorder.feed(&sim.take_log(), &sim.take_decisions(), |event| writer.event(&cast, event, &mut bytes));
        out(&bytes)?;
        bytes.clear();
    }
    writer.end(&cast, sim.now(), &mut bytes);
    out(&bytes)
}

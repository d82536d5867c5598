//! What the page says of a recording beside the lane.

use crate::lane::{Does, RecordedLane, Task, Woken};
use crate::tape::Tape;
use sched_core::engine::ids::{CpuId, Id, TaskId};
use sched_core::engine::mask::CpuMask;
use sched_core::observe::vocab::Distance;
use sched_recording::{Class, Doing, NO_CPU, Note, Recording, Sure, Waker};
use serde::Serialize;

/// Pairs of waker and woken task that are listed.
const PAIRS: usize = 10;

#[derive(Clone, Debug, Serialize)]
pub struct AboutProcess {
    pub name: String,
    pub tasks: u32,
    pub ran_ns: u64,
}

/// Times are from the beginning of the window (ns).
#[derive(Clone, Debug, Serialize)]
pub struct LongWait {
    pub task: u16,
    pub cpu: u16,
    pub from_ns: u64,
    pub to_ns: u64,
    pub woken: bool,
}

#[derive(Clone, Debug, Serialize)]
pub struct FarMove {
    pub task: u16,
    pub at_ns: u64,
    pub from: u16,
    pub to: u16,
    pub distance: &'static str,
    pub class: Class,
    pub sure: Sure,
}

#[derive(Clone, Debug, Serialize)]
pub struct LongIdle {
    pub cpu: u16,
    pub from_ns: u64,
    pub to_ns: u64,
    pub waited_ns: u64,
}

#[derive(Clone, Debug, Serialize)]
pub struct Pair {
    pub by: u16,
    pub task: u16,
    pub count: u64,
    /// The first time (ns).
    pub at_ns: u64,
}

/// A note with the sentence in English.
#[derive(Clone, Debug, Serialize)]
pub struct SaidNote {
    #[serde(flatten)]
    note: Note,
    sentence: String,
}

impl SaidNote {
    pub fn of(note: &Note) -> Self {
        Self { sentence: note.to_string(), note: note.clone() }
    }
}

/// A recording as a whole.
#[derive(Clone, Debug, Default, Serialize)]
pub struct About {
    pub release: Option<String>,
    /// CPUs have distances.
    pub placed: bool,
    pub length_ns: u64,
    /// It ends before the window does, which has too many events or tasks.
    pub is_cut: bool,
    /// Name and pid of each task, and the index of its process.
    pub tasks: Vec<(String, i32, u16)>,
    /// By the time that they ran.
    pub processes: Vec<AboutProcess>,
    pub waits: Vec<LongWait>,
    pub moves: Vec<FarMove>,
    pub idle: Vec<LongIdle>,
    pub pairs: Vec<Pair>,
    /// ns in which it is not known what CPUs did, of the time of all CPUs.
    pub unknown_ns: u64,
    pub cpus: usize,
    pub notes: Vec<SaidNote>,
    /// Of the wake-ups: those of which nobody knows who it was.
    pub wakers_unknown: u64,
    pub wakers_maybe: u64,
    pub lost_events: u64,
}

impl About {
    /// What the recording says that does not depend on the moment. It is asked before the tape is made of the recording.
    pub fn of(recording: &Recording) -> Self {
        Self {
            notes: recording.notes.iter().map(SaidNote::of).collect(),
            unknown_ns: recording.known.unknown_ns.values().sum(),
            wakers_unknown: recording.known.wakers_unknown,
            wakers_maybe: recording.known.wakers_maybe,
            lost_events: recording.counters.lost_events,
            cpus: recording.counters.cpus.len(),
            ..Self::default()
        }
    }

    /// Adds the lists, whose tasks have the numbers of the tape.
    #[must_use]
    pub fn with(mut self, tape: &Tape, lists: &Lists) -> Self {
        let since = |at: u64| at.saturating_sub(tape.from);
        let task = |pid: i32| tape.task(pid).map(|task| task.0);
        self.release.clone_from(&tape.release);
        (self.placed, self.length_ns, self.is_cut) = (tape.placed, tape.length, tape.is_cut);
        self.tasks = tape.tasks.iter().map(|one| (one.comm.clone(), one.pid, one.process)).collect();
        self.processes = tape
            .processes
            .iter()
            .map(|one| AboutProcess { name: one.name.clone(), tasks: one.tasks, ran_ns: one.ran })
            .collect();
        self.waits = lists
            .waits
            .iter()
            .filter_map(|wait| {
                Some(LongWait {
                    task: task(wait.pid)?,
                    cpu: wait.cpu,
                    from_ns: since(wait.from),
                    to_ns: since(wait.to),
                    woken: wait.woken,
                })
            })
            .collect();
        self.moves = lists
            .moves
            .iter()
            .filter_map(|(distance, one)| {
                Some(FarMove {
                    task: task(one.pid)?,
                    at_ns: since(one.at),
                    from: one.from,
                    to: one.to,
                    distance: distance.key(),
                    class: one.class,
                    sure: one.class.sure(),
                })
            })
            .collect();
        let idle = |one: &sched_recording::IdleWhile| LongIdle {
            cpu: one.cpu,
            from_ns: since(one.from),
            to_ns: since(one.to),
            waited_ns: one.waited,
        };
        self.idle = lists.idle.iter().map(idle).collect();
        let mut pairs: Vec<Pair> = lists
            .pairs
            .iter()
            .filter_map(|&((by, woken), count)| {
                let (by, woken) = (task(by)?, task(woken)?);
                Some(Pair { by, task: woken, count, at_ns: tape.first_wake(TaskId(by), TaskId(woken))? })
            })
            .collect();
        pairs.truncate(PAIRS);
        self.pairs = pairs;
        self
    }
}

/// The lists of a recording that lead into it.
#[derive(Clone, Debug)]
pub struct Lists {
    waits: Vec<sched_recording::Wait>,
    moves: Vec<(sched_recording::Distance, sched_recording::Move)>,
    idle: Vec<sched_recording::IdleWhile>,
    pairs: Vec<((i32, i32), u64)>,
}

impl Lists {
    pub fn of(recording: &Recording) -> Self {
        let totals = recording.totals();
        let mut pairs: Vec<((i32, i32), u64)> = totals
            .pairs
            .iter()
            .map(|(pair, count)| (*pair, *count))
            .filter(|((by, _), _)| *by != 0)
            .collect();
        pairs.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        pairs.truncate(2 * PAIRS);
        Self {
            waits: totals.longest_waits.clone(),
            moves: totals.farthest_moves.clone(),
            idle: totals.longest_idle.clone(),
            pairs,
        }
    }
}

/// Idle CPUs at one distance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IdleAt {
    pub distance: &'static str,
    pub cpus: Vec<u16>,
}

/// A wake-up, as far as the recording tells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WakeMoment {
    pub at_ns: u64,
    pub by: Option<u16>,
    pub waker: Waker,
    /// The CPU of the waker, the one before (`None`: unknown) and the one that it was placed on.
    pub cpu: u16,
    pub before: Option<u16>,
    pub to: u16,
    /// From the CPU before to the new one, and from the waker's.
    pub moved: Option<&'static str>,
    pub from_waker: Option<&'static str>,
    /// When it ran.
    pub ran_ns: Option<u64>,
    /// The CPUs that idled with nothing queued, by their distance to the CPU before, and how many there were.
    pub idle: Vec<IdleAt>,
    pub idle_count: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveMoment {
    pub at_ns: u64,
    pub from: u16,
    pub to: u16,
    pub class: Class,
    pub sure: Sure,
    pub distance: Option<&'static str>,
}

/// A task at a moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TaskMoment {
    pub task: u16,
    pub state: &'static str,
    pub cpu: Option<u16>,
    pub since_ns: u64,
    /// Of the kernel; 120 is nice 0.
    pub prio: Option<i32>,
    pub ran_ns: u64,
    pub waited_ns: u64,
    pub longest_wait_ns: u64,
    pub switched_in: u32,
    pub woken: u32,
    pub moved: u32,
    pub woke: u32,
    pub wake: Option<WakeMoment>,
    pub came: Option<MoveMoment>,
}

/// A CPU at a moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CpuMoment {
    pub cpu: u16,
    /// `running`, `idle` or `unknown`.
    pub state: &'static str,
    /// The task that runs.
    pub task: Option<TaskMoment>,
    /// The tasks that wait, in the order in which they began.
    pub queue: Vec<TaskMoment>,
}

impl RecordedLane {
    /// A task at this moment; `None`: there is no such task.
    pub fn task_moment(&self, id: TaskId) -> Option<TaskMoment> {
        let task = self.tasks.get(id.index())?;
        let cpu = if task.doing == Doing::Waits { task.queue } else { task.last };
        let passed = self.now - task.since;
        let (ran, waited) = match task.doing {
            Doing::Runs => (passed, 0),
            Doing::Waits => (0, passed),
            _ => (0, 0),
        };
        Some(TaskMoment {
            task: id.0,
            state: state_of(task),
            cpu: (cpu != NO_CPU).then_some(cpu),
            since_ns: task.since,
            prio: self.tape().tasks[id.index()].prio,
            ran_ns: task.ran + ran,
            waited_ns: task.waited + waited,
            longest_wait_ns: task.longest.max(waited),
            switched_in: task.switched_in,
            woken: task.woken,
            moved: task.moved,
            woke: task.woke,
            wake: task.wake.as_ref().filter(|wake| wake.to != NO_CPU).map(|wake| self.wake_moment(wake)),
            came: task.came.map(|(at_ns, from, to, class)| MoveMoment {
                at_ns,
                from,
                to,
                class,
                sure: class.sure(),
                distance: self.distance(from, to),
            }),
        })
    }

    /// A CPU at this moment; `None`: the machine has no such CPU.
    pub fn cpu_moment(&self, cpu: CpuId) -> Option<CpuMoment> {
        self.tape().machine.cpu(i64::from(cpu.0))?;
        let one = &self.cpus[cpu];
        let (state, task) = match one.does {
            Does::Unknown => ("unknown", None),
            Does::Idles => ("idle", None),
            Does::Runs(task) => ("running", self.task_moment(task)),
        };
        let queue = one.queue.iter().filter_map(|task| self.task_moment(*task)).collect();
        Some(CpuMoment { cpu: cpu.0, state, task, queue })
    }

    fn distance(&self, a: u16, b: u16) -> Option<&'static str> {
        let machine = &self.tape().machine;
        let known = |cpu: u16| machine.cpu(i64::from(cpu)).is_some();
        let placed = self.tape().placed || a == b;
        (placed && known(a) && known(b)).then(|| machine.distance(CpuId(a), CpuId(b)).key())
    }

    fn wake_moment(&self, wake: &Woken) -> WakeMoment {
        let before = (wake.before != NO_CPU).then_some(wake.before);
        let near = before.unwrap_or(wake.cpu);
        let mut idle: Vec<IdleAt> = Vec::new();
        if self.tape().placed {
            for &distance in Distance::ALL {
                let at = |cpu: &CpuId| self.tape().machine.distance(CpuId(near), *cpu) == distance;
                let cpus: Vec<u16> = wake.idle.iter().filter(at).map(|cpu| cpu.0).collect();
                if !cpus.is_empty() {
                    idle.push(IdleAt { distance: distance.key(), cpus });
                }
            }
        } else if wake.idle != CpuMask::EMPTY {
            idle.push(IdleAt { distance: "", cpus: wake.idle.iter().map(|cpu| cpu.0).collect() });
        }
        WakeMoment {
            at_ns: wake.at,
            by: wake.by.map(|task| task.0),
            waker: wake.waker,
            cpu: wake.cpu,
            before,
            to: wake.to,
            moved: before.and_then(|before| self.distance(before, wake.to)),
            from_waker: self.distance(wake.cpu, wake.to),
            ran_ns: wake.ran,
            idle_count: wake.idle.weight(),
            idle,
        }
    }
}

fn state_of(task: &Task) -> &'static str {
    match task.doing {
        Doing::Unknown => "unknown",
        Doing::Runs => "running",
        Doing::Waits => "waiting",
        Doing::Sleeps => "sleeping",
        Doing::Gone => "dead",
    }
}

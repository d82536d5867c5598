//! What was read of a window, with tasks by number.

use sched_core::engine::ids::TaskId;
use sched_core::machine::Machine;
use sched_core::observe::vocab::NO_TASK;
use sched_recording::{Class, Doing, Happens, NO_CPU, Recording, Waker, Why, list};
use std::collections::BTreeMap;

/// A task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TapeTask {
    pub pid: i32,
    pub comm: String,
    /// The place of its process among all, by the time that they ran.
    pub process: u16,
    /// 120 is nice 0, if known.
    pub prio: Option<i32>,
    /// The CPU on which it ran before the window, or [`NO_CPU`].
    pub last: u16,
}

/// Tasks of one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    pub name: String,
    pub tasks: u32,
    /// ns.
    pub ran: u64,
}

/// A change, with tasks by number; `None`: idle, or unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Runs {
        cpu: u16,
        task: Option<TaskId>,
    },
    Unknown {
        cpu: u16,
    },
    Becomes {
        task: TaskId,
        doing: Doing,
        queue: u16,
        why: Why,
    },
    /// `is_new`: it was forked.
    Woken {
        task: TaskId,
        by: Option<TaskId>,
        cpu: u16,
        waker: Waker,
        before: u16,
        to: u16,
        is_new: bool,
    },
    Moved {
        task: TaskId,
        from: u16,
        to: u16,
        class: Class,
    },
}

/// What happens in the window.
#[derive(Debug)]
pub struct Tape {
    pub machine: Machine,
    /// CPUs have distances.
    pub placed: bool,
    pub tasks: Vec<TapeTask>,
    pub processes: Vec<Process>,
    /// Time from the beginning of the window (ns), in order.
    pub changes: Vec<(u64, Change)>,
    /// The beginning of the window in the recording's clock (ns), and its length.
    pub from: u64,
    pub length: u64,
    pub release: Option<String>,
    /// It ends before the window does, which has too many events or tasks.
    pub is_cut: bool,
}

/// The name of the process of a task: its own, without what numbers threads.
pub fn process_of(comm: &str) -> &str {
    let base = comm.split(['/', ':']).next().unwrap_or(comm);
    let base = base.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '_' | '#' | '.'));
    if base.is_empty() { comm } else { base }
}

impl Tape {
    /// The tape of a recording that was read with its picture.
    ///
    /// # Errors
    /// The machine lacks CPUs of the recording: a sentence.
    pub fn new(mut recording: Recording, machine: Machine) -> Result<Self, String> {
        let lacking =
            recording.counters.cpus.iter().filter(|cpu| machine.cpu(i64::from(**cpu)).is_none()).copied();
        let lacking = list(lacking);
        if !lacking.is_empty() {
            return Err(format!("the recording has CPUs {lacking}, which the machine lacks."));
        }
        let picture = recording.take_picture().unwrap_or_default();
        let first = recording.counters.first.unwrap_or(0);
        let from = picture.steps.first().map_or(first, |step| step.at.min(first));
        let last = picture.steps.last().map_or(from, |step| step.at);
        let until = picture.ends.unwrap_or_else(|| recording.until().unwrap_or(last).max(last));
        let mut seen: BTreeMap<i32, ()> = BTreeMap::new();
        let mut end = None;
        for step in &picture.steps {
            let pid = match step.what {
                Happens::Runs { pid, .. }
                | Happens::Becomes { pid, .. }
                | Happens::Woken { pid, .. }
                | Happens::Moved { pid, .. } => pid,
                Happens::Unknown { .. } => 0,
            };
            if pid == 0 || seen.contains_key(&pid) {
                continue;
            }
            if seen.len() >= usize::from(NO_TASK) {
                end = Some(step.at);
                break;
            }
            seen.insert(pid, ());
        }
        let is_cut = picture.ends.is_some() || end.is_some();
        let until = end.unwrap_or(until);
        let of = |pid: i32| recording.task(pid);
        let comm = |pid: i32| of(pid).map(sched_recording::Task::comm).unwrap_or_default();
        // A process is called as its first thread.
        let process = |pid: i32| {
            let leader = of(pid).and_then(|task| task.tgid).filter(|tgid| of(*tgid).is_some());
            process_of(&comm(leader.unwrap_or(pid))).to_string()
        };
        let mut processes: BTreeMap<String, Process> = BTreeMap::new();
        for &pid in seen.keys() {
            let name = process(pid);
            let one = processes.entry(name.clone()).or_insert(Process { name, tasks: 0, ran: 0 });
            one.tasks += 1;
            one.ran = one.ran.saturating_add(of(pid).map_or(0, |task| task.run));
        }
        let mut processes: Vec<Process> = processes.into_values().collect();
        processes.sort_by_key(|one| std::cmp::Reverse(one.ran));
        let ranks: BTreeMap<&str, usize> =
            processes.iter().enumerate().map(|(rank, one)| (one.name.as_str(), rank)).collect();
        let tasks: Vec<TapeTask> = seen
            .keys()
            .map(|&pid| {
                let task = of(pid);
                let process = ranks.get(process(pid).as_str()).and_then(|rank| u16::try_from(*rank).ok());
                TapeTask {
                    pid,
                    comm: comm(pid),
                    process: process.unwrap_or(u16::MAX),
                    prio: task.and_then(|task| task.prio),
                    last: NO_CPU,
                }
            })
            .collect();
        let numbers: BTreeMap<i32, TaskId> =
            seen.keys().zip(0..).map(|(pid, number)| (*pid, TaskId(number))).collect();
        let number = |pid: i32| numbers.get(&pid).copied();
        let mut changes: Vec<(u64, Change)> = Vec::with_capacity(picture.steps.len() + machine.nr_cpus);
        // Before its first event nothing is known of a CPU.
        changes.extend(machine.cpus().iter().map(|cpu| (0, Change::Unknown { cpu: cpu.0 })));
        for step in picture.steps.iter().take_while(|step| step.at <= until) {
            let change = match step.what {
                Happens::Runs { cpu, pid } => Some(Change::Runs { cpu, task: number(pid) }),
                Happens::Unknown { cpu } => Some(Change::Unknown { cpu }),
                Happens::Becomes { pid, doing, queue, why } => {
                    number(pid).map(|task| Change::Becomes { task, doing, queue, why })
                }
                Happens::Woken { pid, by, cpu, waker, before } => {
                    let by = number(by);
                    number(pid).map(|task| Change::Woken {
                        task,
                        by,
                        cpu,
                        waker,
                        before,
                        to: NO_CPU,
                        is_new: false,
                    })
                }
                Happens::Moved { pid, from, to, class } => {
                    number(pid).map(|task| Change::Moved { task, from, to, class })
                }
            };
            changes.extend(change.map(|change| (step.at - from, change)));
        }
        drop(picture);
        let release = recording.release.clone();
        let placed = recording.is_machine_known();
        let length = until - from;
        let mut tape = Self { machine, placed, tasks, processes, changes, from, length, release, is_cut };
        tape.place_wakes();
        Ok(tape)
    }

    /// A recording of which nothing is known.
    pub fn blank(machine: Machine) -> Self {
        Self {
            machine,
            placed: false,
            tasks: Vec::new(),
            processes: Vec::new(),
            changes: Vec::new(),
            from: 0,
            length: 0,
            release: None,
            is_cut: false,
        }
    }

    /// Finds where woken tasks were placed: the queue in which they were before they ran; and which of them are new.
    fn place_wakes(&mut self) {
        let mut placed = vec![NO_CPU; self.tasks.len()];
        let mut new = vec![false; self.tasks.len()];
        for (_, change) in self.changes.iter_mut().rev() {
            match change {
                Change::Becomes { task, doing: Doing::Runs, queue, .. } => {
                    placed[usize::from(task.0)] = *queue;
                }
                // A move by anything else comes after the placement.
                Change::Moved { task, from, class, .. } if !matches!(class, Class::Wake | Class::Fork) => {
                    placed[usize::from(task.0)] = *from;
                }
                Change::Moved { task, to: cpu, .. } => placed[usize::from(task.0)] = *cpu,
                Change::Becomes { task, doing: Doing::Waits, queue, why } => {
                    new[usize::from(task.0)] = *why == Why::New;
                    let place = &mut placed[usize::from(task.0)];
                    *place = if *place == NO_CPU { *queue } else { *place };
                }
                Change::Woken { task, to, is_new, .. } => {
                    *is_new = std::mem::take(&mut new[usize::from(task.0)]);
                    *to = std::mem::replace(&mut placed[usize::from(task.0)], NO_CPU);
                }
                _ => {}
            }
        }
    }

    /// The number of the task of a pid.
    pub fn task(&self, pid: i32) -> Option<TaskId> {
        let at = self.tasks.binary_search_by_key(&pid, |task| task.pid).ok()?;
        u16::try_from(at).ok().map(TaskId)
    }

    /// When a task first woke another one (ns).
    pub fn first_wake(&self, waker: TaskId, woken: TaskId) -> Option<u64> {
        let is_it = |change: &Change| matches!(change, Change::Woken { task, by, .. } if *task == woken && *by == Some(waker));
        self.changes.iter().find(|(_, change)| is_it(change)).map(|(at, _)| *at)
    }
}
